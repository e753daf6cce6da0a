use std::borrow::Cow;
use std::ops::Range;

use crate::source::{TextScan, bytes_equal, is_single_spaced};
use crate::value::CardNumber;

/// Builds the text of a transaction from its parts, in a buffer that the next one takes over.
#[derive(Debug, Default)]
pub(crate) struct DescriptionBuilder {
    text: String,
    /// Where the parts are, of which none may come twice.
    parts: Vec<Range<usize>>,
    /// What is known of the text as a whole.
    scan: TextScan,
}

impl DescriptionBuilder {
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether JSON takes the text as it is. False is always allowed.
    pub(crate) const fn needs_no_escape(&self) -> bool {
        self.scan.needs_no_escape
    }

    /// Builds a text from its parts and from what `more` adds, each part once, blanks folded and card numbers masked.
    pub(crate) fn build(&mut self, parts: &[Cow<'_, str>], more: impl Fn(&mut Self)) {
        self.join_parts(parts.iter().map(|part| Cow::Borrowed(&**part)));
        more(self);
        // Nearly always there is nothing to fold in any part, which shows in the whole: no part has blanks around it.
        self.scan = TextScan::new(self.text.as_bytes());
        if !self.scan.is_single_spaced {
            self.join_parts(parts.iter().map(|part| folded(part)));
            more(self);
        }
        if !self.scan.has_no_card_number
            && let Cow::Owned(masked) = CardNumber::mask(&self.text)
        {
            self.text = masked;
        }
    }

    fn join_parts<'p>(&mut self, parts: impl Iterator<Item = Cow<'p, str>>) {
        self.text.clear();
        self.parts.clear();
        self.scan = TextScan::default();
        for part in parts {
            let is_there = |place: &Range<usize>| {
                self.text.as_bytes().get(place.clone()).is_some_and(|other| bytes_equal(other, part.as_bytes()))
            };
            if !part.is_empty() && !self.parts.iter().any(is_there) {
                self.join("; ", &part);
                self.parts.push(self.text.len() - part.len()..self.text.len());
            }
        }
    }

    /// Adds a part behind the others.
    pub(crate) fn join(&mut self, separator: &str, part: &str) {
        if !self.text.is_empty() {
            self.text.push_str(separator);
        }
        self.text.push_str(part);
    }
}

/// The text of some parts, blanks folded and each part once.
pub(crate) fn joined(parts: &[Cow<'_, str>]) -> String {
    let mut builder = DescriptionBuilder::default();
    builder.join_parts(parts.iter().map(|part| folded(part)));
    builder.text
}

/// One blank for every run of blanks, none around.
pub(crate) fn folded(text: &str) -> Cow<'_, str> {
    if is_single_spaced(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let words = || text.split_whitespace();
    // Blanks of other kinds than the plain one may be single too, and are folded into it.
    let length = words().map(|word| word.len() + 1).sum::<usize>().saturating_sub(1);
    let mut folded = String::with_capacity(length);
    for word in words() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    if folded == text { Cow::Borrowed(text) } else { Cow::Owned(folded) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_folded_as_a_whole_is_folded_in_each_part(
            parts in prop::collection::vec("[ \\t]{0,2}[\"'=]?[ab\u{a0}] {0,2}[ab\"]?[\"' ]?", 0..5),
        ) {
            let parts: Vec<Cow<'_, str>> = parts.iter().map(|part| Cow::Borrowed(part.trim())).collect();
            let mut builder = DescriptionBuilder::default();
            builder.build(&parts, |_| ());
            prop_assert_eq!(builder.as_str(), joined(&parts));
        }
    }
}
