//! How a call ends: a closed set, with its texts and exit statuses in one table.

use std::fmt;
use std::time::Duration;

use super::answer::Answer;

/// How a call ended. Every call ends in exactly one of these.
///
/// `A` is what an answered call carries: one [`Answer`] for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A = Answer> {
    /// The operator answered.
    Answered(A),
    /// There was nobody to ask, or nobody who could be asked this.
    NoOperator(NoOperatorReason),
    /// The attempts were used up by invalid lines.
    Exhausted,
    /// The input ended before an answer.
    Closed,
    /// The operator, or the client on the way to them, said no.
    Declined(Decline),
    /// The operator wants to talk before answering, and may have said about what.
    Discuss(Option<String>),
    /// The caller took the question back.
    Withdrawn,
    /// The timeout passed without a key.
    TimedOut(Duration),
    /// The operator pressed Ctrl+C.
    Cancelled,
}

/// Why there is no operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOperatorReason {
    /// Nobody is there.
    Nobody,
    /// Somebody may be there, but what they type could not be hidden.
    CannotHide,
}

/// Who declined, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decline {
    /// The operator, with a reason if they gave one.
    Operator(Option<String>),
    /// An MCP client, whose user may not have seen the question.
    Client,
}

impl<A> Outcome<A> {
    /// Which row of the table this is.
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

    /// The same outcome with another answer, made from this one by `answer`;
    /// `None` if that gives none.
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

    /// The reason text of an outcome without an answer; `None` when answered.
    ///
    /// The operator's own words, where there are any, follow after a colon.
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
                said("operator declined", reason.as_deref())
            }
            Self::Discuss(text) => said("operator wants to talk first", text.as_deref()),
            Self::Withdrawn => "question withdrawn by the caller".to_owned(),
            Self::TimedOut(limit) => format!("no answer within {} s", limit.as_secs_f64()),
            Self::Cancelled => "operator cancelled (Ctrl+C)".to_owned(),
        };
        Some(text)
    }
}

fn said(what: &str, words: Option<&str>) -> String {
    match words {
        Some(words) => format!("{what}: {words}"),
        None => what.to_owned(),
    }
}

/// The rows of the table of outcomes.
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
    /// All of them, in the order of their exit statuses.
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

    /// The one table: word, exit status, and what it means in a few words.
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

    /// The word for it, lower case.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// The exit status of a program that ends with it.
    pub fn exit_status(self) -> u8 {
        self.row().1
    }

    /// What it means, in a few words.
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
    fn texts_and_statuses() {
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

    /// F08: nobody there is never worded as somebody's decision.
    #[test]
    fn f08_no_operator_blames_nobody() {
        for why in [NoOperatorReason::Nobody, NoOperatorReason::CannotHide] {
            let reason = Outcome::<Answer>::NoOperator(why)
                .reason()
                .unwrap_or_default();
            for word in ["declin", "dismiss", "cancel", "answered"] {
                assert!(!reason.contains(word), "{reason:?} contains {word:?}");
            }
        }
    }

    /// F18, F83: every outcome has a status and a word of its own.
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
