//! Sessions written as they look on the screen, played through the library.
//!
//! A file in `tests/transcripts/` holds sessions divided by `---`. Lines before
//! the screen say what is asked; screen lines begin with `| `; what the operator
//! types stands in `«»`, where `^C`, `^D`, `timeout`, `withdrawn` and `bytes`
//! (not UTF-8) are replies of their own and `⏎` is a pasted line break. The
//! last line is the outcome.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ask_user::{
    Answer, AnswerValue, Answers, AskUser, Choice, FreeText, Grammar, Layout, OnTimeout, Question,
    Reply, Request, RequestOutcome, Requirement, Screen, Scripted, Settings,
};

#[test]
fn every_transcript_plays_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut played = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for session in text.split("\n---\n") {
            play(session, &path);
            played += 1;
        }
    }
    assert!(played > 30, "only {played} sessions were found");
}

#[track_caller]
fn play(session: &str, path: &Path) {
    let mut script = Session::default();
    for line in session.lines() {
        script
            .line(line)
            .unwrap_or_else(|why| panic!("{}: {why}: {line:?}", path.display()));
    }
    let Session {
        questions,
        settings,
        screen,
        replies,
        expected,
        outcome,
    } = script;
    let scripted = Scripted::replies(replies).on(screen);
    let transcript = scripted.transcript();
    let ask = AskUser::new();
    let _bound = ask.bind(scripted);
    let request = Request::new(questions).unwrap();
    let got = ask.ask_request(&request, &settings, None).unwrap();
    let shown = format!("{}outcome: {}\n", transcript.text(), words(&got));
    let wanted = format!("{expected}outcome: {outcome}\n");
    assert!(
        shown == wanted,
        "{}\n--- shown\n{shown}--- wanted\n{wanted}",
        path.display()
    );
}

struct Session {
    questions: Vec<Question>,
    settings: Settings,
    screen: Screen,
    replies: Vec<Reply>,
    expected: String,
    outcome: String,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            questions: Vec::new(),
            settings: Settings {
                grammar: Grammar::Full,
                ..Settings::default()
            },
            screen: Screen::off_terminal(),
            replies: Vec::new(),
            expected: String::new(),
            outcome: String::new(),
        }
    }
}

impl Session {
    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(shown) = line.strip_prefix('|') {
            self.screen_line(shown.strip_prefix(' ').unwrap_or(shown));
            return Ok(());
        }
        let (key, value) = line.split_once(": ").ok_or("no colon")?;
        let number = || value.parse().map_err(|_| "not a number");
        match key {
            "question" => self
                .questions
                .push(Question::new(value.replace("\\n", "\n"))),
            "outcome" => value.clone_into(&mut self.outcome),
            "grammar" => {
                self.settings.grammar = if value == "strict" {
                    Grammar::Strict
                } else {
                    Grammar::Full
                }
            }
            "layout" => {
                self.settings.layout = if value == "list" {
                    Layout::List
                } else {
                    Layout::Line
                }
            }
            "attempts" => self.settings.attempts = value.parse().map_err(|_| "not a number")?,
            "limit" => {
                self.settings.timeout = Some(Duration::from_secs(
                    value.parse().map_err(|_| "not a number")?,
                ));
            }
            "review" => self.settings.review = value == "yes",
            "on timeout" => self.settings.on_timeout = OnTimeout::Recommended,
            "columns" => {
                self.screen.columns = number()?;
                self.screen.wraps = true;
            }
            "rows" => self.screen.rows = Some(number()?),
            "hints" => self.screen.hints = value == "yes",
            _ => {
                let question = self.questions.pop().ok_or("no question yet")?;
                self.questions.push(match key {
                    "header" => question.header(value),
                    "choice" => question.choice(choice(value)),
                    "free text" if value == "other" => question.free_text(FreeText::Other),
                    "free text" => question.free_text(FreeText::Inline),
                    "recommended" => question.recommended(number()?),
                    "default" if question.has_menu() => question.default_choice(number()?),
                    "default" => question.default_text(value),
                    "secret" => question.secret(true),
                    "multi" => question.multi(true),
                    "min" => question.min(number()?),
                    "max" => question.max(number()?),
                    "draft" => question.draft(value.replace("\\n", "\n")),
                    "optional" => question.requirement(Requirement::Optional),
                    "required" => question.requirement(Requirement::Required),
                    _ => return Err("unknown key"),
                });
            }
        }
        Ok(())
    }

    fn screen_line(&mut self, shown: &str) {
        let typed = shown
            .split_once('«')
            .and_then(|(cue, rest)| Some((cue, rest.strip_suffix('»')?)));
        let Some((cue, typed)) = typed else {
            self.expected.push_str(shown);
            self.expected.push('\n');
            return;
        };
        let (reply, echoed) = match typed {
            "^C" => (Reply::Cancelled, String::new()),
            "^D" => (Reply::Closed, String::new()),
            "timeout" => (Reply::TimedOut, String::new()),
            "withdrawn" => (Reply::Withdrawn, String::new()),
            "bytes" => (Reply::NotText, String::new()),
            line => {
                let line = line.replace('⏎', "\n");
                let hidden = self.questions.iter().any(Question::is_secret);
                let echoed = if hidden { String::new() } else { line.clone() };
                (Reply::Line(line), echoed)
            }
        };
        self.replies.push(reply);
        self.expected.push_str(&format!("{cue}{echoed}\n"));
    }
}

/// `label -- description -- preview`
fn choice(text: &str) -> Choice {
    let mut parts = text.split(" -- ");
    let mut choice = Choice::new(parts.next().unwrap_or_default().replace("\\n", "\n"));
    if let Some(description) = parts.next() {
        choice = choice.description(description.replace("\\n", "\n"));
    }
    if let Some(preview) = parts.next() {
        choice = choice.preview(preview.replace("\\n", "\n"));
    }
    choice
}

fn words(request_outcome: &RequestOutcome) -> String {
    let given = |answers: &Answers| {
        let each = answers
            .iter()
            .map(|answer| answer.as_ref().map_or("unanswered".to_owned(), said));
        each.collect::<Vec<_>>().join("; ")
    };
    match (
        request_outcome.outcome.answer(),
        request_outcome.outcome.reason(),
    ) {
        (Some(answers), _) => given(answers),
        (None, reason) if request_outcome.partial.iter().all(Option::is_none) => {
            reason.unwrap_or_default()
        }
        (None, reason) => format!(
            "{} (so far: {})",
            reason.unwrap_or_default(),
            given(&request_outcome.partial)
        ),
    }
}

fn said(answer: &Answer) -> String {
    let value = match answer.value() {
        AnswerValue::Pick(pick) => format!("pick {} {:?}", pick.number, pick.label),
        AnswerValue::Text(text) => format!("text {text:?}"),
        AnswerValue::Secret(secret) => format!("secret {:?}", secret.expose()),
        AnswerValue::LeftOut => "left out".to_owned(),
        AnswerValue::Picks(picks) => {
            let ticked: Vec<_> = picks
                .ticked
                .iter()
                .map(|pick| pick.label.as_str())
                .collect();
            match &picks.text {
                Some(text) => format!("picks {ticked:?} text {text:?}"),
                None => format!("picks {ticked:?}"),
            }
        }
    };
    let note = answer
        .note()
        .map(|note| format!(" note {note:?}"))
        .unwrap_or_default();
    let timed_out = if answer.timed_out() { " timed out" } else { "" };
    format!("{value}{note}{timed_out}")
}
