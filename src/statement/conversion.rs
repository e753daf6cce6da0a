use std::fmt;
use std::sync::OnceLock;

use super::balance::BalanceStatus;
use super::entry::Entry;
use super::issued::Statement;
use super::metadata::StatementMetadata;
use super::resolved_entry::ValidEntry;
use super::totals::Total;
use crate::record::TypedRecord;
use crate::report::Report;
use crate::source::{Encoding, named_enum};
use crate::transactions::Transaction;
use crate::value::{CardNumber, Date, Text};

/// The transactions of a statement, and what happened to every row of its file.
///
/// Every row is counted once: `rows = transactions + details + skipped + rejected`.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::statement::{IdKind, SkipReason};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-31;2026-03-31;2026-03-31;CHF;-1850.00;;;9930889BN5530012;Rent April;;\n\
///     2026-03-31;2026-03-31;2026-03-31;CHF;0.00;;;9930889BN5530013;Balance of closing entries;;\n";
/// let conversion = format::convert(file.as_bytes(), &ConvertOptions::new())?;
/// assert_eq!(conversion.transactions[0].amount.to_string(), "1850.00");
/// assert_eq!((conversion.origins[0].line, conversion.origins[0].id_kind), (4, IdKind::Bank));
/// let skipped = &conversion.summary.skipped[0];
/// assert_eq!((skipped.line, skipped.reason), (5, SkipReason::ZeroAmount));
/// # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Conversion {
    /// The name of the file, as the caller gave it. Empty if there is none.
    pub name: String,
    /// The transactions, in the order of the file.
    pub transactions: Vec<Transaction>,
    /// The origin of each transaction, in the same order.
    pub origins: Vec<Origin>,
    /// Everything about the statement as a whole.
    pub summary: Summary,
}

impl Conversion {
    /// Returns whether everything of the file is in the result. See [`Summary::is_complete`].
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.summary.is_complete()
    }

    /// Returns whether balances prove the transactions. See [`Summary::is_proved`].
    #[must_use]
    pub const fn is_proved(&self) -> bool {
        self.summary.is_proved()
    }
}

/// Everything about a converted statement except its transactions.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-31;2026-03-31;2026-03-31;CHF;-98.45;;;9930889BN5530012;Bakery;;\n\
///     2026-03-30;2026-03-30;2026-03-30;CHF;-1,850;;;9930889BN5530013;Rent April;;\n";
/// let error = format::convert(file.as_bytes(), &ConvertOptions::new()).unwrap_err();
/// let summary = &error.conversion().summary;
/// assert_eq!((summary.rows, summary.converted, summary.rejected.as_slice()), (2, 1, &[5][..]));
/// assert_eq!(summary.report.findings[0].rule.id, "amount-unreadable");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
#[must_use = "the summary lists the rejected rows and the findings"]
pub struct Summary {
    /// The detected or chosen format. `None` if the file has no known format.
    pub format: Option<FormatName>,
    /// The variant of the format.
    pub variant: Option<String>,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The sheet with the statement, if the file is a workbook. Lines, columns and spans of findings are those of its text. `None` if the policy redacts
    /// values.
    pub sheet: Option<Sheet>,
    /// The delimiter between the cells of a CSV file.
    pub delimiter: Option<char>,
    /// The line of the header, from 1. `None` if the format has no header.
    pub header_line: Option<usize>,
    /// The number of rows, including rows in a wrong place, but not blank lines and the footer.
    pub rows: usize,
    /// The number of rows that became a transaction.
    pub converted: usize,
    /// The number of rows that are details of the entry above them.
    pub details: usize,
    /// The rows that are not booked entries, each with the reason.
    pub skipped: Vec<SkippedRow>,
    /// The lines of the rows that can't be read. The report gives the reasons.
    pub rejected: Vec<usize>,
    /// Whether a row was assigned to the account that the caller gave because the file names no account.
    pub used_given_account: bool,
    /// The first day of the statement, as the file states it.
    pub first_day: Option<Date>,
    /// The last day of the statement, as the file states it.
    pub last_day: Option<Date>,
    /// The statements of the file, in its order.
    pub statements: Vec<Statement>,
    /// The totals of each account in each currency. A transaction that several statements of the file have counts once.
    pub totals: Vec<Total>,
    /// What the balances prove about the transactions.
    pub balance_status: BalanceStatus,
    /// Whether a row was rejected, or a statement lacks or repeats a part, so that balances don't prove the file.
    pub(crate) is_doubtful: bool,
    /// All findings.
    pub report: Report,
}

impl Summary {
    /// Returns whether everything of the file is in the result, so that it may be imported: the format is known, no row was rejected, and nothing is an error.
    /// Findings that only a strict policy raises to errors don't count.
    ///
    /// ```
    /// use universal_accounting::format::{self, ConvertOptions};
    ///
    /// let file = ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C260331CHF100,00\n:61:2603310331D1,50NTRFNONREF\n:86:Bakery\n:62F:C260331CHF98,50\n-\n";
    /// let conversion = format::convert(file.as_bytes(), &ConvertOptions::new())?;
    /// assert!(conversion.is_complete() && conversion.is_proved());
    ///
    /// // Another closing balance: everything was read, but something of it is wrong.
    /// let conversion = format::convert(file.replace("98,50", "99,50").as_bytes(), &ConvertOptions::new())?;
    /// assert!(!conversion.is_proved());
    ///
    /// assert!(format::convert(b"not a statement", &ConvertOptions::new()).is_err());
    /// # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.format.is_some() && self.rejected.is_empty() && !self.report.has_contract_errors()
    }

    /// Returns whether balances of the bank prove that the transactions are all those of its days, each with the right amount and direction. A file without
    /// balances can be complete, but never proved.
    #[must_use]
    pub const fn is_proved(&self) -> bool {
        matches!(self.balance_status, BalanceStatus::Proved)
    }
}

/// A sheet of a workbook, with a statement or with base data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sheet {
    /// The name; empty for a table of a web page.
    pub name: String,
    /// The cells as CSV, as they were read: a line for each row of the sheet, cells separated by semicolons, numbers and dates as the file writes them.
    pub text: String,
}

impl Summary {
    /// Returns the number of transactions that balances confirm.
    #[must_use]
    pub fn confirmed(&self) -> usize {
        self.totals.iter().map(|total| total.confirmed).sum()
    }
}

/// The name of a statement format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatName {
    /// The id of the format, such as `ubs-account`.
    pub id: String,
    /// The bank or other institution that exports the format.
    pub institution: String,
    /// The product that the format is an export of, such as an account or a card.
    pub product: String,
}

/// A row that is not a booked entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRow {
    /// The line of the row, from 1.
    pub line: usize,
    /// Why the row was skipped.
    pub reason: SkipReason,
}

named_enum! {
    /// Why a row was skipped.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum SkipReason {
        /// The amount is zero.
        ZeroAmount = "zero-amount",
        /// The entry is not booked yet.
        Pending = "pending",
        /// The entry was reverted, declined or only authorised.
        Status = "status",
        /// The row is a total or a balance.
        Total = "total",
        /// Another statement of the account has the same transaction.
        Repeated = "repeated",
        /// The row is something else that moves no money.
        Other = "other",
    }
    /// The name in machine-readable output.
    as_str
}

/// The row that a transaction was converted from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The line of the row, from 1.
    pub line: usize,
    /// Whether the id of the transaction is made with the bank's reference or derived.
    pub id_kind: IdKind,
    /// The cells of the row that are not empty, each with the name of its column. Card numbers are masked in both.
    pub cells: Vec<(String, String)>,
}

named_enum! {
    /// Whether the id of a transaction is made with the bank's reference or derived.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum IdKind {
        /// An id made with the bank's reference of the entry.
        Bank = "bank",
        /// An id derived from the values of the entry.
        Derived = "derived",
    }
    /// The name in machine-readable output.
    as_str
}

/// A converted transaction and its origin, as [`convert_to`](crate::format::convert_to) passes it to its sink.
pub struct Converted<'a> {
    transaction: LazyTransaction<'a>,
    /// The transaction that was built from a valid entry, once a caller has requested it.
    built: OnceLock<Transaction>,
    id_kind: IdKind,
    entry: &'a Entry<'a>,
    metadata: &'a StatementMetadata,
}

/// A transaction, or the valid entry that it is built from when a caller requests it.
#[allow(clippy::large_enum_variant, reason = "only one exists at a time")]
pub(super) enum LazyTransaction<'a> {
    Entry(ValidEntry<'a>),
    Built(Transaction),
}

impl<'a> Converted<'a> {
    pub(super) const fn new(
        transaction: LazyTransaction<'a>,
        id_kind: IdKind,
        entry: &'a Entry<'a>,
        metadata: &'a StatementMetadata,
    ) -> Self {
        Self {
            transaction,
            built: OnceLock::new(),
            id_kind,
            entry,
            metadata,
        }
    }

    /// Returns the transaction.
    #[must_use]
    pub fn transaction(&self) -> &Transaction {
        match &self.transaction {
            LazyTransaction::Built(transaction) => transaction,
            LazyTransaction::Entry(entry) => self.built.get_or_init(|| entry.to_transaction()),
        }
    }

    /// Returns the transaction by value.
    #[must_use]
    pub fn into_transaction(self) -> Transaction {
        match self.transaction {
            LazyTransaction::Built(transaction) => transaction,
            LazyTransaction::Entry(entry) => self
                .built
                .into_inner()
                .unwrap_or_else(|| entry.to_transaction()),
        }
    }

    /// Appends the transaction as canonical JSON, as in the list of a payload: fields in the order of the service's contract, without absent
    /// fields.
    ///
    /// ```
    /// use universal_accounting::format::{self, ConvertOptions};
    ///
    /// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
    ///             CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n";
    /// let mut options = ConvertOptions::new();
    /// options.currency = universal_accounting::value::Currency::parse("CHF").ok();
    /// let mut json = String::new();
    /// let summary = format::convert_to(file.as_bytes(), &options, |converted| {
    ///     converted.push_json(&mut json);
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert_eq!(summary.converted, 1);
    /// assert!(json.starts_with(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"ua1-"#));
    /// assert!(json.ends_with(r#""text":"Miete","creditDebit":"debit","amount":"1200.00","currency":"CHF","valutaAt":"2026-03-30","bookedAt":"2026-03-30"}"#));
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    pub fn push_json(&self, json: &mut String) {
        match &self.transaction {
            LazyTransaction::Built(transaction) => transaction.push_json(json),
            LazyTransaction::Entry(entry) => entry.push_json(json),
        }
    }

    /// Returns the id of the transaction.
    pub(crate) fn id(&self) -> &str {
        let id = self.transaction().transaction_id.as_ref();
        id.map_or("", AsRef::as_ref)
    }

    /// Gives the transaction another id.
    pub(crate) fn with_id(self, id: &str) -> Self {
        let (id_kind, entry, metadata) = (self.id_kind, self.entry, self.metadata);
        let mut transaction = self.into_transaction();
        transaction.transaction_id = Text::parse(id).ok().or(transaction.transaction_id);
        Self::new(
            LazyTransaction::Built(transaction),
            id_kind,
            entry,
            metadata,
        )
    }

    /// Returns the line of the row, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.entry.position.line
    }

    /// Returns the offset of the row in the text.
    pub(crate) const fn offset(&self) -> usize {
        self.entry.position.span.start
    }

    /// Returns whether the id is made with the bank's reference or derived.
    #[must_use]
    pub const fn id_kind(&self) -> IdKind {
        self.id_kind
    }

    /// Returns the origin of the transaction, with all cells of its row.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let cells = self
            .entry
            .cells
            .iter()
            .enumerate()
            .filter_map(|(index, cell)| {
                let content = (self.metadata.cell_content)(cell);
                let column = self.metadata.columns.get(index);
                // A cell after the last column is named by its number.
                let name = || {
                    column.map_or_else(
                        || format!("#{}", index + 1),
                        |column| column.unique_name.clone(),
                    )
                };
                (!content.is_empty()).then(|| (name(), CardNumber::mask(&content).into_owned()))
            });
        Origin {
            line: self.entry.position.line,
            id_kind: self.id_kind,
            cells: cells.collect(),
        }
    }
}

/// Shows the transaction, which masks card numbers, but not the cells of the row.
impl fmt::Debug for Converted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Converted")
            .field("transaction", self.transaction())
            .field("id_kind", &self.id_kind)
            .field("line", &self.line())
            .finish_non_exhaustive()
    }
}
