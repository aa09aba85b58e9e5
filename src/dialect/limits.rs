//! Limits that `AskUserQuestion` and `request_user_input` share.

use crate::error::Error;

/// The maximum number of questions in a call of `AskUserQuestion` or `request_user_input`.
pub const MAX_QUESTIONS: usize = 4;

/// The maximum number of options of one question in these calls.
pub const MAX_OPTIONS: usize = 4;

/// Checks that a call has 1 to [`MAX_QUESTIONS`] questions.
pub(super) fn check_questions(count: usize) -> Result<(), Error> {
    check("questions", "questions", count, MAX_QUESTIONS)
}

/// Checks that a question has 1 to [`MAX_OPTIONS`] options.
pub(super) fn check_options(question: usize, count: usize) -> Result<(), Error> {
    check(
        &format!("questions[{question}].options"),
        "options",
        count,
        MAX_OPTIONS,
    )
}

/// Checks that all texts are different. The error has the path of the second occurrence.
pub(super) fn check_unique<'t>(
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
