//! Statements as journals of hledger and Beancount.

use universal_accounting::base_data;
use universal_accounting::export::NoteKind;
use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::statement::{
    self, LedgerAccounts, StatementExportOptions, StatementTarget,
};
use universal_accounting::internals::rules::Example;
use universal_accounting::report::Policy;
use universal_accounting::statement::Conversion;
use universal_accounting::value::AccountIdentifier;

use super::{APRIL, MARCH, convert, joined, note, text, write};

#[test]
fn a_ledger_has_ids_and_asserted_balances() {
    let march = convert(MARCH, Some("2000"));
    let hledger = write(std::slice::from_ref(&march), StatementTarget::Hledger);
    assert_eq!(
        text(&hledger),
        include_str!("../../../messages/exported-statement.hledger")
    );
    assert_eq!(
        (
            hledger.transactions,
            note(&hledger.notes, NoteKind::AlteredText)
        ),
        (3, 1)
    );
    let beancount = write(&[march], StatementTarget::Beancount);
    assert_eq!(
        text(&beancount),
        include_str!("../../../messages/exported-statement.beancount")
    );
}

#[test]
fn statements_that_follow_each_other_are_asserted_and_repeats_written_once() {
    let (march, april) = (convert(MARCH, Some("2000")), convert(APRIL, Some("5799.5")));
    let asserted = |conversions: &[Conversion]| {
        let export = write(conversions, StatementTarget::Beancount);
        let lines = text(&export)
            .lines()
            .filter(|line| line.contains(" balance "))
            .map(str::to_owned);
        (
            lines.collect::<Vec<_>>(),
            export.transactions,
            note(&export.notes, NoteKind::NotAsserted),
        )
    };
    let line = |day: &str, amount: &str| {
        format!("{day} balance Assets:Bank:CH9300762011623852957  {amount} CHF")
    };
    let both = vec![line("2026-04-01", "5799.50"), line("2026-04-02", "5779.50")];
    // The order of the files does not matter.
    assert_eq!(
        asserted(&[march.clone(), april.clone()]),
        (both.clone(), 4, 0)
    );
    assert_eq!(asserted(&[april.clone(), march.clone()]), (both, 4, 0));
    // Between these, a transaction is missing.
    let gap = convert(APRIL, Some("5799.5"));
    let february = convert(
        "CH9300762011623852957;2026-02-27 00:00:00.0;Zins;1;1801;2026-02-27 00:00:00.0\n",
        Some("1800"),
    );
    assert_eq!(asserted(&[february, gap]), (vec![], 2, 1));
    // The same file twice.
    assert_eq!(
        asserted(&[march.clone(), march]),
        (vec![line("2026-04-01", "5799.50")], 3, 0)
    );
    assert_eq!(asserted(&[convert(MARCH, None)]), (vec![], 2, 1));
}

#[test]
fn names_of_ledger_accounts_are_listed_or_in_base_data() {
    let conversion = [convert(MARCH, Some("2000"))];
    let names = br#"{"accounts": [{"account": "CH93 0076 2011 6238 5295 7", "name": "Assets:Valiant: Current"}], "income": "Income:To sort", "opening": "Equity:Start"}"#;
    let names = LedgerAccounts::read(names, &Policy::new()).value.unwrap();
    let mut options = StatementExportOptions::new();
    options.ledger_accounts = Some(&names);
    let listed =
        statement::write(&joined(&conversion), StatementTarget::Hledger, &options).unwrap();
    for name in [
        "account Assets:Valiant:Current\n",
        "account Income:To sort\n",
        "account Equity:Start\n",
        "account Expenses:Unknown\n",
    ] {
        assert!(text(&listed).contains(name), "{}", text(&listed));
    }
    let base_data = Example::BaseData(
        "accounts",
        r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957","type":"ASSET"}]"#,
    );
    let base_data = base_data::read(&base_data.input(), &Policy::new())
        .value
        .unwrap();
    (options.ledger_accounts, options.base_data) = (None, Some(&base_data));
    let known = statement::write(&joined(&conversion), StatementTarget::Hledger, &options).unwrap();
    assert!(
        text(&known).contains("account Assets:1020 Bank\n"),
        "{}",
        text(&known)
    );
    assert_eq!(
        AccountKind::from(base_data::AccountType::Revenue),
        AccountKind::Income
    );
}

#[test]
fn accounts_with_one_name_have_no_balance_of_their_own() {
    let mut other = convert(MARCH, Some("2000"));
    for transaction in &mut other.transactions {
        transaction.account_identifier = AccountIdentifier::parse("B").unwrap();
    }
    other.summary.statements[0].account = AccountIdentifier::parse("B").ok();
    let conversions = [convert(MARCH, Some("2000")), other];
    let asserted = |names: &str| {
        let names = LedgerAccounts::read(names.as_bytes(), &Policy::new())
            .value
            .unwrap();
        let mut options = StatementExportOptions::new();
        options.ledger_accounts = Some(&names);
        let export =
            statement::write(&joined(&conversions), StatementTarget::Beancount, &options).unwrap();
        (
            text(&export).matches(" balance ").count(),
            note(&export.notes, NoteKind::NotAsserted),
        )
    };
    assert_eq!(asserted("{}"), (2, 0));
    let one_name = r#"{"accounts": [{"account": "CH9300762011623852957", "name": "Assets:Bank"}, {"account": "B", "name": "Assets:Bank"}]}"#;
    assert_eq!(asserted(one_name), (0, 2));
}

#[test]
fn faults_of_ledger_accounts_have_places() {
    for (json, pointer) in [
        (
            r#"{"accounts": [{"account": "A", "name": "Bank:A"}]}"#,
            "/accounts/0/name",
        ),
        (
            r#"{"accounts": [{"account": " ", "name": "Assets:A"}]}"#,
            "/accounts/0/account",
        ),
        (
            r#"{"accounts": [{"account": "A", "name": "Assets:A"}, {"account": "A", "name": "Assets:B"}]}"#,
            "/accounts/1/account",
        ),
        (r#"{"income": "Income"}"#, "/income"),
        (r#"{"incomes": "Income:A"}"#, "/incomes"),
    ] {
        let reading = LedgerAccounts::read(json.as_bytes(), &Policy::new());
        assert!(reading.value.is_none());
        let found: Vec<_> = reading
            .report
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.pointer.as_str()))
            .collect();
        assert_eq!(found, [("ledger-accounts-invalid", pointer)], "{json}");
    }
}
