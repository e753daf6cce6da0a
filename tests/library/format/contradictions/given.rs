//! What the caller gives: accounts, currencies and balances.

use universal_accounting::format::ConvertOptions;
use universal_accounting::report::Policy;
use universal_accounting::statement::{AccountMap, BalanceStatus, Conversion};
use universal_accounting::value::Currency;

use super::{CORNER, RAIFFEISEN, account, convert};
use crate::format::fixtures::rules;
use crate::ubs::UBS;

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
             {UBS}\n\
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
