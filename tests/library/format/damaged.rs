//! Damaged entries are reported: none becomes a total, a text or an entry of another account unnoticed.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::account_map::find_by_number;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Policy;
use universal_accounting::statement::{AccountMap, Conversion};
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::format::fixtures::rules;

fn convert(file: &str) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    convert_readable(file.as_bytes(), &options)
}

/// Each case is a file whose second row is a damaged entry, and the lines that are rejected.
#[test]
fn rejects_damaged_bookings() {
    for (file, rejected) in [
        (
            "Buchungsdatum;Buchungstext;Belastung;Gutschrift;Saldo CHF;\n22.06.2017;Miete;900.00;;;\n21.06.2017\" Lohn \";;179.82;;\n",
            vec![3],
        ),
        (
            "Auftragsdatum;Buchungstext;Betrag Einzelzahlung (CHF);Belastungsbetrag (CHF);Gutschriftsbetrag (CHF);Valutadatum;Saldo (CHF)\n\
             01.02.2025;Miete;;900.00;;01.02.2025;100.00\n31.01.2025Lohn;;;607.95;31.01.2025;1000.00\n",
            vec![3],
        ),
        (
            "Buchungsdatum,Text,Belastung,Gutschrift\n26.01.2024,\"Miete\",900.00,\n25.01.2024\"Lohn\",,1739.25\n",
            vec![3],
        ),
        (
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
             CH9300762011623852957;2026-03-31 00:00:00.0;A;-12.5;87.5;2026-03-31 00:00:00.0\n\
             ;;mehr Text;;;;CH9300762011623852957;2026-03-30 00:00:00.0;B;-900;100;2026-03-30 00:00:00.0\n",
            vec![3],
        ),
        (
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
             CH9300762011623852957;2026-03-31 00:00:00.0;A;-12.5;87.5;2026-03-31 00:00:00.0\n\
             ;\"2026-03-30 00:00:00.0;B;-900;100;2026-03-30 00:00:00.0\"\n",
            vec![3],
        ),
        (
            "Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde\n\
             Paiement par carte,Valeur actuelle,2026-01-05 12:31:05,2026-01-06 01:00:00,Café,-2.00,0.00,CHF,TERMINÉ,500.00\n\
             Paiement par carte,Valeur actuelle,2026-01-06 12:31:05,,Bäckerei,-12.40,0.00,CHF,TERMINÉ,487.60\n",
            vec![3],
        ),
    ] {
        let found = convert(file);
        assert_eq!(
            (&found.summary.rejected, found.transactions.len()),
            (&rejected, 1),
            "{file}\n{:?}",
            rules(&found)
        );
        assert!(!found.summary.report.is_valid(), "{file}");
    }
}

/// Labels above a header are on lines of their own; a table whose first line has the same names is not a statement.
#[test]
fn a_table_of_labels_is_not_an_empty_statement() {
    for file in [
        "Von;Bis;Datum;Saldo;Konto;Zeitraum;Summe\n1;2;01.01.2024;5.00;x;Miete;-900.00\n",
        "Datum;Datum;Datum;Datum;Datum\nDatum;Datum;Datum;Datum;Datum\nDatum;Datum;Datum;Datum;Datum\n",
    ] {
        assert_eq!(rules(&convert(file)), ["bank-unknown"], "{file}");
    }
}

/// A row with its card but without its account, which other rows have, might belong to another account.
#[test]
fn reports_an_account_filled_in_from_other_rows() {
    let header = "Kontonummer;Kartennummer;Konto-/Karteninhaber;Einkaufsdatum;Buchungstext;Branche;Betrag;Originalwährung;Kurs;Währung;Belastung;Gutschrift;Buchung";
    let row = |account: &str| {
        format!(
            "{account};4901 18XX XXXX 5896;MUSTER;30.03.2026;Bäckerei;Bakeries;12.50;CHF;;CHF;12.50;;31.03.2026\n"
        )
    };
    let found = convert(&format!("{header}\n{}{}", row("1234 5678 9012"), row("")));
    let filled_in: Vec<(&str, usize)> = found
        .summary
        .report
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.line))
        .filter(|(rule, _)| *rule == "account-filled-in")
        .collect();
    assert_eq!(
        (filled_in, found.transactions.len()),
        (vec![("account-filled-in", 3)], 2),
        "{:?}",
        rules(&found)
    );
}

/// A late row on top must not change the detected order of the rows.
#[test]
fn a_late_row_on_top_keeps_the_order_of_duplicates() {
    let header = "Datum;Buchungstext;Betrag;Saldo;Valuta\n";
    let rows = "20.03.2024;X;-1.00;;20.03.2024\n15.03.2024;Kiosk;-5.00;;15.03.2024\n15.03.2024;Kiosk;-5.00;;16.03.2024\n14.03.2024;Y;-1.00;;14.03.2024\n";
    let ids = |file: &str| {
        let found = convert(file);
        let all = found
            .transactions
            .iter()
            .map(|transaction| (transaction.valuta_at, transaction.transaction_id.clone()));
        all.filter(|(day, _)| day.is_some_and(|day| day.to_string() != "2024-03-10"))
            .collect::<Vec<_>>()
    };
    let before = ids(&format!("{header}{rows}"));
    assert_eq!(
        (
            before.len(),
            ids(&format!(
                "{header}10.03.2024;Nachtrag;-7.00;;10.03.2024\n{rows}"
            ))
        ),
        (4, before)
    );
}

/// An account map is checked when it is read.
#[test]
fn rejects_a_contradictory_account_map() {
    for (accounts, fault) in [
        (
            r#"{"written": ["*"], "account": "A"}"#,
            "a letter or a digit",
        ),
        (
            r#"{"written": ["** 11"], "account": "A"}, {"written": ["XXXX 11"], "account": "B"}"#,
            "another account",
        ),
        (
            r#"{"written": ["1"], "account": "CH9300762011623852958"}"#,
            "looks like an IBAN",
        ),
        (
            r#"{"written": ["1"], "account": "a\u0000b"}"#,
            "control characters",
        ),
    ] {
        let reading = AccountMap::read(
            format!(r#"{{"accounts": [{accounts}]}}"#).as_bytes(),
            &Policy::new(),
        );
        let message = reading.report.findings[0].message();
        assert!(
            reading.value.is_none() && message.contains(fault),
            "{accounts}: {message}"
        );
    }
    let map = br#"{"accounts": [{"written": ["AX12"], "account": "A"}, {"written": ["A*12"], "account": "B"}]}"#;
    let map = AccountMap::read(map, &Policy::new()).value.unwrap();
    assert_eq!(
        find_by_number(&map, "a x12").map(AccountIdentifier::as_str),
        Some("A")
    );
}
