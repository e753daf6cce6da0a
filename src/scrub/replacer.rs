use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::check_digits::{CheckedKind, find_checked};
use super::key::Key;
use crate::value::{CardNumber, Currency};

/// The letters of replaced words. Without vowels, a replacement is recognized as one, and is no other word.
const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwz";
/// The letters of words of one or two letters, which need more of them.
const LETTERS: &[u8] = b"abcdfghijklmnopqrstuvwyz";
/// The letters in the place of letters that are not ASCII, in every encoding of a statement.
const ACCENTED: [char; 4] = ['ç', 'ñ', 'ð', 'þ'];
/// The shortest words and numbers that must not be in the output by chance.
const MIN_WORD: usize = 4;
const MIN_DIGITS: usize = 5;
/// How often another replacement is tried.
const MAX_ATTEMPTS: u32 = 2000;
/// The maximum number of candidates for a word; each of them is valid.
const MAX_WORD_ATTEMPTS: u32 = 200;

/// Replaces words and numbers by others of the same length, the same ones everywhere.
///
/// Two words never have one replacement, so that equal texts stay equal and different ones different.
pub(super) struct Replacer<'k> {
    key: &'k Key,
    /// The number of the first candidate for each text.
    first: u32,
    /// The words and numbers of the source, which replacements avoid.
    source: HashSet<String>,
    replaced: HashMap<(&'static str, String), String>,
    used: HashSet<(&'static str, String)>,
}

/// A part of a text that is replaced as a whole.
enum Token {
    /// Letters.
    Word,
    Digits,
    Checked(CheckedKind),
}

impl<'k> Replacer<'k> {
    /// Each `attempt` has other replacements.
    pub(super) fn new(key: &'k Key, attempt: u32) -> Self {
        let first = attempt * MAX_ATTEMPTS;
        Self { key, first, source: HashSet::new(), replaced: HashMap::new(), used: HashSet::new() }
    }

    /// Adds the words and numbers of a text to those that replacements avoid.
    pub(super) fn avoid(&mut self, text: &str) {
        for (range, token) in tokens(text) {
            let found = text.get(range).unwrap_or_default();
            let min = if matches!(token, Token::Word) { MIN_WORD } else { MIN_DIGITS };
            if found.chars().count() >= min {
                self.source.insert(found.to_lowercase());
            }
        }
    }

    /// Returns a text with each word and number replaced. It has the same number of characters.
    pub(super) fn replace(&mut self, text: &str) -> String {
        let mut output = String::with_capacity(text.len());
        let mut end = 0;
        for (range, token) in tokens(text) {
            output.push_str(text.get(end..range.start).unwrap_or_default());
            end = range.end;
            let found = text.get(range.clone()).unwrap_or_default();
            let rest = text.get(range.end..).unwrap_or_default();
            match token {
                Token::Word if is_kept(found, rest) => output.push_str(found),
                Token::Word => output.push_str(&self.replace_word(found)),
                Token::Digits => output.push_str(&self.replace_digits(found)),
                Token::Checked(kind) => output.push_str(&self.replace_checked(found, kind)),
            }
        }
        output.push_str(text.get(end..).unwrap_or_default());
        output
    }

    fn replace_word(&mut self, word: &str) -> String {
        let plain: String = word.chars().map(lowercase).collect();
        let alphabet = if word.chars().nth(2).is_none() { LETTERS } else { CONSONANTS };
        let replacement = self.remember("word", plain, |text, bytes| {
            text.chars()
                .zip(bytes)
                .map(
                    |(character, byte)| {
                        if character.is_ascii() { letter(alphabet, byte) } else { accented(character, byte) }
                    },
                )
                .collect()
        });
        let cased = word.chars().zip(replacement.chars()).map(|(before, after)| match () {
            () if before.is_uppercase() => after.to_uppercase().next().unwrap_or(after),
            () => after,
        });
        cased.collect()
    }

    fn replace_digits(&mut self, digits: &str) -> String {
        let number = digits.trim_start_matches('0');
        if number.is_empty() {
            return digits.to_owned();
        }
        self.remember("digits", digits.to_owned(), |text, bytes| {
            // A long number is no amount, and its zeros would leave too few digits.
            let zeros = (text.len() - text.trim_start_matches('0').len()).min(text.len().saturating_sub(MIN_DIGITS));
            let replaced = text.chars().zip(bytes).enumerate().map(|(at, (character, byte))| match at {
                // Other zeros at the start stay, and a number doesn't get another one.
                at if at < zeros => character,
                at if at == zeros => digit(1 + byte % 9),
                _ => digit(byte % 10),
            });
            replaced.collect()
        })
    }

    fn replace_checked(&mut self, number: &str, kind: CheckedKind) -> String {
        let compact: String =
            number.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        let mut attempt = 0;
        let replacement = self.remember_valid(kind.name(), compact, MAX_ATTEMPTS, |text, bytes| {
            let kept = kind.kept(attempt);
            attempt += 1;
            let replaced = text.chars().zip(bytes).enumerate().map(|(at, (character, byte))| match character {
                _ if at < kept => character,
                '0'..='9' => digit(byte % 10),
                _ => letter(CONSONANTS, byte).to_ascii_uppercase(),
            });
            Some(replaced.collect()).filter(|candidate: &String| kind.contains(candidate))
        });
        let mut characters = replacement.chars();
        let laid_out = number.chars().map(|before| {
            let after = if before.is_ascii_alphanumeric() { characters.next().unwrap_or(before) } else { before };
            if before.is_ascii_lowercase() { after.to_ascii_lowercase() } else { after }
        });
        laid_out.collect()
    }

    fn remember(
        &mut self,
        kind: &'static str,
        text: String,
        make: impl Fn(&str, &mut dyn Iterator<Item = u8>) -> String,
    ) -> String {
        self.remember_valid(kind, text, MAX_WORD_ATTEMPTS, |text, bytes| Some(make(text, bytes)))
    }

    /// Returns the replacement of a text: the same as before, or the first candidate that no other text has and that is not in the source.
    fn remember_valid(
        &mut self,
        kind: &'static str,
        text: String,
        max_attempts: u32,
        mut make: impl FnMut(&str, &mut dyn Iterator<Item = u8>) -> Option<String>,
    ) -> String {
        if let Some(known) = self.replaced.get(&(kind, text.clone())) {
            return known.clone();
        }
        // Where the source has nearly all words of a length, not even an unused candidate is left.
        let (mut unused, mut any) = (None, None);
        for attempt in 0..max_attempts {
            let Some(candidate) = make(&text, &mut self.key.bytes(kind, &text, self.first + attempt)) else { continue };
            if candidate == text {
                continue;
            }
            if self.used.contains(&(kind, candidate.clone())) {
                any = Some(candidate);
                continue;
            }
            let is_new_card = kind != CheckedKind::Card.name() && CardNumber::find(&candidate).is_some();
            let is_in_source = self.source.contains(&candidate.to_lowercase());
            let is_free = !is_in_source && !is_currency(&candidate) && !is_new_card;
            if is_free {
                unused = Some(candidate);
                break;
            }
            unused = unused.or(Some(candidate));
        }
        let replacement = unused.or(any).unwrap_or_else(|| text.clone());
        self.used.insert((kind, replacement.clone()));
        self.replaced.insert((kind, text), replacement.clone());
        replacement
    }
}

/// Returns the parts of a text that are replaced, in ascending order.
fn tokens(text: &str) -> Vec<(Range<usize>, Token)> {
    let mut tokens = Vec::new();
    let mut end = 0;
    for (range, kind) in find_checked(text) {
        push_tokens(text, end..range.start, &mut tokens);
        end = range.end;
        tokens.push((range, Token::Checked(kind)));
    }
    push_tokens(text, end..text.len(), &mut tokens);
    tokens
}

/// Adds the words and numbers of a part of a text.
fn push_tokens(text: &str, within: Range<usize>, tokens: &mut Vec<(Range<usize>, Token)>) {
    let first = tokens.len();
    for (offset, character) in text.get(within.clone()).unwrap_or_default().char_indices() {
        let token = match character {
            '0'..='9' => Token::Digits,
            character if is_letter(character) => Token::Word,
            _ => continue,
        };
        let (start, end) = (within.start + offset, within.start + offset + character.len_utf8());
        let last = tokens.get_mut(first..).and_then(<[_]>::last_mut);
        match last {
            Some((range, last))
                if range.end == start && std::mem::discriminant(last) == std::mem::discriminant(&token) =>
            {
                range.end = end;
            }
            _ => tokens.push((start..end, token)),
        }
    }
}

/// Whether a character is a letter that is replaced. Letters that show that a file was read in a wrong encoding stay, since the fault would be gone.
fn is_letter(character: char) -> bool {
    // Digits of other scripts are read as digits by people.
    let is_word = character.is_alphabetic() || character.is_numeric() && character > '\u{ff}';
    is_word && !matches!(character, 'Ã' | 'Â' | 'ª' | 'º' | 'µ' | 'ƒ' | 'ˆ' | 'Š' | 'Ž' | 'Œ' | 'Ÿ')
}

/// Whether a word stays: a currency, a mask of a number, or the exponent of a number that a spreadsheet rounded.
fn is_kept(word: &str, rest: &str) -> bool {
    let is_mask = word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'x' | b'X'));
    is_mask || Currency::parse(word).is_ok() || matches!(word, "e" | "E") && rest.starts_with('+')
}

fn is_currency(word: &str) -> bool {
    Currency::parse(&word.to_uppercase()).is_ok()
}

/// Returns a letter in lower case, if that is one character.
fn lowercase(character: char) -> char {
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

fn letter(alphabet: &[u8], byte: u8) -> char {
    alphabet.get(usize::from(byte) % alphabet.len()).copied().map_or('b', char::from)
}

/// Returns another letter that is not ASCII, with the same length in UTF-8 where the file may depend on it.
fn accented(character: char, byte: u8) -> char {
    // In a text that was decoded twice, these letters come before a sign.
    if matches!(character, 'â' | 'ï') {
        return character;
    }
    ACCENTED.get(usize::from(byte) % ACCENTED.len()).copied().unwrap_or('ç')
}

fn digit(value: u8) -> char {
    char::from(b'0'.saturating_add(value.min(9)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::{Iban, Uid};

    fn key() -> Key {
        Key::new(b"0123456789abcdef").unwrap()
    }

    proptest! {
        #[test]
        fn a_replacement_has_the_form_of_the_text(texts in prop::collection::vec("[A-Za-zéÜ0-9 .,:-]{0,24}", 1..8)) {
            let key = key();
            let mut replacer = Replacer::new(&key, 0);
            for text in &texts {
                replacer.avoid(text);
            }
            let replaced: Vec<String> = texts.iter().map(|text| replacer.replace(text)).collect();
            for (text, replaced) in texts.iter().zip(&replaced) {
                prop_assert_eq!(text.chars().count(), replaced.chars().count());
                for (before, after) in text.chars().zip(replaced.chars()) {
                    prop_assert_eq!(before.is_ascii(), after.is_ascii());
                    prop_assert_eq!(before.is_alphabetic(), after.is_alphabetic());
                    prop_assert_eq!(before.is_uppercase(), after.is_uppercase());
                    prop_assert_eq!(before.is_ascii_digit(), after.is_ascii_digit());
                    prop_assert!(before.is_alphanumeric() || before == after);
                }
            }
            for (first, other) in texts.iter().enumerate().flat_map(|(at, _)| (0..at).map(move |other| (at, other))) {
                let is_equal = |texts: &[String]| texts[first].to_lowercase() == texts[other].to_lowercase();
                prop_assert_eq!(is_equal(&texts), is_equal(&replaced));
            }
        }
    }

    #[test]
    fn replaces_consistently_and_keeps_what_the_format_needs() {
        let key = key();
        let mut replacer = Replacer::new(&key, 0);
        let mut replace = |text: &str| replacer.replace(text);
        assert_eq!(replace("MUSTER Muster").to_lowercase().split(' ').collect::<HashSet<_>>().len(), 1);
        for text in ["CHF", "XXXX xx", "000", "", "9.23E+05"] {
            let letters = |text: &str| text.chars().filter(|character| character.is_alphabetic()).collect::<String>();
            assert_eq!(letters(&replace(text)), letters(text));
        }
        let iban = replace("CH9300762011623852957");
        assert!(Iban::parse(&iban).is_ok() && iban != "CH9300762011623852957");
        assert_eq!(replace("CH93 0076 2011 6238 5295 7").replace(' ', ""), iban);
        assert!(CardNumber::parse(&replace("4111 1111 1111 1111")).is_ok());
        assert!(Uid::parse(&replace("CHE-109.322.551")).unwrap().is_valid());
    }
}
