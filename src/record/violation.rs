use crate::report::{Fix, IntoParam, Param};

/// How to fix the value of a field, before the edits of the text are known.
#[derive(Debug, Default)]
pub(crate) enum ValueFix {
    #[default]
    None,
    /// Another text with the same meaning.
    Safe(String),
    /// Another text that may mean something else.
    Unsafe(String),
    /// Remove the field, which does not change the meaning of the record.
    Remove,
    /// Remove a null. This is safe even for a key, as a null is not a key.
    RemoveNull,
    /// An edit that changes more than the field.
    Edit(Fix),
}

impl ValueFix {
    /// Creates a fix to another text, which has the same meaning if it is safe.
    pub(crate) fn new(safe: bool, text: impl Into<String>) -> Self {
        if safe {
            Self::Safe(text.into())
        } else {
            Self::Unsafe(text.into())
        }
    }

    /// Creates an unsafe fix to a guessed text, or no fix if there is no guess.
    pub(crate) fn from_guess(text: Option<impl ToString>) -> Self {
        text.map_or(Self::None, |text| Self::Unsafe(text.to_string()))
    }
}

/// The violation of a rule by a record or by one of its fields, without the rule.
#[derive(Debug, Default)]
pub(crate) struct Violation {
    /// The field whose span the finding gets. None means the whole record, or the value that is being checked.
    pub(super) field: Option<usize>,
    /// Whether the finding names the field.
    pub(super) names_field: bool,
    pub(super) params: Vec<(&'static str, Param)>,
    pub(super) fix: ValueFix,
}

impl Violation {
    /// Creates a violation at a field.
    pub(crate) fn at(field: usize) -> Self {
        Self {
            field: Some(field),
            ..Self::default()
        }
    }

    /// Creates a violation at a field, whose finding names the field.
    pub(crate) fn naming(field: usize) -> Self {
        Self {
            names_field: true,
            ..Self::at(field)
        }
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.params.push((name, value.into_param()));
        self
    }
}

impl From<ValueFix> for Violation {
    fn from(fix: ValueFix) -> Self {
        Self {
            fix,
            ..Self::default()
        }
    }
}
