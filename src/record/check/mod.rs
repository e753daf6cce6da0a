//! The rules of single values. Each is written once, for the general reader and for the fast paths.

mod money;
mod scalar;

pub(crate) use money::{currency_withdrawn, original_incomplete};
pub(crate) use scalar::uid_fault;

use scalar::{Reporter, ValueCheck};

use super::rules::{self, shape, value};
use super::{Field, FieldKind, JsonType, Limit, Record, ValueFix, Violation};
use crate::json::{Value, ValueKind};
use crate::report::{Collector, Policy, Rule};
use crate::source::MIN_CARD_DIGITS;
use crate::value::{CardNumber, Rate, RateError, SignedAmount, Text};

/// Returns whether the text of a field violates no rule of single values.
pub(crate) fn is_clean(field: &Field, text: &str) -> bool {
    passes(field, text, ValueCheck::new(()))
}

/// Like [`is_clean`], for a JSON string without escapes, which has no NUL.
pub(crate) fn is_clean_unescaped(field: &Field, text: &str) -> bool {
    let mut check = ValueCheck::new(());
    check.has_no_nul = true;
    passes(field, text, check)
}

/// Like [`is_clean`], for a text that is known to have no card number, for example because it was masked.
pub(crate) fn is_clean_without_card_search(field: &Field, text: &str) -> bool {
    let mut check = ValueCheck::new(());
    check.has_no_card_number = true;
    passes(field, text, check)
}

fn passes(field: &Field, text: &str, mut check: ValueCheck<()>) -> bool {
    if is_empty(text) {
        return false;
    }
    check_rules(field, text, &mut check);
    !check.is_final
}

/// Checks each value of a record on its own, unless its reader knows that it is valid.
pub(crate) fn check_values(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    let fields = record.fields;
    let mut from = 0;
    while let Some(index) = record.next_unchecked(from)
        && let Some(field) = fields.get(index)
    {
        check_value(record, index, field, sink);
        from = index + 1;
    }
}

fn check_value(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    match record.type_of(index) {
        Some(JsonType::Null) => return report_null(record, index, field, sink),
        Some(found) if found != field.json_type() => {
            return report_wrong_type(record, index, found, sink);
        }
        _ => {}
    }
    // The reader checks what is inside a record or a list.
    if field.is_nested() {
        return;
    }
    let Some(text) = record.text(index) else {
        return;
    };
    if is_empty(&text) {
        let rule = empty_rule(field, &text);
        return report_empty(record, index, field, rule, sink);
    }
    // Without escapes, a text has no NUL.
    let has_no_nul = record.is_plain(index);
    let mut check = ValueCheck::new((record, index, sink));
    check.has_no_nul = has_no_nul;
    check_rules(field, &text, &mut check);
}

/// Checks all rules of single values. Each rule is written here or in the function of its kind, and nowhere else.
fn check_rules(field: &Field, text: &str, check: &mut ValueCheck<impl Reporter>) {
    check_length(field.limit, text, check);
    if check.is_final {
        return;
    }
    let mut is_iban = false;
    match field.kind {
        FieldKind::Text | FieldKind::Boolean | FieldKind::Record(_) | FieldKind::List { .. } => {}
        FieldKind::Code | FieldKind::Id => scalar::check_outer_blanks(text, check),
        FieldKind::Account => is_iban = money::check_account(text, check),
        FieldKind::Choice(words) => scalar::check_choice(text, words, check),
        FieldKind::OpenChoice(words) => scalar::check_open_choice(text, words, check),
        FieldKind::Amount { direction } => money::check_amount(text, direction, check),
        FieldKind::SignedAmount => money::check_signed_amount(text, check),
        FieldKind::Currency => money::check_currency(text, check),
        FieldKind::Date => scalar::check_date(text, check),
        FieldKind::Iban => is_iban = money::check_iban(text, check),
        FieldKind::Uid => scalar::check_uid(text, check),
        FieldKind::TaxNumber => scalar::check_tax_number(text, check),
        FieldKind::Country => scalar::check_country(text, check),
        FieldKind::WebAddress => scalar::check_web_address(text, check),
        // Nothing else is to be found in the content of a file.
        FieldKind::Base64 => return scalar::check_base64(text, check),
        FieldKind::Rate => scalar::check_rate(text, check),
        FieldKind::Count => scalar::check_count(text, check),
    }
    // Only a string can have a NUL or a card number.
    if check.is_final || field.json_type() != JsonType::String {
        return;
    }
    if !check.has_no_nul && text.contains('\0') {
        check.report(&value::NUL_IN_TEXT, || {
            ValueFix::Unsafe(text.replace('\0', "")).into()
        });
    }
    // An IBAN has no card number: its digits follow letters directly, which a card number must not. A test tries this.
    let has_no_card_number = is_iban || check.has_no_card_number;
    if !check.is_final && !has_no_card_number {
        check_card_number(field.kind, text, check);
    }
}

/// Returns whether a text is empty or holds only blanks.
fn is_empty(text: &str) -> bool {
    Text::check(text).is_err()
}

/// Returns whether a text has more characters than the contract allows. Blanks count, as they do for its schemas.
fn exceeds_contract(field: &Field, text: &str) -> bool {
    matches!(field.limit, Some(Limit::Contract(limit)) if text.chars().count() > limit)
}

/// Reports a text that is longer than the contract allows, or longer than usual.
fn check_length(limit: Option<Limit>, text: &str, check: &mut ValueCheck<impl Reporter>) {
    let (rule, limit) = match limit {
        None => return,
        Some(Limit::Contract(limit)) => (&value::TOO_LONG, limit),
        Some(Limit::Usual(limit)) => (&value::LONGER_THAN_USUAL, limit),
    };
    // A text never has more characters than bytes.
    if text.len() <= limit {
        return;
    }
    let found = text.chars().count();
    if found > limit {
        check.report(rule, || {
            Violation::default()
                .param("found", found)
                .param("limit", limit)
        });
    }
}

fn check_card_number(kind: FieldKind, text: &str, check: &mut ValueCheck<impl Reporter>) {
    if text.len() >= MIN_CARD_DIGITS && CardNumber::is_in(text) {
        check.report(&rules::CARD_NUMBER, || match kind {
            // A masked amount is not an amount, and two masked keys with the same last digits would be one key.
            FieldKind::Amount { .. } | FieldKind::Id => Violation::default(),
            _ => ValueFix::Unsafe(CardNumber::mask(text).into_owned()).into(),
        });
    }
}

/// Returns whether a value would be valid in a field that the record lacks, or have only errors with a safe fix. To remove it is no such fix.
pub(crate) fn is_valid_or_safely_fixable(
    record: &Record<'_>,
    index: usize,
    value: &Value<'_>,
) -> bool {
    let Some(field) = record.fields.get(index) else {
        return false;
    };
    if field.is_nested() || value.kind == ValueKind::Null {
        return false;
    }
    let policy = Policy::new();
    let mut sink = Collector::new(&policy);
    let mut scratch = Record::new(record.source, record.fields, record.span);
    scratch.set_value(index, value, 0, value.span.end);
    let is_empty = scratch.text(index).is_none_or(|text| is_empty(&text));
    check_value(&mut scratch, index, field, &mut sink);
    !is_empty && sink.errors_have_safe_fixes()
}

/// The second half of the advice for a null in an optional field.
pub(crate) const OMIT_HINT: &str = ", or leave it out where there is none";

fn report_null(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    let (fix, hint) = if field.is_required() {
        (ValueFix::None, "")
    } else {
        (ValueFix::RemoveNull, OMIT_HINT)
    };
    let violation = Violation::from(fix)
        .param("expected", field.json_type().name())
        .param("otherwise", hint);
    record.report(index, &rules::NULL_VALUE, sink, violation);
}

/// Returns the rule against a text in a field that is empty or holds only blanks.
fn empty_rule(field: &Field, text: &str) -> &'static Rule {
    if field.is_required() {
        &shape::EMPTY_REQUIRED
    } else if field.kind.has_form() || exceeds_contract(field, text) {
        &shape::EMPTY_VALUE
    } else {
        &shape::EMPTY_OPTIONAL
    }
}

fn report_empty(
    record: &mut Record<'_>,
    index: usize,
    field: &Field,
    rule: &'static Rule,
    sink: &mut Collector<'_>,
) {
    record.report_with(index, rule, sink, |_| {
        if field.is_required() {
            Violation::default().param("about", field.description)
        } else {
            ValueFix::Remove.into()
        }
    });
    if *rule == shape::EMPTY_OPTIONAL {
        // If the policy allows empty fields, the field counts as absent. Otherwise this finding already covers its absence.
        let is_allowed = sink.policy().severity(&shape::EMPTY_OPTIONAL).is_none();
        record.mark_empty(index, is_allowed);
    }
}

/// Reports a value whose JSON type is not the type of the field.
fn report_wrong_type(
    record: &mut Record<'_>,
    index: usize,
    found: JsonType,
    sink: &mut Collector<'_>,
) {
    let Some(field) = record.fields.get(index) else {
        return;
    };
    let text: &str = &record.text(index).unwrap_or_default();
    let expected = field.json_type();
    let fix = match (field.kind, found) {
        (FieldKind::Amount { direction }, JsonType::Number) => {
            return money::report_amount_number(record, index, direction, sink);
        }
        (FieldKind::SignedAmount, JsonType::Number) => {
            let fix = match SignedAmount::check(text) {
                Ok(()) => ValueFix::Safe(text.to_owned()),
                Err(_) => ValueFix::None,
            };
            return record.report(index, &rules::money::AMOUNT_NUMBER, sink, fix.into());
        }
        (FieldKind::Rate, JsonType::String) => {
            let fix = match Rate::parse(text) {
                Ok(rate) => ValueFix::Safe(rate.to_string()),
                Err(RateError::Form(suggestion)) => ValueFix::from_guess(suggestion),
                Err(_) => ValueFix::None,
            };
            return record.report(index, &rules::RATE_TEXT, sink, fix.into());
        }
        (FieldKind::Count, JsonType::String) => fix_count(text),
        (FieldKind::Boolean, JsonType::String) => fix_boolean(text),
        (
            FieldKind::Text | FieldKind::Code | FieldKind::Id | FieldKind::Account,
            JsonType::Number,
        ) => fix_number(field, text),
        _ => ValueFix::None,
    };
    let violation = Violation::from(fix)
        .param("found", found.name())
        .param("expected", expected.name());
    record.report(index, &rules::WRONG_TYPE, sink, violation);
}

/// Returns the fix of a count in quotes.
fn fix_count(text: &str) -> ValueFix {
    match text.parse::<u64>() {
        Ok(count) if count.to_string() == text => ValueFix::Safe(text.to_owned()),
        _ => ValueFix::None,
    }
}

/// Returns the fix of a boolean in quotes.
fn fix_boolean(text: &str) -> ValueFix {
    for word in ["true", "false"] {
        if word.eq_ignore_ascii_case(text) {
            return ValueFix::Safe(word.to_owned());
        }
    }
    ValueFix::None
}

/// Returns the fix of a text or a key without quotes. A whole number reads the same in quotes, but `1e3` and `1.0` are only one of several spellings.
/// A number that is too long would also be too long in quotes.
fn fix_number(field: &Field, number: &str) -> ValueFix {
    if exceeds_contract(field, number) {
        return ValueFix::None;
    }
    let is_whole = number.bytes().all(|byte| byte.is_ascii_digit());
    ValueFix::new(is_whole && !field.kind.is_key(), number)
}
