use std::borrow::Cow;

use super::{Field, Fields, JsonType, ListedFields, Presence, quoted, rules};
use crate::report::{Collector, Diagnostic, Fix, IntoParam, Param, Rule, Severity};
use crate::source::Span;

/// The state of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueState {
    /// The record has no such field.
    Absent,
    /// The text is empty, and this was reported.
    Empty,
    /// The field has a text, and no error has been found in it so far.
    Present,
    /// The field has a value, and an error in it was reported.
    Faulty,
}

/// The value of one field in one record.
#[derive(Debug, Clone)]
pub(crate) struct RecordValue<'s> {
    pub(crate) state: ValueState,
    /// The text, with escapes decoded.
    pub(crate) text: Cow<'s, str>,
    /// The whole value, including quotes.
    pub(crate) span: Span,
    /// The span to delete in order to remove the field.
    pub(crate) removal: Option<Span>,
    /// The type of the JSON value, if it is not the type of the field.
    pub(crate) wrong_type: Option<JsonType>,
    /// Whether the value was checked before the record was built.
    pub(crate) is_checked: bool,
    /// Whether the record has the field more than once, so that it is unknown which value counts.
    pub(crate) is_ambiguous: bool,
}

impl<'s> RecordValue<'s> {
    const fn absent() -> Self {
        Self {
            state: ValueState::Absent,
            text: Cow::Borrowed(""),
            span: Span::at(0),
            removal: None,
            wrong_type: None,
            is_checked: false,
            is_ambiguous: false,
        }
    }

    pub(crate) fn present(text: Cow<'s, str>, span: Span) -> Self {
        Self {
            state: ValueState::Present,
            text,
            span,
            ..Self::absent()
        }
    }

    /// Overwrites the value in place, which is faster than moving a new value here.
    #[inline]
    pub(crate) fn overwrite(&mut self, state: ValueState, text: &'s str, span: Span) {
        self.text = Cow::Borrowed(text);
        (self.state, self.span, self.removal, self.wrong_type) = (state, span, None, None);
        (self.is_checked, self.is_ambiguous) = (false, false);
    }
}

static ABSENT: RecordValue<'static> = RecordValue::absent();

/// The values of one record, in the order of its field table.
#[derive(Debug)]
pub(crate) struct Record<'s> {
    /// Whether findings get fixes. They do in JSON, but not in a bank's statement.
    pub(crate) offers_fixes: bool,
    /// The text that all spans refer to.
    pub(crate) source: &'s str,
    pub(crate) fields: &'static [Field],
    /// The span of findings about the record as a whole.
    pub(crate) span: Span,
    pub(crate) values: Vec<RecordValue<'s>>,
    /// Whether the record breaks the contract, so that no typed record is built from it.
    pub(crate) faulty: bool,
}

impl<'s> Record<'s> {
    /// Creates a record of JSON without any value.
    pub(crate) fn new(source: &'s str, fields: &'static [Field], span: Span) -> Self {
        let mut values = Vec::with_capacity(fields.len());
        values.resize_with(fields.len(), RecordValue::absent);
        Self {
            offers_fixes: true,
            source,
            fields,
            span,
            values,
            faulty: false,
        }
    }

    /// Reuses the memory of this record for another record. The caller must overwrite every value.
    pub(crate) fn reuse(&mut self, source: &'s str, fields: &'static [Field], span: Span) {
        (self.source, self.fields, self.span) = (source, fields, span);
        self.values.resize_with(fields.len(), RecordValue::absent);
        self.faulty = false;
    }

    pub(crate) fn value(&self, index: usize) -> &RecordValue<'s> {
        self.values.get(index).unwrap_or(&ABSENT)
    }

    /// Returns the text of a field in which no error was found.
    pub(crate) fn text(&self, index: usize) -> Option<&str> {
        let value = self.value(index);
        (value.state == ValueState::Present).then_some(&*value.text)
    }

    /// Returns whether the field has no value or an empty value.
    pub(crate) fn is_absent_or_empty(&self, index: usize) -> bool {
        matches!(
            self.value(index).state,
            ValueState::Absent | ValueState::Empty
        )
    }

    pub(crate) fn set(&mut self, index: usize, value: RecordValue<'s>) {
        if let Some(old) = self.values.get_mut(index) {
            *old = value;
        }
    }

    /// Marks a field that the record has more than once. The record is rejected, and no fix may choose one of the values.
    pub(crate) fn mark_ambiguous(&mut self, index: usize) {
        self.faulty = true;
        if let Some(value) = self.values.get_mut(index) {
            value.is_ambiguous = true;
        }
    }

    /// Sets the state of a field. Nothing more is reported about a faulty field, and no typed value is built from it.
    pub(crate) fn set_state(&mut self, index: usize, state: ValueState) {
        if let Some(value) = self.values.get_mut(index) {
            value.state = state;
        }
    }

    /// Reports each absent field that nearly every record has.
    pub(crate) fn report_missing_expected(&self, sink: &mut Collector<'_>) {
        for (index, field) in self.fields.iter().enumerate() {
            if field.presence == Presence::Expected && !self.has(index) {
                sink.push_with(
                    &rules::shape::EXPECTED_FIELD_MISSING,
                    self.span,
                    |diagnostic| {
                        diagnostic
                            .param("field", field.name)
                            .param("about", field.description)
                    },
                );
            }
        }
    }

    /// Reports that a field violates a rule. After an error, nothing more is reported about the field.
    pub(crate) fn report(
        &mut self,
        index: usize,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        violation: Violation,
    ) {
        self.report_with(index, rule, sink, |_| violation);
    }

    /// Like [`Record::report`], for a violation that is expensive to build: it is not built if the finding is only counted.
    pub(crate) fn report_with(
        &mut self,
        index: usize,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        violation: impl FnOnce(&Self) -> Violation,
    ) {
        self.report_at(Some(index), rule, sink, |record| Violation {
            names_field: true,
            ..violation(record)
        });
    }

    /// Reports the violation of a rule over several fields. After an error, nothing more is reported about the field of the violation.
    pub(crate) fn report_violation(
        &mut self,
        rule: &'static Rule,
        violation: Violation,
        sink: &mut Collector<'_>,
    ) {
        self.report_at(violation.field, rule, sink, |_| violation);
    }

    fn report_at(
        &mut self,
        field: Option<usize>,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        violation: impl FnOnce(&Self) -> Violation,
    ) {
        if !sink.count_if_full(rule) {
            let violation = violation(self);
            self.push_diagnostic(field, rule, sink, violation);
        }
        if let (Some(field), Severity::Error) = (field, rule.severity) {
            self.faulty = true;
            self.set_state(field, ValueState::Faulty);
        }
    }

    /// Separate from the generic [`Record::report_at`], which is compiled once for each caller.
    fn push_diagnostic(
        &self,
        field: Option<usize>,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        violation: Violation,
    ) {
        let Violation {
            names_field,
            params,
            fix,
            ..
        } = violation;
        let span = match field {
            Some(index) => self.span_of(index),
            None => self.span,
        };
        let mut diagnostic = Diagnostic::new(rule, span);
        if let Some(index) = field
            && let Some(field) = self.fields.get(index)
        {
            if names_field {
                diagnostic = diagnostic.param("field", field.name);
            }
            diagnostic = diagnostic.fix(self.locate_fix(self.value(index), field, fix));
        }
        sink.push(diagnostic.params(params));
    }

    /// Turns the fix of a value into edits of the text.
    fn locate_fix(&self, value: &RecordValue<'_>, field: &Field, fix: ValueFix) -> Option<Fix> {
        if !self.offers_fixes || value.is_ambiguous {
            return None;
        }
        let json = |text: String| {
            if field.json_type() == JsonType::String {
                quoted(&text)
            } else {
                text
            }
        };
        match fix {
            ValueFix::None => None,
            ValueFix::Safe(text) => Some(Fix::safe(value.span, json(text))),
            ValueFix::Unsafe(text) => Some(Fix::unsafe_(value.span, json(text))),
            // To remove a key, even an empty one, is to change it, which a safe fix never does.
            ValueFix::Remove | ValueFix::RemoveNull => {
                let safe = matches!(fix, ValueFix::RemoveNull) || !field.kind.is_key();
                Some(Fix::new(safe, value.removal?, String::new()))
            }
            ValueFix::Edit(fix) => Some(fix),
        }
    }
}

impl Fields for Record<'_> {
    fn has(&self, field: usize) -> bool {
        self.value(field).state != ValueState::Absent
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.text(field).map(Cow::Borrowed)
    }

    fn unchecked_text(&self, field: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.value(field).text)
    }
}

impl<'s> ListedFields<'s> for Record<'s> {
    fn source_text(&self, field: usize) -> Option<Cow<'s, str>> {
        let value = self.value(field);
        if value.state != ValueState::Present {
            return None;
        }
        Some(value.text.clone())
    }

    fn span_of(&self, field: usize) -> Span {
        if self.has(field) {
            self.value(field).span
        } else {
            self.span
        }
    }
}

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

/// The violation of a rule by a record or by one of its fields, without the rule.
#[derive(Debug, Default)]
pub(crate) struct Violation {
    /// The field whose span the finding gets. None means the whole record, or the value that is being checked.
    field: Option<usize>,
    /// Whether the finding names the field.
    names_field: bool,
    params: Vec<(&'static str, Param)>,
    fix: ValueFix,
}

impl Violation {
    /// Creates a violation at a field.
    pub(crate) fn at(field: usize) -> Self {
        Self {
            field: Some(field),
            ..Self::default()
        }
    }

    /// Returns the field in which nothing more is reported after an error.
    pub(crate) const fn field(&self) -> Option<usize> {
        self.field
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

impl From<ValueFix> for Violation {
    fn from(fix: ValueFix) -> Self {
        Self {
            fix,
            ..Self::default()
        }
    }
}
