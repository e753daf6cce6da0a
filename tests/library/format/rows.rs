//! Damaged, combined and truncated statements: no row is lost silently, and none goes to a wrong account.

use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::statement::{BalanceStatus, Conversion, SkipReason};
use universal_accounting::value::{AccountIdentifier, Currency};

const IBAN: &str = "CH9300762011623852957";
const RAIFFEISEN: &str = "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date";
const POSTFINANCE: &str =
    "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie";
const UBS: &str = "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;";
const VISECA: &str = "TransactionId,CardId,Date,ValutaDate,Amount,Currency,OriginalAmount,OriginalCurrency,MerchantName,MerchantPlace,MerchantCountry,StateType,Details,Type";

/// Converts lines, each with a line end, with CHF as the currency if the file names none.
fn convert(lines: &[&str]) -> Conversion {
    convert_text(&format!("{}\n", lines.join("\n")))
}

fn convert_text(text: &str) -> Conversion {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let conversion = format::convert(text.as_bytes(), &options);
    let summary = &conversion.summary;
    assert_eq!(
        summary.rows,
        summary.converted + summary.details + summary.skipped.len() + summary.rejected.len(),
        "rows are accounted for"
    );
    conversion
}

fn amounts(conversion: &Conversion) -> Vec<String> {
    conversion
        .transactions
        .iter()
        .map(|transaction| transaction.amount.to_string())
        .collect()
}

fn rules(conversion: &Conversion) -> Vec<&str> {
    conversion
        .summary
        .report
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect()
}

#[test]
fn two_stray_quotes_in_one_column_lose_no_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"A;;-100;900;2026-03-01"),
        &format!("{IBAN};2026-03-02;B;;-50;850;2026-03-02"),
        &format!("{IBAN};2026-03-03;C\";;-50;800;2026-03-03"),
        &format!("{IBAN};2026-03-04;D;;-50;750;2026-03-04"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00", "50.00"]);
    assert_eq!(
        (found.summary.balance_status, found.summary.confirmed()),
        (BalanceStatus::Partly, 3)
    );
    assert_eq!(rules(&found), ["stray-quote"]);
}

#[test]
fn a_stray_quote_may_be_closed_in_a_continuation_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"Zum goldenen;;-5;95;2026-03-01"),
        ";;Löwen\";;;;",
        &format!("{IBAN};2026-03-02;B;;-50;45;2026-03-02"),
    ]);
    assert_eq!(amounts(&found), ["5.00", "50.00"]);
    assert_eq!(
        found.transactions[0].text.as_ref().unwrap().as_str(),
        "\"Zum goldenen | Löwen\""
    );
}

#[test]
fn a_cell_of_several_lines_stays_one_cell() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
        "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;91.00;A1;\"Line\none\";\"x;y\";z;;",
        "2026-03-30;;2026-03-30;2026-03-30;CHF;-9.00;;;100.00;A2;\"Line\ntwo\";x;y;;",
    ]);
    assert_eq!(amounts(&found), ["9.00", "9.00"]);
    assert_eq!(rules(&found), Vec::<&str>::new());
    assert_eq!(
        found.transactions[0].text.as_ref().unwrap().as_str(),
        "Line one; x;y; z"
    );
}

#[test]
fn the_first_of_two_statements_is_converted_and_the_second_refused() {
    let second = [
        "Datum von:;=\"01.03.2026\"",
        "Konto:;=\"CH5604835012345678009\"",
        "",
        "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie;Valuta;Saldo in CHF",
        "",
        "31.03.2026;Laden C;;-7;;;31.03.2026;100",
    ];
    let first = [
        &format!("Konto:;=\"{IBAN}\""),
        "",
        POSTFINANCE,
        "",
        "31.03.2026;K;Laden A;;-5;;",
        "",
    ];
    let found = convert(&[&first[..], &second[..]].concat());
    assert_eq!(amounts(&found), ["5.00"]);
    assert_eq!(found.transactions[0].account_identifier.as_str(), IBAN);
    assert_eq!(rules(&found), ["second-statement"]);

    let ubs = [
        "Kontonummer:;0230 00123456.40;",
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
    ];
    let row = "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;91.00;A1;Muster;;;;";
    let found = convert(&[&ubs[..], &[row], &ubs[..], &[row]].concat());
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec!["9.00".to_owned()], vec!["second-statement"])
    );
    assert!(found.summary.skipped.is_empty());
}

#[test]
fn pending_rows_need_a_date_and_an_amount() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
        "2026-03-31;10:00:00;;2026-03-31;CHF;-4.00;;;;A1;Muster;;;;",
        "Total;CHF;;;;-9.00;;;;;;;;;",
        "31.03.2026;;;31.03.2026;CHF;-4.00;;;;A2;X;;;;",
        "over two lines;;;;",
    ]);
    assert_eq!(
        found
            .summary
            .skipped
            .iter()
            .map(|skipped| skipped.reason)
            .collect::<Vec<_>>(),
        [SkipReason::Pending]
    );
    assert_eq!(found.summary.rejected.len(), 3);
}

#[test]
fn a_lone_amount_or_balance_is_not_text() {
    for lone in [";;;;-50;;", ";;;;;750;", ";2026-03-02;;;;;"] {
        let found = convert(&[
            RAIFFEISEN,
            &format!("{IBAN};2026-03-01;A;;-100;;2026-03-01"),
            lone,
        ]);
        assert_eq!(
            (found.summary.details, found.summary.rejected.len()),
            (0, 1),
            "{lone}"
        );
    }
    for text in [
        ";;Text;Und Details;;;",
        ";Text;;;;",
        ";;Text;;;",
        ";;Text",
        ";;;Details;;;",
    ] {
        let found = convert(&[
            RAIFFEISEN,
            &format!("{IBAN};2026-03-01;A;;-100;;2026-03-01"),
            text,
        ]);
        assert_eq!(
            (found.summary.details, found.summary.rejected.len()),
            (1, 0),
            "{text}"
        );
    }
}

#[test]
fn normalizes_and_checks_the_given_account() {
    let account = |given: &str| {
        let mut options = ConvertOptions::new();
        options.account = Some(AccountIdentifier::parse(given).unwrap());
        let row =
            "T1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,,,M,B,CH,BOOKED,,fee\n";
        let found = format::convert(format!("{VISECA}\n{row}").as_bytes(), &options);
        (
            found.transactions[0].account_identifier.as_str().to_owned(),
            rules(&found).join(" "),
        )
    };
    assert_eq!(
        account("ch93 0076 2011 6238 5295 7"),
        (IBAN.to_owned(), String::new())
    );
    assert_eq!(account(" X "), ("X".to_owned(), String::new()));
    assert_eq!(
        account("CH9300762011623852958"),
        (
            "CH9300762011623852958".to_owned(),
            "given-account-invalid".to_owned()
        )
    );
    assert_eq!(account("4111 1111 1111 1111").0, "**** **** **** 1111");
}

#[test]
fn keeps_and_reports_half_an_original_amount() {
    for (pair, amount, currency) in [("3.000,", Some("3.000"), None), (",EUR", None, Some("EUR"))] {
        let row = format!(
            "T1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,{pair},M,B,CH,BOOKED,,fee"
        );
        let mut options = ConvertOptions::new();
        options.account = AccountIdentifier::parse("X").ok();
        let found = format::convert(format!("{VISECA}\n{row}\n").as_bytes(), &options);
        assert_eq!(rules(&found), ["original-incomplete"]);
        let transaction = &found.transactions[0];
        assert_eq!(
            transaction
                .original_currency
                .map(|code| code.to_string())
                .as_deref(),
            currency
        );
        assert_eq!(transaction.original_amount.is_some(), amount.is_some());
    }
}

#[test]
fn balances_of_two_currencies_are_not_added_up() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "Anfangssaldo:;100.00;",
        "Schlusssaldo:;82.00;",
        "",
        UBS,
        "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;;A1;Muster;;;;",
        "2026-03-31;;2026-03-31;2026-03-31;EUR;-9.00;;;;A2;Muster;;;;",
    ]);
    assert_eq!(
        (found.summary.balance_status, amounts(&found).len()),
        (BalanceStatus::None, 2)
    );
}

#[test]
fn recognizes_a_footer_by_its_label_or_a_blank_line() {
    let rows = [
        &format!("Konto:;=\"{IBAN}\""),
        "",
        POSTFINANCE,
        "",
        "31.03.2026;K;Laden A;;-5;;",
    ];
    for footer in [
        &["Disclaimer:", "Ohne Gewähr"][..],
        &["", "Hinweis:", "Ohne Gewähr"],
        &[";;;;;;", "Disclaimer:;;;;;;"],
    ] {
        let found = convert(&[&rows[..], footer].concat());
        assert_eq!(
            (found.summary.rows, rules(&found)),
            (1, vec![]),
            "{footer:?}"
        );
    }
    let found = convert(
        &[
            &rows[..],
            &["", "30.03.2026;;;;;;", "29.03.2026;K;Laden B;;-6;;"],
        ]
        .concat(),
    );
    assert_eq!(
        (
            found.summary.rows,
            found.summary.rejected.len(),
            amounts(&found).len()
        ),
        (3, 1, 2)
    );
}

#[test]
fn ignores_a_second_byte_order_mark() {
    let text = format!("\u{feff}\u{feff}{RAIFFEISEN}\n{IBAN};2026-03-01;A;;-100;900;2026-03-01\n");
    assert_eq!(amounts(&convert_text(&text)), ["100.00"]);
}

#[test]
fn reports_only_the_finding_that_rejects_a_row() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
        "x;;y;z;CHF;-9.00;;;;A1;Muster;;;;",
    ]);
    assert_eq!(rules(&found), ["date-unreadable"]);
}

#[test]
fn takes_no_amount_from_the_text_of_a_torn_row() {
    let found = convert(&[
        &format!("Konto:;=\"{IBAN}\""),
        "",
        "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF",
        "",
        "18.01.2026;Buchung;\"Hotel \"Adler\"; 120.00",
        "Bern\";;-5.00",
    ]);
    assert_eq!(
        (amounts(&found).len(), found.summary.rejected.len()),
        (0, 2)
    );
    assert_eq!(rules(&found)[0], "row-too-short");
}

/// Every row of these files is counted, and none is converted to something else.
#[test]
fn counts_every_row_when_lines_are_misplaced() {
    let one = "2026-03-01;A;;-100;900;2026-03-01";
    let two = "2026-03-02;B;;-50;850;2026-03-02";
    let rows = [format!("{IBAN};{one}"), format!("{IBAN};{two}")];
    let old = RAIFFEISEN.replace("Credit/Debit Amount", "Amount");
    let viseca = "TransactionId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details";
    let bought = "TRX1,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,";
    let [first, second] = rows.each_ref().map(String::as_str);
    let account = format!("Konto:;=\"{IBAN}\"");
    let booked = "18.01.2026;Buchung;Miete;;-5.00;;";
    for (lines, rule, converted) in [
        (vec![first, RAIFFEISEN, second], "row-above-header", 1),
        (vec![first, second, RAIFFEISEN], "row-above-header", 0),
        (vec![&old, first, RAIFFEISEN, second], "header-changed", 0),
        (
            vec![viseca, bought, RAIFFEISEN, first],
            "second-statement",
            0,
        ),
        (
            vec![
                &account,
                "",
                POSTFINANCE,
                booked,
                "",
                "Disclaimer:",
                viseca,
                bought,
            ],
            "second-statement",
            1,
        ),
        (
            vec![&account, "", POSTFINANCE, booked, "", viseca, bought],
            "second-statement",
            1,
        ),
        (
            vec![
                &account,
                "",
                POSTFINANCE,
                booked,
                "",
                "Disclaimer:",
                "1/2/26;Buchung;Miete;;5'0;;",
            ],
            "row-after-footer",
            1,
        ),
        (
            vec!["25.01.2024,\"Kauf\",,341,25 €", RAIFFEISEN, second],
            "row-above-header",
            1,
        ),
        (
            vec![&account, "", POSTFINANCE, booked, "", "Disclaimer:", bought],
            "row-after-footer",
            1,
        ),
        (
            vec![
                &account,
                "",
                POSTFINANCE,
                booked,
                "",
                "Disclaimer:",
                "1. Mai;Buchung;X;3.00;-4.00;;",
            ],
            "row-after-footer",
            1,
        ),
        (
            vec![&format!("{RAIFFEISEN};{first}"), second],
            "header-runs-on",
            0,
        ),
        (
            vec![RAIFFEISEN, &first.replace(";-100", "-100"), second],
            "row-too-short",
            1,
        ),
    ] {
        let found = convert(&lines);
        assert!(
            rules(&found).contains(&rule),
            "{lines:?}: {:?}",
            rules(&found)
        );
        assert_eq!(amounts(&found).len(), converted, "{lines:?}");
        assert!(found.summary.report.errors > 0, "{lines:?}");
    }
}

#[test]
fn stray_quotes_across_blank_lines_lose_no_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"A;;-100;900;2026-03-01"),
        "",
        &format!("{IBAN};2026-03-02;B\";;-50;850;2026-03-02"),
        "",
        &format!("{IBAN};2026-03-03;C;;-50;800;2026-03-03"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00"]);
    assert_eq!(rules(&found), ["stray-quote"]);
}

#[test]
fn rejects_a_detail_joined_with_a_booking() {
    let cells = ";;;;CHF;;;-5.00;;;Miete;;;;";
    let booking = "2026-01-18;;2026-01-18;2026-01-18;CHF;-9.00;;;;A1;Muster;;;;";
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
        booking,
        &format!("{cells}{booking}"),
    ]);
    assert_eq!(rules(&found), ["row-too-long"]);
}

#[test]
fn a_quote_in_the_header_loses_no_row() {
    let rows = [1, 2].map(|n| {
        format!("TRX{n},1,2026-03-29,2026-03-31,{n}.5,CHF,,,Muster,Bern,CH,BOOKED,,merchant")
    });
    let header = VISECA.replace(",Type", ",\"Type");
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("**** 1111").ok();
    let found = format::convert(
        format!("{header}\n{}\n{}\"\n", rows[0], rows[1]).as_bytes(),
        &options,
    );
    assert_eq!(amounts(&found), ["1.50", "2.50"]);
    assert_eq!(rules(&found), ["header-unfamiliar", "stray-quote"]);
}

#[test]
fn empty_cells_at_the_end_of_a_row_may_be_missing() {
    let booked = "2026-01-18;;2026-01-18;2026-01-18;CHF;-9.00;;;91.00;A1;Muster";
    let head = format!("IBAN:;{IBAN};");
    let found = convert(&[
        &head,
        "",
        UBS,
        booked,
        booked.replace("91.00;A1", "100.00;A0").as_str(),
    ]);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec!["9.00".to_owned(); 2], vec![])
    );
    // A single row doesn't show whether all rows end so, or whether a delimiter is missing in this one.
    let found = convert(&[&head, "", UBS, booked]);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec![], vec!["row-shifted"])
    );
    // If a delimiter is missing, the bank's id is in the balance column, or the row ends in an empty cell.
    for torn in [
        booked.replace(";;;91", ";;91"),
        booked.replace("A1;Muster", "A1 Muster;;;"),
    ] {
        let found = convert(&[&head, "", UBS, &torn]);
        assert_eq!(
            (amounts(&found), rules(&found)),
            (vec![], vec!["row-too-short"]),
            "{torn}"
        );
    }
}

#[test]
fn accepts_text_that_resembles_a_row_or_a_value() {
    let row = format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01");
    let found = convert(&[
        "Auszug vom 01.03.2026, Seite 1, Konto 5",
        "Saldo;01.03.2026;1000.00",
        "Zeitraum;von;01.01.2026;bis;31.03.2026",
        &format!("{RAIFFEISEN};2026"),
        &format!("{row};"),
    ]);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec!["100.00".to_owned()], vec![])
    );
}

#[test]
fn rejects_a_row_whose_amount_was_split() {
    let account = format!("Konto:;=\"{IBAN}\"");
    let found = convert(&[
        &account,
        "",
        POSTFINANCE,
        "18.01.2026;Buchung;Miete;1;000000;;;",
    ]);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec![], vec!["row-shifted"])
    );
    let found = convert(&[
        &account,
        "",
        POSTFINANCE,
        "18.01.2026;Buchung;Miete;1;0.00;;",
    ]);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec!["1.00".to_owned()], vec![])
    );
}

#[test]
fn reports_a_label_without_its_iban() {
    let booked = "2026-01-18;;2026-01-18;2026-01-18;CHF;-9.00;;;;A1;Muster;;;;";
    let found = convert(&["Kontonummer:;0234 00103914.40;", "IBAN:;;", "", UBS, booked]);
    assert_eq!(rules(&found), ["account-unusable"]);
    // The label may be further to the right.
    let found = convert(&[
        "Kontonummer:;0234 00103914.40;",
        &format!("IBAN:;;{IBAN}"),
        "",
        UBS,
        booked,
    ]);
    assert_eq!(rules(&found), [""; 0]);
    assert_eq!(found.transactions[0].account_identifier.as_str(), IBAN);
}

#[test]
fn a_changed_header_always_names_the_missing_columns() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        &UBS.replace("Einzelbetrag;", ""),
    ]);
    let message = found.summary.report.findings[0].message();
    assert!(message.contains("missing: `Einzelbetrag`"), "{message}");
}

#[test]
fn rows_are_counted_from_the_header() {
    let row = format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01");
    let found = convert(&[&row, RAIFFEISEN, &row.replace("-100", "x")]);
    let cells = found
        .summary
        .report
        .findings
        .iter()
        .map(|finding| finding.cell.as_ref().map(|cell| cell.row));
    assert_eq!(
        (rules(&found), cells.collect()),
        (
            vec!["row-above-header", "amount-unreadable"],
            vec![None, Some(1)]
        )
    );
    assert_eq!(
        (found.summary.rows, found.summary.rejected.as_slice()),
        (2, &[1, 3][..])
    );
}

#[test]
fn a_row_may_lack_only_empty_cells() {
    let row = format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01");
    let header = RAIFFEISEN.replace("Balance;", "Balance;;");
    assert_eq!(rules(&convert(&[&header, &row])), ["row-too-short"]);
    assert_eq!(
        rules(&convert(&[
            RAIFFEISEN,
            row.trim_end_matches(";900;2026-03-01")
        ])),
        ["row-too-short"]
    );
}

#[test]
fn rejects_the_end_of_a_number_as_amount() {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("**** 1111").ok();
    let row =
        "TRX1,1,2026-03-29 10:00:00,2026-03-31 00:00:,00,53.1,CHF,,Muster,Bern,CH,BOOKED,,merchant";
    let found = format::convert(format!("{VISECA}\n{row}\n").as_bytes(), &options);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec![], vec!["amount-unreadable"])
    );
}

#[test]
fn a_lone_quote_loses_no_row() {
    let account = format!("Konto:;=\"{IBAN}\"");
    let (first, second) = (
        "18.01.2026;Buchung;Miete;;-5.00;;",
        "17.01.2026;Buchung;\"Lohn\nBern\";1.00;;;",
    );
    let found = convert(&[&account, "", POSTFINANCE, "\"", first, second]);
    assert_eq!(amounts(&found)[..1], ["5.00"]);
    assert!(found.summary.report.errors > 0);
}

/// Some programs end each row with a delimiter that the header lacks.
#[test]
fn two_lone_quotes_lose_no_rows_ending_in_a_delimiter() {
    let found = convert(&[
        RAIFFEISEN,
        "\"",
        &format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01;"),
        &format!("{IBAN};2026-03-02;B;;-50;850;2026-03-02;"),
        "\"",
        &format!("{IBAN};2026-03-03;C;;-50;800;2026-03-03;"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00"]);
}

/// An entry that names a value only sometimes must not take it from an earlier entry.
#[test]
fn rows_take_nothing_from_the_rows_above() {
    let split = |rows: &[&str]| {
        let mut options = ConvertOptions::new();
        options.split_batches = true;
        let batch = [
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;B1;Sammelauftrag;;;;",
            ";;;;;;;-10.00;;;Anna Muster;;;;",
            ";;;;;;;-20.00;;;Beat Muster;;;;",
        ];
        let account = format!("IBAN:;{IBAN};");
        let lines = [&[&account, "", UBS], rows, &batch].concat();
        let found = format::convert(lines.join("\n").as_bytes(), &options);
        let ids = found
            .transactions
            .iter()
            .rev()
            .take(2)
            .map(|payment| payment.transaction_id.clone());
        ids.collect::<Vec<_>>()
    };
    let without_id = "2026-03-29;;2026-03-29;2026-03-29;CHF;-4.00;;;;;Kiosk;;;;";
    let with_id = "2026-03-30;;2026-03-30;2026-03-30;CHF;-4.00;;;;A1;Kiosk;;;;";
    let alone = split(&[]);
    assert_eq!(alone.len(), 2);
    assert_eq!(
        [split(&[without_id]), split(&[without_id, with_id])],
        [alone.clone(), alone]
    );

    // With the day of the row two rows above, the pending row would turn the order of the days around, so that balances are followed from the other end.
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "Anfangssaldo:;1000.00;",
        UBS,
        "2026-03-29;;2026-03-29;2026-03-29;CHF;-100.00;;;900.00;A1;Miete;;;;",
        "2026-03-29;;2026-03-29;2026-03-29;CHF;-50.00;;;860.00;A2;Kiosk;;;;",
        "2026-03-31;;2026-03-31;2026-03-31;CHF;-10.00;;;850.00;A3;Kiosk;;;;",
        "2026-03-30;;;2026-03-30;CHF;-100.00;;;750.00;A4;Miete;;;;",
    ]);
    let broken = found
        .summary
        .report
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.line));
    assert_eq!(broken.collect::<Vec<_>>(), [("balance-broken", 5)]);
}

#[test]
fn rows_may_end_in_a_delimiter_that_the_header_lacks() {
    let header = "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #";
    let rows = [
        "DEBIT,03/14/2026,CAFE,-4.20,DEBIT_CARD, ,,",
        "DEBIT,03/13/2026,BAKERY,-12.40,DEBIT_CARD,1337.60,,",
        "CHECK,03/12/2026,CHECK 101,-100.00,CHECK_PAID,1350.00,101,",
        "CREDIT,03/12/2026,PAYROLL,1350.00,ACH_CREDIT,1450.00,,",
    ];
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("1234").ok();
    let convert = |rows: &[&str]| {
        let text = [&[header], rows].concat().join("\n") + "\n";
        format::convert(text.as_bytes(), &options)
    };
    let found = convert(&rows);
    assert_eq!(amounts(&found), ["12.40", "100.00", "1350.00"]);
    assert_eq!(rules(&found), ["profile-unverified"]);
    // A lost delimiter leaves as many cells as the header has. It doesn't make a booked row a pending one.
    let merged = rows.map(|row| row.replace("DEBIT_CARD,1337.60", "DEBIT_CARD 1337.60"));
    let found = convert(&merged.each_ref().map(String::as_str));
    assert_eq!(amounts(&found), ["100.00", "1350.00"]);
    assert!(
        rules(&found).contains(&"row-shifted"),
        "{:?}",
        rules(&found)
    );
}

const TD_BANK: &str = "Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,Account Running Balance";
const ING_ROMANIA: &str = ",Data,,Detalii tranzactie,,,Debit,Credit";

#[test]
fn a_text_has_the_delimiters_that_a_bank_does_not_quote() {
    let row = |text: &str| format!("2026-03-26,011,4370001,DEBIT,{text},0.9,,,99.1");
    let found = convert(&[TD_BANK, &row("WATER, GAS, POWER"), &row("CHECK")]);
    let mut texts = Vec::new();
    for transaction in &found.transactions {
        texts.push(transaction.text.as_ref().unwrap().as_str());
    }
    assert_eq!(texts, ["WATER, GAS, POWER", "CHECK"]);
    assert_eq!(amounts(&found), ["0.90", "0.90"]);

    // Without a blank after it, a delimiter may have come from anywhere.
    for text in ["WATER,GAS", "\"WATER\", GAS", "WATER, GAS,POWER"] {
        let found = convert(&[TD_BANK, &row(text), &row("CHECK")]);
        assert_eq!(amounts(&found), ["0.90"], "{text}");
        assert_eq!(rules(&found)[0], "row-too-long", "{text}");
    }
    let elsewhere = "2026-03-26,011,4370,001,DEBIT,WATER,0.9,,,99.1";
    assert_eq!(rules(&convert(&[TD_BANK, elsewhere]))[0], "row-too-long");
}

#[test]
fn the_pages_of_a_statement_are_one_statement() {
    let convert = |lines: &[&str]| {
        let mut options = ConvertOptions::new();
        options.account = AccountIdentifier::parse("000123").ok();
        format::convert(lines.join("\n").as_bytes(), &options)
    };
    let first = "02 martie 2026,,Cumparare POS,,,\"48,90\",,";
    let second = "05 martie 2026,,Incasare,,,,\"500,00\",";
    let foot = ["Roxana Petria,,,,,,,", ",,,,Alexandra Ilie,,,"];
    let found = convert(&[ING_ROMANIA, first, foot[0], foot[1], ING_ROMANIA, second]);
    assert_eq!(amounts(&found), ["48.90", "500.00"]);
    assert!(found.summary.rejected.is_empty());

    // A booking below the foot of a page is on no page.
    let found = convert(&[ING_ROMANIA, first, foot[0], second, ING_ROMANIA, second]);
    assert_eq!(amounts(&found), ["48.90", "500.00"]);
    assert_eq!(rules(&found), ["row-after-footer"]);

    // Another layout of the next page is another statement.
    let moved = ",Data,,Detalii tranzactie,,Debit,Credit,";
    let found = convert(&[ING_ROMANIA, first, foot[0], moved, second]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert!(rules(&found).contains(&"second-statement"));

    // Nothing but its column tells whether an amount is a debit, so a row with another cell before it is no booking.
    let shifted = "05 martie 2026,,Incasare,,,,,\"500,00\",";
    let found = convert(&[ING_ROMANIA, first, shifted]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert_eq!(rules(&found)[0], "row-too-long");
    let shifted = "05 martie 2026,,Cumparare POS,,,,\"48,90\",,";
    let found = convert(&[ING_ROMANIA, first, shifted, shifted, shifted]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert_eq!(rules(&found), ["row-shifted"; 3]);
}
