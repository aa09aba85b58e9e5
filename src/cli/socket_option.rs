//! `--socket`: where a hub listens.

use std::env;
use std::path::PathBuf;

use ask_user::hub::socket_path;

/// Where the socket of a console is.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Console")]
pub(crate) struct SocketOption {
    /// The socket of the console; default: ask-user.sock in `XDG_RUNTIME_DIR`, else in a
    /// private folder among the temporary files
    #[arg(long, value_name = "PATH", env = "ASK_USER_SOCKET")]
    socket: Option<PathBuf>,
}

impl SocketOption {
    pub(crate) fn path(&self) -> PathBuf {
        let given = self.socket.clone();
        given
            .filter(|path| !path.as_os_str().is_empty())
            .unwrap_or_else(|| socket_path(env::var_os("XDG_RUNTIME_DIR"), &env::temp_dir()))
    }
}
