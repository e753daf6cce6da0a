//! Finds numbers with check digits in a text: IBANs, QR references, creditor references, UIDs and card numbers.

use std::ops::Range;

use crate::source::Certain;
use crate::value::{CardNumber, Iban, IbanError, Uid, is_creditor_reference, is_qr_reference};

/// A number whose replacement must be a number of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckedKind {
    Iban,
    /// A text that is meant as an IBAN and isn't one.
    InvalidIban,
    QrReference,
    /// ISO 11649.
    CreditorReference,
    Uid,
    Card,
}

impl CheckedKind {
    /// Returns the name under which replacements are remembered.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Iban => "iban",
            Self::InvalidIban => "invalid-iban",
            Self::QrReference => "qr-reference",
            Self::CreditorReference => "creditor-reference",
            Self::Uid => "uid",
            Self::Card => "card",
        }
    }

    /// Returns how many characters at the start of a number are the same in the replacement: the country, the prefix, or the issuer of a card.
    pub(super) fn kept(self, compact: &str, attempt: u32) -> usize {
        match self {
            Self::Iban | Self::CreditorReference => 2,
            Self::InvalidIban if is_of_country(compact) => 2,
            // Letters that are no country may be those of a name.
            Self::InvalidIban | Self::QrReference => 0,
            Self::Uid => 3,
            // The ranges of most issuers have one digit or two.
            Self::Card if attempt < 1000 => 2,
            Self::Card => 6,
        }
    }

    /// Whether letters and digits in upper case are a number of this kind.
    pub(super) fn contains(self, compact: &str) -> bool {
        match self {
            Self::Iban => Iban::parse(compact).is_ok(),
            Self::InvalidIban => Iban::looks_like(compact) && Iban::parse(compact).is_err(),
            Self::QrReference => {
                compact.len() == 27
                    && compact.bytes().all(|byte| byte.is_ascii_digit())
                    && is_qr_reference(compact)
            }
            Self::CreditorReference => is_creditor_reference(compact),
            Self::Uid => {
                compact.len() == 12
                    && compact.starts_with("CHE")
                    && Uid::parse_with_suffix(compact).is_some_and(Uid::is_valid)
            }
            Self::Card => CardNumber::parse(compact).is_ok(),
        }
    }
}

/// The maximum number of letters and digits of a number that is not a card number.
const MAX_LENGTH: usize = 34;

/// Returns the numbers with check digits in a text, in ascending order.
pub(super) fn find_checked(text: &str) -> Vec<(Range<usize>, CheckedKind)> {
    let mut found: Vec<(Range<usize>, CheckedKind)> = Vec::new();
    for start in starts(text) {
        if found.last().is_none_or(|(last, _)| last.end <= start) {
            found.extend(find_valid(text, start));
        }
    }
    for card in
        CardNumber::find_iter(text).filter(|card| text.get(card.clone()).is_some_and(str::is_ascii))
    {
        let at = found.partition_point(|(other, _)| other.end <= card.start);
        if found
            .get(at)
            .is_none_or(|(other, _)| card.end <= other.start)
        {
            found.insert(at, (card, CheckedKind::Card));
        }
    }
    // An invalid number must not hide a valid one, so it is only looked for between them.
    let mut invalid = Vec::new();
    let mut end = 0;
    for next in found
        .iter()
        .map(|(range, _)| range)
        .chain([&(text.len()..text.len())])
    {
        let gap = find_invalid(text.get(end..next.start).unwrap_or_default()).into_iter();
        invalid.extend(
            gap.map(|range| (end + range.start..end + range.end, CheckedKind::InvalidIban)),
        );
        end = next.end;
    }
    found.append(&mut invalid);
    found.sort_unstable_by_key(|(range, _)| range.start);
    found
}

/// Returns where a number may begin: at the first character of a word, at the first digit after a letter, and at two letters before two digits.
fn starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_start = |at: &usize| {
        let before = at
            .checked_sub(1)
            .and_then(|before| bytes.get(before))
            .filter(|byte| byte.is_ascii_alphanumeric());
        match (before, bytes.get(*at..).unwrap_or_default()) {
            (None, [first, ..]) => first.is_ascii_alphanumeric(),
            (Some(before), [first, ..]) if first.is_ascii_digit() => before.is_ascii_alphabetic(),
            (Some(_), [first, second, third, fourth, ..]) => {
                [first, second].into_iter().all(u8::is_ascii_alphabetic)
                    && [third, fourth].into_iter().all(u8::is_ascii_digit)
            }
            _ => false,
        }
    };
    (0..bytes.len()).filter(is_start).collect()
}

/// Returns the valid number at the start of a word or within it.
fn find_valid(text: &str, start: usize) -> Option<(Range<usize>, CheckedKind)> {
    let (compact, ends) = compact_at(text, start);
    let begins_word = !text
        .get(..start)?
        .ends_with(|before: char| before.is_ascii_alphanumeric());
    // The currency or another word may follow without a blank, but no digit that may be one of the number.
    let sized = |kind: CheckedKind, length: usize| {
        let end = length
            .checked_sub(1)
            .and_then(|last| ends.get(last).copied())?;
        let is_whole = kind == CheckedKind::Iban
            || !text
                .get(end..)
                .certain()
                .starts_with(|after: char| after.is_ascii_digit());
        (is_whole && kind.contains(compact.get(..length)?)).then_some((start..end, kind))
    };
    match compact.as_bytes() {
        [b'0'..=b'9', ..] => sized(CheckedKind::QrReference, 27),
        [b'C', b'H', b'E', ..] if begins_word => sized(CheckedKind::Uid, 12),
        [b'R', b'F', ..] if begins_word => {
            let is_end = |end: usize| {
                !text
                    .get(end..)
                    .certain()
                    .starts_with(|after: char| after.is_ascii_alphanumeric())
            };
            let lengths = (1..=ends.len()).rev();
            let mut whole =
                lengths.filter(|length| ends.get(length - 1).is_some_and(|end| is_end(*end)));
            whole.find_map(|length| sized(CheckedKind::CreditorReference, length))
        }
        _ => match Iban::parse(compact.get(..4)?) {
            Err(IbanError::Length { expected, .. }) => sized(CheckedKind::Iban, expected),
            _ => None,
        },
    }
}

/// Returns the letters and digits from an offset on in upper case, without the separators between them, and where each of them ends.
fn compact_at(text: &str, start: usize) -> (String, Vec<usize>) {
    let (mut compact, mut ends) = (String::new(), Vec::new());
    let mut end = start;
    for (offset, character) in text.get(start..).certain().char_indices() {
        let at = start + offset;
        if character.is_ascii_alphanumeric() {
            if end < at && !is_separator(text.get(end..at).unwrap_or_default())
                || compact.len() == MAX_LENGTH
            {
                break;
            }
            end = at + 1;
            compact.push(character.to_ascii_uppercase());
            ends.push(end);
        } else if at - end > MAX_SEPARATOR_LEN {
            break;
        }
    }
    (compact, ends)
}

/// Returns the texts that are meant as IBANs.
fn find_invalid(text: &str) -> Vec<Range<usize>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut first = 0;
    while let Some(token) = tokens.get(first) {
        let mut compact = String::new();
        let mut longest = None;
        let mut end = token.start;
        for (count, token) in tokens.iter().skip(first).enumerate() {
            let is_neighbour =
                count == 0 || is_separator(text.get(end..token.start).unwrap_or_default());
            compact.push_str(
                &text
                    .get(token.clone())
                    .unwrap_or_default()
                    .to_ascii_uppercase(),
            );
            let begins_iban = compact
                .bytes()
                .take(2)
                .all(|byte| byte.is_ascii_alphabetic());
            if !is_neighbour || !begins_iban || compact.len() > MAX_LENGTH {
                break;
            }
            end = token.end;
            if CheckedKind::InvalidIban.contains(&compact)
                && (longest.is_none() || has_length_of_country(&compact))
            {
                longest = Some((end, count + 1));
            }
        }
        found.extend(longest.map(|(end, _)| token.start..end));
        first += longest.map_or(1, |(_, count)| count);
    }
    found
}

/// Whether a text begins with the letters of a country that has IBANs.
fn is_of_country(compact: &str) -> bool {
    !matches!(
        Iban::parse(compact),
        Err(IbanError::Country | IbanError::Form)
    )
}

/// Whether an invalid IBAN has the length and structure of its country, so that only its check digits are wrong.
fn has_length_of_country(compact: &str) -> bool {
    matches!(Iban::parse(compact), Err(IbanError::CheckDigits))
}

/// Returns the ranges of the runs of letters and digits of ASCII.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, character) in text
        .char_indices()
        .filter(|(_, character)| character.is_ascii_alphanumeric())
    {
        match tokens.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + character.len_utf8(),
            None => tokens.push(at..at + character.len_utf8()),
        }
    }
    tokens
}

/// The maximum length of a separator: two blanks of any width.
const MAX_SEPARATOR_LEN: usize = 6;

/// Whether a text may separate the groups of a number: a mark, which may be a printed hyphen or have no width, or up to two blanks.
fn is_separator(between: &str) -> bool {
    let mut characters = between.chars();
    let is_mark = |character| {
        matches!(
            character,
            '-' | '.' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}'
        ) || matches!(
            character,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
    };
    match (characters.next(), characters.next(), characters.next()) {
        (Some(only), None, None) => only.is_whitespace() || is_mark(only),
        (Some(first), Some(second), None) => first.is_whitespace() && second.is_whitespace(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_numbers_with_check_digits() {
        use CheckedKind::{Card, CreditorReference, Iban, InvalidIban, QrReference, Uid};
        let cases: &[(&str, &[(&str, CheckedKind)])] = &[
            ("CH9300762011623852957", &[("CH9300762011623852957", Iban)]),
            (
                "IBAN: CH93 0076 2011 6238 5295 7, Muster",
                &[("CH93 0076 2011 6238 5295 7", Iban)],
            ),
            (
                "CH93 0076 2011 6238 5295 8",
                &[("CH93 0076 2011 6238 5295 8", InvalidIban)],
            ),
            (
                "CH11 1111 1111 1111 1111 1 2026",
                &[("CH11 1111 1111 1111 1111 1", InvalidIban)],
            ),
            (
                "de89370400440532013000 x",
                &[("de89370400440532013000", Iban)],
            ),
            (
                "21 00000 00003 13947 14300 09017",
                &[("21 00000 00003 13947 14300 09017", QrReference)],
            ),
            (
                "RF18539007547034 und RF18 5390 0754 7034",
                &[
                    ("RF18539007547034", CreditorReference),
                    ("RF18 5390 0754 7034", CreditorReference),
                ],
            ),
            ("CHE-109.322.551 MWST", &[("CHE-109.322.551", Uid)]),
            (
                "4111 1111 1111 1111 12.50",
                &[("4111 1111 1111 1111", Card)],
            ),
            ("2026-03-31 Miete 1200.00", &[]),
            (
                "CH9300762011623852957EUR",
                &[("CH9300762011623852957", Iban)],
            ),
            (
                "IBANCH9300762011623852957",
                &[("CH9300762011623852957", Iban)],
            ),
            (
                "TR 20 CH93 0076 2011 6238 5295 7",
                &[("CH93 0076 2011 6238 5295 7", Iban)],
            ),
            ("AB12 4111 1111 1111 1111", &[("4111 1111 1111 1111", Card)]),
            (
                "CH11 1111 1111 1111 CH93 0076 2011 6238 5295 7",
                &[
                    ("CH11 1111 1111 1111", InvalidIban),
                    ("CH93 0076 2011 6238 5295 7", Iban),
                ],
            ),
            (
                "210000000003139471430009017CHF",
                &[("210000000003139471430009017", QrReference)],
            ),
            (
                "7 21 00000 00003 13947 14300 09017",
                &[("21 00000 00003 13947 14300 09017", QrReference)],
            ),
            (
                "CH93\u{2011}0076_2011\u{200b}6238\u{a0}52957",
                &[("CH93\u{2011}0076_2011\u{200b}6238\u{a0}52957", Iban)],
            ),
            ("CHE-109.322.551MWST", &[("CHE-109.322.551", Uid)]),
        ];
        for (text, expected) in cases {
            let found: Vec<_> = find_checked(text)
                .into_iter()
                .map(|(range, kind)| (text.get(range).unwrap(), kind))
                .collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}
