//! Lines in wrong places: every row is counted, and takes nothing from the rows above.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;

use super::{IBAN, POSTFINANCE, RAIFFEISEN, amounts, convert};
use crate::format::fixtures::rules;

use crate::ubs::UBS;

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
        let found = convert_readable(lines.join("\n").as_bytes(), &options);
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
