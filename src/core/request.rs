//! A request: all questions of one call.

use super::question::Question;
use super::question_error::QuestionError;
use super::request_outcome::Answers;

/// A request: all questions of one call. They are asked in order.
///
/// ```
/// use ask_user::{Question, Request};
/// let request = Request::from(Question::new("Go?").choice("yes").choice("no"))
///     .and(Question::new("Why?"));
/// assert_eq!(request.questions().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    preface: Vec<String>,
    /// How many texts at the start of the preface are lines of the host.
    introductions: usize,
    /// How many texts at the end of the preface are lines of this program.
    notes: usize,
    questions: Vec<Question>,
    /// The answers given before the request was postponed. Empty if there are none.
    answers: Answers,
    asker: Option<String>,
}

impl Request {
    /// Creates a request with these questions. `None` if there is no question.
    pub fn new(questions: Vec<Question>) -> Option<Self> {
        (!questions.is_empty()).then_some(Self::of(questions))
    }

    fn of(questions: Vec<Question>) -> Self {
        Self {
            preface: Vec::new(),
            introductions: 0,
            notes: 0,
            questions,
            answers: Answers::new(),
            asker: None,
        }
    }

    /// Adds one more question.
    #[must_use]
    pub fn and(mut self, question: Question) -> Self {
        self.questions.push(question);
        self
    }

    /// Adds a text that is shown once, above the first question. It says why the caller
    /// asks. A text that could be taken for a line of this program gets a bar (`|`) in
    /// front of each row.
    #[must_use]
    pub fn preface(mut self, text: impl Into<String>) -> Self {
        let at = self.preface.len() - self.notes;
        self.preface.insert(at, text.into());
        self
    }

    /// Adds a line of the host above all other preface texts. It says who asks.
    #[must_use]
    pub fn introduction(mut self, line: impl Into<String>) -> Self {
        self.preface.insert(0, line.into());
        self.introductions += 1;
        self
    }

    /// Adds a line of this program below all preface texts.
    #[cfg(feature = "dialects")]
    #[must_use]
    pub(crate) fn note(mut self, line: impl Into<String>) -> Self {
        self.preface.push(line.into());
        self.notes += 1;
        self
    }

    /// Sets the answers that the request already has, in the order of its questions. Asking goes
    /// on at the first question without one. Answers for another number of questions are
    /// ignored.
    ///
    /// For a request that was asked before, withdrawn from the prompt, and is asked again: see
    /// [`RequestOutcome::partial`](super::RequestOutcome).
    #[must_use]
    pub fn answered_before(mut self, answers: Answers) -> Self {
        if answers.len() == self.questions.len() {
            self.answers = answers;
        }
        self
    }

    /// The answers that the request already has. Empty if it was not asked before.
    pub(crate) fn earlier_answers(&self) -> &Answers {
        &self.answers
    }

    /// Sets the name of who asks. It is for a handler that shows the questions of many programs
    /// to one operator; nothing else shows it.
    #[must_use]
    pub fn asker(mut self, name: impl Into<String>) -> Self {
        self.asker = Some(name.into());
        self
    }

    /// The name of who asks, if it is known.
    pub fn asker_name(&self) -> Option<&str> {
        self.asker.as_deref()
    }

    /// Takes all texts of a request from another process for texts of the caller: none of them is
    /// shown as a line of this program. The warning of a question becomes a preface text.
    #[cfg(feature = "hub")]
    #[must_use]
    pub(crate) fn untrusted(mut self) -> Self {
        self.introductions = 0;
        self.notes = 0;
        let warnings = self.questions.iter_mut().filter_map(Question::take_warning);
        self.preface.extend(warnings);
        self
    }

    /// Whether the preface text at this index is a line of the host or of this program.
    pub(crate) fn is_own_preface(&self, index: usize) -> bool {
        index < self.introductions || index >= self.preface.len() - self.notes
    }

    /// The preface in its parts: the lines of the host, the texts of the caller, and the
    /// lines of this program.
    #[cfg(feature = "hub")]
    pub(crate) fn preface_parts(&self) -> [&[String]; 3] {
        let (texts, notes) = self.preface.split_at(self.preface.len() - self.notes);
        let (introductions, texts) = texts.split_at(self.introductions);
        [introductions, texts, notes]
    }

    /// The texts that are shown above the first question.
    pub fn preface_texts(&self) -> &[String] {
        &self.preface
    }

    /// The questions, in order. There is at least one.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Validates all questions.
    ///
    /// # Errors
    /// The index of the first invalid question, and what is wrong with it.
    pub fn check(&self) -> Result<(), (usize, QuestionError)> {
        let mut checked = self.questions.iter().map(Question::check).enumerate();
        checked.try_for_each(|(index, check)| check.map_err(|error| (index, error)))
    }
}

impl From<Question> for Request {
    fn from(question: Question) -> Self {
        Self::of(vec![question])
    }
}
