//! Where findings say that they are. The fuzzer and the tests hold to it.

use universal_accounting::internals::source::Span;
use universal_accounting::report::{Finding, Report};

/// Every span lies in the source on character boundaries; lines, columns and code units of UTF-16 are those of its ends.
pub fn in_their_places(source: &[u8], report: &Report) {
    for finding in &report.findings {
        in_its_place(source, finding);
    }
}

pub fn in_its_place(source: &[u8], finding: &Finding) {
    let fix = finding.fix.as_ref();
    let spans = [(finding.span, finding.utf16)].into_iter().chain(fix.map(|fix| (fix.span, fix.utf16)));
    for (span, utf16) in spans {
        assert!(span.start <= span.end && span.end <= source.len(), "{finding:?}");
        assert!(utf16.start <= utf16.end, "{finding:?}");
        let Some(text) = plain(source) else { continue };
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{finding:?}");
        assert_eq!(utf16, in_utf16(text, span), "{finding:?}");
    }
    let Some(text) = plain(source) else { return };
    assert_eq!((finding.line, finding.column), line_and_column(text, finding.span.start), "{finding:?}");
    assert_eq!((finding.end_line, finding.end_column), line_and_column(text, finding.span.end), "{finding:?}");
}

/// The text, where it surely is UTF-8: that of UTF-16 may be it too, with a NUL in every character.
pub fn plain(source: &[u8]) -> Option<&str> {
    str::from_utf8(source).ok().filter(|text| !text.contains('\0'))
}

/// The same place in code units of UTF-16.
pub fn in_utf16(text: &str, span: Span) -> Span {
    let units = |offset: usize| text[..offset].encode_utf16().count();
    Span::new(units(span.start), units(span.end))
}

/// Counted anew for each place. Byte order marks before the text take no column.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let ends_line = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let before = (0..offset).filter(ends_line).count();
    let column = match (0..offset).rev().find(ends_line) {
        Some(end) => text[end + 1..offset].chars().count(),
        None => text[..offset].trim_start_matches('\u{feff}').chars().count(),
    };
    (before + 1, column + 1)
}
