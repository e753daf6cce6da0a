use super::account_statement::AccountStatement;
use super::options::{Options, Target};
use super::refusal::Refusal;
use super::{camt, ledger, ofx, table, workbook};
use crate::export::ledger::Syntax;
use crate::export::note::{Note, Notes};
use crate::statement::Conversion;

/// Statements, written for another program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// The content of the file: a text in UTF-8, or a workbook.
    pub bytes: Vec<u8>,
    /// The format: the name of the target, but `camt.052` where balances are not proved.
    pub format: &'static str,
    /// The number of transactions in the output. A ledger counts opening balances too, and repeated transactions once.
    pub transactions: usize,
    /// What was lost, altered or assumed.
    pub notes: Vec<Note>,
}

/// Writes the transactions of converted statements for another program: all of them, or nothing.
///
/// - *CSV* has a row for each transaction, with the fields of the service's contract as columns. No cell is a formula for a spreadsheet.
/// - *XLSX* has a sheet with the statements and a sheet for each account, with real numbers and dates.
/// - *camt.053* has one statement for each account, currency and file, with balances. If any of them is not proved, the message is a camt.052, in which balances
///   may be absent. A derived id becomes a reference of 35 characters, from which [`format::convert`](crate::format::convert) restores it. The bank's ids are written as
///   they are. The transaction code says "not available", because other formats don't have the codes of ISO 20022.
/// - *OFX* has the id of each transaction as `FITID`, and as `LEDGERBAL` the last balance, if nothing contradicts it. An account with hidden digits is a credit
///   card. The name is the beginning of a text, and the memo the whole text, up to 255 characters.
/// - *hledger* and *beancount* get a transaction for each booking, whose other side is `Income:Unknown` or `Expenses:Unknown` unless
///   [`Options::ledger_accounts`] says otherwise. Ids, other dates and original amounts are tags. The first proved balance is posted, and each later one asserted,
///   as long as no transaction can be missing. A transaction that several files have is written once.
///
/// See the [module](crate::export::statement) for an example.
///
/// # Errors
///
/// Each transaction or account that the target can't express. Nothing is left out, because a file that lacks a transaction looks like a whole one.
pub fn write(conversions: &[Conversion], target: Target, options: &Options<'_>) -> Result<Export, Vec<Refusal>> {
    let statements = AccountStatement::all(conversions);
    let mut transactions = statements.iter().map(|statement| statement.bookings.len()).sum();
    let (mut notes, mut format) = (Notes::default(), target.as_str());
    let bytes = match target {
        Target::Csv => table::write(&statements, options.delimiter).into_bytes(),
        Target::Xlsx => workbook::write(&statements, &mut notes)?,
        Target::Camt053 => {
            let (xml, message) = camt::write(&statements, options, &mut notes)?;
            format = message;
            xml.into_bytes()
        }
        Target::Ofx => ofx::write(&statements, options, &mut notes)?.into_bytes(),
        Target::Hledger | Target::Beancount => {
            let syntax = if target == Target::Hledger { Syntax::Hledger } else { Syntax::Beancount };
            let (text, written) = ledger::write(&statements, syntax, options, &mut notes)?;
            transactions = written;
            text.into_bytes()
        }
    };
    Ok(Export { bytes, format, transactions, notes: notes.0 })
}
