//! Single entries, the table of lines, and the import of Banana Accounting.

use universal_accounting::export::{self, JournalExportOptions, JournalTarget};
use universal_accounting::journal::Dimension;

use super::{COLLECTIVE, RECEIPT, SINGLE, TARGETS, base_data, entry, notes, records, write_for};

/// Returns the rows as pairs of a column and its cell, without empty cells.
fn cells(csv: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().unwrap().clone();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        let filled = names.iter().zip(&row).filter(|(_, cell)| !cell.is_empty());
        filled
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    });
    rows.collect()
}

/// Returns the cells of some columns, joined by blanks.
fn columns(csv: &str, names: &[&str]) -> Vec<String> {
    let cell = |row: &[(String, String)], name: &&str| {
        row.iter()
            .find(|(known, _)| known == name)
            .map_or("-".to_owned(), |(_, cell)| cell.clone())
    };
    cells(csv)
        .iter()
        .map(|row| {
            names
                .iter()
                .map(|name| cell(row, name))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

const PAIR: [&str; 5] = [
    "entry-lineId",
    "entry-debitAccount-number",
    "entry-creditAccount-number",
    "entry-amount",
    "entry-text",
];

#[test]
fn single_entries_have_the_published_columns_and_pairs() {
    let export = write_for(&records(RECEIPT), SINGLE);
    assert_eq!(
        export.text,
        "serviceId,invoice-number,invoice-billingPeriod,invoice-currency,invoice-date,invoice-payableUntil,invoice-qrReferenceNumber,invoice-owner,invoice-source,invoice-sourceId,\
         contact-contactId,contact-externalId,contact-legalType,contact-firstName,contact-lastName,contact-companyName,contact-companyTaxNumber,contact-companyUid,\
         contact-address-street,contact-address-houseNumber,contact-address-postalCode,contact-address-city,contact-address-country,\
         entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,entry-debitAccount-externalId,entry-debitAccount-number,entry-debitAccount-currency,\
         entry-creditAccount-externalId,entry-creditAccount-number,entry-creditAccount-currency,entry-amount,entry-currency,entry-tax-value,entry-tax-code,entry-tax-externalId,\
         entry-originalAmount,entry-originalCurrency,entry-text,entry-dimensions-1-name,entry-dimensions-1-externalId,entry-dimensions-1-type\n\
         s-81,2026-118,2026-03-01/2026-03-31,CHF,2026-03-28,,,,,,,k-17,company,,,Beispiel GmbH,,,,,,Bern,,e-1,1,invoice,2026-03-31,l-1,1,a-1,6500,CHF,,2000,,30,CHF,8.1,VM81,t-1,,,\"Toner, March\",Verkauf,k-1,cost-center\n\
         s-81,2026-118,2026-03-01/2026-03-31,CHF,2026-03-28,,,,,,,k-17,company,,,Beispiel GmbH,,,,,,Bern,,e-1,1,invoice,2026-03-31,l-2,2,,6510,,,2000,,35,CHF,,,,,,\"=A1+\"\"B\"\"\",,,\n\
         s-81,2026-118,2026-03-01/2026-03-31,CHF,2026-03-28,,,,,,,k-17,company,,,Beispiel GmbH,,,,,,Bern,,e-2,2,payment,2026-04-02,l-4,1,,2000,,,1020,,65.00,CHF,,,,70.10,EUR,Payment,,,\n"
    );
    assert_eq!(
        notes(&export),
        [
            "2 values of `lineId` are left out: a row takes it from the line on the side with several lines, or from the debit line",
            "1 value of `text` is left out: a row takes it from the line on the side with several lines, or from the debit line",
            "1 value of `invoice.postingType` is left out: the format has no place for it",
            "1 value of `contact.name` is left out: the format has no place for it",
            "1 value of `files` is left out: the format has no place for it",
        ]
    );
}

#[test]
fn a_pair_takes_its_values_from_the_side_with_several_lines() {
    let one_debit = entry(&["d 65 CHF 1", "c 30 CHF 2", "c 35.00 CHF 3"]);
    assert_eq!(
        columns(&write_for(&one_debit, SINGLE).text, &PAIR),
        ["l-1 1 2 30 -", "l-2 1 3 35.00 -"]
    );
    // Amounts are handed through with their sign.
    let discount = entry(&["d 70 CHF 1", "c 65 CHF 2", "d -5 CHF 3"]);
    assert_eq!(
        columns(&write_for(&discount, SINGLE).text, &PAIR),
        ["l-0 1 2 70 -", "l-2 3 2 -5 -"]
    );
}

#[test]
fn collective_entries_are_rows_with_one_side() {
    let mut two = entry(&["d 1 CHF 1", "d 2 CHF 2", "c 1.50 CHF 3", "c 1.50 CHF 4"]);
    two.extend(entry(&["d 65 CHF 1", "c 65 CHF 2"]));
    let collective = write_for(&two, COLLECTIVE);
    let rows = [
        "l-0 1 - 1 -",
        "l-1 2 - 2 -",
        "l-2 - 3 1.50 -",
        "l-3 - 4 1.50 -",
        "l-0 1 2 65 -",
    ];
    assert_eq!(columns(&collective.text, &PAIR), rows);
    let refused = write_for(&two, SINGLE);
    assert_eq!(
        (columns(&refused.text, &PAIR), refused.refused.len()),
        (vec!["l-0 1 2 65 -".to_owned()], 1)
    );
}

#[test]
fn the_column_of_the_record_has_the_brand() {
    let mut options = JournalExportOptions::new();
    options.brand = Some("acme".to_owned());
    for target in [SINGLE, JournalTarget::Table] {
        assert!(
            export::journal(&records(RECEIPT), target, &options)
                .text
                .starts_with("acmeId,")
        );
    }
}

#[test]
fn several_contacts_are_noted() {
    let record = r#"{"serviceId":"s","contacts":[{"companyName":"Erste AG"},{"companyName":"Zweite AG"}],
        "entries":[{"entryId":"e","date":"2026-03-31","lines":[
            {"lineId":"l","creditDebit":"debit","amount":"1","currency":"CHF","account":{"number":"1"}},
            {"lineId":"m","creditDebit":"credit","amount":"1","currency":"CHF","account":{"number":"2"}}]}]}"#;
    for target in TARGETS {
        let export = write_for(&records(record), target);
        assert!(
            export.text.contains("Erste AG") && !export.text.contains("Zweite AG"),
            "{}",
            export.text
        );
        assert!(
            notes(&export)[0].starts_with("1 further contact is left out"),
            "{:?}",
            export.notes
        );
    }
}

#[test]
fn the_table_has_a_row_for_each_line_and_no_formula() {
    let base_data = base_data();
    let mut options = JournalExportOptions::new();
    options.base_data = Some(&base_data);
    let mut receipt = records(RECEIPT);
    receipt.extend(entry(&["d -5 CHF 1"]));
    let export = export::journal(&receipt, JournalTarget::Table, &options);
    let names = [
        "entry-account-number",
        "entry-account-description",
        "entry-debit",
        "entry-credit",
        "entry-text",
    ];
    assert_eq!(
        columns(&export.text, &names),
        [
            "6500 Büromaterial: Toner 30 - Toner, March",
            "6510 - 35 - '=A1+\"B\"",
            "2000 Kreditoren - 65 Beispiel",
            "2000 Kreditoren 65.00 - -",
            "1020 Bank - 65.00 Payment",
            "1 - -5 - -",
        ]
    );
    assert_eq!(
        columns(
            &export.text,
            &[
                "contact-name",
                "invoice-postingType",
                "entry-originalAmount"
            ]
        )[4],
        "Beispiel GmbH creditor-invoice 70.10"
    );
    assert_eq!(
        notes(&export),
        [
            "1 entry doesn't balance in each currency; the lines are written as they are",
            "1 value of `files` is left out: the format has no place for it",
        ]
    );
}

#[test]
fn banana_gets_the_columns_of_its_import() {
    let base_data = base_data();
    let mut options = JournalExportOptions::new();
    options.base_data = Some(&base_data);
    let mut receipt = records(RECEIPT);
    receipt.extend(entry(&[
        "d 1 CHF 1",
        "d 2 CHF 2",
        "c 1.50 CHF 3",
        "c 1.50 CHF 4",
    ]));
    let export = export::journal(&receipt, JournalTarget::Banana, &options);
    assert_eq!(
        export.text,
        "Date\tDateDocument\tDoc\tDocOriginal\tExternalReference\tDescription\tAccountDebit\tAccountCredit\tAmount\tVatCode\tCc1\tCc2\n\
         2026-03-31\t2026-03-28\te-1\t2026-118\tl-1\tBeispiel GmbH, Toner, March\t6500\t2000\t30\tVM81\tVK\t\n\
         2026-03-31\t2026-03-28\te-1\t2026-118\tl-2\tBeispiel GmbH, =A1+\"B\"\t6510\t2000\t35\t\t\t\n\
         2026-04-02\t2026-03-28\te-2\t2026-118\tl-4\tBeispiel GmbH, Payment\t2000\t1020\t65.00\t\t\t\n\
         2026-03-31\t\te-1\t\tl-0\t\t1\t\t1\t\t\t\n\
         2026-03-31\t\te-1\t\tl-1\t\t2\t\t2\t\t\t\n\
         2026-03-31\t\te-1\t\tl-2\t\t\t3\t1.50\t\t\t\n\
         2026-03-31\t\te-1\t\tl-3\t\t\t4\t1.50\t\t\t\n"
    );
    assert!(notes(&export).contains(&"1 row with a VAT code: the program computes the tax; the journal doesn't say whether its amounts include it".to_owned()));
}

#[test]
fn banana_gets_foreign_amounts_unconverted() {
    let mut both = entry(&["d 65 CHF 1", "c 65 CHF 2"]);
    both.extend(entry(&["d 10 EUR 1", "c 10 EUR 2"]));
    let base_data = base_data();
    let mut options = JournalExportOptions::new();
    let amounts = |options: &JournalExportOptions<'_>| {
        let text = export::journal(&both, JournalTarget::Banana, options).text;
        text.lines()
            .map(|line| {
                line.split('\t')
                    .skip(6)
                    .take(5)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect::<Vec<_>>()
    };
    let header = "AccountDebit AccountCredit AmountCurrency ExchangeCurrency Amount";
    assert_eq!(
        amounts(&options),
        [header, "1 2 65 CHF ", "1 2 10 EUR "],
        "the currency of the books is not known"
    );
    options.base_data = Some(&base_data);
    assert_eq!(amounts(&options), [header, "1 2 65 CHF 65", "1 2 10 EUR "]);
}

#[test]
fn no_text_of_a_banana_cell_ends_it() {
    let mut receipt = records(RECEIPT);
    receipt[0].contact.as_mut().unwrap().name = Some("a\tb\r\nc\u{2028}d".parse().unwrap());
    let export = write_for(&receipt, JournalTarget::Banana);
    assert!(
        export
            .text
            .lines()
            .all(|line| line.split('\t').count() == 12),
        "{}",
        export.text
    );
    assert!(export.text.contains("\ta b  c d, Toner"), "{}", export.text);
    assert!(
        notes(&export)
            .iter()
            .any(|note| note.starts_with("characters of 3 texts were replaced"))
    );
}

#[test]
fn accounts_that_share_a_number_are_totalled_apart() {
    let mut shared = entry(&["d 65 CHF 1020", "c 65 CHF 1020"]);
    let lines = &mut shared[0].entries[0].lines;
    lines[0].account.external_id = Some("a-1".parse().unwrap());
    // A line without an external id means the only account with its number.
    assert_eq!(write_for(&shared, SINGLE).read.len(), 1);
    shared[0].entries[0].lines[1].account.external_id = Some("a-2".parse().unwrap());
    let banana = write_for(&shared, JournalTarget::Banana);
    let ids: Vec<Option<&str>> = banana
        .read
        .iter()
        .map(|total| total.external_id.as_deref())
        .collect();
    assert_eq!(ids, [Some("a-1"), Some("a-2")]);
    assert_eq!(
        notes(&banana)[0],
        "1 value of `lineId` is left out: a row takes it from the line on the side with several lines, or from the debit line"
    );
    assert_eq!(
        notes(&banana)[1],
        "1 account number is shared by several accounts, which the format can't tell apart"
    );
    let ledger = write_for(&shared, JournalTarget::Beancount).text;
    assert!(
        ledger.contains("  Equity:Unclassified:1020-a-1  65 CHF\n")
            && ledger.contains("  Equity:Unclassified:1020-a-2  -65 CHF\n")
    );
}

#[test]
fn one_line_with_many_dimensions_does_not_widen_every_row_without_limit() {
    let mut many = entry(&["d 65 CHF 1", "c 65 CHF 2"]);
    many[0].entries[0].lines[0].dimensions = vec![Dimension::new(); 105];
    for (target, left_out) in [
        (SINGLE, 5),
        (JournalTarget::Table, 5),
        (JournalTarget::Banana, 105),
    ] {
        let export = write_for(&many, target);
        let note = format!(
            "{left_out} further dimensions are left out: the format has no place for so many"
        );
        assert!(notes(&export).contains(&note), "{:?}", export.notes);
        assert_eq!(
            export
                .text
                .lines()
                .next()
                .unwrap()
                .matches("-externalId")
                .count()
                > 100,
            target != JournalTarget::Banana
        );
    }
}
