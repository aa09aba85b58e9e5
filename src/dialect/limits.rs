//! The bounds that two tools share.

use crate::error::Error;

/// The most questions in one call of `AskUserQuestion` or `request_user_input`.
pub const MAX_QUESTIONS: usize = 4;

/// The most options of one question there.
pub const MAX_OPTIONS: usize = 4;

/// One to [`MAX_QUESTIONS`].
pub(super) fn check_questions(count: usize) -> Result<(), Error> {
    check("questions", "questions", count, MAX_QUESTIONS)
}

/// One to [`MAX_OPTIONS`].
pub(super) fn check_options(question: usize, count: usize) -> Result<(), Error> {
    check(
        &format!("questions[{question}].options"),
        "options",
        count,
        MAX_OPTIONS,
    )
}

/// Refuses a text that stands twice, at its second place.
pub(super) fn differ<'t>(
    what: &str,
    texts: impl Iterator<Item = &'t str>,
    path: impl Fn(usize) -> String,
) -> Result<(), Error> {
    let mut seen = Vec::new();
    for (index, text) in texts.enumerate() {
        if seen.contains(&text) {
            let message = format!("{what} must differ, found {text:?} again");
            return Err(Error::bad_request(path(index), message));
        }
        seen.push(text);
    }
    Ok(())
}

fn check(path: &str, what: &str, found: usize, most: usize) -> Result<(), Error> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(Error::bad_request(
        path,
        format!("expected 1 to {most} {what}, found {found}"),
    ))
}
