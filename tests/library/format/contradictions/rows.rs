//! Rows that contradict their header.

use universal_accounting::format::ConvertOptions;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::{RAIFFEISEN, account, convert};
use crate::format::fixtures::rules;

#[test]
fn rejects_a_row_whose_currency_contradicts_its_column() {
    let header = "Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF);Divisa";
    let row = |currency: &str| {
        format!("31.03.2026;31.03.2026;B{currency};Acquisto;Panetteria;5;;95;{currency}\n")
    };
    let mut options = ConvertOptions::new();
    options.account = account("CH9300762011623852957");
    let found = convert(&format!("{header}\n{}{}", row("CHF"), row("EUR")), &options);
    assert_eq!(
        (rules(&found), &found.summary.rejected),
        (vec!["currency-contradicts"], &vec![3])
    );
    assert_eq!(found.transactions.len(), 1);
}

/// The first row with the status may be rejected or skipped.
#[test]
fn reports_an_unknown_status_even_of_a_rejected_row() {
    let header = "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n";
    let row = |id: &str, amount: &str| {
        format!(
            "{id},001,2026-03-29 10:00:00,2026-03-31 00:00:00,{amount},CHF,Muster,Bern,PARKED,\n"
        )
    };
    let mut options = ConvertOptions::new();
    options.account = account("card-1111");
    for first in ["0.000", "?"] {
        let found = convert(
            &format!("{header}{}{}", row("A", first), row("B", "12.500")),
            &options,
        );
        let lines: Vec<usize> = found
            .summary
            .report
            .findings
            .iter()
            .filter(|finding| finding.rule.id == "status-unknown")
            .map(|finding| finding.line)
            .collect();
        assert_eq!((lines, found.transactions.len()), (vec![2], 1), "{first}");
    }
}

#[test]
fn reports_unreadable_values_above_the_header() {
    let migros = |balance: &str, from: &str| {
        format!(
            "\"Kontoauszug von:\";\"{from}\"\n\"Kontoauszug bis:\";\"2026-03-31\"\n;\n\
             \"Kontonummer / IBAN:\";\"111.111.11 / CH93 0076 2011 6238 5295 7\"\n\"Saldo:\";\"{balance}\"\n;\n\
             \"Datum\";\"Buchungstext\";\"Mitteilung\";\"Referenznummer\";\"Betrag\";\"Saldo\";\"Valuta\"\n\
             \"30.03.2026\";\"Einkauf\";\"\";;\"-10.00\";\"90.00\";\"30.03.2026\"\n"
        )
    };
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    assert_eq!(
        rules(&convert(&migros("CHF 90.00", "2026-03-01"), &options)),
        [""; 0]
    );
    for (balance, from, line) in [("Fr. 90.00", "2026-03-01", 5), ("CHF 90.00", "1. März", 1)] {
        let found = convert(&migros(balance, from), &options);
        let findings = &found.summary.report.findings;
        assert_eq!(
            (rules(&found), findings[0].line),
            (vec!["cell-passed-over"], line),
            "{balance} {from}"
        );
    }
}

/// A row whose cells may have moved is rejected, wherever it is.
#[test]
fn rejects_a_booking_with_another_number_of_cells() {
    let row = |day: u8, end: &str| format!("{day}.03.2026;Buchung;Einkauf;;-5.00;;{end}\n");
    let rejected = |rows: &[String]| {
        let head = "Konto:;=\"CH9300762011623852957\"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n";
        let found = convert(&format!("{head}{}", rows.concat()), &ConvertOptions::new());
        assert_eq!(
            found.summary.rejected.is_empty(),
            rules(&found) != ["row-shifted"],
            "{:?}",
            rules(&found)
        );
        found.summary.rejected
    };
    assert_eq!(rejected(&[row(13, ";"), row(12, ""), row(11, "")]), [4]);
    assert_eq!(rejected(&[row(13, ""), row(12, ";"), row(11, "")]), [5]);
    assert_eq!(rejected(&[row(13, ""), row(12, ""), row(11, ";")]), [6]);
    // Rows that all end so, or a value in the last column, show that nothing moved.
    assert_eq!(
        rejected(&[row(13, ";"), row(12, ";"), row(11, ";")]),
        [0; 0]
    );
    let short =
        "CH9300762011623852957;2026-03-11 00:00:00.0;Einkauf;-5;50;2026-03-11 00:00:00.0;\n";
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    assert_eq!(
        rules(&convert(&format!("{RAIFFEISEN}{short}"), &options)),
        [""; 0]
    );
}

/// A spreadsheet leaves out the empty cells at the end of a row. Such a row converts where no delimiter can have been lost before a value.
#[test]
fn rows_without_their_last_empty_cells_convert_where_no_value_can_have_moved() {
    let postfinance = "Konto:;=\"CH9300762011623852957\"\n\n\
        Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n";
    // A debit would have a minus sign.
    let signed = format!(
        "{postfinance}13.03.2026;Buchung;Lohn;12.50\n12.03.2026;Buchung;Miete;;-8.40;;Wohnen\n"
    );
    let found = convert(&signed, &ConvertOptions::new());
    assert_eq!((rules(&found), found.transactions.len()), (vec![], 2));
    // Nothing but its column shows what an amount without a sign is.
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    let unsigned = "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)\n\
        13.03.2026;13.03.2026;Miete;12.50\n12.03.2026;12.03.2026;Lohn;;8.40;\n";
    let found = convert(unsigned, &options);
    assert_eq!(
        (rules(&found), found.transactions.len()),
        (vec!["row-shifted"], 1)
    );
}

/// If no row has a value in the last column while all have one cell more than the header, each may be one cell off.
#[test]
fn rejects_rows_that_may_all_be_one_cell_off() {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    let file = |balance: &str| {
        format!(
            "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)\n\
             13.03.2026;13.03.2026;Miete;;12.50;{balance};\n12.03.2026;12.03.2026;Strom;;8.40;;\n"
        )
    };
    let found = convert(&file(""), &options);
    assert_eq!(rules(&found), ["row-shifted", "row-shifted"]);
    assert!(found.transactions.is_empty());
    assert_eq!(convert(&file("100.00"), &options).transactions.len(), 2);
}

/// If all rows are one cell short, their references show that no value before them has moved.
#[test]
fn reads_rows_without_a_last_cell_whose_references_are_in_place() {
    let file = |reference: &str, text: &str| {
        let rows = [
            format!(
                "2026-01-13;12:30:00;2026-01-13;2026-01-13;EUR;-12.50;;;;{reference};{text};;;\n"
            ),
            format!(
                "2026-01-11;12:30:00;2026-01-11;2026-01-11;EUR;;8.40;;;{reference};{text};Muster AG;;\n"
            ),
        ];
        format!(
            "IBAN:;CH93 0076 2011 6238 5295 7;\n\nAbschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;\
             Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n{}",
            rows.concat()
        )
    };
    let found = convert(&file("9900001BN1710031", "Miete"), &ConvertOptions::new());
    assert_eq!((rules(&found), found.transactions.len()), (vec![], 2));
    // Without a reference, or with a text in its place, the cell may be missing before the amount.
    for (reference, text) in [("", "Miete"), ("Miete", "Januar")] {
        let found = convert(&file(reference, text), &ConvertOptions::new());
        assert_eq!(rules(&found), ["row-shifted", "row-shifted"]);
    }
}
