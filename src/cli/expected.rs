//! Parsing a value of an option, with an error that says what was expected.

use std::str::FromStr;

/// A parser for clap. `wanted` says in its error what the option takes.
pub(crate) fn expected<T: FromStr>(
    wanted: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| text.parse().map_err(|_| format!("expected {wanted}"))
}
