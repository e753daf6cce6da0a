//! Finds full card numbers in running text, in one pass.
//!
//! The digits of the text are read as runs of groups. A card number is one of:
//!
//! - the whole run, if only its last group has less than four digits,
//! - a single group,
//! - groups in a pattern that is printed on cards, if the neighbouring groups don't continue the pattern. A date or an amount may
//!   follow a card number, while the groups of an IBAN or of a payment reference continue.
//!
//! Letters beside the digits change nothing, except that they may begin an IBAN, and that the digits of a long hexadecimal number are no card number.

use std::iter::repeat_n;
use std::ops::Range;

use super::card_digits::{Digits, has_issuer};
use super::digit_groups::{Group, find_long_run, find_run, is_invisible, is_separator};
use super::iban_registry::{CharacterClass, MAX_LENGTH, Structure};
use crate::source::MIN_CARD_DIGITS;

/// The lengths of the groups as printed on cards, the longest pattern first.
static PATTERNS: [&[usize]; 6] = [
    &[4, 4, 4, 4, 3],
    &[4, 4, 4, 4],
    &[4, 6, 5],
    &[4, 6, 4],
    &[4, 4, 4, 3],
    &[4, 4, 4, 1],
];

/// The groups of a card number have four digits, except for the last one.
const MAX_CARD_GROUPS: usize = 5;

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
    /// The result of the last [`find_long_run`]. It is called again only after its end, so that it reads no byte twice.
    scanned: Range<usize>,
    /// Whether a letter is directly before the run, and directly after it.
    has_letters_before: bool,
    has_letters_after: bool,
}

impl<'text> Search<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self {
            text,
            groups: Vec::new(),
            next_group: 0,
            number_end: 0,
            from: 0,
            scanned: 0..0,
            has_letters_before: false,
            has_letters_after: false,
        }
    }

    /// Moves to the next run and drops the groups that belong to the text around it.
    fn advance(&mut self) -> Option<()> {
        (self.next_group, self.number_end) = (0, 0);
        if self.from >= self.scanned.end {
            self.scanned = find_long_run(self.text, self.from)?;
            self.from = self.scanned.start;
        }
        self.from = find_run(self.text, self.from, &mut self.groups)?;
        let (Some(first), Some(last)) = (self.groups.first(), self.groups.last()) else {
            return Some(());
        };
        let before = self.text.get(..first.span.start)?;
        let after = self.text.get(self.from..)?;
        if !self.may_have_card_number()
            || is_hexadecimal(before, self.text.get(first.span.start..self.from)?, after)
            || self.is_decimal()
        {
            self.groups.clear();
            return Some(());
        }
        // A mask leaves a few digits readable, never a whole number.
        let is_masked =
            |text: Option<char>, group: &Group| text == Some('*') && group.length < MIN_CARD_DIGITS;
        let skipped = match remaining_iban_length(before, first.length) {
            0 => usize::from(
                is_masked(before.chars().next_back(), first) || is_within_iban(self.text, first),
            ),
            characters => self.count_groups_within(characters),
        };
        self.has_letters_before = before.ends_with(char::is_alphabetic);
        self.has_letters_after = after.starts_with(char::is_alphabetic);
        if is_masked(after.chars().next(), last) {
            self.groups.pop();
        }
        self.groups.drain(..skipped.min(self.groups.len()));
        Some(())
    }

    /// Whether some groups of the run make a card number, whatever is beside them.
    fn may_have_card_number(&self) -> bool {
        self.groups.iter().map(|group| group.length).sum::<usize>() >= MIN_CARD_DIGITS
            && (0..self.groups.len()).any(|index| {
                let rest = self.groups.get(index..).unwrap_or_default();
                (1..=rest.len().min(MAX_CARD_GROUPS))
                    .any(|count| self.is_card_number(rest.get(..count)))
            })
    }

    /// Whether the run is a number with decimals, such as a rate.
    fn is_decimal(&self) -> bool {
        let [whole, decimals] = self.groups.as_slice() else {
            return false;
        };
        whole.length < MIN_CARD_DIGITS
            && self.text.get(whole.span.end..decimals.span.start) == Some(".")
    }

    /// Returns the number of groups that start within the first `characters` digits.
    fn count_groups_within(&self, characters: usize) -> usize {
        let starts = self.groups.iter().scan(0, |digits, group| {
            Some(std::mem::replace(digits, *digits + group.length))
        });
        starts.take_while(|start| *start < characters).count()
    }

    /// Returns the number of groups, from the next group on, that make a card number.
    fn match_groups(&self) -> Option<usize> {
        let rest = self.groups.get(self.next_group..)?;
        // Telephone numbers and postal accounts, which may be next to other numbers, have shorter groups.
        let all = Some(rest.len()).filter(|count| {
            self.next_group == 0 && rest.iter().take(count - 1).all(|group| group.length >= 4)
        });
        let patterns = PATTERNS
            .iter()
            .filter(|pattern| self.matches_pattern(pattern))
            .map(|pattern| pattern.len());
        all.into_iter()
            .chain(patterns)
            .chain([1])
            .find(|count| self.is_card_number(rest.get(..*count)))
    }

    fn is_card_number(&self, groups: Option<&[Group]>) -> bool {
        let groups = groups.filter(|groups| has_issuer(self.text, groups));
        groups
            .and_then(|groups| Digits::from_groups(self.text, groups))
            .is_some_and(|digits| digits.passes_luhn())
    }

    /// Whether the next groups have the lengths of a pattern, and their neighbours don't continue it.
    fn matches_pattern(&self, pattern: &[usize]) -> bool {
        let fits = (self.next_group..)
            .zip(pattern)
            .all(|(index, length)| self.group_length(index) == Some(*length));
        let after = self.next_group + pattern.len();
        let before = self
            .next_group
            .checked_sub(1)
            .filter(|_| self.next_group > self.number_end);
        fits && !before.is_some_and(|before| self.may_continue(before))
            && (!self.may_continue(after) || self.has_card_number_at(after))
    }

    /// Whether a group beside a pattern has as many digits as the groups of the pattern, and is nothing else that is often beside a card number.
    fn may_continue(&self, index: usize) -> bool {
        let is_in_word = index == 0 && self.has_letters_before
            || index + 1 == self.groups.len() && self.has_letters_after;
        self.group_length(index) == Some(4)
            && !is_in_word
            && !self.is_year_or_amount_or_postal_code(index)
    }

    fn group_length(&self, index: usize) -> Option<usize> {
        self.groups.get(index).map(|group| group.length)
    }

    /// Whether a group of four digits is a year, a month and year, an amount with decimals, or the postal code before the name of a town.
    fn is_year_or_amount_or_postal_code(&self, index: usize) -> bool {
        let Some(group) = self.groups.get(index) else {
            return false;
        };
        let Some(Ok(number)) = self.text.get(group.span.clone()).map(str::parse::<u16>) else {
            return false;
        };
        let following = self.text.get(group.span.end..).unwrap_or_default();
        let is_before_word = following
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        let has_decimals = following.starts_with('.')
            && self
                .group_length(index + 1)
                .is_some_and(|length| length < 4);
        (1900..2100).contains(&number)
            || (1..=12).contains(&(number / 100))
            || is_before_word
            || has_decimals
    }

    /// Whether the groups from `index` on make a card number in any pattern. All patterns are tried: with one pattern alone, numbers in a row
    /// would be found one at a time, each only after the next one is masked.
    fn has_card_number_at(&self, index: usize) -> bool {
        PATTERNS.iter().any(|pattern| {
            let groups = self.groups.get(index..index + pattern.len());
            let fits = |groups: &&[Group]| {
                groups
                    .iter()
                    .map(|group| group.length)
                    .eq(pattern.iter().copied())
            };
            self.is_card_number(groups.filter(fits))
        })
    }
}

impl Iterator for Search<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            while let Some(first) = self.groups.get(self.next_group) {
                let start = first.span.start;
                let matched = self.match_groups();
                self.next_group += matched.unwrap_or(1);
                if matched.is_some() {
                    self.number_end = self.next_group;
                    return Some(start..self.groups.get(self.next_group - 1)?.span.end);
                }
            }
            self.advance()?;
        }
    }
}

/// The number of digits of the shortest hexadecimal number that is an id: a hash of 128 bits, or a UUID.
const MIN_HEXADECIMAL_DIGITS: usize = 32;

/// Whether a run belongs to a long hexadecimal number, such as a hash or a UUID. The texts are those before the run, of it, and after it.
fn is_hexadecimal(before: &str, run: &str, after: &str) -> bool {
    // A UUID has four hyphens.
    const MAX_LENGTH: usize = MIN_HEXADECIMAL_DIGITS + 4;
    let is_part = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    if !run.bytes().all(|byte| is_part(&byte)) {
        return false;
    }
    let before = before.bytes().rev().take(MAX_LENGTH).take_while(is_part);
    let after = after.bytes().take(MAX_LENGTH).take_while(is_part);
    let digits = before
        .chain(run.bytes())
        .chain(after)
        .filter(|byte| *byte != b'-');
    digits.clone().any(|byte| byte.is_ascii_alphabetic())
        && digits.count() >= MIN_HEXADECIMAL_DIGITS
}

/// Whether digits belong to an IBAN without blanks: letters and digits as its country has them.
fn is_within_iban(text: &str, group: &Group) -> bool {
    let Some((before, rest)) = text.split_at_checked(group.span.start) else {
        return false;
    };
    let letters = before
        .bytes()
        .rev()
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let start = before.len() - letters;
    let (Some([first, second, ..]), Some(word)) =
        (before.as_bytes().get(start..), text.as_bytes().get(start..))
    else {
        return false;
    };
    let country = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
    let Some(structure) = Structure::for_country(country).filter(|_| !rest.is_empty()) else {
        return false;
    };
    let parts = structure
        .parts()
        .flat_map(|(count, class)| repeat_n(class, count));
    let mut bytes = word.iter().skip(2);
    let mut is_digit_next = || bytes.next().is_some_and(u8::is_ascii_digit);
    let has_check_digits = is_digit_next() && is_digit_next();
    let fits = |(class, byte): (CharacterClass, &u8)| match class {
        CharacterClass::Digit => byte.is_ascii_digit(),
        CharacterClass::Letter => byte.is_ascii_alphabetic(),
        CharacterClass::LetterOrDigit => byte.is_ascii_alphanumeric(),
    };
    let end = structure.iban_length();
    has_check_digits
        && word.len() >= end
        && parts.zip(word.iter().skip(4)).all(fits)
        && !word.get(end).is_some_and(u8::is_ascii_digit)
}

/// Returns how many more characters belong to an IBAN that starts before the digits, or 0: `CH` before `93 0076 …`, `GB82 WEST` before
/// `1234 …`, `IT60 X` before `054 …`; likewise for a creditor reference (ISO 11649), `RF` before `18 5390 …`.
fn remaining_iban_length(before: &str, first_group: usize) -> usize {
    // The characters before the digits, back to front, each with its index. `compact` has no separators.
    let normalize = |character| {
        if is_separator(character) {
            ' '
        } else {
            character.to_ascii_uppercase()
        }
    };
    let visible = before
        .chars()
        .rev()
        .filter(|character| !is_invisible(*character));
    let tail = visible.take(16).map(normalize).enumerate();
    let compact = tail.clone().filter(|(_, next)| *next != ' ');
    // A country code doesn't continue a word.
    let country_at = |index: usize| {
        let mut rest = compact.clone().skip(index);
        let ((_, second), (first_index, first)) = (rest.next()?, rest.next()?);
        let code = [u8::try_from(first).ok()?, u8::try_from(second).ok()?];
        let begins = !tail
            .clone()
            .nth(first_index + 1)
            .is_some_and(|(_, before)| before.is_alphanumeric());
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
    let letters = compact
        .clone()
        .take_while(|(_, next)| next.is_ascii_uppercase())
        .count();
    let digits = compact
        .clone()
        .skip(letters)
        .take_while(|(_, next)| next.is_ascii_digit())
        .count();
    let Some(code) = country_at(letters + 2).filter(|_| letters > 0 && digits == 2) else {
        return 0;
    };
    let has_letters = |structure: &&Structure| {
        structure
            .parts()
            .next()
            .is_some_and(|(_, class)| class != CharacterClass::Digit)
    };
    let length = match Structure::for_country(code) {
        Some(structure) => Some(structure)
            .filter(has_letters)
            .map_or(0, |structure| structure.iban_length()),
        // A country that has no IBAN yet.
        None => MAX_LENGTH,
    };
    length.saturating_sub(letters + 4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::source::may_contain_card_number;

    proptest! {
        #[test]
        fn the_prefilters_miss_no_number(
            text in "(([0-9４１ ._/\u{2013}\u{200b}-]{0,30}|4111([ ._/\u{2013}\u{200b}-]{1,2}1111){3}|４１１１(_?１１１１){3}|4\u{200b}?222222222222)[a-zé\u{a0} ]{0,40}){0,4}",
        ) {
            let every_run = Search { scanned: 0..usize::MAX, ..Search::new(&text) };
            let all: Vec<_> = every_run.collect();
            prop_assert_eq!(&Search::new(&text).collect::<Vec<_>>(), &all);
            prop_assert!(may_contain_card_number(text.as_bytes()) || all.is_empty());
        }
    }

    fn found(text: &str) -> Vec<&str> {
        Search::new(text)
            .map(|range| text.get(range).unwrap())
            .collect()
    }

    #[test]
    fn finds_a_number_among_other_groups() {
        let rows = [
            (
                "4111 1111 1111 1111 12.05.2025 Lunch",
                "4111 1111 1111 1111",
            ),
            (
                "12.05.2025 4111 1111 1111 1111 500.00",
                "4111 1111 1111 1111",
            ),
            ("14:05 4111 1111 1111 1111 12", "4111 1111 1111 1111"),
            ("12 4111111111111111 34", "4111111111111111"),
            ("3782 822463 10005 1", "3782 822463 10005"),
            ("11111 3056 930902 5904 22", "3056 930902 5904"),
            ("No.4111111111111111.", "4111111111111111"),
            ("4111111111111111,12.50", "4111111111111111"),
            ("(4111-11111111-1111)", "4111-11111111-1111"),
            ("4111  1111  1111  1111", "4111  1111  1111  1111"),
            (
                "Karte 4111 1111 1111 1111 8001 Zürich",
                "4111 1111 1111 1111",
            ),
            ("4111 1111 1111 1111 2026", "4111 1111 1111 1111"),
            ("2026 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("5500 0000 0000 0004 0327", "5500 0000 0000 0004"),
            (
                "4111\u{2011}1111\u{2011}1111\u{2011}1111",
                "4111\u{2011}1111\u{2011}1111\u{2011}1111",
            ),
            ("Visa4111111111111111", "4111111111111111"),
            ("4111111111111111CHF", "4111111111111111"),
            ("GB12 VISA? 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("XY12 4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("CH12 VISA 4111 1111 1111 1111", "4111 1111 1111 1111"),
            (
                "DE89 3704 0044 0532 0130 00 4111111111111111",
                "4111111111111111",
            ),
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
            "ua1-4111111111111111abcdef0123456789",
            "04111111111111111",
            "41111111111111110000",
            "4111-1111-1111-11110000",
            "1.4111111111111111",
            "4174.850000000",
            "550e8400-e29b-4123-8123-12345aeb9001",
            "d41d8cd98f004111111111111111b204",
            "NO9386011117947",
            "FR1420041010050500013M02606",
            "ch4830000000000000012",
            "XY12 S411 1111 1111 1111 11",
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
