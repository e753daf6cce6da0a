//! Texts of several languages come out right in every code page that has their letters, or something is said.

use proptest::prelude::*;

use super::silence::{convert, mt940, several};
use crate::cases::cases;
use crate::format::fixtures::rules;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::Conversion;

/// A language by words of its statements, and the code pages that programs write it in. A page is the bytes of letters beyond ASCII, from the mappings of
/// unicode.org.
struct Language {
    currency: &'static str,
    words: &'static [&'static str],
    pages: &'static [&'static str],
}

const WINDOWS_1252: &str = "Ä=C4 Ö=D6 Ü=DC ß=DF à=E0 á=E1 â=E2 ä=E4 ç=E7 è=E8 é=E9 ê=EA ë=EB ì=EC í=ED î=EE ï=EF ñ=F1 ò=F2 ó=F3 ô=F4 ö=F6 ù=F9 ú=FA û=FB ü=FC É=C9";
const IBM850: &str = "ü=81 é=82 â=83 ä=84 à=85 ç=87 ê=88 ë=89 è=8A ï=8B î=8C ì=8D Ä=8E É=90 ô=93 ö=94 ò=95 û=96 ù=97 Ö=99 Ü=9A á=A0 í=A1 ó=A2 ú=A3 ñ=A4 ß=E1";
const MACINTOSH: &str = "Ä=80 É=83 Ö=85 Ü=86 á=87 à=88 â=89 ä=8A ç=8D é=8E è=8F ê=90 ë=91 í=92 ì=93 î=94 ï=95 ñ=96 ó=97 ò=98 ô=99 ö=9A ú=9C ù=9D û=9E ü=9F ß=A7";
const WINDOWS_1250: &str = "Ś=8C Š=8A Ž=8E Ť=8D Ź=8F ś=9C š=9A ž=9E ť=9D ź=9F Ł=A3 ł=B3 ą=B9 Ą=A5 Ż=AF ż=BF ć=E6 ę=EA ń=F1 ó=F3 Ó=D3 á=E1 č=E8 ď=EF é=E9 ě=EC í=ED ň=F2 ř=F8 ú=FA ů=F9 ý=FD Č=C8 Ú=DA ö=F6 ő=F5 ü=FC ű=FB";
const ISO_8859_2: &str = "Ś=A6 Š=A9 Ž=AE Ť=AB Ź=AC ś=B6 š=B9 ž=BE ť=BB ź=BC Ł=A3 ł=B3 ą=B1 Ą=A1 Ż=AF ż=BF ć=E6 ę=EA ń=F1 ó=F3 Ó=D3 á=E1 č=E8 ď=EF é=E9 ě=EC í=ED ň=F2 ř=F8 ú=FA ů=F9 ý=FD Č=C8 Ú=DA ö=F6 ő=F5 ü=FC ű=FB";
const IBM852: &str = "ą=A5 ć=86 ę=A9 ł=88 ń=E4 ó=A2 ś=98 ź=AB ż=BE Ł=9D Ż=BD Ó=E0 Ś=97 á=A0 č=9F ď=D4 é=82 ě=D8 í=A1 ň=E5 ř=FD š=E7 ť=9C ú=A3 ů=85 ý=EC ž=A7 Č=AC Ú=E9 ö=94 ő=8B ü=81 ű=FB";

const WESTERN: &[&str] = &[WINDOWS_1252, IBM850, MACINTOSH];
const CENTRAL: &[&str] = &[WINDOWS_1250, ISO_8859_2, IBM852];

const LANGUAGES: [Language; 7] = [
    Language {
        currency: "EUR",
        words: &[
            "Müller",
            "Überweisung",
            "Zürich",
            "Gebühr",
            "für",
            "Straße",
            "Bäckerei",
            "größer",
            "Möbel",
            "März",
            "Rückzahlung",
        ],
        pages: WESTERN,
    },
    Language {
        currency: "EUR",
        words: &[
            "Société",
            "Genève",
            "février",
            "Crédit",
            "reçu",
            "même",
            "août",
            "dépôt",
            "Noël",
            "prélèvement",
            "Hôtel",
        ],
        pages: WESTERN,
    },
    Language {
        currency: "EUR",
        words: &[
            "società",
            "attività",
            "perché",
            "più",
            "città",
            "qualità",
            "è",
            "Forlì",
            "però",
            "lunedì",
            "università",
        ],
        pages: WESTERN,
    },
    Language {
        currency: "EUR",
        words: &[
            "España",
            "año",
            "niño",
            "nómina",
            "teléfono",
            "Martínez",
            "crédito",
            "Málaga",
            "número",
            "según",
            "alquiler",
        ],
        pages: WESTERN,
    },
    Language {
        currency: "PLN",
        words: &[
            "Łódź",
            "płatność",
            "należność",
            "Kraków",
            "opłata",
            "żółty",
            "usługi",
            "wpłata",
            "Gdańsk",
            "książki",
            "środki",
        ],
        pages: CENTRAL,
    },
    Language {
        currency: "CZK",
        words: &[
            "příjem",
            "účet",
            "platební",
            "měsíc",
            "čtvrtek",
            "úhrada",
            "zálohy",
            "převod",
            "nájem",
            "služby",
            "číslo",
        ],
        pages: CENTRAL,
    },
    Language {
        currency: "HUF",
        words: &[
            "számla",
            "közüzemi",
            "díj",
            "fizetés",
            "befizetés",
            "ősz",
            "átutalás",
            "költség",
            "bérleti",
            "szerződés",
            "gyűjtő",
        ],
        pages: CENTRAL,
    },
];

/// Writes a text in a code page, whose letters are pairs with their bytes.
fn encode(text: &str, page: &str) -> Option<Vec<u8>> {
    let byte_of = |letter: char| {
        let mut pairs = page.split(' ').filter_map(|pair| pair.split_once('='));
        let (_, byte) = pairs.find(|(known, _)| known.starts_with(letter))?;
        u8::from_str_radix(byte, 16).ok()
    };
    let bytes = text.chars().map(|letter| {
        u8::try_from(letter)
            .ok()
            .filter(u8::is_ascii)
            .or_else(|| byte_of(letter))
    });
    bytes.collect()
}

/// The words of a text, a code page for them, and the currency of the account.
#[derive(Debug, Clone)]
struct Text {
    words: Vec<&'static str>,
    page: &'static str,
    currency: &'static str,
}

fn texts() -> impl Strategy<Value = Text> {
    (0..LANGUAGES.len()).prop_flat_map(|language| {
        let Language {
            currency,
            words,
            pages,
        } = &LANGUAGES[language];
        let words = prop::collection::vec(prop::sample::select(*words), 1..12);
        (words, prop::sample::select(*pages)).prop_map(|(words, page)| Text {
            words,
            page,
            currency,
        })
    })
}

fn text_of(conversion: &Conversion) -> Option<String> {
    let transaction = conversion.transactions.first()?;
    transaction.text.as_ref().map(ToString::to_string)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn words_in_any_code_page_come_out_right_or_are_said(text in texts(), cents in several()) {
        let invoice = text.words.join(" ");
        let whole = mt940(&cents).replace("Invoice", &invoice).replace("CHF", text.currency);
        let encoded = encode(&whole, text.page).unwrap();
        let expected = convert(&whole);
        let found = convert_readable(&encoded, &ConvertOptions::new());
        prop_assert_eq!(rules(&expected), Vec::<&str>::new());
        let is_right = text_of(&found) == text_of(&expected);
        prop_assert!(is_right || rules(&found) == ["encoding-unclear"], "{:?} {:?}", text_of(&found), rules(&found));
    }

    /// What nearly every file of Western banks is in raises no doubt.
    #[test]
    fn windows_1252_is_sure(mut text in texts(), more in prop::collection::vec(prop::sample::select(LANGUAGES[0].words), 1..3), cents in several()) {
        prop_assume!(text.currency == "EUR");
        text.words.extend(more);
        let whole = mt940(&cents).replace("Invoice", &text.words.join(" "));
        let found = convert_readable(&encode(&whole, WINDOWS_1252).unwrap(), &ConvertOptions::new());
        prop_assert_eq!(rules(&found), Vec::<&str>::new());
        prop_assert_eq!(text_of(&found), text_of(&convert(&whole)));
    }
}
