//! A prompt: the text that is shown before a line is read.

/// The kind of input that a prompt expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A number of the menu, or a command of the grammar.
    Menu,
    /// The text answer of the question.
    Text,
    /// The operator's own text after choosing the Other row.
    Other,
    /// The next line of a text with several lines.
    More,
    /// The review: send the answers, or change one of them.
    Review,
}

/// A finished prompt: complete lines, then the cue.
///
/// The cue ends with `> ` and has no line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub(crate) body: String,
    pub(crate) cue: String,
    pub(crate) styled_cue: Option<String>,
    pub(crate) purpose: Purpose,
    pub(crate) hidden: bool,
    pub(crate) timed: bool,
    pub(crate) navigation: Navigation,
}

/// Which of the commands `<` and `>` work at a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Navigation {
    /// Neither.
    #[default]
    None,
    /// Only `<`: at the review.
    Back,
    /// Both: at a question of a request with several questions.
    Both,
}

impl Prompt {
    /// Creates a prompt from a host's own text. The last line of `text` is the cue.
    pub fn from_text(text: &str) -> Self {
        let at = text.rfind('\n').map_or(0, |at| at + 1);
        Self {
            body: text[..at].to_owned(),
            cue: text[at..].to_owned(),
            styled_cue: None,
            purpose: Purpose::Text,
            hidden: false,
            timed: true,
            navigation: Navigation::None,
        }
    }

    /// The lines above the cue, each with its line end. Empty if there are none.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The cue (last line), without escape sequences. It ends with `> `.
    pub fn cue(&self) -> &str {
        &self.cue
    }

    /// The cue (last line), with escape sequences if colour is used.
    pub fn styled_cue(&self) -> &str {
        self.styled_cue.as_deref().unwrap_or(&self.cue)
    }

    /// The whole prompt as one text: the body and the styled cue.
    pub fn text(&self) -> String {
        [self.body.as_str(), self.styled_cue()].concat()
    }

    /// The kind of input that this prompt expects.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Whether the line must be read without echo.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Which of the commands `<` and `>` work at this prompt.
    ///
    /// A line editor may map the arrow keys on an empty line to these commands.
    pub fn navigation(&self) -> Navigation {
        self.navigation
    }

    /// Whether the timeout runs at this prompt.
    ///
    /// It does not run while the operator types their own text after choosing Other.
    pub fn is_timed(&self) -> bool {
        self.timed
    }
}
