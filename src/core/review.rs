//! The last look before several answers are sent.

use super::answer::Answer;
use super::fault::Fault;
use super::grammar::Entry;
use super::grammar::full::sign;
use super::number::{Number, Reading, read};
use super::outcome::Outcome;
use super::prompt::{Moves, Prompt, Purpose, Surface};
use super::question::Question;
use super::safe;
use super::said::taken;
use super::settings::Settings;
use super::wrap::push_wrapped;

/// What a line at the review means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Send,
    /// Answer the question with this index again.
    Reopen(usize),
    Back,
    ShowAgain,
    Decline(Option<String>),
    Discuss(Option<String>),
    Invalid(Fault),
}

/// Reads a line at the review of `count` answers.
pub(super) fn judge_review(line: &str, count: usize) -> Choice {
    if line.contains('\n') {
        return Choice::Invalid(Fault::SeveralLines);
    }
    let line = line.trim();
    match (read(line), sign(line)) {
        (Reading::Number(number), _) if number.index() < count => Choice::Reopen(number.index()),
        (_, Some(Entry::Decline(reason))) => Choice::Decline(reason),
        (_, Some(Entry::Discuss(text))) => Choice::Discuss(text),
        _ => match line {
            "" => Choice::Send,
            "<" => Choice::Back,
            "?" => Choice::ShowAgain,
            _ => Choice::Invalid(Fault::NotOnMenu(Some(line.to_owned()))),
        },
    }
}

/// The first question that needs an answer and has none.
pub(super) fn unanswered(questions: &[Question], answers: &[Option<Answer>]) -> Option<Fault> {
    let mut all = questions.iter().zip(answers).enumerate();
    all.find_map(|(index, (question, answer))| {
        let needs = question.is_required() && answer.is_none();
        needs.then(|| Fault::Unanswered(index + 1, name(question).to_owned()))
    })
}

/// The prompt of the review. `whole` lists the answers above the cue.
pub(super) fn prompt(
    questions: &[Question],
    answers: &[Option<Answer>],
    settings: &Settings,
    surface: Surface,
    notice: &str,
    whole: bool,
) -> Prompt {
    let mut body = notice.to_owned();
    if whole {
        body.push_str("Your answers:\n");
        for (index, (question, answer)) in questions.iter().zip(answers).enumerate() {
            let number = Number::from_index(index);
            let first = format!("  {number}) ");
            push_wrapped(
                &mut body,
                &first,
                first.len(),
                &safe::line(name(question)),
                surface.wrap_at(),
            );
            let indent = " ".repeat(first.len());
            let shown = shown(answer.as_ref(), settings);
            push_wrapped(&mut body, &indent, first.len(), &shown, surface.wrap_at());
        }
    }
    Prompt {
        body,
        cue: format!("Enter sends, 1-{} changes > ", questions.len()),
        styled_cue: None,
        purpose: Purpose::Review,
        hidden: false,
        timed: true,
        moves: Moves::Back,
    }
}

fn shown(answer: Option<&Answer>, settings: &Settings) -> String {
    let Some(answer) = answer else {
        return "unanswered".to_owned();
    };
    let limit = settings.limit.unwrap_or_default();
    let late = answer
        .timed_out()
        .then(|| Outcome::<Answer>::TimedOut(limit).reason());
    match late.flatten() {
        Some(late) => format!("{} ({late})", taken(answer)),
        None => taken(answer),
    }
}

/// The first line of the question.
fn name(question: &Question) -> &str {
    question.text().trim().lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, wanted: Choice) {
        assert_eq!(judge_review(line, 3), wanted, "line {line:?}");
    }

    #[test]
    fn lines_at_the_review() {
        let off = |line: &str| Choice::Invalid(Fault::NotOnMenu(Some(line.to_owned())));
        check("", Choice::Send);
        check(" 3 ", Choice::Reopen(2));
        check("<", Choice::Back);
        check("?", Choice::ShowAgain);
        check("! no", Choice::Decline(Some("no".to_owned())));
        check("~", Choice::Discuss(None));
        for line in ["4", "0", "x", ">", "1 # note", "1,2", "/x"] {
            check(line, off(line));
        }
        check("1\n2", Choice::Invalid(Fault::SeveralLines));
    }
}
