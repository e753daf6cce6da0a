//! Contradictions between the caller and the file, or within a file, are reported.

use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement::{AccountMap, BalanceStatus, Conversion};
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::format::fixtures::rules;

const CORNER: &str = "Date;Description;Card;Currency;Amount;Status\n";
const RAIFFEISEN: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";

fn options_with_map(json: &str) -> ConvertOptions {
    let mut options = ConvertOptions::new();
    let reading = AccountMap::read(json.as_bytes(), &Policy::new());
    assert!(
        reading.report.findings.is_empty(),
        "{:?}",
        reading.report.findings
    );
    options.accounts = reading.value;
    options
}

fn account(text: &str) -> Option<AccountIdentifier> {
    AccountIdentifier::parse(text).ok()
}

fn convert(file: &str, options: &ConvertOptions) -> Conversion {
    format::convert(file.as_bytes(), options)
}

fn accounts(conversion: &Conversion) -> Vec<&str> {
    conversion
        .transactions
        .iter()
        .map(|transaction| transaction.account_identifier.as_str())
        .collect()
}

#[test]
fn normalizes_accounts_of_the_map() {
    let row = format!("{CORNER}31/03/2026;Bakery;**2618;CHF;12.50;Booked\n");
    for (written, sent) in [
        ("4111 1111 1111 1111", "**** **** **** 1111"),
        (" CH93 0076 2011 6238 5295 7 ", "CH9300762011623852957"),
        ("card-2618", "card-2618"),
    ] {
        let json =
            format!(r#"{{"accounts": [{{"written": ["**2618"], "account": "{written}"}}]}}"#);
        let found = convert(&row, &options_with_map(&json));
        assert_eq!(accounts(&found), [sent], "{written}");
    }
}

#[test]
fn reports_an_account_that_differs_from_the_given_one() {
    let row = format!("{CORNER}31/03/2026;Bakery;**2618;CHF;12.50;Booked\n");
    let mut options =
        options_with_map(r#"{"accounts": [{"written": ["**2618"], "account": "card-2618"}]}"#);
    options.account = account("card-2618");
    assert!(!rules(&convert(&row, &options)).contains(&"account-differs"));
    options.account = account("card-9999");
    let found = convert(&row, &options);
    assert!(
        rules(&found).contains(&"account-differs"),
        "{:?}",
        rules(&found)
    );
    assert_eq!(accounts(&found), ["card-2618"]);
}

/// The order is the currency in the file, that of the account in the map, that of the options.
#[test]
fn the_most_specific_currency_wins() {
    let row = |iban: &str| {
        format!("{RAIFFEISEN}{iban};2026-03-31 00:00:00.0;Einkauf;-5;95;2026-03-31 00:00:00.0\n")
    };
    let json = r#"{"accounts": [
        {"files": ["other.csv"], "account": "CH9300762011623852957"},
        {"written": ["12-3"], "account": "CH93 0076 2011 6238 5295 7", "currency": "EUR"}
    ]}"#;
    let mut options = options_with_map(json);
    options.currency = Currency::parse("CHF").ok();
    let currency = |found: &Conversion| found.transactions[0].currency.code().to_owned();
    assert_eq!(
        currency(&convert(&row("CH9300762011623852957"), &options)),
        "EUR"
    );
    assert_eq!(
        currency(&convert(&row("CH5604835012345678009"), &options)),
        "CHF"
    );
    let own = format!("{CORNER}31/03/2026;Bakery;12-3;USD;12.50;Booked\n");
    assert_eq!(currency(&convert(&own, &options)), "USD");
}

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
    assert_eq!(
        far(&[2026, 2062, 2026, 2026, 2016, 2025]),
        [at(3), at(6)].concat()
    );
    for years in [
        &[2023, 2026][..],
        &[2020, 2020, 2024, 2024],
        &[2020, 2022, 2024, 2026],
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

/// What the bank counted and added up is compared with the rows that were read.
#[test]
fn stated_counts_and_sums_are_compared() {
    let status = |file: &str| {
        let mut options = ConvertOptions::new();
        (options.account, options.currency) = (
            AccountIdentifier::parse("A").ok(),
            Currency::parse("CHF").ok(),
        );
        let found = convert(file, &options);
        let rules: Vec<String> = rules(&found).into_iter().map(str::to_owned).collect();
        (rules, found.summary.balance_status)
    };
    let total = |sums: &str, rows: &str| {
        format!(
            "Buchungsdatum,Text,Belastung,Gutschrift,Valutadatum,Saldo\n31.03.2026,Miete,900.00,,31.03.2026,\n{rows}{sums}\n"
        )
    };
    let salary = "30.03.2026,Lohn,,5000.00,30.03.2026,\n";
    let differs = (vec!["sum-differs".to_owned()], BalanceStatus::Broken);
    assert_eq!(
        status(&total("Total Spalte,,900.00,5000.00,,", salary)),
        (vec![], BalanceStatus::None)
    );
    // Some exports write the sums a column too far to the right.
    assert_eq!(
        status(&total("Total Spalte,,,900.00,5000.00,", salary)),
        (vec![], BalanceStatus::None)
    );
    assert_eq!(
        status(&total("Total Spalte,,900.00,5000.00,,", "")),
        differs
    );
    assert_eq!(
        status(&total("Total Spalte,,900.00,4999.99,,", salary)),
        differs
    );
    // Each column is compared by itself, as a booking and its reversal may be missing together.
    assert_eq!(
        status(&total("Total Spalte,,1000.00,5100.00,,", salary)),
        differs
    );
    assert_eq!(status(&total("Total Spalte,,900.01,,,", salary)), differs);
    assert_eq!(
        status(&total("Total Spalte,,900.00,,,", salary)),
        (vec![], BalanceStatus::None)
    );
    // A rejected row may be what is missing, and it is reported already.
    let unreadable = status(&total(
        "Total Spalte,,900.00,5000.00,,",
        &salary.replace("5000", "5_000"),
    ));
    assert_eq!(
        unreadable,
        (vec!["amount-unreadable".to_owned()], BalanceStatus::None)
    );
}

/// A stated balance is that of the account in its own currency, also below the rows.
#[test]
fn compares_stated_balances_and_their_currencies() {
    let found = |footer: &str, currency: &str| {
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse(currency).ok();
        let file = format!(
            "Nr. conto: ;CH56 0483 5012 3456 7800 9\n\n\
             Data;Descrizione della transazione;Accreditamento;Debito;Valuta;Saldo\n\
             28.02.2026;Saldo;;;;5000.00\n02.03.2026;Panetteria;;-28.60;02.03.2026;4971.40\n\n{footer}\n"
        );
        let found = convert(&file, &options);
        (rules(&found).join(" "), found.summary.balance_status)
    };
    let proved = (String::new(), BalanceStatus::Proved);
    assert_eq!(found("Saldo al 31.03.2026;CHF 4971.40", "CHF"), proved);
    assert_eq!(found("Stampato il 01.04.2026", "CHF"), proved);
    assert_eq!(
        found("Saldo al 31.03.2026;CHF 5071.40", "CHF"),
        ("closing-balance".to_owned(), BalanceStatus::Broken)
    );
    assert_eq!(
        found("Saldo al 31.03.2026;CHF 4971.40", "EUR"),
        ("currency-differs".to_owned(), BalanceStatus::Broken)
    );
}

/// An opening balance that is not used is reported.
#[test]
fn reports_a_given_opening_balance_that_is_not_used() {
    let found = |file: &str| {
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        options.opening_balance = "100".parse().ok();
        let found = convert(file, &options);
        (rules(&found).join(" "), found.summary.balance_status)
    };
    let row = |iban: &str, balance: &str| {
        format!("{iban};2026-03-31 00:00:00.0;Einkauf;-5;{balance};2026-03-31 00:00:00.0\n")
    };
    let (one, other) = ("CH9300762011623852957", "CH5604835012345678009");
    assert_eq!(
        found(&format!("{RAIFFEISEN}{}", row(one, "95"))),
        (String::new(), BalanceStatus::Proved)
    );
    let wrong = found(&format!("{RAIFFEISEN}{}", row(one, "96")));
    assert_eq!(wrong, ("opening-balance".to_owned(), BalanceStatus::Broken));
    let unused = |status| ("given-opening-unused".to_owned(), status);
    assert_eq!(
        found(&format!("{RAIFFEISEN}{}", row(one, ""))),
        unused(BalanceStatus::None)
    );
    let several = format!("{RAIFFEISEN}{}{}", row(one, "95"), row(other, "95"));
    assert_eq!(found(&several), unused(BalanceStatus::None));
    let stated = |opening: &str| {
        format!(
            "IBAN:;CH93 0076 2011 6238 5295 7;\nAnfangssaldo:;{opening};\n\n\
             Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n\
             2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;70.00;A1;Muster;;;;\n"
        )
    };
    assert_eq!(
        found(&stated("100.00")),
        (String::new(), BalanceStatus::Proved)
    );
    assert_eq!(
        found(&stated("101.00")).0,
        "opening-balance given-opening-unused"
    );
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

/// A wrong value may be private, so messages don't repeat it.
#[test]
fn messages_about_configuration_contain_no_values() {
    let reading = AccountMap::read(
        br#"{"accounts": [{"written": [4111111111111111], "account": "X"}]}"#,
        &Policy::new(),
    );
    let message = reading.report.findings[0].message();
    assert_eq!(
        (message.as_str(), reading.value),
        ("expected a string", None)
    );
}

/// The balances of one account prove nothing about another account.
#[test]
fn reconciles_each_account_by_itself() {
    let row = |iban: &str, day: u8, balance: &str| {
        format!("{iban};2026-03-{day} 00:00:00.0;Einkauf;-5;{balance};2026-03-{day} 00:00:00.0\n")
    };
    let rows = [
        row("CH9300762011623852957", 30, "95"),
        row("CH9300762011623852957", 31, "90"),
        row("CH5604835012345678009", 30, ""),
        row("CH5604835012345678009", 31, ""),
    ];
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let found = convert(&format!("{RAIFFEISEN}{}", rows.concat()), &options);
    assert_eq!(
        (found.summary.balance_status, found.summary.confirmed()),
        (BalanceStatus::Partly, 1)
    );
    let verdicts: Vec<BalanceStatus> = found
        .summary
        .totals
        .iter()
        .map(|total| total.balance_status)
        .collect();
    assert_eq!(verdicts, [BalanceStatus::Partly, BalanceStatus::None]);
}

/// A broken balance names what would heal it, in all languages. A redacted one has no amount.
#[test]
fn a_broken_balance_names_the_only_change_that_heals_it() {
    let found = |amounts: [&str; 4], is_redacted: bool| {
        let row = |(index, amount): (usize, &str)| {
            let balance = ["87.65", "77.65", "177.65", "172.65"][index];
            format!(
                "CH9300762011623852957;2026-03-1{index} 00:00:00.0;Text {index};{amount};{balance};2026-03-1{index} 00:00:00.0\n"
            )
        };
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        options.opening_balance = "100".parse().ok();
        if is_redacted {
            options.policy = Policy::new().redacted();
        }
        let rows = amounts.into_iter().enumerate();
        let rows = rows.filter(|(_, amount)| !amount.is_empty());
        let file = format!("{RAIFFEISEN}{}", rows.map(row).collect::<String>());
        let conversion = convert(&file, &options);
        let [finding] = &conversion.summary.report.findings[..] else {
            panic!("{:?}", conversion.summary.report)
        };
        assert_eq!(conversion.summary.balance_status, BalanceStatus::Broken);
        let languages = [
            Language::English,
            Language::German,
            Language::French,
            Language::Italian,
        ];
        let texts = languages.map(|language| {
            format!(
                "{}: {}",
                finding.message_in(language),
                finding.help_in(language)
            )
        });
        (finding.rule.id, texts.join("\n"))
    };
    let (rule, turned) = found(["-12.35", "10", "100", "-5"], false);
    assert_eq!(rule, "balance-broken");
    for text in [
        "(difference -20.00)",
        "here; the balances would agree if the amount in line 3 had the other sign, or with one more row of this difference; if",
        "(Differenz -20.00)",
        "Zeile; die Salden würden stimmen, wenn der Betrag in Zeile 3 das andere Vorzeichen hätte, oder mit einer weiteren Zeile über diese Differenz; wird",
        "(différence -20.00)",
        "les soldes concorderaient si le montant (ligne 3) avait l'autre signe",
        "(differenza -20.00)",
        "i saldi concorderebbero se l'importo (riga 3) avesse l'altro segno",
    ] {
        assert!(turned.contains(text), "{text}: {turned}");
    }
    let (rule, redacted) = found(["-12.35", "10", "100", "-5"], true);
    assert_eq!(rule, "balance-broken");
    assert!(redacted.contains("(difference …)") && redacted.contains("in line 3 had"));
    assert!(!redacted.contains("20"), "{redacted}");
    // A balance that the caller gave.
    let (rule, opening) = found(["12.35", "-10", "100", "-5"], false);
    assert_eq!(rule, "opening-balance");
    assert!(
        opening.contains(
            "right; the balances would agree if the amount in line 2 had the other sign, or"
        ),
        "{opening}"
    );
    let (_, missing) = found(["-12.35", "-10", "", "-5"], false);
    let expected = "one more row of this difference between line 3 and line 4";
    assert!(missing.contains("(difference 100.00)"), "{missing}");
    // The last balance may be wrong as well.
    assert!(!missing.contains(expected), "{missing}");
}
