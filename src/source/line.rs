use memchr::{memchr2, memchr2_iter, memrchr2};

use super::Span;

/// Where the lines begin that follow the line ends (LF, CRLF or a lone CR) in `from..to`.
///
/// A CRLF counts where its LF stands, so ranges that follow one another count each line once.
pub(super) fn line_starts(text: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    memchr2_iter(b'\r', b'\n', text.get(from..to).unwrap_or_default())
        .map(move |at| from + at + 1)
        .filter(move |&after| !matches!(text.get(after.saturating_sub(1)..=after), Some(b"\r\n")))
}

/// The line around `offset`, without its line end (LF, CRLF or a lone CR).
///
/// It takes as long as the line is: of a line that holds the whole file, ask once.
///
/// ```
/// use universal_accounting::source::{Span, line_at};
///
/// let text = "Datum;Betrag\r\n31.12.2025;5.00\r\n";
/// assert_eq!(line_at(text, 20), Span::new(14, 29));
/// ```
#[must_use]
pub fn line_at(text: &str, offset: usize) -> Span {
    let bytes = text.as_bytes();
    let mut offset = offset.min(bytes.len());
    // Between CR and LF the line is the one that they end.
    if let Some(before) = offset.checked_sub(1)
        && matches!(bytes.get(before..=offset), Some(b"\r\n"))
    {
        offset = before;
    }
    let (before, after) = bytes.split_at_checked(offset).unwrap_or((bytes, &[]));
    let start = memrchr2(b'\r', b'\n', before).map_or(0, |at| at + 1);
    let end = memchr2(b'\r', b'\n', after).map_or(bytes.len(), |at| offset + at);
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::{Span, line_at, line_starts};

    #[test]
    fn every_kind_of_line_end_begins_a_line() {
        let text = b"a\nb\r\nc\rd\r\r\n";
        assert_eq!(line_starts(text, 0, text.len()).collect::<Vec<_>>(), [2, 5, 7, 9, 11]);
        assert_eq!(line_starts(text, 0, 4).collect::<Vec<_>>(), [2], "a CRLF that is cut counts at its LF");
        assert_eq!(line_starts(text, 4, 5).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn a_line_is_found_from_everywhere_in_it() {
        let text = "ab\r\n\ncd\re";
        let spans = [(0, 2), (0, 2), (0, 2), (0, 2), (4, 4), (5, 7), (5, 7), (5, 7), (8, 9), (8, 9), (8, 9)];
        for (offset, (start, end)) in spans.into_iter().enumerate() {
            assert_eq!(line_at(text, offset), Span::new(start, end), "at {offset}");
        }
    }
}
