//! MT940: a SWIFT message for each account and currency, with its balances.
//!
//! The fields are those of the SWIFT handbook; the numbered fields of `:86:` are those of the German banks (DFÜ agreement, annex 3, chapter 8).

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking, KnownBalances};
use super::options::StatementExportOptions;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::swift::{break_lines, is_reference, is_text, to_swift};
use crate::chrono::{Datelike, NaiveDate};
use crate::export::ledger::to_one_line;
use crate::export::note::{NoteKind, Notes};
use crate::transactions::{CreditDebit, ReferenceId};
use crate::value::{Currency, Date};

/// How many characters an account, a reference and an amount have at most.
const MAX_ACCOUNT: usize = 35;
const MAX_REFERENCE: usize = 16;
const MAX_AMOUNT: usize = 15;

/// How many lines a text has at most, and how many characters a numbered field.
const MAX_LINES: usize = 6;
const MAX_FIELD: usize = 27;

/// The code of a transaction in the numbered fields whose kind is not known.
const UNKNOWN_KIND: &str = "999";

/// The numbers of the fields for a purpose.
const PURPOSE_FIELDS: [u8; 14] = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63];

/// The most days between the value date and the entry date, which has no year.
const HALF_A_YEAR: i64 = 183;

/// Writes a message for each statement.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    options: &StatementExportOptions<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let mut refused = Vec::new();
    for statement in statements {
        let mut message = Message {
            text: String::new(),
            notes,
            has_fields: options.numbered_fields,
        };
        let balances = match message.push_start(statement) {
            Ok(balances) => balances,
            Err(refusal) => {
                refused.push(refusal);
                continue;
            }
        };
        for booking in statement.by_day() {
            refused.extend(message.push_booking(&booking).err());
            out(message.text.as_bytes());
            message.text.clear();
        }
        if let Some((_, last)) = statement.period() {
            let closing = message.push_balance("62F", balances.closing, statement, last);
            refused.extend(closing.err());
        }
        message.push_line("-");
        out(message.text.as_bytes());
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// A message as it is written.
struct Message<'n> {
    /// What was not passed on yet.
    text: String,
    notes: &'n mut Notes,
    /// Whether texts are in numbered fields.
    has_fields: bool,
}

impl Message<'_> {
    fn push_line(&mut self, line: &str) {
        self.text.extend([line, "\r\n"]);
    }

    /// Writes the fields up to the opening balance.
    fn push_start(
        &mut self,
        statement: &AccountStatement<'_>,
    ) -> Result<KnownBalances, StatementRefusal> {
        let account = statement.account.iban().map_or_else(
            || statement.account.as_str().to_owned(),
            |iban| iban.as_str().to_owned(),
        );
        if account.chars().count() > MAX_ACCOUNT {
            return Err(statement.refuse(StatementRefusalReason::AccountTooLong));
        }
        if !is_text(&account) {
            return Err(statement.refuse(StatementRefusalReason::AccountCharacters));
        }
        let Some((first, last)) = statement.period() else {
            return Err(statement.refuse(StatementRefusalReason::NoDate));
        };
        let balances = KnownBalances::of(statement)?;
        let is_computed = usize::from(balances.is_computed);
        self.notes.add(NoteKind::ComputedBalance, is_computed);
        let id: String = statement.id().to_ascii_uppercase();
        let id = id.get(..MAX_REFERENCE).unwrap_or(&id);
        self.push_line(&format!(":20:{id}"));
        self.push_line(&format!(":25:{account}"));
        // Statements of one account must not have one number, so it is made of the last day.
        let day = NaiveDate::from(last);
        let (year, ordinal) = (day.year().rem_euclid(100), day.ordinal());
        self.push_line(&format!(":28C:{year:02}{ordinal:03}/1"));
        self.push_balance("60F", balances.opening, statement, first)?;
        Ok(balances)
    }

    fn push_balance(
        &mut self,
        tag: &str,
        balance: Decimal,
        statement: &AccountStatement<'_>,
        day: Date,
    ) -> Result<(), StatementRefusal> {
        let mark = if balance.is_sign_negative() && !balance.is_zero() {
            'D'
        } else {
            'C'
        };
        let amount = amount_text(balance.abs());
        let amount = amount.ok_or_else(|| statement.refuse(StatementRefusalReason::SumTooLong))?;
        let day =
            day_text(day).ok_or_else(|| statement.refuse(StatementRefusalReason::DayOutside))?;
        let currency: Currency = statement.currency;
        self.push_line(&format!(":{tag}:{mark}{day}{currency}{amount}"));
        Ok(())
    }

    fn push_booking(&mut self, booking: &Booking<'_>) -> Result<(), StatementRefusal> {
        let transaction = booking.transaction;
        let day = booking.needs_day()?;
        let mark = match booking.direction()? {
            CreditDebit::Credit => 'C',
            CreditDebit::Debit => 'D',
        };
        let amount = amount_text(transaction.amount.into());
        let amount = amount.ok_or_else(|| booking.refuse(StatementRefusalReason::AmountTooLong))?;
        let valuta = self.valuta(booking, day);
        let outside = || booking.refuse(StatementRefusalReason::DayOutside);
        let valuta_text = day_text(valuta).ok_or_else(outside)?;
        let booked = transaction.booked_at.map(day_text);
        let booked = booked.map(|day| day.ok_or_else(outside)).transpose()?;
        let entry_date = booked.as_deref().and_then(|day| day.get(2..)).unwrap_or("");
        let reference = self.bank_reference(booking);
        self.push_line(&format!(
            ":61:{valuta_text}{entry_date}{mark}{amount}NMSCNONREF{reference}"
        ));
        self.push_text(booking.text());
        self.note_places(booking, day);
        Ok(())
    }

    /// Returns the value date. The format needs one, and its entry date must be near it, because it has no year.
    fn valuta(&mut self, booking: &Booking<'_>, day: Date) -> Date {
        let Some(valuta) = booking.transaction.valuta_at else {
            self.notes.add(NoteKind::AssumedValueDate, 1);
            return day;
        };
        if valuta.days_since(day).abs() < HALF_A_YEAR {
            return valuta;
        }
        self.notes.add(NoteKind::NoPlace { field: "valutaAt" }, 1);
        day
    }

    /// Returns the bank's reference with its slashes. The reader makes the id of it again.
    fn bank_reference(&mut self, booking: &Booking<'_>) -> String {
        let id = booking.id();
        let reference = ReferenceId::reference_in(id).unwrap_or(id);
        if reference.len() <= MAX_REFERENCE && is_reference(reference) {
            return format!("//{reference}");
        }
        let field = "transactionId";
        self.notes.add(NoteKind::NoPlace { field }, 1);
        String::new()
    }

    /// Notes what the format has no field for. Ids and value dates are noted where they are written.
    fn note_places(&mut self, booking: &Booking<'_>, day: Date) {
        let transaction = booking.transaction;
        let purchased = transaction.purchased_at;
        for (field, is_lost) in [
            ("originalAmount", transaction.original_amount.is_some()),
            ("purchasedAt", purchased.is_some_and(|other| other != day)),
        ] {
            self.notes
                .add(NoteKind::NoPlace { field }, usize::from(is_lost));
        }
    }

    /// Writes a text, in numbered fields if it has to be, or would be read as such.
    fn push_text(&mut self, text: &str) {
        let (text, is_changed) = to_swift(&to_one_line(text));
        if text.is_empty() {
            return;
        }
        let (content, is_replaced) = if self.has_fields || begins_like_fields(&text) {
            self.numbered(&text)
        } else {
            (text, false)
        };
        let (mut lines, is_broken) = break_lines(&content);
        let is_changed = is_changed || is_replaced || is_broken;
        let is_cut = lines.len() > MAX_LINES;
        self.notes.add(NoteKind::Respelled, usize::from(is_changed));
        self.notes.add(NoteKind::CutText, usize::from(is_cut));
        lines.truncate(MAX_LINES);
        self.push_line(&format!(":86:{}", lines.join("\r\n")));
    }

    /// Returns a text in numbered fields, and whether a sign that separates them had to be replaced.
    fn numbered(&mut self, text: &str) -> (String, bool) {
        let is_replaced = text.contains('?');
        let mut rest = text.replace('?', ".");
        let mut content = UNKNOWN_KIND.to_owned();
        for number in PURPOSE_FIELDS {
            let after = rest.split_off(rest.len().min(MAX_FIELD));
            let part = std::mem::replace(&mut rest, after);
            content.extend(["?", &number.to_string(), &part]);
            if rest.is_empty() {
                break;
            }
        }
        self.notes
            .add(NoteKind::CutText, usize::from(!rest.is_empty()));
        (content, is_replaced)
    }
}

/// Whether a text begins like numbered fields (`166?20…`) or like the coded ones of Dutch banks (`/REMI/…`), as which a reader would take it apart.
fn begins_like_fields(text: &str) -> bool {
    let Some((code, rest)) = text.split_at_checked(3) else {
        return false;
    };
    let is_sign = |sign: &char| !sign.is_alphanumeric() && *sign != ' ';
    let is_code = code.bytes().all(|byte| byte.is_ascii_digit());
    is_code && rest.chars().next().as_ref().is_some_and(is_sign) || text.starts_with('/')
}

/// Returns an amount with a comma, which it always has. `None` if it is too long.
fn amount_text(amount: Decimal) -> Option<String> {
    let mut text = amount.to_string().replace('.', ",");
    if !text.contains(',') {
        text.push(',');
    }
    Some(text).filter(|text| text.len() <= MAX_AMOUNT)
}

/// Returns a day with two digits of its year. `None` outside the hundred years from 1980 on, in which they have one meaning.
fn day_text(day: Date) -> Option<String> {
    let text = day.to_string().replace('-', "");
    let is_clear = (1980..2080).contains(&NaiveDate::from(day).year());
    let short = text.get(2..)?;
    is_clear.then(|| short.to_owned())
}
