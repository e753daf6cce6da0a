//! Splits a file into the tags of its messages.

use crate::source::{Certain, Span};

/// The tags of MT940 and MT942, and those that banks add to them. Other text between colons at the start of a line is text.
const TAGS: [&str; 24] = [
    "13", "13D", "20", "21", "25", "25P", "28", "28C", "34F", "60F", "60M", "61", "62F", "62M",
    "64", "65", "86", "90C", "90D", "NS", "940", "942", "941", "950",
];

/// A field of a message: its tag, and its content, which may have several lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'s> {
    pub(super) name: &'s str,
    pub(super) content: &'s str,
    /// From the tag to the end of the content.
    pub(super) span: Span,
    /// The number of the line of the tag, from 1.
    pub(super) line: usize,
}

impl Tag<'_> {
    /// The offset of the content in the text.
    pub(super) fn content_start(&self) -> usize {
        self.span.end - self.content.len()
    }
}

/// Reads the fields of a text in their order. Lines outside of messages, and the blocks of SWIFT, are passed over.
#[derive(Debug, Clone)]
pub(super) struct Tags<'s> {
    text: &'s str,
    at: usize,
    line: usize,
    /// The first line since the last field that was passed over, and has the shape of a field.
    damaged: Option<Span>,
    /// The first line since the last field that is outside of messages and no end of one.
    outside: Option<Span>,
    /// The first line since the last field that is outside of messages and begins a document of another format.
    document: Option<Span>,
}

impl<'s> Tags<'s> {
    /// Reads from an offset on, which is at the start of the line with this number.
    pub(super) const fn new(text: &'s str, at: usize, line: usize) -> Self {
        Self {
            text,
            at,
            line,
            damaged: None,
            outside: None,
            document: None,
        }
    }

    /// Takes the first line since the last call that is outside of messages and no end of one.
    pub(super) fn take_outside(&mut self) -> Option<Span> {
        self.outside.take()
    }

    /// Takes the first line since the last call that is outside of messages, and has the shape of a field.
    pub(super) fn take_damaged(&mut self) -> Option<Span> {
        self.damaged.take()
    }

    /// Takes the first line since the last call that is outside of messages, and begins a document of another format.
    pub(super) fn take_document(&mut self) -> Option<Span> {
        self.document.take()
    }

    /// Returns the line at an offset without its end, and the offset of the next line.
    fn line_at(&self, at: usize) -> Option<(&'s str, usize)> {
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let (line, rest) = split_line(rest);
        Some((line, self.text.len() - rest.len()))
    }

    /// Whether a line ends the message whose last tag is `tag`: `-}`, or a dash alone. In a text, a dash may be a line of it, and `-}` may begin one.
    fn is_end(&self, tag: &str, line: &str, next: usize) -> bool {
        let line = line.trim_end();
        if let Some(rest) = line.strip_prefix("-}") {
            return tag != "86" || !rest.trim_start().starts_with(char::is_alphanumeric);
        }
        if line != "-" {
            return false;
        }
        let mut at = next;
        while let Some((following, next)) = self.line_at(at) {
            if !following.trim().is_empty() {
                return tag != "86" || tag_name(following).is_some() || following.starts_with('{');
            }
            at = next;
        }
        true
    }
}

impl<'s> Iterator for Tags<'s> {
    type Item = Tag<'s>;

    fn next(&mut self) -> Option<Tag<'s>> {
        loop {
            let (start, line) = (self.at, self.line);
            let (text, next) = self.line_at(start)?;
            (self.at, self.line) = (next, line + 1);
            // A message may begin on the line of its blocks.
            let block = if text.starts_with('{') {
                text.rfind("{4:").map_or(text.len(), |at| at + 3)
            } else {
                0
            };
            let Some(name) = tag_name(text.get(block..).certain()) else {
                let span = Span::new(start, start + text.len());
                if has_shape_of_field(text) {
                    self.damaged.get_or_insert(span);
                } else if !matches!(text.trim(), "" | "-") && !text.starts_with("-}") {
                    self.outside.get_or_insert(span);
                }
                if has_shape_of_document(text) {
                    self.document.get_or_insert(span);
                }
                continue;
            };
            let (start, content_start) = (start + block, start + block + name.len() + 2);
            let mut end = start - block + text.len();
            while let Some((text, next)) = self.line_at(self.at) {
                if tag_name(text).is_some()
                    || text.starts_with("{1:")
                    || self.is_end(name, text, next)
                {
                    break;
                }
                end = self.at + text.len();
                (self.at, self.line) = (next, self.line + 1);
            }
            let content = self.text.get(content_start..end).certain();
            return Some(Tag {
                name,
                content,
                span: Span::new(start, end),
                line,
            });
        }
    }
}

/// Splits a text after its first line, whose end is a line feed, a carriage return or both.
pub(super) fn split_line(text: &str) -> (&str, &str) {
    let Some((line, rest)) =
        memchr::memchr2(b'\r', b'\n', text.as_bytes()).and_then(|end| text.split_at_checked(end))
    else {
        return (text, "");
    };
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    (line, rest.strip_prefix('\n').unwrap_or(rest))
}

/// Returns the lines of a text.
pub(super) fn lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (line, rest) = split_line(text);
        let is_there = !text.is_empty();
        text = rest;
        is_there.then_some(line)
    })
}

/// Whether a line would be a field if its tag were whole: it begins with a colon, or with a tag between other characters. Tags of letters are banks' own.
pub(super) fn has_shape_of_field(line: &str) -> bool {
    if let Some(rest) = line.strip_prefix(':') {
        let tag = rest.split_once(':').map(|(tag, _)| tag);
        let is_own = |tag: &str| tag.bytes().all(|byte| byte.is_ascii_uppercase());
        return !tag.is_some_and(is_own);
    }
    let is_sign = |character: char| !character.is_ascii_alphanumeric();
    let Some((name, _)) = line.trim_start_matches(is_sign).split_once(':') else {
        return false;
    };
    name.starts_with(|digit: char| digit.is_ascii_digit()) && TAGS.contains(&name)
}

/// Whether a line begins a document in XML, as camt is, or in the format of OFX.
pub(super) fn has_shape_of_document(line: &str) -> bool {
    let start = line.trim_start().trim_start_matches('\u{feff}');
    if start.starts_with("<?xml") || start.starts_with("OFXHEADER") {
        return true;
    }
    let Some(element) = start.strip_prefix('<') else {
        return false;
    };
    let is_end = |character: char| character == '>' || character.is_whitespace();
    let name = element.split(is_end).next().unwrap_or(element);
    let name = name.rsplit(':').next().unwrap_or(name);
    matches!(name, "Document" | "OFX")
}

/// Returns where a line has the tag of a field that begins a line of its own.
pub(super) fn find_inner_tag(line: &str) -> Option<usize> {
    let mut colons = line.match_indices(':').map(|(at, _)| at);
    colons.find(|at| line.get(*at..).and_then(tag_name).is_some())
}

/// Whether a tag begins with a text, or is it.
fn is_tag_prefix(start: &str) -> bool {
    TAGS.iter().any(|tag| tag.starts_with(start))
}

/// Returns the tag at the start of a line.
pub(super) fn tag_name(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix(':')?.split_once(':')?;
    TAGS.contains(&name).then_some(name)
}

/// Whether a line would be an entry if the colons of its tag were whole: `61`, a day or two, a direction and an amount, with anything but letters and digits
/// before and between.
pub(super) fn has_shape_of_entry(line: &str) -> bool {
    let is_sign = |character: char| !character.is_ascii_alphanumeric();
    let Some(rest) = line.trim_start_matches(is_sign).strip_prefix('6') else {
        return false;
    };
    let Some(rest) = rest.trim_start_matches(is_sign).strip_prefix('1') else {
        return false;
    };
    let rest = rest.trim_start_matches(is_sign);
    let marked = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let day = rest.len() - marked.len();
    let marked = marked.trim_start();
    let amount = marked.trim_start_matches(['R', 'E', 'C', 'D']);
    let mark = marked.len() - amount.len();
    // A third letter of the currency may stand before the amount.
    let letter = |letter: char| letter.is_ascii_uppercase();
    let amount = amount.strip_prefix(letter).unwrap_or(amount);
    matches!(day, 6 | 10)
        && matches!(mark, 1 | 2)
        && amount.starts_with(|digit: char| digit.is_ascii_digit())
}

/// Whether a line would be a text of its own if there were no blanks before or within its tag.
pub(super) fn has_shape_of_text(line: &str) -> bool {
    let mut rest = line;
    for sign in [':', '8', '6', ':'] {
        let Some(following) = rest.trim_start_matches([' ', '\t']).strip_prefix(sign) else {
            return false;
        };
        rest = following;
    }
    true
}

/// Whether a bank's own field has the form that banks give it: two digits at its beginning.
pub(super) fn has_own_form(content: &str) -> bool {
    let number = content.as_bytes().get(..2);
    number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
}

/// Whether the last line of a text is the beginning of a tag and nothing else, as after a cut. A bank may wrap a time before its minutes.
pub(super) fn is_start_of_tag(line: &str, line_above: &str) -> bool {
    let Some(start) = line.trim_end().strip_prefix(':') else {
        return false;
    };
    let minutes = start.parse::<u8>().ok().filter(|_| start.len() == 2);
    let is_minutes = minutes.is_some_and(|minutes| minutes < 60)
        && line_above
            .trim_end()
            .ends_with(|last: char| last.is_ascii_digit());
    start.starts_with(|first: char| first.is_ascii_digit()) && is_tag_prefix(start) && !is_minutes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<(&str, &str, usize)> {
        Tags::new(text, 0, 1)
            .map(|tag| (tag.name, tag.content, tag.line))
            .collect()
    }

    #[test]
    fn finds_tags_in_and_without_blocks() {
        let text = "ABNANL2A\r\n940\r\n{1:F01}{4::20:A\r\n:25:1\r\n:86:x\r\n-y\r\n:26:37\r\n-\r\nz\r\n:62F:C\r\n-\r\n:20:B\r\n-}{5:}\r\n{1:F01}{4:\r\n:20:C\r\n";
        assert_eq!(
            tags(text),
            [
                ("20", "A", 3),
                ("25", "1", 4),
                ("86", "x\r\n-y\r\n:26:37\r\n-\r\nz", 5),
                ("62F", "C", 10),
                ("20", "B", 12),
                ("20", "C", 15),
            ]
        );
    }

    #[test]
    fn a_line_of_a_text_may_begin_like_the_end_of_a_message() {
        let text = ":61:1\n:86:x\n-} y\nz\n-}{5:}\n:20:A\n:86:x\n-}$\ny\n";
        let expected = [
            ("61", "1", 1),
            ("86", "x\n-} y\nz", 2),
            ("20", "A", 6),
            ("86", "x", 7),
        ];
        assert_eq!(tags(text), expected);
    }

    #[test]
    fn any_end_of_a_line_ends_it() {
        for end in ["\n", "\r\n", "\r"] {
            let text = [":20:A", ":25:1", ":86:x", "y", ":62F:C", "-"].join(end);
            let information = format!("x{end}y");
            let expected = [
                ("20", "A", 1),
                ("25", "1", 2),
                ("86", information.as_str(), 3),
                ("62F", "C", 5),
            ];
            assert_eq!(tags(&text), expected);
            assert_eq!(lines(&information).collect::<Vec<_>>(), ["x", "y"]);
        }
    }
}
