//! Faults: each has its cell.

use universal_accounting::format;
use universal_accounting::journal::Side;
use universal_accounting::report::{Limits, Policy};

use super::{SHORT, assert_finds, findings, read};

#[test]
fn each_fault_has_its_cell() {
    let good = "r,e,1,invoice,2026-03-31,l,1,6500,2000,5.00,CHF\n";
    let row = |from: &str, to: &str| {
        format!(
            "{SHORT}{}q,d,1,invoice,2026-03-31,k,1,6500,2000,5.00,CHF\n",
            good.replace(from, to)
        )
    };
    assert_finds(
        &row("2026-03-31", "31.3.2026"),
        &[
            "2:15 date-form row 1 `entry-date` of record 0: `date` is no date in the form YYYY-MM-DD",
        ],
        &[1],
    );
    assert_finds(
        &row("5.00", "5,00").replace("5,00", "\"5,00\""),
        &["2:41 amount-form row 1 `entry-amount` of record 0: `amount` is no plain decimal"],
        &[1],
    );
    assert_finds(
        &row("CHF", "XYZ"),
        &[
            "2:45 currency-unknown row 1 `entry-currency` of record 0: `currency` is no currency code of ISO 4217",
        ],
        &[1],
    );
    assert_finds(
        &row(",l,", ", ,"),
        &[
            "2:26 empty-required row 1 `entry-lineId` of record 0: `lineId` is empty or holds only blanks",
        ],
        &[1],
    );
    assert_finds(
        &row("r,", ","),
        &[
            "2:1 empty-required row 1 `serviceId` of record 0: `serviceId` is empty or holds only blanks",
        ],
        &[1],
    );
    assert_finds(
        &row(",1,invoice", ",x,invoice"),
        &[
            "2:5 wrong-type row 1 `entry-entryNumber` of record 0: `entryNumber` is a string where a number belongs",
        ],
        &[1],
    );
    assert_finds(
        &row(",1,invoice", ",,invoice"),
        &[
            "2:1 expected-field-missing row 1 `` of record 0: `entryNumber` is missing; the contract allows it, but nearly every record has one",
        ],
        &[],
    );
    assert_finds(
        &row("6500,2000", ","),
        &[
            "2:1 single-entry-without-account row 1 `` of record 0: this row has neither a debit account nor a credit account",
        ],
        &[1],
    );
    assert_finds(
        &row(",CHF", ""),
        &["2:1 row-too-short row 1 `` of record 0: the row has 10 of 11 cells"],
        &[1],
    );
    assert_finds(
        &row("CHF", "CHF,x"),
        &[
            "2:49 row-too-long row 1 `` of record 0: the row has a value in cell 12, but the header has 11 columns",
        ],
        &[1],
    );
    assert_finds(&row("CHF", "CHF,,"), &[], &[]);
    assert_finds(
        &row("invoice", "\"invoice"),
        &[
            "2:7 stray-quote row 1 `entry-type` of record 0: this quote is not closed at the end of a cell, so it is read as part of the text",
        ],
        &[],
    );
    // One-sided rows balance as the lines that they are.
    assert_finds(
        &row("6500,2000", "6500,"),
        &[
            "2:1 entry-line-alone row 1 `` of record 0: this entry has one line alone, so nothing balances it",
        ],
        &[],
    );
    let unbalanced = format!(
        "{SHORT}r,e,1,invoice,2026-03-31,l,1,6500,,5.00,CHF\nr,e,1,invoice,2026-03-31,m,2,,2000,5.01,CHF\n"
    );
    assert_finds(
        &unbalanced,
        &[
            "2:1 entry-unbalanced row 1 `` of record 0: the debits of this entry do not equal its credits",
        ],
        &[1, 2],
    );
    // A row that can't be read is the only fault of its record.
    assert_finds(
        &unbalanced.replace(",5.01", ""),
        &["3:1 row-too-short row 2 `` of record 0: the row has 10 of 11 cells"],
        &[1, 2],
    );
}

#[test]
fn rows_that_contradict_each_other_are_rejected() {
    let header = format!("{},invoice-number,contact-lastName\n", SHORT.trim_end());
    let rows = |second: &str| format!("{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,n-1,\n{second}\n");
    assert_finds(
        &rows("r,e,1,a,2026-03-31,m,2,1,3,5,CHF,n-2,"),
        &[
            "3:34 single-entry-contradiction row 2 `invoice-number` of record 0: `number` is different in an earlier row of the same record",
        ],
        &[1, 2],
    );
    assert_finds(
        &rows("r,e,1,a,2026-04-01,m,2,1,3,5,CHF,n-1,"),
        &[
            "3:9 single-entry-contradiction row 2 `entry-date` of record 0: `date` is different in an earlier row of the same entry",
        ],
        &[1, 2],
    );
    assert_finds(&rows("r,f,2,b,2026-04-01,m,1,1,3,5,CHF,,Muster"), &[], &[]);
    assert_finds(
        &rows("r,e,1,a,2026-03-31,l,2,1,3,5,CHF,n-1,"),
        &[
            "3:20 journal-id-repeated row 2 `entry-lineId` of record 0: `lineId` is that of an earlier line in this file",
        ],
        &[],
    );
}

#[test]
fn reports_what_the_format_does_not_say() {
    let header = format!(
        "{},entry-tax-code,entry-dimensions-1-externalId,entry-dimensions-1-name\n",
        SHORT.trim_end()
    );
    let alone = format!(
        "{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,V,,\ns,f,1,a,2026-03-31,m,1,1,2,5,CHF,,,\nt,g,1,a,2026-03-31,n,1,1,2,5,CHF,,c,C\n"
    );
    assert_finds(
        &alone,
        &[
            "2:1 single-entry-side-unknown row 1 ``: rows with two accounts do not say which of them has the tax, the original amount and the dimensions; the debit line has those of 2 rows",
        ],
        &[],
    );
    let sides = |csv: &str| -> Vec<(Side, bool)> {
        let lines = read(csv)
            .records
            .into_iter()
            .flat_map(|record| record.entries)
            .flat_map(|entry| entry.lines);
        lines
            .map(|line| (line.credit_debit, line.tax.is_some()))
            .collect()
    };
    assert_eq!(
        sides(&alone)[..2],
        [(Side::Debit, true), (Side::Credit, false)]
    );
    let many = format!(
        "{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,V,,\nr,e,1,a,2026-03-31,m,2,1,3,5,CHF,V,,\n"
    );
    assert_finds(&many, &[], &[]);
    assert_eq!(
        sides(&many),
        [
            (Side::Debit, false),
            (Side::Credit, true),
            (Side::Debit, false),
            (Side::Credit, true)
        ]
    );
    let period = format!(
        "{},invoice-billingPeriod\nr,e,1,a,2026-03-31,l,1,1,2,5,CHF,Q1\n",
        SHORT.trim_end()
    );
    assert_finds(
        &period,
        &[
            "2:34 billing-period-unreadable row 1 `invoice-billingPeriod` of record 0: this is not a first and a last day, so the billing period is left out",
        ],
        &[],
    );
}

#[test]
fn limits_hold() {
    let csv = format!(
        "{SHORT}r,e,1,a,2026-03-31,l,1,1,2,5,CHF\ns,f,1,a,2026-03-31,m,1,1,2,5,CHF\nr,g,2,a,2026-03-31,n,1,1,2,5,CHF\n"
    );
    let limited = |set: fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        format::read_single_entries(csv.as_bytes(), &Policy::new().limits(limits))
    };
    let records = limited(|limits| limits.records = 2);
    assert_eq!(
        findings(&records),
        [
            "4:1 too-many-records : there are 3 rows; the limit is 2, and all from here on are rejected"
        ]
    );
    assert_eq!(
        (records.records.len(), records.rejected_rows),
        (1, vec![1, 3])
    );
    assert_eq!(limited(|limits| limits.line = 20).report.errors, 3);
    assert_eq!(limited(|limits| limits.cell = 9).report.errors, 3);
    assert_eq!(
        limited(|limits| limits.bytes = 9).report.findings[0]
            .rule
            .id,
        "too-large"
    );
    let few = csv.replace("2026-03-31", "x");
    let mut limits = Limits::default();
    limits.findings = 1;
    let report = format::read_single_entries(few.as_bytes(), &Policy::new().limits(limits)).report;
    assert_eq!((report.findings.len(), report.errors), (1, 3));
}
