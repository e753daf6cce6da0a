use std::borrow::Cow;
use std::fmt;

use super::rule::expand_template;
use super::sanitize::sanitize;
use super::{Rule, Severity};
use crate::source::Span;
use crate::value::CardNumber;

/// One fault at its place.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that the input breaks.
    pub rule: &'static Rule,
    /// How much it weighs under the policy of this reading.
    pub severity: Severity,
    /// JSON pointer (RFC 6901) to the value, or to the object that lacks one. Empty in a CSV.
    pub pointer: String,
    /// The cell, in a row of a CSV.
    pub cell: Option<Cell>,
    /// Line of the first character, counted from 1.
    pub line: usize,
    /// Column of the first character, counted from 1 in Unicode scalar values.
    pub column: usize,
    /// Line of the character after the last one.
    pub end_line: usize,
    /// Column of the character after the last one.
    pub end_column: usize,
    /// The faulty bytes in the input as it came.
    pub span: Span,
    /// The same in code units of UTF-16, as editors and JavaScript count; a byte order mark is one.
    pub utf16: Span,
    /// The data of the message, by name: limits, lengths, expectations, suggestions.
    pub params: Vec<(&'static str, Param)>,
    /// The record that it belongs to.
    pub item: Option<Item>,
    /// How to mend it.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding whose place is only known by its span: pointer, lines and code units of UTF-16 come when its report closes.
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

    /// Leaves out what is a value of the input, or is made of one.
    pub(super) fn redact(&mut self) {
        self.fix = None;
        if let Some(item) = &mut self.item {
            item.id = None;
        }
        for (_, suggestion) in self.params.iter_mut().filter(|(name, _)| *name == "suggestion") {
            *suggestion = "…".into();
        }
    }

    /// What is wrong, in a sentence without any value of the input.
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

    /// What to do.
    #[must_use]
    pub fn help(&self) -> String {
        fill_params(self.rule.help, &self.params)
    }
}

/// A record, so that a reader finds it again: by its place in the list, and by its own name where it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// Counted from 0, as in a JSON pointer; in a sequence of payloads each begins anew.
    pub index: usize,
    /// `transactionId` or `externalId`, card numbers masked, a long one cut short.
    pub id: Option<String>,
}

impl Item {
    /// The id is for finding the record again: the first characters of a long one do that too.
    pub(crate) fn new(index: usize, id: Option<&str>) -> Self {
        Self { index, id: id.map(|id| sanitize(id, MAX_ID_LENGTH)) }
    }
}

const MAX_ID_LENGTH: usize = 200;

/// A cell of a CSV.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The row below the header, counted from 1.
    pub row: usize,
    /// The column's name as the file writes it; empty where it has none.
    pub column: String,
}

impl Cell {
    pub(crate) const fn new(row: usize, column: String) -> Self {
        Self { row, column }
    }
}

/// A replacement that mends a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Whether the meaning is kept for certain.
    pub safe: bool,
    /// The bytes to replace.
    pub span: Span,
    /// The same in code units of UTF-16.
    pub utf16: Span,
    /// What to put there.
    pub replacement: String,
    /// What stands in the middle of the bytes and stays there, and where it stands in the replacement.
    pub(crate) unchanged: Option<(Span, usize)>,
}

/// Which fixes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixes {
    /// None: a payload is put into its canonical form and says what it said.
    None,
    /// Those that keep the meaning for certain.
    Safe,
    /// Also those that may change it: somebody should look at each of them.
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
        Self { safe, span, utf16: Span::at(0), replacement, unchanged: None }
    }

    pub(crate) const fn safe(span: Span, replacement: String) -> Self {
        Self::new(true, span, replacement)
    }

    pub(crate) const fn unsafe_(span: Span, replacement: String) -> Self {
        Self::new(false, span, replacement)
    }

    /// Two replacements that go together, and the text between them.
    pub(crate) fn unsafe_pair(first: (Span, &str), between: &str, second: (Span, &str)) -> Self {
        let unchanged = (Span::new(first.0.end, second.0.start), first.1.len());
        let span = Span::new(first.0.start, second.0.end);
        Self { unchanged: Some(unchanged), ..Self::unsafe_(span, [first.1, between, second.1].concat()) }
    }

    /// The replacements that it is made of, in their order.
    pub(crate) fn edits(&self) -> Vec<(Span, &str)> {
        let Some((unchanged, at)) = self.unchanged else { return vec![(self.span, &self.replacement)] };
        let (before, rest) = self.replacement.split_at_checked(at).unwrap_or_default();
        let after = rest.get(unchanged.len()..).unwrap_or_default();
        vec![(Span::new(self.span.start, unchanged.start), before), (Span::new(unchanged.end, self.span.end), after)]
    }

    pub(crate) fn contains_card_number(&self) -> bool {
        CardNumber::is_in_json(&self.replacement)
    }

    /// The replacement as it may be shown.
    pub(crate) fn masked_replacement(&self) -> String {
        let masked = CardNumber::mask(&self.replacement).into_owned();
        // What is escaped can't be masked digit by digit.
        if CardNumber::is_in_json(&masked) { "…".to_owned() } else { masked }
    }
}

/// A parameter of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Param {
    /// A word, a name or an expectation; never a value of the input.
    Text(Cow<'static, str>),
    /// A count, a length or a limit.
    Number(usize),
}

impl fmt::Display for Param {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Number(number) => number.fmt(formatter),
        }
    }
}

impl From<&'static str> for Param {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

/// Puts the parameters into a template. A brace that names none stands for itself.
fn fill_params(template: &str, params: &[(&'static str, Param)]) -> String {
    expand_template(template, |_, name| {
        params.iter().find(|(known, _)| *known == name).map(|(_, param)| param.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_takes_its_parameters() {
        let params = [("field", Param::from("amount")), ("limit", Param::from(36))];
        assert_eq!(fill_params("`{field}` holds at most {limit}", &params), "`amount` holds at most 36");
        assert_eq!(fill_params("an object begins with `{`", &params), "an object begins with `{`");
        assert_eq!(fill_params("{unknown} and {field}", &params), "{unknown} and amount");
    }
}
