//! Dates and amounts that differ from those around them.

use universal_accounting::format::ConvertOptions;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::{CORNER, RAIFFEISEN, convert};
use crate::format::fixtures::rules;

/// A spreadsheet that expects the month first exchanges day and month where that gives a date.
#[test]
fn rejects_dates_whose_day_and_month_were_exchanged() {
    let rejected = |days: &[&str]| {
        let row = |day: &&str| format!("{day};Bakery;**2618;CHF;12.50;x\n");
        let file = format!(
            "Date;Description;Card;Currency;Amount;Status\n{}",
            days.iter().map(row).collect::<String>()
        );
        let found = convert(&file, &ConvertOptions::new());
        let is_expected = |rule: &&str| matches!(*rule, "day-month-exchanged" | "profile-caution");
        assert!(rules(&found).iter().all(is_expected), "{:?}", rules(&found));
        found.summary.rejected
    };
    assert_eq!(rejected(&["30/03/2026", "03/12/2026", "05/03/2026"]), [3]);
    assert_eq!(rejected(&["05/03/2026", "03/12/2026", "30/03/2026"]), [3]);
    // The first rows may be the exchanged ones.
    assert_eq!(
        rejected(&[
            "03/02/2026",
            "03/05/2026",
            "03/12/2026",
            "13/03/2026",
            "28/03/2026"
        ]),
        [3, 4]
    );
    for sorted_or_not in [
        &["30/03/2026", "12/03/2026", "05/03/2026"][..],
        &["03/02/2026", "03/05/2026", "03/12/2026"],
        &["30/03/2026", "31/03/2026", "29/03/2026"],
        &["13/03/2026", "28/03/2026", "14/03/2026", "15/03/2026"],
        // Exchanged, they would be sorted, but months apart.
        &[
            "12/06/2026",
            "10/06/2026",
            "08/06/2026",
            "11/06/2026",
            "09/06/2026",
        ],
    ] {
        assert_eq!(rejected(sorted_or_not), [0; 0], "{sorted_or_not:?}");
    }
}

/// The dates of each account are sorted by themselves.
#[test]
fn accounts_one_after_another_have_no_exchanged_dates() {
    let row =
        |(day, card): (u8, &str)| format!("{day:0>2}/06/2026;Bakery;{card};CHF;12.50;Booked\n");
    let rows = [
        (12, "**2618"),
        (10, "**2618"),
        (8, "**2618"),
        (11, "**9999"),
        (9, "**9999"),
    ]
    .map(row)
    .concat();
    let file = format!("{CORNER}{rows}");
    assert_eq!(
        convert(&file, &ConvertOptions::new()).summary.rejected,
        [0; 0]
    );
    // Exchanged, these dates would be sorted too, but further apart.
    let row = |(day, iban): (u8, &str)| {
        format!("{iban};2026-06-{day:0>2} 00:00:00.0;Einkauf;-10;;2026-06-{day:0>2} 00:00:00.0\n")
    };
    let iban = "CH9300762011623852957";
    let rows = [(12, iban), (1, iban), (3, iban), (5, iban)]
        .map(row)
        .concat();
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    assert_eq!(
        convert(&format!("{RAIFFEISEN}{rows}"), &options)
            .summary
            .rejected,
        [0; 0]
    );
}

/// Bookings may lie years apart, but a single one among others is probably wrong.
#[test]
fn reports_a_year_that_is_far_from_those_of_two_neighbours() {
    let far = |years: &[u16]| -> Vec<(usize, String)> {
        let row = |year: &u16| {
            format!(
                "CH9300762011623852957;{year}-03-30 00:00:00.0;Einkauf;-10;;{year}-03-30 00:00:00.0\n"
            )
        };
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        let found = convert(
            &format!("{RAIFFEISEN}{}", years.iter().map(row).collect::<String>()),
            &options,
        );
        let findings = found
            .summary
            .report
            .findings
            .iter()
            .filter(|finding| finding.rule.id == "day-far-from-others");
        findings
            .map(|finding| {
                (
                    finding.line,
                    finding
                        .cell
                        .as_ref()
                        .map(|cell| cell.column.clone())
                        .unwrap_or_default(),
                )
            })
            .collect()
    };
    let at = |line: usize| vec![(line, "Booked At".to_owned())];
    assert_eq!(far(&[2026, 2062, 2026]), at(3));
    assert_eq!(far(&[2062, 2026, 2026]), at(2));
    assert_eq!(far(&[2026, 2026, 2062]), at(4));
    assert_eq!(far(&[2026, 2029, 2026]), at(3));
    assert_eq!(
        far(&[2026, 2062, 2026, 2026, 2016, 2025]),
        [at(3), at(6)].concat()
    );
    for years in [
        &[2023, 2026][..],
        &[2020, 2020, 2024, 2024],
        &[2020, 2022, 2024, 2026],
        &[2026, 2028, 2026],
        &[2062, 2026],
        &[2062],
    ] {
        assert_eq!(far(years), [], "{years:?}");
    }
}

/// A spreadsheet of another language takes the decimal mark away.
#[test]
fn reports_amounts_that_lost_their_decimals() {
    let rules_of = |header: &str, rows: &[String]| {
        let mut options = ConvertOptions::new();
        (options.account, options.currency) = (
            AccountIdentifier::parse("A").ok(),
            Currency::parse("CHF").ok(),
        );
        rules(&convert(&format!("{header}\n{}", rows.concat()), &options))
            .join(" ")
            .replace("account-differs", "")
            .trim()
            .to_owned()
    };
    // This format leaves zeros at the end of amounts out.
    let raiffeisen = |amounts: &[&str]| {
        let row = |amount: &&str| {
            format!(
                "CH9300762011623852957;2026-03-30 00:00:00.0;A;{amount};;2026-03-30 00:00:00.0\n"
            )
        };
        rules_of(
            RAIFFEISEN.trim(),
            &amounts.iter().map(row).collect::<Vec<_>>(),
        )
    };
    let whole = [
        "1250", "4990", "310", "7625", "1985", "20000", "555", "8840", "1230", "6705",
    ];
    assert_eq!(raiffeisen(&whole), "decimals-missing");
    assert_eq!(raiffeisen(&whole[1..]), "");
    assert_eq!(raiffeisen(&[&whole[..], &["12.5"]].concat()), "");
    assert_eq!(raiffeisen(&[&whole[..], &["12.55"]].concat()), "");
    // This one writes them.
    let viseca = |amounts: &[&str]| {
        let row = |(index, amount): (usize, &&str)| {
            format!(
                "TRX{index},001,2026-03-29 10:00:00,2026-03-31 00:00:00,{amount},CHF,A,Bern,BOOKED,\n"
            )
        };
        let header = "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details";
        rules_of(
            header,
            &amounts.iter().enumerate().map(row).collect::<Vec<_>>(),
        )
    };
    let written = [
        "12.50", "8.00", "49.90", "3.10", "76.25", "19.85", "200.00", "5.55", "88.40",
    ];
    assert_eq!(viseca(&written), "");
    assert_eq!(
        viseca(&[&written[..], &["1230"]].concat()),
        "decimals-missing"
    );
    assert_eq!(viseca(&[&written[..], &["1230", "12.5"]].concat()), "");
}
