//! The members of objects on the fast path: how names are recognized, and where valid values end.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::json::{number_end, unescape_into};
use crate::record::read::Brand;
use crate::record::{
    Field, FieldKind, JsonType, Limit, MAX_FIELDS, Presence, is_clean, is_clean_unescaped,
};
use crate::source::{
    MIN_CARD_DIGITS, Pattern, RecentCache, StringScan, bytes_equal, plain_number_len,
    unescaped_prefix_len,
};
use crate::value::{Currency, Date};

/// The fields of a table as members of objects. The data for reading them is computed on first use.
#[derive(Debug)]
pub(crate) struct LazyMembers {
    pub(crate) fields: &'static [Field],
    brand: Option<Brand>,
    members: OnceLock<Members>,
}

/// The members of a table's objects, with data for reading them fast.
#[derive(Debug)]
pub(super) struct Members {
    pub(super) list: Box<[Member]>,
    /// The key patterns without blanks, in the same order.
    pub(super) key_patterns: Box<[Pattern<2>]>,
    /// The same with `null` as the value, for members that may be null. Empty if no member may be.
    pub(super) null_patterns: Box<[Pattern<2>]>,
    /// For each member the next member of the table, twice. The first member follows the last.
    pub(super) likely_next: [[u8; 2]; MAX_FIELDS],
    /// The members with strings, as bits.
    pub(super) strings: u64,
    /// The members with strings that may have escapes on the fast path, as bits.
    pub(super) free_texts: u64,
    /// The required members, as bits.
    pub(super) required: u64,
    /// The required and the expected members, as bits.
    pub(super) expected: u64,
    /// For each bucket the index of a member with a name in this bucket. The caller must compare the name.
    buckets: [Option<u8>; BUCKETS],
}

/// The number of buckets. With this many, two names of a table rarely share a bucket.
const BUCKETS: usize = 64;

impl LazyMembers {
    pub(crate) const fn new(fields: &'static [Field]) -> Self {
        Self::with_brand(fields, None)
    }

    /// Like [`LazyMembers::new`], for objects that have a brand in the place of `service`.
    pub(crate) const fn with_brand(fields: &'static [Field], brand: Option<Brand>) -> Self {
        assert!(fields.len() <= MAX_FIELDS, "a table has too many fields");
        Self {
            fields,
            brand,
            members: OnceLock::new(),
        }
    }

    pub(super) fn get(&self) -> &Members {
        self.members
            .get_or_init(|| Members::new(self.fields, self.brand.as_ref()))
    }
}

impl Members {
    fn new(fields: &'static [Field], brand: Option<&Brand>) -> Self {
        let list: Box<[Member]> = fields
            .iter()
            .map(|field| Member::new(field, brand))
            .collect();
        let mut buckets = [None; BUCKETS];
        for (index, member) in (0..).zip(&list) {
            if let Some(member) = buckets.get_mut(bucket(member.name.as_bytes())) {
                *member = Some(index);
            }
        }
        let mut likely_next = [[0; 2]; MAX_FIELDS];
        let followed = fields.len().saturating_sub(1);
        for (next, index) in likely_next.iter_mut().take(followed).zip(1..) {
            *next = [index; 2];
        }
        let is_expected =
            |field: &Field| matches!(field.presence, Presence::Required | Presence::Expected);
        let no_blanks = ["", ""];
        Self {
            key_patterns: key_patterns(&list, no_blanks),
            null_patterns: null_patterns(&list, no_blanks),
            list,
            likely_next,
            strings: bits_of(fields, |field| field.json_type() == JsonType::String),
            free_texts: bits_of(fields, |field| may_have_escapes(field.kind)),
            required: bits_of(fields, Field::is_required),
            expected: bits_of(fields, is_expected),
            buckets,
        }
    }

    /// Returns the member with this name, and its index.
    pub(super) fn find(&self, name: &[u8]) -> Option<(usize, &Member)> {
        self.list
            .iter()
            .enumerate()
            .find(|(_, member)| bytes_equal(member.name.as_bytes(), name))
    }

    /// Returns the index of a member that may have this name. The caller must compare the name.
    #[inline]
    pub(super) fn likely_index(&self, name: &[u8]) -> Option<usize> {
        let bucket = self.buckets.get(bucket(name))?;
        bucket.map(usize::from)
    }
}

/// Returns the bits of the fields for which `is_in` returns true.
fn bits_of(fields: &[Field], is_in: fn(&Field) -> bool) -> u64 {
    let mut bits = 0;
    for (index, field) in fields.iter().enumerate() {
        if is_in(field) {
            bits |= 1 << index;
        }
    }
    bits
}

/// Returns the bucket of a name: a hash of its length and of its first and last letter.
#[inline]
fn bucket(name: &[u8]) -> usize {
    let number = |letter: Option<&u8>| usize::from(letter.copied().unwrap_or_default());
    (name.len() * 5 + number(name.first()) + number(name.last()) * 3) % BUCKETS
}

/// A field as a member of objects.
#[derive(Debug)]
pub(super) struct Member {
    kind: FieldKind,
    /// The name of the field, with the brand.
    name: Cow<'static, str>,
    pub(super) is_string: bool,
    /// Whether the value is an object or a list.
    pub(super) is_nested: bool,
    pub(super) field: &'static Field,
    /// The words of a choice, each with its closing quote.
    words: Box<[Pattern<1>]>,
    /// The length in bytes up to which a text cannot exceed the limit of characters.
    max_bytes: usize,
}

impl Member {
    fn new(field: &'static Field, brand: Option<&Brand>) -> Self {
        let words = match field.kind {
            FieldKind::Choice(words) => words
                .iter()
                .map(|word| Pattern::new(&format!("{word}\"")))
                .collect(),
            _ => Box::default(),
        };
        let max_bytes = match field.limit {
            Some(Limit::Contract(limit) | Limit::Usual(limit)) => limit,
            None => usize::MAX,
        };
        let name = match brand {
            Some(brand) => Cow::Owned(brand.branded_name(field.name)),
            None => Cow::Borrowed(field.name),
        };
        Self {
            kind: field.kind,
            name,
            is_string: field.json_type() == JsonType::String,
            is_nested: field.is_nested(),
            field,
            words,
            max_bytes,
        }
    }

    /// Returns the text between the comma and the end of a `null`. The text of a member that can't be null is too long to match.
    fn null_pattern(&self, [before, after]: [&str; 2]) -> Pattern<2> {
        let null = if self.field.is_nullable() {
            "null"
        } else {
            "null, which is longer than a pattern can be"
        };
        Pattern::new(&format!("{before}\"{}\":{after}{null}", self.name))
    }

    /// Returns the text between the comma and the value: the name with its quotes and its colon, blanks before the name and after the colon, and
    /// the opening quote of a string.
    fn key_pattern(&self, [before, after]: [&str; 2]) -> Pattern<2> {
        let quote = if self.is_string { "\"" } else { "" };
        Pattern::new(&format!("{before}\"{}\":{after}{quote}", self.name))
    }
}

/// Returns the key patterns of members, with these blanks before the name and after the colon.
pub(super) fn key_patterns(members: &[Member], blanks: [&str; 2]) -> Box<[Pattern<2>]> {
    members
        .iter()
        .map(|member| member.key_pattern(blanks))
        .collect()
}

/// Returns the patterns of members that are null, or nothing if no member may be.
pub(super) fn null_patterns(members: &[Member], blanks: [&str; 2]) -> Box<[Pattern<2>]> {
    if !members.iter().any(|member| member.field.is_nullable()) {
        return Box::default();
    }
    members
        .iter()
        .map(|member| member.null_pattern(blanks))
        .collect()
}

/// The state that the checks of several values share.
#[derive(Debug, Default, Clone)]
pub(super) struct ValueCache<'s> {
    /// The most recent clean accounts and rates, as most records repeat them.
    accounts: RecentCache<&'s str, (), 4>,
    rates: RecentCache<&'s str, (), 4>,
    /// A buffer for a text with its escapes decoded.
    unescaped: String,
    /// Whether a text of the current object has escapes.
    pub(super) has_escapes: bool,
}

/// Returns whether a text is clean, and remembers clean texts.
#[inline]
fn is_clean_cached<'s>(
    recent: &mut RecentCache<&'s str, (), 4>,
    field: &Field,
    text: &'s str,
) -> bool {
    let is_text = |known: &&str| bytes_equal(known.as_bytes(), text.as_bytes());
    let check = || is_clean_unescaped(field, text).then_some((text, ()));
    recent.get_or_insert_with(is_text, check).is_some()
}

/// Returns the end of the value at `at` if it is certainly valid in the field, and not empty. A string ends at its closing quote.
#[inline]
pub(super) fn value_end<'s>(
    cache: &mut ValueCache<'s>,
    member: &Member,
    text: &'s str,
    at: usize,
) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = match member.kind {
        FieldKind::Text => text_end::<48>(bytes, at, member),
        FieldKind::Code | FieldKind::Id => text_end::<32>(bytes, at, member),
        FieldKind::SignedAmount => signed_amount_end(bytes, at),
        FieldKind::Account => {
            let last_used = cache.accounts.last_used();
            repeated_end(bytes, at, last_used.map_or("", |(account, ())| account))
        }
        FieldKind::Amount { .. } => amount_end(bytes, at),
        FieldKind::Currency => currency_end(bytes, at),
        FieldKind::Date => date_end(bytes, at),
        FieldKind::Choice(_) => choice_end(bytes, at, &member.words),
        _ if member.is_string => None,
        _ => return scalar_end(cache, member, text, at),
    };
    match end {
        Some(end) => Some(end),
        None => string_end(cache, member, text, at),
    }
}

/// Returns the end of a text that is within the limit, begins and (unless it is free text) ends with a visible character, and has no card number.
#[inline]
fn text_end<const LENGTH: usize>(bytes: &[u8], at: usize, member: &Member) -> Option<usize> {
    let (mut from, mut may_hold_card_number) = (at, false);
    let end = loop {
        let scan = StringScan::at::<LENGTH>(bytes, from);
        may_hold_card_number |= scan.may_contain_card_number();
        match scan.len() {
            Some(length) => break from + length,
            // The next scan overlaps this one, so that it sees a card number at the end as a whole.
            None => from += LENGTH - MIN_CARD_DIGITS + 1,
        }
    };
    let is_text = bytes.get(end) == Some(&b'"') && bytes.get(at)?.is_ascii_graphic();
    let fits = end - at <= member.max_bytes
        && (matches!(member.kind, FieldKind::Text) || bytes.get(end - 1)?.is_ascii_graphic());
    (is_text && end > at && fits && !may_hold_card_number).then_some(end)
}

/// Returns the end of a decimal without a sign, if it is as short as usual.
#[inline]
fn amount_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?.first_chunk()?;
    Some(at + plain_number_len(digits)?)
}

/// Returns the end of a decimal with an optional minus sign, if it is as short as usual.
#[inline]
fn signed_amount_end(bytes: &[u8], at: usize) -> Option<usize> {
    let is_negative = bytes.get(at) == Some(&b'-');
    amount_end(bytes, at + usize::from(is_negative))
}

/// Returns the end of the code of an active currency.
#[inline]
fn currency_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [code @ .., quote]: &[u8; 4] = bytes.get(at..)?.first_chunk()?;
    let is_active = *quote == b'"' && Currency::is_active(*code);
    is_active.then_some(at + code.len())
}

/// Returns the end of a date that is no leap day.
#[inline]
fn date_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [day @ .., quote]: &[u8; 11] = bytes.get(at..)?.first_chunk()?;
    let is_day = *quote == b'"' && Date::is_valid_non_leap_day(day);
    is_day.then_some(at + day.len())
}

/// Returns the end of one of these words. Each word includes its closing quote.
#[inline]
fn choice_end(bytes: &[u8], at: usize, words: &[Pattern<1>]) -> Option<usize> {
    let mut length = 0;
    for word in words {
        if word.matches_at(bytes, at) {
            length = word.len();
        }
    }
    (length != 0).then(|| at + length - 1)
}

/// Returns the end of the string at `start` if it equals `known`, and is not empty.
#[inline]
fn repeated_end(bytes: &[u8], start: usize, known: &str) -> Option<usize> {
    let end = start + known.len();
    if known.is_empty() || bytes.get(end) != Some(&b'"') {
        return None;
    }
    let is_known = bytes_equal(bytes.get(start..end)?, known.as_bytes());
    is_known.then_some(end)
}

/// Returns the end of a valid string of any kind.
#[inline(never)]
fn string_end<'s>(
    cache: &mut ValueCache<'s>,
    member: &Member,
    text: &'s str,
    at: usize,
) -> Option<usize> {
    let end = at + unescaped_prefix_len(text.as_bytes().get(at..)?);
    match text.as_bytes().get(end)? {
        // An empty string may have to be reported.
        b'"' if end > at => {
            let text = text.get(at..end)?;
            let is_clean = match member.kind {
                FieldKind::Account => is_clean_cached(&mut cache.accounts, member.field, text),
                // Long amounts and inactive currencies are left to the general reader.
                FieldKind::Amount { .. } | FieldKind::Currency => false,
                _ => is_clean_unescaped(member.field, text),
            };
            is_clean.then_some(end)
        }
        // All other kinds are compared by their bytes, so they must not have escapes.
        b'\\' if may_have_escapes(member.kind) => escaped_end(cache, member, text, at),
        _ => None,
    }
}

/// Returns whether the value of such a field may have escapes where it is not decoded.
const fn may_have_escapes(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Text | FieldKind::Base64)
}

/// Returns the end of a text with escapes that is valid once they are decoded.
fn escaped_end(
    cache: &mut ValueCache<'_>,
    member: &Member,
    text: &str,
    at: usize,
) -> Option<usize> {
    cache.has_escapes = true;
    cache.unescaped.clear();
    let end = at + unescape_into(text.get(at..)?, &mut cache.unescaped);
    let is_closed = text.as_bytes().get(end) == Some(&b'"');
    let is_valid = is_closed && is_clean(member.field, &cache.unescaped);
    is_valid.then_some(end)
}

/// Returns the end of a string without escapes, valid or not.
#[cold]
pub(super) fn unchecked_string_end(member: &Member, bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + unescaped_prefix_len(bytes.get(at..)?);
    let is_closed = bytes.get(end) == Some(&b'"');
    (member.is_string && is_closed).then_some(end)
}

/// Returns the end of a valid number or boolean.
#[inline(never)]
fn scalar_end<'s>(
    cache: &mut ValueCache<'s>,
    member: &Member,
    text: &'s str,
    at: usize,
) -> Option<usize> {
    let end = match (member.field.json_type(), text.as_bytes().get(at)?) {
        (JsonType::Number, b'-' | b'0'..=b'9') => number_end(text.as_bytes(), at).ok()?,
        (JsonType::Boolean, _) => {
            let word = ["true", "false"]
                .into_iter()
                .find(|word| text.get(at..at + word.len()) == Some(word))?;
            at + word.len()
        }
        _ => return None,
    };
    let text = text.get(at..end)?;
    let is_clean = match member.field.kind {
        FieldKind::Rate => is_clean_cached(&mut cache.rates, member.field, text),
        _ => is_clean_unescaped(member.field, text),
    };
    is_clean.then_some(end)
}
