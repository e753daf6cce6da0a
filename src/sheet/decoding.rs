//! Looks for text that was decoded in a wrong encoding.

use memchr::{memchr_iter, memmem};

use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::{Decoded, Encoding, Span};

/// Reports the first character that isn't UTF-8 in a text that otherwise is.
pub(crate) fn report_mixed_encoding(decoded: &Decoded<'_>, findings: &mut Collector<'_>) {
    let Some(at) = decoded.first_invalid_utf8() else {
        return;
    };
    let rest = decoded.text().get(at..);
    let first = rest.and_then(|rest| rest.chars().next());
    let span = Span::new(at, at + first.map_or(0, char::len_utf8));
    findings.push(Diagnostic::new(&rules::ENCODING_MIXED, span));
}

/// Reports a word that may be in another encoding.
pub(crate) fn encoding_unclear(word: Span, found: Encoding) -> Diagnostic {
    Diagnostic::new(&rules::ENCODING_UNCLEAR, word).param("found", found.name())
}

/// Returns the first characters that a wrong encoding left behind: a control character from 80 to 9F, UTF-8 that was decoded as Windows-1252 and saved again,
/// such as `Ã¼` for `ü`, or in a file that isn't UTF-8 a character that no Western bank writes within a word.
pub(crate) fn find_misdecoded(text: &str, encoding: Encoding) -> Option<Span> {
    // Words showed another encoding.
    let is_assumed = matches!(encoding, Encoding::Windows1252 | Encoding::Iso8859Part15);
    let within_word = || is_assumed.then(|| find_stray_character(text)).flatten();
    find_control(text)
        .or_else(|| find_decoded_twice(text))
        .or_else(within_word)
}

/// Finds a control character of ISO-8859-1 in a text that is Unicode, as a letter of another encoding becomes one.
fn find_control(text: &str) -> Option<Span> {
    memchr_iter(0xC2, text.as_bytes()).find_map(|start| {
        let is_control = matches!(text.as_bytes().get(start + 1), Some(0x80..=0x9F));
        is_control.then(|| Span::new(start, start + 2))
    })
}

/// Returns the first replacement character, and how many there are.
pub(crate) fn find_lost(text: &str) -> Option<(Span, usize)> {
    let lost = char::REPLACEMENT_CHARACTER
        .encode_utf8(&mut [0; 4])
        .to_owned();
    let start = memmem::find(text.as_bytes(), lost.as_bytes())?;
    let count = memmem::find_iter(text.as_bytes(), lost.as_bytes()).count();
    Some((Span::new(start, start + lost.len()), count))
}

/// Returns the encodings of a bank's exports if a text is in none of them. ASCII is the same in each.
pub(crate) fn unexpected_encoding(
    text: &str,
    found: Encoding,
    known: &[Encoding],
) -> Option<String> {
    let names = || {
        known
            .iter()
            .map(|known| known.name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    (!known.is_empty() && !known.contains(&found) && !text.is_ascii()).then(names)
}

/// Finds a character whose two or three UTF-8 bytes are characters of their own.
fn find_decoded_twice(text: &str) -> Option<Span> {
    // In UTF-8, each of `Ã`, `Â`, `â` and `ï` begins with this byte.
    memchr_iter(0xC3, text.as_bytes()).find_map(|start| {
        let mut characters = text.get(start..)?.chars();
        let (first, second) = (characters.next()?, characters.next()?);
        let is_garbled = match first {
            // `Â` stands before the signs of Latin-1, such as `§` and `°`, and `Ã` before its letters.
            'Ã' | 'Â' => is_continuation(second),
            // The byte order mark, and the replacement character.
            'ï' => second == '»' || second == '¿' && characters.next() == Some('½'),
            // Quotes, dashes and the euro sign.
            'â' => {
                second == '€' && characters.next().is_some_and(is_continuation)
                    || second == '‚' && characters.next() == Some('¬')
            }
            _ => false,
        };
        let length = first.len_utf8() + second.len_utf8();
        is_garbled.then(|| Span::new(start, start + length))
    })
}

/// Whether Windows-1252 or ISO-8859-1 has this character at 80 to BF, as the further bytes of a character in UTF-8.
const fn is_continuation(character: char) -> bool {
    matches!(
        character,
        '\u{80}'
            ..='\u{BF}'
                | '€'
                | '‚'
                | 'ƒ'
                | '„'
                | '…'
                | '†'
                | '‡'
                | 'ˆ'
                | '‰'
                | 'Š'
                | '‹'
                | 'Œ'
                | 'Ž'
                | '‘'
                | '’'
                | '“'
                | '”'
                | '•'
                | '–'
                | '—'
                | '˜'
                | '™'
                | 'š'
                | '›'
                | 'œ'
                | 'ž'
                | 'Ÿ'
    )
}

/// Finds a sign within a word, as an umlaut of Mac OS Roman or of a code page of DOS becomes one.
fn find_stray_character(text: &str) -> Option<Span> {
    let mut before = None;
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let after = characters.peek().map(|(_, next)| *next);
        if !character.is_ascii() && is_stray(before, character, after) {
            return Some(Span::new(start, start + character.len_utf8()));
        }
        before = Some(character);
    }
    None
}

fn is_stray(before: Option<char>, character: char, after: Option<char>) -> bool {
    let is = |neighbour: Option<char>, test: fn(char) -> bool| neighbour.is_some_and(test);
    match character {
        '\u{80}'..='\u{9F}' => true,
        '†' | '‡' | '‰' | 'ƒ' | 'ˆ' | '˜' => is(after, char::is_alphabetic),
        '‚' | '„' | '‹' | '“' | '”' | '‘' | '™' | '›' | '§' | '¤' | '¦' | '¨' | '¬' | '±' | '¶'
        | '¿' | '¡' | '×' | '÷' | '¢' | '£' | '¥' => {
            is(before, char::is_alphabetic) && is(after, char::is_alphabetic)
        }
        // Slavic and French names have these letters, but no upper-case one within a word in lower case.
        'Š' | 'Ž' | 'Œ' | 'Ÿ' => {
            is(before, char::is_alphabetic) && is(after, char::is_lowercase)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Decoded;

    fn found(text: &str, encoding: Encoding) -> Option<&str> {
        find_misdecoded(text, encoding).and_then(|span| text.get(span.start..span.end))
    }

    #[test]
    fn finds_text_that_was_decoded_twice() {
        for word in [
            "Bäckerei",
            "Zürich",
            "Grün & Söhne",
            "café",
            "à Genève",
            "Straße",
            "Ölmühle",
            "12 °C",
            "« Le Lac »",
        ] {
            assert_eq!(found(word, Encoding::Utf8), None, "{word}");
            let twice: String = word.bytes().map(char::from).collect();
            assert!(found(&twice, Encoding::Utf8).is_some(), "{twice}");
            // Windows-1252 has other characters at 80 to 9F.
            let twice = Decoded::from_bytes(&[word.as_bytes(), b" \xFC"].concat())
                .text()
                .to_owned();
            assert_eq!(found(&twice, Encoding::Utf8), None, "{twice}");
        }
        assert_eq!(found("Câ\u{82}¬", Encoding::Utf8), Some("\u{82}"));
        assert_eq!(found("12 â‚¬", Encoding::Utf8), Some("â‚"));
        assert_eq!(found("Lâ€™Ã‰tÃ©", Encoding::Utf8), Some("â€"));
        assert_eq!(
            found("São João, SÃO PAULO, CÂMARA, pâté", Encoding::Utf8),
            None
        );
    }

    #[test]
    fn finds_umlauts_of_other_one_byte_encodings() {
        // As Mac OS Roman and code page 850 write them, decoded as Windows-1252.
        for garbled in [
            "BŠckerei",
            "ZŸrich",
            "Stra§e",
            "fvrier \u{8E}t\u{8E}",
            "Gen\u{8F}ve",
            "†bertrag",
            "B„ckerei",
            "K”nig",
            "caf‚s",
            "fran‡ais",
        ] {
            assert!(found(garbled, Encoding::Windows1252).is_some(), "{garbled}");
        }
        for word in [
            "Škoda",
            "ŠKODA",
            "Dušek",
            "Žižkov",
            "œuvre",
            "L’été",
            "„Löwen“ Bern",
            "§ 5",
            "5 × 3",
            "L'HAŸ-LES-ROSES",
            "1…2",
            "½ Liter",
            "10 €",
        ] {
            assert_eq!(found(word, Encoding::Windows1252), None, "{word}");
        }
        assert_eq!(found("K”nig", Encoding::Utf8), None);
    }
}
