use std::borrow::Cow;
use std::ops::Range;

use crate::source::{TextScan, bytes_equal, is_single_spaced};
use crate::value::CardNumber;

/// How many parts of a text the later ones are compared with. Comparing each with all would take time in proportion to the square of their number.
const MAX_COMPARED_PARTS: usize = 64;

/// Builds the text of a transaction from its parts, in a buffer that is reused for the next transaction.
#[derive(Debug, Default)]
pub(crate) struct DescriptionBuilder {
    text: String,
    /// The ranges of the first parts in the text, to find repeated parts.
    part_ranges: Vec<Range<usize>>,
    /// What the scanner found in the whole text.
    scan: TextScan,
    /// Whether control characters were replaced.
    had_controls: bool,
}

impl DescriptionBuilder {
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the text needs no escapes in JSON. May be a false negative, never a false positive.
    pub(crate) const fn needs_no_escape(&self) -> bool {
        self.scan.needs_no_escape
    }

    /// Whether the parts had control characters, which the text has not.
    pub(crate) const fn had_controls(&self) -> bool {
        self.had_controls
    }

    /// Builds a text from its parts and from what `append` adds. Repeated parts are dropped, spaces collapsed, and card numbers masked.
    pub(crate) fn build(&mut self, parts: &[Cow<'_, str>], append: impl Fn(&mut Self)) {
        self.build_as_written(parts, &append);
        // Quotes and backslashes need escapes too.
        // JSON needs no escape for the last one of ASCII, DEL.
        let may_have = !self.scan.needs_no_escape || self.text.contains('\x7f');
        // Two of them count as blanks, which the text has no longer.
        let had_blanks = parts.iter().any(|part| part.contains(['\x0b', '\x0c']));
        self.had_controls = had_blanks || may_have && self.text.contains(is_control);
        if self.had_controls {
            let without = |part: &Cow<'_, str>| Cow::Owned(part.replace(is_control, " "));
            let parts: Vec<Cow<'_, str>> = parts.iter().map(without).collect();
            self.build_as_written(&parts, &append);
        }
    }

    fn build_as_written(&mut self, parts: &[Cow<'_, str>], append: &impl Fn(&mut Self)) {
        self.join_parts(parts.iter().map(|part| Cow::Borrowed(&**part)));
        append(self);
        // Most texts have no spaces to collapse. No part has spaces around it, so checking the whole text suffices.
        self.scan = TextScan::new(self.text.as_bytes());
        if !self.scan.is_single_spaced {
            self.join_parts(parts.iter().map(|part| collapse_spaces(part)));
            append(self);
        }
        if !self.scan.has_no_card_number
            && let Cow::Owned(masked) = CardNumber::mask(&self.text)
        {
            self.text = masked;
        }
    }

    fn join_parts<'p>(&mut self, parts: impl Iterator<Item = Cow<'p, str>>) {
        self.text.clear();
        self.part_ranges.clear();
        self.scan = TextScan::default();
        for part in parts {
            let is_repeated = |range: &Range<usize>| {
                self.text
                    .as_bytes()
                    .get(range.clone())
                    .is_some_and(|earlier| bytes_equal(earlier, part.as_bytes()))
            };
            if !part.is_empty() && !self.part_ranges.iter().any(is_repeated) {
                self.push_part("; ", &part);
                if self.part_ranges.len() < MAX_COMPARED_PARTS {
                    self.part_ranges
                        .push(self.text.len() - part.len()..self.text.len());
                }
            }
        }
    }

    /// Appends a part, after a separator unless it is the first part.
    pub(crate) fn push_part(&mut self, separator: &str, part: &str) {
        if !self.text.is_empty() {
            self.text.push_str(separator);
        }
        self.text.push_str(part);
    }
}

/// Whether a character is a control character of ASCII. Those from 80 to 9F are letters that were read in a wrong encoding, which is reported as such.
pub(super) const fn is_control(character: char) -> bool {
    character.is_ascii_control()
}

/// Joins the parts of a text, collapses their spaces and drops repeated parts.
pub(crate) fn join_texts(parts: &[Cow<'_, str>]) -> String {
    let mut builder = DescriptionBuilder::default();
    builder.join_parts(parts.iter().map(|part| collapse_spaces(part)));
    builder.text
}

/// Replaces every run of whitespace by one space, and removes whitespace at both ends.
pub(crate) fn collapse_spaces(text: &str) -> Cow<'_, str> {
    if is_single_spaced(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let words = || text.split_whitespace();
    // A single whitespace character of another kind, such as a no-break space, also becomes a space.
    let length = words()
        .map(|word| word.len() + 1)
        .sum::<usize>()
        .saturating_sub(1);
    let mut collapsed = String::with_capacity(length);
    for word in words() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    if collapsed == text {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(collapsed)
    }
}

/// Replaces whitespace like [`collapse_spaces`].
pub(crate) fn collapse_text(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => collapse_spaces(text),
        Cow::Owned(text) => Cow::Owned(collapse_spaces(&text).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn build_collapses_the_spaces_of_each_part(
            parts in prop::collection::vec("[ \\t]{0,2}[\"'=]?[ab\u{a0}] {0,2}[ab\"]?[\"' ]?", 0..5),
        ) {
            let parts: Vec<Cow<'_, str>> = parts.iter().map(|part| Cow::Borrowed(part.trim())).collect();
            let mut builder = DescriptionBuilder::default();
            builder.build(&parts, |_| ());
            prop_assert_eq!(builder.as_str(), join_texts(&parts));
        }
    }
}
