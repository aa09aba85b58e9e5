//! A secret value that is never shown and is cleared from memory.

use std::fmt;

use zeroize::Zeroizing;

/// A secret that the operator typed without echo.
///
/// `Debug` shows neither its characters nor its length. It does not implement
/// `Display`. Its memory is overwritten when it is dropped. Read it with
/// [`expose`](Self::expose), only once, at the place where it is used.
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
