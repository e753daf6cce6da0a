//! Builds an entry and its splits from the fields of a record.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::dates::parse;
use super::outline::Style;
use super::records::{Line, Record};
use crate::format::message::is_placeholder;
use crate::format::rules::{CELL_PASSED_OVER, DATE_UNREADABLE, ELEMENT_REPEATED};
use crate::report::Diagnostic;
use crate::sheet::Cell;
use crate::source::Span;
use crate::statement::rules::{AMOUNT_ABSENT, AMOUNT_UNREADABLE, CELL_ADVICE};
use crate::statement::{
    Detail, DetailAmount, Entry, EntryAmount, EntryStatus, StatedBalance, collapse_spaces,
};
use crate::transactions::CreditDebit;

/// The fields that are shown with the transaction, and that findings name.
pub(super) const CELLS: [char; 8] = ['D', 'T', 'U', 'N', 'P', 'M', 'L', 'A'];

/// What a record is.
pub(super) enum Kind {
    Entry(Vec<Detail>),
    /// The balance before the first transaction.
    Opening(StatedBalance),
}

/// A part of a transaction.
#[derive(Default)]
struct Split<'s> {
    span: Span,
    category: Option<&'s str>,
    memo: Option<&'s str>,
    amount: Option<Line<'s>>,
}

/// The fields of a record: those of the transaction, and those of its splits.
struct Fields<'r, 's> {
    record: &'r Record<'s>,
    /// How many fields are before the first split.
    own: usize,
    splits: Vec<Split<'s>>,
}

impl<'r, 's> Fields<'r, 's> {
    fn new(record: &'r Record<'s>) -> Self {
        let is_split = |(letter, _): &(char, Line<'_>)| matches!(letter, 'S' | '$' | 'E' | '%');
        let own = record.fields.iter().position(is_split);
        let own = own.unwrap_or(record.fields.len());
        let mut splits: Vec<Split<'s>> = Vec::new();
        for (letter, value) in record.fields.iter().skip(own) {
            let begins = match splits.last() {
                Some(last) => *letter == 'S' || *letter == '$' && last.amount.is_some(),
                None => true,
            };
            if begins && matches!(letter, 'S' | '$' | 'E') {
                splits.push(Split {
                    span: value.span,
                    ..Split::default()
                });
            }
            let Some(split) = splits.last_mut() else {
                continue;
            };
            match letter {
                'S' => split.category = Some(value.text),
                'E' => split.memo = Some(value.text),
                '$' => split.amount = Some(*value),
                _ => {}
            }
        }
        Self {
            record,
            own,
            splits,
        }
    }

    /// Returns all values of a field of the transaction that are not empty. Some programs write the amount below the splits.
    fn all(&self, letter: char) -> impl Iterator<Item = Line<'s>> {
        let count = match letter {
            'T' | 'U' => self.record.fields.len(),
            _ => self.own,
        };
        let fields = self.record.fields.iter().take(count);
        fields
            .filter(move |(known, value)| *known == letter && !value.text.is_empty())
            .map(|(_, value)| *value)
    }

    fn get(&self, letter: char) -> Option<Line<'s>> {
        self.all(letter).next()
    }

    /// Returns the place of a second value where one belongs. The line that ends a record is then missing.
    fn repeated(&self) -> Option<Span> {
        ['D', 'T', 'U', 'P', 'N']
            .into_iter()
            .find_map(|letter| self.all(letter).nth(1))
            .map(|line| line.span)
    }
}

/// Fills in an entry.
///
/// # Errors
///
/// The record has no readable amount or date, or has one of them twice.
pub(super) fn fill<'s>(
    record: &Record<'s>,
    style: Style,
    account: Option<&str>,
    text: &'s str,
    entry: &mut Entry<'s>,
) -> Result<Kind, Diagnostic> {
    entry.clear();
    let fields = Fields::new(record);
    let nowhere = Span::at(record.span.end);
    let span_of = |letter| fields.get(letter).map_or(nowhere, |line| line.span);
    let cells = CELLS.map(|letter| Cell::unquoted(text, span_of(letter)));
    entry.cells.extend(cells);
    if let Some(span) = fields.repeated() {
        return Err(Diagnostic::new(&ELEMENT_REPEATED, span));
    }
    let day = fields
        .get('D')
        .and_then(|line| Some((parse(line.text, style.order)?, line.span)));
    let Some((day, place)) = day else {
        let expected = format!("31.03.2026 in the order {}", style.order.as_str());
        let fault = Diagnostic::new(&DATE_UNREADABLE, span_of('D'));
        return Err(fault.param("expected", expected));
    };
    entry.dates.booked = Some((day, place));
    entry.identity.date = Some(day);
    let (value, span) = read_amount(&fields, style, nowhere)?;
    if is_opening(&fields, account) {
        return Ok(Kind::Opening(StatedBalance {
            balance: value,
            currency: None,
            day: Some(day),
            span,
        }));
    }
    entry.status = EntryStatus::Booked(EntryAmount {
        value: value.abs(),
        direction: if value.is_sign_negative() {
            CreditDebit::Debit
        } else {
            CreditDebit::Credit
        },
        span,
        charges: None,
    });
    entry.currency_span = span;
    entry.bank_id_span = span_of('N');
    read_texts(&fields, entry);
    let splits = fields.splits.iter();
    let details = splits.map(|split| detail(split, style, entry)).collect();
    Ok(Kind::Entry(details))
}

/// Reads the amount. `U` repeats it with more decimals, or stands alone.
fn read_amount(
    fields: &Fields<'_, '_>,
    style: Style,
    nowhere: Span,
) -> Result<(Decimal, Span), Diagnostic> {
    let Some(line) = fields.get('T').or_else(|| fields.get('U')) else {
        return Err(Diagnostic::new(&AMOUNT_ABSENT, nowhere));
    };
    let value = style.mark.parse(line.text).ok_or_else(|| {
        Diagnostic::new(&AMOUNT_UNREADABLE, line.span)
            .param("advice", CELL_ADVICE)
            .param("decimal", style.mark.character().to_string())
    })?;
    let other = fields.get('U');
    let repeated = other.and_then(|line| Some((style.mark.parse(line.text)?, line.span)));
    match repeated {
        Some((other, span)) if other != value => Err(Diagnostic::new(&ELEMENT_REPEATED, span)),
        _ => Ok((value, line.span)),
    }
}

/// Whether a record is the balance that the account was opened with: a transfer from the account itself.
fn is_opening(fields: &Fields<'_, '_>, account: Option<&str>) -> bool {
    let has_name = fields
        .get('P')
        .is_some_and(|payee| payee.text.eq_ignore_ascii_case("Opening Balance"));
    let from = fields.get('L').and_then(|line| transfer(line.text));
    has_name && from.is_some_and(|from| account.is_none_or(|account| account == from))
}

/// Returns the account of a transfer, which stands in brackets where others have their category.
fn transfer(category: &str) -> Option<&str> {
    let (account, _) = category.strip_prefix('[')?.split_once(']')?;
    Some(account)
}

/// Returns a category or the account of a transfer as a text.
fn category_text(category: &str) -> String {
    match transfer(category) {
        Some(account) => format!("transfer {account}"),
        None => category.to_owned(),
    }
}

fn read_texts<'s>(fields: &Fields<'_, 's>, entry: &mut Entry<'s>) {
    let of = |letter| fields.get(letter).map(|line| collapse_spaces(line.text));
    let (payee, memo) = (of('P'), of('M'));
    let memo = memo.filter(|memo| payee.as_ref() != Some(memo));
    entry.texts.extend([payee, memo].into_iter().flatten());
    entry.identity.parts.extend(entry.texts.iter().cloned());
    let number = of('N').filter(|number| !is_placeholder(number));
    if let Some(number) = number {
        entry.texts.push(Cow::Owned(format!("number {number}")));
        entry.identity.parts.push(number);
    }
    let category = fields.get('L').map(|line| category_text(line.text));
    entry.texts.extend(category.map(Cow::Owned));
    let address = fields.all('A').map(|line| collapse_spaces(line.text));
    entry.texts.extend(address);
}

fn detail(split: &Split<'_>, style: Style, entry: &mut Entry<'_>) -> Detail {
    let amount = split.amount.filter(|line| !line.text.is_empty());
    let value = amount.and_then(|line| style.mark.parse(line.text));
    if let (Some(line), None) = (amount, value) {
        let fault = Diagnostic::new(&CELL_PASSED_OVER, line.span);
        entry.row_faults.push(fault.param("expected", "an amount"));
    }
    let category = split.category.map(category_text);
    let memo = split.memo.map(str::to_owned);
    let words: Vec<String> = [category, memo].into_iter().flatten().collect();
    let mut position = entry.position;
    position.span = split.span;
    Detail {
        position,
        text: words.join("; "),
        amount: value.map(|value| DetailAmount {
            value,
            currency: String::new(),
            is_summed: true,
        }),
        ..Detail::default()
    }
}
