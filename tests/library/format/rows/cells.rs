//! Cells that are missing, moved, split or joined.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::SkipReason;
use universal_accounting::value::AccountIdentifier;

use super::{IBAN, POSTFINANCE, RAIFFEISEN, VISECA, amounts, convert};
use crate::format::fixtures::rules;

use crate::ubs::UBS;

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
fn keeps_and_reports_half_an_original_amount() {
    for (pair, amount, currency) in [("3.000,", Some("3.000"), None), (",EUR", None, Some("EUR"))] {
        let row = format!(
            "T1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,{pair},M,B,CH,BOOKED,,fee"
        );
        let mut options = ConvertOptions::new();
        options.account = AccountIdentifier::parse("X").ok();
        let found = convert_readable(format!("{VISECA}\n{row}\n").as_bytes(), &options);
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
    // Not every row needs a balance.
    let without_balance = booked.replace("91.00;A1", ";A2");
    let found = convert(&[&head, "", UBS, &without_balance, booked]);
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
    let found = convert_readable(format!("{VISECA}\n{row}\n").as_bytes(), &options);
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec![], vec!["amount-unreadable"])
    );
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
        convert_readable(text.as_bytes(), &options)
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
