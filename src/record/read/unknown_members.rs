use super::document::{Document, report_each};
use crate::json::{JsonText, Key, KeySet, Kind, Open, Reader, RecoveredErrors, SyntaxError, Value};
use crate::record::rules::json::{DUPLICATE_KEY, UNKNOWN_FIELD};
use crate::record::rules::{CARD_NUMBER, MISNAMED_FIELD, MISSING_FIELD};
use crate::record::{Field, Likeness, Presence, nearest, quoted};
use crate::report::{Collector, Diagnostic, Fix, sanitize_name};
use crate::source::Span;
use crate::value::CardNumber;

/// A member of an object whose name its table doesn't know.
pub(crate) struct UnknownMember<'s> {
    pub(super) key: Key<'s>,
    pub(super) value: Value<'s>,
    /// What was read over in the value, where that is not told with a record.
    pub(super) recovered: RecoveredErrors,
}

/// The members of an object that its table doesn't know.
#[derive(Default)]
pub(crate) struct UnknownMembers<'s> {
    pub(super) all: Vec<UnknownMember<'s>>,
    /// Their names, once there are two.
    names: Option<KeySet<'s>>,
    /// The names that stand there more than once.
    repeated: Vec<JsonText<'s>>,
}

/// An absent field, and the stranger whose name is nearly its own.
pub(crate) struct Claim<'c, 's> {
    pub(super) index: usize,
    pub(super) field: &'static Field,
    /// None where the field is required and nothing stands for it.
    pub(super) by: Option<(&'c UnknownMember<'s>, Likeness)>,
    /// Whether another stranger may be meant as well.
    pub(super) is_ambiguous: bool,
    /// Whether the name stands there twice, so that no fix may choose between the two.
    is_doubled: bool,
}

impl Claim<'_, '_> {
    fn is_by(&self, member: &UnknownMember<'_>) -> bool {
        self.by.is_some_and(|(by, _)| by.key.span == member.key.span)
    }

    /// Whether the value is read as that of the field, so that what is wrong with it is told in one go: the record is refused for
    /// the name alone.
    pub(crate) fn is_judged(&self) -> bool {
        self.field.is_required()
            && !self.is_ambiguous
            && !self.is_doubled
            && self.by.is_some_and(|(_, likeness)| likeness == Likeness::Case)
    }

    /// Whether the correction of the name keeps the meaning, the value being right under it: which of two is meant nobody knows, and
    /// a record that had no name of its own may get that of another one.
    fn is_safe(&self) -> bool {
        let names_a_record = self.field.presence == Presence::Expected && self.field.kind.is_identity();
        !self.is_ambiguous && !names_a_record && self.by.is_some_and(|(_, likeness)| likeness == Likeness::Case)
    }
}

impl<'s> UnknownMembers<'s> {
    /// Adds a member, unless there is one of its name.
    pub(crate) fn add(
        &mut self,
        (key, value): (Key<'s>, Value<'s>),
        recovered: RecoveredErrors,
        sink: &mut Collector<'_>,
    ) {
        let is_new = self.all.first().is_none_or(|first| {
            let names = self.names.get_or_insert_with(|| KeySet::from_iter([first.key.text]));
            names.insert(key.text)
        });
        if is_new {
            self.all.push(UnknownMember { key, value, recovered });
        } else {
            sink.push(Diagnostic::new(&DUPLICATE_KEY, key.span));
            report_each(&recovered, sink);
            self.repeated.push(key.text);
        }
    }

    /// Matches the absent fields with the strangers. A name that is nearly that of an absent field is one fault with it, not two.
    pub(crate) fn claims(&self, absent: impl Iterator<Item = (usize, &'static Field)> + Clone) -> Vec<Claim<'_, 's>> {
        let required = absent.clone().filter(|(_, field)| field.is_required());
        let optional = absent.filter(|(_, field)| !field.is_required() && !self.all.is_empty());
        let mut claims: Vec<Claim<'_, 's>> = Vec::new();
        // A required field has the first word, and the case of letters is a smaller difference than the letters.
        for (index, field) in required.chain(optional) {
            // Of each likeness the first stranger, and whether there is another.
            let (mut by_case, mut by_spelling) = ((None, false), (None, false));
            for member in self.all.iter().filter(|member| !claims.iter().any(|claim| claim.is_by(member))) {
                let (first, has_more) = match nearest(&member.key.text.decode(), [field.name]) {
                    Some((_, Likeness::Case)) => &mut by_case,
                    Some((_, Likeness::Spelling)) => &mut by_spelling,
                    None => continue,
                };
                *has_more |= first.is_some();
                first.get_or_insert(member);
            }
            let (by, is_ambiguous) = match (by_case, by_spelling) {
                ((Some(member), has_more), _) => (Some((member, Likeness::Case)), has_more),
                (_, (Some(member), has_more)) => (Some((member, Likeness::Spelling)), has_more),
                _ => (None, false),
            };
            if by.is_some() || field.is_required() {
                let is_doubled = by.is_some_and(|(member, _)| self.repeated.contains(&member.key.text));
                claims.push(Claim { index, field, by, is_ambiguous, is_doubled });
            }
        }
        claims
    }

    /// Reports the absent required fields and the unknown names. `fits` tells of a claim whether its value is right under the name,
    /// or can be made right without a doubt: else the correction of an optional name would only bring errors.
    pub(crate) fn report(
        &self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        claims: &[Claim<'_, 's>],
        fits: &dyn Fn(&Claim<'_, 's>) -> bool,
    ) {
        let Document { reader, sink, .. } = document;
        for claim in claims.iter().filter(|claim| claim.by.is_none()) {
            sink.push_with(&MISSING_FIELD, opening, |fault| {
                fault.param("field", claim.field.name).param("about", claim.field.about)
            });
        }
        for member in &self.all {
            let claim = claims.iter().find(|claim| claim.is_by(member));
            let is_required = claim.is_some_and(|claim| claim.field.is_required());
            let rule = if is_required { &MISNAMED_FIELD } else { &UNKNOWN_FIELD };
            sink.push_with(rule, member.key.span, |fault| unknown(fault, &member.key, claim, fits));
            // Where the value is judged under its right name, this is told there.
            if !claim.is_some_and(Claim::is_judged) {
                report_each(&member.recovered, sink);
                // The value has been read before, so nothing can break its reading.
                let _ = report_card_numbers(reader, member, sink);
            }
        }
    }
}

/// Card data belongs masked also where nobody reads it. One finding is enough for all that a value holds.
fn report_card_numbers(
    reader: &Reader<'_>,
    member: &UnknownMember<'_>,
    sink: &mut Collector<'_>,
) -> Result<(), SyntaxError> {
    let found = match member.value.kind {
        Kind::Object | Kind::Array => card_number_below(reader.again_at(member.value.span.start))?,
        _ => holds_card_number(&member.value).then_some(member.value.span),
    };
    if let Some(span) = found {
        let name = sanitize_name(&member.key.text.decode());
        sink.push(Diagnostic::new(&CARD_NUMBER, span).param("field", name));
    }
    Ok(())
}

/// Where the first card number stands in an object or a list before which a reader stands.
fn card_number_below(mut reader: Reader<'_>) -> Result<Option<Span>, SyntaxError> {
    loop {
        let value = reader.value()?;
        if holds_card_number(&value) {
            return Ok(Some(value.span));
        }
        // On to the next value, out of what ends here.
        loop {
            match reader.innermost() {
                None => return Ok(None),
                Some(Open::Object(_)) if reader.member()?.is_some() => break,
                Some(Open::Array(_)) if reader.element()? => break,
                Some(_) => {}
            }
        }
    }
}

/// Whether a text or a number holds a card number.
fn holds_card_number(value: &Value<'_>) -> bool {
    match value.kind {
        Kind::Text(text) => CardNumber::is_in(&text.decode()),
        Kind::Number(digits) => CardNumber::is_in(digits),
        _ => false,
    }
}

/// What there is to tell of an unknown name, which is that of a required field if one claims it.
fn unknown<'s>(
    fault: Diagnostic,
    key: &Key<'s>,
    claim: Option<&Claim<'_, 's>>,
    fits: &dyn Fn(&Claim<'_, 's>) -> bool,
) -> Diagnostic {
    let described =
        |fault: Diagnostic, hint: String| fault.param("name", sanitize_name(&key.text.decode())).param("hint", hint);
    let Some(claim) = claim else { return described(fault, String::new()) };
    let name = claim.field.name;
    let required = claim.field.is_required();
    let fix =
        (!claim.is_doubled && (required || fits(claim))).then(|| Fix::new(claim.is_safe(), key.span, quoted(name)));
    let fault =
        if required { fault.param("field", name) } else { described(fault, format!("; `{name}` was probably meant")) };
    fault.fix(fix)
}
