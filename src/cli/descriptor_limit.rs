//! How many descriptors this process may have.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Lets the process have as many descriptors as the system allows it. The usual limit of 1,024 is
/// less than the connections of a hub need.
pub(crate) fn raise() {
    if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_NOFILE) {
        // With the old limit, fewer connections are served at the same time.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    }
}
