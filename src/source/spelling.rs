//! Whether words could be written in a language, which shows the encoding of a text.

/// The letters beyond ASCII, in lower case, that words of one language have together.
const ALPHABETS: [&str; 19] = [
    // German, French, Italian, Spanish, Portuguese and Catalan
    "äöüß",
    "àâæçéèêëîïôœùûüÿ",
    "àèéìîòù",
    "áéíóúñü",
    "áâãàçéêíóôõúü",
    "àèéíïòóúüç",
    // Dutch, the Nordic languages and Icelandic
    "äáéèêëíïóöü",
    "åäöæøéüà",
    "áðéíóúýþæö",
    // Polish, Czech, Slovak, Hungarian, Croatian and Slovene, Romanian
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "čćđšž",
    "ăâîșțşţ",
    // Estonian and Finnish, Lithuanian, Latvian, Turkish
    "äåõöüšž",
    "ąčęėįšųūž",
    "āčēģīķļņšūž",
    "âçğıîöşü",
];

/// What stands before a word, and after one. Other signs beside a letter come from another encoding.
const BEFORE: &str = "„“”‘‚«»‹›¿¡€£¥§±°©µ";
const AFTER: &str = "“”‘«»‹›€£¥²³¹°ºª®™©µ";

/// What divides words: `L’été`, `1…2`, `Bern–Thun`.
const DIVIDING: &str = "\u{a0}\u{ad}’´·…–—•½¼¾×÷";

/// The words of one letter. Others are signs in another encoding.
const SHORTEST: [&str; 3] = ["à", "è", "é"];

/// The languages that are written in the code pages of Central Europe, by their places in [`ALPHABETS`].
const CENTRAL: std::ops::Range<usize> = 9..15;

/// How a word with characters beyond ASCII is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// No language has such a word.
    Strange,
    /// The characters beyond ASCII are signs, or a letter stands alone.
    Signs,
    /// The word could be of these languages.
    Of(Languages),
}

/// A set of languages: a bit for each alphabet, in the order of preference, and one for Cyrillic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Languages(u32);

/// How many languages are told apart.
pub(super) const LANGUAGES: usize = ALPHABETS.len() + 1;

impl Languages {
    const ALL: Self = Self((1 << LANGUAGES) - 1);

    /// Returns for each language whether it is in the set.
    pub(super) fn flags(self) -> impl Iterator<Item = bool> {
        (0..LANGUAGES).map(move |language| self.0 >> language & 1 == 1)
    }

    /// Whether a language is written in the code pages of Central Europe.
    pub(super) fn is_central(language: usize) -> bool {
        CENTRAL.contains(&language)
    }
}

impl Spelling {
    /// Judges a word with the signs around it, as it stands between blanks, digits and other characters of ASCII.
    pub(super) fn of(word: &str) -> Self {
        let parts = word.split(|character| DIVIDING.contains(character));
        let mut common = Languages::ALL.0;
        let mut has_letters = false;
        for part in parts {
            let letters = part
                .trim_start_matches(|sign| BEFORE.contains(sign))
                .trim_end_matches(|sign| AFTER.contains(sign));
            let languages = languages_of(letters);
            if languages == 0 {
                return Self::Strange;
            }
            common &= languages;
            let is_word = letters.chars().nth(1).is_some() || SHORTEST.contains(&letters);
            has_letters |= !letters.is_ascii() && is_word;
        }
        // Only words of the same kind are evidence: `L’été`, and `Paul’s` too.
        if common != 0 && (has_letters || has_apostrophe(word)) {
            Self::Of(Languages(common))
        } else {
            Self::Signs
        }
    }
}

/// Whether an apostrophe stands where words of English, French and Italian have one: `L’été`, `dell’ufficio`, `Paul’s`, but not `Mart’nez`.
fn has_apostrophe(word: &str) -> bool {
    let parts: Vec<&str> = word.split('’').collect();
    parts.windows(2).any(|pair| {
        let &[before, after] = pair else {
            return false;
        };
        let is_short = before.chars().count() == 1;
        let is_elided = after.starts_with(|letter: char| {
            letter.is_alphabetic() && !letter.is_ascii() || "aehiouyAEHIOUY".contains(letter)
        });
        let is_ending = ["s", "t", "d", "m", "ll", "re", "ve", "S", "T"].contains(&after);
        before.ends_with(char::is_alphabetic) && (is_short || is_elided || is_ending)
    })
}

/// Returns a bit for each language that could have a word: all of them for one in ASCII.
fn languages_of(word: &str) -> u32 {
    if word.is_ascii() {
        return Languages::ALL.0;
    }
    if has_stray_case(word) || has_stray_ligature(word) {
        return 0;
    }
    let letters = || {
        let beyond = word.chars().filter(|letter| !letter.is_ascii());
        beyond.flat_map(char::to_lowercase)
    };
    let mut languages = 0;
    for (language, alphabet) in ALPHABETS.iter().enumerate() {
        let fits = letters().all(|letter| alphabet.contains(letter));
        languages |= u32::from(fits) << language;
    }
    let is_cyrillic = letters().all(|letter| matches!(letter, 'а'..='я' | 'ё'..='џ' | 'ґ'))
        && !word.contains(|letter: char| letter.is_ascii_alphabetic());
    languages | u32::from(is_cyrillic) << ALPHABETS.len()
}

/// Whether a sharp s does not follow a vowel, or `œ` stands before another letter than in `œuvre`, `œil`, `fœtus`, `œnologie`: `Mßlaga` and `nœmero` are
/// `Málaga` and `número` in other encodings.
fn has_stray_ligature(word: &str) -> bool {
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek();
        let is_stray = match letter {
            'ß' => !before.is_some_and(|before| "aeiouyäöüAEIOUYÄÖÜ".contains(before)),
            'œ' | 'Œ' => {
                let followers = if before.is_none() {
                    "cinsuCINSU"
                } else {
                    "utUT"
                };
                !after.is_some_and(|after| followers.contains(*after))
            }
            _ => false,
        };
        if is_stray {
            return true;
        }
        before = Some(letter);
    }
    false
}

/// Whether a letter beyond ASCII is in another case than those around it: `GŸnther`, `GENèVE`. No word begins so by chance, since capitals are where
/// small letters are in other encodings.
fn has_stray_case(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let windows = letters.windows(2).enumerate();
    windows.into_iter().any(|(at, pair)| {
        let &[before, letter] = pair else {
            return false;
        };
        if letter.is_ascii() {
            return false;
        }
        let after = letters.get(at + 2);
        if letter.is_uppercase() {
            before.is_lowercase() || after.is_some_and(|after| after.is_lowercase())
        } else {
            let is_before_capital = after.is_some_and(|after| after.is_uppercase());
            letter != 'ß' && is_before_capital
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_strange(word: &str) -> bool {
        let is_outside = |letter: char| letter.is_ascii() && !letter.is_ascii_alphabetic();
        let mut parts = word.split(is_outside);
        parts.any(|part| Spelling::of(part) == Spelling::Strange)
    }

    #[test]
    fn words_of_every_language_are_known() {
        let text = "Zürich STRAßE Straße GENÈVE L’été où «Noël» 10€ m² São João ação Ñandú più lunedì \
            København Þór België één łącznie WPŁATA Gdańsk zaúčtování Žižkov ŠKODA kőműves Đuro București \
            Õun Šiauliai Öztürk Yıldız Платёж ПЛАТЕЖ Київ „Löwen“ 5×3 1…2 ± À Œuvre ½ Bjørn-Þór";
        for word in text.split(' ') {
            assert!(!is_strange(word), "{word}");
        }
    }

    #[test]
    fn signs_and_single_letters_are_no_evidence() {
        for word in ["€", "Ä", "m²", "Bern–Thun", "1…2", "“Hotel”"] {
            assert_eq!(Spelling::of(word), Spelling::Signs, "{word}");
        }
        for word in ["Žižkov", "L’été", "Paul’s"] {
            assert!(matches!(Spelling::of(word), Spelling::Of(_)), "{word}");
        }
    }

    #[test]
    fn words_that_were_read_in_another_encoding_are_strange() {
        let text = "M\u{81}ller zaúètování ³¹cznie Obci¹¿enia Ïëàòåæ aðÌÁÔÅÖ GŸnther KšlnÜ MÅller †BERWEISUNG Stra§e \
            B„ckerei caf‚s fran‡ais MÃ¶ller Platформа GENèVE";
        for word in text.split_whitespace() {
            assert!(is_strange(word), "{word}");
        }
    }
}
