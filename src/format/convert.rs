use std::ops::ControlFlow;

use super::message::{StatementLimit, report_encoding};
use super::options::ConvertOptions;
use super::table::{self, TableSource};
use super::workbook::read_sheet;
use super::{camt, mt940, ofx, qif};
use crate::continuity::{Conversions, History, Repeats};
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{SheetText, encoding_unclear, is_workbook, unreadable_kind};
use crate::source::{Certain, Decoded, FileKind, Span};
use crate::statement::{Conversion, Converted, IncompleteConversion, Origin, Sheet, Summary};

/// Converts a bank's statement to transactions: a CSV export, a workbook, or a message of ISO 20022 or SWIFT. For several files of an account, see [`convert_all`].
///
/// The columns of a CSV export are found by their names, and numbers and dates are read only as the profile declares them. Nothing is guessed and no row is
/// lost: each row becomes a transaction or a detail of one, is skipped with a reason, or is rejected with a finding. [`Conversion::is_proved`] says whether
/// balances prove the result.
///
/// # Errors
///
/// The format is not known, a row was rejected, or something is an error. The error has [what could be read](IncompleteConversion::conversion).
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::statement::BalanceStatus;
/// use universal_accounting::value::Currency;
///
/// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
///             CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n\
///             CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000.5;5800.5;2026-03-31 00:00:00.0\n";
/// let mut options = ConvertOptions::new();
/// options.currency = Some(Currency::parse("CHF")?); // this format doesn't name it
/// let conversion = format::convert(file.as_bytes(), &options)?;
/// assert_eq!(conversion.summary.format.as_ref().map(|format| format.id.as_str()), Some("raiffeisen-account"));
/// assert_eq!(conversion.transactions[1].amount.to_string(), "5000.50");
/// // Nothing shows the balance before the first row.
/// assert_eq!((conversion.summary.balance_status, conversion.summary.confirmed()), (BalanceStatus::Partly, 1));
///
/// let error = format::convert(file.replace("-1200", "-1'2O0").as_bytes(), &options).unwrap_err();
/// assert_eq!(error.conversion().summary.rejected, [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert(
    source: &[u8],
    options: &ConvertOptions,
) -> Result<Conversion, IncompleteConversion> {
    IncompleteConversion::check(convert_readable(source, options))
}

/// Converts a file like [`convert`], and returns what could be read of it.
pub(crate) fn convert_readable(source: &[u8], options: &ConvertOptions) -> Conversion {
    let alone = convert_alone(source, options, true, &mut |_| ());
    let joined = Conversions::join([(alone, &options.policy)]).files;
    joined.into_iter().next().certain()
}

/// A file that is converted, with its name, by which messages and account maps know it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'i> {
    /// The name.
    pub name: &'i str,
    /// The content.
    pub bytes: &'i [u8],
}

impl<'i> Input<'i> {
    /// Returns a file with a name and a content.
    #[must_use]
    pub const fn new(name: &'i str, bytes: &'i [u8]) -> Self {
        Self { name, bytes }
    }
}

/// Converts files together, whatever their order: each transaction is in one of them, and statements that follow one another confirm each other. Files that were
/// not read completely are in the result too, with their findings: [`Conversions::is_complete`] says whether there are any.
///
/// See the module [`continuity`](crate::continuity) for an example.
#[must_use]
pub fn convert_all(inputs: &[Input<'_>], options: &ConvertOptions) -> Conversions {
    let files = inputs.iter().map(|input| {
        let of_file = options.for_file(input.name);
        let alone = convert_alone(input.bytes, &of_file, true, &mut |_| ());
        (alone, &options.policy)
    });
    Conversions::join(files)
}

/// Converts a file without comparing its statements, as a part of [`Conversions`]. Each transaction has the cells of its row if `with_cells` asks for them.
/// Calls `visit` with the offset of each row.
pub(crate) fn convert_alone(
    source: &[u8],
    options: &ConvertOptions,
    with_cells: bool,
    visit: &mut dyn FnMut(usize),
) -> Conversion {
    let mut transactions = Vec::new();
    let mut origins = Vec::new();
    let mut take = |converted: Converted<'_>| {
        visit(converted.offset());
        origins.push(if with_cells {
            converted.origin()
        } else {
            Origin {
                line: converted.line(),
                id_kind: converted.id_kind(),
                cells: Vec::new(),
            }
        });
        transactions.push(converted.into_transaction());
        ControlFlow::Continue(())
    };
    let summary = convert_statements_of(source, options, StatementLimit::Any, &mut take);
    let mut summary = summary.certain();
    History::of(&[("", &summary)]).total_up(&mut summary);
    Conversion {
        name: options.file_name().to_owned(),
        transactions,
        origins,
        summary,
    }
}

/// Converts a bank's statement, and passes each transaction to `sink` as soon as it has been read. Ends as soon as `sink` fails.
///
/// The summary of the whole statement is returned at the end. Only then is it known whether a later row was rejected, so a caller
/// that wants all transactions or none must wait for it. A file with several statements is read twice: first to compare them.
///
/// ```
/// use std::io::{self, Write};
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let mut list = Vec::new();
/// let summary = format::convert_to(file.as_bytes(), &ConvertOptions::new(), |converted| {
///     writeln!(list, "{}: {}", converted.line(), converted.transaction().amount)
/// })?;
/// assert_eq!(list, b"4: 98.45\n");
/// assert!(summary.is_complete());
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
///
/// The error of `sink`.
pub fn convert_to<E>(
    source: &[u8],
    options: &ConvertOptions,
    mut sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<Summary, E> {
    let mut failure = None;
    let summary = convert_once(source, options, &mut |converted| match sink(converted) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    failure.map_or(Ok(summary), Err)
}

/// Converts a file and passes each transaction on once.
fn convert_once(
    source: &[u8],
    options: &ConvertOptions,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Summary {
    let (mut summary, history) =
        match convert_statements_of(source, options, StatementLimit::One, sink) {
            Some(summary) => {
                let history = History::of(&[("", &summary)]);
                (summary, history)
            }
            None => {
                let mut ignore = |_: Converted<'_>| ControlFlow::Continue(());
                let first =
                    convert_statements_of(source, options, StatementLimit::Any, &mut ignore);
                let history = History::of(&[("", &first.certain())]);
                let again = convert_again(source, options, history.repeats_of(0), sink);
                (again, history)
            }
        };
    history.settle(0, &mut summary, &options.policy);
    history.total_up(&mut summary);
    summary
}

/// Converts a file whose statements were compared, and passes on the transactions that no earlier statement has.
fn convert_again(
    source: &[u8],
    options: &ConvertOptions,
    repeats: &Repeats,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Summary {
    let mut indexes = 0..;
    let mut pass_on = |converted: Converted<'_>| {
        let index = indexes.next().unwrap_or(usize::MAX);
        if repeats.has_dropped(index) {
            return ControlFlow::Continue(());
        }
        match repeats.new_id(index, converted.id()) {
            Some(id) => sink(converted.with_id(&id)),
            None => sink(converted),
        }
    };
    let summary = convert_statements_of(source, options, StatementLimit::Any, &mut pass_on);
    summary.certain()
}

/// Converts the statements of a file, unless there are more than `limit` allows. Not generic over the sink, so it is compiled once.
fn convert_statements_of(
    source: &[u8],
    options: &ConvertOptions,
    limit: StatementLimit,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Option<Summary> {
    let mut findings = Collector::new(&options.policy);
    let kind = kind_of_file(source, &mut findings);
    let mut summary = Summary::default();
    let sheet = match read_first_sheet(source, kind, options) {
        Ok(sheet) => sheet,
        Err(fault) => {
            findings.push(fault);
            summary.report = findings.into_report(&Decoded::from_bytes(b""), None);
            return Some(summary);
        }
    };
    let text = sheet.as_ref().map_or(source, |sheet| sheet.text.as_bytes());
    let decoded = Decoded::from_bytes(if kind.is_some() { text } else { b"" });
    summary.encoding = decoded.encoding();
    let unclear = report_encoding(&decoded, &mut findings);
    if let Some(sheet) = &sheet {
        sheet.report(&mut findings);
    }
    let converted = match kind {
        None => Ok(()),
        Some(kind) if is_message(kind) => {
            let convert = match kind {
                FileKind::Mt940 => mt940::convert,
                FileKind::Ofx => ofx::convert,
                FileKind::Qif => qif::convert,
                _ => camt::convert,
            };
            if let Some(word) = unclear {
                findings.push(encoding_unclear(word, summary.encoding));
            }
            let text = decoded.text();
            convert(text, options, limit, &mut findings, &mut summary, sink).transpose()?
        }
        Some(_) => {
            let source = TableSource {
                text: decoded.text(),
                is_sheet: sheet.is_some(),
                unclear,
            };
            table::convert(&source, options, &mut findings, &mut summary, sink)
        }
    };
    if let Err(fault) = converted {
        findings.push(fault);
    }
    if let Some(sheet) = sheet.as_ref().filter(|_| summary.converted > 0) {
        let accounts = &summary.statements;
        let used = |shown| {
            accounts
                .iter()
                .any(|account| account.currency == Some(shown))
        };
        sheet.report_currency(used, &mut findings);
    }
    locate_statements(&mut summary, &decoded);
    summary.report = findings.into_report(&decoded, None);
    // The text holds every value of the file.
    summary.sheet = sheet
        .filter(|_| !options.policy.is_redacted())
        .map(|SheetText { name, text, .. }| Sheet { name, text });
    Some(summary)
}

/// Reads the sheet of a workbook as a table. Other files have none.
///
/// # Errors
///
/// The file is of a kind that can't be converted, or its sheets can't be read.
fn read_first_sheet(
    source: &[u8],
    kind: Option<FileKind>,
    options: &ConvertOptions,
) -> Result<Option<SheetText>, Diagnostic> {
    match kind {
        Some(kind) if is_workbook(kind) => read_sheet(source, kind, options).map(Some),
        Some(kind) if kind != FileKind::Text && !is_message(kind) => Err(unreadable_kind(kind)),
        _ => Ok(None),
    }
}

/// Finds where the statements are in the file. They are in its order.
fn locate_statements(summary: &mut Summary, decoded: &Decoded<'_>) {
    let mut locator = decoded.locator();
    for statement in &mut summary.statements {
        let Span { start, end } = statement.span;
        statement.place = [start, end].map(|offset| locator.locate(offset));
    }
}

/// Whether files of a kind are messages or, as many programs write them, registers: all texts that are no tables.
const fn is_message(kind: FileKind) -> bool {
    use FileKind::{Camt052, Camt053, Camt054, Mt940, Ofx, Qif, Xml};
    matches!(kind, Camt052 | Camt053 | Camt054 | Mt940 | Ofx | Qif | Xml)
}
