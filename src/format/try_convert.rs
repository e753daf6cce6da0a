//! Converts into a sink that may fail.

use std::ops::ControlFlow;

use super::convert::{convert_again, convert_once};
use super::options::ConvertOptions;
use super::workbook::{self, SheetReader};
use crate::continuity::Repeats;
use crate::statement::{Converted, Summary};

/// Converts a statement like [`convert_to`](super::convert_to), but ends as soon as `sink` fails.
///
/// ```
/// use std::io::Write;
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let mut full = &mut [0; 4][..];
/// let written = format::try_convert_to(file.as_bytes(), &ConvertOptions::new(), |converted| {
///     writeln!(full, "{}", converted.transaction().amount)
/// });
/// assert!(written.is_err());
/// ```
///
/// # Errors
///
/// The error of `sink`.
pub fn try_convert_to<E>(
    source: &[u8],
    options: &ConvertOptions,
    sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<Summary, E> {
    try_convert(source, options, Some(workbook::read_sheet), sink)
}

/// Converts a file like [`try_convert_to`], but no workbook.
pub(crate) fn try_convert_text_to<E>(
    source: &[u8],
    options: &ConvertOptions,
    sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<Summary, E> {
    try_convert(source, options, None, sink)
}

fn try_convert<E>(
    source: &[u8],
    options: &ConvertOptions,
    read_sheet: Option<SheetReader>,
    sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<Summary, E> {
    ending_with_error(sink, |sink| convert_once(source, options, read_sheet, sink))
}

/// Converts a file that [`convert_alone`](super::convert_alone) has read before, and passes on the transactions that no earlier statement has. Ends as soon as `sink` fails.
pub(crate) fn try_convert_again<E>(
    source: &[u8],
    options: &ConvertOptions,
    repeats: &Repeats,
    sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let read_sheet: Option<SheetReader> = Some(workbook::read_sheet);
    ending_with_error(sink, |sink| {
        convert_again(source, options, read_sheet, repeats, sink)
    })
    .map(drop)
}

/// Converts a file like [`try_convert_again`], but no workbook.
pub(crate) fn try_convert_text_again<E>(
    source: &[u8],
    options: &ConvertOptions,
    repeats: &Repeats,
    sink: impl FnMut(Converted<'_>) -> Result<(), E>,
) -> Result<(), E> {
    ending_with_error(sink, |sink| {
        convert_again(source, options, None, repeats, sink)
    })
    .map(drop)
}

/// Converts with a sink that may fail, and returns its error.
fn ending_with_error<T, E>(
    mut sink: impl FnMut(Converted<'_>) -> Result<(), E>,
    convert: impl FnOnce(&mut dyn FnMut(Converted<'_>) -> ControlFlow<()>) -> T,
) -> Result<T, E> {
    let mut failure = None;
    let converted = convert(&mut |converted| match sink(converted) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    failure.map_or(Ok(converted), Err)
}
