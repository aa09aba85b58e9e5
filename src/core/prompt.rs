//! What is shown before a line is read.

/// What the line that follows is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A number of the menu, or a command.
    Menu,
    /// The text that the question asks for.
    Text,
    /// The text after the Other row.
    Other,
    /// One more line of a text.
    More,
    /// Whether the answers are sent, or which one is changed.
    Review,
}

/// A finished prompt: complete lines, then a cue that ends with `> ` and has no
/// line end.
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

/// Which of `<` and `>` are commands at a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Navigation {
    /// Neither.
    #[default]
    None,
    /// `<` only: at the review.
    Back,
    /// Both: at one of several questions.
    Both,
}

impl Prompt {
    /// A prompt of a host's own making: the last line of `text` is the cue.
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

    /// The last line, without escapes; it ends with `> `.
    pub fn cue(&self) -> &str {
        &self.cue
    }

    /// The last line as it appears where colour is used.
    pub fn styled_cue(&self) -> &str {
        self.styled_cue.as_deref().unwrap_or(&self.cue)
    }

    /// Everything in one text.
    pub fn text(&self) -> String {
        [self.body.as_str(), self.styled_cue()].concat()
    }

    /// What the line that follows is for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Whether the line must be read unseen.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Which of `<` and `>` are commands here, so that the arrow keys on an empty
    /// line may stand for them.
    pub fn navigation(&self) -> Navigation {
        self.navigation
    }

    /// Whether the timeout runs while this line is awaited. It does not
    /// after the operator chose to write a text of their own.
    pub fn is_timed(&self) -> bool {
        self.timed
    }
}
