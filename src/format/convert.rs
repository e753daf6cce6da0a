use std::ops::ControlFlow;

use super::message::report_encoding;
use super::options::ConvertOptions;
use super::statement_limit::StatementLimit;
use super::table::{self, TableSource};
use super::workbook::{self, SheetReader};
use super::{camt, mt940, ofx, qif};
use crate::continuity::{self, History, Repeats};
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{SheetText, encoding_unclear, is_workbook, unread_workbook, unreadable_kind};
use crate::source::{Decoded, FileKind, Span};
use crate::statement::{Conversion, Converted, IncompleteConversion, Sheet, Summary};

/// Converts a bank's statement to transactions: a CSV export, a workbook, or a message of ISO 20022 or SWIFT.
///
/// [`Conversion::is_complete`] says whether everything of the file is in the result, and [`Conversion::is_proved`] whether balances prove it. [`try_convert`] returns
/// an error for what is not complete.
///
/// The columns of a CSV export are found by their names, and numbers and dates are read only as the profile declares them. Nothing is guessed and no row is
/// lost: each row becomes a transaction or a detail of one, is skipped with a reason, or is rejected with a finding.
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
/// let conversion = format::convert(file.as_bytes(), &options);
/// assert_eq!(conversion.summary.format.as_ref().map(|format| format.id.as_str()), Some("raiffeisen-account"));
/// assert_eq!(conversion.transactions[1].amount.to_string(), "5000.50");
/// // Nothing shows the balance before the first row.
/// assert_eq!((conversion.summary.balance_status, conversion.summary.confirmed()), (BalanceStatus::Partly, 1));
/// # Ok::<(), universal_accounting::value::CurrencyError>(())
/// ```
#[must_use]
pub fn convert(source: &[u8], options: &ConvertOptions) -> Conversion {
    let mut transactions = Vec::new();
    let mut origins = Vec::new();
    let summary = convert_all(source, options, |converted| {
        origins.push(converted.origin());
        transactions.push(converted.into_transaction());
    });
    let mut conversion = Conversion {
        transactions,
        origins,
        summary,
        dropped: Vec::new(),
    };
    let history = continuity::join(
        &[""],
        std::slice::from_mut(&mut conversion),
        &options.policy,
    );
    history.total_up(&mut conversion.summary);
    conversion
}

/// Converts a file like [`convert`], and returns the conversion only if it [is complete](Conversion::is_complete).
///
/// # Errors
///
/// The format is not known, a row was rejected, or something is an error. The error has what could be read.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
///
/// fn import(file: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
///     let conversion = format::try_convert(file, &ConvertOptions::new())?;
///     Ok(conversion.transactions.len())
/// }
///
/// let file = ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C260331CHF100,00\n:61:2603310331D1,50NTRFNONREF\n:86:Bakery\n:62F:C260331CHF98,50\n-\n";
/// assert_eq!(import(file.as_bytes())?, 1);
/// let error = import(file.replace("D1,50", "D1;50").as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 5: this is not a number with `,` before the decimals, as the format writes numbers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn try_convert(
    source: &[u8],
    options: &ConvertOptions,
) -> Result<Conversion, IncompleteConversion> {
    IncompleteConversion::check(convert(source, options))
}

/// Converts a bank's statement to transactions and passes each to `sink` as soon as it has been read.
///
/// The summary of the whole statement is returned at the end. Only then is it known whether a later row was rejected, so a caller
/// that wants all transactions or none must wait for it.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let mut debits = Vec::new();
/// let summary = format::convert_to(file.as_bytes(), &ConvertOptions::new(), |converted| {
///     debits.push((converted.line(), converted.transaction().amount.to_string()));
/// });
/// assert_eq!(debits, [(4, "98.45".to_owned())]);
/// assert!(summary.is_complete());
/// ```
pub fn convert_to(
    source: &[u8],
    options: &ConvertOptions,
    mut sink: impl FnMut(Converted<'_>),
) -> Summary {
    convert_once(
        source,
        options,
        Some(workbook::read_sheet),
        &mut |converted| {
            sink(converted);
            ControlFlow::Continue(())
        },
    )
}

/// Converts a file like [`convert_to`], but without comparing its statements: a transaction that several of them have is passed on for each, and the report lacks
/// what [`History`] has to say. For callers that compare the statements of several files.
pub fn convert_alone(
    source: &[u8],
    options: &ConvertOptions,
    sink: impl FnMut(Converted<'_>),
) -> Summary {
    total_up(convert_all(source, options, sink))
}

/// Converts all statements of a file without comparing them.
fn convert_all(
    source: &[u8],
    options: &ConvertOptions,
    mut sink: impl FnMut(Converted<'_>),
) -> Summary {
    let mut pass_on = |converted: Converted<'_>| {
        sink(converted);
        ControlFlow::Continue(())
    };
    let summary = convert_statements_of(
        source,
        options,
        Some(workbook::read_sheet),
        StatementLimit::Any,
        &mut pass_on,
    );
    summary.unwrap_or_default()
}

/// Converts a file like [`convert_alone`], but no workbook. Passes no transaction on.
pub(crate) fn summarize_text(source: &[u8], options: &ConvertOptions) -> Summary {
    let mut ignore = |_: Converted<'_>| ControlFlow::Continue(());
    let summary = convert_statements_of(source, options, None, StatementLimit::Any, &mut ignore);
    total_up(summary.unwrap_or_default())
}

/// Sets the totals of a file.
fn total_up(mut summary: Summary) -> Summary {
    let history = History::of(&[("", &summary)]);
    history.total_up(&mut summary);
    summary
}

/// Converts a file and passes each transaction on once. A file with several statements is read twice: first to compare them.
pub(super) fn convert_once(
    source: &[u8],
    options: &ConvertOptions,
    read_sheet: Option<SheetReader>,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Summary {
    let convert = |limit, sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>| {
        convert_statements_of(source, options, read_sheet, limit, sink)
    };
    let (mut summary, history) = match convert(StatementLimit::One, sink) {
        Some(summary) => {
            let history = History::of(&[("", &summary)]);
            (summary, history)
        }
        None => {
            let first = convert(StatementLimit::Any, &mut |_| ControlFlow::Continue(()));
            let history = History::of(&[("", &first.unwrap_or_default())]);
            let again = convert_again(source, options, read_sheet, history.repeats_of(0), sink);
            (again, history)
        }
    };
    history.settle(0, &mut summary, &options.policy);
    history.total_up(&mut summary);
    summary
}

/// Converts a file whose statements were compared, and passes on the transactions that no earlier statement has.
pub(super) fn convert_again(
    source: &[u8],
    options: &ConvertOptions,
    read_sheet: Option<SheetReader>,
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
    let summary = convert_statements_of(
        source,
        options,
        read_sheet,
        StatementLimit::Any,
        &mut pass_on,
    );
    summary.unwrap_or_default()
}

/// Converts the statements of a file, unless there are more than `limit` allows. Not generic over the sink, so it is compiled once.
fn convert_statements_of(
    source: &[u8],
    options: &ConvertOptions,
    read_sheet: Option<SheetReader>,
    limit: StatementLimit,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Option<Summary> {
    let mut findings = Collector::new(&options.policy);
    let kind = kind_of_file(source, &mut findings);
    let mut summary = Summary::default();
    let sheet = match read_first_sheet(source, kind, options, read_sheet) {
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
    read_sheet: Option<SheetReader>,
) -> Result<Option<SheetText>, Diagnostic> {
    match kind {
        Some(kind) if is_workbook(kind) => match read_sheet {
            Some(read_sheet) => read_sheet(source, kind, options).map(Some),
            None => Err(unread_workbook(kind)),
        },
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
