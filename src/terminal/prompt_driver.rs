//! `PromptDriver`: shows prompts and reads lines from a terminal or standard input.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::driver_handle::DriverHandle;
use super::line_history::LineHistory;
use super::line_reader::LineRequest;
use super::lock::{Scope, TerminalLock};
use super::operator_terminal::OperatorTerminal;
use super::output::{show_line, show_on_stderr};
use super::stdin_reader::StdinReader;
use super::tty::{NoTty, Tty, is_hang_up};
use crate::core::reply::strip_line_end;
use crate::core::{Prompt, Reply, Screen};
use crate::error::Error;
use crate::seam::{Interaction, InterruptRead};

/// Shows prompts to the operator and reads the operator's lines.
///
/// | constructor | the operator is |
/// | --- | --- |
/// | [`terminal`](Self::terminal) | at the controlling terminal: with line editing if `TERM` supports it, else without any escape sequence |
/// | [`terminal_unless_raw`](Self::terminal_unless_raw) | at the controlling terminal, unless another program has it in raw mode |
/// | [`stdin`](Self::stdin) | on standard input; prompts go to standard error |
/// | [`nobody`](Self::nobody) | absent: every question is refused |
///
/// It never writes to standard output. It keeps no line, unless the host asks for
/// [`history`](Self::history), and never an answer.
///
/// Bind the driver itself to get a different [`Reply`] for each way a read can
/// end. A closure over [`read_user_input`](Self::read_user_input) works wherever
/// a function that reads a line is expected.
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
    /// No line of the current call was read yet.
    fresh: bool,
    /// The last read of the current call was its end.
    is_over: bool,
    terminal_lock: Option<TerminalLock>,
    /// The lines of `read_line`, if the host wants them kept.
    history: Option<LineHistory>,
    /// What was typed before the prompt of `read_line` counts.
    keeps_type_ahead: bool,
}

#[derive(Clone)]
enum Operator {
    Terminal(Box<OperatorTerminal>),
    /// What was read ahead of a line belongs to whichever clone reads next.
    StdinReader(Arc<Mutex<StdinReader>>),
    Nobody,
}

impl PromptDriver {
    /// A driver for the operator at the controlling terminal of this process.
    ///
    /// # Errors
    /// [`Error::is_no_terminal`] if there is no controlling terminal, or if another
    /// process group is in its foreground.
    pub fn terminal() -> Result<Self, Error> {
        Self::from_tty(Tty::open())
    }

    /// Like [`terminal`](Self::terminal), but fails while another program has the
    /// terminal in raw mode, as full-screen programs do.
    ///
    /// That program would get the operator's answer. Use this in a program that a
    /// full-screen program may have started.
    ///
    /// # Errors
    /// As for [`terminal`](Self::terminal). [`Error::is_no_terminal`] also if the
    /// terminal does not read whole lines (it is in raw mode).
    pub fn terminal_unless_raw() -> Result<Self, Error> {
        Self::from_tty(Tty::open_unless_raw())
    }

    fn from_tty(opened: Result<Tty, NoTty>) -> Result<Self, Error> {
        let tty = opened.map_err(|why| {
            Error::no_terminal(match why {
                NoTty::None => "this process has no controlling terminal",
                NoTty::Background => "this process is in the background of its terminal",
                NoTty::RawMode => "another program reads the terminal key by key",
            })
        })?;
        Self::with_operator(Operator::Terminal(Box::new(OperatorTerminal::new(tty))))
    }

    /// A driver that reads lines from standard input and writes prompts to
    /// standard error.
    ///
    /// Use it only if the launcher asks for it: nothing else should read standard
    /// input.
    ///
    /// # Errors
    /// Only if the system cannot create a pipe.
    pub fn stdin() -> Result<Self, Error> {
        Self::with_operator(Operator::StdinReader(Arc::default()))
    }

    /// A driver without an operator: every question is refused at once.
    ///
    /// # Errors
    /// Only if the system cannot create a pipe.
    pub fn nobody() -> Result<Self, Error> {
        Self::with_operator(Operator::Nobody)
    }

    fn with_operator(operator: Operator) -> Result<Self, Error> {
        Ok(Self {
            operator,
            handle: DriverHandle::new()?,
            fresh: true,
            is_over: false,
            terminal_lock: None,
            history: None,
            keeps_type_ahead: false,
        })
    }

    /// With `true`, always reads without line editing and colour on the terminal: no
    /// escape sequence is written.
    #[must_use]
    pub fn plain(mut self, plain: bool) -> Self {
        if let Operator::Terminal(terminal) = &mut self.operator
            && plain
        {
            terminal.make_plain();
        }
        self
    }

    /// Uses the handle of an earlier driver of this process. That handle and its
    /// clones then end the reads of this driver.
    #[must_use]
    pub fn with_handle(mut self, handle: DriverHandle) -> Self {
        self.handle = handle;
        self
    }

    /// A handle with which other threads can end a read.
    pub fn handle(&self) -> DriverHandle {
        self.handle.clone()
    }

    /// Shows a finished prompt and reads one line. Returns `None` if the operator
    /// cancelled or the input ended.
    ///
    /// It also returns `None` if the read ended for another reason or failed, or if
    /// three lines in a row were not UTF-8 or too long.
    ///
    /// A closure over it can be bound as an interaction:
    ///
    /// ```no_run
    /// use ask_user::{bind_interaction, PromptDriver};
    ///
    /// let mut driver = PromptDriver::terminal()?;
    /// let _bound = bind_interaction(move |prompt: &str| driver.read_user_input(prompt));
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn read_user_input(&mut self, prompt: &str) -> Option<String> {
        match self.read_line(prompt) {
            Ok(Reply::Line(line)) => Some(line),
            Ok(
                Reply::Hidden(_)
                | Reply::NotText
                | Reply::TooLong
                | Reply::Cancelled
                | Reply::Closed
                | Reply::TimedOut
                | Reply::Withdrawn
                | Reply::NoOperator
                | Reply::CannotHide,
            )
            | Err(_) => None,
        }
    }

    /// Shows a finished prompt and reads one line, for a host's own prompt: the
    /// commands of a REPL. Tells Ctrl+C ([`Reply::Cancelled`]) from Ctrl+D and a
    /// hang-up ([`Reply::Closed`]). A line has no line end.
    ///
    /// Waits while a question is asked by this driver or one of its clones.
    ///
    /// # Errors
    /// A device that fails.
    ///
    /// ```no_run
    /// use ask_user::{bind_interaction, PromptDriver, Reply};
    ///
    /// let mut driver = PromptDriver::terminal()?.history(500);
    /// bind_interaction(driver.clone()).keep();
    /// while let Reply::Line(command) = driver.read_line("agent> ")? {
    ///     println!("you said {command}");
    /// }
    /// # Ok::<(), ask_user::Error>(())
    /// ```
    pub fn read_line(&mut self, prompt: &str) -> Result<Reply, Error> {
        const ATTEMPTS: usize = 3;
        self.begin_call(self.keeps_type_ahead);
        let mut text = prompt.to_owned();
        let mut reply = Ok(Reply::NotText);
        for _ in 0..ATTEMPTS {
            let shown = Prompt::from_text(&text);
            reply = self.read_with(&shown, None, self.history.clone().as_ref(), true);
            if !matches!(reply, Ok(Reply::NotText | Reply::TooLong)) {
                break;
            }
            text = format!("the line is not UTF-8, or too long: type it again\n{prompt}");
        }
        self.finish();
        Ok(match reply? {
            Reply::Line(typed) => {
                let line = strip_line_end(&typed).to_owned();
                if let Some(history) = &self.history {
                    history.add(&line);
                }
                Reply::Line(line)
            }
            other => other,
        })
    }

    /// Keeps what is typed before the prompt of [`read_line`](Self::read_line), as shells do. By
    /// default it is thrown away, and it always is before a question.
    #[must_use]
    pub fn type_ahead(mut self, keeps: bool) -> Self {
        self.keeps_type_ahead = keeps;
        self
    }

    fn begin_call(&mut self, keeps_type_ahead: bool) {
        self.handle.begin_call();
        self.fresh = !keeps_type_ahead;
        self.is_over = false;
        if let Operator::Terminal(terminal) = &mut self.operator
            && !keeps_type_ahead
        {
            terminal.clear_read_ahead();
        }
    }

    /// Keeps the last `lines` lines of [`read_line`](Self::read_line) in memory: Up
    /// and Down show them again. Answers to questions are never kept. All clones
    /// made later share them.
    #[must_use]
    pub fn history(mut self, lines: usize) -> Self {
        self.history = Some(LineHistory::new(lines));
        self
    }

    fn read_with(
        &mut self,
        prompt: &Prompt,
        timeout: Option<Duration>,
        history: Option<&LineHistory>,
        yields: bool,
    ) -> Result<Reply, Error> {
        if let Some(reply) = self.handle.interruption() {
            return Ok(reply);
        }
        let scope = match &self.operator {
            Operator::Terminal(_) => Scope::Device,
            Operator::StdinReader(_) => Scope::Process,
            Operator::Nobody => return Ok(Reply::NoOperator),
        };
        let fresh = std::mem::take(&mut self.fresh);
        let lock = match held(&mut self.terminal_lock, &self.handle, scope, timeout) {
            Ok(lock) => lock,
            Err(reply) => {
                self.is_over = true;
                return Ok(reply);
            }
        };
        let reply = match &mut self.operator {
            Operator::Terminal(terminal) if terminal.is_foreground() => {
                let line = LineRequest {
                    prompt,
                    timeout,
                    fresh,
                    history,
                    yields,
                };
                terminal.read(&self.handle, lock, &line)
            }
            Operator::Terminal(terminal) => Ok(terminal.not_in_foreground(&self.handle)),
            Operator::StdinReader(reader) => {
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                reader.read(&self.handle, prompt, timeout)
            }
            Operator::Nobody => Ok(Reply::NoOperator),
        };
        self.is_over = !matches!(
            reply,
            Ok(Reply::Line(_) | Reply::Hidden(_) | Reply::NotText | Reply::TooLong)
        );
        reply
    }
}

/// A clone reads from the same operator. Its calls are its own: questions and lines
/// of all clones come one after the other, and a [`DriverHandle`] acts on all of them.
impl Clone for PromptDriver {
    fn clone(&self) -> Self {
        Self {
            operator: self.operator.clone(),
            handle: self.handle.for_clone(),
            fresh: true,
            is_over: false,
            terminal_lock: None,
            history: self.history.clone(),
            keeps_type_ahead: self.keeps_type_ahead,
        }
    }
}

impl Interaction for PromptDriver {
    fn begin(&mut self) -> Result<(), Error> {
        self.begin_call(false);
        Ok(())
    }

    fn read(&mut self, prompt: &Prompt, timeout: Option<Duration>) -> Result<Reply, Error> {
        self.read_with(prompt, timeout, None, false)
    }

    fn show(&mut self, line: &str) -> Result<(), Error> {
        match &mut self.operator {
            // In the background the line would mix with another program's output, or
            // writing would stop our process.
            Operator::Terminal(terminal) if !terminal.is_foreground() => Ok(()),
            Operator::Terminal(terminal) => {
                // A call that ended while it waited for the terminal shows nothing
                // there. A line that belongs to no question waits for its turn.
                let waits = self.terminal_lock.is_none();
                if waits && self.is_over
                    || held(&mut self.terminal_lock, &self.handle, Scope::Device, None).is_err()
                {
                    return Ok(());
                }
                match show_line(terminal.tty(), &self.handle, line, self.is_over) {
                    Err(error) if !is_hang_up(&error) => {
                        Err(Error::device("writing to the terminal", error))
                    }
                    Ok(()) | Err(_) => Ok(()),
                }
            }
            Operator::StdinReader(_) => show_on_stderr(&self.handle, line, self.is_over)
                .map_err(|error| Error::device("writing to standard error", error)),
            Operator::Nobody => Ok(()),
        }
    }

    fn finish(&mut self) {
        self.handle.finish_call();
        self.terminal_lock = None;
    }

    fn screen(&self) -> Screen {
        match &self.operator {
            Operator::Terminal(terminal) => terminal.screen(),
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
        Some(Arc::new(self.handle.clone()))
    }
}

/// The lock on the terminal, which is kept until the end of the call.
fn held<'l>(
    lock: &'l mut Option<TerminalLock>,
    handle: &DriverHandle,
    scope: Scope,
    timeout: Option<Duration>,
) -> Result<&'l mut TerminalLock, Reply> {
    match lock {
        Some(lock) => Ok(lock),
        None => Ok(lock.insert(TerminalLock::acquire(handle, scope, timeout)?)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_is_send() {
        fn is_send<T: Send + 'static>() {}
        is_send::<PromptDriver>();
    }

    #[test]
    fn a_question_without_an_operator_is_refused() {
        let ask = crate::AskUser::new();
        let _bound = ask.bind(PromptDriver::nobody().unwrap());
        let outcome = ask.ask(&crate::Question::new("Go?")).unwrap();
        assert_eq!(outcome.kind(), crate::OutcomeKind::NoOperator);
    }
}
