//! Where findings say that they are.

use proptest::prelude::*;
use universal_accounting::report::Finding;
use universal_accounting::source::Span;

/// Every span lies in the source on character boundaries; line and column are those of its start.
pub(crate) fn in_its_place(source: &[u8], finding: &Finding) -> Result<(), TestCaseError> {
    let spans = [Some(finding.span), finding.fix.as_ref().map(|fix| fix.span)];
    for span in spans.into_iter().flatten() {
        prop_assert!(span.start <= span.end && span.end <= source.len(), "{finding:?}");
    }
    // UTF-16 of Western text is UTF-8 with NULs in between.
    let Ok(text) = str::from_utf8(source) else { return Ok(()) };
    if text.contains('\0') {
        return Ok(());
    }
    for span in spans.into_iter().flatten() {
        prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{finding:?}");
    }
    for (offset, line, column) in
        [(finding.span.start, finding.line, finding.column), (finding.span.end, finding.end_line, finding.end_column)]
    {
        prop_assert_eq!((line, column), line_and_column(text, offset), "{:?}", finding);
    }
    let utf16 = [Some(finding.utf16), finding.fix.as_ref().map(|fix| fix.utf16)];
    for (span, utf16) in spans.into_iter().flatten().zip(utf16.into_iter().flatten()) {
        prop_assert_eq!(utf16, in_utf16(text, span), "{:?}", finding);
    }
    Ok(())
}

/// The same place in code units of UTF-16.
pub(crate) fn in_utf16(text: &str, span: Span) -> Span {
    let units = |offset: usize| text[..offset].encode_utf16().count();
    Span::new(units(span.start), units(span.end))
}

/// Counted character by character.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let (mut line, mut column) = (1, 1);
    for (at, character) in text.char_indices().take_while(|(at, _)| *at < offset) {
        match character {
            // Marks before the text take no column.
            '\u{feff}' if text[..at].chars().all(|before| before == '\u{feff}') => {}
            '\r' if text[at + 1..].starts_with('\n') => column += 1,
            '\r' | '\n' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
    }
    (line, column)
}
