//! The quick way through an object of which there is nothing to say.

use std::borrow::Cow;

use super::decode::removal;
use super::member::{Member, Way, unescaped_end, value};
use super::text::plain_length;
use crate::record::{Field, Form, PlainValues, Record, Slot, State};
use crate::source::{Span, same};

/// Reads objects of one table that are as they should be: names of the table, each once, and values in which there is nothing to
/// find, strings without escapes. Whatever is not is left to the reader that can tell why.
///
/// Members mostly follow each other as in the objects before, with the same blanks between them or none. So what followed each one is remembered, and its
/// name compared together with the quotes, the colon and the blanks around it.
#[derive(Debug)]
pub(crate) struct PlainObjects<'s> {
    fields: &'static [Field],
    members: Vec<Member>,
    /// The members that were last seen in the first place, the last one first.
    first: [usize; 3],
    /// The blanks that stand before each name and behind its colon, and how often it was others.
    gaps: [&'s str; 2],
    strange: usize,
    required: u64,
    values: PlainValues<'s>,
    /// The text of the object that was read last, where it stands, which members it has, a bit for each, and of which of them it is not
    /// plain that they are right.
    text: &'s str,
    object: Span,
    seen: u64,
    doubtful: u64,
}

/// What follows in an object.
enum Turn {
    /// A member, with its value at this offset: inside of the quotes, if it is a string.
    Member(usize, usize),
    /// The closing bracket, which ends at this offset.
    End(usize),
}

/// So many names that stand otherwise than expected are a habit.
const HABIT: usize = 8;

impl<'s> PlainObjects<'s> {
    pub(crate) fn new(fields: &'static [Field]) -> Self {
        let required = fields.iter().enumerate().filter(|(_, field)| field.is_required());
        let mut members: Vec<Member> = fields.iter().map(Member::of).collect();
        for (index, member) in members.iter_mut().enumerate() {
            member.next = [index + 1, index + 2, index + 3].map(|next| next % fields.len());
        }
        Self {
            fields,
            members,
            first: [0; 3],
            gaps: ["", ""],
            strange: 0,
            required: required.fold(0, |mask, (index, _)| mask | 1 << index),
            values: PlainValues::default(),
            text: "",
            object: Span::at(0),
            seen: 0,
            doubtful: 0,
        }
    }

    /// Reads the object whose opening bracket stands at `start` and gives the offset after it, if its names and the form of its values are as
    /// they should be; whether the values are right too, [`is_plain`](Self::is_plain) tells.
    #[inline(never)]
    pub(crate) fn read(&mut self, text: &'s str, start: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let (mut at, mut before, mut mark) = (start, None, b'{');
        let (mut seen, mut twice, mut doubtful) = (0_u64, 0, 0);
        let mut guess = self.first[0];
        let end = loop {
            let (mut index, from) = (guess, at);
            let mut member = self.members.get_mut(guess)?;
            if bytes.get(at) == Some(&mark) && member.lead.stands_at(bytes, at + 1) {
                at += 1 + member.lead.length();
            } else if bytes.get(at) == Some(&b'}') && before.is_some() {
                break at + 1;
            } else {
                match self.turn(text, at, before)? {
                    Turn::Member(found, value) => (index, at) = (found, value),
                    Turn::End(end) => break end,
                }
                member = self.members.get_mut(index)?;
            }
            let end = match value(&mut self.values, member, text, at) {
                Some(end) => end,
                None => {
                    doubtful |= 1 << index;
                    unescaped_end(member, bytes, at)?
                }
            };
            (member.from, member.start, member.end) = (from, at, end);
            at = end + usize::from(member.way != Way::Scalar);
            twice |= seen & 1 << index;
            seen |= 1 << index;
            before = Some(index);
            guess = member.next[0];
            mark = b',';
        };
        (self.text, self.seen, self.doubtful) = (text, seen, doubtful);
        self.object = if twice == 0 { Span::new(start, end) } else { Span::at(0) };
        (twice == 0).then_some(end)
    }

    /// Whether there is nothing to say of any value of the object that was just read, nor of one that is missing.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.doubtful == 0 && self.seen & self.required == self.required
    }

    /// The object that was read last as a record, and the offset after it, if it stands at `start`. What plainly is right in it is settled.
    pub(crate) fn record_at(&mut self, start: usize) -> Option<(Record<'s>, usize)> {
        let object = std::mem::replace(&mut self.object, Span::at(0));
        if object.start != start || object.is_empty() {
            return None;
        }
        let opening = Span::new(start, start + 1);
        let mut record = Record::new(Form::Json, self.text, self.fields, opening);
        for (index, member) in self.members.iter().enumerate().filter(|(index, _)| self.seen >> index & 1 != 0) {
            let quote = usize::from(member.way != Way::Scalar);
            let span = Span::new(member.start - quote, member.end + quote);
            let mut slot = Slot::present(Cow::Borrowed(self.text.get(member.start..member.end)?), span);
            slot.settled = self.doubtful >> index & 1 == 0;
            slot.removal = (!member.field.is_required()).then(|| {
                let first = member.from == start;
                let mark = after_blanks(self.text.as_bytes(), member.from);
                let key = after_blanks(self.text.as_bytes(), mark + 1);
                removal(self.text, if first { opening.end } else { member.from }, first, Span::new(key, span.end))
            });
            record.put(index, slot);
        }
        Some((record, object.end))
    }

    /// What follows at `at`, where it isn't what was expected.
    #[inline(never)]
    fn turn(&mut self, text: &'s str, at: usize, before: Option<usize>) -> Option<Turn> {
        let bytes = text.as_bytes();
        let next = match before {
            Some(before) => &self.members.get(before)?.next,
            None => &self.first,
        };
        let [first, second, third] = *next;
        let mark = after_blanks(bytes, at);
        match (bytes.get(mark)?, before) {
            (b'}', Some(_)) => return Some(Turn::End(mark + 1)),
            (b'{', None) | (b',', Some(_)) => {}
            _ => return None,
        }
        for (index, order) in [(second, [second, first, third]), (third, [third, first, second])] {
            let lead = &self.members.get(index)?.lead;
            if lead.stands_at(bytes, mark + 1) {
                let value = mark + 1 + lead.length();
                self.expect(before, order);
                return Some(Turn::Member(index, value));
            }
        }
        let start = after_blanks(bytes, mark + 1);
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        let end = start + 1 + plain_length(bytes.get(start + 1..)?);
        let name = bytes.get(start + 1..end).filter(|_| bytes.get(end) == Some(&b'"'))?;
        let is_name =
            |index: &usize| self.members.get(*index).is_some_and(|member| same(member.field.name.as_bytes(), name));
        let index = [first].into_iter().chain(0..self.members.len()).find(is_name)?;
        if index != first {
            let other = if index == second { third } else { second };
            self.expect(before, [index, first, other]);
        }
        let colon = after_blanks(bytes, end + 1);
        let value = after_blanks(bytes, colon + 1);
        let quoted = self.members.get(index)?.way != Way::Scalar;
        if bytes.get(colon) != Some(&b':') || quoted && bytes.get(value) != Some(&b'"') {
            return None;
        }
        if colon == end + 1 {
            self.notice([text.get(mark + 1..start)?, text.get(colon + 1..value)?]);
        }
        Some(Turn::Member(index, value + usize::from(quoted)))
    }

    /// Expects members behind another one, or behind the opening bracket: what was seen last first.
    fn expect(&mut self, before: Option<usize>, order: [usize; 3]) {
        match before.map(|before| self.members.get_mut(before)) {
            Some(Some(member)) => member.next = order,
            Some(None) => {}
            None => self.first = order,
        }
    }

    /// Takes notice of blanks before a name and behind its colon. Where they are others as a habit, they are expected from then on.
    fn notice(&mut self, gaps: [&'s str; 2]) {
        // A name with more around it can't be compared at once.
        if gaps == self.gaps || gaps.iter().any(|gap| gap.len() > 16) {
            return;
        }
        self.strange += 1;
        if self.strange == HABIT {
            (self.gaps, self.strange) = (gaps, 0);
            self.members.iter_mut().for_each(|member| member.lead = member.lead_with(gaps));
        }
    }

    /// The fields of the table.
    pub(crate) const fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// Where the object stands that was just read.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        self.object
    }

    /// Whether there is an escape in the object that was just read.
    #[inline]
    pub(crate) fn is_escaped(&self) -> bool {
        let object = self.text.as_bytes().get(self.object.start..self.object.end);
        object.is_none_or(|object| memchr::memchr(b'\\', object).is_some())
    }

    /// Whether the object that was just read has a field; of a plain one it isn't empty then.
    #[inline]
    pub(crate) fn has(&self, field: usize) -> bool {
        self.seen >> field & 1 != 0
    }

    /// The fields that the object that was just read has, a bit for each.
    #[inline]
    pub(crate) const fn seen(&self) -> u64 {
        self.seen
    }

    /// Where the value of a field begins.
    #[inline]
    pub(crate) fn start(&self, field: usize) -> usize {
        self.members.get(field).map_or(0, |member| member.start)
    }

    /// The bytes of a value; none where it is absent.
    #[inline]
    pub(crate) fn bytes(&self, field: usize) -> &'s [u8] {
        let member = self.members.get(field).filter(|_| self.has(field));
        member.and_then(|member| self.text.as_bytes().get(member.start..member.end)).unwrap_or_default()
    }

    /// The value of a field; empty where it is absent.
    #[inline]
    pub(crate) fn text(&self, field: usize) -> &'s str {
        let member = self.members.get(field).filter(|_| self.has(field));
        member.and_then(|member| self.text.get(member.start..member.end)).unwrap_or_default()
    }

    /// The value of a field, if it is there.
    pub(crate) fn value(&self, field: usize) -> Option<&'s str> {
        self.has(field).then(|| self.text(field))
    }

    /// Settles the values of a record of which there plainly is nothing to say, so that the others alone are judged.
    pub(crate) fn settle(&mut self, record: &mut Record<'s>) {
        for (member, slot) in self.members.iter().zip(&mut record.slots) {
            if let Cow::Borrowed(text) = slot.text
                && slot.state == State::Present
                && !slot.null
                && slot.mistyped.is_none()
                && !text.is_empty()
            {
                slot.settled |= self.values.pass(member.field, text);
            }
        }
    }
}

/// Where the element of a list begins that follows behind one, if one does.
#[inline]
pub(super) fn element_behind(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let comma = after_blanks(bytes, end);
    (bytes.get(comma) == Some(&b',')).then(|| after_blanks(bytes, comma + 1))
}

#[inline]
fn after_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|byte| *byte <= b' ' && matches!(byte, b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}
