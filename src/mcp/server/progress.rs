//! Progress notifications while a tool call waits for the operator.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::core::{Question, Request, sanitize};
use crate::seam::Withdrawal;

/// The interval of the notifications. Clients time out after 60 s without one. The interval does
/// not divide 60 s, so a notification is never sent at the moment of the timeout.
const INTERVAL: Duration = Duration::from_secs(8);

/// The length of a question's title, in characters.
const MAX_TITLE_CHARS: usize = 60;

/// Where a call stands.
#[derive(Debug)]
pub(super) enum Stage {
    /// It waits for its turn.
    Queued,
    /// The operator is asked. The withdrawal tells which question stands.
    Operator(Withdrawal),
    /// The client shows a form.
    Form,
}

/// What the progress notifications of one call say.
pub(super) struct Progress<'r> {
    request: &'r Request,
    stage: Mutex<Stage>,
}

impl<'r> Progress<'r> {
    pub(super) fn new(request: &'r Request) -> Self {
        Self {
            request,
            stage: Mutex::new(Stage::Queued),
        }
    }

    pub(super) fn enter(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    /// Where the call stands, in one line. `others` is the number of other calls that wait.
    fn message(&self, others: usize) -> String {
        let questions = self.request.questions();
        let count = questions.len();
        let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let (here, waiting) = match &*stage {
            // One of the others is not waiting: its question stands.
            Stage::Queued => (
                "waiting for its turn at the operator".to_owned(),
                others.saturating_sub(1),
            ),
            Stage::Form if count == 1 => (
                format!("form with 1 question: {}", title(&questions[0])),
                others,
            ),
            Stage::Form => (
                format!("form with {count} questions: {}", title(&questions[0])),
                others,
            ),
            Stage::Operator(withdrawal) => {
                let here = match withdrawal.standing_question() {
                    None => "waiting for the operator".to_owned(),
                    Some(index) => match questions.get(index) {
                        Some(question) => {
                            format!("question {} of {count}: {}", index + 1, title(question))
                        }
                        None => format!("review of {count} answers"),
                    },
                };
                (here, others)
            }
        };
        match waiting {
            0 => here,
            waiting => format!("{here}; {waiting} more waiting"),
        }
    }
}

/// The header of a question, or the beginning of its text, on one line.
fn title(question: &Question) -> String {
    let text = question.header_text().unwrap_or(question.text()).trim();
    sanitize::excerpt(text.lines().next().unwrap_or_default(), MAX_TITLE_CHARS)
}

/// Waits for `work` and sends progress notifications meanwhile, if the call has a progress token.
/// No notification is sent after `work` is done. `others` is the number of other open calls.
pub(super) async fn with_progress<T>(
    context: &RequestContext<RoleServer>,
    progress: &Progress<'_>,
    others: impl Fn() -> usize,
    work: impl Future<Output = T>,
) -> T {
    tokio::pin!(work);
    let Some(token) = context.meta.get_progress_token() else {
        return work.await;
    };
    let mut ticks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent = 0.0;
    loop {
        tokio::select! {
            biased;
            result = &mut work => return result,
            _ = ticks.tick() => {}
        }
        sent += 1.0;
        let notification = ProgressNotificationParam::new(token.clone(), sent)
            .with_message(progress.message(others()));
        // If this fails, sending the result fails too, so the error is ignored.
        let _ = context.peer.notify_progress(notification).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(request: &Request, stage: Stage, others: usize, wanted: &str) {
        let progress = Progress::new(request);
        progress.enter(stage);
        assert_eq!(progress.message(others), wanted);
    }

    fn standing(index: usize) -> Stage {
        let withdrawal = Withdrawal::new();
        withdrawal.set_standing_question(index);
        Stage::Operator(withdrawal)
    }

    #[test]
    fn it_says_which_question_stands_and_how_many_wait() {
        let one = Request::from(Question::new("Which\nqueue?"));
        let three = Request::from(Question::new("Where?"))
            .and(Question::new("Which database?").header("Database"))
            .and(Question::new("x".repeat(90)));
        check(
            &three,
            standing(1),
            2,
            "question 2 of 3: Database; 2 more waiting",
        );
        check(&three, standing(0), 0, "question 1 of 3: Where?");
        let long = format!("question 3 of 3: {}...; 1 more waiting", "x".repeat(60));
        check(&three, standing(2), 1, &long);
        check(&three, standing(3), 0, "review of 3 answers");
        check(&one, standing(0), 0, "question 1 of 1: Which");
        let nothing_yet = || Stage::Operator(Withdrawal::new());
        check(
            &one,
            nothing_yet(),
            1,
            "waiting for the operator; 1 more waiting",
        );
        check(&three, Stage::Form, 0, "form with 3 questions: Where?");
        check(
            &one,
            Stage::Form,
            1,
            "form with 1 question: Which; 1 more waiting",
        );
        check(
            &one,
            Stage::Queued,
            1,
            "waiting for its turn at the operator",
        );
        let queued = "waiting for its turn at the operator; 2 more waiting";
        check(&one, Stage::Queued, 3, queued);
    }
}
