use std::fmt;

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

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        let (plural, are, do_not) = if count == 1 {
            ("", "is", "doesn't")
        } else {
            ("s", "are", "don't")
        };
        match self.kind {
            NoteKind::NoPlace { field } => {
                write!(formatter, "{count} value{plural} of `{field}` {are} left out: the format has no place for it")
            }
            NoteKind::OtherLine { field } => write!(
                formatter,
                "{count} value{plural} of `{field}` {are} left out: a row takes it from the line on the side with several lines, or from the debit line"
            ),
            NoteKind::FurtherContacts => {
                write!(
                    formatter,
                    "{count} further contact{plural} {are} left out: the format has a place for the first of a record"
                )
            }
            NoteKind::FurtherDimensions => write!(
                formatter,
                "{count} further dimension{plural} {are} left out: the format has no place for so many"
            ),
            NoteKind::NothingToWrite => match count {
                1 => formatter.write_str("1 record without entries, or entry without lines, is left out"),
                _ => write!(formatter, "{count} records without entries, or entries without lines, are left out"),
            },
            NoteKind::Unbalanced => write!(
                formatter,
                "{count} {entries} {do_not} balance in each currency; the lines are written as they are",
                entries = if count == 1 { "entry" } else { "entries" }
            ),
            NoteKind::UnknownAccountType => write!(
                formatter,
                "the type of {count} account{plural} is not known; base data has the types, and a default can be chosen"
            ),
            NoteKind::SharedAccountNumber => {
                write!(
                    formatter,
                    "{count} account number{plural} {are} shared by several accounts, which the format can't tell apart"
                )
            }
            NoteKind::AlteredText => {
                write!(
                    formatter,
                    "characters of {count} text{plural} were replaced, because they have a meaning in the format or end a line"
                )
            }
            NoteKind::NoBalances => match count {
                1 => formatter.write_str("the balances before and after all transactions of 1 account are not proved, so this is an account report (camt.052) and no bank statement (camt.053)"),
                _ => write!(formatter, "the balances before and after all transactions of {count} accounts are not proved, so this is an account report (camt.052) and no bank statement (camt.053)"),
            },
            NoteKind::NoClosingBalance => write!(
                formatter,
                "{count} statement{plural} {have} no balance: the file doesn't state one that can be relied on",
                have = if count == 1 { "has" } else { "have" }
            ),
            NoteKind::NotAsserted => write!(
                formatter,
                "the balances of {count} statement{plural} are not asserted: they are not proved, transactions before them may be missing, or several accounts have one name"
            ),
            NoteKind::HashedId => write!(
                formatter,
                "{count} id{plural} {are} longer than 35 characters; a hash is written, from which the id can't be restored"
            ),
            NoteKind::CutText => write!(formatter, "the end of {count} text{plural} is left out: the format has no room for it"),
            NoteKind::ReplacedCharacters => write!(
                formatter,
                "characters of {count} text{plural} were replaced by spaces, because the format does not allow them"
            ),
            NoteKind::Respelled => write!(
                formatter,
                "letters and signs of {count} text{plural} that the format doesn't have were written as similar ones, such as ä as ae, or as points"
            ),
            NoteKind::AssumedValueDate => write!(
                formatter,
                "the value date of {count} transaction{plural} {are} not known; the format needs one, so the day of the booking is written"
            ),
            NoteKind::ComputedBalance => write!(
                formatter,
                "a balance of {count} account{plural} is computed from the other one and the transactions, because no statement states it"
            ),
            NoteKind::NoBankNumber => formatter.write_str(
                "QuickBooks and Quicken take the file only with the number that Intuit gave your bank (INTU.BID), which is not in it"
            ),
            NoteKind::ManyRows => write!(
                formatter,
                "the file has {count} rows, and the program imports at most 1000 at once; convert a shorter period"
            ),
            NoteKind::NumberAsText => write!(
                formatter,
                "{count} number{plural} {are} written as text, because spreadsheets hold 15 digits only"
            ),
            NoteKind::VatCode => write!(
                formatter,
                "{count} row{plural} with a VAT code: the program computes the tax; the journal doesn't say whether its amounts include it"
            ),
        }
    }
}
