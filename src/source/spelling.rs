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
const BEFORE: &str = "„“”‘‚«»‹›¿¡€£¥§±©µ";
const AFTER: &str = "“”‘«»‹›€£¥²³¹°ºª®™©µ";

/// What divides words: `L’été`, `1…2`, `Bern–Thun`.
const DIVIDING: &str = "\u{a0}\u{ad}’´·…–—•½¼¾×÷";

/// How the words of a text that have a character beyond ASCII are spelled.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelling {
    /// The words that no language could have.
    pub(super) strange: usize,
    /// The words of the language that has most of them.
    pub(super) of_one_language: usize,
}

impl Spelling {
    /// Judges the words of a text.
    pub(super) fn of(characters: impl Iterator<Item = char>) -> Self {
        let mut counts = [0; ALPHABETS.len() + 1];
        let mut strange = 0;
        let mut word = String::new();
        for character in characters.chain(Some(' ')) {
            let is_in_word = character.is_ascii_alphabetic()
                || !character.is_ascii() && !DIVIDING.contains(character);
            if is_in_word {
                word.push(character);
                continue;
            }
            if !word.is_ascii() {
                let letters = word
                    .trim_start_matches(|sign| BEFORE.contains(sign))
                    .trim_end_matches(|sign| AFTER.contains(sign));
                strange += usize::from(!count_languages(letters, &mut counts));
            }
            word.clear();
        }
        Self {
            strange,
            of_one_language: counts.into_iter().max().unwrap_or(0),
        }
    }
}

/// Adds a word to the languages that could have it. Returns whether there is one.
fn count_languages(word: &str, counts: &mut [usize; ALPHABETS.len() + 1]) -> bool {
    if word.is_ascii() {
        return true;
    }
    if has_stray_case(word) {
        return false;
    }
    let letters = || {
        let beyond = word.chars().filter(|letter| !letter.is_ascii());
        beyond.flat_map(char::to_lowercase)
    };
    let [latin @ .., cyrillic] = counts;
    let mut is_known = false;
    for (count, alphabet) in latin.iter_mut().zip(ALPHABETS) {
        let fits = letters().all(|letter| alphabet.contains(letter));
        *count += usize::from(fits);
        is_known |= fits;
    }
    let is_cyrillic = letters().all(|letter| matches!(letter, 'а'..='я' | 'ё'..='џ' | 'ґ'))
        && !word.contains(|letter: char| letter.is_ascii_alphabetic());
    // Short words of Cyrillic are any two bytes.
    *cyrillic += usize::from(is_cyrillic && word.chars().count() > 2);
    is_known || is_cyrillic
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
            let is_between_capitals =
                before.is_uppercase() && after.is_some_and(|after| after.is_uppercase());
            letter != 'ß' && is_between_capitals
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strange(text: &str) -> usize {
        Spelling::of(text.chars()).strange
    }

    #[test]
    fn words_of_every_language_are_known() {
        let text = "Zürich STRAßE Straße GENÈVE L’été où «Noël» 10€ m² São João ação Ñandú più lunedì \
            København Þór België één łącznie WPŁATA Gdańsk zaúčtování Žižkov ŠKODA kőműves Đuro București \
            Õun Šiauliai Öztürk Yıldız Платёж ПЛАТЕЖ Київ „Löwen“ 5×3 1…2 ± À Œuvre ½ Bjørn-Þór";
        for word in text.split(' ') {
            assert_eq!(strange(word), 0, "{word}");
        }
        assert_eq!(Spelling::of("Žižkov ŘEKA".chars()).of_one_language, 2);
    }

    #[test]
    fn words_that_were_read_in_another_encoding_are_strange() {
        let text = "M\u{81}ller zaúètování ³¹cznie Obci¹¿enia Ïëàòåæ aðÌÁÔÅÖ GŸnther KšlnÜ MÅller †BERWEISUNG Stra§e \
            B„ckerei caf‚s fran‡ais MÃ¶ller Platформа GENèVE";
        for word in text.split_whitespace() {
            assert_eq!(strange(word), 1, "{word}");
        }
    }
}
