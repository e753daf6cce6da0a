//! Copies of statements that may be shown.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use universal_accounting::format;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::scrub::{
    self, Copy, Factor, ScrubKey, ScrubOptions, ScrubRefusal, ScrubSource,
};
use universal_accounting::statement::Conversion;
use universal_accounting::value::{AccountIdentifier, Currency};

const CAMT: &str = include_str!("../messages/exported-statement.camt053.xml");
const OFX: &str = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n\
    <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>070012345<ACCTID>0012345678</BANKACCTFROM><BANKTRANLIST>\n\
    <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260331120000[-5:EST]<TRNAMT>-12.50<FITID>R-778899<NAME>Debitkarte Winterthur<MEMO>Hausverwaltung &amp; Co</STMTTRN>\n\
    <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260330<TRNAMT>1250<FITID>R-778898<NAME>Winterthur</STMTTRN>\n\
    </BANKTRANLIST><LEDGERBAL><BALAMT>237.50<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n";
const QIF: &str = "!Account\nNHausverwaltung\nTBank\n^\n!Type:Bank\nD3/31/2026\nT-12.50\nPDebitkarte Winterthur\n^\n\
    D3/30/2026\nT1,250.00\nPWinterthur\nMHausverwaltung 778899\nL[Winterthur]\nSMiete\nEDebitkarte\n$1,250.00\n^\n";
const TABLE: &str = "Konto;CH93 0076 2011 6238 5295 7\nTag;Zweck;Betrag;Saldo\n31.03.2026;Miete Bäckerei;-1'200.00;800.00\n";

fn key() -> ScrubKey {
    ScrubKey::new(b"a key of the tests").unwrap()
}

fn scrub_one(bytes: &[u8], options: &ScrubOptions) -> Result<Copy, ScrubRefusal> {
    scrub::scrub(
        &[ScrubSource {
            name: "muster.csv",
            bytes,
        }],
        &key(),
        options,
    )
    .pop()
    .unwrap()
}

/// Returns the synthetic statements of all profiles.
fn statements() -> Vec<(PathBuf, Vec<u8>)> {
    let folders = fs::read_dir("tests/bank")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    let files = folders
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "json")
        })
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect()
}

/// Returns the words of four letters or more, and the numbers of five digits or more.
fn words(text: &str) -> BTreeSet<String> {
    let letters = text
        .split(|character: char| !character.is_alphabetic())
        .filter(|word| word.chars().count() > 3);
    let numbers = text
        .split(|character: char| !character.is_ascii_digit())
        .filter(|number| number.len() > 4 && number.contains(|digit| digit != '0'));
    letters.chain(numbers).map(str::to_lowercase).collect()
}

/// Returns the text of a built-in profile.
fn profile(id: &str) -> String {
    let countries = fs::read_dir("src/format/table/profiles")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    countries
        .filter_map(|country| fs::read_to_string(country.join(format!("{id}.json"))).ok())
        .collect()
}

/// Every copy is read like its file, which `scrub` checks itself, and the texts of the transactions are gone.
#[test]
fn statements_of_every_profile_lose_their_words_and_keep_their_rows() {
    let statements = statements();
    let names: Vec<&str> = statements
        .iter()
        .map(|(path, _)| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let sources: Vec<ScrubSource<'_>> = statements
        .iter()
        .zip(&names)
        .map(|((_, bytes), name)| ScrubSource { name, bytes })
        .collect();
    let copies = scrub::scrub(&sources, &key(), &ScrubOptions::new());
    let mut names = BTreeSet::new();
    for ((path, bytes), copy) in statements.iter().zip(&copies) {
        let copy = copy
            .as_ref()
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display()));
        assert_eq!(copy.differing_findings, [], "{}", path.display());
        assert!(names.insert(copy.name.to_lowercase()), "{}", copy.name);
        let mut options = format::ConvertOptions::new();
        options.account = AccountIdentifier::parse("x").ok();
        options.currency = Currency::parse("CHF").ok();
        let [before, after] = [bytes, &copy.bytes].map(|bytes| format::convert(bytes, &options));
        assert_eq!(
            before.summary.confirmed(),
            after.summary.confirmed(),
            "{}",
            path.display()
        );
        let texts = |conversion: &Conversion| {
            let texts = conversion
                .transactions
                .iter()
                .filter_map(|transaction| transaction.text.as_ref());
            texts
                .map(|text| text.as_str().to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let known = before
            .summary
            .format
            .as_ref()
            .map_or(BTreeSet::new(), |format| words(&profile(&format.id)));
        let left: Vec<String> = words(&texts(&before))
            .intersection(&words(&texts(&after)))
            .cloned()
            .collect();
        // A profile's words stay, and so do the marks of hidden digits and the word for no reference.
        let is_mask = |word: &str| word.len() > 3 && word.chars().all(|letter| letter == 'x');
        let is_kept = |word: &str| known.contains(word) || is_mask(word) || word == "notprovided";
        let left: Vec<&String> = left.iter().filter(|word| !is_kept(word)).collect();
        assert!(left.is_empty(), "{}: {left:?}", path.display());
    }
}

#[test]
fn equal_texts_have_equal_copies_in_all_files() {
    let rows = [
        "CH9300762011623852957;2026-03-30 00:00:00.0;Muster AG;-1200;800;2026-03-30 00:00:00.0\n",
        "",
    ];
    let files = rows.map(|row| {
        format!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n{row}\
             CH9300762011623852957;2026-03-31 00:00:00.0;MUSTER Muster;-1;799;2026-03-31 00:00:00.0\n"
        )
    });
    let sources = ["a.csv", "a.csv"]
        .into_iter()
        .zip(&files)
        .map(|(name, file)| ScrubSource {
            name,
            bytes: file.as_bytes(),
        });
    let sources: Vec<ScrubSource<'_>> = sources.collect();
    let copies: Vec<Copy> = scrub::scrub(&sources, &key(), &ScrubOptions::new())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let [first, second] = copies.as_slice() else {
        panic!()
    };
    let last_line = |copy: &Copy| {
        str::from_utf8(&copy.bytes)
            .unwrap()
            .lines()
            .last()
            .unwrap()
            .to_owned()
    };
    assert_eq!(last_line(first), last_line(second));
    assert_eq!(
        format!("{}-2.csv", first.name.trim_end_matches(".csv")),
        second.name
    );
    assert_eq!(
        copies,
        scrub::scrub(&sources, &key(), &ScrubOptions::new())
            .into_iter()
            .map(Result::unwrap)
            .collect::<Vec<_>>()
    );
    let other = ScrubKey::new(b"another key of tests").unwrap();
    assert_ne!(
        Ok(first.bytes.clone()),
        scrub::scrub(&sources, &other, &ScrubOptions::new())
            .remove(0)
            .map(|copy| copy.bytes)
    );
}

#[test]
fn messages_keep_tags_codes_dates_and_amounts() {
    let comment = CAMT
        .replace("<GrpHdr>", "<!-- made by Muster --><GrpHdr>")
        .replace("Miete", "M&#252;ller &amp; Miete");
    let copy = scrub_one(comment.as_bytes(), &ScrubOptions::new()).unwrap();
    let text = String::from_utf8(copy.bytes).unwrap();
    let tags = |text: &str| {
        text.split('<')
            .skip(1)
            .map(|part| part.split_once('>').unwrap().0.to_owned())
            .collect::<Vec<_>>()
    };
    let own: Vec<String> = tags(&comment)
        .into_iter()
        .filter(|tag| !tag.starts_with("!--"))
        .collect();
    assert_eq!(
        tags(&text)
            .into_iter()
            .filter(|tag| !tag.starts_with("!--"))
            .collect::<Vec<_>>(),
        own
    );
    for kept in [
        "<CdtDbtInd>DBIT</CdtDbtInd>",
        "Ccy=\"CHF\">1200.50<",
        "<Dt>2026-03-30</Dt>",
        "&#252;",
        "&amp;",
    ] {
        assert!(comment.contains(kept) && text.contains(kept), "{kept}");
    }
    for gone in ["Muster", "ller", "Miete", "CH9300762011623852957", "made"] {
        assert!(!text.contains(gone), "{gone}");
    }
}

/// Values that are in the wrong column, or beside a date or a label, are no part of the format.
#[test]
fn ofx_and_qif_keep_elements_days_and_amounts() {
    for (source, kept) in [
        (
            OFX,
            [
                "ENCODING:UTF-8",
                "<TRNTYPE>DEBIT<DTPOSTED>20260331120000[-5:EST]<TRNAMT>-12.50<FITID>",
                " &amp; ",
                "<BALAMT>237.50<DTASOF>20260331</LEDGERBAL>",
            ],
        ),
        (
            QIF,
            [
                "!Account\nN",
                "TBank\n^\n!Type:Bank\nD3/31/2026\nT-12.50\nP",
                "\nL[",
                "\n$1,250.00\n^\n",
            ],
        ),
    ] {
        let copy = scrub_one(source.as_bytes(), &ScrubOptions::new()).unwrap();
        assert!(copy.is_read && copy.differing_findings.is_empty());
        let text = String::from_utf8(copy.bytes).unwrap();
        for part in kept {
            assert!(source.contains(part) && text.contains(part), "{part}");
        }
        for word in [
            "Debitkarte",
            "Winterthur",
            "Hausverwaltung",
            "77889",
            "345678",
        ] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        // Equal words have equal copies, so a transfer still names its account.
        let mut options = ScrubOptions::new();
        options.amounts = Factor::new(7).ok();
        let scaled = scrub_one(source.as_bytes(), &options).unwrap();
        let scaled = String::from_utf8(scaled.bytes).unwrap();
        assert!(scaled.contains("-87.50"), "{scaled}");
    }
}

#[test]
fn what_surrounds_dates_and_labels_is_replaced() {
    let file = fs::read_to_string("tests/bank/ubs-account/2022-11-de.csv").unwrap();
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
fn no_place_of_a_message_shows_a_name() {
    for (kept, instead) in [
        ("Miete", "<![CDATA[x & Muster; 0532013000]]>"),
        (
            "<GrpHdr>",
            "<!-- x <? Muster ?> Muster --><?x <!-- Muster --> Muster?><GrpHdr>",
        ),
        ("Miete", "2026-03-31-0532013000"),
        ("<?xml", "<?xml author=\"Muster\""),
        ("<GrpHdr>", "<GrpHdr><X note=\"Muster 0532013000\"/>"),
        (
            "<GrpHdr>",
            "<GrpHdr><X note=\"Muster &amp; M&#252;ller 0532013000 &lt;\"/>",
        ),
    ] {
        let file = CAMT.replacen(kept, instead, 1);
        let copy = String::from_utf8(
            scrub_one(file.as_bytes(), &ScrubOptions::new())
                .unwrap()
                .bytes,
        )
        .unwrap();
        assert!(
            !copy.contains("Muster") && !copy.contains("0532013000"),
            "{instead}: {copy}"
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
    let file = fs::read_to_string("tests/bank/ubs-account/2022-11-de.csv").unwrap();
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
    let file = fs::read("tests/bank/ubs-account/2022-11-de.csv").unwrap();
    let [before, after] = [file.clone(), scrub_one(&file, &options).unwrap().bytes]
        .map(|file| format::convert(&file, &format::ConvertOptions::new()));
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

#[test]
fn a_table_of_an_unknown_format_needs_the_line_of_its_column_names() {
    let mut options = ScrubOptions::new();
    assert_eq!(
        scrub_one(TABLE.as_bytes(), &options),
        Err(ScrubRefusal::UnknownTable)
    );
    options.header_line = Some(2);
    let copy = String::from_utf8(scrub_one(TABLE.as_bytes(), &options).unwrap().bytes).unwrap();
    assert!(
        copy.contains("\nTag;Zweck;Betrag;Saldo\n31.03.2026;"),
        "{copy}"
    );
    assert!(
        copy.ends_with(";-1'200.00;800.00\n") && copy.starts_with("Konto;CH"),
        "{copy}"
    );
    assert!(
        !copy.contains("Miete") && !copy.contains("Bäckerei") && !copy.contains("2957"),
        "{copy}"
    );
    options.amounts = Some(Factor::new(2).unwrap());
    let copy = String::from_utf8(scrub_one(TABLE.as_bytes(), &options).unwrap().bytes).unwrap();
    assert!(copy.ends_with(";-2'400.00;1600.00\n"), "{copy}");
}

/// A column is one of amounts if all of its cells are numbers and any has a sign or decimals.
#[test]
fn columns_of_amounts_stay_in_an_unknown_format() {
    let file = "Tag;Zweck;Kunde;Betrag;Saldo\n\
                31.03.2026;Miete;4711;-7,2;1.450\n\
                30.03.2026;12;4712;-1.450;1.457,2\n\
                29.03.2026;98,76;4713;12;2907,2\n\
                28.03.2026;;;0;-\n";
    let mut options = ScrubOptions::new();
    options.header_line = Some(1);
    let copy = |options: &ScrubOptions| {
        String::from_utf8(scrub_one(file.as_bytes(), options).unwrap().bytes).unwrap()
    };
    let own = copy(&options);
    for (line, end) in own.lines().zip([
        "Betrag;Saldo",
        ";-7,2;1.450",
        ";-1.450;1.457,2",
        ";12;2907,2",
    ]) {
        assert!(line.ends_with(end), "{own}");
    }
    assert!(!own.contains("4711") && !own.contains(";12;471"), "{own}");
    options.amounts = Some(Factor::new(2).unwrap());
    let multiplied = copy(&options);
    for (line, end) in multiplied.lines().zip([
        "Betrag;Saldo",
        ";-14,4;2.900",
        ";-2.900;2.914,4",
        ";24;5814,4",
    ]) {
        assert!(line.ends_with(end), "{multiplied}");
    }
}

#[test]
fn a_table_may_have_no_column_names() {
    let mut options = ScrubOptions::new();
    options.header_line = Some(0);
    let copy = scrub_one(
        b"31.03.2026;Muster;-1'200.00\n30.03.2026;Eva;5.00\n",
        &options,
    )
    .unwrap();
    let text = String::from_utf8(copy.bytes).unwrap();
    assert!(
        !copy.is_read && text.starts_with("31.03.2026;") && text.ends_with(";5.00\n"),
        "{text}"
    );
    assert!(
        !text.contains("Muster") && !text.contains("Eva") && text.contains(";-1'200.00\n"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_made_safe_is_refused() {
    let pain = b"<?xml version='1.0'?><Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'><a>Muster</a></Document>";
    let doctype = CAMT.replacen("<Document", "<!DOCTYPE Document>\n<Document", 1);
    let numbers = CAMT.replace("Miete", "&#77;iete");
    let word = CAMT.replace("Miete", "&#252;&#246;&#228;");
    let cyrillic = CAMT.replace("Miete", "И&#1074;а&#1085;");
    for (bytes, expected) in [
        (
            b"".as_slice(),
            "it is an empty file, and only CSV files, camt messages, OFX and QIF can be scrubbed",
        ),
        (
            b"%PDF-1.7",
            "it is a PDF document, and only CSV files, camt messages, OFX and QIF can be scrubbed",
        ),
        (
            b"{}",
            "it is a JSON document, and only CSV files, camt messages, OFX and QIF can be scrubbed",
        ),
        (
            b":20:A\n:25:1\n:28C:1\n:60F:C260331CHF1,\n",
            "it is an MT940 bank statement (SWIFT), and only CSV files, camt messages, OFX and QIF can be scrubbed",
        ),
        (
            b"a;b\n1;2\n",
            "its format is not known, so nothing shows which words are names of columns; say on which line they are, or 0 if the file has none",
        ),
        (
            doctype.as_bytes(),
            "line 2 has a document type (`<!DOCTYPE`), which can define other texts; remove it",
        ),
        (
            b"<?xml version='1.0'?>\n<a>\n<b></a>",
            "line 3 is not well-formed XML, and no statement begins before it",
        ),
        (
            pain,
            "it is no camt message, so nothing shows which elements hold names",
        ),
        (
            b"<OFX><NAME>&#77;uster",
            "line 1 writes letters or digits as numbers (`&#…;`), so names in it can't be found",
        ),
        (
            numbers.as_bytes(),
            "line 67 writes letters or digits as numbers (`&#…;`), so names in it can't be found",
        ),
        (
            cyrillic.as_bytes(),
            "line 67 writes letters or digits as numbers (`&#…;`), so names in it can't be found",
        ),
        (
            word.as_bytes(),
            "line 67 writes letters or digits as numbers (`&#…;`), so names in it can't be found",
        ),
    ] {
        assert_eq!(
            scrub_one(bytes, &ScrubOptions::new())
                .unwrap_err()
                .to_string(),
            expected
        );
    }
}

/// A message that is cut off ends in an error like its copy, and nothing behind the cut stays.
#[test]
fn a_damaged_message_loses_its_words_too() {
    for (at, mark) in [(CAMT.len() / 2, ""), (CAMT.len() / 2, "</Wrong>")] {
        let damaged = format!(
            "{}{mark}{}",
            &CAMT[..at],
            if mark.is_empty() { "" } else { &CAMT[at..] }
        );
        let copy = scrub_one(damaged.as_bytes(), &ScrubOptions::new()).unwrap();
        let text = String::from_utf8(copy.bytes).unwrap();
        assert!(
            !text.contains("Miete") && !text.contains("CH9300762011623852957"),
            "{text}"
        );
    }
    let damaged = CAMT.replacen("</Ntry>", "</Wrong>", 1);
    let copy = scrub_one(damaged.as_bytes(), &ScrubOptions::new()).unwrap();
    let text = String::from_utf8(copy.bytes).unwrap();
    let (_, after) = damaged.split_once("</Wrong>").unwrap();
    let (_, copied) = text.split_at(text.len() - after.len());
    assert!(
        copied.contains("</Ntry>") && copied.contains("<Amt ") && !copied.contains("Miete"),
        "{copied}"
    );
}

#[cfg(feature = "proptest")]
mod properties {
    use proptest::prelude::*;

    use super::*;

    fn source() -> impl Strategy<Value = Vec<u8>> {
        let table = fs::read("tests/bank/ubs-account/2022-11-de.csv").unwrap();
        let texts = [CAMT, OFX, QIF].map(|text| text.as_bytes().to_vec());
        prop_oneof![Just(table), prop::sample::select(texts.to_vec())]
    }

    proptest! {
        /// A damaged file is refused, or loses its names too.
        #[test]
        fn damage_shows_no_name(
            source in source(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b";\"\n\r<>&=\x00\xFC1a".to_vec()), 0..3_u8), 0..4),
            end in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let mut damaged = source;
            for (at, byte, kind) in edits {
                let at = at.index(damaged.len());
                match kind {
                    0 => damaged[at] = byte,
                    1 => damaged.insert(at, byte),
                    _ => drop(damaged.remove(at)),
                }
            }
            if let Some(end) = end {
                damaged.truncate(end.index(damaged.len()));
            }
            let mut options = ScrubOptions::new();
            options.header_line = Some(10);
            if let Ok(copy) = scrub_one(&damaged, &options) {
                let text = String::from_utf8_lossy(&copy.bytes).to_lowercase();
                // The edits may have cut a name in two, but not all four names.
                for name in ["winterthur", "debitkarte", "hausverwaltung", "miete <m\u{e4}rz"] {
                    prop_assert!(!text.contains(name), "{name} in {text}");
                }
            }
        }
    }
}
