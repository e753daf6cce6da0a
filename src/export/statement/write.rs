use super::account_statement::AccountStatement;
use super::import_table::Program;
use super::ofx::Dialect;
use super::options::StatementExportOptions;
use super::refusal::StatementRefusal;
use super::target::StatementTarget;
use super::{camt, datev, import_table, ledger, mt940, ofx, qif, table, workbook};
use crate::continuity::Conversions;
use crate::export::ledger::Syntax;
use crate::export::note::{Note, Notes};

/// Statements, written for another program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementExport {
    /// The content of the file: a workbook, or a text, in UTF-8 except for DATEV and QuickBooks.
    pub bytes: Vec<u8>,
    /// The format: the name of the target, but `camt.052` where balances are not proved.
    pub format: &'static str,
    /// The number of transactions in the output. A ledger counts opening balances too.
    pub transactions: usize,
    /// What was lost, altered or assumed.
    pub notes: Vec<Note>,
}

/// Writes the transactions of converted statements for another program: all of them, or nothing.
///
/// - *CSV* has a row for each transaction, with the fields of the service's contract as columns. No cell is a formula for a spreadsheet. [`StatementExportOptions`] has what spreadsheets
///   need: delimiter, byte order mark, decimal comma, and amounts with a sign.
/// - *XLSX* has a sheet with the statements and a sheet for each account, with real numbers and dates, the oldest transaction first. The balance after each is
///   there where the transactions lead from a known balance to another one. Headings are in [`StatementExportOptions::language`].
/// - *camt.053* has one statement for each account and currency, with balances. If any of them is not proved, the message is a camt.052, in which balances
///   may be absent. A derived id becomes a reference of 35 characters, from which [`format::convert`](crate::format::convert) restores it. The bank's ids are written as
///   they are. The transaction code says "not available", because other formats don't have the codes of ISO 20022.
/// - *OFX* has the id of each transaction as `FITID`, and as `LEDGERBAL` the last balance, if nothing contradicts it. An account with hidden digits is a credit
///   card. The name is the beginning of a text, and the memo the whole text, up to 255 characters.
/// - *MT940* has a message for each account, with an opening and a closing balance. One of both may be computed from the other one, with a note; without any, or
///   where they contradict the transactions, nothing is written. Texts have the characters of SWIFT, and ids are the references of the bank, up to 16 characters.
/// - *QBO* is OFX 1.02 in Windows-1252 with [`StatementExportOptions::bank_number`], and needs the balance after the last transaction.
/// - *QIF* has a register for each account, without ids, currencies and balances. Days begin with the year.
/// - *DATEV* gets a batch of bookings in the EXTF format, version 700, for the client and with the accounts of [`StatementExportOptions::datev`], in Windows-1252.
/// - *YNAB* and *Xero* get a table for one account in one currency, *GnuCash* one for several. No text is a formula for a spreadsheet.
/// - *hledger* and *beancount* get a transaction for each booking, whose other side is `Income:Unknown` or `Expenses:Unknown` unless
///   [`StatementExportOptions::ledger_accounts`] says otherwise. Ids, other dates and original amounts are tags. The first proved balance is posted, and each later one asserted,
///   where the account is proved.
///
/// See the [module](crate::export::statement) for an example.
///
/// # Errors
///
/// Each transaction or account that the target can't express. Nothing is left out, because a file that lacks a transaction looks like a whole one.
pub fn write(
    conversions: &Conversions,
    target: StatementTarget,
    options: &StatementExportOptions<'_>,
) -> Result<StatementExport, Vec<StatementRefusal>> {
    let mut bytes = Vec::new();
    let mut out = |piece: &[u8]| bytes.extend_from_slice(piece);
    let out: &mut dyn FnMut(&[u8]) = &mut out;
    let (mut notes, mut format) = (Notes::default(), target.as_str());
    // The rows of a table are those of the files, not of accounts.
    let statements = if target == StatementTarget::Csv {
        Vec::new()
    } else {
        AccountStatement::all(conversions)
    };
    let mut written = statements.iter().map(AccountStatement::count).sum();
    match target {
        StatementTarget::Csv => written = table::write(conversions, options, out),
        StatementTarget::Xlsx => {
            let language = options.language;
            workbook::write(&statements, language, &mut notes, out)?;
        }
        StatementTarget::Camt053 => {
            format = camt::write(&statements, options, &mut notes, out)?;
        }
        StatementTarget::Ofx | StatementTarget::Qbo => {
            let dialect = if target == StatementTarget::Qbo {
                Dialect::QuickBooks
            } else {
                Dialect::Standard
            };
            ofx::write(dialect, &statements, options, &mut notes, out)?;
        }
        StatementTarget::Mt940 => {
            mt940::write(&statements, options, &mut notes, out)?;
        }
        StatementTarget::Qif => qif::write(&statements, &mut notes, out)?,
        StatementTarget::Datev => {
            datev::write(&statements, options, &mut notes, out)?;
        }
        StatementTarget::Ynab | StatementTarget::Xero | StatementTarget::GnuCash => {
            let program = match target {
                StatementTarget::Ynab => Program::Ynab,
                StatementTarget::Xero => Program::Xero,
                _ => Program::GnuCash,
            };
            import_table::write(program, &statements, &mut notes, out)?;
        }
        StatementTarget::Hledger | StatementTarget::Beancount => {
            let syntax = if target == StatementTarget::Hledger {
                Syntax::Hledger
            } else {
                Syntax::Beancount
            };
            written = ledger::write(&statements, syntax, options, &mut notes, out)?;
        }
    }
    Ok(StatementExport {
        bytes,
        format,
        transactions: written,
        notes: notes.0,
    })
}
