use std::borrow::Cow;

use super::brand::Brand;
use super::document::{Document, report_recovered};
use crate::json::{
    JsonText, KeySet, MemberKey, OpenToken, Reader, RecoveredErrors, SyntaxError, Value, ValueKind,
};
use crate::record::rules::json::{
    DUPLICATE_KEY, EXPORT_FIELD_UNKNOWN, FOREIGN_FIELD, UNKNOWN_FIELD,
};
use crate::record::rules::{CARD_NUMBER, MISNAMED_FIELD, MISSING_FIELD};
use crate::record::{Difference, Field, Presence, nearest, quoted};
use crate::report::{Collector, Diagnostic, Fix, Rule, sanitize_name};
use crate::source::Span;
use crate::value::CardNumber;

/// The fields of base data that other services know, and what they hold.
const FOREIGN_FIELDS: [(&str, &str); 3] = [
    ("qrIban", "the QR-IBAN of the account"),
    (
        "defaultTaxExternalId",
        "the `externalId` of the account's usual tax",
    ),
    ("configuration", "settings of the organization"),
];

/// A member of an object that is not in the table.
pub(crate) struct UnknownMember<'s> {
    pub(super) key: MemberKey<'s>,
    pub(super) value: Value<'s>,
    /// The recovered errors in the value, if they are not reported with a record.
    pub(super) recovered: RecoveredErrors,
}

/// The members of an object that are not in the table. Only the first member of each name is stored.
#[derive(Default)]
pub(crate) struct UnknownMembers<'s> {
    pub(super) all: Vec<UnknownMember<'s>>,
    /// The names of the members. Empty until there are two.
    names: Option<KeySet<'s>>,
    /// The names that occur more than once.
    repeated: Vec<JsonText<'s>>,
}

/// An absent field, and the unknown member that was probably meant.
pub(crate) struct AbsentField<'c, 's> {
    pub(super) index: usize,
    pub(super) field: &'static Field,
    /// The name of the field, with the brand.
    name: Cow<'static, str>,
    /// The unknown member that has nearly the name of the field. Only a required field may have none.
    pub(super) misnamed: Option<(&'c UnknownMember<'s>, Difference)>,
    /// Whether another unknown member has a name as near.
    pub(super) is_ambiguous: bool,
    /// Whether the name of the member occurs more than once, so that no fix may choose one of the values.
    is_repeated: bool,
}

impl AbsentField<'_, '_> {
    fn is_misnamed_as(&self, member: &UnknownMember<'_>) -> bool {
        let Some((misnamed, _)) = self.misnamed else {
            return false;
        };
        misnamed.key.span == member.key.span
    }

    /// Returns whether the name of the misnamed member differs only in the case of its letters.
    const fn differs_in_case(&self) -> bool {
        matches!(self.misnamed, Some((_, Difference::Case)))
    }

    /// Returns whether the misnamed value is checked as the value of the field. The record is rejected for the name alone, but this way its other faults
    /// are reported in the same run.
    pub(crate) fn is_value_checked(&self) -> bool {
        let is_certain = !self.is_ambiguous && !self.is_repeated;
        self.field.is_required() && is_certain && self.differs_in_case()
    }

    /// Returns whether it is safe to correct the name. It is not safe if two members may be meant, or if the field is an optional id: the record could
    /// get the id of another record.
    fn is_safe_to_rename(&self) -> bool {
        let is_optional_id = self.field.presence == Presence::Expected && self.field.kind.is_key();
        !self.is_ambiguous && !is_optional_id && self.differs_in_case()
    }
}

/// The unknown members whose names differ from the name of a field in the same way.
#[derive(Default)]
struct Candidates<'c, 's> {
    first: Option<&'c UnknownMember<'s>>,
    has_more: bool,
}

impl<'c, 's> Candidates<'c, 's> {
    fn add(&mut self, member: &'c UnknownMember<'s>) {
        self.has_more |= self.first.is_some();
        self.first.get_or_insert(member);
    }
}

impl<'s> UnknownMembers<'s> {
    /// Adds a member, or reports it if there is already a member of this name.
    pub(crate) fn add(
        &mut self,
        (key, value): (MemberKey<'s>, Value<'s>),
        recovered: RecoveredErrors,
        sink: &mut Collector<'_>,
    ) {
        let is_new = match self.all.first() {
            None => true,
            Some(first) => {
                let names = self
                    .names
                    .get_or_insert_with(|| KeySet::from_iter([first.key.text]));
                names.insert(key.text)
            }
        };
        if is_new {
            self.all.push(UnknownMember {
                key,
                value,
                recovered,
            });
        } else {
            sink.push(Diagnostic::new(&DUPLICATE_KEY, key.span));
            report_recovered(&recovered, sink);
            self.repeated.push(key.text);
        }
    }

    /// Returns the error of `rule` if more than one member is a field of the record that a list would contain.
    pub(crate) fn find_record(
        &self,
        opening: Span,
        record: &'static [Field],
        rule: &'static Rule,
    ) -> Option<Diagnostic> {
        let mut field_count = 0;
        for member in &self.all {
            let name = member.key.text;
            if record.iter().any(|field| name.decodes_to(field.name)) {
                field_count += 1;
            }
        }
        (field_count > 1).then(|| Diagnostic::new(rule, opening))
    }

    /// Matches the absent fields with the unknown members of nearly the same name. An absent field and its misnamed member are one fault, not two. Names
    /// have `brand` in the place of `service`.
    pub(crate) fn match_absent_fields(
        &self,
        brand: Option<&Brand>,
        absent: impl Iterator<Item = (usize, &'static Field)> + Clone,
    ) -> Vec<AbsentField<'_, 's>> {
        let required = absent.clone().filter(|(_, field)| field.is_required());
        let optional = absent.filter(|(_, field)| !field.is_required() && !self.all.is_empty());
        let mut absent_fields: Vec<AbsentField<'_, 's>> = Vec::new();
        // Required fields are matched first, and a difference in case only is preferred to a difference in letters.
        for (index, field) in required.chain(optional) {
            let name = match brand {
                Some(brand) => Cow::Owned(brand.branded_name(field.name)),
                None => Cow::Borrowed(field.name),
            };
            let names: &[&str] = match brand {
                Some(_) => &[&name, field.name],
                None => &[&name],
            };
            let (misnamed, is_ambiguous) = self.find_misnamed(names, &absent_fields);
            if misnamed.is_none() && !field.is_required() {
                continue;
            }
            let is_repeated =
                misnamed.is_some_and(|(member, _)| self.repeated.contains(&member.key.text));
            absent_fields.push(AbsentField {
                index,
                field,
                name,
                misnamed,
                is_ambiguous,
                is_repeated,
            });
        }
        absent_fields
    }

    /// Returns the member that probably was meant to have one of these names, unless it is matched with another field. Also returns whether another member
    /// has a name as near.
    fn find_misnamed<'c>(
        &'c self,
        names: &[&str],
        matched: &[AbsentField<'c, 's>],
    ) -> (Option<(&'c UnknownMember<'s>, Difference)>, bool) {
        let mut by_case = Candidates::default();
        let mut by_spelling = Candidates::default();
        for member in &self.all {
            if matched.iter().any(|absent| absent.is_misnamed_as(member)) {
                continue;
            }
            match nearest(&member.key.text.decode(), names.iter().copied()) {
                Some((_, Difference::Case)) => by_case.add(member),
                Some((_, Difference::Spelling)) => by_spelling.add(member),
                None => {}
            }
        }
        if let Some(member) = by_case.first {
            return (Some((member, Difference::Case)), by_case.has_more);
        }
        let misnamed = by_spelling
            .first
            .map(|member| (member, Difference::Spelling));
        (misnamed, by_spelling.has_more)
    }

    /// Reports the absent required fields and the unknown names. `is_valid` returns whether the misnamed value is valid in the absent field or has a
    /// safe fix: otherwise, correcting the name of an optional field would only cause errors.
    pub(crate) fn report(
        &self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        absent_fields: &[AbsentField<'_, 's>],
        is_valid: &dyn Fn(&AbsentField<'_, 's>) -> bool,
    ) {
        document.report_absent(opening, absent_fields);
        for member in &self.all {
            let mut absent_fields = absent_fields.iter();
            let absent = absent_fields.find(|absent| absent.is_misnamed_as(member));
            document.report_name(&member.key, absent, is_valid);
            let is_value_checked = absent.is_some_and(AbsentField::is_value_checked);
            // Otherwise these are reported when the value is checked.
            if !is_value_checked {
                report_recovered(&member.recovered, document.sink);
                // The value was read before, so this cannot fail.
                let _ = report_card_numbers(&document.reader, member, document.sink);
            }
        }
    }
}

fn foreign_field(key: &MemberKey<'_>) -> Option<&'static (&'static str, &'static str)> {
    FOREIGN_FIELDS
        .iter()
        .find(|(name, _)| key.text.decodes_to(name))
}

impl<'s> Document<'s, '_, '_> {
    /// Reports the required fields that are absent, and that no unknown member was meant to be.
    fn report_absent(&mut self, opening: Span, absent_fields: &[AbsentField<'_, 's>]) {
        for absent in absent_fields {
            let field = absent.field;
            if absent.misnamed.is_some() {
                continue;
            }
            if self.absent_fields.contains(&field) {
                self.sink.count(&MISSING_FIELD, 1);
                continue;
            }
            self.sink.push_with(&MISSING_FIELD, opening, |diagnostic| {
                diagnostic
                    .param("field", field.name)
                    .param("about", field.description)
            });
        }
    }

    /// Reports an unknown name; `absent` is the field that was probably meant.
    fn report_name(
        &mut self,
        key: &MemberKey<'s>,
        absent: Option<&AbsentField<'_, 's>>,
        is_valid: &dyn Fn(&AbsentField<'_, 's>) -> bool,
    ) {
        if absent.is_none()
            && let Some((name, content)) = foreign_field(key)
        {
            self.sink.push_with(&FOREIGN_FIELD, key.span, |diagnostic| {
                diagnostic.param("name", *name).param("content", *content)
            });
            return;
        }
        if absent.is_none() && self.is_export {
            self.sink
                .push_with(&EXPORT_FIELD_UNKNOWN, key.span, |diagnostic| {
                    diagnostic.param("name", sanitize_name(&key.text.decode()))
                });
            return;
        }
        let is_required = absent.is_some_and(|absent| absent.field.is_required());
        let rule = if is_required {
            &MISNAMED_FIELD
        } else {
            &UNKNOWN_FIELD
        };
        self.sink.push_with(rule, key.span, |diagnostic| {
            describe(diagnostic, key, absent, is_valid)
        });
    }

    /// Reports the only unknown member of an object that lacks no required field, if it was certainly not meant to be a field and violates no other rule.
    /// `unlike_fields` is the last name that is nearly the name of no field. Its value must not be an object or a list.
    pub(crate) fn report_unlike_member(
        &mut self,
        (key, value): &(MemberKey<'s>, Value<'s>),
        fields: &[Field],
        unlike_fields: &mut Option<JsonText<'s>>,
    ) -> bool {
        let is_special = self.is_export || self.brand.is_some() || foreign_field(key).is_some();
        if is_special || has_card_number(value) {
            return false;
        }
        if *unlike_fields != Some(key.text) {
            let name = key.text.decode();
            let is_like = |field: &Field| nearest(&name, [field.name]).is_some();
            if fields.iter().any(is_like) {
                return false;
            }
            *unlike_fields = Some(key.text);
        }
        self.sink.push_with(&UNKNOWN_FIELD, key.span, |diagnostic| {
            describe(diagnostic, key, None, &|_| false)
        });
        true
    }
}

/// Reports the first card number in an unknown member: card numbers must be masked even in values that the service ignores.
fn report_card_numbers(
    reader: &Reader<'_>,
    member: &UnknownMember<'_>,
    sink: &mut Collector<'_>,
) -> Result<(), SyntaxError> {
    let found = match member.value.kind {
        ValueKind::Object | ValueKind::Array => {
            find_card_number(reader.nested_reader(member.value.span.start))?
        }
        _ => has_card_number(&member.value).then_some(member.value.span),
    };
    if let Some(span) = found {
        let name = sanitize_name(&member.key.text.decode());
        sink.push(Diagnostic::new(&CARD_NUMBER, span).param("field", name));
    }
    Ok(())
}

/// Returns the span of the first value with a card number in the next object or list of a reader.
fn find_card_number(mut reader: Reader<'_>) -> Result<Option<Span>, SyntaxError> {
    loop {
        let value = reader.read_value()?;
        if has_card_number(&value) {
            return Ok(Some(value.span));
        }
        // Moves to the next value, leaving the objects and lists that end here.
        loop {
            match reader.innermost() {
                None => return Ok(None),
                Some(OpenToken::Object(_)) if reader.next_member()?.is_some() => break,
                Some(OpenToken::Array(_)) if reader.next_element()? => break,
                Some(_) => {}
            }
        }
    }
}

/// Returns whether a text or a number has a card number.
fn has_card_number(value: &Value<'_>) -> bool {
    match value.kind {
        ValueKind::Text(text) => CardNumber::is_in(&text.decode()),
        ValueKind::Number(digits) => CardNumber::is_in(digits),
        _ => false,
    }
}

/// Adds the parameters and the fix of a finding about an unknown name; `absent` is the field that was probably meant.
fn describe<'s>(
    diagnostic: Diagnostic,
    key: &MemberKey<'s>,
    absent: Option<&AbsentField<'_, 's>>,
    is_valid: &dyn Fn(&AbsentField<'_, 's>) -> bool,
) -> Diagnostic {
    let with_hint = |diagnostic: Diagnostic, hint: String| {
        diagnostic
            .param("name", sanitize_name(&key.text.decode()))
            .param("hint", hint)
    };
    let Some(absent) = absent else {
        return with_hint(diagnostic, String::new());
    };
    let name = &*absent.name;
    let is_required = absent.field.is_required();
    let has_fix = !absent.is_repeated && (is_required || is_valid(absent));
    let fix = has_fix.then(|| Fix::new(absent.is_safe_to_rename(), key.span, quoted(name)));
    let diagnostic = if is_required {
        diagnostic.param("field", name.to_owned())
    } else {
        with_hint(diagnostic, format!("; `{name}` was probably meant"))
    };
    diagnostic.fix(fix)
}
