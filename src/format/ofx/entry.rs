//! Builds an entry from its values in the file.

use std::borrow::Cow;

use super::outline::currency;
use super::values::{parse_amount, parse_day};
use super::walker::{Aggregate, Leaf, Step};
use crate::format::message::is_placeholder;
use crate::format::rules::{
    CELL_PASSED_OVER, DATE_UNREADABLE, ELEMENT_REPEATED, ENTRY_CORRECTS, TYPE_CONTRADICTS,
};
use crate::report::Diagnostic;
use crate::sheet::Cell;
use crate::source::Span;
use crate::statement::rules::{AMOUNT_ABSENT, AMOUNT_UNREADABLE};
use crate::statement::{
    BankId, CurrencyCode, Entry, EntryAmount, EntryStatus, collapse_text, short_id,
};
use crate::transactions::CreditDebit;
use crate::value::Date;

/// The values of an entry that are shown with the transaction, and that findings name.
pub(super) const CELLS: [(&str, Leaf); 13] = [
    ("DTPOSTED", Leaf::Posted),
    ("DTUSER", Leaf::Purchased),
    ("DTAVAIL", Leaf::Available),
    ("TRNAMT", Leaf::Amount),
    ("TRNTYPE", Leaf::Kind),
    ("CURSYM", Leaf::CurrencySymbol),
    ("FITID", Leaf::Id),
    ("CORRECTACTION", Leaf::Correction),
    ("CHECKNUM", Leaf::CheckNumber),
    ("REFNUM", Leaf::Reference),
    ("NAME", Leaf::Name),
    ("PAYEE", Leaf::Payee),
    ("MEMO", Leaf::Memo),
];

/// What to do about an amount that can't be read.
const AMOUNT_ADVICE: &str = "; an amount of OFX has digits, at most one point or comma before the decimals, and a minus sign where money goes out";

/// The values of an entry as they stand in the file.
#[derive(Debug, Default)]
pub(super) struct RawEntry<'s> {
    pub(super) span: Span,
    is_pending: bool,
    /// Each element once: the first that is not empty, or else the first.
    values: Vec<(Leaf, Cow<'s, str>, Span)>,
    /// The currency from which the amount was converted.
    original: Option<(Cow<'s, str>, Span)>,
    /// A second value where an entry has one at most.
    repeated: Option<Span>,
    /// A text between the values.
    stray: Option<Span>,
    part: Option<Aggregate>,
}

impl<'s> RawEntry<'s> {
    /// Forgets the entry above.
    pub(super) fn begin(&mut self, is_pending: bool, tag: Span) {
        *self = Self {
            span: tag,
            is_pending,
            ..Self::default()
        };
    }

    pub(super) fn add(&mut self, step: Step<'s>) {
        match step {
            Step::Begin(aggregate, span) => {
                self.part = Some(aggregate);
                self.span.end = span.end;
            }
            Step::End(aggregate, span) => {
                self.part = self.part.filter(|part| *part != aggregate);
                self.span.end = span.end;
            }
            Step::Stray(span) => {
                self.stray.get_or_insert(span);
                self.span.end = span.end;
            }
            Step::Value(leaf, text, span) => {
                self.span.end = span.end;
                self.set(leaf, text, span);
            }
        }
    }

    fn set(&mut self, leaf: Leaf, text: Cow<'s, str>, span: Span) {
        match (self.part, leaf) {
            (Some(Aggregate::OtherAccount), _) => {}
            (Some(Aggregate::OriginalCurrency), Leaf::CurrencySymbol) => {
                self.original = Some((text, span));
            }
            _ => {
                let known = self.values.iter_mut().find(|(known, ..)| *known == leaf);
                let Some((_, known, place)) = known else {
                    return self.values.push((leaf, text, span));
                };
                // Some programs write an element without content beside the one that has it.
                if known.is_empty() {
                    (*known, *place) = (text, span);
                } else if !text.is_empty() && !matches!(leaf, Leaf::Name | Leaf::Memo | Leaf::Payee)
                {
                    self.repeated.get_or_insert(span);
                }
            }
        }
    }

    /// Returns a value that is not empty.
    fn get(&self, leaf: Leaf) -> Option<(&Cow<'s, str>, Span)> {
        let (_, text, span) = self.values.iter().find(|(known, ..)| *known == leaf)?;
        (!text.is_empty()).then_some((text, *span))
    }

    /// Returns where a value is or should be.
    fn span_of(&self, leaf: Leaf) -> Span {
        let value = self.values.iter().find(|(known, ..)| *known == leaf);
        value.map_or(Span::at(self.span.end), |(.., span)| *span)
    }
}

/// Returns the place where an entry says that it only takes an earlier one out of the list.
pub(super) fn is_deletion(raw: &RawEntry<'_>) -> Option<Span> {
    let (action, span) = raw.get(Leaf::Correction)?;
    action.eq_ignore_ascii_case("DELETE").then_some(span)
}

/// Fills in an entry.
///
/// # Errors
///
/// The entry has no readable amount or date, or has one of them twice.
pub(super) fn fill<'s>(
    raw: &RawEntry<'s>,
    text: &'s str,
    entry: &mut Entry<'s>,
) -> Result<(), Diagnostic> {
    entry.clear();
    let cells = CELLS.map(|(_, leaf)| Cell::unquoted(text, raw.span_of(leaf)));
    entry.cells.extend(cells);
    if let Some(span) = raw.repeated {
        return Err(Diagnostic::new(&ELEMENT_REPEATED, span));
    }
    let symbol = raw.get(Leaf::CurrencySymbol);
    if let (Some(_), Some((_, span))) = (symbol, &raw.original) {
        // The amount is in the one currency, or was converted from the other.
        return Err(Diagnostic::new(&ELEMENT_REPEATED, *span));
    }
    entry.currency_span = symbol.map_or(raw.span_of(Leaf::Amount), |(_, span)| span);
    entry.currency = symbol.map(|(code, _)| CurrencyCode::from_text(code.clone()));
    if raw.is_pending {
        entry.status = EntryStatus::Pending(read_amount(raw).ok());
        return Ok(());
    }
    read_dates(raw, entry)?;
    let amount = read_amount(raw)?;
    entry.status = EntryStatus::Booked(amount);
    report_contradictions(raw, amount.direction, entry);
    entry.bank_id_span = raw.span_of(Leaf::Id);
    if let Some((id, span)) = raw.get(Leaf::Id) {
        entry.bank_id_span = span;
        // An id that this library derived is one also where a format has room for all of it.
        let own = short_id::shorten(id).map(Cow::Owned);
        entry.bank_id = BankId::new(own.unwrap_or_else(|| collapse_text(id.clone())));
    }
    read_texts(raw, entry);
    Ok(())
}

fn read_dates(raw: &RawEntry<'_>, entry: &mut Entry<'_>) -> Result<(), Diagnostic> {
    let posted = raw.get(Leaf::Posted);
    let booked = posted.and_then(|(text, span)| Some((parse_day(text)?, span)));
    let Some((day, span)) = booked else {
        let fault = Diagnostic::new(&DATE_UNREADABLE, raw.span_of(Leaf::Posted));
        return Err(fault.param("expected", "20260331".to_owned()));
    };
    entry.dates.booked = Some((day, span));
    entry.identity.date = Some(day);
    let mut optional = |leaf| {
        let (text, span) = raw.get(leaf)?;
        let day: Option<Date> = parse_day(text);
        // Zeros stand for no day.
        let is_none = !text.contains(|character: char| matches!(character, '1'..='9'));
        if day.is_none() && !is_none {
            let fault = Diagnostic::new(&CELL_PASSED_OVER, span);
            entry.row_faults.push(fault.param("expected", "a date"));
        }
        Some((day?, span))
    };
    let [purchased, available] = [Leaf::Purchased, Leaf::Available].map(&mut optional);
    (entry.dates.purchased, entry.dates.valuta) = (purchased, available);
    Ok(())
}

fn read_amount(raw: &RawEntry<'_>) -> Result<EntryAmount, Diagnostic> {
    let Some((text, span)) = raw.get(Leaf::Amount) else {
        return Err(Diagnostic::new(&AMOUNT_ABSENT, raw.span_of(Leaf::Amount)));
    };
    let value = parse_amount(text).ok_or_else(|| {
        Diagnostic::new(&AMOUNT_UNREADABLE, span)
            .param("advice", AMOUNT_ADVICE)
            .param("decimal", ".".to_owned())
    })?;
    let direction = if value.is_sign_negative() {
        CreditDebit::Debit
    } else {
        CreditDebit::Credit
    };
    Ok(EntryAmount {
        value: value.abs(),
        direction,
        span,
        charges: None,
    })
}

/// Adds what speaks against the entry but does not change it.
fn report_contradictions(raw: &RawEntry<'_>, direction: CreditDebit, entry: &mut Entry<'_>) {
    const CREDITS: [&str; 3] = ["CREDIT", "DEP", "DIRECTDEP"];
    const DEBITS: [&str; 3] = ["DEBIT", "DIRECTDEBIT", "CASH"];
    let opposite = match direction {
        CreditDebit::Credit => DEBITS,
        CreditDebit::Debit => CREDITS,
    };
    if let Some((kind, span)) = raw.get(Leaf::Kind)
        && opposite.iter().any(|word| word.eq_ignore_ascii_case(kind))
    {
        entry.faults.push(Diagnostic::new(&TYPE_CONTRADICTS, span));
    }
    let corrected = raw.get(Leaf::CorrectedId).map(|(id, _)| id);
    if let Some((_, span)) = raw.get(Leaf::Correction)
        && corrected != raw.get(Leaf::Id).map(|(id, _)| id)
    {
        entry.faults.push(Diagnostic::new(&ENTRY_CORRECTS, span));
    }
    if let Some(span) = raw.stray {
        let fault = Diagnostic::new(&CELL_PASSED_OVER, span);
        entry
            .faults
            .push(fault.param("expected", "a value of an element"));
    }
}

/// Sets the text, and what an id is derived from.
fn read_texts<'s>(raw: &RawEntry<'s>, entry: &mut Entry<'s>) {
    let of = |leaf| raw.get(leaf).map(|(text, _)| collapse_text(text.clone()));
    let name = of(Leaf::Name).or_else(|| of(Leaf::Payee));
    let memo = of(Leaf::Memo);
    // Names have few characters, so banks and programs write a longer text in full as the memo.
    let name = name.filter(|name| memo.as_ref().is_none_or(|memo| !memo.starts_with(&**name)));
    let memo = memo.filter(|memo| name.as_ref().is_none_or(|name| !name.contains(&**memo)));
    let words = [name, memo].into_iter().flatten();
    entry.texts.extend(words);
    entry.identity.parts.extend(entry.texts.iter().cloned());
    for (leaf, label) in [
        (Leaf::CheckNumber, "number"),
        (Leaf::Reference, "reference"),
    ] {
        let Some(number) = of(leaf).filter(|number| !is_placeholder(number)) else {
            continue;
        };
        let is_known = of(Leaf::Id).is_some_and(|id| id.contains(&*number))
            || entry.texts.iter().any(|text| text.contains(&*number));
        if !is_known {
            entry.texts.push(Cow::Owned(format!("{label} {number}")));
        }
        entry.identity.parts.push(number);
    }
    let foreign = raw.original.as_ref().and_then(|(code, _)| currency(code));
    if let Some(code) = foreign {
        entry.texts.push(Cow::Owned(format!("original {code}")));
    }
    if entry.texts.is_empty()
        && let Some(kind) = of(Leaf::Kind)
    {
        entry.texts.push(kind);
    }
}
