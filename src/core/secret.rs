//! A value that must not be seen.

use std::fmt;

use zeroize::Zeroizing;

/// An answer that the operator typed unseen.
///
/// Its `Debug` shows no character and no length, it has no `Display`, and its
/// memory is overwritten when it is dropped. Read it with
/// [`expose`](Self::expose), once, where it is used.
///
/// ```
/// let secret = ask_user::Secret::from("hunter2".to_owned());
/// assert_eq!(format!("{secret:?}"), "Secret(hidden)");
/// assert_eq!(secret.expose(), "hunter2");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The value itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(Zeroizing::new(value))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}
