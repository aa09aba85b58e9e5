//! The socket of a hub: where it is, who may use it, and the lock beside it.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _,
    PermissionsExt as _,
};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use nix::fcntl::{Flock, FlockArg};
use nix::libc::{O_CLOEXEC, O_NOFOLLOW};
use nix::sys::stat::{Mode, umask};
use nix::unistd::Uid;

use crate::error::Error;

/// The name of the socket in its folder.
const NAME: &str = "ask-user.sock";

/// The place of a hub's socket where none is given: in the folder of the user's runtime files
/// (`XDG_RUNTIME_DIR`), else in a private folder in the folder of temporary files.
///
/// ```
/// use std::path::Path;
/// let place = ask_user::hub::socket_path(Some("/run/user/1000".into()), Path::new("/tmp"));
/// assert_eq!(place, Path::new("/run/user/1000/ask-user.sock"));
/// ```
pub fn socket_path(runtime_folder: Option<OsString>, temporary_folder: &Path) -> PathBuf {
    match runtime_folder.filter(|folder| Path::new(folder).is_absolute()) {
        Some(folder) => PathBuf::from(folder).join(NAME),
        None => private_folder(temporary_folder).join(NAME),
    }
}

fn private_folder(temporary_folder: &Path) -> PathBuf {
    temporary_folder.join(format!("ask-user-{}", Uid::effective()))
}

/// A socket that is listened on. Dropping it removes the socket.
#[derive(Debug)]
pub(super) struct Socket {
    path: PathBuf,
    /// The socket file that is ours.
    inode: u64,
    pub(super) listener: UnixListener,
    /// Held as long as the hub lives, so that a second one is refused.
    _lock: Flock<File>,
}

impl Socket {
    /// Takes the lock and listens.
    ///
    /// # Errors
    /// Another hub has the lock, something that is no stale socket of ours is in the place, or
    /// the system refuses the socket.
    pub(super) fn bind(path: &Path) -> Result<Self, Error> {
        prepare_folder(path)?;
        let lock = lock(path)?;
        remove_stale(path)?;
        let listener = bind_private(path)
            .map_err(|error| at(path, "the socket cannot be made", &error.to_string()))?;
        let inode = fs::symlink_metadata(path).map_or(0, |made| made.ino());
        Ok(Self {
            path: path.to_owned(),
            inode,
            listener,
            _lock: lock,
        })
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Only the socket that we made ourselves. The lock file stays: whoever waits for it has
        // it open.
        if fs::symlink_metadata(&self.path).is_ok_and(|found| found.ino() == self.inode) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn at(path: &Path, what: &str, why: &str) -> Error {
    Error::device(
        "starting the hub",
        io::Error::other(format!("{}: {what}: {why}", path.display())),
    )
}

/// Makes the private folder in the folder of temporary files, or checks it: nobody else may
/// have made it.
fn prepare_folder(path: &Path) -> Result<(), Error> {
    let Some(folder) = path.parent().filter(|&folder| {
        folder
            .parent()
            .is_some_and(|parent| folder == private_folder(parent))
    }) else {
        return Ok(());
    };
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(at(folder, "the folder cannot be made", &error.to_string())),
    }
    let is_private = fs::symlink_metadata(folder).is_ok_and(|found| {
        found.is_dir()
            && found.uid() == Uid::effective().as_raw()
            && found.permissions().mode().trailing_zeros() >= 6
    });
    if is_private {
        return Ok(());
    }
    let message = "expected a folder of this user with mode 0700: give another place with --socket";
    Err(at(folder, "the folder is not private", message))
}

fn lock(socket: &Path) -> Result<Flock<File>, Error> {
    let mut name = socket.as_os_str().to_owned();
    name.push(".lock");
    let path = PathBuf::from(name);
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags(O_NOFOLLOW | O_CLOEXEC)
        .open(&path);
    let file =
        opened.map_err(|error| at(&path, "the lock cannot be opened", &error.to_string()))?;
    let is_ours = file
        .metadata()
        .is_ok_and(|found| found.is_file() && found.uid() == Uid::effective().as_raw());
    if !is_ours {
        let message = "expected a file of this user: give another place with --socket";
        return Err(at(&path, "the lock is not ours", message));
    }
    Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, _)| {
        let message = "end that one, or give another place with --socket";
        at(socket, "another hub serves this socket", message)
    })
}

/// Removes a socket that a hub left behind. Whatever else is in the place stays there.
fn remove_stale(path: &Path) -> Result<(), Error> {
    let Ok(found) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    let refused = |what: &str| {
        let message = "it was left alone: remove it, or give another place with --socket";
        Err(at(path, what, message))
    };
    if found.file_type().is_symlink() {
        return refused("there is a symbolic link");
    }
    if !found.file_type().is_socket() {
        return refused("there is another file");
    }
    if found.uid() != Uid::effective().as_raw() {
        return refused("there is a socket of another user");
    }
    // A hub would hold the lock. Another program may listen without it.
    if UnixStream::connect(path).is_ok() {
        return refused("another program listens there");
    }
    fs::remove_file(path).map_err(|error| {
        at(
            path,
            "the stale socket cannot be removed",
            &error.to_string(),
        )
    })
}

/// Binds with mode 0600 from the first moment on.
fn bind_private(path: &Path) -> io::Result<UnixListener> {
    let before = umask(Mode::from_bits_truncate(0o177));
    let bound = UnixListener::bind(path);
    umask(before);
    let listener = bound?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_place_is_in_the_runtime_folder_or_a_private_one() {
        let place = |runtime: Option<&str>| socket_path(runtime.map(Into::into), Path::new("/t"));
        assert_eq!(place(Some("/run/u")), Path::new("/run/u/ask-user.sock"));
        let private = format!("/t/ask-user-{}/ask-user.sock", Uid::effective());
        for none in [None, Some(""), Some("relative")] {
            assert_eq!(place(none), Path::new(&private));
        }
    }

    #[track_caller]
    fn check_refused(path: &Path, wanted: &str) {
        let error = Socket::bind(path).unwrap_err().message();
        assert!(error.contains(wanted), "{error}");
        assert!(error.contains(&path.display().to_string()), "{error}");
    }

    #[test]
    fn a_socket_is_private_and_there_is_one_hub() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sock");
        let socket = Socket::bind(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        check_refused(&path, "another hub serves this socket");
        drop(socket);
        assert!(!path.exists(), "its socket is removed");
    }

    #[test]
    fn a_stale_socket_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sock");
        drop(UnixListener::bind(&path).unwrap());
        assert!(path.exists());
        assert!(Socket::bind(&path).is_ok());
    }

    #[test]
    fn links_files_and_other_programs_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "mine").unwrap();
        check_refused(&file, "there is another file");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");

        let link = folder.path().join("link");
        symlink(&file, &link).unwrap();
        check_refused(&link, "there is a symbolic link");
        assert_eq!(fs::read_link(&link).unwrap(), file);

        let busy = folder.path().join("busy");
        let _listener = UnixListener::bind(&busy).unwrap();
        check_refused(&busy, "another program listens there");
        assert!(busy.exists());

        let locked = folder.path().join("locked");
        symlink(&file, folder.path().join("locked.lock")).unwrap();
        let error = Socket::bind(&locked).unwrap_err().message();
        assert!(error.contains("the lock cannot be opened"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }

    #[test]
    fn the_private_folder_must_be_private() {
        let temporary = tempfile::tempdir().unwrap();
        let path = socket_path(None, temporary.path());
        let folder = path.parent().unwrap().to_owned();
        drop(Socket::bind(&path).unwrap());
        let mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        mode(0o755);
        check_refused_folder(&path);
        mode(0o700);
        assert!(Socket::bind(&path).is_ok());
    }

    #[track_caller]
    fn check_refused_folder(path: &Path) {
        let error = Socket::bind(path).unwrap_err().message();
        assert!(error.contains("the folder is not private"), "{error}");
    }
}
