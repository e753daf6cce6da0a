use std::fmt;

use crate::report::{Language, Phrase};

/// What a reader of an export should know, once for all records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What the note is about.
    pub kind: NoteKind,
    /// How often it occurs.
    pub count: usize,
}

/// What a [`Note`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The target has no place for a field. `field` is its path in a record.
    NoPlace {
        /// The path of the field, such as `invoice.postingType`.
        field: &'static str,
    },
    /// A line is the only one of its side, and the rows take the field from the lines of the other side.
    OtherLine {
        /// The name of the field, such as `tax`.
        field: &'static str,
    },
    /// A record has several contacts, and the target has a place for the first.
    FurtherContacts,
    /// A line has more dimensions than the target has a place for: one of each type in Banana, and 100 in other tables.
    FurtherDimensions,
    /// A record has no entry, or an entry no line, so that it is not in the output.
    NothingToWrite,
    /// The lines of an entry don't balance, and are written as they are.
    Unbalanced,
    /// The type of an account is not known, so that its place in the ledger is that of the default.
    UnknownAccountType,
    /// Several accounts have one number, and the target knows accounts by number.
    SharedAccountNumber,
    /// Characters of a text were replaced, because they have a meaning in the target's syntax or end a line.
    AlteredText,
    /// The balances of an account are not proved, so that no bank statement (camt.053) but an account report (camt.052) is written.
    NoBalances,
    /// The balance after the last transaction of an account is not known, so that it is not in the output.
    NoClosingBalance,
    /// A ledger asserts no balance for a statement, because its balances are not proved, transactions before it may be missing, or several accounts
    /// have one name in the ledger.
    NotAsserted,
    /// The id of a transaction is too long, and a hash of it stands in its place.
    HashedId,
    /// A text is longer than the target allows, and its end is left out.
    CutText,
    /// Characters of a text that the target does not allow were replaced by spaces.
    ReplacedCharacters,
    /// Letters and signs of a text that the target does not have are written as similar ones, or as points.
    Respelled,
    /// The value date of a transaction is not known, and the day of the booking stands in its place.
    AssumedValueDate,
    /// The balance before or after all transactions of an account is computed from the other one, because no statement states it.
    ComputedBalance,
    /// The target identifies the bank by a number that was not given.
    NoBankNumber,
    /// The table has more rows than the program imports at once.
    ManyRows,
    /// A number has more digits than a spreadsheet holds, and is written as a text.
    NumberAsText,
    /// A row has a VAT code, from which the target computes a tax. Whether amounts include the tax is not known.
    VatCode,
}

/// The notes of an export, each kind once.
#[derive(Debug, Default)]
pub(super) struct Notes(pub(super) Vec<Note>);

impl Notes {
    pub(super) fn add(&mut self, kind: NoteKind, count: usize) {
        match self.0.iter_mut().find(|note| note.kind == kind) {
            Some(note) => note.count += count,
            None if count > 0 => self.0.push(Note { kind, count }),
            None => {}
        }
    }
}

impl NoteKind {
    /// Returns the sentence for one occurrence, and the sentence for any other count.
    const fn templates(self) -> [&'static str; 2] {
        match self {
            Self::NoPlace { .. } => [
                "1 value of `{field}` is left out: the format has no place for it",
                "{count} values of `{field}` are left out: the format has no place for it",
            ],
            Self::OtherLine { .. } => [
                "1 value of `{field}` is left out: a row takes it from the line on the side with several lines, or from the debit line",
                "{count} values of `{field}` are left out: a row takes it from the line on the side with several lines, or from the debit line",
            ],
            Self::FurtherContacts => [
                "1 further contact is left out: the format has a place for the first of a record",
                "{count} further contacts are left out: the format has a place for the first of a record",
            ],
            Self::FurtherDimensions => [
                "1 further dimension is left out: the format has no place for so many",
                "{count} further dimensions are left out: the format has no place for so many",
            ],
            Self::NothingToWrite => [
                "1 record without entries, or entry without lines, is left out",
                "{count} records without entries, or entries without lines, are left out",
            ],
            Self::Unbalanced => [
                "1 entry doesn't balance in each currency; the lines are written as they are",
                "{count} entries don't balance in each currency; the lines are written as they are",
            ],
            Self::UnknownAccountType => [
                "the type of 1 account is not known; base data has the types, and a default can be chosen",
                "the type of {count} accounts is not known; base data has the types, and a default can be chosen",
            ],
            Self::SharedAccountNumber => [
                "1 account number is shared by several accounts, which the format can't tell apart",
                "{count} account numbers are shared by several accounts, which the format can't tell apart",
            ],
            Self::AlteredText => [
                "characters of 1 text were replaced, because they have a meaning in the format or end a line",
                "characters of {count} texts were replaced, because they have a meaning in the format or end a line",
            ],
            Self::NoBalances => [
                "the balances before and after all transactions of 1 account are not proved, so this is an account report (camt.052) and no bank statement (camt.053)",
                "the balances before and after all transactions of {count} accounts are not proved, so this is an account report (camt.052) and no bank statement (camt.053)",
            ],
            Self::NoClosingBalance => [
                "1 statement has no balance: the file doesn't state one that can be relied on",
                "{count} statements have no balance: the file doesn't state one that can be relied on",
            ],
            Self::NotAsserted => [
                "1 account has no opening balance and no balance assertion, so a ledger may show another balance than the bank: its balances are not proved, transactions before them may be missing, or several accounts have one name",
                "{count} accounts have no opening balance and no balance assertion, so a ledger may show other balances than the bank: their balances are not proved, transactions before them may be missing, or several accounts have one name",
            ],
            Self::HashedId => [
                "1 id is longer than 35 characters; a hash is written, from which the id can't be restored",
                "{count} ids are longer than 35 characters; a hash is written, from which the id can't be restored",
            ],
            Self::CutText => [
                "the end of 1 text is left out: the format has no room for it",
                "the end of {count} texts is left out: the format has no room for it",
            ],
            Self::ReplacedCharacters => [
                "characters of 1 text were replaced by spaces, because the format does not allow them",
                "characters of {count} texts were replaced by spaces, because the format does not allow them",
            ],
            Self::Respelled => [
                "letters and signs of 1 text that the format doesn't have were written as similar ones, such as ä as ae, or as points",
                "letters and signs of {count} texts that the format doesn't have were written as similar ones, such as ä as ae, or as points",
            ],
            Self::AssumedValueDate => [
                "the value date of 1 transaction is not known; the format needs one, so the day of the booking is written",
                "the value dates of {count} transactions are not known; the format needs one, so the day of the booking is written",
            ],
            Self::ComputedBalance => [
                "a balance of 1 account is computed from the other one and the transactions, because no statement states it",
                "a balance of {count} accounts is computed from the other one and the transactions, because no statement states it",
            ],
            Self::NoBankNumber => [
                "QuickBooks and Quicken take the file only with the number that Intuit gave your bank (INTU.BID), which is not in it",
                "QuickBooks and Quicken take the file only with the number that Intuit gave your bank (INTU.BID), which is not in it",
            ],
            Self::ManyRows => [
                "the file has {count} rows, and the program imports at most 1000 at once; convert a shorter period",
                "the file has {count} rows, and the program imports at most 1000 at once; convert a shorter period",
            ],
            Self::NumberAsText => [
                "1 number is written as text, because spreadsheets hold 15 digits only",
                "{count} numbers are written as text, because spreadsheets hold 15 digits only",
            ],
            Self::VatCode => [
                "1 row with a VAT code: the program computes the tax; the journal doesn't say whether its amounts include it",
                "{count} rows with a VAT code: the program computes the tax; the journal doesn't say whether its amounts include it",
            ],
        }
    }
}

impl Note {
    /// Returns the sentence in English with `{count}` and `{field}` in the place of their values, by which a translation is found.
    #[must_use]
    pub const fn template(&self) -> &'static str {
        let [one, other] = self.kind.templates();
        if self.count == 1 { one } else { other }
    }

    fn phrase(&self) -> Phrase {
        let phrase = Phrase::new(self.template()).param("count", self.count);
        match self.field() {
            Some(field) => phrase.param("field", field),
            None => phrase,
        }
    }

    /// Returns the path of the field that the note is about, if it is about one.
    #[must_use]
    pub const fn field(&self) -> Option<&'static str> {
        match self.kind {
            NoteKind::NoPlace { field } | NoteKind::OtherLine { field } => Some(field),
            _ => None,
        }
    }

    /// Returns the note in a language.
    ///
    /// ```
    /// use universal_accounting::export::statement::{self, StatementExportOptions, StatementTarget};
    /// use universal_accounting::format;
    /// use universal_accounting::report::Language;
    ///
    /// let file = ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:86:Müller\n:62F:C260331CHF87,50\n-\n";
    /// let conversion = format::convert(file.as_bytes(), &format::ConvertOptions::new()).unwrap();
    /// let export = statement::write(&conversion.into(), StatementTarget::Qif, &StatementExportOptions::new()).unwrap();
    /// let notes: Vec<String> = export.notes.iter().map(|note| note.message_in(Language::German)).collect();
    /// assert!(notes.contains(&"1 Wert von `currency` ist weggelassen: Das Format hat keinen Platz dafür".to_owned()));
    /// ```
    #[must_use]
    pub fn message_in(&self, language: Language) -> String {
        self.phrase().text(language)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.phrase().english())
    }
}
