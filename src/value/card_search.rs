//! Finds full card numbers in running text, in one pass.
//!
//! A run is a sequence of digits with at most two separators between two of them; the separators split the run into groups.
//! A card number is one of:
//!
//! - the whole run, if only its last group has less than four digits,
//! - a single group,
//! - groups in a pattern that is printed on cards, if the neighbouring groups don't continue the pattern. A date or an amount may
//!   follow a card number, while the groups of an IBAN or of a payment reference continue.

use std::ops::Range;

use super::iban_registry::{CharacterClass, Structure};
use crate::source::{MIN_CARD_DIGITS, may_contain_card_number};

type Group = Range<usize>;

/// Whether an issuer has numbers of this length that start with these six digits.
fn is_issued(leading: u32, length: usize) -> bool {
    match leading {
        // Visa
        400_000..=499_999 => matches!(length, 13 | 16 | 19),
        // Mastercard
        222_100..=272_099 | 510_000..=559_999 => length == 16,
        // American Express
        340_000..=349_999 | 370_000..=379_999 => length == 15,
        // Diners Club
        300_000..=305_999 | 380_000..=399_999 => length == 14,
        360_000..=369_999 => (14..=19).contains(&length),
        // Discover (6011 and 644 to 659), JCB (3528 to 3589), UnionPay (62)
        601_100..=601_199 | 644_000..=659_999 | 352_800..=358_999 | 620_000..=629_999 => (16..=19).contains(&length),
        // Maestro
        500_000..=509_999 | 560_000..=589_999 | 630_400..=630_499 | 675_900..=677_999 => (13..=19).contains(&length),
        _ => false,
    }
}

/// The lengths of the groups as printed on cards, the longest pattern first.
static PATTERNS: [&[usize]; 6] =
    [&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 3], &[4, 4, 4, 1]];

const MAX_CARD_DIGITS: usize = 19;

/// The digits of a possible card number, as values 0 to 9.
pub(super) struct Digits {
    digits: [u8; MAX_CARD_DIGITS],
    length: usize,
}

impl Digits {
    /// Joins the digits of groups; returns `None` if no card number has that many digits.
    pub(super) fn from_groups(text: &[u8], groups: &[Group]) -> Option<Self> {
        let length = groups.iter().map(ExactSizeIterator::len).sum();
        if !(MIN_CARD_DIGITS..=MAX_CARD_DIGITS).contains(&length) {
            return None;
        }
        let mut digits = [0; MAX_CARD_DIGITS];
        let bytes = groups.iter().filter_map(|group| text.get(group.clone())).flatten();
        for (digit, byte) in digits.iter_mut().zip(bytes) {
            *digit = byte.wrapping_sub(b'0');
        }
        Some(Self { digits, length })
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.digits.get(..self.length).unwrap_or_default()
    }

    pub(super) fn has_issuer(&self) -> bool {
        let prefix = self.digits.iter().take(6).fold(0, |prefix, digit| prefix * 10 + u32::from(*digit));
        is_issued(prefix, self.length)
    }

    /// Luhn check: with every second digit from the right doubled, the sum of all digits ends in 0.
    pub(super) fn passes_luhn(&self) -> bool {
        let sum: u8 = (self.as_slice().iter().rev().enumerate())
            .map(|(index, digit)| match (index % 2, digit) {
                (0, digit) => *digit,
                (_, digit @ 0..=4) => digit * 2,
                (_, digit) => digit * 2 - 9,
            })
            .sum();
        sum.is_multiple_of(10)
    }
}

/// Returns the groups of a text that is one run and nothing else.
pub(super) fn parse_groups(text: &str) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    find_run(text.as_bytes(), 0, &mut groups)?;
    (groups.first()?.start == 0 && groups.last()?.end == text.len()).then_some(groups)
}

/// Writes the groups of the first run at or after `from` into `groups` and returns the end of the run.
fn find_run(text: &[u8], from: usize, groups: &mut Vec<Group>) -> Option<usize> {
    groups.clear();
    let mut start = from + text.get(from..)?.iter().position(u8::is_ascii_digit)?;
    loop {
        let length = text.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = start + length;
        groups.push(start..end);
        start = end + separator_length(text.get(end..)?);
        let has_hyphen = text.get(start) == Some(&b'-');
        start += separator_length(text.get(start..)?);
        // A hyphen may have a blank on each side.
        if has_hyphen {
            start += separator_length(text.get(start..)?);
        }
        if start == end || !text.get(start).is_some_and(u8::is_ascii_digit) {
            return Some(end);
        }
    }
}

/// Returns the length in bytes of the separator at the start of a text, or 0 if there is none. A separator is a blank or a hyphen, which may be a
/// no-break one.
fn separator_length(text: &[u8]) -> usize {
    match text {
        [b' ' | b'\t' | b'-', ..] => 1,
        [0xc2, 0xa0, ..] => 2,
        [0xe2, 0x80, 0xaf | 0x91, ..] => 3,
        _ => 0,
    }
}

/// Iterator over the byte ranges of the card numbers in a text.
pub(super) struct Search<'text> {
    text: &'text str,
    /// The groups of the current run that can belong to a card number.
    groups: Vec<Group>,
    /// The index of the next group to look at.
    next_group: usize,
    /// The index of the group after the last card number.
    number_end: usize,
    /// The offset at which the search for the next run starts.
    from: usize,
}

impl<'text> Search<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        let from = if may_contain_card_number(text.as_bytes()) { 0 } else { text.len() };
        Self { text, groups: Vec::new(), next_group: 0, number_end: 0, from }
    }

    /// Moves to the next run and drops the groups that belong to the text around it.
    fn advance(&mut self) -> Option<()> {
        (self.next_group, self.number_end) = (0, 0);
        self.from = find_run(self.text.as_bytes(), self.from, &mut self.groups)?;
        if self.groups.iter().map(ExactSizeIterator::len).sum::<usize>() < MIN_CARD_DIGITS {
            self.groups.clear();
            return Some(());
        }
        if is_part_of_longer_token(
            self.text.get(self.from..)?.chars(),
            self.groups.last().map_or(0, ExactSizeIterator::len),
        ) {
            self.groups.pop();
        }
        if let Some(first) = self.groups.first() {
            let before = self.text.get(..first.start)?;
            let skipped = match remaining_iban_length(before, first.len()) {
                0 => usize::from(is_part_of_longer_token(before.chars().rev(), first.len())),
                characters => self.count_groups_within(characters),
            };
            self.groups.drain(..skipped);
        }
        Some(())
    }

    /// Returns the number of groups that start within the first `characters` digits.
    fn count_groups_within(&self, characters: usize) -> usize {
        let starts = self.groups.iter().scan(0, |digits, group| Some(std::mem::replace(digits, *digits + group.len())));
        starts.take_while(|start| *start < characters).count()
    }

    /// Returns the number of groups, from the next group on, that make a card number.
    fn match_groups(&self) -> Option<usize> {
        let rest = self.groups.get(self.next_group..)?;
        // Telephone numbers and postal accounts, which may be next to other numbers, have shorter groups.
        let all = Some(rest.len())
            .filter(|count| self.next_group == 0 && rest.iter().take(count - 1).all(|group| group.len() >= 4));
        let patterns = PATTERNS.iter().filter(|pattern| self.matches_pattern(pattern)).map(|pattern| pattern.len());
        all.into_iter().chain(patterns).chain([1]).find(|count| self.is_card_number(rest.get(..*count)))
    }

    fn is_card_number(&self, groups: Option<&[Group]>) -> bool {
        let digits = groups.and_then(|groups| Digits::from_groups(self.text.as_bytes(), groups));
        digits.is_some_and(|digits| digits.has_issuer() && digits.passes_luhn())
    }

    /// Whether the next groups have the lengths of a pattern, and their neighbours don't continue it.
    fn matches_pattern(&self, pattern: &[usize]) -> bool {
        let fits = (self.next_group..).zip(pattern).all(|(index, length)| self.group_length(index) == Some(*length));
        let after = self.next_group + pattern.len();
        let before = self.next_group.checked_sub(1).filter(|_| self.next_group > self.number_end);
        let is_continuation =
            before.is_some_and(|before| self.group_length(before) == Some(4) && !self.is_year_or_postal_code(before));
        fits && !is_continuation
            && (self.group_length(after) != Some(4)
                || self.is_year_or_postal_code(after)
                || self.has_card_number_at(after))
    }

    fn group_length(&self, index: usize) -> Option<usize> {
        self.groups.get(index).map(ExactSizeIterator::len)
    }

    /// Whether a group of four digits is a year, a month and year, or the postal code before the name of a town.
    fn is_year_or_postal_code(&self, index: usize) -> bool {
        let Some(group) = self.groups.get(index) else { return false };
        let Some(Ok(number)) = self.text.get(group.clone()).map(str::parse::<u16>) else { return false };
        let following = self.text.get(group.end..).unwrap_or_default();
        let is_before_word = following.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        (1900..2100).contains(&number) || (1..=12).contains(&(number / 100)) || is_before_word
    }

    /// Whether the groups from `index` on make a card number in any pattern. All patterns are tried: with one pattern alone, numbers in a row
    /// would be found one at a time, each only after the next one is masked.
    fn has_card_number_at(&self, index: usize) -> bool {
        PATTERNS.iter().any(|pattern| {
            let groups = self.groups.get(index..index + pattern.len());
            let fits = |groups: &&[Group]| groups.iter().map(ExactSizeIterator::len).eq(pattern.iter().copied());
            self.is_card_number(groups.filter(fits))
        })
    }
}

impl Iterator for Search<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            while let Some(first) = self.groups.get(self.next_group) {
                let start = first.start;
                let matched = self.match_groups();
                self.next_group += matched.unwrap_or(1);
                if matched.is_some() {
                    self.number_end = self.next_group;
                    return Some(start..self.groups.get(self.next_group - 1)?.end);
                }
            }
            self.advance()?;
        }
    }
}

/// Whether the characters next to a group of digits make it part of a reference, a mask or a decimal number. The characters are read in the
/// direction away from the digits. A word that only lacks its blank, as in `Visa4111…`, doesn't count.
fn is_part_of_longer_token(away: impl Iterator<Item = char>, digits: usize) -> bool {
    let mut away = away.peekable();
    let mut letters = 0;
    while away.next_if(|next| next.is_alphabetic()).is_some() {
        letters += 1;
    }
    match (letters, away.next()) {
        (0, Some('.')) => away.next().is_some_and(|next| next.is_ascii_digit()),
        // A mask leaves a few digits readable, never a whole number.
        (0, Some('*')) => digits < MIN_CARD_DIGITS,
        (0, Some(next)) => next.is_alphanumeric() || next == '_',
        (0, None) => false,
        (letters, next) => letters < 3 || next.is_some_and(|next| next.is_alphanumeric() || next == '_'),
    }
}

/// Returns how many more characters belong to an IBAN that starts before the digits, or 0: `CH` before `93 0076 …`, `GB82 WEST` before
/// `1234 …`, `IT60 X` before `054 …`; likewise for a creditor reference (ISO 11649), `RF` before `18 5390 …`.
fn remaining_iban_length(before: &str, first_group: usize) -> usize {
    // The characters before the digits, back to front, each with its index. `compact` has no separators.
    let normalize = |character| if matches!(character, '-' | '\u{a0}') { ' ' } else { character.to_ascii_uppercase() };
    let tail = before.chars().rev().take(16).map(normalize).enumerate();
    let compact = tail.clone().filter(|(_, next)| *next != ' ');
    // A country code doesn't continue a word.
    let country_at = |index: usize| {
        let mut rest = compact.clone().skip(index);
        let ((_, second), (first_index, first)) = (rest.next()?, rest.next()?);
        let code = [u8::try_from(first).ok()?, u8::try_from(second).ok()?];
        let begins = !tail.clone().nth(first_index + 1).is_some_and(|(_, before)| before.is_alphanumeric());
        (begins && code.iter().all(u8::is_ascii_uppercase)).then_some(code)
    };
    // The check digits are the first group, or they precede the letters of the bank.
    if first_group == 2
        && let Some(code) = country_at(0)
    {
        if code == *b"RF" {
            return 23;
        }
        return Structure::for_country(code).map_or(0, |structure| structure.iban_length() - 2);
    }
    let letters = compact.clone().take_while(|(_, next)| next.is_ascii_uppercase()).count();
    let digits = compact.clone().skip(letters).take_while(|(_, next)| next.is_ascii_digit()).count();
    let has_letters =
        |structure: &&Structure| structure.parts().next().is_some_and(|(_, class)| class != CharacterClass::Digit);
    let structure = country_at(letters + 2).and_then(Structure::for_country).filter(has_letters);
    structure
        .filter(|_| letters > 0 && digits == 2)
        .map_or(0, |structure| structure.iban_length().saturating_sub(letters + 4))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_prefilter_misses_no_number(text in "([0-9 -]{0,30}[a-zé\u{a0}]{0,40}){0,4}") {
            let mut search = Search { from: 0, ..Search::new(&text) };
            let found = search.next();
            prop_assert!(may_contain_card_number(text.as_bytes()) || found.is_none());
        }
    }

    fn found(text: &str) -> Vec<&str> {
        Search::new(text).map(|range| text.get(range).unwrap()).collect()
    }

    #[test]
    fn finds_a_number_among_other_groups() {
        let rows = [
            ("4111 1111 1111 1111 12.05.2025 Lunch", "4111 1111 1111 1111"),
            ("12.05.2025 4111 1111 1111 1111 500.00", "4111 1111 1111 1111"),
            ("14:05 4111 1111 1111 1111 12", "4111 1111 1111 1111"),
            ("12 4111111111111111 34", "4111111111111111"),
            ("3782 822463 10005 1", "3782 822463 10005"),
            ("11111 3056 930902 5904 22", "3056 930902 5904"),
            ("No.4111111111111111.", "4111111111111111"),
            ("4111111111111111,12.50", "4111111111111111"),
            ("(4111-11111111-1111)", "4111-11111111-1111"),
            ("4111  1111  1111  1111", "4111  1111  1111  1111"),
            ("Karte 4111 1111 1111 1111 8001 Zürich", "4111 1111 1111 1111"),
            ("4111 1111 1111 1111 2026", "4111 1111 1111 1111"),
            ("2026 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("5500 0000 0000 0004 0327", "5500 0000 0000 0004"),
            ("4111\u{2011}1111\u{2011}1111\u{2011}1111", "4111\u{2011}1111\u{2011}1111\u{2011}1111"),
            ("Visa4111111111111111", "4111111111111111"),
            ("4111111111111111CHF", "4111111111111111"),
            ("GB12 VISA? 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("XY12 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("CH12 VISA 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("DE89 3704 0044 0532 0130 00 4111111111111111", "4111111111111111"),
            ("*4111111111111111*", "4111111111111111"),
            ("4111\t1111\t1111\t1111", "4111\t1111\t1111\t1111"),
            ("4111 - 1111 - 1111 - 1111", "4111 - 1111 - 1111 - 1111"),
        ];
        for (text, number) in rows {
            assert_eq!(found(text), [number], "{text:?}");
        }
    }

    #[test]
    fn skips_digits_of_longer_tokens() {
        let texts = [
            "",
            "no digits here",
            "411111111111",
            "4111   1111   1111   1111",
            "4111 1111 1111 1112",
            "ab4111111111111111",
            "1ref4111111111111111",
            "ua1-4111111111111111abcdef0123456789",
            "04111111111111111",
            "41111111111111110000",
            "x4111111111111111",
            "4111111111111111x",
            "4111111111111111.50",
            "0.4111111111111111",
            "4111 1111 1111 1111 9999",
            "9999 4111 1111 1111 1111",
            "XXXX1234",
            "3776 62**** *4927",
            "**** **** **** 1111",
            "16 71451 88428 88428 88428 88428",
            "21 00000 00003 13947 14300 09017",
            "210000000003139471430009017",
            "CH93 0076 2011 6238 5295 7",
            "IT64 X233 4222 2222 2222 2378 378",
            "it64 x233 4222 2222 2222 2378 378",
            "RF18 5390 4222 2222 2222 2417",
            "GB29-NWBK-4222-2222-2222-22",
            "CH 42 4222 2222 2222 2222 2",
            "CH9300762011623852957",
            "DE00 4111 1111 1111 1111 00 12 x",
            "GB00 WEST 3056 9309 0259 04",
            "40213605-0 4205",
            "58 6753 58 6374 58 1184",
            "550e8400-e29b-41d4-a716-446655440000",
        ];
        for text in texts {
            assert_eq!(found(text), Vec::<&str>::new(), "{text:?}");
        }
    }

    #[test]
    fn finds_two_numbers_in_a_row() {
        let (visa, mastercard) = ("4111 1111 1111 1111", "5500 0000 0000 0004");
        assert_eq!(found(&format!("{visa} {mastercard}")), [visa, mastercard]);
    }
}
