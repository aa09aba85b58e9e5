//! A request: all questions of one call.

use super::question::Question;
use super::question_error::QuestionError;

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

    /// Whether the preface text at this index is a line of the host or of this program.
    pub(crate) fn is_own_preface(&self, index: usize) -> bool {
        index < self.introductions || index >= self.preface.len() - self.notes
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
