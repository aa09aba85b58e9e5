//! The native JSON result of one question: `ask-user ask` prints it, `ask_user` returns it.

use serde::Serialize;
use serde_json::Value;

use crate::core::{Answer, AnswerValue, Outcome};

/// The native JSON result of one question.
///
/// ```
/// use ask_user::{AskUser, Question, Scripted};
/// use ask_user::dialect::{json, native};
///
/// let ask = AskUser::new();
/// let _bound = ask.bind(Scripted::lines(["2"]));
/// let outcome = ask.ask(&Question::new("Colour?").choice("red").choice("green"))?;
/// assert_eq!(
///     json::line(&native::result(&outcome)),
///     r#"{"answered":true,"choice_index":2,"choice":"green"}"#
/// );
/// # Ok::<(), ask_user::Error>(())
/// ```
pub fn result(outcome: &Outcome) -> Value {
    let shown = match outcome.answer() {
        Some(answer) => serde_json::to_value(AnsweredResult::new(answer)),
        None => serde_json::to_value(RefusedResult {
            answered: false,
            reason: outcome.reason().unwrap_or_default(),
        }),
    };
    // Conversion of strings, numbers and booleans to JSON cannot fail.
    shown.unwrap_or_default()
}

#[derive(Serialize)]
struct AnsweredResult<'a> {
    answered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_indices: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timed_out: Option<bool>,
}

impl<'a> AnsweredResult<'a> {
    fn new(answer: &'a Answer) -> Self {
        let mut shown = Self {
            answered: true,
            choice_index: None,
            choice: None,
            choice_indices: None,
            choices: None,
            text: None,
            note: answer.note(),
            timed_out: answer.timed_out().then_some(true),
        };
        match answer.value() {
            AnswerValue::Pick(pick) => {
                shown.choice_index = Some(pick.number.get());
                shown.choice = Some(&pick.label);
            }
            AnswerValue::Picks(picks) => {
                let ordered = picks.in_menu_order();
                shown.choice_indices = Some(ordered.iter().map(|pick| pick.number.get()).collect());
                shown.choices = Some(ordered.iter().map(|pick| pick.label.as_str()).collect());
                shown.text = picks.text.as_deref();
            }
            AnswerValue::LeftOut => {}
            AnswerValue::Text(text) => shown.text = Some(text),
            // The caller of this shape gets the secret as plain text.
            AnswerValue::Secret(secret) => shown.text = Some(secret.expose()),
        }
        shown
    }
}

#[derive(Serialize)]
struct RefusedResult {
    answered: bool,
    reason: String,
}
