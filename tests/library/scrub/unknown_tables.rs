//! Tables of unknown formats, and what is refused.

use universal_accounting::scrub::{Factor, ScrubOptions, ScrubRefusal};

use super::{CAMT, TABLE, scrub_one};

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
