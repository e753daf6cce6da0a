use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::check_digits::{CheckedKind, find_checked};
use super::letters::{CONSONANTS, WordCharacters, lowercase, pick, replace_letters, with_case};
use super::options::ScrubKey;
use crate::source::Certain;
use crate::value::{CardNumber, Currency};

/// The shortest words and numbers that must not be in the output by chance.
const MIN_WORD: usize = 4;
const MIN_DIGITS: usize = 5;
/// How often another replacement is tried.
const MAX_ATTEMPTS: u32 = 2000;
/// The maximum number of candidates for a word; each of them is valid. If all of them are taken, so is nearly every word of its form.
const MAX_WORD_ATTEMPTS: u32 = 200;
/// How many replacements of a form are kept for words that share one.
const MAX_SHARED: usize = 1000;

/// Replaces words and numbers by others of the same length, the same ones everywhere.
///
/// Two words have different replacements, so that equal texts stay equal and different ones different. Where a source has so many words of a form that none
/// is left, words share a replacement. A replacement is never a word of a source.
pub(super) struct Replacer<'k> {
    key: &'k ScrubKey,
    /// The number of the first candidate for each text.
    first: u32,
    /// The words and numbers of the sources, which replacements avoid.
    source: &'k HashSet<String>,
    replaced: HashMap<(&'static str, String), String>,
    used: HashSet<(&'static str, String)>,
    forms: HashMap<(&'static str, String), Form>,
    /// The number of words that share the replacement of another one.
    shared: usize,
    lacks_replacement: bool,
}

/// The words whose replacements have the same letters to choose from, such as those of four ASCII letters.
#[derive(Default)]
struct Form {
    /// The first replacements that are in no source.
    replacements: Vec<String>,
    /// Whether a word found no replacement of its own. Trying them all again for each word that follows would take a hundred times as long.
    is_full: bool,
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
    pub(super) fn new(key: &'k ScrubKey, attempt: u32, source: &'k HashSet<String>) -> Self {
        let first = attempt * MAX_ATTEMPTS;
        Self {
            key,
            first,
            source,
            replaced: HashMap::new(),
            used: HashSet::new(),
            forms: HashMap::new(),
            shared: 0,
            lacks_replacement: false,
        }
    }

    /// Returns how many words so far share the replacement of another one.
    pub(super) const fn shared(&self) -> usize {
        self.shared
    }

    /// Returns whether a word had no replacement that is in no source.
    pub(super) const fn lacks_replacement(&self) -> bool {
        self.lacks_replacement
    }

    /// Returns a text with each word and number replaced. It has the same number of characters.
    pub(super) fn replace(&mut self, text: &str) -> String {
        let mut output = String::with_capacity(text.len());
        let mut end = 0;
        let tokens = tokens(text);
        for (index, (range, token)) in tokens.iter().enumerate() {
            output.push_str(text.get(end..range.start).certain());
            end = range.end;
            let found = text.get(range.clone()).certain();
            let rest = text.get(range.end..).certain();
            let is_currency =
                || Currency::parse(found).is_ok() && is_beside_number(text, &tokens, index);
            match token {
                Token::Word if is_kept(found, rest) || is_currency() => output.push_str(found),
                Token::Word => output.push_str(&self.replace_word(found)),
                Token::Digits => output.push_str(&self.replace_digits(found)),
                Token::Checked(kind) => output.push_str(&self.replace_checked(found, *kind)),
            }
        }
        output.push_str(text.get(end..).certain());
        output
    }

    fn replace_word(&mut self, word: &str) -> String {
        let plain: String = word.chars().map(lowercase).collect();
        with_case(word, &self.remember("word", plain, replace_letters))
    }

    fn replace_digits(&mut self, digits: &str) -> String {
        let number = digits.trim_start_matches('0');
        if number.is_empty() {
            return digits.to_owned();
        }
        // Zeros at the start stay, so that a number with and without them has one replacement. The zeros of a short number would leave too few digits.
        let zeros = (digits.len() - number.len()).min(digits.len().saturating_sub(MIN_DIGITS));
        let (zeros, number) = digits.split_at_checked(zeros).unwrap_or(("", digits));
        let replacement = self.remember("digits", number.to_owned(), |text, bytes| {
            // The number doesn't get another zero at the start.
            let replaced = text.chars().zip(bytes).enumerate();
            replaced
                .map(|(at, (_, byte))| {
                    if at == 0 {
                        digit(1 + byte % 9)
                    } else {
                        digit(byte % 10)
                    }
                })
                .collect()
        });
        format!("{zeros}{replacement}")
    }

    fn replace_checked(&mut self, number: &str, kind: CheckedKind) -> String {
        let compact: String = number
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_uppercase();
        let mut attempt = 0;
        let replacement = self.remember_checked(kind.name(), compact, |text, bytes| {
            let kept = kind.kept(text, attempt);
            attempt += 1;
            let replaced =
                text.chars().zip(bytes).enumerate().map(
                    |(at, (character, byte))| match character {
                        _ if at < kept => character,
                        '0'..='9' => digit(byte % 10),
                        _ => pick(CONSONANTS, byte).to_ascii_uppercase(),
                    },
                );
            Some(replaced.collect()).filter(|candidate: &String| kind.contains(candidate))
        });
        let mut characters = replacement.chars();
        let laid_out = number.chars().map(|before| {
            let after = if before.is_ascii_alphanumeric() {
                characters.next().unwrap_or(before)
            } else {
                before
            };
            if before.is_ascii_lowercase() {
                after.to_ascii_lowercase()
            } else {
                after
            }
        });
        laid_out.collect()
    }

    /// Returns the replacement of a word or number: the same as before, or its own, or that of another one of its form if no other is left.
    fn remember(
        &mut self,
        kind: &'static str,
        text: String,
        make: impl Fn(&str, &mut dyn Iterator<Item = u8>) -> String,
    ) -> String {
        if let Some(known) = self.replaced.get(&(kind, text.clone())) {
            return known.clone();
        }
        // Without random bytes, all words of a form have one replacement.
        let form = (kind, make(&text, &mut std::iter::repeat(0)));
        let is_full = self.forms.get(&form).is_some_and(|form| form.is_full);
        let candidate = if is_full {
            None
        } else {
            self.find_candidate(kind, &text, MAX_WORD_ATTEMPTS, |text, bytes| {
                Some(make(text, bytes))
            })
        };
        let form = self.forms.entry(form).or_default();
        let replacement = match candidate {
            Some(Candidate::Free(own)) => {
                if form.replacements.len() < MAX_SHARED {
                    form.replacements.push(own.clone());
                }
                own
            }
            // Nothing of the text can be replaced, such as a mark of a wrong encoding.
            Some(Candidate::Same) => text.clone(),
            Some(Candidate::Currency(own)) if form.replacements.is_empty() => own,
            Some(Candidate::Currency(_)) | None => {
                form.is_full = true;
                let mut bytes = self.key.bytes(kind, &text, self.first);
                let start = usize::from(bytes.next().unwrap_or_default()) << 8
                    | usize::from(bytes.next().unwrap_or_default());
                let others = &form.replacements;
                let other = (0..others.len())
                    .filter_map(|at| others.get((start + at) % others.len()))
                    .find(|other| **other != text);
                self.shared += usize::from(other.is_some());
                self.lacks_replacement |= other.is_none();
                other.cloned().unwrap_or_default()
            }
        };
        self.used.insert((kind, replacement.clone()));
        self.replaced.insert((kind, text), replacement.clone());
        replacement
    }

    /// Returns the replacement of a number with check digits: the same as before, or its own. There are far more of them than a source has.
    fn remember_checked(
        &mut self,
        kind: &'static str,
        text: String,
        make: impl FnMut(&str, &mut dyn Iterator<Item = u8>) -> Option<String>,
    ) -> String {
        if let Some(known) = self.replaced.get(&(kind, text.clone())) {
            return known.clone();
        }
        let candidate = self.find_candidate(kind, &text, MAX_ATTEMPTS, make);
        let Some(Candidate::Free(replacement) | Candidate::Currency(replacement)) = candidate
        else {
            self.lacks_replacement = true;
            return String::new();
        };
        self.used.insert((kind, replacement.clone()));
        self.replaced.insert((kind, text), replacement.clone());
        replacement
    }

    /// Returns the first candidate that no other text has and that is not in the source.
    fn find_candidate(
        &self,
        kind: &'static str,
        text: &str,
        max_attempts: u32,
        mut make: impl FnMut(&str, &mut dyn Iterator<Item = u8>) -> Option<String>,
    ) -> Option<Candidate> {
        let (mut currency, mut are_same) = (None, true);
        for attempt in 0..max_attempts {
            let bytes = &mut self.key.bytes(kind, text, self.first + attempt);
            let Some(candidate) = make(text, bytes) else {
                continue;
            };
            if candidate == text {
                continue;
            }
            are_same = false;
            let is_used = self.used.contains(&(kind, candidate.clone()));
            if is_used || self.source.contains(&candidate.to_lowercase()) {
                continue;
            }
            let is_new_card =
                kind != CheckedKind::Card.name() && CardNumber::find(&candidate).is_some();
            if !is_currency(&candidate) && !is_new_card {
                return Some(Candidate::Free(candidate));
            }
            currency = currency.or(Some(Candidate::Currency(candidate)));
        }
        currency.or_else(|| are_same.then_some(Candidate::Same))
    }
}

/// What may replace a text.
enum Candidate {
    Free(String),
    /// The code of a currency or the number of a card by chance, which may be read in another way.
    Currency(String),
    /// The text itself, since nothing of it is replaced.
    Same,
}

/// Returns the words and numbers of a text that replacements avoid.
pub(super) fn avoided(text: &str) -> impl Iterator<Item = String> {
    tokens(text).into_iter().filter_map(|(range, token)| {
        let found = text.get(range).certain();
        let min = if matches!(token, Token::Word) {
            MIN_WORD
        } else {
            MIN_DIGITS
        };
        (found.chars().count() >= min).then(|| found.to_lowercase())
    })
}

/// Returns the parts of a text that are replaced, in ascending order.
fn tokens(text: &str) -> Vec<(Range<usize>, Token)> {
    let mut tokens = Vec::new();
    let words = WordCharacters::of(text);
    let mut end = 0;
    for (range, kind) in find_checked(text) {
        push_tokens(text, end..range.start, &words, &mut tokens);
        end = range.end;
        tokens.push((range, Token::Checked(kind)));
    }
    push_tokens(text, end..text.len(), &words, &mut tokens);
    tokens
}

/// Adds the words and numbers of a part of a text.
fn push_tokens(
    text: &str,
    within: Range<usize>,
    words: &WordCharacters,
    tokens: &mut Vec<(Range<usize>, Token)>,
) {
    let first = tokens.len();
    for (offset, character) in text.get(within.clone()).unwrap_or_default().char_indices() {
        let token = match character {
            '0'..='9' => Token::Digits,
            character if words.contain(within.start + offset, character) => Token::Word,
            _ => continue,
        };
        let (start, end) = (
            within.start + offset,
            within.start + offset + character.len_utf8(),
        );
        let last = tokens.get_mut(first..).and_then(<[_]>::last_mut);
        match last {
            Some((range, last))
                if range.end == start
                    && std::mem::discriminant(last) == std::mem::discriminant(&token) =>
            {
                range.end = end;
            }
            _ => tokens.push((start..end, token)),
        }
    }
}

/// Whether a word stays: a mask of a number, or the exponent of a number that a spreadsheet rounded.
fn is_kept(word: &str, rest: &str) -> bool {
    let is_mask = word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'x' | b'X'));
    is_mask || matches!(word, "e" | "E") && rest.starts_with('+')
}

/// Whether a number is before or after a word, at most a blank and a sign apart.
fn is_beside_number(text: &str, tokens: &[(Range<usize>, Token)], index: usize) -> bool {
    let is_near = |first: usize| {
        let Some([(before, first), (after, second)]) = tokens.get(first..first + 2) else {
            return false;
        };
        let between = text.get(before.end..after.start).unwrap_or_default();
        (!matches!(first, Token::Word) || !matches!(second, Token::Word))
            && between.chars().count() <= 2
            && between
                .chars()
                .all(|character| character.is_whitespace() || "+-\u{2212}".contains(character))
    };
    is_near(index) || index.checked_sub(1).is_some_and(is_near)
}

fn is_currency(word: &str) -> bool {
    Currency::parse(&word.to_uppercase()).is_ok()
}

fn digit(value: u8) -> char {
    char::from(b'0'.saturating_add(value.min(9)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::{Iban, Uid};

    fn key() -> ScrubKey {
        ScrubKey::new(b"0123456789abcdef").unwrap()
    }

    proptest! {
        #[test]
        fn a_replacement_has_the_form_of_the_text(texts in prop::collection::vec("[A-Za-zéÜ0-9 .,:-]{0,24}", 1..8)) {
            let key = key();
            let source = texts.iter().flat_map(|text| avoided(text)).collect();
            let mut replacer = Replacer::new(&key, 0, &source);
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

    /// There are 90,000 numbers of five digits.
    #[test]
    fn where_no_replacement_is_left_numbers_share_one_that_is_in_no_source() {
        let key = key();
        let replace_all = |numbers: Range<u32>| {
            let source = numbers.clone().map(|number| number.to_string()).collect();
            let mut replacer = Replacer::new(&key, 0, &source);
            let copies: Vec<String> = numbers
                .map(|number| replacer.replace(&number.to_string()))
                .collect();
            let first = replacer.replace("10000");
            assert_eq!(Some(&first), copies.first());
            let is_gone = copies.iter().all(|number| !source.contains(number));
            (is_gone, replacer.shared() > 0, replacer.lacks_replacement())
        };
        assert_eq!(replace_all(10_000..20_000), (true, false, false));
        assert_eq!(replace_all(10_000..80_000), (true, true, false));
        assert_eq!(replace_all(10_000..100_000), (true, false, true));
    }

    #[test]
    fn replaces_consistently_and_keeps_what_the_format_needs() {
        let key = key();
        let source = HashSet::new();
        let mut replacer = Replacer::new(&key, 0, &source);
        let mut replace = |text: &str| replacer.replace(text);
        assert_eq!(
            replace("MUSTER Muster")
                .to_lowercase()
                .split(' ')
                .collect::<HashSet<_>>()
                .len(),
            1
        );
        for text in [
            "CHF 5",
            "-5.00 CHF",
            "EUR-5",
            "XXXX xx",
            "000",
            "",
            "9.23E+05",
        ] {
            let letters = |text: &str| {
                text.chars()
                    .filter(|character| character.is_alphabetic())
                    .collect::<String>()
            };
            assert_eq!(letters(&replace(text)), letters(text));
        }
        for name in ["BOB", "RON Muster", "MAD, 5", "Bob 5"] {
            assert_ne!(replace(name).get(..3), name.get(..3), "{name}");
        }
        let iban = replace("CH9300762011623852957");
        assert!(Iban::parse(&iban).is_ok() && iban != "CH9300762011623852957");
        assert_eq!(replace("CH93 0076 2011 6238 5295 7").replace(' ', ""), iban);
        assert_eq!(replace("CH9300762011623852957EUR"), format!("{iban}EUR"));
        assert!(
            replace("TR 20 CH93 0076 2011 6238 5295 7")
                .replace(' ', "")
                .ends_with(&iban)
        );
        assert!(replace("CH11 1111 1111 1111 1111 1").starts_with("CH"));
        assert!(!replace("XQ11 1111 1111 1111 1111 1").starts_with("XQ"));
        assert_eq!(replace("0012345"), format!("00{}", replace("12345")));
        assert!(CardNumber::parse(&replace("4111 1111 1111 1111")).is_ok());
        assert!(Uid::parse(&replace("CHE-109.322.551")).unwrap().is_valid());
    }
}
