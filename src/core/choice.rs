//! A choice of a menu: label, description, preview and aliases.

/// The mark of a recommended choice on the screen.
pub(crate) const RECOMMENDED: &str = "(Recommended)";

/// One choice of a menu.
///
/// A choice is identified by its number. Labels need not be unique. They may contain
/// commas, and they may look like numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    label: Box<str>,
    /// Boxed to save memory: most choices of a long menu have only a label.
    details: Option<Box<Details>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Details {
    description: Option<Box<str>>,
    preview: Option<Box<str>>,
    aliases: Box<[Box<str>]>,
}

impl Choice {
    /// Creates a choice with this label.
    pub fn new(label: impl Into<Box<str>>) -> Self {
        Self {
            label: label.into(),
            details: None,
        }
    }

    /// Sets a text that is shown under the label in a list. A blank text is ignored.
    #[must_use]
    pub fn description(mut self, text: impl Into<Box<str>>) -> Self {
        if let Some(text) = not_blank(text.into()) {
            self.details.get_or_insert_default().description = Some(text);
        }
        self
    }

    /// Sets a longer text that is shown when the operator asks for it. A blank text is
    /// ignored.
    #[must_use]
    pub fn preview(mut self, text: impl Into<Box<str>>) -> Self {
        if let Some(text) = not_blank(text.into()) {
            self.details.get_or_insert_default().preview = Some(text);
        }
        self
    }

    /// Sets other words that pick this choice. They work wherever typing the full label
    /// works.
    #[must_use]
    pub fn aliases<A: Into<Box<str>>>(mut self, words: impl IntoIterator<Item = A>) -> Self {
        self.details.get_or_insert_default().aliases = words.into_iter().map(Into::into).collect();
        self
    }

    /// The label and the aliases.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let aliases = self
            .details
            .iter()
            .flat_map(|details| details.aliases.iter());
        std::iter::once(self.label()).chain(aliases.map(AsRef::as_ref))
    }

    /// The label, exactly as the caller wrote it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The description, if there is one.
    pub fn description_text(&self) -> Option<&str> {
        self.details.as_ref()?.description.as_deref()
    }

    /// The preview, if there is one.
    pub fn preview_text(&self) -> Option<&str> {
        self.details.as_ref()?.preview.as_deref()
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
