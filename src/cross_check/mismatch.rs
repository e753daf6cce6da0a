use crate::report::{Diagnostic, IntoParam, Param, Rule, fill_params};
use crate::report::{Language, help_in, message_in};
use crate::source::Span;

/// A value that base data does not have, or has otherwise.
///
/// See [`journal()`](super::journal()) and [`transactions()`](super::transactions()) for examples.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The rule that the value breaks.
    pub rule: &'static Rule,
    /// The index of the record in the slice that was compared.
    pub index: usize,
    /// The JSON pointer (RFC 6901) to the value, below the record.
    pub pointer: String,
    /// The parameters of the message by name.
    pub params: Vec<(&'static str, Param)>,
    /// The record of base data that the value was compared with. `None` if base data has no such record.
    pub known: Option<KnownRecord>,
}

/// A record of base data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownRecord {
    /// The list's name in the contract, such as `accounts`.
    pub list: &'static str,
    /// The index in the list, counted from 0.
    pub index: usize,
    /// The external id of the record.
    pub external_id: Option<String>,
}

impl KnownRecord {
    /// Returns the JSON pointer (RFC 6901) to the record in base data, such as `/accounts/3`.
    #[must_use]
    pub fn pointer(&self) -> String {
        format!("/{}/{}", self.list, self.index)
    }
}

impl Mismatch {
    /// Creates a mismatch of the value of a field in the object at `path`, a pointer below the record.
    pub(super) fn new(rule: &'static Rule, index: usize, path: &str, field: &'static str) -> Self {
        let params = vec![("field", field.into_param())];
        Self {
            rule,
            index,
            pointer: format!("{path}/{field}"),
            params,
            known: None,
        }
    }

    pub(super) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.params.push((name, value.into_param()));
        self
    }

    /// Names the record of base data that has another value.
    pub(super) fn differs_from(mut self, known: KnownRecord) -> Self {
        self = self.param("known", known.pointer());
        self.known = Some(known);
        self
    }

    /// Names the record of base data that has the same code or name, if there is one, although it has another external id.
    pub(super) fn of_unknown(mut self, code_field: &str, same_code: Option<KnownRecord>) -> Self {
        let other = same_code
            .as_ref()
            .map(|known| format!("; its `{code_field}` is that of `{}`", known.pointer()));
        self.known = same_code;
        self.param("other", other.unwrap_or_default())
    }

    /// Returns a sentence that says what is wrong, without any value of the record or of base data.
    #[must_use]
    pub fn message(&self) -> String {
        fill_params(self.rule.message, &self.params)
    }

    /// Returns a sentence that says what to do.
    #[must_use]
    pub fn help(&self) -> String {
        fill_params(self.rule.help, &self.params)
    }

    /// Returns what [`message`](Self::message) returns, in a language. A text that has no translation is in English.
    #[must_use]
    pub fn message_in(&self, language: Language) -> String {
        message_in(self.rule, &self.params, language).unwrap_or_else(|| self.message())
    }

    /// Returns what [`help`](Self::help) returns, in a language. A text that has no translation is in English.
    #[must_use]
    pub fn help_in(&self, language: Language) -> String {
        help_in(self.rule, &self.params, language).unwrap_or_else(|| self.help())
    }

    pub(super) fn to_diagnostic(&self, span: Span) -> Diagnostic {
        Diagnostic::new(self.rule, span).params(self.params.iter().cloned())
    }
}
