use std::borrow::Cow;
use std::fmt;

use super::rule::expand_template;
use super::sanitize::sanitize;
use super::{Rule, Severity};
use crate::source::Span;
use crate::value::CardNumber;

/// A finding of a rule at a position of the input.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit",
///     "amount": "1'234.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
/// let report = transactions::check(payload, &Policy::new());
/// let finding = &report.findings[0];
/// assert_eq!((finding.rule.id, finding.pointer.as_str(), finding.line), ("amount-form", "/transactions/0/amount", 2));
/// assert_eq!(finding.fix.as_ref().map(|fix| fix.replacement.as_str()), Some("\"1234.50\""));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that the input breaks.
    pub rule: &'static Rule,
    /// The severity under the policy of the check.
    pub severity: Severity,
    /// The JSON pointer (RFC 6901) to the value, or to the object that lacks a value. Empty for a CSV file.
    pub pointer: String,
    /// The cell, in a row of a CSV file.
    pub cell: Option<CellPosition>,
    /// The line of the first character, counted from 1.
    pub line: usize,
    /// The column of the first character, counted from 1 in Unicode scalar values.
    pub column: usize,
    /// The line of the character after the last one.
    pub end_line: usize,
    /// The column of the character after the last one.
    pub end_column: usize,
    /// The faulty bytes in the input file.
    pub span: Span,
    /// The same range in UTF-16 code units, as editors and JavaScript count; a byte order mark counts as one.
    pub utf16: Span,
    /// The parameters of the message by name: limits, lengths, expectations, suggestions.
    pub params: Vec<(&'static str, Param)>,
    /// The record that contains the finding.
    pub item: Option<Item>,
    /// The correction, if the library can propose one.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Creates a finding that has a span in the decoded text, but no pointer, lines and UTF-16 range yet.
    pub(super) fn new(rule: &'static Rule, span: Span) -> Self {
        Self {
            rule,
            severity: rule.severity,
            pointer: String::new(),
            cell: None,
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            span,
            utf16: span,
            params: Vec::new(),
            item: None,
            fix: None,
        }
    }

    /// Removes values of the input, and everything derived from such values.
    pub(super) fn redact(&mut self) {
        self.fix = None;
        if let Some(item) = &mut self.item {
            item.id = None;
        }
        let values = self.params.iter_mut();
        for (_, value) in values.filter(|(name, _)| VALUES.contains(name)) {
            *value = "…".into_param();
        }
    }

    /// Returns a sentence that says what is wrong. It has no value of the input, except days and amounts where balances or the statements of an account
    /// contradict each other; a redacted finding has none.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
    /// assert_eq!(report.findings[0].message(), "`transactions` is empty");
    /// assert_eq!(report.findings[0].help(), "send a payload only where there is a transaction to import");
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        fill_params(self.rule.message, &self.params)
    }

    /// Returns a sentence that says what to do.
    #[must_use]
    pub fn help(&self) -> String {
        fill_params(self.rule.help, &self.params)
    }
}

/// The parameters that are values of the input, or follow from them.
const VALUES: [&str; 5] = ["suggestion", "difference", "days", "period", "bookings"];

/// A reference to a record: its index in the list and, if it has one, its id.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// The index, counted from 0 as in a JSON pointer; in a sequence of payloads, each payload starts at 0.
    pub index: usize,
    /// The `transactionId` or `externalId`, with card numbers masked, and truncated if it is long.
    pub id: Option<String>,
}

impl Item {
    /// Truncates a long id: its first characters are enough to find the record again.
    pub(crate) fn new(index: usize, id: Option<&str>) -> Self {
        Self {
            index,
            id: id.map(|id| sanitize(id, MAX_ID_LENGTH)),
        }
    }
}

const MAX_ID_LENGTH: usize = 200;

/// Where a cell of a table is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellPosition {
    /// The row after the header, counted from 1; 0 for the header itself.
    pub row: usize,
    /// The name of the column as the file spells it; empty for a column without a name.
    pub column: String,
}

impl CellPosition {
    pub(crate) const fn new(row: usize, column: String) -> Self {
        Self { row, column }
    }
}

/// A replacement that corrects a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Whether the replacement certainly keeps the meaning.
    pub safe: bool,
    /// The bytes to replace.
    pub span: Span,
    /// The same range in UTF-16 code units.
    pub utf16: Span,
    /// The text to put in their place.
    pub replacement: String,
    /// A part in the middle of `span` that stays unchanged, and its offset in `replacement`.
    pub(crate) unchanged: Option<(Span, usize)>,
}

/// The fixes to apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixes {
    /// No fixes: a file is only put into its canonical form.
    None,
    /// Fixes that certainly keep the meaning.
    Safe,
    /// Also fixes that may change the meaning and that a person should review.
    All,
}

impl Fix {
    pub(crate) fn is_among(&self, fixes: Fixes) -> bool {
        match fixes {
            Fixes::None => false,
            Fixes::Safe => self.safe,
            Fixes::All => true,
        }
    }

    pub(crate) const fn new(safe: bool, span: Span, replacement: String) -> Self {
        Self {
            safe,
            span,
            utf16: Span::at(0),
            replacement,
            unchanged: None,
        }
    }

    pub(crate) const fn safe(span: Span, replacement: String) -> Self {
        Self::new(true, span, replacement)
    }

    pub(crate) const fn unsafe_(span: Span, replacement: String) -> Self {
        Self::new(false, span, replacement)
    }

    /// Creates a fix of two replacements that are applied together, with unchanged text between them.
    pub(crate) fn unsafe_pair(first: (Span, &str), between: &str, second: (Span, &str)) -> Self {
        let unchanged = (Span::new(first.0.end, second.0.start), first.1.len());
        let span = Span::new(first.0.start, second.0.end);
        Self {
            unchanged: Some(unchanged),
            ..Self::unsafe_(span, [first.1, between, second.1].concat())
        }
    }

    /// Returns the replacements that the fix consists of, in the order of the text.
    pub(crate) fn edits(&self) -> Vec<(Span, &str)> {
        let Some((unchanged, at)) = self.unchanged else {
            return vec![(self.span, &self.replacement)];
        };
        let (before, rest) = self.replacement.split_at_checked(at).unwrap_or_default();
        let after = rest.get(unchanged.len()..).unwrap_or_default();
        vec![
            (Span::new(self.span.start, unchanged.start), before),
            (Span::new(unchanged.end, self.span.end), after),
        ]
    }

    pub(crate) fn contains_card_number(&self) -> bool {
        CardNumber::is_in_json(&self.replacement)
    }

    /// Returns the replacement with card numbers masked.
    pub(crate) fn masked_replacement(&self) -> String {
        let masked = CardNumber::mask(&self.replacement).into_owned();
        // Escaped digits can't be masked one by one.
        if CardNumber::is_in_json(&masked) {
            "…".to_owned()
        } else {
            masked
        }
    }
}

/// A parameter of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Param {
    /// A word, a name or an expectation. A value of the input only in `suggestion`, `difference`, `days` and `bookings`, where a redacted finding has `…`.
    Text(Cow<'static, str>),
    /// A count, a length or a limit.
    Number(usize),
}

/// Shows a finding on one line: position, severity, rule, JSON pointer where there is one, message and help.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let report = transactions::check(br#"{"transactions": []}"#, &Policy::new());
/// assert_eq!(
///     report.findings[0].to_string(),
///     "1:18: error[transactions-empty] /transactions: `transactions` is empty; \
///      send a payload only where there is a transaction to import"
/// );
/// ```
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            severity,
            rule,
            pointer,
            ..
        } = self;
        write!(formatter, "{line}:{column}: {severity}[{}]", rule.id)?;
        if !pointer.is_empty() {
            write!(formatter, " {pointer}")?;
        }
        write!(formatter, ": {}; {}", self.message(), self.help())
    }
}

impl fmt::Display for Param {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Number(number) => number.fmt(formatter),
        }
    }
}

/// What a parameter holds. The name decides, in every rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamKind {
    Text,
    Number,
    TextOrNumber,
}

impl ParamKind {
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "all" | "count" | "first" | "length" | "limit" | "row" | "rows" | "stated" => {
                Self::Number
            }
            "expected" | "found" => Self::TextOrNumber,
            _ => Self::Text,
        }
    }

    fn admits(self, param: &Param) -> bool {
        match param {
            Param::Text(_) => self != Self::Number,
            Param::Number(_) => self != Self::Text,
        }
    }
}

/// Returns what is wrong with the parameters of a finding, for who writes the rule: each one in the texts of the rule has a value, whose kind its name decides.
/// The types for TypeScript promise it.
pub(super) fn param_fault(finding: &Finding) -> Option<String> {
    let fault_of = |name| {
        let rule = finding.rule.id;
        let Some((_, param)) = finding.params.iter().find(|(known, _)| *known == name) else {
            return Some(format!(
                "the texts of {rule} have {{{name}}}, and the finding gives no value for it"
            ));
        };
        let kind = ParamKind::of(name);
        let is_admitted = kind.admits(param);
        (!is_admitted).then(|| {
            format!("{{{name}}} of {rule} is {param:?}, and a parameter of this name is {kind:?}: see `ParamKind::of`")
        })
    };
    finding.rule.param_names().into_iter().find_map(fault_of)
}

/// Conversions into a [`Param`], which only this crate creates.
pub(crate) trait IntoParam {
    fn into_param(self) -> Param;
}

impl IntoParam for Param {
    fn into_param(self) -> Param {
        self
    }
}

impl IntoParam for &'static str {
    fn into_param(self) -> Param {
        Param::Text(Cow::Borrowed(self))
    }
}

impl IntoParam for String {
    fn into_param(self) -> Param {
        Param::Text(Cow::Owned(self))
    }
}

impl IntoParam for usize {
    fn into_param(self) -> Param {
        Param::Number(self)
    }
}

/// Replaces each `{name}` in a template by the parameter of that name. Other braces stay.
pub(crate) fn fill_params(template: &str, params: &[(&'static str, Param)]) -> String {
    expand_template(template, |_, name| {
        params
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, param)| param.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_that_is_missing_or_of_another_kind_is_named() {
        static RULE: Rule = Rule {
            message: "{count} rows in {name}",
            ..Rule::without_texts("rule-in-test", Severity::Error)
        };
        let fault = |params: &[(&'static str, Param)]| {
            let mut finding = Finding::new(&RULE, Span::at(0));
            finding.params = params.to_vec();
            param_fault(&finding)
        };
        let (three, name) = (3.into_param(), "a".into_param());
        assert_eq!(fault(&[("count", three), ("name", name.clone())]), None);
        assert_eq!(
            fault(&[("count", name.clone()), ("name", name)]).as_deref(),
            Some(
                "{count} of rule-in-test is Text(\"a\"), and a parameter of this name is Number: see `ParamKind::of`"
            )
        );
        assert_eq!(
            fault(&[("count", 3.into_param())]).as_deref(),
            Some("the texts of rule-in-test have {name}, and the finding gives no value for it")
        );
    }

    #[test]
    fn fills_parameters_into_a_template() {
        let params = [("field", "amount".into_param()), ("limit", 36.into_param())];
        assert_eq!(
            fill_params("`{field}` holds at most {limit}", &params),
            "`amount` holds at most 36"
        );
        assert_eq!(
            fill_params("an object begins with `{`", &params),
            "an object begins with `{`"
        );
        assert_eq!(
            fill_params("{unknown} and {field}", &params),
            "{unknown} and amount"
        );
    }
}
