//! Statements of OFX 2.2, and of OFX 1.02 for QuickBooks, of bank accounts and credit cards.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking, KnownBalances};
use super::options::StatementExportOptions;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::swift::{encode, to_windows_1252};
use super::xml::XmlWriter;
use crate::export::note::{NoteKind, Notes};
use crate::transactions::CreditDebit;
use crate::value::{Date, Iban};

const PROLOGUE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
                        <?OFX OFXHEADER=\"200\" VERSION=\"220\" SECURITY=\"NONE\" OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>\n";

const QUICKBOOKS_HEADER: &str = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\
                                 COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n";

/// The programs that a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Programs that read OFX 2.2.
    Standard,
    /// QuickBooks: OFX 1.02 in Windows-1252, with the number of the bank and a balance for each account.
    QuickBooks,
}

/// How many characters the identifiers of a bank and an account, and the texts of a transaction, have at most.
const MAX_BANK: usize = 9;
const MAX_ACCOUNT: usize = 22;
const MAX_NAME: usize = 32;
const MAX_MEMO: usize = 255;

/// Writes the statements of bank accounts, then those of cards.
pub(super) fn write(
    dialect: Dialect,
    statements: &[AccountStatement<'_>],
    options: &StatementExportOptions<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let mut out_encoded = |piece: &[u8]| match dialect {
        Dialect::Standard => out(piece),
        Dialect::QuickBooks => out(&encode(&String::from_utf8_lossy(piece))),
    };
    let prologue = match dialect {
        Dialect::Standard => PROLOGUE,
        Dialect::QuickBooks => QUICKBOOKS_HEADER,
    };
    let mut writer = Writer {
        dialect,
        xml: XmlWriter::new(prologue, &mut out_encoded),
        notes,
        refused: Vec::new(),
    };
    writer.xml.start("OFX", "");
    let last_day = statements
        .iter()
        .filter_map(AccountStatement::period)
        .map(|(_, last)| last)
        .max();
    writer.push_sign_on(options, last_day);
    let mut number = 0;
    for (is_card, message) in [(false, "BANKMSGSRSV1"), (true, "CREDITCARDMSGSRSV1")] {
        let mut of_kind = statements
            .iter()
            .filter(|statement| statement.is_masked_card() == is_card)
            .peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        writer.xml.start(message, "");
        for statement in of_kind {
            number += 1;
            let pushed = writer.push_response(statement, number);
            writer.refused.extend(pushed.err());
        }
        writer.xml.end();
    }
    let Writer {
        xml,
        notes,
        refused,
        ..
    } = writer;
    notes.add(NoteKind::ReplacedCharacters, xml.replaced_texts);
    xml.finish();
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

struct Writer<'n> {
    dialect: Dialect,
    xml: XmlWriter<'n>,
    notes: &'n mut Notes,
    refused: Vec<StatementRefusal>,
}

impl Writer<'_> {
    fn push_sign_on(&mut self, options: &StatementExportOptions<'_>, last_day: Option<Date>) {
        self.xml.start("SIGNONMSGSRSV1", "");
        self.xml.start("SONRS", "");
        self.push_success();
        if let Some(created) = options.created(last_day) {
            self.xml
                .text("DTSERVER", created.replace(['-', 'T', ':'], ""));
        }
        self.xml.text("LANGUAGE", "ENG");
        if self.dialect == Dialect::QuickBooks {
            match options.bank_number {
                Some(number) => self.xml.text("INTU.BID", number),
                None => self.notes.add(NoteKind::NoBankNumber, 1),
            }
        }
        self.xml.end();
        self.xml.end();
    }

    fn push_success(&mut self) {
        self.xml.start("STATUS", "");
        self.xml.text("CODE", 0);
        self.xml.text("SEVERITY", "INFO");
        self.xml.end();
    }

    fn push_response(
        &mut self,
        statement: &AccountStatement<'_>,
        number: usize,
    ) -> Result<(), StatementRefusal> {
        let is_card = statement.is_masked_card();
        let [response, content] = if is_card {
            ["CCSTMTTRNRS", "CCSTMTRS"]
        } else {
            ["STMTTRNRS", "STMTRS"]
        };
        self.xml.start(response, "");
        self.xml.text("TRNUID", number);
        self.push_success();
        self.xml.start(content, "");
        self.xml.text("CURDEF", statement.currency);
        let account = Account::of(statement)?;
        let (_, is_changed) = self.spell(&account.number);
        if is_changed {
            return Err(statement.refuse(StatementRefusalReason::AccountCharacters));
        }
        self.xml.start(
            if is_card {
                "CCACCTFROM"
            } else {
                "BANKACCTFROM"
            },
            "",
        );
        if !is_card {
            self.xml.text("BANKID", account.bank);
        }
        self.xml.text("ACCTID", account.number);
        if !is_card {
            self.xml.text("ACCTTYPE", "CHECKING");
        }
        self.xml.end();
        self.push_transactions(statement);
        match (self.closing_balance(statement)?, statement.period()) {
            (Some(balance), Some((_, last))) => {
                self.xml.start("LEDGERBAL", "");
                self.xml.text("BALAMT", balance);
                self.xml.text("DTASOF", ofx_day(last));
                self.xml.end();
            }
            _ => self.notes.add(NoteKind::NoClosingBalance, 1),
        }
        self.xml.end();
        self.xml.end();
        Ok(())
    }

    /// Returns the balance after the last transaction. QuickBooks needs one.
    fn closing_balance(
        &mut self,
        statement: &AccountStatement<'_>,
    ) -> Result<Option<Decimal>, StatementRefusal> {
        let stated = statement.closing_balance();
        if stated.is_some() || self.dialect == Dialect::Standard {
            return Ok(stated);
        }
        let balances = KnownBalances::of(statement)?;
        let is_computed = usize::from(balances.is_computed);
        self.notes.add(NoteKind::ComputedBalance, is_computed);
        Ok(Some(balances.closing))
    }

    /// Writes a text with the characters of the dialect, and returns whether one was changed.
    fn spell<'t>(&self, text: &'t str) -> (Cow<'t, str>, bool) {
        match self.dialect {
            Dialect::Standard => (Cow::Borrowed(text), false),
            Dialect::QuickBooks => {
                let (text, is_changed) = to_windows_1252(text);
                (Cow::Owned(text), is_changed)
            }
        }
    }

    fn push_transactions(&mut self, statement: &AccountStatement<'_>) {
        self.xml.start("BANKTRANLIST", "");
        if let Some((first, last)) = statement.period() {
            self.xml.text("DTSTART", ofx_day(first));
            self.xml.text("DTEND", ofx_day(last));
        }
        for booking in &statement.bookings {
            let pushed = self.push_transaction(booking);
            self.refused.extend(pushed.err());
        }
        self.xml.end();
    }

    fn push_transaction(&mut self, booking: &Booking<'_>) -> Result<(), StatementRefusal> {
        let transaction = booking.transaction;
        let (day, amount) = (booking.needs_day()?, booking.signed_amount()?);
        let kind = if booking.direction()? == CreditDebit::Credit {
            "CREDIT"
        } else {
            "DEBIT"
        };
        self.xml.start("STMTTRN", "");
        self.xml.text("TRNTYPE", kind);
        self.xml.text("DTPOSTED", ofx_day(day));
        for (name, day) in [
            ("DTUSER", transaction.purchased_at),
            ("DTAVAIL", transaction.valuta_at),
        ] {
            if let Some(day) = day {
                self.xml.text(name, ofx_day(day));
            }
        }
        // OFX allows 32 characters, and an amount has at most 31.
        self.xml.text("TRNAMT", amount);
        self.xml.text("FITID", booking.id());
        let (text, is_changed) = self.spell(booking.text());
        self.notes.add(NoteKind::Respelled, usize::from(is_changed));
        let text = text.as_ref();
        if !text.is_empty() {
            let name = beginning(text, MAX_NAME);
            self.xml.text("NAME", name);
            if name != text {
                let memo = beginning(text, MAX_MEMO);
                self.notes.add(NoteKind::CutText, usize::from(memo != text));
                self.xml.text("MEMO", memo);
            }
        }
        self.xml.end();
        // The format states a foreign amount by a rate, which would have to be computed and rounded.
        self.notes.add(
            NoteKind::NoPlace {
                field: "originalAmount",
            },
            usize::from(transaction.original_amount.is_some()),
        );
        Ok(())
    }
}

/// The identifiers of an account.
struct Account<'s> {
    bank: String,
    number: Cow<'s, str>,
}

impl<'s> Account<'s> {
    /// An IBAN is the number of the account if it is short enough. Its first characters stand for the bank, and a longer IBAN continues after them.
    fn of(statement: &'s AccountStatement) -> Result<Self, StatementRefusal> {
        let account = statement.account.as_str();
        let (bank, number) = match statement.account.iban().as_ref().map(Iban::as_str) {
            Some(iban) => {
                let (bank, rest) = iban.split_at_checked(MAX_BANK).unwrap_or((iban, ""));
                (
                    bank.to_owned(),
                    if iban.len() <= MAX_ACCOUNT {
                        iban
                    } else {
                        rest
                    }
                    .to_owned()
                    .into(),
                )
            }
            None => ("UNKNOWN".to_owned(), account.into()),
        };
        let account = Self { bank, number };
        let has_room = account.number.chars().count() <= MAX_ACCOUNT;
        if has_room {
            Ok(account)
        } else {
            Err(statement.refuse(StatementRefusalReason::AccountTooLong))
        }
    }
}

/// Returns the beginning of a text, up to a blank if a word would be cut.
pub(super) fn beginning(text: &str, max: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(max) else {
        return text;
    };
    let (beginning, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let cuts_word = !rest.starts_with(' ');
    let words = beginning
        .rsplit_once(' ')
        .filter(|_| cuts_word)
        .map_or(beginning, |(words, _)| words);
    words.trim_end_matches([';', ' '])
}

fn ofx_day(day: Date) -> String {
    day.to_string().replace('-', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_words() {
        for (text, cut) in [
            ("one two", "one two"),
            ("one two three", "one two"),
            ("one two; three", "one two"),
            ("onetwothree", "onetwoth"),
        ] {
            assert_eq!(beginning(text, 8), cut);
        }
    }
}
