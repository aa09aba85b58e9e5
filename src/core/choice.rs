//! One listed choice.

/// One listed choice. Its identity is its number; labels may be equal, hold
/// commas or be numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    label: Box<str>,
    /// Most choices of a long menu have nothing but a label.
    more: Option<Box<More>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    description: Option<Box<str>>,
    preview: Option<Box<str>>,
    aliases: Box<[Box<str>]>,
}

impl Choice {
    /// A choice with this label.
    pub fn new(label: impl Into<Box<str>>) -> Self {
        Self {
            label: label.into(),
            more: None,
        }
    }

    /// A text that is shown under the label in a list. A blank one is none.
    #[must_use]
    pub fn description(mut self, text: impl Into<Box<str>>) -> Self {
        if let Some(text) = not_blank(text.into()) {
            self.more.get_or_insert_default().description = Some(text);
        }
        self
    }

    /// A longer text that is shown when the operator asks for it. A blank one is none.
    #[must_use]
    pub fn preview(mut self, text: impl Into<Box<str>>) -> Self {
        if let Some(text) = not_blank(text.into()) {
            self.more.get_or_insert_default().preview = Some(text);
        }
        self
    }

    /// Other words that pick it where its label typed in full does.
    #[must_use]
    pub fn aliases<A: Into<Box<str>>>(mut self, words: impl IntoIterator<Item = A>) -> Self {
        self.more.get_or_insert_default().aliases = words.into_iter().map(Into::into).collect();
        self
    }

    /// The label and the other words for it.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let aliases = self.more.iter().flat_map(|more| more.aliases.iter());
        std::iter::once(self.label()).chain(aliases.map(AsRef::as_ref))
    }

    /// The label, as the caller wrote it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The description, if there is one.
    pub fn description_text(&self) -> Option<&str> {
        self.more.as_ref()?.description.as_deref()
    }

    /// The preview, if there is one.
    pub fn preview_text(&self) -> Option<&str> {
        self.more.as_ref()?.preview.as_deref()
    }
}

impl<T: Into<Box<str>>> From<T> for Choice {
    fn from(label: T) -> Self {
        Self::new(label)
    }
}

fn not_blank(text: Box<str>) -> Option<Box<str>> {
    (!text.trim().is_empty()).then_some(text)
}
