//! Account statements of ISO 20022, version 08: camt.053, or camt.052 without proved balances.

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::options::StatementExportOptions;
use super::reference::{Reference, hashed, reference_for};
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::xml::XmlWriter;
use crate::export::note::{NoteKind, Notes};
use crate::statement::{checked_difference, checked_sum};
use crate::transactions::CreditDebit;
use crate::value::{Currency, Date};

/// How many digits and decimals an amount has at most.
const MAX_DIGITS: u32 = 18;
const MAX_DECIMALS: u32 = 5;

/// How many characters an account other than an IBAN has at most.
const MAX_ACCOUNT: usize = 34;

/// How many characters of a text are written with its entry, and how many in each part of its details.
const MAX_TEXT: usize = 500;
const MAX_TEXT_PART: usize = 140;

/// Writes the statements. Returns the name of the message.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    options: &StatementExportOptions<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<&'static str, Vec<StatementRefusal>> {
    let unproved = statements
        .iter()
        .filter(|statement| statement.proved_balances().is_none())
        .count();
    notes.add(NoteKind::NoBalances, unproved);
    let (id, message, statement_name) = match unproved {
        0 => ("camt.053", "BkToCstmrStmt", "Stmt"),
        _ => ("camt.052", "BkToCstmrAcctRpt", "Rpt"),
    };
    let mut writer = Writer {
        xml: XmlWriter::new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out),
        notes,
        refused: Vec::new(),
    };
    writer.xml.start(
        "Document",
        &format!(" xmlns=\"urn:iso:std:iso:20022:tech:xsd:{id}.001.08\""),
    );
    writer.xml.start(message, "");
    let ids: Vec<String> = statements.iter().map(AccountStatement::id).collect();
    let last_day = statements
        .iter()
        .filter_map(AccountStatement::period)
        .map(|(_, last)| last)
        .max();
    writer.xml.start("GrpHdr", "");
    writer
        .xml
        .text("MsgId", hashed("msg", ids.iter().map(String::as_str)));
    writer.push_created(options, last_day);
    writer.xml.end();
    for (statement, id) in statements.iter().zip(&ids) {
        writer.xml.start(statement_name, "");
        let pushed = writer.push_statement(statement, id, options);
        writer.refused.extend(pushed.err());
        writer.xml.end();
    }
    let Writer {
        xml,
        notes,
        refused,
    } = writer;
    notes.add(NoteKind::ReplacedCharacters, xml.replaced_texts);
    xml.finish();
    if refused.is_empty() {
        Ok(id)
    } else {
        Err(refused)
    }
}

struct Writer<'n> {
    xml: XmlWriter<'n>,
    notes: &'n mut Notes,
    refused: Vec<StatementRefusal>,
}

impl Writer<'_> {
    fn push_created(&mut self, options: &StatementExportOptions<'_>, last_day: Option<Date>) {
        if let Some(created) = options.created(last_day) {
            self.xml.text("CreDtTm", created);
        }
    }

    fn push_statement(
        &mut self,
        statement: &AccountStatement<'_>,
        id: &str,
        options: &StatementExportOptions<'_>,
    ) -> Result<(), StatementRefusal> {
        self.xml.text("Id", id);
        let period = statement.period();
        self.push_created(options, period.map(|(_, last)| last));
        if let Some((first, last)) = period {
            self.xml.start("FrToDt", "");
            self.xml.text("FrDtTm", format_args!("{first}T00:00:00"));
            self.xml.text("ToDtTm", format_args!("{last}T23:59:59"));
            self.xml.end();
        }
        self.push_account(statement)?;
        if let Some(([opening, closing], (first, last))) = statement.proved_balances().zip(period) {
            self.push_balance(statement, "OPBD", opening, first)?;
            self.push_balance(statement, "CLBD", closing, last)?;
        }
        let summary = self.push_summary(statement);
        let refused = self.refused.len();
        for booking in &statement.bookings {
            let pushed = self.push_entry(booking);
            self.refused.extend(pushed.err());
        }
        // A sum may be too long because an amount is.
        if self.refused.len() == refused {
            summary
        } else {
            Ok(())
        }
    }

    fn push_account(&mut self, statement: &AccountStatement<'_>) -> Result<(), StatementRefusal> {
        self.xml.start("Acct", "");
        self.xml.start("Id", "");
        match statement.account.iban() {
            Some(iban) => self.xml.text("IBAN", iban),
            None if statement.account.as_str().chars().count() > MAX_ACCOUNT => {
                return Err(statement.refuse(StatementRefusalReason::AccountTooLong));
            }
            None => self.xml.nested(["Othr", "Id"], statement.account.as_str()),
        }
        self.xml.end();
        self.xml.text("Ccy", statement.currency);
        self.xml.end();
        Ok(())
    }

    fn push_balance(
        &mut self,
        statement: &AccountStatement<'_>,
        kind: &str,
        balance: Decimal,
        day: Date,
    ) -> Result<(), StatementRefusal> {
        self.xml.start("Bal", "");
        self.xml.nested(["Tp", "CdOrPrtry", "Cd"], kind);
        let direction = direction_of(balance);
        let amount =
            amount(balance).ok_or_else(|| statement.refuse(StatementRefusalReason::SumTooLong))?;
        self.push_amount("Amt", &amount, statement.currency);
        self.xml.text("CdtDbtInd", direction);
        self.xml.nested(["Dt", "Dt"], day);
        self.xml.end();
        Ok(())
    }

    /// Writes numbers and sums, which a reader can compare with the entries.
    fn push_summary(&mut self, statement: &AccountStatement<'_>) -> Result<(), StatementRefusal> {
        let too_long = || statement.refuse(StatementRefusalReason::SumTooLong);
        let (credits, credit) = statement.sum(CreditDebit::Credit)?;
        let (debits, debit) = statement.sum(CreditDebit::Debit)?;
        let all = checked_sum(credit, debit)
            .and_then(amount)
            .ok_or_else(too_long)?;
        let net = checked_difference(credit, debit).ok_or_else(too_long)?;
        self.xml.start("TxsSummry", "");
        self.xml.start("TtlNtries", "");
        self.xml.text("NbOfNtries", credits + debits);
        self.xml.text("Sum", all);
        self.xml.start("TtlNetNtry", "");
        self.xml.text("Amt", amount(net).ok_or_else(too_long)?);
        self.xml.text("CdtDbtInd", direction_of(net));
        self.xml.end();
        self.xml.end();
        for (name, count, sum) in [
            ("TtlCdtNtries", credits, credit),
            ("TtlDbtNtries", debits, debit),
        ] {
            self.xml.start(name, "");
            self.xml.text("NbOfNtries", count);
            self.xml.text("Sum", amount(sum).ok_or_else(too_long)?);
            self.xml.end();
        }
        self.xml.end();
        Ok(())
    }

    fn push_entry(&mut self, booking: &Booking<'_>) -> Result<(), StatementRefusal> {
        let transaction = booking.transaction;
        let direction = if booking.direction()? == CreditDebit::Credit {
            "CRDT"
        } else {
            "DBIT"
        };
        let day = booking.needs_day()?;
        let too_long = || booking.refuse(StatementRefusalReason::AmountTooLong);
        let own = amount(transaction.amount.into()).ok_or_else(too_long)?;
        self.xml.start("Ntry", "");
        self.push_amount("Amt", &own, transaction.currency);
        self.xml.text("CdtDbtInd", direction);
        self.xml.nested(["Sts", "Cd"], "BOOK");
        // A purchase is before its booking, so its day is written here only if there is no other.
        let booked = transaction
            .booked_at
            .or(transaction.valuta_at.is_none().then_some(day));
        for (name, day) in [("BookgDt", booked), ("ValDt", transaction.valuta_at)] {
            if let Some(day) = day {
                self.xml.nested([name, "Dt"], day);
            }
        }
        let reference = match reference_for(booking.id()) {
            Reference::Reversible(reference) => reference,
            Reference::Hashed(reference) => {
                self.notes.add(NoteKind::HashedId, 1);
                reference
            }
        };
        if !reference.is_empty() {
            self.xml.text("AcctSvcrRef", reference);
        }
        self.push_code_without_meaning();
        let text = booking.text();
        let is_long = text.chars().count() > MAX_TEXT;
        let original = transaction
            .original_amount
            .zip(transaction.original_currency);
        if original.is_some() || is_long || transaction.purchased_at.is_some() {
            self.xml.start("NtryDtls", "");
            self.xml.start("TxDtls", "");
            self.push_amount("Amt", &own, transaction.currency);
            self.xml.text("CdtDbtInd", direction);
            if let Some((original, currency)) = original {
                let original = amount(original.into()).ok_or_else(too_long)?;
                self.push_original(&original, currency);
            }
            if is_long {
                self.push_long_text(text);
            }
            if let Some(day) = transaction.purchased_at {
                self.xml
                    .nested(["RltdDts", "TxDtTm"], format_args!("{day}T00:00:00"));
            }
            self.xml.end();
            self.xml.end();
        }
        if !is_long && !text.is_empty() {
            self.xml.text("AddtlNtryInf", text);
        }
        self.xml.end();
        Ok(())
    }

    /// Writes the amount in the currency in which was paid.
    fn push_original(&mut self, amount: &Decimal, currency: Currency) {
        self.xml.start("AmtDtls", "");
        self.xml.start("InstdAmt", "");
        self.push_amount("Amt", amount, currency);
        self.xml.end();
        self.xml.end();
    }

    /// Writes a text in parts, each as long as the message allows.
    fn push_long_text(&mut self, text: &str) {
        self.xml.start("RmtInf", "");
        parts(text).for_each(|part| self.xml.text("Ustrd", part));
        self.xml.end();
    }

    /// Writes the transaction code for a payment of any kind, because statements in other formats don't have the codes of ISO 20022.
    fn push_code_without_meaning(&mut self) {
        self.xml.start("BkTxCd", "");
        self.xml.start("Domn", "");
        self.xml.text("Cd", "XTND");
        self.xml.start("Fmly", "");
        self.xml.text("Cd", "NTAV");
        self.xml.text("SubFmlyCd", "NTAV");
        self.xml.end();
        self.xml.end();
        self.xml.end();
    }

    fn push_amount(&mut self, name: &'static str, amount: &Decimal, currency: Currency) {
        self.xml
            .text_with(name, &format!(" Ccy=\"{currency}\""), amount);
    }
}

/// Returns an amount without its sign, or `None` if it has more digits or decimals than the message allows.
fn amount(amount: Decimal) -> Option<Decimal> {
    let amount = amount.abs();
    let amount = if amount.scale() > MAX_DECIMALS {
        amount.normalize()
    } else {
        amount
    };
    let has_room = amount.mantissa().unsigned_abs() < 10_u128.pow(MAX_DIGITS)
        && amount.scale() <= MAX_DECIMALS;
    has_room.then_some(amount)
}

fn direction_of(amount: Decimal) -> &'static str {
    if amount.is_sign_negative() && !amount.is_zero() {
        "DBIT"
    } else {
        "CRDT"
    }
}

/// Splits a long text into parts: after a separator of texts, or else at a blank, or else in a word.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .nth(MAX_TEXT_PART)
            .map_or(rest.len(), |(end, _)| end);
        let (part, after) = rest.split_at_checked(end)?;
        if after.is_empty() {
            rest = "";
            return Some(part);
        }
        let cut = |separator: &str| {
            // A separator right after the part is a good place to cut too.
            let window = rest.get(..end + separator.len()).unwrap_or(part);
            window
                .rfind(separator)
                .filter(|at| *at > 0)
                .map(|at| (at, at + separator.len()))
        };
        let (end, next) = cut("; ").or_else(|| cut(" ")).unwrap_or((end, end));
        let (part, next) = (rest.get(..end)?, rest.get(next..)?);
        rest = next;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_texts_are_split_where_a_reader_joins_them() {
        let sentence = format!("{}; {}", "a".repeat(100), "b c".repeat(30));
        let split: Vec<&str> = parts(&sentence).collect();
        assert_eq!(split, ["a".repeat(100), "b c".repeat(30)]);
        let words = "word ".repeat(60);
        assert!(
            parts(words.trim_end())
                .all(|part| part.len() <= 140 && !part.starts_with(' ') && !part.ends_with(' '))
        );
        assert_eq!(
            parts(&"é".repeat(300))
                .map(|part| part.chars().count())
                .collect::<Vec<_>>(),
            [140, 140, 20]
        );
    }

    #[test]
    fn amounts_have_the_digits_that_the_message_allows() {
        let amount = |text: &str| {
            amount(Decimal::from_str_exact(text).unwrap()).map(|amount| amount.to_string())
        };
        for (text, written) in [
            ("-12.50", Some("12.50")),
            ("0.1234500", Some("0.12345")),
            ("0.123456", None),
        ] {
            assert_eq!(amount(text).as_deref(), written, "{text}");
        }
        assert_eq!(
            amount("999999999999999.999").as_deref(),
            Some("999999999999999.999")
        );
        assert_eq!(amount("1000000000000000.000"), None, "19 digits");
    }

    proptest! {
        #[test]
        fn parts_lose_nothing_but_separators(text in "[a-cé; ]{1,600}") {
            let without = |text: &str| text.replace([' ', ';'], "");
            let split: Vec<&str> = parts(&text).collect();
            prop_assert!(split.iter().all(|part| part.chars().count() <= MAX_TEXT_PART));
            prop_assert_eq!(without(&split.concat()), without(&text));
        }
    }
}
