//! Names, accounts, dates and amounts in texts: what is replaced, and by what.

use std::collections::BTreeSet;
use std::fs;

use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::scrub::{Factor, ScrubOptions, ScrubRefusal};

use super::{TABLE, scrub_one};
use crate::project::in_project;

#[test]
fn what_surrounds_dates_and_labels_is_replaced() {
    let file = fs::read_to_string(in_project("tests/bank/ubs-account/2022-11-de.csv")).unwrap();
    for (kept, instead) in [
        (
            "2026-03-31;2026-03-29;CHF",
            "2026-03-31 Muster;2026-03-29;CHF",
        ),
        ("Von:;2026-03-25", "Von:;2026-03-25 Muster"),
        ("Anfangssaldo:;5000.00", "Anfangssaldo:;Muster 5000.00"),
        ("Anfangssaldo:;5000.00", "Anfangssaldo:;98765432101"),
        ("-98.45", "98765432101"),
        ("Von:;", "Von Muster 98765432101:;"),
    ] {
        assert!(file.contains(kept), "{kept}");
        let copy = scrub_one(
            file.replacen(kept, instead, 1).as_bytes(),
            &ScrubOptions::new(),
        );
        let text = String::from_utf8(
            copy.unwrap_or_else(|refusal| panic!("{instead}: {refusal}"))
                .bytes,
        )
        .unwrap();
        assert!(
            !text.contains("Muster") && !text.contains("98765432101"),
            "{instead}"
        );
    }
}

#[test]
fn numbers_that_look_like_dates_or_amounts_are_replaced() {
    let mut options = ScrubOptions::new();
    options.header_line = Some(2);
    for text in [
        "20-12-34",
        "80-2-2",
        "2024-1-1 0791234567",
        "1.2.3 4567 8901",
        "Eva 12.50",
        "206.12345678,01",
    ] {
        let file = TABLE.replace("Miete Bäckerei", text);
        let copy = String::from_utf8(scrub_one(file.as_bytes(), &options).unwrap().bytes).unwrap();
        assert!(!copy.contains(text), "{text}: {copy}");
    }
    // There is no such line, and it is within a cell.
    for (file, line) in [
        (TABLE.to_owned(), 99),
        (TABLE.replace("Konto;", "\"Konto\nMuster\";"), 2),
    ] {
        options.header_line = Some(line);
        assert_eq!(
            scrub_one(file.as_bytes(), &options),
            Err(ScrubRefusal::UnknownTable)
        );
    }
}

/// Returns a statement with a row for each text.
fn statement_of(texts: &[&str]) -> String {
    let rows = texts.iter().map(|text| {
        format!(
            "CH9300762011623852957;2026-03-30 00:00:00.0;{text};-1200;800;2026-03-30 00:00:00.0\n"
        )
    });
    format!(
        "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n{}",
        rows.collect::<String>()
    )
}

/// Returns the texts of the copy of [`statement_of`].
fn scrubbed_texts(texts: &[&str]) -> Vec<String> {
    let copy = scrub_one(statement_of(texts).as_bytes(), &ScrubOptions::new()).unwrap();
    assert_eq!(copy.differing_findings, [], "{texts:?}");
    let text = String::from_utf8(copy.bytes).unwrap();
    text.lines()
        .skip(1)
        .map(|line| line.split(';').nth(2).unwrap().to_owned())
        .collect()
}

#[test]
fn names_of_every_script_are_replaced_and_stay_apart() {
    let names = [
        "Привет",
        "Превет",
        "Иван",
        "Олег",
        "Лев",
        "Ян",
        "Ия",
        "Ελένη",
        "Ελένα",
        "Ζωή",
        "山田太郎",
        "山田次郎",
        "王伟",
        "李娜",
        "김",
        "이",
        "박",
        "１２３４５６",
        "١٢٣٤٥٦",
        "４１１１１１１１１１１１１１１１",
        "Łukasz",
        "שרה",
        "𐐀𐐁",
        "ÄÖÜ",
        "ÉÈ",
        "ÀÉ",
    ];
    let copies = scrubbed_texts(&names);
    assert_eq!(
        copies.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "{copies:?}"
    );
    for (name, copy) in names.iter().zip(&copies) {
        assert_eq!(name.chars().count(), copy.chars().count());
        let left = name
            .chars()
            .zip(copy.chars())
            .filter(|(before, after)| before == after)
            .count();
        assert!(left * 2 < name.chars().count(), "{name}: {copy}");
    }
    assert!(!scrubbed_texts(&["Mu\u{308}ller"])[0].contains("ller"));
}

#[test]
fn misdecoded_names_cannot_be_decoded() {
    let misdecoded = |name: &str| name.bytes().map(char::from).collect::<String>();
    let names = ["Стефан Müller", "Ελένη", "山田太郎", "Grün & Söhne"].map(misdecoded);
    let copies = scrubbed_texts(&names.each_ref().map(String::as_str));
    for (name, copy) in names.iter().zip(&copies) {
        let pairs: Vec<_> = name
            .chars()
            .zip(copy.chars())
            .filter(|(before, _)| !before.is_ascii())
            .collect();
        let left = pairs
            .iter()
            .filter(|(before, after)| before == after && *before != 'Ã')
            .count();
        assert!(left * 4 < pairs.len(), "{name}: {copy}");
    }
    // A word of another program in a file that is UTF-8 otherwise.
    let [before, after] = ["Grün ", ""].map(|text| statement_of(&[text]));
    let (before, after) = (
        before.split_once("Grün ").unwrap().0,
        after.split_once("00.0;").unwrap().1,
    );
    let word = b"\xcf\xe5\xf2\xf0";
    let mixed = [
        before.as_bytes(),
        "Grün ".as_bytes(),
        word,
        after.as_bytes(),
    ]
    .concat();
    let copy = scrub_one(&mixed, &ScrubOptions::new()).unwrap();
    assert_eq!(copy.differing_findings, []);
    assert!(
        str::from_utf8(&copy.bytes).is_err() && !copy.bytes.windows(4).any(|window| window == word)
    );
    let cp1252 = scrubbed_texts(&["Ð¡Ñ‚ÐµÑ„Ð°Ð½, MÃ¼ller Lâ€™ami"]).remove(0);
    assert!(
        !cp1252.contains('‚') && !cp1252.contains('„') && !cp1252.contains('¼'),
        "{cp1252}"
    );
    assert!(
        cp1252.contains("â€™"),
        "the quote of another encoding is no part of a name: {cp1252}"
    );
}

#[test]
fn codes_of_currencies_stay_beside_numbers_and_alone() {
    let texts = [
        "BOB Muster",
        "RON",
        "5 MAD",
        "EUR -12.50",
        "Bob 5",
        "Konto EUR",
    ];
    let copies = scrubbed_texts(&texts);
    assert!(
        !copies[0].starts_with("BOB") && copies[1] == "RON" && copies[2].ends_with(" MAD"),
        "{copies:?}"
    );
    assert!(
        copies[3].starts_with("EUR -") && !copies[4].contains("Bob") && !copies[5].contains("EUR"),
        "{copies:?}"
    );
}

#[test]
fn an_account_has_one_replacement_in_every_spelling() {
    let texts = [
        "CH9300762011623852957",
        "CH9300762011623852957EUR",
        "ch93 0076 2011 6238 5295 7",
        "TR 20 CH93 0076 2011 6238 5295 7",
        "IBANCH9300762011623852957",
    ];
    let copies = scrubbed_texts(&texts);
    for copy in &copies {
        let compact = copy.replace(' ', "").to_uppercase();
        assert!(compact.contains(&copies[0]), "{copies:?}");
    }
    let numbers = scrubbed_texts(&["12345", "0012345", "000012345"]);
    assert!(
        numbers[1] == format!("00{}", numbers[0]) && numbers[2] == format!("0000{}", numbers[0]),
        "{numbers:?}"
    );
}

/// An amount of a currency without decimals may have as many digits as an account.
#[test]
fn a_long_whole_amount_that_is_read_stays() {
    let file = statement_of(&["Miete"]).replace(";-1200;800;", ";-12345678901;98765432100;");
    let copy = String::from_utf8(
        scrub_one(file.as_bytes(), &ScrubOptions::new())
            .unwrap()
            .bytes,
    )
    .unwrap();
    assert!(copy.contains(";-12345678901;98765432100;"), "{copy}");
    let file = fs::read_to_string(in_project("tests/bank/ubs-account/2022-11-de.csv")).unwrap();
    let rejected = file
        .replacen("2026-03-31;2026-03-29;", "no day;no day;", 1)
        .replacen("-98.45", "98765432101", 1);
    let copy = String::from_utf8(
        scrub_one(rejected.as_bytes(), &ScrubOptions::new())
            .unwrap()
            .bytes,
    )
    .unwrap();
    assert!(!copy.contains("98765432101"), "{copy}");
}

#[test]
fn amounts_are_multiplied_with_their_sums() {
    let mut options = ScrubOptions::new();
    options.amounts = Some(Factor::new(3).unwrap());
    let file = fs::read(in_project("tests/bank/ubs-account/2022-11-de.csv")).unwrap();
    let [before, after] = [file.clone(), scrub_one(&file, &options).unwrap().bytes]
        .map(|file| convert_readable(&file, &format::ConvertOptions::new()));
    let [total, multiplied] = [&before, &after].map(|conversion| &conversion.summary.totals[0]);
    assert_eq!(
        multiplied.credit,
        total.credit.map(|sum| sum * Decimal::from(3))
    );
    assert_eq!(after.summary.confirmed(), 4);
    let text = String::from_utf8(scrub_one(&file, &options).unwrap().bytes).unwrap();
    assert!(
        text.contains("Kartentransaktionsbetrag: -303.60 EUR"),
        "an amount within a text is multiplied too"
    );
}
