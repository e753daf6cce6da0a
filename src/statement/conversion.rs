use std::fmt;
use std::sync::OnceLock;

use super::draft::CleanDraft;
use super::entry::Entry;
use super::head::Head;
use super::proof::Balance;
use super::totals::Total;
use crate::record::TypedRecord;
use crate::report::Report;
use crate::source::{Encoding, named_enum};
use crate::transactions::Transaction;
use crate::value::{CardNumber, Date};

/// What a statement came to: its transactions, and an account of every row.
///
/// `rows = transactions + details + skipped + rejected`, always.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Conversion {
    /// The transactions, in the order of the file.
    pub transactions: Vec<Transaction>,
    /// Where each of them comes from.
    pub origins: Vec<Origin>,
    /// All that holds for the statement as a whole.
    pub summary: Summary,
}

/// All there is to say of a statement beside its transactions.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
#[must_use = "it tells which rows were rejected and why"]
pub struct Summary {
    /// The format that it was read as, where one fits.
    pub format: Option<FormatName>,
    /// The generation of the format.
    pub variant: Option<String>,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// What separates its cells.
    pub delimiter: Option<char>,
    /// The line of the header, counted from 1; nothing where the format has none.
    pub header_line: Option<usize>,
    /// All rows, those in a wrong place included; blank lines and the footer are none.
    pub rows: usize,
    /// The rows that became a transaction.
    pub converted: usize,
    /// The rows that belong to the booking above them.
    pub details: usize,
    /// The rows that are no booking, each with the reason.
    pub skipped: Vec<Skipped>,
    /// The lines of the rows that can't be read; a finding says why.
    pub rejected: Vec<usize>,
    /// Whether a row went to the account that the caller gave, because the file names none.
    pub took_account: bool,
    /// The first and the last day that the statement says it is about.
    pub period: [Option<Date>; 2],
    /// What it came to on each account in each currency.
    pub totals: Vec<Total>,
    /// What the balances say.
    pub balance: Balance,
    /// All that was found.
    pub report: Report,
}

/// The format that a statement is read as.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatName {
    /// Its name, such as `ubs-account`.
    pub id: String,
    /// Who writes it.
    pub institution: String,
    /// What it is an export of.
    pub product: String,
}

/// A row that is no booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Its line, counted from 1.
    pub line: usize,
    /// Why.
    pub reason: Reason,
}

named_enum! {
    /// Why a row is no booking.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Reason {
        /// It moved nothing.
        ZeroAmount = "zero-amount",
        /// It is not booked yet.
        Pending = "pending",
        /// It was reverted, declined or merely authorised.
        Status = "status",
        /// It is a total or a balance.
        Total = "total",
        /// It is something else that moved nothing.
        Other = "other",
    }
    /// The word for it in machine-readable output.
    as_str
}

/// Where a transaction comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The line of its row, counted from 1.
    pub line: usize,
    /// Whose its id is.
    pub id_kind: IdKind,
    /// The row as the file has it: each cell that says something under the name of its column, card numbers masked in both.
    pub cells: Vec<(String, String)>,
}

named_enum! {
    /// Whose id a transaction has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum IdKind {
        /// The bank's own.
        Bank = "bank",
        /// One that was derived from what the booking is.
        Derived = "derived",
    }
    /// The word for it in machine-readable output.
    as_str
}

/// A transaction on its way out of [`convert_to`](crate::format::convert_to).
pub struct Converted<'a> {
    outcome: Outcome<'a>,
    /// The transaction of values, once it was asked for.
    built: OnceLock<Transaction>,
    id_kind: IdKind,
    entry: &'a Entry<'a>,
    head: &'a Head,
}

/// A transaction, or what it is built from for those who ask for it.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum Outcome<'a> {
    Draft(CleanDraft<'a>),
    Built(Transaction),
}

impl<'a> Converted<'a> {
    pub(super) const fn new(outcome: Outcome<'a>, id_kind: IdKind, entry: &'a Entry<'a>, head: &'a Head) -> Self {
        Self { outcome, built: OnceLock::new(), id_kind, entry, head }
    }

    /// The transaction.
    #[must_use]
    pub fn transaction(&self) -> &Transaction {
        match &self.outcome {
            Outcome::Built(transaction) => transaction,
            Outcome::Draft(draft) => self.built.get_or_init(|| draft.build()),
        }
    }

    /// The transaction itself.
    #[must_use]
    pub fn into_transaction(self) -> Transaction {
        match self.outcome {
            Outcome::Built(transaction) => transaction,
            Outcome::Draft(draft) => self.built.into_inner().unwrap_or_else(|| draft.build()),
        }
    }

    /// Appends the transaction as it stands in the list of a payload: canonical JSON, fields in the order of the contract,
    /// absent ones left out.
    ///
    /// ```
    /// use universal_accounting::format::{self, Options};
    ///
    /// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
    ///             CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n";
    /// let mut options = Options::new();
    /// options.currency = universal_accounting::value::Currency::parse("CHF").ok();
    /// let mut json = String::new();
    /// let summary = format::convert_to(file.as_bytes(), &options, |converted| converted.push_json(&mut json));
    /// assert_eq!(summary.converted, 1);
    /// assert!(json.starts_with(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"ua1-"#));
    /// assert!(json.ends_with(r#""text":"Miete","creditDebit":"debit","amount":"1200.00","currency":"CHF","valutaAt":"2026-03-30","bookedAt":"2026-03-30"}"#));
    /// ```
    pub fn push_json(&self, json: &mut String) {
        match &self.outcome {
            Outcome::Built(transaction) => transaction.push_json(json),
            Outcome::Draft(draft) => draft.push_json(json),
        }
    }

    /// The line of its row, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.entry.place.line
    }

    /// Whose its id is.
    #[must_use]
    pub const fn id_kind(&self) -> IdKind {
        self.id_kind
    }

    /// Where it comes from, every cell of its row included.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let cells = self.entry.cells.iter().enumerate().filter_map(|(index, cell)| {
            let content = (self.head.content)(cell);
            let column = self.head.columns.get(index);
            // Behind the last column a cell has its place for a name.
            let label = || column.map_or_else(|| format!("#{}", index + 1), |column| column.label.clone());
            (!content.is_empty()).then(|| (label(), CardNumber::mask(&content).into_owned()))
        });
        Origin { line: self.entry.place.line, id_kind: self.id_kind, cells: cells.collect() }
    }
}

/// As its transaction, which masks card numbers.
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
