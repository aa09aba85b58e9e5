//! Notices that nobody reads the output any more, without writing to it.

use std::future;
use std::io;
use std::os::fd::OwnedFd;

use tokio::io::Interest;
use tokio::net::unix::pipe::Sender;

/// Returns when the other end of this pipe, socket or terminal is closed. Never returns for a
/// file. The flags of the descriptor stay as they are.
pub(super) async fn reader_closed(output: OwnedFd) {
    // A regular file cannot be watched, and it has no reader.
    let Ok(output) = Sender::from_owned_fd_unchecked(output) else {
        return future::pending().await;
    };
    loop {
        let Ok(ready) = output.ready(Interest::WRITABLE | Interest::ERROR).await else {
            return future::pending().await;
        };
        if ready.is_error() || ready.is_write_closed() {
            return;
        }
        // Nothing is written here. This waits for the next change.
        let _ = output.try_io(|| Err::<(), _>(io::ErrorKind::WouldBlock.into()));
    }
}
