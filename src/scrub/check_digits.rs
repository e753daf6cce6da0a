//! Finds numbers with check digits in a text: IBANs, QR references, creditor references, UIDs and card numbers.

use std::ops::Range;

use crate::format::is_qr_reference;
use crate::value::{CardNumber, Iban, IbanError, Uid};

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
    /// The kinds that begin with letters.
    const LETTERED: [Self; 4] = [Self::Iban, Self::CreditorReference, Self::Uid, Self::InvalidIban];

    /// Returns the kinds of numbers that may begin with a word. Most words begin none, which saves the search.
    fn beginning_with(word: &str) -> &'static [Self] {
        match word.as_bytes() {
            [first, second, ..] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => &Self::LETTERED,
            [first, ..] if first.is_ascii_digit() => &[Self::QrReference],
            _ => &[],
        }
    }

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

    /// Returns how many characters at the start are the same in the replacement: the country, the prefix, or the issuer of a card.
    pub(super) const fn kept(self, attempt: u32) -> usize {
        match self {
            Self::Iban | Self::InvalidIban | Self::CreditorReference => 2,
            Self::QrReference => 0,
            Self::Uid => 3,
            // The ranges of most issuers have one digit or two.
            Self::Card if attempt < 1000 => 2,
            Self::Card => 6,
        }
    }

    /// Whether letters and digits in upper case are a number of this kind.
    pub(super) fn contains(self, compact: &str) -> bool {
        let rest = || compact.get(2..).unwrap_or_default();
        match self {
            Self::Iban => Iban::parse(compact).is_ok(),
            Self::InvalidIban => Iban::looks_like(compact) && Iban::parse(compact).is_err(),
            Self::QrReference => {
                compact.len() == 27 && compact.bytes().all(|byte| byte.is_ascii_digit()) && is_qr_reference(compact)
            }
            Self::CreditorReference => {
                compact.starts_with("RF") && (5..=25).contains(&compact.len()) && remainder(rest(), "RF") == Some(1)
            }
            Self::Uid => {
                compact.len() == 12
                    && compact.starts_with("CHE")
                    && Uid::parse_with_suffix(compact).is_some_and(Uid::is_valid)
            }
            Self::Card => CardNumber::parse(compact).is_ok(),
        }
    }
}

/// Returns the remainder of ISO 7064 (modulo 97) of a number whose check digits come first.
fn remainder(check_digits_and_rest: &str, prefix: &str) -> Option<u32> {
    let (check_digits, rest) = check_digits_and_rest.split_at_checked(2)?;
    let mut digits =
        rest.chars().chain(prefix.chars()).chain(check_digits.chars()).map(|character| character.to_digit(36));
    digits.try_fold(0, |remainder, digit| {
        let digit = digit?;
        Some((remainder * if digit < 10 { 10 } else { 100 } + digit) % 97)
    })
}

/// The maximum number of letters and digits of a number that is not a card number.
const MAX_LENGTH: usize = 34;

/// Returns the numbers with check digits in a text, in ascending order.
pub(super) fn find_checked(text: &str) -> Vec<(Range<usize>, CheckedKind)> {
    let tokens = tokens(text);
    let mut found: Vec<(Range<usize>, CheckedKind)> = Vec::new();
    let mut first = 0;
    while let Some(start) = tokens.get(first).map(|token| token.start) {
        let word = tokens.get(first).and_then(|token| text.get(token.clone())).unwrap_or_default();
        let kinds = CheckedKind::beginning_with(word);
        let mut compact = String::new();
        let mut longest = None;
        for (count, token) in tokens.iter().skip(first).take_while(|_| !kinds.is_empty()).enumerate() {
            let is_neighbour =
                |before: &Range<usize>| is_separator(text.get(before.end..token.start).unwrap_or_default());
            if count > 0 && !tokens.get(first + count - 1).is_some_and(is_neighbour) {
                break;
            }
            compact.push_str(&text.get(token.clone()).unwrap_or_default().to_ascii_uppercase());
            if compact.len() > MAX_LENGTH {
                break;
            }
            if compact.len() >= 5
                && let Some(kind) = kinds.iter().copied().find(|kind| kind.contains(&compact))
                && (kind != CheckedKind::InvalidIban || longest.is_none() || has_length_of_country(&compact))
            {
                longest = Some((token.end, kind, count + 1));
            }
        }
        match longest {
            Some((end, kind, count)) => {
                found.push((start..end, kind));
                first += count;
            }
            None => first += 1,
        }
    }
    let mut others = found.iter().map(|(range, _)| range.clone()).peekable();
    let mut cards = Vec::new();
    for card in CardNumber::find_iter(text) {
        while others.next_if(|other| other.end <= card.start).is_some() {}
        let is_apart = others.peek().is_none_or(|other| card.end <= other.start);
        if is_apart && text.get(card.clone()).is_some_and(str::is_ascii) {
            cards.push((card, CheckedKind::Card));
        }
    }
    found.append(&mut cards);
    found.sort_unstable_by_key(|(range, _)| range.start);
    found
}

/// Whether an invalid IBAN has the length and structure of its country, so that only its check digits are wrong.
fn has_length_of_country(compact: &str) -> bool {
    matches!(Iban::parse(compact), Err(IbanError::CheckDigits))
}

/// Returns the ranges of the runs of letters and digits of ASCII.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, character) in text.char_indices().filter(|(_, character)| character.is_ascii_alphanumeric()) {
        match tokens.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + character.len_utf8(),
            None => tokens.push(at..at + character.len_utf8()),
        }
    }
    tokens
}

/// Whether a text may separate the groups of a number.
fn is_separator(between: &str) -> bool {
    matches!(between, "-" | ".")
        || (1..=2).contains(&between.chars().count()) && between.chars().all(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_numbers_with_check_digits() {
        use CheckedKind::{Card, CreditorReference, Iban, InvalidIban, QrReference, Uid};
        let cases: &[(&str, &[(&str, CheckedKind)])] = &[
            ("CH9300762011623852957", &[("CH9300762011623852957", Iban)]),
            ("IBAN: CH93 0076 2011 6238 5295 7, Muster", &[("CH93 0076 2011 6238 5295 7", Iban)]),
            ("CH93 0076 2011 6238 5295 8", &[("CH93 0076 2011 6238 5295 8", InvalidIban)]),
            ("CH11 1111 1111 1111 1111 1 2026", &[("CH11 1111 1111 1111 1111 1", InvalidIban)]),
            ("de89370400440532013000 x", &[("de89370400440532013000", Iban)]),
            ("21 00000 00003 13947 14300 09017", &[("21 00000 00003 13947 14300 09017", QrReference)]),
            (
                "RF18539007547034 und RF18 5390 0754 7034",
                &[("RF18539007547034", CreditorReference), ("RF18 5390 0754 7034", CreditorReference)],
            ),
            ("CHE-109.322.551 MWST", &[("CHE-109.322.551", Uid)]),
            ("4111 1111 1111 1111 12.50", &[("4111 1111 1111 1111", Card)]),
            ("2026-03-31 Miete 1200.00", &[]),
        ];
        for (text, expected) in cases {
            let found: Vec<_> =
                find_checked(text).into_iter().map(|(range, kind)| (text.get(range).unwrap(), kind)).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}
