//! The reader of objects in lists and trees.

use std::borrow::Cow;

use super::members::{
    LazyMembers, Members, ValueCache, key_patterns, null_patterns, unchecked_string_end, value_end,
};
use crate::json::{JsonText, MemberKey, RecoveredErrors, Value, ValueKind, skip_whitespace};
use crate::record::read::{Document, UnknownMembers};
use crate::record::slots::{Slot, SlotStates};
use crate::record::{MAX_FIELDS, Record};
use crate::source::{Pattern, Span, bytes_equal, unescaped_prefix_len};

/// Reads objects of one table without findings: each member is in the table and occurs once, its value is valid, and only free texts have escapes.
/// All other objects are left to the general reader, which reports the reasons, unless these are only counted.
///
/// Members usually have the same order as in the previous objects, and the same blanks around them. So the reader remembers what followed each member,
/// and compares a name together with its quotes, its colon and the blanks around it.
#[derive(Debug, Clone)]
pub(crate) struct ObjectReader<'s> {
    members: &'s Members,
    /// For each member the expected text between the comma and its value, with the expected blanks.
    key_patterns: Cow<'s, [Pattern<2>]>,
    /// The same with `null` as the value.
    null_patterns: Cow<'s, [Pattern<2>]>,
    /// The expected blanks before a name and after its colon.
    blanks: [&'s str; 2],
    /// How often the blanks were not as expected.
    blank_mismatches: usize,
    /// The members that objects most recently began with, the latest first.
    likely_first: [u8; 2],
    /// For each member the members that most recently followed it, the latest first.
    likely_next: [[u8; 2]; MAX_FIELDS],
    cache: ValueCache<'s>,
    /// The object that was read last.
    pub(crate) record: Record<'s>,
    /// Its members that are not in the table. Their names may be repeated.
    pub(crate) unknown_members: Vec<(MemberKey<'s>, Value<'s>)>,
    /// The last unknown name that is nearly the name of no field.
    unlike_fields: Option<JsonText<'s>>,
}

/// The next part of an object.
enum ObjectPart {
    /// A member of the table: its index, and the offset of its value, inside the quotes of a string.
    Member(usize, usize),
    /// A member of the table that is `null`, which it may be: its index, and its end.
    Null(usize, usize),
    /// A member that is not in the table, and its end.
    Unknown(usize),
    /// The end of the object, after its closing bracket.
    End(usize),
}

/// A function that reads the record or list of a member: its arguments are the index of the member and the offset of the value. Returns the end of the
/// value, unless it is left to the general reader.
pub(crate) type ReadNestedMember<'f> = dyn FnMut(usize, usize) -> Option<usize> + 'f;

/// The maximum number of unknown members. An object with more of them is left to the general reader.
const MAX_UNKNOWN_MEMBERS: usize = 8;

/// The number of names with other blanks than expected after which the expectation changes.
const MAX_BLANK_MISMATCHES: usize = 8;

impl<'s> ObjectReader<'s> {
    pub(crate) fn new(lazy_members: &'s LazyMembers) -> Self {
        let members = lazy_members.get();
        Self {
            members,
            key_patterns: Cow::Borrowed(&members.key_patterns),
            null_patterns: Cow::Borrowed(&members.null_patterns),
            blanks: ["", ""],
            blank_mismatches: 0,
            likely_first: [0; 2],
            likely_next: members.likely_next,
            cache: ValueCache::default(),
            record: Record::new("", lazy_members.fields, Span::at(0)),
            unknown_members: Vec::new(),
            unlike_fields: None,
        }
    }

    /// Reads the object whose opening bracket is at `start`, and returns the offset after it. Returns None if the syntax is not what the reader expects
    /// or if a member is repeated. Whether the values are valid too is returned by [`is_clean`](Self::is_clean).
    pub(crate) fn read(&mut self, text: &'s str, start: usize) -> Option<usize> {
        self.read_with(text, start, &mut |_, _| None)
    }

    /// Like [`read`](Self::read), and calls `read_nested` for each record and list in the object.
    #[inline(never)]
    pub(crate) fn read_with(
        &mut self,
        text: &'s str,
        start: usize,
        read_nested: &mut ReadNestedMember<'_>,
    ) -> Option<usize> {
        let bytes = text.as_bytes();
        let (mut at, mut previous, mut separator) = (start, None, b'{');
        // In `out_of_order` the lowest bit is set if a member was repeated, and other bits if it came after a later member of the table.
        let (mut present, mut nulls, mut out_of_order, mut unchecked) = (0_u64, 0_u64, 0, 0);
        let mut is_compact = self.blanks.iter().all(|blank| blank.is_empty());
        let mut guess = usize::from(self.likely_first[0]);
        self.cache.has_escapes = false;
        self.unknown_members.clear();
        let end = loop {
            let (mut index, previous_end) = (guess, at);
            let pattern = self.key_patterns.get(guess)?;
            if bytes.get(at) == Some(&separator) && pattern.matches_at(bytes, at + 1) {
                at += 1 + pattern.len();
            } else if bytes.get(at) == Some(&b'}') && previous.is_some() {
                break at + 1;
            } else if let Some(null) = self.null_patterns.get(guess)
                && bytes.get(at) == Some(&separator)
                && null.matches_at(bytes, at + 1)
            {
                out_of_order |= (present | nulls) >> guess;
                nulls |= 1 << guess;
                (at, separator, previous) = (at + 1 + null.len(), b',', Some(guess));
                guess = usize::from(self.likely_next.get(guess)?[0]);
                continue;
            } else {
                match self.read_unexpected_part(text, at, previous)? {
                    ObjectPart::Member(found, value) => {
                        is_compact &= value == at + 1 + self.members.key_patterns.get(found)?.len();
                        (index, at) = (found, value);
                    }
                    ObjectPart::Null(index, end) => {
                        out_of_order |= (present | nulls) >> index;
                        nulls |= 1 << index;
                        (at, separator, previous) = (end, b',', Some(index));
                        guess = usize::from(self.likely_next.get(index)?[0]);
                        continue;
                    }
                    ObjectPart::Unknown(end) => {
                        // The guess for the next member stays the same.
                        (at, separator, previous) = (end, b',', previous.or(Some(guess)));
                        continue;
                    }
                    ObjectPart::End(end) => {
                        is_compact &= end == at + 1;
                        break end;
                    }
                }
            }
            let member = self.members.list.get(index)?;
            let end = if member.is_nested {
                if bytes.get(at) == Some(&b'n') && member.field.is_nullable() {
                    at = null_end(bytes, at)?;
                    out_of_order |= (present | nulls) >> index;
                    nulls |= 1 << index;
                    (separator, previous, guess) = (
                        b',',
                        Some(index),
                        usize::from(self.likely_next.get(index)?[0]),
                    );
                    continue;
                }
                read_nested(index, at)?
            } else {
                match value_end(&mut self.cache, member, text, at) {
                    Some(end) => end,
                    None => {
                        unchecked |= 1 << index;
                        unchecked_string_end(member, bytes, at)?
                    }
                }
            };
            *self.record.slots.get_mut(index)? = Slot {
                previous_end,
                start: at,
                end,
            };
            at = end + usize::from(member.is_string);
            out_of_order |= (present | nulls) >> index;
            present |= 1 << index;
            previous = Some(index);
            guess = usize::from(self.likely_next.get(index)?[0]);
            separator = b',';
        };
        let escaped = if self.cache.has_escapes {
            self.members.free_texts & present
        } else {
            0
        };
        self.record.source = text;
        self.record.span = Span::new(start, start + 1);
        self.record.faulty = false;
        self.record.is_canonical = is_compact && out_of_order | nulls | escaped == 0;
        self.record.states = SlotStates {
            present,
            usable: present,
            unchecked,
            nulls,
            quoted: self.members.strings,
            plain: present & !escaped,
            ..SlotStates::default()
        };
        let has_no_repetition = out_of_order & 1 == 0;
        self.record.end = if has_no_repetition { end } else { 0 };
        has_no_repetition.then_some(end)
    }

    /// Returns the end of the object at `start`, if it was just read.
    pub(crate) fn end_of(&self, start: usize) -> Option<usize> {
        (self.record.span.start == start && self.record.end > start).then_some(self.record.end)
    }

    /// Returns whether the object that was just read has only valid values, all required and expected members, and no unknown members.
    #[inline]
    pub(crate) const fn is_clean(&self) -> bool {
        let states = &self.record.states;
        states.unchecked == 0 && !self.lacks_expected() && self.unknown_members.is_empty()
    }

    /// Returns whether the object lacks a member that it should have.
    pub(crate) const fn lacks_expected(&self) -> bool {
        self.members.expected & !self.record.states.present != 0
    }

    /// Reports the absent and the unknown members of the object that was just read.
    pub(crate) fn report_shape(&mut self, document: &mut Document<'s, '_, '_>) {
        let has_required =
            self.record.states.present & self.members.required == self.members.required;
        if has_required && self.unknown_members.is_empty() {
            return;
        }
        if has_required
            && let [member] = &*self.unknown_members
            && document.report_unlike_member(member, self.record.fields, &mut self.unlike_fields)
        {
            return;
        }
        let mut unknown_members = UnknownMembers::default();
        for member in &self.unknown_members {
            unknown_members.add(*member, RecoveredErrors::default(), document.sink);
        }
        document.report_shape(&mut self.record, &unknown_members);
    }

    /// Returns whether the values of the object that was just read can be copied from the text, and no member is left out.
    pub(crate) const fn may_copy_values(&self) -> bool {
        let SlotStates {
            nulls,
            plain,
            present,
            ..
        } = self.record.states;
        nulls == 0 && plain == present && self.unknown_members.is_empty()
    }

    /// Reads the next part of an object where the expected member does not follow.
    #[inline(never)]
    fn read_unexpected_part(
        &mut self,
        text: &'s str,
        at: usize,
        previous: Option<usize>,
    ) -> Option<ObjectPart> {
        let bytes = text.as_bytes();
        let separator = skip_whitespace(bytes, at);
        match (bytes.get(separator)?, previous) {
            (b'}', Some(_)) => return Some(ObjectPart::End(separator + 1)),
            (b'{', None) | (b',', Some(_)) => {}
            _ => return None,
        }
        let likely = match previous {
            Some(previous) => self.likely_next.get(previous)?,
            None => &self.likely_first,
        };
        let [_, second] = *likely;
        let pattern = self.key_patterns.get(usize::from(second))?;
        let (index, value) = if pattern.matches_at(bytes, separator + 1) {
            (usize::from(second), separator + 1 + pattern.len())
        } else if let Some(found) = self.find_with_expected_blanks(bytes, separator + 1) {
            found
        } else {
            match self.find_with_any_blanks(text, separator + 1)? {
                ObjectPart::Member(index, value) => (index, value),
                ObjectPart::Null(index, end) => {
                    self.learn_order(previous, index)?;
                    return Some(ObjectPart::Null(index, end));
                }
                unknown_or_end => return Some(unknown_or_end),
            }
        };
        self.learn_order(previous, index)?;
        Some(ObjectPart::Member(index, value))
    }

    /// Remembers that the member with this index followed another one, or began the object.
    #[inline]
    fn learn_order(&mut self, previous: Option<usize>, index: usize) -> Option<()> {
        let likely = match previous {
            Some(previous) => self.likely_next.get_mut(previous)?,
            None => &mut self.likely_first,
        };
        let index = u8::try_from(index).ok()?;
        if likely[0] != index {
            *likely = [index, likely[0]];
        }
        Some(())
    }

    /// Returns the member whose name is at `at` with the expected blanks around it, and the start of its value.
    #[inline]
    fn find_with_expected_blanks(&self, bytes: &[u8], at: usize) -> Option<(usize, usize)> {
        let [before, _] = self.blanks;
        let quote = at + before.len();
        // Without a quote, the end of the name would be sought in the whole rest of the text, and again for the next object.
        let name = bytes.get(quote..)?.strip_prefix(b"\"")?;
        let name = name.get(..unescaped_prefix_len(name))?;
        let index = self.members.likely_index(name)?;
        let pattern = self.key_patterns.get(index)?;
        let is_member = pattern.matches_at(bytes, at);
        is_member.then(|| (index, at + pattern.len()))
    }

    /// Returns the member at `at` with any blanks around its name. An unknown member must have a string without escapes.
    fn find_with_any_blanks(&mut self, text: &'s str, at: usize) -> Option<ObjectPart> {
        let bytes = text.as_bytes();
        let start = skip_whitespace(bytes, at);
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        let end = start + 1 + unescaped_prefix_len(bytes.get(start + 1..)?);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        let member = self.members.find(bytes.get(start + 1..end)?);
        let colon = skip_whitespace(bytes, end + 1);
        let value = skip_whitespace(bytes, colon + 1);
        if bytes.get(colon) != Some(&b':') {
            return None;
        }
        if let (Some((index, member)), Some(b'n')) = (member, bytes.get(value))
            && member.field.is_nullable()
        {
            return Some(ObjectPart::Null(index, null_end(bytes, value)?));
        }
        let is_string = member.is_none_or(|(_, member)| member.is_string);
        if is_string && bytes.get(value) != Some(&b'"') {
            return None;
        }
        let Some((index, _)) = member else {
            let value_end = value + 1 + unescaped_prefix_len(bytes.get(value + 1..)?);
            let is_closed = bytes.get(value_end) == Some(&b'"');
            if !is_closed || self.unknown_members.len() == MAX_UNKNOWN_MEMBERS {
                return None;
            }
            let key = MemberKey {
                text: JsonText::from_checked(text.get(start + 1..end)?, 0),
                span: Span::new(start, end + 1),
            };
            let inner = JsonText::from_checked(text.get(value + 1..value_end)?, 0);
            let value = Value {
                kind: ValueKind::Text(inner),
                span: Span::new(value, value_end + 1),
            };
            self.unknown_members.push((key, value));
            return Some(ObjectPart::Unknown(value_end + 1));
        };
        // The first member is ignored, as it often has other blanks than the rest.
        if colon == end + 1 && bytes.get(at - 1) == Some(&b',') {
            self.learn_blanks([text.get(at..start)?, text.get(colon + 1..value)?]);
        }
        Some(ObjectPart::Member(index, value + usize::from(is_string)))
    }

    /// Counts blanks before a name and after its colon that are not the expected ones. After several of them, the current blanks are expected.
    fn learn_blanks(&mut self, blanks: [&'s str; 2]) {
        let mut pairs = blanks.iter().zip(self.blanks);
        let are_expected =
            pairs.all(|(blank, expected)| bytes_equal(blank.as_bytes(), expected.as_bytes()));
        // A name with longer blanks does not fit into a pattern.
        if are_expected || blanks.iter().any(|blank| blank.len() > 16) {
            return;
        }
        self.blank_mismatches += 1;
        if self.blank_mismatches == MAX_BLANK_MISMATCHES {
            (self.blanks, self.blank_mismatches) = (blanks, 0);
            self.key_patterns = Cow::Owned(key_patterns(&self.members.list, blanks).into_vec());
            self.null_patterns = Cow::Owned(null_patterns(&self.members.list, blanks).into_vec());
        }
    }
}

/// Returns the start of the next element of a list after the end of an element, if there is one.
#[inline]
pub(crate) fn next_element(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let comma = skip_whitespace(bytes, end);
    if bytes.get(comma) != Some(&b',') {
        return None;
    }
    Some(skip_whitespace(bytes, comma + 1))
}

/// Returns the end of the word `null` at an offset.
fn null_end(bytes: &[u8], at: usize) -> Option<usize> {
    let is_null = bytes.get(at..at + 4)? == b"null";
    is_null.then_some(at + 4)
}
