//! The outcomes of a call, with their reason texts and exit statuses.

use std::fmt;
use std::time::Duration;

use super::answer::Answer;

/// The outcome of a call. Every call ends with exactly one outcome.
///
/// `A` is the type of the answer. For one question it is [`Answer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A = Answer> {
    /// The operator answered.
    Answered(A),
    /// There was no operator, or the operator's input could not be hidden.
    NoOperator(NoOperatorReason),
    /// The operator used up all attempts with invalid lines.
    Exhausted,
    /// The input ended (EOF) before an answer.
    Closed,
    /// The operator or the MCP client declined the question.
    Declined(Decline),
    /// The operator wants to talk before answering. The text is the topic, if given.
    Discuss(Option<String>),
    /// The caller withdrew the question.
    Withdrawn,
    /// The timeout passed without a key press. The value is the timeout.
    TimedOut(Duration),
    /// The operator pressed Ctrl+C.
    Cancelled,
}

/// The reason for [`Outcome::NoOperator`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOperatorReason {
    /// There is no operator.
    Nobody,
    /// There may be an operator, but typed input could not be hidden.
    CannotHide,
}

/// Who declined, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decline {
    /// The operator declined. The text is the reason, if given.
    Operator(Option<String>),
    /// An MCP client declined. Its user may not have seen the question.
    Client,
}

impl<A> Outcome<A> {
    /// The kind of this outcome, without its data.
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Self::Answered(_) => OutcomeKind::Answered,
            Self::NoOperator(_) => OutcomeKind::NoOperator,
            Self::Exhausted => OutcomeKind::Exhausted,
            Self::Closed => OutcomeKind::Closed,
            Self::Declined(_) => OutcomeKind::Declined,
            Self::Discuss(_) => OutcomeKind::Discuss,
            Self::Withdrawn => OutcomeKind::Withdrawn,
            Self::TimedOut(_) => OutcomeKind::TimedOut,
            Self::Cancelled => OutcomeKind::Cancelled,
        }
    }

    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&A> {
        match self {
            Self::Answered(answer) => Some(answer),
            Self::NoOperator(_)
            | Self::Exhausted
            | Self::Closed
            | Self::Declined(_)
            | Self::Discuss(_)
            | Self::Withdrawn
            | Self::TimedOut(_)
            | Self::Cancelled => None,
        }
    }

    /// Maps the answer of the outcome with `answer`. Other outcomes stay the same.
    ///
    /// `None` if `answer` returns `None`.
    pub fn with_answer<B>(self, answer: impl FnOnce(A) -> Option<B>) -> Option<Outcome<B>> {
        Some(match self {
            Self::Answered(given) => Outcome::Answered(answer(given)?),
            Self::NoOperator(why) => Outcome::NoOperator(why),
            Self::Exhausted => Outcome::Exhausted,
            Self::Closed => Outcome::Closed,
            Self::Declined(decline) => Outcome::Declined(decline),
            Self::Discuss(text) => Outcome::Discuss(text),
            Self::Withdrawn => Outcome::Withdrawn,
            Self::TimedOut(limit) => Outcome::TimedOut(limit),
            Self::Cancelled => Outcome::Cancelled,
        })
    }

    /// The reason why there is no answer. `None` if the call was answered.
    ///
    /// The operator's own text, if there is any, follows after a colon.
    ///
    /// ```
    /// use ask_user::Outcome;
    /// let outcome: Outcome = Outcome::Cancelled;
    /// assert_eq!(outcome.reason().unwrap(), "operator cancelled (Ctrl+C)");
    /// ```
    pub fn reason(&self) -> Option<String> {
        let text = match self {
            Self::Answered(_) => return None,
            Self::NoOperator(NoOperatorReason::Nobody) => {
                "no interactive operator in this session mode".to_owned()
            }
            Self::NoOperator(NoOperatorReason::CannotHide) => {
                "this session cannot hide a secret".to_owned()
            }
            Self::Exhausted => "no valid answer (max attempts exhausted)".to_owned(),
            Self::Closed => "input closed before an answer".to_owned(),
            Self::Declined(Decline::Client) => {
                "the client declined the question; its user may not have seen it".to_owned()
            }
            Self::Declined(Decline::Operator(reason)) => {
                with_operator_text("operator declined", reason.as_deref())
            }
            Self::Discuss(text) => {
                with_operator_text("operator wants to talk first", text.as_deref())
            }
            Self::Withdrawn => "question withdrawn by the caller".to_owned(),
            Self::TimedOut(limit) => format!("no answer within {} s", limit.as_secs_f64()),
            Self::Cancelled => "operator cancelled (Ctrl+C)".to_owned(),
        };
        Some(text)
    }
}

fn with_operator_text(reason: &str, text: Option<&str>) -> String {
    match text {
        Some(text) => format!("{reason}: {text}"),
        None => reason.to_owned(),
    }
}

/// The kind of an [`Outcome`], without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// See [`Outcome::Answered`].
    Answered,
    /// See [`Outcome::NoOperator`].
    NoOperator,
    /// See [`Outcome::Exhausted`].
    Exhausted,
    /// See [`Outcome::Closed`].
    Closed,
    /// See [`Outcome::Declined`].
    Declined,
    /// See [`Outcome::Discuss`].
    Discuss,
    /// See [`Outcome::Withdrawn`].
    Withdrawn,
    /// See [`Outcome::TimedOut`].
    TimedOut,
    /// See [`Outcome::Cancelled`].
    Cancelled,
}

impl OutcomeKind {
    /// All kinds, in the order of their exit statuses.
    pub const ALL: [Self; 9] = [
        Self::Answered,
        Self::NoOperator,
        Self::Exhausted,
        Self::Closed,
        Self::Declined,
        Self::Discuss,
        Self::Withdrawn,
        Self::TimedOut,
        Self::Cancelled,
    ];

    /// The table of all kinds: word, exit status, and a short description.
    fn row(self) -> (&'static str, u8, &'static str) {
        match self {
            Self::Answered => ("answered", 0, "the operator answered"),
            Self::NoOperator => (
                "no operator",
                3,
                "nobody to ask, or a secret that could not be hidden",
            ),
            Self::Exhausted => ("exhausted", 4, "no valid line within the attempts"),
            Self::Closed => (
                "closed",
                5,
                "the input ended before an answer (Ctrl+D, end of the pipe, hang-up)",
            ),
            Self::Declined => ("declined", 6, "the operator declined (!)"),
            Self::Discuss => ("discuss", 7, "the operator wants to talk first (~)"),
            Self::Withdrawn => ("withdrawn", 8, "the caller took the question back"),
            Self::TimedOut => ("timed out", 124, "no key within the timeout"),
            Self::Cancelled => ("cancelled", 130, "the operator pressed Ctrl+C"),
        }
    }

    /// The name of the kind, in lower case.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// The exit status of the program for this kind of outcome.
    pub fn exit_status(self) -> u8 {
        self.row().1
    }

    /// A short description of the kind.
    pub fn meaning(self) -> &'static str {
        self.row().2
    }
}

impl fmt::Display for OutcomeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(outcome: &Outcome, status: u8, reason: Option<&str>) {
        assert_eq!(outcome.kind().exit_status(), status);
        assert_eq!(outcome.reason().as_deref(), reason);
    }

    #[test]
    fn reasons_and_exit_statuses() {
        let nobody = "no interactive operator in this session mode";
        check(
            &Outcome::NoOperator(NoOperatorReason::Nobody),
            3,
            Some(nobody),
        );
        let hide = "this session cannot hide a secret";
        check(
            &Outcome::NoOperator(NoOperatorReason::CannotHide),
            3,
            Some(hide),
        );
        check(
            &Outcome::Exhausted,
            4,
            Some("no valid answer (max attempts exhausted)"),
        );
        check(&Outcome::Closed, 5, Some("input closed before an answer"));
        let no = |why: Option<&str>| Outcome::Declined(Decline::Operator(why.map(str::to_owned)));
        check(&no(None), 6, Some("operator declined"));
        check(
            &no(Some("not mine")),
            6,
            Some("operator declined: not mine"),
        );
        let client = "the client declined the question; its user may not have seen it";
        check(&Outcome::Declined(Decline::Client), 6, Some(client));
        check(
            &Outcome::Discuss(None),
            7,
            Some("operator wants to talk first"),
        );
        let talk = Outcome::Discuss(Some("why?".to_owned()));
        check(&talk, 7, Some("operator wants to talk first: why?"));
        check(
            &Outcome::Withdrawn,
            8,
            Some("question withdrawn by the caller"),
        );
        check(
            &Outcome::TimedOut(Duration::from_secs(1)),
            124,
            Some("no answer within 1 s"),
        );
        let fifth = Outcome::TimedOut(Duration::from_millis(200));
        check(&fifth, 124, Some("no answer within 0.2 s"));
        check(
            &Outcome::Cancelled,
            130,
            Some("operator cancelled (Ctrl+C)"),
        );
    }

    /// F08: the reason for a missing operator never sounds like a decision of the operator.
    #[test]
    fn f08_no_operator_reason_is_not_a_decision() {
        for why in [NoOperatorReason::Nobody, NoOperatorReason::CannotHide] {
            let reason = Outcome::<Answer>::NoOperator(why)
                .reason()
                .unwrap_or_default();
            for word in ["declin", "dismiss", "cancel", "answered"] {
                assert!(!reason.contains(word), "{reason:?} contains {word:?}");
            }
        }
    }

    /// F18, F83: every outcome has a unique exit status and a unique word.
    #[test]
    fn f83_all_kinds_differ() {
        for (i, a) in OutcomeKind::ALL.iter().enumerate() {
            for b in &OutcomeKind::ALL[i + 1..] {
                assert_ne!(a.exit_status(), b.exit_status());
                assert_ne!(a.word(), b.word());
            }
        }
    }
}
