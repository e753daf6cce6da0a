use super::rule::expand_template;
use super::translation::Translation;
use super::{IntoParam, Language, Param};

/// A sentence with placeholders, in the languages of findings. Its template in English is among the phrases of each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Phrase {
    template: &'static str,
    params: Vec<(&'static str, Param)>,
}

impl Phrase {
    /// Creates a sentence without values.
    pub(crate) const fn new(template: &'static str) -> Self {
        Self {
            template,
            params: Vec::new(),
        }
    }

    /// Adds the value of a placeholder.
    #[must_use]
    pub(crate) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.params.push((name, value.into_param()));
        self
    }

    /// Returns the sentence in a language, or in English if it has no translation.
    pub(crate) fn text(&self, language: Language) -> String {
        let translated =
            Translation::of(language).and_then(|texts| texts.sentence(self.template, &self.params));
        translated.unwrap_or_else(|| self.english())
    }

    /// Returns the sentence in English. It needs no texts of other languages, which a module for JavaScript leaves out.
    pub(crate) fn english(&self) -> String {
        expand_template(self.template, |_, placeholder| {
            let name = placeholder.split(',').next()?;
            let (_, param) = self.params.iter().find(|(known, _)| *known == name)?;
            Some(param.to_string())
        })
    }

    /// Returns the sentence with its placeholders, by which a translation is found.
    pub(crate) const fn template(&self) -> &'static str {
        self.template
    }

    /// Returns the values of the placeholders.
    pub(crate) fn params(&self) -> &[(&'static str, Param)] {
        &self.params
    }
}
