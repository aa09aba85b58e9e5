//! `PromptDriver`: finds the operator and reads their lines.

use std::env;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::driver_handle::{DriverHandle, device};
use super::line_editor::Editor;
use super::lock::TerminalLock;
use super::plain_reader::PlainReader;
use super::stdin_reader::{StdinReader, tell};
use super::tty::{NoTty, Tty, is_hang_up};
use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;
use crate::seam::{Interaction, InterruptRead};

/// Reads the operator's lines, wherever the operator is.
///
/// | made by | the operator is |
/// | --- | --- |
/// | [`terminal`](Self::terminal) | at the controlling terminal: with the line editor where `TERM` is capable, else with a plain reader that writes no escape |
/// | [`terminal_unless_raw`](Self::terminal_unless_raw) | there too, unless another program has it in raw mode |
/// | [`stdin`](Self::stdin) | behind standard input, prompts on standard error |
/// | [`nobody`](Self::nobody) | not there: every question is refused |
///
/// It never writes to standard output and keeps no history. Bound itself it
/// keeps every ending apart; as a closure over
/// [`read_user_input`](Self::read_user_input) it fits wherever a reader of
/// lines is wanted.
///
/// ```no_run
/// use ask_user::{ask_user, bind_interaction, PromptDriver, Question};
///
/// let _bound = bind_interaction(PromptDriver::terminal()?);
/// let outcome = ask_user(&Question::new("Deploy where?").choice("staging").choice("production"))?;
/// # Ok::<(), ask_user::Error>(())
/// ```
pub struct PromptDriver {
    operator: Operator,
    handle: DriverHandle,
    /// Somebody else may want to end a read, now or later.
    handle_given: AtomicBool,
    /// The present call may have to be ended.
    may_end: AtomicBool,
    sigint_is_handled: bool,
    /// No line of the present call was read yet.
    fresh: bool,
    exclusive: Option<TerminalLock>,
}

enum Operator {
    Terminal(Box<Terminal>),
    StdinReader(StdinReader),
    Nobody,
}

struct Terminal {
    tty: Tty,
    /// Neither the editor nor colour: a dumb terminal, or the launcher's wish.
    dumb: bool,
    colour: bool,
    plain: PlainReader,
    editor: Option<Editor>,
    /// The plain reader has read in this call and keeps at it.
    stays_plain: bool,
}

impl PromptDriver {
    /// The operator at the controlling terminal of this process.
    ///
    /// # Errors
    /// [`Error::is_no_terminal`] if there is none, or if another process group
    /// is in its foreground.
    pub fn terminal() -> Result<Self, Error> {
        Self::at(Tty::open())
    }

    /// The same, but only while no other program reads the terminal key by key,
    /// as full-screen programs do: it would get the operator's answer. For a
    /// program that such a one may have started.
    ///
    /// # Errors
    /// [`Error::is_no_terminal`] also if the terminal does not take whole lines.
    pub fn terminal_unless_raw() -> Result<Self, Error> {
        Self::at(Tty::open_unless_raw())
    }

    fn at(opened: Result<Tty, NoTty>) -> Result<Self, Error> {
        let tty = opened.map_err(|why| {
            Error::no_terminal(match why {
                NoTty::None => "this process has no controlling terminal",
                NoTty::Background => "this process is in the background of its terminal",
                NoTty::RawMode => "another program reads the terminal key by key",
            })
        })?;
        let dumb = is_dumb(env::var("TERM").ok().as_deref());
        let colour = !dumb && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self::with(Operator::Terminal(Box::new(Terminal {
            tty,
            dumb,
            colour,
            plain: PlainReader::default(),
            editor: None,
            stays_plain: false,
        })))
    }

    /// Answers from standard input, prompts to standard error. Only for
    /// launchers that mean it: nothing else should read that stream.
    ///
    /// # Errors
    /// Only if the system has no pipe to give.
    pub fn stdin() -> Result<Self, Error> {
        Self::with(Operator::StdinReader(StdinReader::default()))
    }

    /// Nobody: every question is refused at once.
    ///
    /// # Errors
    /// Only if the system has no pipe to give.
    pub fn nobody() -> Result<Self, Error> {
        Self::with(Operator::Nobody)
    }

    fn with(operator: Operator) -> Result<Self, Error> {
        Ok(Self {
            operator,
            handle: DriverHandle::new()?,
            handle_given: AtomicBool::new(false),
            may_end: AtomicBool::new(false),
            sigint_is_handled: false,
            fresh: true,
            exclusive: None,
        })
    }

    /// Uses the plain reader on any terminal: no escape at all is written.
    #[must_use]
    pub fn plain(mut self, plain: bool) -> Self {
        if let Operator::Terminal(terminal) = &mut self.operator
            && plain
        {
            terminal.dumb = true;
            terminal.colour = false;
        }
        self
    }

    /// States that the process has a handler for SIGINT that survives a signal
    /// (and calls [`DriverHandle::interrupt`]).
    ///
    /// The line editor can be ended from another thread only by that signal.
    /// Without this statement, questions that may have to be ended - those with
    /// a timeout, a withdrawal or a [`handle`](Self::handle) - are read by
    /// the plain reader, which needs none; the rest keep the editor.
    #[must_use]
    pub fn sigint_is_handled(mut self, handled: bool) -> Self {
        self.sigint_is_handled = handled;
        self
    }

    /// Takes the handle of an earlier driver of this process, whose holders
    /// then end what this one reads.
    #[must_use]
    pub fn with_handle(mut self, handle: DriverHandle) -> Self {
        self.handle = handle;
        self.handle_given.store(true, Ordering::SeqCst);
        self
    }

    /// A handle by which other threads end what is read.
    pub fn handle(&self) -> DriverHandle {
        self.handle_given.store(true, Ordering::SeqCst);
        self.handle.clone()
    }

    /// Shows a finished prompt and reads one line; `None` when the operator
    /// cancelled or the input has ended.
    ///
    /// This is the form that a closure fits:
    ///
    /// ```no_run
    /// use ask_user::{bind_interaction, PromptDriver};
    ///
    /// let mut driver = PromptDriver::terminal()?;
    /// let _bound = bind_interaction(move |prompt: &str| driver.read_user_input(prompt));
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn read_user_input(&mut self, prompt: &str) -> Option<String> {
        const TRIES: usize = 3;
        self.begin().ok()?;
        let mut text = prompt.to_owned();
        let mut line = None;
        for _ in 0..TRIES {
            match self.read(&Prompt::from_text(&text), None) {
                Ok(Reply::Line(typed)) => {
                    line = Some(crate::core::reply::strip_line_end(&typed).to_owned());
                    break;
                }
                Ok(Reply::NotText) => {
                    text = format!("the line is not UTF-8: type it again\n{prompt}");
                }
                Ok(
                    Reply::Hidden(_)
                    | Reply::Cancelled
                    | Reply::Closed
                    | Reply::TimedOut
                    | Reply::Withdrawn
                    | Reply::NoOperator
                    | Reply::CannotHide,
                )
                | Err(_) => break,
            }
        }
        self.finish();
        line
    }
}

impl Interaction for PromptDriver {
    fn begin(&mut self) -> Result<(), Error> {
        self.handle.begin_call();
        self.fresh = true;
        if let Operator::Terminal(terminal) = &mut self.operator {
            terminal.plain.forget();
            terminal.editor = None;
            terminal.stays_plain = false;
            let handle = &self.handle;
            self.exclusive = TerminalLock::wait(|| handle.interruption().is_some());
        }
        Ok(())
    }

    fn read(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error> {
        self.handle.begin_read();
        if let Some(interruption) = self.handle.interruption() {
            return Ok(interruption.into());
        }
        let fresh = std::mem::take(&mut self.fresh);
        match &mut self.operator {
            Operator::Terminal(terminal) => {
                if !terminal.tty.is_foreground() {
                    return Ok(terminal.lost());
                }
                let must_end = timeout.is_some()
                    || self.may_end.load(Ordering::SeqCst)
                    || self.handle_given.load(Ordering::SeqCst);
                terminal.stays_plain |= must_end && !self.sigint_is_handled;
                terminal.read(&self.handle, prompt, timeout, fresh)
            }
            Operator::StdinReader(pipe) => pipe.read(&self.handle, prompt, timeout),
            Operator::Nobody => Ok(Reply::NoOperator),
        }
    }

    fn show(&mut self, line: &str) -> Result<(), Error> {
        match &mut self.operator {
            // In the background it would stand among another program's lines, or stop us.
            Operator::Terminal(terminal) if !terminal.tty.is_foreground() => Ok(()),
            Operator::Terminal(terminal) => {
                let line = [line, "\n"].concat();
                match terminal.tty.write(line.as_bytes()) {
                    Err(error) if !is_hang_up(&error) => {
                        Err(device("writing to the terminal", error))
                    }
                    Ok(()) | Err(_) => Ok(()),
                }
            }
            Operator::StdinReader(_) => {
                tell(&[line, "\n"].concat());
                Ok(())
            }
            Operator::Nobody => Ok(()),
        }
    }

    fn finish(&mut self) {
        self.handle.finish_call();
        self.may_end.store(false, Ordering::SeqCst);
        self.exclusive = None;
    }

    fn screen(&self) -> Screen {
        match &self.operator {
            Operator::Terminal(terminal) => Screen {
                columns: terminal.tty.columns(),
                wraps: true,
                colour: terminal.colour,
            },
            Operator::StdinReader(_) | Operator::Nobody => Screen::off_terminal(),
        }
    }

    fn is_typed(&self) -> bool {
        match self.operator {
            Operator::Terminal(_) => true,
            Operator::StdinReader(_) | Operator::Nobody => false,
        }
    }

    fn interrupt_handle(&self) -> Option<Arc<dyn InterruptRead>> {
        self.may_end.store(true, Ordering::SeqCst);
        Some(Arc::new(self.handle.clone()))
    }
}

impl Terminal {
    fn read(
        &mut self,
        handle: &DriverHandle,
        prompt: &Prompt,
        timeout: Option<Duration>,
        fresh: bool,
    ) -> Result<Reply, Error> {
        if self.dumb || self.stays_plain || prompt.is_hidden() {
            // Whatever the editor has read ahead is thrown away with it.
            self.editor = None;
            return self.plain.read(&self.tty, handle, prompt, timeout, fresh);
        }
        let editor = match &mut self.editor {
            Some(editor) => editor,
            None => self
                .editor
                .insert(Editor::open(&self.tty, handle, self.colour)?),
        };
        editor.read(&self.tty, prompt, timeout, fresh)
    }

    /// The terminal talks to another process group now: to read would stop us.
    fn lost(&self) -> Reply {
        if nix::sys::termios::tcgetattr(&self.tty).is_err() {
            Reply::Closed
        } else {
            Reply::NoOperator
        }
    }
}

impl fmt::Debug for PromptDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operator = match self.operator {
            Operator::Terminal(_) => "terminal",
            Operator::StdinReader(_) => "stdin",
            Operator::Nobody => "nobody",
        };
        f.debug_struct("PromptDriver")
            .field("operator", &operator)
            .finish_non_exhaustive()
    }
}

/// Whether a terminal of this type takes no escape sequences.
fn is_dumb(term: Option<&str>) -> bool {
    matches!(term, None | Some("" | "dumb" | "emacs" | "cons25"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f100_terminals_without_escapes() {
        for term in [None, Some(""), Some("dumb"), Some("emacs"), Some("cons25")] {
            assert!(is_dumb(term), "{term:?}");
        }
        for term in ["xterm-256color", "screen", "vt100", "linux"] {
            assert!(!is_dumb(Some(term)), "{term}");
        }
    }

    #[test]
    fn a_driver_can_move_to_another_thread() {
        fn is_send<T: Send + 'static>() {}
        is_send::<PromptDriver>();
    }

    #[test]
    fn nobody_is_refused_without_a_trace() {
        let ask = crate::AskUser::new();
        let _bound = ask.bind(PromptDriver::nobody().unwrap());
        let outcome = ask.ask(&crate::Question::new("Go?")).unwrap();
        assert_eq!(outcome.kind(), crate::OutcomeKind::NoOperator);
    }
}
