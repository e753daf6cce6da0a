use std::borrow::Cow;

use super::{Field, Fields, JsonType, MAX_FIELDS, Presence, ValueFix, Violation, quoted, rules};
use crate::json::{Value, ValueKind, skip_whitespace, unescape};
use crate::report::{Collector, Diagnostic, Fix, Rule, Severity};
use crate::source::{Span, to_index};
use crate::value::Currency;

/// A record: for each field of its table a slot, which a reader fills and the rules read.
#[derive(Debug, Clone)]
pub(crate) struct Record<'s> {
    /// Whether findings get fixes. They do in JSON, but not in a bank's statement.
    pub(crate) offers_fixes: bool,
    /// The text that all spans refer to.
    pub(crate) source: &'s str,
    pub(crate) fields: &'static [Field],
    /// The span of findings about the record as a whole: in JSON the opening bracket.
    pub(crate) span: Span,
    /// The end of the object, if it was read in one pass; otherwise 0.
    pub(super) end: usize,
    /// Whether the record breaks the contract, so that no typed record is built from it.
    pub(crate) faulty: bool,
    /// Whether the record, which has no finding, is in canonical form.
    pub(crate) is_canonical: bool,
    pub(super) slots: [Slot; MAX_FIELDS],
    pub(super) states: SlotStates,
    /// The texts of a record that isn't JSON; otherwise empty.
    texts: Vec<Cow<'s, str>>,
}

/// Where the value of a field is in the source.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slot {
    /// The end of the member before it, or the opening bracket of the object.
    pub(super) previous_end: usize,
    /// The start of the value, inside the quotes of a string.
    pub(super) start: usize,
    /// The end of the value, inside the quotes of a string.
    pub(super) end: usize,
}

/// The states of all slots, each with one bit for each field.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SlotStates {
    /// The fields with a value, valid or not.
    pub(super) present: u64,
    /// The fields with a value in which no error has been found so far.
    pub(super) usable: u64,
    /// The fields whose text is empty, and this was reported.
    pub(super) empty: u64,
    /// The fields whose values have not been checked yet.
    pub(super) unchecked: u64,
    /// The fields that the object has more than once, so that it is unknown which value counts.
    pub(super) repeated: u64,
    /// The fields that are `null`, which means that they are absent.
    pub(super) nulls: u64,
    /// The fields whose values are JSON strings.
    pub(super) quoted: u64,
    /// The usable fields whose texts are in the source as they are, without escapes.
    pub(super) plain: u64,
}

const fn has_bit(bits: u64, field: usize) -> bool {
    bits >> field & 1 != 0
}

impl<'s> Record<'s> {
    /// Creates a record without any value.
    pub(crate) const fn new(source: &'s str, fields: &'static [Field], span: Span) -> Self {
        assert!(fields.len() <= MAX_FIELDS, "a table has too many fields");
        Self {
            offers_fixes: true,
            source,
            fields,
            span,
            end: 0,
            faulty: false,
            is_canonical: false,
            slots: [Slot {
                previous_end: 0,
                start: 0,
                end: 0,
            }; MAX_FIELDS],
            states: SlotStates {
                present: 0,
                usable: 0,
                empty: 0,
                unchecked: 0,
                repeated: 0,
                nulls: 0,
                quoted: 0,
                plain: 0,
            },
            texts: Vec::new(),
        }
    }

    /// Sets the value of a field that isn't JSON.
    pub(crate) fn set_text(&mut self, field: usize, text: Cow<'s, str>, span: Span) {
        self.texts.resize(self.fields.len(), Cow::Borrowed(""));
        if let Some(own) = self.texts.get_mut(field) {
            *own = text;
        }
        let slot = Slot {
            previous_end: 0,
            start: span.start,
            end: span.end,
        };
        self.set_slot(field, slot);
    }

    /// Sets the slot of a value that has not been checked. The reader sets how it is written.
    pub(super) fn set_slot(&mut self, field: usize, slot: Slot) {
        if let Some(old) = self.slots.get_mut(field) {
            *old = slot;
        }
        let states = &mut self.states;
        states.present |= 1 << field;
        states.usable |= 1 << field;
        states.unchecked |= 1 << field;
    }

    /// Sets the value of a field, which ends at `end` with all that is in it.
    pub(super) fn set_value(
        &mut self,
        field: usize,
        value: &Value<'_>,
        previous_end: usize,
        end: usize,
    ) {
        let (mut quote, mut is_plain) = (0, true);
        if let ValueKind::Text(text) = value.kind {
            (quote, is_plain) = (1, !text.has_escapes());
            self.states.quoted |= 1 << field;
        }
        self.states.plain |= u64::from(is_plain) << field;
        let slot = Slot {
            previous_end,
            start: value.span.start + quote,
            end: end - quote,
        };
        self.set_slot(field, slot);
    }

    /// Marks a value as checked by the caller.
    pub(crate) const fn set_checked(&mut self, field: usize) {
        self.states.unchecked &= !(1 << field);
    }

    /// Returns the next field from `from` on whose value has not been checked.
    pub(crate) fn next_unchecked(&self, from: usize) -> Option<usize> {
        let left = self.states.unchecked & self.states.usable & u64::MAX << from;
        (left != 0).then(|| to_index(left.trailing_zeros()))
    }

    /// Returns the value of a field as it is in the source, with its escapes.
    #[inline]
    pub(super) fn raw(&self, field: usize) -> &'s str {
        let slot = self.slots.get(field).copied().unwrap_or_default();
        self.source.get(slot.start..slot.end).unwrap_or_default()
    }

    /// Returns the text of a field that is not plain.
    #[cold]
    fn decoded(&self, field: usize) -> Cow<'s, str> {
        let own = self.texts.get(field);
        own.map_or_else(|| unescape(self.raw(field)), Cow::clone)
    }

    /// Returns the text of a field in which no error was found.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: it runs for each record")]
    pub(crate) fn text(&self, field: usize) -> Option<Cow<'s, str>> {
        if self.is_plain(field) {
            return Some(Cow::Borrowed(self.raw(field)));
        }
        has_bit(self.states.usable, field).then(|| self.decoded(field))
    }

    /// Returns whether no error was found in a field, and its text is in the source as it is, without escapes.
    #[inline]
    pub(crate) const fn is_plain(&self, field: usize) -> bool {
        has_bit(self.states.plain, field)
    }

    /// Calls `take` with the bytes of a key in which no error was found, and the offset of its first byte.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: it runs for each record")]
    pub(crate) fn with_key(&self, field: usize, take: impl FnOnce(&[u8], usize)) {
        let slot = self.slots.get(field).copied().unwrap_or_default();
        let decoded;
        let key = if self.is_plain(field) {
            self.source.as_bytes().get(slot.start..slot.end)
        } else if has_bit(self.states.usable, field) {
            decoded = self.decoded(field);
            Some(decoded.as_bytes())
        } else {
            None
        };
        if let Some(key) = key {
            take(key, slot.start);
        }
    }

    /// Returns the span of a field's value, with its quotes: of an object or a list only the opening bracket. If the field has no value, returns the
    /// span of the record.
    pub(crate) fn span_of(&self, field: usize) -> Span {
        if !self.has(field) {
            return self.span;
        }
        let slot = self.slots.get(field).copied().unwrap_or_default();
        match self.type_of(field) {
            Some(JsonType::Object | JsonType::Array) => Span::new(slot.start, slot.start + 1),
            _ => self.whole_value(field),
        }
    }

    /// Returns the span of a field's value, with its quotes.
    fn whole_value(&self, field: usize) -> Span {
        let slot = self.slots.get(field).copied().unwrap_or_default();
        let quote = usize::from(has_bit(self.states.quoted, field));
        Span::new(slot.start - quote, slot.end + quote)
    }

    /// Returns the type of a field's JSON value.
    pub(crate) fn type_of(&self, field: usize) -> Option<JsonType> {
        if !self.texts.is_empty() {
            return self.fields.get(field).map(Field::json_type);
        }
        if has_bit(self.states.quoted, field) {
            return Some(JsonType::String);
        }
        Some(match self.raw(field).as_bytes().first()? {
            b'{' => JsonType::Object,
            b'[' => JsonType::Array,
            b'n' => JsonType::Null,
            b't' | b'f' => JsonType::Boolean,
            _ => JsonType::Number,
        })
    }

    /// Returns the span to delete in order to remove a field that is not required.
    fn removal(&self, index: usize, field: &Field) -> Option<Span> {
        let slot = self.slots.get(index)?;
        if field.is_required() {
            return None;
        }
        let end = self.whole_value(index).end;
        if slot.previous_end > self.span.start {
            return Some(Span::new(slot.previous_end, end));
        }
        let key = skip_whitespace(self.source.as_bytes(), self.span.end);
        Some(first_removal(self.source, Span::new(key, end)))
    }

    /// Returns whether the field has no value or an empty value.
    pub(crate) fn is_absent_or_empty(&self, field: usize) -> bool {
        !self.has(field) || has_bit(self.states.empty, field)
    }

    /// Marks a field that the record has more than once. The record is rejected, and no fix may choose one of the values.
    pub(crate) const fn mark_repeated(&mut self, field: usize) {
        self.faulty = true;
        self.states.repeated |= 1 << field;
    }

    /// Returns whether the record has the field more than once.
    pub(crate) const fn is_repeated(&self, field: usize) -> bool {
        has_bit(self.states.repeated, field)
    }

    /// Returns whether the object has the field, which may be null.
    pub(super) const fn is_named(&self, field: usize) -> bool {
        has_bit(self.states.present | self.states.nulls, field)
    }

    /// Marks a field as faulty: nothing more is reported about it, and no typed value is built from it. It need not have a value.
    pub(super) fn mark_faulty(&mut self, field: usize) {
        if !self.has(field) {
            self.states.quoted &= !(1 << field);
            self.set_slot(field, Slot::default());
        }
        self.states.usable &= !(1 << field);
        self.states.plain &= self.states.usable;
    }

    /// Marks a field whose text is empty. If the policy allows this, the field counts as absent.
    pub(super) const fn mark_empty(&mut self, field: usize, is_allowed: bool) {
        self.states.usable &= !(1 << field);
        self.states.plain &= self.states.usable;
        if is_allowed {
            self.states.present &= !(1 << field);
        } else {
            self.states.empty |= 1 << field;
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
            self.mark_faulty(field);
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
            diagnostic = diagnostic.fix(self.locate_fix(index, field, fix));
        }
        sink.push(diagnostic.params(params));
    }

    /// Turns the fix of a value into edits of the text.
    fn locate_fix(&self, index: usize, field: &Field, fix: ValueFix) -> Option<Fix> {
        if !self.offers_fixes || self.is_repeated(index) {
            return None;
        }
        let span = self.span_of(index);
        let json = |text: String| {
            if field.json_type() == JsonType::String {
                quoted(&text)
            } else {
                text
            }
        };
        match fix {
            ValueFix::None => None,
            ValueFix::Safe(text) => Some(Fix::safe(span, json(text))),
            ValueFix::Unsafe(text) => Some(Fix::unsafe_(span, json(text))),
            // To remove a key, even an empty one, is to change it, which a safe fix never does.
            ValueFix::Remove | ValueFix::RemoveNull => {
                let safe = matches!(fix, ValueFix::RemoveNull) || !field.kind.is_key();
                Some(Fix::new(safe, self.removal(index, field)?, String::new()))
            }
            ValueFix::Edit(fix) => Some(fix),
        }
    }
}

/// Returns the span to delete in order to remove the first member of an object, and the comma after it.
pub(super) fn first_removal(text: &str, member: Span) -> Span {
    let after = text.get(member.end..).unwrap_or_default();
    let comma_len = match after.trim_start().strip_prefix(',') {
        Some(rest) => after.len() - rest.len(),
        None => 0,
    };
    Span::new(member.start, member.end + comma_len)
}

impl Fields for Record<'_> {
    #[inline]
    fn has(&self, field: usize) -> bool {
        has_bit(self.states.present, field)
    }

    #[inline]
    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.text(field)
    }

    fn unchecked_text(&self, field: usize) -> Cow<'_, str> {
        if self.has(field) {
            self.decoded(field)
        } else {
            Cow::Borrowed("")
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: it runs for each record")]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        if self.is_plain(field) {
            let slot = self.slots.get(field)?;
            return Some(take(self.source.as_bytes().get(slot.start..slot.end)?));
        }
        if !has_bit(self.states.usable, field) {
            return None;
        }
        Some(take(self.decoded(field).as_bytes()))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: it runs for each record")]
    fn is_active(&self, currency: usize) -> Option<bool> {
        // Readers leave currencies that are not active unchecked.
        if has_bit(self.states.unchecked, currency) {
            return Some(Currency::is_active(self.letters(currency)?));
        }
        has_bit(self.states.usable, currency).then_some(true)
    }
}
