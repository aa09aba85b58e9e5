//! How much a broker holds: the size of a request, and the limits.

use super::published_request::Subject;
use crate::core::{Choice, DefaultAnswer, Question};
use crate::error::Error;

/// The most requests that wait for an answer at the same time.
pub const MAX_PENDING: usize = 10_000;

/// The most bytes of text that all waiting requests have together. The event log is bounded by
/// the same number, and so are the contents of the remembered responds.
pub const MAX_PENDING_BYTES: usize = 64 * 1024 * 1024;

/// What the requests that wait amount to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    pub(super) requests: usize,
    pub(super) bytes: usize,
}

impl Load {
    /// Whether a request of this size may join them. A single one always may.
    ///
    /// # Errors
    /// A bad request that names the limit.
    pub(super) fn admit(self, bytes: usize) -> Result<(), Error> {
        let full = if self.requests >= MAX_PENDING {
            format!(
                "{} requests wait for an answer already, and at most {MAX_PENDING} may",
                self.requests
            )
        } else if self.requests > 0 && self.bytes.saturating_add(bytes) > MAX_PENDING_BYTES {
            format!(
                "the {} requests that wait have {} bytes, this one has {bytes}, and together they may have \
                 {MAX_PENDING_BYTES}",
                self.requests, self.bytes
            )
        } else {
            return Ok(());
        };
        Err(Error::bad_request(
            "",
            format!("{full}: wait for an answer, or withdraw a request"),
        ))
    }
}

/// The size of a request: the bytes of its texts.
pub(super) fn size(subject: &Subject) -> usize {
    match subject {
        Subject::Questions(published) => published
            .iter()
            .map(|published| published.id.len() + question_size(&published.question))
            .sum(),
        Subject::Approval { title, detail } => approval_size(title, detail.as_deref()),
    }
}

/// The size of an approval request.
pub(super) fn approval_size(title: &str, detail: Option<&str>) -> usize {
    title.len() + text(detail)
}

/// The size of a question.
pub(super) fn question_size(question: &Question) -> usize {
    let preset = match question.default_answer() {
        Some(DefaultAnswer::Text(text) | DefaultAnswer::Draft(text)) => text.len(),
        Some(DefaultAnswer::Pick(_) | DefaultAnswer::Ticked(_)) | None => 0,
    };
    let choices = question.choices().iter().map(choice_size).sum::<usize>();
    let texts = [question.header_text(), question.warning_text()];
    question.text().len() + preset + choices + texts.into_iter().map(text).sum::<usize>()
}

fn choice_size(choice: &Choice) -> usize {
    choice.label().len() + text(choice.description_text()) + text(choice.preview_text())
}

fn text(text: Option<&str>) -> usize {
    text.map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_bounded_and_one_of_any_size_is_taken() {
        #[track_caller]
        fn check(requests: usize, bytes: usize, more: usize, wanted: Option<&str>) {
            let refused = Load { requests, bytes }.admit(more).err();
            let message = refused.map(|error| error.message());
            let fits = match (&message, wanted) {
                (Some(message), Some(wanted)) => message.contains(wanted),
                (message, wanted) => message.is_none() && wanted.is_none(),
            };
            assert!(fits, "{message:?}");
        }
        check(MAX_PENDING - 1, 0, 9, None);
        check(
            MAX_PENDING,
            0,
            0,
            Some("10000 requests wait for an answer already"),
        );
        check(0, 0, MAX_PENDING_BYTES + 1, None);
        check(
            1,
            MAX_PENDING_BYTES,
            1,
            Some("this one has 1, and together"),
        );
        check(1, MAX_PENDING_BYTES - 1, 1, None);
    }
}
