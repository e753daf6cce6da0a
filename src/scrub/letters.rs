//! Finds the characters of words, and the characters that replace them.

use std::collections::HashMap;

use crate::source::Encoding;

/// The letters of replaced words. Without vowels, a replacement is recognized as one, and is no other word.
pub(super) const CONSONANTS: &[char] = &[
    'b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'z',
];
/// The letters of words of one or two letters, which need more of them.
const LETTERS: &[char] = &[
    'a', 'b', 'c', 'd', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't',
    'u', 'v', 'w', 'y', 'z',
];
/// The letter in the place of accented Latin letters. It is the same byte in the code pages of Western and Central Europe, and a letter of languages of both, so
/// that a copy is read in the encoding of its file.
const ACCENTED: &[char] = &['é'];
/// The accented letters of words with few other letters. All are at the same byte in both too, and Hungarian words have them together.
const MORE_ACCENTED: &[char] = &['á', 'é', 'í', 'ó', 'ö', 'ú', 'ü'];
/// The letters in the place of Greek, Cyrillic and other letters that have two bytes in UTF-8: Armenian consonants, so that no such letter looks as if it stayed.
const ARMENIAN_CONSONANTS: &[char] = &[
    'բ', 'գ', 'դ', 'զ', 'թ', 'ժ', 'լ', 'խ', 'ծ', 'կ', 'հ', 'ձ', 'ղ', 'ճ', 'մ', 'յ', 'ն', 'շ', 'չ',
    'պ', 'ջ', 'ռ', 'ս', 'վ', 'տ', 'ր', 'ց', 'փ', 'ք', 'ֆ',
];
/// The first of the syllables of Yi that are in the place of characters of three bytes, such as Chinese ones.
const FIRST_YI_SYLLABLE: u32 = 0xA000;
/// The first of the hieroglyphs that are in the place of characters of four bytes.
const FIRST_HIEROGLYPH: u32 = 0x1_3000;
/// The signs in the place of those that a wrong encoding made of a letter. They are such signs too, and every encoding of a statement has them.
const SIGNS: &[char] = &['©', '«', '®', '¯', '°', '²', '³', '·', '¹', '»'];
/// The letters that umlauts of Mac OS Roman become within a word in lower case. The same one is in the place of all, so that the fault stays and the umlaut is gone.
const MISREAD_UMLAUTS: [char; 4] = ['Š', 'Œ', 'Ž', 'Ÿ'];
const MISREAD_UMLAUT: char = 'Œ';

/// Tells the characters of words from other ones.
pub(super) struct WordCharacters {
    /// The characters that are part of a wrongly decoded text, by their offsets, and whether they are replaced.
    misdecoded: HashMap<usize, bool>,
}

impl WordCharacters {
    /// Looks for signs that are letters in the right encoding.
    pub(super) fn of(text: &str) -> Self {
        let mut misdecoded = HashMap::new();
        if !text.is_ascii() {
            find_misdecoded(text, &mut misdecoded);
        }
        Self { misdecoded }
    }

    /// Whether the character at an offset belongs to a word.
    pub(super) fn contain(&self, at: usize, character: char) -> bool {
        self.misdecoded
            .get(&at)
            .copied()
            .unwrap_or_else(|| is_letter(character))
    }
}

/// Whether a character is a letter, or a digit of another script, which people read as one.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() || character.is_numeric() && character > '\u{ff}'
}

/// Whether a character changes the letter before it.
const fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Finds UTF-8 that was decoded as Windows-1252 or ISO-8859-1, and signs and accents that belong to the letter beside them.
fn find_misdecoded(text: &str, found: &mut HashMap<usize, bool>) {
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    let (mut before, mut joins) = (' ', false);
    let mut characters = text.char_indices().chain([(text.len(), ' ')]).peekable();
    while let Some((at, character)) = characters.next() {
        let after = characters.peek().map_or(' ', |(_, after)| *after);
        joins = is_sign_of_word(before, joins, character, after);
        if joins {
            found.insert(at, true);
        }
        before = character;
        match byte_of(character) {
            Some(byte) => {
                bytes.push(byte);
                offsets.push(at);
            }
            None => {
                find_decoded_twice(&bytes, &offsets, found);
                bytes.clear();
                offsets.clear();
            }
        }
    }
}

/// Whether a character that is no letter belongs to the word beside it. `joins` says whether the character before it does.
fn is_sign_of_word(before: char, joins: bool, character: char, after: char) -> bool {
    if character.is_ascii() || character.is_alphanumeric() || character.is_whitespace() {
        return false;
    }
    match character {
        char::REPLACEMENT_CHARACTER => false,
        // An upper-case letter begins most letters of two bytes in a wrong encoding.
        _ if !before.is_ascii() && before.is_uppercase() => true,
        _ if is_combining(character) => before.is_alphabetic(),
        // Texts have these signs between words.
        '\u{2000}'..='\u{20cf}' | '\u{2212}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => false,
        _ => {
            let follows = joins || before.is_alphabetic() || byte_of(before).is_some();
            byte_of(character).is_none() && (follows || after.is_alphabetic())
        }
    }
}

/// Returns the byte from which a character was decoded, if that is not ASCII.
fn byte_of(character: char) -> Option<u8> {
    let mut bytes = Vec::new();
    match character {
        '\u{80}'..='\u{ff}' => u8::try_from(character).ok(),
        // Windows-1252 has no others, and its table has no index.
        '\u{152}'..='\u{192}' | '\u{2c6}'..='\u{2dc}' | '\u{2013}'..='\u{2122}' => {
            Encoding::Windows1252
                .encode(character, &mut bytes)
                .then(|| bytes.first().copied())
                .flatten()
        }
        _ => None,
    }
}

/// Finds UTF-8 in the bytes of a text that was decoded as Windows-1252.
fn find_decoded_twice(bytes: &[u8], offsets: &[usize], found: &mut HashMap<usize, bool>) {
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        // A sign alone says nothing about a name, such as a quote or the sign of the euro.
        let is_word = valid.chars().nth(1).is_some() || valid.contains(is_letter);
        let end = at + valid.len();
        found.extend(
            offsets
                .get(at..end)
                .unwrap_or_default()
                .iter()
                .map(|offset| (*offset, is_word)),
        );
        at = end + chunk.invalid().len();
    }
}

/// Whether a character is what a wrong encoding makes of the second or a further byte of a letter.
fn is_continuation(character: char) -> bool {
    matches!(byte_of(character), Some(0x80..=0xbf))
}

/// Returns a letter in lower case, if that is one character of the same encodings.
pub(super) fn lowercase(character: char) -> char {
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) if character != 'Ÿ' => only,
        _ => character,
    }
}

/// Returns the characters that replace those of a word in lower case, one for each byte.
pub(super) fn replace_letters(word: &str, bytes: &mut dyn Iterator<Item = u8>) -> String {
    let plain = if word.chars().nth(2).is_none() {
        LETTERS
    } else {
        CONSONANTS
    };
    let has_few = word.chars().filter(char::is_ascii).nth(2).is_none();
    let accented = if has_few { MORE_ACCENTED } else { ACCENTED };
    let mut characters = word.chars().zip(bytes).peekable();
    let mut before = ' ';
    let mut replaced = String::with_capacity(word.len());
    while let Some((character, byte)) = characters.next() {
        let next = characters.peek().map(|(next, _)| *next);
        replaced.push(match character {
            _ if is_combining(character) || is_encoding_mark(before, character, next) => character,
            _ if character.is_ascii() => pick(plain, byte),
            _ if !character.is_alphanumeric()
                || !before.is_ascii() && is_continuation(character) =>
            {
                pick(SIGNS, byte)
            }
            '\u{80}'..='\u{2ff}' => pick(accented, byte),
            _ => match character.len_utf8() {
                2 => pick(ARMENIAN_CONSONANTS, byte),
                3 => char::from_u32(FIRST_YI_SYLLABLE + u32::from(byte)).unwrap_or('ꀀ'),
                _ => char::from_u32(FIRST_HIEROGLYPH + u32::from(byte)).unwrap_or('𓀀'),
            },
        });
        before = character;
    }
    replaced
}

/// Whether a character of a word in lower case shows that the text was decoded twice. These begin many letters of such a text, so they say little about a name,
/// and without them the fault would be gone.
fn is_encoding_mark(before: char, character: char, next: Option<char>) -> bool {
    match character {
        'ã' | 'â' => next.is_some_and(is_continuation),
        '€' => before == 'â',
        _ => false,
    }
}

/// Returns a replacement with the upper case of the word.
pub(super) fn with_case(word: &str, replacement: &str) -> String {
    let mut characters = word.chars().peekable();
    let mut before = None;
    let cased = replacement.chars().map(|after| {
        let Some(character) = characters.next() else {
            return after;
        };
        let is_within = before.is_some_and(char::is_alphabetic)
            && characters.peek().is_some_and(|next| next.is_lowercase());
        before = Some(character);
        match () {
            () if is_within && MISREAD_UMLAUTS.contains(&character) => MISREAD_UMLAUT,
            () if character.is_uppercase() => after.to_uppercase().next().unwrap_or(after),
            () => after,
        }
    });
    cased.collect()
}

/// Returns the character of an alphabet for a byte.
pub(super) fn pick(alphabet: &[char], byte: u8) -> char {
    alphabet
        .get(usize::from(byte) % alphabet.len())
        .copied()
        .unwrap_or('b')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let characters = WordCharacters::of(text);
        let mut words = vec![String::new()];
        for (at, character) in text.char_indices() {
            match words.last_mut() {
                Some(word) if characters.contain(at, character) => word.push(character),
                _ => words.push(String::new()),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    /// Returns UTF-8 as it is read as Windows-1252, or as ISO-8859-1.
    fn misdecoded(text: &str, is_latin: bool) -> String {
        let of_byte = |byte: u8| match byte {
            0x80..=0x9f if !is_latin => {
                let bytes = [&[byte], b" gr\xfc\xdfe".as_slice()].concat();
                crate::source::Decoded::from_bytes(&bytes)
                    .text()
                    .chars()
                    .next()
            }
            byte => Some(char::from(byte)),
        };
        text.bytes().filter_map(of_byte).collect()
    }

    #[test]
    fn a_misdecoded_name_is_one_word_without_its_bytes() {
        for name in [
            "Стефан",
            "Ελένη",
            "山田太郎",
            "Søren",
            "Jürg",
            "Ñuñez",
            "Łukasz",
            "Größe",
            "ÀÉÏ",
            "محمد",
        ] {
            for is_latin in [true, false] {
                let once = misdecoded(name, is_latin);
                for text in [misdecoded(&once, is_latin), once] {
                    assert_eq!(words(&text), [text.as_str()], "{name}");
                    let lower: String = text.chars().map(lowercase).collect();
                    let replaced = with_case(
                        &text,
                        &replace_letters(
                            &lower,
                            &mut (0..=255).map(|byte: u8| byte.wrapping_mul(97)),
                        ),
                    );
                    let pairs = text.chars().zip(replaced.chars());
                    let stay = pairs.filter(|(before, after)| {
                        before == after && !matches!(before, 'Ã' | 'ã' | 'Â' | 'â' | '€')
                    });
                    assert!(
                        stay.count() * 5 <= name.chars().count() * 2,
                        "{text}: {replaced}"
                    );
                }
            }
        }
    }

    #[test]
    fn signs_of_a_text_stay() {
        for (text, expected) in [
            (
                "L’ami – 5 €, «Le Lac» 12 °C",
                &["L", "ami", "Le", "Lac", "C"][..],
            ),
            ("Lâ€™ami, 5 â‚¬, Â§ 5", &["L", "ami"]),
            ("caf\u{fffd}s", &["caf", "s"]),
            (
                "√úrich 5\u{2212}3 → M├╝ller ❤\u{fe0f}",
                &["√úrich", "M├╝ller"],
            ),
            ("–≤–∞–æ", &["≤", "∞", "æ"]),
            ("Mu\u{308}ller", &["Mu\u{308}ller"]),
            ("São Škoda Œuvre", &["São", "Škoda", "Œuvre"]),
        ] {
            let found: Vec<String> = words(text)
                .into_iter()
                .filter(|word| !word.contains(|character: char| character.is_ascii_digit()))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn every_alphabet_is_one_of_letters_that_keep_their_form() {
        for character in [
            CONSONANTS,
            LETTERS,
            ACCENTED,
            MORE_ACCENTED,
            ARMENIAN_CONSONANTS,
        ]
        .concat()
        {
            let mut upper = character.to_uppercase();
            assert!(
                character.is_lowercase()
                    && upper
                        .next()
                        .is_some_and(|upper| upper.len_utf8() == character.len_utf8())
            );
            assert!(upper.next().is_none() && character.len_utf8() < 3);
        }
        for byte in 0..=255 {
            let replaced = replace_letters("山𐐀", &mut [byte, byte].into_iter());
            assert!(
                replaced.chars().all(char::is_alphabetic) && replaced.len() == 7,
                "{replaced}"
            );
        }
        for encoding in [Encoding::Windows1252, Encoding::Iso8859Part15] {
            for character in [ACCENTED, MORE_ACCENTED, SIGNS]
                .concat()
                .into_iter()
                .flat_map(|character| {
                    [
                        character,
                        with_case("Ä", &character.to_string())
                            .chars()
                            .next()
                            .unwrap(),
                    ]
                })
            {
                assert!(encoding.encode(character, &mut Vec::new()), "{character}");
            }
        }
    }
}
