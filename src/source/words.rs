//! The words of a file that isn't Unicode, which show its code page.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::code_page::{CodePage, decode};
use super::spelling::{LANGUAGES, Languages, Spelling};

/// The currencies of countries whose banks write in code pages of Central Europe, and the countries of such accounts.
const CENTRAL_CURRENCIES: [&[u8; 3]; 5] = [b"CZK", b"HRK", b"HUF", b"PLN", b"RON"];
const CENTRAL_COUNTRIES: [&[u8; 2]; 7] = [b"CZ", b"HR", b"HU", b"PL", b"RO", b"SI", b"SK"];
/// Other currencies and countries of Europe.
const OTHER_CURRENCIES: [&[u8; 3]; 7] = [b"CHF", b"DKK", b"EUR", b"GBP", b"NOK", b"SEK", b"USD"];
const OTHER_COUNTRIES: [&[u8; 2]; 18] = [
    b"AT", b"BE", b"CH", b"DE", b"DK", b"ES", b"FI", b"FR", b"GB", b"IE", b"IS", b"IT", b"LI",
    b"LU", b"NL", b"NO", b"PT", b"SE",
];

/// How many bytes at the start are searched for currencies and IBANs.
const ORIGIN_LEN: usize = 1 << 20;

/// How often each word occurs, and its first offset.
type Counts<'b> = HashMap<&'b [u8], (usize, usize)>;

/// The words of a file with bytes beyond ASCII.
pub(super) struct Words<'b> {
    words: Counts<'b>,
    origin: Origin,
}

/// The code page that the words show.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choice {
    /// The place of the code page in the list.
    pub(super) page: usize,
    /// The offset of the first word that is read otherwise in another code page, which fits as well, or that is none of any language.
    pub(super) doubt: Option<usize>,
}

/// Where the text says that its account is, as far as that tells code pages apart.
#[derive(Debug, Clone, Copy, Default)]
struct Origin {
    central: usize,
    other: usize,
}

/// How the words are spelled in a code page.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    strange: usize,
    /// How many words are of any language.
    known: usize,
    /// How many words are of the language that has the most.
    of_one_language: usize,
    /// The place of that language in the order of preference, from 0.
    rank: usize,
    /// Whether code pages of Central Europe are made for it.
    is_central: bool,
}

impl<'b> Words<'b> {
    /// Finds the words of a text.
    pub(super) fn of(text: &'b [u8]) -> Self {
        let mut words = HashMap::new();
        let mut offset = 0;
        for word in text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic()) {
            if !word.is_ascii() {
                let (count, _) = words.entry(word).or_insert((0, offset));
                *count += 1;
            }
            offset += word.len() + 1;
        }
        let head = text.get(..ORIGIN_LEN).unwrap_or(text);
        Self {
            words,
            origin: Origin::of(head),
        }
    }

    /// Chooses one of several code pages: the first one if its words can be spelled so, or one in which nearly all others can.
    ///
    /// Some letters are at the same byte in several code pages, so the one counts in which the most words are of one language.
    pub(super) fn choose<const N: usize>(&self, pages: [&CodePage; N]) -> Choice {
        let readings = pages.map(|page| Reading::of(&self.words, page, self.origin));
        let mut candidates = pages.into_iter().zip(readings).enumerate();
        let Some((mut place, (usual, first))) = candidates.next() else {
            return Choice::default();
        };
        let (mut chosen, mut best) = (usual, first);
        for (number, (page, reading)) in candidates {
            let is_expected = reading.is_central && self.origin.is_central();
            // If all words are possible, only the country of the account speaks for another code page.
            let fits = if first.strange == 0 {
                reading.strange == 0 && is_expected && !self.differing(usual, page).is_empty()
            } else {
                // A few words may be damaged for another reason.
                reading.strange * 4 <= first.strange
            };
            // A file of that country may have names of several languages.
            let words = if is_expected {
                reading.known
            } else {
                reading.of_one_language
            };
            if fits && (words, Reverse(reading.rank)) > best.key() {
                (place, chosen, best) = (number, page, reading);
            }
        }
        let doubt_of = |rival| self.first_doubt(chosen, rival, place == 0);
        let first_doubt = pages.into_iter().filter_map(doubt_of).min();
        Choice {
            page: place,
            doubt: if best.strange > best.of_one_language {
                self.first_strange(chosen)
            } else {
                first_doubt
            },
        }
    }

    /// Returns the words that are read otherwise in another code page.
    fn differing(&self, one: &CodePage, other: &CodePage) -> Counts<'b> {
        let mut words = self.words.clone();
        words.retain(|word, _| decode_word(word, one) != decode_word(word, other));
        words
    }

    /// Returns the offset of the first word that is read otherwise in another code page, if such words fit as well there.
    ///
    /// Against the usual code page, more words must be of one language, or as many of a more common one, or of one of Central Europe if the file names such a
    /// country.
    fn first_doubt(&self, chosen: &CodePage, rival: &CodePage, is_usual: bool) -> Option<usize> {
        let words = self.differing(chosen, rival);
        let best = Reading::of(&words, chosen, self.origin);
        let other = Reading::of(&words, rival, self.origin);
        let is_local = other.is_central && self.origin.central > 0;
        let is_as_good = if is_usual && !is_local {
            // A file may have names of several languages.
            other.key() >= (best.known, Reverse(best.rank))
        } else {
            other.of_one_language >= best.of_one_language
        };
        let is_rival = other.strange <= best.strange && other.of_one_language > 0 && is_as_good;
        let offsets = words.values().map(|(_, offset)| *offset);
        offsets.min().filter(|_| is_rival)
    }

    /// Returns the offset of the first word that no language has in a code page.
    fn first_strange(&self, page: &CodePage) -> Option<usize> {
        let is_strange = |word: &[u8]| Spelling::of(&decode_word(word, page)) == Spelling::Strange;
        let strange = self.words.iter().filter(|(word, _)| is_strange(word));
        strange.map(|(_, (_, offset))| *offset).min()
    }
}

impl Reading {
    /// Reads words in a code page.
    fn of(words: &Counts<'_>, page: &CodePage, origin: Origin) -> Self {
        let mut reading = Self::default();
        let mut counts = [0_usize; LANGUAGES];
        for (word, (count, _)) in words {
            match Spelling::of(&decode_word(word, page)) {
                Spelling::Strange => reading.strange += count,
                Spelling::Signs => {}
                Spelling::Of(languages) => {
                    reading.known += count;
                    for (sum, is_one) in counts.iter_mut().zip(languages.flags()) {
                        *sum += if is_one { *count } else { 0 };
                    }
                }
            }
        }
        // The languages of an account's country come first.
        let is_expected = |language| Languages::is_central(language) == origin.is_central();
        let mut order: Vec<usize> = (0..LANGUAGES).collect();
        order.sort_by_key(|language| !is_expected(*language));
        for (rank, language) in order.into_iter().enumerate() {
            let count = counts.get(language).copied().unwrap_or(0);
            if count > reading.of_one_language {
                reading.of_one_language = count;
                reading.rank = rank;
                reading.is_central = Languages::is_central(language);
            }
        }
        reading
    }

    /// Orders readings by what speaks for them.
    fn key(&self) -> (usize, Reverse<usize>) {
        (self.of_one_language, Reverse(self.rank))
    }
}

impl Origin {
    /// Counts the currencies and the beginnings of IBANs in a text.
    fn of(text: &[u8]) -> Self {
        let mut origin = Self::default();
        let mut before = b' ';
        let mut rest = text;
        while let [first, tail @ ..] = rest {
            let is_new = |byte: u8| !byte.is_ascii_alphabetic();
            if first.is_ascii_uppercase() && is_new(before) {
                origin.count(rest, before);
            }
            before = *first;
            rest = tail;
        }
        origin
    }

    /// Counts the currency or the IBAN at the start of a text.
    fn count(&mut self, text: &[u8], before: u8) {
        let has_end = |end: usize| !text.get(end).is_some_and(u8::is_ascii_alphabetic);
        if let Some(code) = text.first_chunk::<3>().filter(|_| has_end(3)) {
            self.central += usize::from(CENTRAL_CURRENCIES.contains(&code));
            self.other += usize::from(OTHER_CURRENCIES.contains(&code));
        }
        if let Some(&[first, second, digit, digit_2]) = text.first_chunk()
            && !before.is_ascii_alphanumeric()
            && digit.is_ascii_digit()
            && digit_2.is_ascii_digit()
        {
            let country = [first, second];
            self.central += usize::from(CENTRAL_COUNTRIES.contains(&&country));
            self.other += usize::from(OTHER_COUNTRIES.contains(&&country));
        }
    }

    /// Whether most of it is of Central Europe.
    const fn is_central(self) -> bool {
        self.central > self.other
    }
}

fn decode_word(word: &[u8], page: &CodePage) -> String {
    word.iter().map(|byte| decode(page, *byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::code_page::{IBM850, MACINTOSH, WINDOWS_1250, WINDOWS_1252};
    use super::*;

    const PAGES: [&CodePage; 4] = [&WINDOWS_1252, &IBM850, &WINDOWS_1250, &MACINTOSH];

    fn chosen(text: &[u8]) -> (usize, Option<usize>) {
        let Choice { page, doubt } = Words::of(text).choose(PAGES);
        (page, doubt)
    }

    #[test]
    fn common_letters_come_first() {
        // Müller in Mac OS Roman, which would be Mźller in windows-1250.
        assert_eq!(chosen(b"M\x9fller"), (3, Some(0)));
        assert_eq!(chosen(b"M\x9fller, \x86berweisung"), (3, None));
        // Genève in windows-1252, which would be Genčve in windows-1250.
        assert_eq!(chosen(b"Gen\xE8ve"), (0, None));
    }

    #[test]
    fn the_country_of_an_account_decides() {
        // číslo účet: both letters are in Catalan words of windows-1252 too.
        let words = b"\xE8\xEDslo \xFA\xE8et".as_slice();
        assert_eq!(chosen(words), (0, None));
        assert_eq!(chosen(&[words, b" CZK"].concat()), (2, Some(0)));
        assert_eq!(chosen(&[words, b" CZK EUR"].concat()), (0, Some(0)));
        assert_eq!(
            chosen(&[words, b" SK3112000000198742637541"].concat()),
            (2, Some(0))
        );
        assert_eq!(chosen(&[words, b" ASK31 BRON"].concat()), (0, None));
    }

    #[test]
    fn words_of_two_code_pages_are_doubtful() {
        // società in code page 850, whose last byte is `…` in windows-1252.
        assert_eq!(chosen(b"citt\x85, societ\x85"), (0, Some(0)));
        // Words of Greek in windows-1253.
        assert_eq!(chosen(b"12 \xD0\xEB\xE7\xF1\xF9\xEC\xDE"), (0, Some(3)));
        for clear in [
            b"l\x92azienda 10 \x80".as_slice(),
            b"Paul\x92s \x96 5\xD73",
            b"m\xB2 m\xB3 12 \xB0C \xA7 5",
            b"Stra\xDFe",
            // Çelik would be Ãelik in code page 850, and Empfänger and Währung Empfõnger and Wõhrung.
            b"Empf\xE4nger W\xE4hrung \xC7elik",
            b"",
        ] {
            assert_eq!(
                chosen(clear),
                (0, None),
                "{}",
                decode_word(clear, &WINDOWS_1252)
            );
        }
    }
}
