//! Bank statements that are written for other programs.

mod ledgers;
mod losses;
mod messages;
mod properties;
mod tables;

use universal_accounting::continuity::Conversions;
use universal_accounting::export::statement::{
    self, StatementExport, StatementExportOptions, StatementTarget,
};
use universal_accounting::export::{Note, NoteKind};
use universal_accounting::format;
use universal_accounting::internals::format::{convert_readable, join};
use universal_accounting::report::Policy;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;

const HEADER: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";
const MARCH: &str = "CH9300762011623852957;2026-03-30 00:00:00.0;Miete <März> & Co;-1200.5;799.5;2026-03-31 00:00:00.0\n\
                     CH9300762011623852957;2026-03-31 00:00:00.0;=Lohn | 100;5000;5799.5;2026-03-31 00:00:00.0\n";
const APRIL: &str =
    "CH9300762011623852957;2026-04-01 00:00:00.0;Einkauf;-20;5779.5;2026-04-01 00:00:00.0\n";

/// Converts rows, with the balance before them.
fn convert(rows: &str, opening: Option<&str>) -> Conversion {
    let mut options = format::ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    options.opening_balance = opening.map(|balance| balance.parse().unwrap());
    convert_readable(format!("{HEADER}{rows}").as_bytes(), &options)
}

fn write(conversions: &[Conversion], target: StatementTarget) -> StatementExport {
    let conversions = joined(conversions);
    statement::write(&conversions, target, &StatementExportOptions::new()).unwrap()
}

/// Returns files as the result of one call.
fn joined(files: &[Conversion]) -> Conversions {
    let policy = Policy::new();
    join(files.iter().map(|file| (file.clone(), &policy)))
}

fn text(export: &StatementExport) -> &str {
    str::from_utf8(&export.bytes).unwrap()
}

fn note(notes: &[Note], kind: NoteKind) -> usize {
    notes
        .iter()
        .find(|note| note.kind == kind)
        .map_or(0, |note| note.count)
}
