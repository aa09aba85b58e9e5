//! The review prompt: it lists all answers before they are sent.

use super::answer::Answer;
use super::grammar::ParsedLine;
use super::grammar::full::decline_or_discuss;
use super::invalid_line::InvalidLine;
use super::notice::answer_text;
use super::number::{Number, ParsedNumber, parse_number};
use super::outcome::Outcome;
use super::prompt::{Navigation, Prompt, Purpose};
use super::question::Question;
use super::sanitize;
use super::screen::Screen;
use super::settings::Settings;
use super::wrap::push_wrapped;

/// The meaning of a line at the review prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReviewLine {
    Send,
    /// Answer the question with this index again.
    Reopen(usize),
    Back,
    ShowAgain,
    Decline(Option<String>),
    Discuss(Option<String>),
    Invalid(InvalidLine),
}

/// Parses a line at the review prompt of `count` answers.
pub(super) fn parse_review_line(line: &str, count: usize) -> ReviewLine {
    if line.contains('\n') {
        return ReviewLine::Invalid(InvalidLine::SeveralLines);
    }
    let line = line.trim();
    match (parse_number(line), decline_or_discuss(line)) {
        (ParsedNumber::Number(number), _) if number.index() < count => {
            ReviewLine::Reopen(number.index())
        }
        (_, Some(ParsedLine::Decline(reason))) => ReviewLine::Decline(reason),
        (_, Some(ParsedLine::Discuss(text))) => ReviewLine::Discuss(text),
        _ => match line {
            "" => ReviewLine::Send,
            "<" => ReviewLine::Back,
            "?" => ReviewLine::ShowAgain,
            _ => ReviewLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned()))),
        },
    }
}

/// An error for the first required question without an answer. `None` if all required
/// questions have an answer.
pub(super) fn unanswered(
    questions: &[Question],
    answers: &[Option<Answer>],
) -> Option<InvalidLine> {
    let index = first_unanswered(questions, answers)?;
    let name = first_line(&questions[index]).to_owned();
    Some(InvalidLine::Unanswered(index + 1, name))
}

/// The index of the first required question without an answer.
pub(super) fn first_unanswered(
    questions: &[Question],
    answers: &[Option<Answer>],
) -> Option<usize> {
    let mut all = questions.iter().zip(answers);
    all.position(|(question, answer)| question.is_required() && answer.is_none())
}

/// The review prompt. If `list_answers` is true, it lists the answers above the cue.
pub(super) fn prompt(
    questions: &[Question],
    answers: &[Option<Answer>],
    settings: &Settings,
    screen: Screen,
    notice: &str,
    list_answers: bool,
) -> Prompt {
    let mut body = notice.to_owned();
    if list_answers {
        body.push_str("Your answers:\n");
        for (index, (question, answer)) in questions.iter().zip(answers).enumerate() {
            let number = Number::from_index(index);
            let first = format!("  {number}) ");
            push_wrapped(
                &mut body,
                &first,
                first.len(),
                &sanitize::line(first_line(question)),
                screen.wrap_at(),
            );
            let indent = " ".repeat(first.len());
            let shown = answer_line(answer.as_ref(), settings);
            push_wrapped(&mut body, &indent, first.len(), &shown, screen.wrap_at());
        }
    }
    Prompt {
        body,
        cue: format!("Enter sends, 1-{} changes > ", questions.len()),
        styled_cue: None,
        purpose: Purpose::Review,
        hidden: false,
        timed: true,
        navigation: Navigation::Back,
    }
}

fn answer_line(answer: Option<&Answer>, settings: &Settings) -> String {
    let Some(answer) = answer else {
        return "unanswered".to_owned();
    };
    let limit = settings.timeout.unwrap_or_default();
    let timeout_reason = answer
        .timed_out()
        .then(|| Outcome::<Answer>::TimedOut(limit).reason());
    match timeout_reason.flatten() {
        Some(timeout_reason) => format!("{} ({timeout_reason})", answer_text(answer)),
        None => answer_text(answer),
    }
}

/// The first line of the question text.
fn first_line(question: &Question) -> &str {
    question.text().trim().lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, wanted: ReviewLine) {
        assert_eq!(parse_review_line(line, 3), wanted, "line {line:?}");
    }

    #[test]
    fn lines_at_the_review() {
        let off = |line: &str| ReviewLine::Invalid(InvalidLine::NotOnMenu(Some(line.to_owned())));
        check("", ReviewLine::Send);
        check(" 3 ", ReviewLine::Reopen(2));
        check("<", ReviewLine::Back);
        check("?", ReviewLine::ShowAgain);
        check("! no", ReviewLine::Decline(Some("no".to_owned())));
        check("~", ReviewLine::Discuss(None));
        for line in ["4", "0", "x", ">", "1 # note", "1,2", "/x"] {
            check(line, off(line));
        }
        check("1\n2", ReviewLine::Invalid(InvalidLine::SeveralLines));
    }
}
