//! Assertions on the locations of findings, which the fuzzer and the tests share.

use universal_accounting::internals::source::Span;
use universal_accounting::report::{Finding, Report};

/// Asserts that every span is in the source and on character boundaries, and that lines, columns and UTF-16 offsets agree with it.
pub fn assert_positions(source: &[u8], report: &Report) {
    for finding in &report.findings {
        assert_position(source, finding);
    }
}

pub fn assert_position(source: &[u8], finding: &Finding) {
    let fix = finding.fix.as_ref();
    let spans = [(finding.span, finding.utf16)]
        .into_iter()
        .chain(fix.map(|fix| (fix.span, fix.utf16)));
    for (span, utf16) in spans {
        assert!(
            span.start <= span.end && span.end <= source.len(),
            "{finding:?}"
        );
        assert!(utf16.start <= utf16.end, "{finding:?}");
        let Some(text) = utf8_text(source) else {
            continue;
        };
        assert!(
            text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
            "{finding:?}"
        );
        assert_eq!(utf16, to_utf16(text, span), "{finding:?}");
    }
    let Some(text) = utf8_text(source) else {
        return;
    };
    assert_eq!(
        (finding.line, finding.column),
        line_and_column(text, finding.span.start),
        "{finding:?}"
    );
    assert_eq!(
        (finding.end_line, finding.end_column),
        line_and_column(text, finding.span.end),
        "{finding:?}"
    );
}

/// Returns the text if the source certainly is UTF-8. UTF-16 may be valid UTF-8 too, with a NUL in every character.
pub fn utf8_text(source: &[u8]) -> Option<&str> {
    str::from_utf8(source)
        .ok()
        .filter(|text| !text.contains('\0'))
}

/// Returns the span in UTF-16 code units.
pub fn to_utf16(text: &str, span: Span) -> Span {
    let units = |offset: usize| text[..offset].encode_utf16().count();
    Span {
        start: units(span.start),
        end: units(span.end),
    }
}

/// Counts the line and the column of an offset from the start of the text. Byte order marks at the start have no column.
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
        None => text[..offset]
            .trim_start_matches('\u{feff}')
            .chars()
            .count(),
    };
    (before + 1, column + 1)
}
