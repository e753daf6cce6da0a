//! Plain-text ledgers of journal records. `tests/suites/ledgers.py` has them read by hledger and beancount.

use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::{self, JournalExportOptions, JournalTarget};

use super::{RECEIPT, base_data, notes, records};

#[test]
fn an_entry_is_a_transaction_of_hledger() {
    let base_data = base_data();
    let mut options = JournalExportOptions::new();
    options.base_data = Some(&base_data);
    let export = export::journal(&records(RECEIPT), JournalTarget::Hledger, &options);
    assert_eq!(
        export.text,
        "\
decimal-mark .
commodity 1000.00 CHF
account Assets:1020 Bank
account Liabilities:2000 Kreditoren
account Equity:Unclassified:6510
account Expenses:6500 Büromaterial- Toner
    ; name: 6500 Büromaterial: Toner

2026-03-31 * (2026-118) Beispiel GmbH
    ; record: s-81
    ; entry: e-1
    ; entry-type: invoice
    ; invoice-date: 2026-03-28
    ; invoice-currency: CHF
    ; billing-period: 2026-03-01 to 2026-03-31
    ; posting-type: creditor-invoice
    ; contact-external-id: k-17
    Expenses:6500 Büromaterial- Toner  30 CHF
        ; line: l-1
        ; text: Toner; March
        ; tax-code: VM81
        ; tax-rate: 8.1
        ; tax-id: t-1
        ; cost-center: Verkauf
        ; cost-center-id: k-1
    Equity:Unclassified:6510  35 CHF
        ; line: l-2
        ; text: =A1+\"B\"
    Liabilities:2000 Kreditoren  -65 CHF
        ; line: l-3
        ; text: Beispiel

2026-04-02 * (2026-118) Beispiel GmbH | Payment
    ; record: s-81
    ; entry: e-2
    ; entry-type: payment
    ; invoice-date: 2026-03-28
    ; invoice-currency: CHF
    ; billing-period: 2026-03-01 to 2026-03-31
    ; posting-type: creditor-invoice
    ; contact-external-id: k-17
    Liabilities:2000 Kreditoren  65.00 CHF
        ; line: l-4
    Assets:1020 Bank  -65.00 CHF
        ; line: l-5
        ; original-amount: 70.10
        ; original-currency: EUR
"
    );
    assert_eq!(
        notes(&export),
        [
            "the type of 1 account is not known; base data has the types, and a default can be chosen",
            "characters of 1 text were replaced, because they have a meaning in the format or end a line",
            "1 value of `contact.legalType` is left out: the format has no place for it",
            "1 value of `contact.address` is left out: the format has no place for it",
            "2 values of `entries.entryNumber` are left out: the format has no place for it",
            "5 values of `entries.lines.lineNumber` are left out: the format has no place for it",
            "1 value of `entries.lines.account.externalId` is left out: the format has no place for it",
            "1 value of `entries.lines.account.currency` is left out: the format has no place for it",
            "1 value of `files` is left out: the format has no place for it",
        ]
    );
}

#[test]
fn an_entry_is_a_transaction_of_beancount() {
    let base_data = base_data();
    let mut options = JournalExportOptions::new();
    options.base_data = Some(&base_data);
    options.default_kind = Some(AccountKind::Expense);
    let export = export::journal(&records(RECEIPT), JournalTarget::Beancount, &options);
    let end = export.text.find("  Liabilities:2000").unwrap();
    assert_eq!(
        &export.text[..end],
        r#"2026-04-02 open Assets:1020-Bank
  name: "1020 Bank"
2026-03-31 open Liabilities:2000-Kreditoren
  name: "2000 Kreditoren"
2026-03-31 open Expenses:6500-Büromaterial-Toner
  name: "6500 Büromaterial: Toner"
2026-03-31 open Expenses:6510

2026-03-31 * "Beispiel GmbH" ""
  code: "2026-118"
  record: "s-81"
  entry: "e-1"
  entry-type: "invoice"
  invoice-date: "2026-03-28"
  invoice-currency: "CHF"
  billing-period: "2026-03-01 to 2026-03-31"
  posting-type: "creditor-invoice"
  contact-external-id: "k-17"
  Expenses:6500-Büromaterial-Toner  30 CHF
    line: "l-1"
    text: "Toner, March"
    tax-code: "VM81"
    tax-rate: "8.1"
    tax-id: "t-1"
    cost-center: "Verkauf"
    cost-center-id: "k-1"
  Expenses:6510  35 CHF
    line: "l-2"
    text: "=A1+\"B\""
"#
    );
    assert!(
        !notes(&export)
            .iter()
            .any(|note| note.starts_with("the type of")),
        "{:?}",
        export.notes
    );
}
