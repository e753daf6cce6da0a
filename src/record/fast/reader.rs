//! The quick way through an object of which there is nothing to say.

use std::borrow::Cow;

use super::member::{Known, Members, Memory, unescaped_end, value};
use crate::json::{JsonText, Key, Kind, RecoveredErrors, Value, after_blanks, decoded};
use crate::record::read::{UnknownMembers, removal};
use crate::record::{Field, Fields, ListedFields, MAX_FIELDS, Record, State};
use crate::report::Collector;
use crate::source::{Pattern, Span, bytes_equal, unescaped_prefix_len};

/// Reads objects of one table that are as they should be: names of the table, each once, and values in which there is nothing to
/// find, no escapes but in texts. Whatever is not is left to the reader that can tell why.
///
/// Members mostly follow each other as in the objects before, with the same blanks between them or none. So what followed each one is remembered, and its
/// name compared together with the quotes, the colon and the blanks around it.
#[derive(Debug, Clone)]
pub(crate) struct FastReader<'s> {
    pub(crate) fields: &'static [Field],
    known: &'s Known,
    /// Each name with its quotes and its colon, and the blanks before it and behind the colon; how often these were others.
    leads: Cow<'s, [Pattern<2>]>,
    gaps: [&'s str; 2],
    strange: usize,
    /// The members that were last seen in the first place and behind each one, the last one first.
    first: [u8; 2],
    next: [[u8; 2]; MAX_FIELDS],
    memory: Memory<'s>,
    /// Whether an object whose texts have escapes is not clean.
    pub(crate) refuses_escapes: bool,
    text: &'s str,
    /// Where the object stands that was read last; nowhere once it was taken as a record.
    pub(crate) object: Span,
    places: [Place; MAX_FIELDS],
    /// The members that it has, a bit for each, and those of which it is not plain that they are right.
    pub(crate) seen: u64,
    doubtful: u64,
    /// Whether its members stand in the order of the table, with no blank around them.
    is_in_form: bool,
    /// The members of that object that are none of the table's.
    unknown_members: Vec<(Key<'s>, Value<'s>)>,
}

/// Where what is before a member ends, and where its value stands.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    from: usize,
    start: usize,
    end: usize,
}

/// What follows in an object.
enum Turn {
    /// A member, with its value at this offset: inside of the quotes, if it is a string.
    Member(usize, usize),
    /// A member that is none of the table's, which ends at this offset.
    Unknown(usize),
    /// The closing bracket, which ends at this offset.
    End(usize),
}

/// An object with more members that are none of its table's is left to the reader that can tell why.
const MAX_UNKNOWN: usize = 8;

/// So many names that stand otherwise than expected are a habit.
const HABIT: usize = 8;

impl<'s> FastReader<'s> {
    pub(crate) fn new(members: &'s Members) -> Self {
        let known = members.known();
        Self {
            fields: members.fields,
            known,
            leads: Cow::Borrowed(&known.leads),
            gaps: ["", ""],
            strange: 0,
            first: [0; 2],
            next: known.next,
            memory: Memory::default(),
            refuses_escapes: false,
            text: "",
            object: Span::at(0),
            places: [Place::default(); MAX_FIELDS],
            seen: 0,
            doubtful: 0,
            is_in_form: false,
            unknown_members: Vec::new(),
        }
    }

    /// Reads the object whose opening bracket stands at `start` and gives the offset after it, if its names and the form of its values are as
    /// they should be; whether the values are right too, [`is_clean`](Self::is_clean) tells.
    #[inline(never)]
    pub(crate) fn read(&mut self, text: &'s str, start: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let (mut at, mut before, mut mark) = (start, None, b'{');
        // Of what was ahead of each member the one itself is in the lowest bit, and those behind it in the table are above.
        let (mut seen, mut ahead, mut doubtful) = (0_u64, 0, 0);
        let mut is_dense = self.gaps.iter().all(|gap| gap.is_empty());
        let mut guess = usize::from(self.first[0]);
        self.memory.has_escapes = false;
        self.unknown_members.clear();
        let end = loop {
            let (mut index, from) = (guess, at);
            let lead = self.leads.get(guess)?;
            if bytes.get(at) == Some(&mark) && lead.matches_at(bytes, at + 1) {
                at += 1 + lead.len();
            } else if bytes.get(at) == Some(&b'}') && before.is_some() {
                break at + 1;
            } else {
                match self.turn(text, at, before)? {
                    Turn::Member(found, value) => {
                        is_dense &= value == at + 1 + self.known.leads.get(found)?.len();
                        (index, at) = (found, value);
                    }
                    Turn::Unknown(end) => {
                        // What follows is as expected before it.
                        (at, mark, before) = (end, b',', before.or(Some(guess)));
                        continue;
                    }
                    Turn::End(end) => {
                        is_dense &= end == at + 1;
                        break end;
                    }
                }
            }
            let member = self.known.members.get(index)?;
            let end = match value(&mut self.memory, member, text, at) {
                Some(end) => end,
                None => {
                    doubtful |= 1 << index;
                    unescaped_end(member, bytes, at)?
                }
            };
            *self.places.get_mut(index)? = Place { from, start: at, end };
            at = end + usize::from(member.is_string);
            ahead |= seen >> index;
            seen |= 1 << index;
            before = Some(index);
            guess = usize::from(self.next.get(index)?[0]);
            mark = b',';
        };
        (self.text, self.seen, self.doubtful) = (text, seen, doubtful);
        self.is_in_form = is_dense && ahead == 0;
        let is_once = ahead & 1 == 0;
        self.object = if is_once { Span::new(start, end) } else { Span::at(0) };
        is_once.then_some(end)
    }

    /// Whether there is nothing to say of any value of the object that was just read, nor of one that is missing.
    #[inline]
    pub(crate) const fn is_clean(&self) -> bool {
        self.doubtful == 0
            && self.seen & self.known.expected == self.known.expected
            && !self.has_unknown_members()
            && !(self.refuses_escapes && self.has_escapes())
    }

    /// Whether the object that was just read has every member that it must have and none that the table doesn't know; those without
    /// which it only is odd don't count.
    #[inline]
    pub(crate) const fn is_complete(&self) -> bool {
        self.seen & self.known.required == self.known.required && !self.has_unknown_members()
    }

    /// Whether the object that was just read has members that are none of the table's.
    #[inline]
    pub(crate) const fn has_unknown_members(&self) -> bool {
        !self.unknown_members.is_empty()
    }

    /// Returns those members, and reports the ones whose names are repeated.
    pub(crate) fn unknown_members(&self, sink: &mut Collector<'_>) -> UnknownMembers<'s> {
        let mut unknown_members = UnknownMembers::default();
        for member in &self.unknown_members {
            unknown_members.add(*member, RecoveredErrors::default(), sink);
        }
        unknown_members
    }

    /// Makes a record of the object that was read last and gives the offset after it, if it stands at `start`. What plainly is right in it is settled.
    pub(crate) fn take_record_at(&mut self, start: usize, record: &mut Record<'s>) -> Option<usize> {
        let object = std::mem::replace(&mut self.object, Span::at(0));
        if object.start != start || object.is_empty() {
            return None;
        }
        let opening = Span::new(start, start + 1);
        record.begin(self.text, self.fields, opening);
        let members = self.known.members.iter().zip(&self.places).enumerate();
        for ((index, (member, place)), slot) in members.zip(&mut record.slots) {
            if self.seen >> index & 1 == 0 {
                slot.refill(State::Absent, "", Span::at(0));
                continue;
            }
            let quote = usize::from(member.is_string);
            let span = Span::new(place.start - quote, place.end + quote);
            let text = self.text.get(place.start..place.end)?;
            slot.refill(State::Present, text, span);
            if self.memory.has_escapes {
                slot.text = decoded(text);
            }
            slot.settled = self.doubtful >> index & 1 == 0;
            slot.removal = (self.known.required >> index & 1 == 0).then(|| {
                if place.from > start {
                    return Span::new(place.from, span.end);
                }
                let key = after_blanks(self.text.as_bytes(), start + 1);
                removal(self.text, opening, opening.end, Span::new(key, span.end))
            });
        }
        Some(object.end)
    }

    /// What follows at `at`, where it isn't what was expected.
    #[inline(never)]
    fn turn(&mut self, text: &'s str, at: usize, before: Option<usize>) -> Option<Turn> {
        let bytes = text.as_bytes();
        let mark = after_blanks(bytes, at);
        match (bytes.get(mark)?, before) {
            (b'}', Some(_)) => return Some(Turn::End(mark + 1)),
            (b'{', None) | (b',', Some(_)) => {}
            _ => return None,
        }
        let expected = match before {
            Some(before) => self.next.get(before)?,
            None => &self.first,
        };
        let [last, second] = *expected;
        let lead = self.leads.get(usize::from(second))?;
        let (index, value) = if lead.matches_at(bytes, mark + 1) {
            (usize::from(second), mark + 1 + lead.len())
        } else if let Some(usual) = self.usual(bytes, mark + 1) {
            usual
        } else {
            match self.unusual(text, mark + 1)? {
                Turn::Member(index, value) => (index, value),
                other => return Some(other),
            }
        };
        let expected = match before {
            Some(before) => self.next.get_mut(before)?,
            None => &mut self.first,
        };
        *expected = [u8::try_from(index).ok()?, last];
        Some(Turn::Member(index, value))
    }

    /// The member whose name stands at `at` with the expected blanks around it, and where its value begins.
    #[inline]
    fn usual(&self, bytes: &[u8], at: usize) -> Option<(usize, usize)> {
        let [before, _] = self.gaps;
        let start = at + before.len() + 1;
        let name = bytes.get(start..)?;
        let index = self.known.likely(name.get(..unescaped_prefix_len(name))?)?;
        let lead = self.leads.get(index)?;
        lead.matches_at(bytes, at).then(|| (index, at + lead.len()))
    }

    /// The same with any blanks, or a member that is none of the table's and has a string without escapes.
    fn unusual(&mut self, text: &'s str, at: usize) -> Option<Turn> {
        let bytes = text.as_bytes();
        let start = after_blanks(bytes, at);
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        let end = start + 1 + unescaped_prefix_len(bytes.get(start + 1..)?);
        let name = bytes.get(start + 1..end).filter(|_| bytes.get(end) == Some(&b'"'))?;
        let known = self.known.find(name);
        let colon = after_blanks(bytes, end + 1);
        let value = after_blanks(bytes, colon + 1);
        let quoted = known.is_none_or(|(_, member)| member.is_string);
        if bytes.get(colon) != Some(&b':') || quoted && bytes.get(value) != Some(&b'"') {
            return None;
        }
        let Some((index, _)) = known else {
            let value_end = value + 1 + unescaped_prefix_len(bytes.get(value + 1..)?);
            if bytes.get(value_end) != Some(&b'"') || self.unknown_members.len() == MAX_UNKNOWN {
                return None;
            }
            let key = Key { text: JsonText::checked(text.get(start + 1..end)?, 0), span: Span::new(start, end + 1) };
            let kind = Kind::Text(JsonText::checked(text.get(value + 1..value_end)?, 0));
            self.unknown_members.push((key, Value { kind, span: Span::new(value, value_end + 1) }));
            return Some(Turn::Unknown(value_end + 1));
        };
        // Before the first name there often is no blank where there is one before the others.
        if colon == end + 1 && bytes.get(at - 1) == Some(&b',') {
            self.notice([text.get(at..start)?, text.get(colon + 1..value)?]);
        }
        Some(Turn::Member(index, value + usize::from(quoted)))
    }

    /// Takes notice of blanks before a name and behind its colon. Where they are others as a habit, they are expected from then on.
    fn notice(&mut self, gaps: [&'s str; 2]) {
        let are_known = gaps.iter().zip(self.gaps).all(|(gap, known)| bytes_equal(gap.as_bytes(), known.as_bytes()));
        // A name with more around it can't be compared at once.
        if are_known || gaps.iter().any(|gap| gap.len() > 16) {
            return;
        }
        self.strange += 1;
        if self.strange == HABIT {
            (self.gaps, self.strange) = (gaps, 0);
            self.leads = self.known.members.iter().map(|member| member.lead(gaps)).collect();
        }
    }

    /// Whether a text of the object that was just read is not meant as it stands, having escapes; nothing else in it has.
    #[inline]
    pub(crate) const fn has_escapes(&self) -> bool {
        self.memory.has_escapes
    }

    /// Whether the object that was just read, if it is plain, is canonical as it stands: its members in the order of the table, with no blank around
    /// them and no escape in them.
    #[inline]
    pub(crate) const fn is_canonical(&self) -> bool {
        self.is_in_form && !self.has_escapes()
    }

    /// Where the value of a field stands, inside of its quotes, if it is there.
    #[inline]
    pub(crate) fn place(&self, field: usize) -> Option<Span> {
        self.places.get(field).filter(|_| self.has(field)).map(|place| Span::new(place.start, place.end))
    }

    /// The value of a field, as it stands there, if it is there.
    #[inline]
    pub(crate) fn raw(&self, field: usize) -> Option<&'s str> {
        self.place(field).and_then(|place| self.text.get(place.start..place.end))
    }
}

impl Fields for FastReader<'_> {
    #[inline]
    fn has(&self, field: usize) -> bool {
        self.seen >> field & 1 != 0
    }

    #[inline]
    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.lasting_text(field)
    }

    #[inline]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        self.place(field).and_then(|place| self.text.as_bytes().get(place.start..place.end)).map(take)
    }

    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        // Objects with other currencies are left to the general way.
        self.has(currency).then_some(true)
    }
}

impl<'s> ListedFields<'s> for FastReader<'s> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: the scope of each id")]
    fn lasting_text(&self, field: usize) -> Option<Cow<'s, str>> {
        let text = self.raw(field)?;
        Some(if self.has_escapes() { decoded(text) } else { Cow::Borrowed(text) })
    }

    #[inline]
    fn place_of(&self, field: usize) -> Span {
        self.places.get(field).map_or(Span::at(0), |place| Span::new(place.start - 1, place.end + 1))
    }

    #[inline]
    fn with_key(&self, field: usize, take: impl FnOnce(&[u8], usize)) {
        let key = self.place(field).and_then(|place| Some((self.text.as_bytes().get(place.start..place.end)?, place)));
        if let Some((key, place)) = key {
            take(key, place.start);
        }
    }
}

/// Where the element of a list begins that follows behind one, if one does.
#[inline]
pub(crate) fn element_behind(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let comma = after_blanks(bytes, end);
    (bytes.get(comma) == Some(&b',')).then(|| after_blanks(bytes, comma + 1))
}
