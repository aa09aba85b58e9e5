//! `Scripted`: an interaction for tests that replays a list of replies.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::interaction::Interaction;
use crate::core::{Prompt, Reply, Screen, Secret};
use crate::error::Error;

/// An interaction that replays a list of replies and records the screen text.
///
/// After the last reply, every read returns [`Reply::Closed`].
///
/// ```
/// use ask_user::{AskUser, Question, Reply, Scripted};
///
/// let script = Scripted::lines(["9"]).then(Reply::Cancelled);
/// let transcript = script.transcript();
/// let ask = AskUser::new();
/// let _bound = ask.bind(script);
/// ask.ask(&Question::new("Go?").choice("yes").choice("no"))?;
/// assert_eq!(
///     transcript.text(),
///     "Go? 1) yes  2) no > 9\n\
///      9 is not on the menu: type a number from 1 to 2 (2 attempts left)\n\
///      Go? 1) yes  2) no > \n\
///      operator cancelled (Ctrl+C)\n"
/// );
/// # Ok::<(), ask_user::Error>(())
/// ```
#[derive(Debug)]
pub struct Scripted {
    replies: VecDeque<Reply>,
    screen: Screen,
    hides: bool,
    transcript: Transcript,
}

impl Scripted {
    /// Creates a script of typed lines.
    pub fn lines<L: Into<String>>(lines: impl IntoIterator<Item = L>) -> Self {
        Self::replies(lines.into_iter().map(|line| Reply::Line(line.into())))
    }

    /// Creates a script of replies of any kind.
    pub fn replies(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self {
            replies: replies.into_iter().collect(),
            screen: Screen::off_terminal(),
            hides: true,
            transcript: Transcript::default(),
        }
    }

    /// Adds a reply at the end.
    #[must_use]
    pub fn then(mut self, reply: Reply) -> Self {
        self.replies.push_back(reply);
        self
    }

    /// Sets the screen that the script reports. Default: a screen without a terminal.
    #[must_use]
    pub fn on(mut self, screen: Screen) -> Self {
        self.screen = screen;
        self
    }

    /// Sets whether the script can hide typed input. Default: yes.
    #[must_use]
    pub fn hides(mut self, hides: bool) -> Self {
        self.hides = hides;
        self
    }

    /// The transcript. It also receives the text of later reads.
    pub fn transcript(&self) -> Transcript {
        self.transcript.clone()
    }
}

impl Interaction for Scripted {
    fn read(&mut self, prompt: &Prompt, _timeout: Option<Duration>) -> Result<Reply, Error> {
        if prompt.is_hidden() && !self.hides {
            return Ok(Reply::CannotHide);
        }
        self.transcript.push(&prompt.text());
        let reply = self.replies.pop_front().unwrap_or(Reply::Closed);
        match reply {
            Reply::Line(line) if prompt.is_hidden() => {
                self.transcript.push("\n");
                Ok(Reply::Hidden(Secret::from(line)))
            }
            Reply::Line(line) => {
                self.transcript.push(&line);
                self.transcript.push("\n");
                Ok(Reply::Line(line))
            }
            reply => {
                self.transcript.push("\n");
                Ok(reply)
            }
        }
    }

    fn show(&mut self, line: &str) -> Result<(), Error> {
        self.transcript.push(line);
        self.transcript.push("\n");
        Ok(())
    }

    fn screen(&self) -> Screen {
        self.screen
    }
}

/// The screen text of a [`Scripted`] interaction, with the typed lines.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Mutex<String>>);

impl Transcript {
    /// The text so far.
    pub fn text(&self) -> String {
        self.lock().clone()
    }

    fn push(&self, text: &str) {
        self.lock().push_str(text);
    }

    fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
