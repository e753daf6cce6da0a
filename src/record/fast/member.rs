//! The members of plain objects: how a name stands there, and how a value is passed.

use std::sync::OnceLock;

use crate::json::{number_end, unescape};
use crate::record::{Field, JsonType, Kind, Limit, MAX_FIELDS, Presence, is_clean};
use crate::source::{
    MIN_CARD_DIGITS, Pattern, RecentCache, StringScan, bytes_equal, plain_number_len, unescaped_prefix_len,
};
use crate::value::{Currency, Date};

/// The fields of a table as members of plain objects, found out when they are first asked for.
#[derive(Debug)]
pub(crate) struct Members {
    pub(crate) fields: &'static [Field],
    known: OnceLock<Known>,
}

/// What there is to know of them before anything is read.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) members: Box<[Member]>,
    /// The names with their quotes and colons and without blanks, in the same order.
    pub(super) leads: Box<[Pattern<2>]>,
    /// The member behind each one in the table, twice; behind the last one the first.
    pub(super) next: [[u8; 2]; MAX_FIELDS],
    /// Those that an object must have, a bit for each.
    pub(super) required: u64,
    /// Those and the ones without which an object is odd.
    pub(super) expected: u64,
    /// For each sort of names a member that likely has the name: its name decides.
    sorts: [Option<u8>; SORTS],
}

/// So many sorts of names there are: for the names of one table hardly ever is one the sort of two.
const SORTS: usize = 64;

impl Members {
    pub(crate) const fn of(fields: &'static [Field]) -> Self {
        assert!(fields.len() <= MAX_FIELDS, "a table has too many fields");
        Self { fields, known: OnceLock::new() }
    }

    pub(super) fn known(&self) -> &Known {
        self.known.get_or_init(|| Known::of(self.fields))
    }
}

impl Known {
    fn of(fields: &'static [Field]) -> Self {
        let members: Box<[Member]> = fields.iter().map(Member::of).collect();
        let mut sorts = [None; SORTS];
        for (index, field) in (0..).zip(fields) {
            if let Some(likely) = sorts.get_mut(sort(field.name.as_bytes())) {
                *likely = Some(index);
            }
        }
        let mut next = [[0; 2]; MAX_FIELDS];
        next.iter_mut().zip(1..).take(fields.len().saturating_sub(1)).for_each(|(next, index)| *next = [index; 2]);
        let mask = |is_in: fn(&Field) -> bool| {
            fields.iter().enumerate().filter(|(_, field)| is_in(field)).fold(0, |mask, (index, _)| mask | 1 << index)
        };
        Self {
            leads: members.iter().map(|member| member.lead(["", ""])).collect(),
            members,
            next,
            required: mask(Field::is_required),
            expected: mask(|field| field.presence != Presence::Optional),
            sorts,
        }
    }

    /// The member with this name, and its place.
    pub(super) fn find(&self, name: &[u8]) -> Option<(usize, &Member)> {
        self.members.iter().enumerate().find(|(_, member)| bytes_equal(member.field.name.as_bytes(), name))
    }

    /// The place of the member that most likely has this name.
    #[inline]
    pub(super) fn likely(&self, name: &[u8]) -> Option<usize> {
        self.sorts.get(sort(name)).copied().flatten().map(usize::from)
    }
}

/// The sort of a name, by its length and its ends.
#[inline]
fn sort(name: &[u8]) -> usize {
    let end = |letter: Option<&u8>| usize::from(letter.copied().unwrap_or_default());
    (name.len() * 5 + end(name.first()) + end(name.last()) * 3) % SORTS
}

/// A field, and how it stands in an object.
#[derive(Debug)]
pub(super) struct Member {
    kind: Kind,
    pub(super) is_string: bool,
    pub(super) field: &'static Field,
    /// The words of a choice, each with the quote behind it.
    words: Box<[Pattern<1>]>,
    /// How many bytes a text may have before its characters need be counted.
    limit: usize,
}

impl Member {
    fn of(field: &'static Field) -> Self {
        let words = match field.kind {
            Kind::Choice(words) => words.iter().map(|word| Pattern::new(&format!("{word}\""))).collect(),
            _ => Box::default(),
        };
        let limit = match field.limit {
            Some(Limit::Contract(limit) | Limit::Usual(limit)) => limit,
            None => usize::MAX,
        };
        Self { kind: field.kind, is_string: field.json_type() == JsonType::String, field, words, limit }
    }

    /// What stands between the comma and its value, with these blanks before the name and behind the colon.
    pub(super) fn lead(&self, [before, behind]: [&str; 2]) -> Pattern<2> {
        let quote = if self.is_string { "\"" } else { "" };
        Pattern::new(&format!("{before}\"{}\":{behind}{quote}", self.field.name))
    }
}

/// What values before say of the next ones.
#[derive(Debug, Default, Clone)]
pub(super) struct Memory<'s> {
    /// The accounts and rates that were clean last, which most records repeat.
    accounts: RecentCache<&'s str, (), 4>,
    rates: RecentCache<&'s str, (), 4>,
    /// What the escapes of a text stand for, read where nobody will keep it.
    unescaped: String,
    /// Whether a text of the object that is being read has escapes.
    pub(super) has_escapes: bool,
}

/// Whether a text is clean, as the last ones were.
#[inline]
fn is_clean_again<'s>(last: &mut RecentCache<&'s str, (), 4>, field: &Field, text: &'s str) -> bool {
    let is = |known: &&str| bytes_equal(known.as_bytes(), text.as_bytes());
    last.get_or_insert_with(is, || is_clean(field, text).then_some((text, ()))).is_some()
}

/// Where the value at `at` ends, if it plainly is right in the field: a string at the quote behind it. No plain value is empty.
#[inline]
pub(super) fn value<'s>(memory: &mut Memory<'s>, member: &Member, text: &'s str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = match member.kind {
        Kind::Text => text_end::<48>(bytes, at, member),
        Kind::Code | Kind::Identity => text_end::<32>(bytes, at, member),
        Kind::Account => known_end(bytes, at, memory.accounts.newest().map_or("", |(account, ())| account)),
        Kind::Amount { .. } => {
            bytes.get(at..).and_then(<[u8]>::first_chunk).and_then(plain_number_len).map(|length| at + length)
        }
        Kind::Currency => {
            let code = bytes.get(at..).and_then(<[u8]>::first_chunk);
            code.is_some_and(|[code @ .., quote]: &[u8; 4]| *quote == b'"' && Currency::is_active(*code))
                .then_some(at + 3)
        }
        Kind::Date => {
            let day = bytes.get(at..).and_then(<[u8]>::first_chunk);
            day.is_some_and(|[day @ .., quote]: &[u8; 11]| *quote == b'"' && Date::is_valid_non_leap_day(day))
                .then_some(at + 10)
        }
        Kind::Choice(_) => {
            let choose = |length, word: &Pattern<1>| if word.matches_at(bytes, at) { word.len() } else { length };
            let length = member.words.iter().fold(0, choose);
            (length != 0).then(|| at + length - 1)
        }
        _ if member.is_string => None,
        _ => return scalar_end(memory, member, text, at),
    };
    match end {
        Some(end) => Some(end),
        None => string_end(memory, member, text, at),
    }
}

/// Where a text ends that is short and visible and in which no card number can be.
#[inline]
fn text_end<const LENGTH: usize>(bytes: &[u8], at: usize, member: &Member) -> Option<usize> {
    let (mut from, mut long) = (at, false);
    let end = loop {
        let scan = StringScan::at::<LENGTH>(bytes, from);
        long |= scan.may_contain_card_number();
        match scan.len() {
            Some(length) => break from + length,
            // A card number that begins at the end is seen whole from there.
            None => from += LENGTH - MIN_CARD_DIGITS + 1,
        }
    };
    let is_text = bytes.get(end) == Some(&b'"') && bytes.get(at)?.is_ascii_graphic();
    let fits =
        end - at <= member.limit && (matches!(member.kind, Kind::Text) || bytes.get(end - 1)?.is_ascii_graphic());
    (is_text && end > at && fits && !long).then_some(end)
}

/// Where a string ends that begins at `start`, if it is this one, which isn't empty.
#[inline]
fn known_end(bytes: &[u8], start: usize, known: &str) -> Option<usize> {
    let end = start + known.len();
    let is_known = !known.is_empty()
        && bytes.get(end) == Some(&b'"')
        && bytes.get(start..end).is_some_and(|next| bytes_equal(next, known.as_bytes()));
    is_known.then_some(end)
}

/// Where a string of any kind ends.
#[inline(never)]
fn string_end<'s>(memory: &mut Memory<'s>, member: &Member, text: &'s str, at: usize) -> Option<usize> {
    let end = at + unescaped_prefix_len(text.as_bytes().get(at..)?);
    match text.as_bytes().get(end)? {
        // What is empty is as good as absent, which somebody may have to be told.
        b'"' if end > at => {
            let text = text.get(at..end)?;
            let is_clean = match member.kind {
                Kind::Account => is_clean_again(&mut memory.accounts, member.field, text),
                // Long amounts and currencies that aren't active are left to the general way, which looks at them anew.
                Kind::Amount { .. } | Kind::Currency => false,
                _ => is_clean(member.field, text),
            };
            is_clean.then_some(end)
        }
        // Others are compared as they stand.
        b'\\' if matches!(member.kind, Kind::Text) => escaped_end(memory, member, text, at),
        _ => None,
    }
}

/// Where a text with escapes ends that is right as it is meant.
fn escaped_end(memory: &mut Memory<'_>, member: &Member, text: &str, at: usize) -> Option<usize> {
    memory.has_escapes = true;
    memory.unescaped.clear();
    let end = at + unescape(text.get(at..)?, &mut memory.unescaped);
    (text.as_bytes().get(end) == Some(&b'"') && is_clean(member.field, &memory.unescaped)).then_some(end)
}

/// Where a string without escapes ends, whatever it says.
#[cold]
pub(super) fn unescaped_end(member: &Member, bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + unescaped_prefix_len(bytes.get(at..)?);
    (member.is_string && bytes.get(end) == Some(&b'"')).then_some(end)
}

/// Where a number, `true` or `false` ends.
#[inline(never)]
fn scalar_end<'s>(memory: &mut Memory<'s>, member: &Member, text: &'s str, at: usize) -> Option<usize> {
    let end = match (member.field.json_type(), text.as_bytes().get(at)?) {
        (JsonType::Number, b'-' | b'0'..=b'9') => number_end(text.as_bytes(), at).ok()?,
        (JsonType::Boolean, _) => {
            let word = ["true", "false"].into_iter().find(|word| text.get(at..at + word.len()) == Some(word))?;
            at + word.len()
        }
        _ => return None,
    };
    let text = text.get(at..end)?;
    let is_clean = match member.field.kind {
        Kind::Rate => is_clean_again(&mut memory.rates, member.field, text),
        _ => is_clean(member.field, text),
    };
    is_clean.then_some(end)
}
