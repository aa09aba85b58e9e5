//! The device file of the controlling terminal.
//!
//! `/dev/tty` is a name for it that is different in every session. A lock for all
//! processes has to be on the device itself, `/dev/pts/3` for instance.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use nix::libc::{O_NOCTTY, O_NONBLOCK};

/// Opens the device. `None` if it cannot be found, or must not be opened.
pub(super) fn open() -> Option<File> {
    let path = path()?;
    // Neither may make it our controlling terminal, nor wait for a carrier.
    OpenOptions::new()
        .read(true)
        .custom_flags(O_NOCTTY | O_NONBLOCK)
        .open(path)
        .ok()
}

/// The kernel tells the number of the device; the usual names are tried for it.
#[cfg(target_os = "linux")]
fn path() -> Option<PathBuf> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let device = controlling_terminal(&stat)?;
    let minor = nix::sys::stat::minor(device);
    ["/dev/pts/", "/dev/tty", "/dev/ttyS"]
        .into_iter()
        .map(|prefix| match prefix {
            "/dev/ttyS" => format!("{prefix}{}", minor.saturating_sub(64)),
            prefix => format!("{prefix}{minor}"),
        })
        .chain(["/dev/console".to_owned(), "/dev/hvc0".to_owned()])
        .map(PathBuf::from)
        .find(|path| is_device(path, device))
}

/// A stream that is open on a terminal is taken to be open on the controlling one.
#[cfg(not(target_os = "linux"))]
fn path() -> Option<PathBuf> {
    use nix::unistd::ttyname;
    let names = [ttyname(std::io::stderr()), ttyname(std::io::stdin())];
    names.into_iter().flatten().next()
}

/// The device number in `/proc/self/stat`: the fifth field after the name of the
/// program, which may hold blanks and parentheses.
#[cfg(target_os = "linux")]
fn controlling_terminal(stat: &str) -> Option<nix::libc::dev_t> {
    let (_, fields) = stat.rsplit_once(')')?;
    let number: i32 = fields.split_whitespace().nth(4)?.parse().ok()?;
    let number = u64::from(number.cast_unsigned());
    let (major, minor) = (
        (number >> 8) & 0xfff,
        (number & 0xff) | ((number >> 12) & 0xfff00),
    );
    (number != 0).then(|| nix::sys::stat::makedev(major, minor))
}

#[cfg(target_os = "linux")]
fn is_device(path: &Path, device: nix::libc::dev_t) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.rdev() == device)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stat: &str, wanted: Option<(u64, u64)>) {
        let device = controlling_terminal(stat);
        let numbers = device.map(|it| (nix::sys::stat::major(it), nix::sys::stat::minor(it)));
        assert_eq!(numbers, wanted);
    }

    #[test]
    fn the_device_number_of_the_controlling_terminal() {
        check("7 (ask-user) S 1 7 7 34816 7 0", Some((136, 0)));
        check("7 (a) b) (c) S 1 7 7 34819 7 0", Some((136, 3)));
        check("7 (x) S 1 7 7 1083393 7 0", Some((136, 257)));
        check("7 (x) S 1 7 7 1025 7 0", Some((4, 1)));
        check("7 (x) S 1 7 7 0 -1 0", None);
        check("", None);
    }
}
