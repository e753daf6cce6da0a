//! Rows that become records, and the sums of these.

use std::collections::BTreeMap;

use proptest::prelude::*;
use universal_accounting::journal::{self, JournalRecord, Line, Side};
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;

use super::{SHORT, findings, lines, read};

#[test]
fn rows_of_one_record_may_be_apart() {
    let csv = format!(
        "{SHORT}r,e,1,a,2026-03-31,l,1,1,2,5,CHF\ns,f,1,a,2026-03-31,n,1,1,2,5,CHF\n\nr,g,2,a,2026-04-01,o,1,1,2,5,CHF\n,,,,,,,,,,\nr,e,1,,2026-03-31,m,2,1,3,5,CHF\n"
    );
    let reading = read(&csv);
    assert_eq!(findings(&reading), [""; 0]);
    let ids = |record: &JournalRecord| {
        let entries = record.entries.iter().map(|entry| {
            let lines: Vec<&str> = entry
                .lines
                .iter()
                .map(|line| line.line_id.as_ref())
                .collect();
            format!("{} {}", entry.entry_id, lines.join(" "))
        });
        format!(
            "{}: {}",
            record.service_id,
            entries.collect::<Vec<_>>().join(", ")
        )
    };
    let records: Vec<String> = reading.records.iter().map(ids).collect();
    assert_eq!(
        records,
        [
            "r: e l l-credit m m-credit, g o o-credit",
            "s: f n n-credit"
        ]
    );
    assert_eq!(reading.rows, 4);
    let rows: Vec<&str> = reading
        .positions
        .iter()
        .map(|position| &csv[position.span.start..position.span.end])
        .collect();
    assert_eq!(
        rows,
        [
            "r,e,1,a,2026-03-31,l,1,1,2,5,CHF",
            "s,f,1,a,2026-03-31,n,1,1,2,5,CHF"
        ]
    );
}

/// The debits and credits of each account in each currency.
type Sums = BTreeMap<(String, String), (Decimal, Decimal)>;

fn sums<'l>(lines: impl Iterator<Item = &'l Line>) -> Sums {
    let mut sums = Sums::new();
    for line in lines {
        let (debit, credit) = sums
            .entry((line.account.number.to_string(), line.currency.to_string()))
            .or_default();
        *(if line.credit_debit == Side::Debit {
            debit
        } else {
            credit
        }) += Decimal::from(line.amount);
    }
    sums
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A pair of accounts with an amount.
fn pair() -> impl Strategy<Value = (String, String, String, &'static str)> {
    (
        "[12][0-9]{3}",
        "[345][0-9]{3}",
        "[0-9]{1,9}(\\.[0-9]{1,4})?",
        prop_oneof![Just("CHF"), Just("EUR")],
    )
}

proptest! {
    #[test]
    fn debits_and_credits_of_each_account_are_the_sums_of_the_rows(
        records in prop::collection::vec(prop::collection::vec(prop::collection::vec((pair(), any::<bool>()), 1..5), 1..4), 1..5),
        text in "[a-zé,\"\n ;]{0,8}",
    ) {
        let mut csv = format!("{},entry-text\n", SHORT.trim_end());
        let (mut expected, mut line_id, mut count) = (Sums::new(), 0, 0);
        for (record, entries) in records.iter().enumerate() {
            for (entry, pairs) in entries.iter().enumerate() {
                for ((debit, credit, amount, currency), is_split) in pairs {
                    let mut push = |debit: &str, credit: &str| {
                        line_id += 1;
                        count += 1;
                        csv.extend([format!("r{record},r{record}e{entry},{},t,2026-03-31,l{line_id},1,{debit},{credit},{amount},{currency},{}\n", entry + 1, quoted(&text))]);
                    };
                    if *is_split {
                        push(debit, "");
                        push("", credit);
                    } else {
                        push(debit, credit);
                    }
                    let amount: Decimal = amount.parse().unwrap();
                    expected.entry((debit.clone(), (*currency).to_owned())).or_default().0 += amount;
                    expected.entry((credit.clone(), (*currency).to_owned())).or_default().1 += amount;
                }
            }
        }
        let reading = read(&csv);
        prop_assert_eq!(reading.report.errors, 0, "{:?}\n{}", findings(&reading), csv);
        prop_assert_eq!((reading.rows, reading.rejected_rows.len()), (count, 0));
        prop_assert_eq!(sums(lines(&reading.records)), expected);
        // What was read is a valid journal.
        let json = journal::write(&reading.records);
        let again = journal::read(json.as_bytes(), &Policy::new());
        prop_assert!(again.report.is_valid());
        prop_assert_eq!(again.records, reading.records);
    }

    #[test]
    fn every_row_is_in_a_record_or_rejected(text in "(serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n)([r-t],[ef],2026-03-3[0-3],l,[12]?,[34]?,[0-9x],CHF(,z)?\n|\"|,|\n|r,e){0,12}") {
        let reading = read(&text);
        let records = reading.records.len() + reading.rejected.len();
        prop_assert!(reading.rejected_rows.len() <= reading.rows && records <= reading.rows);
        prop_assert_eq!(reading.rejected_rows.is_empty(), reading.rejected.is_empty());
        prop_assert!(reading.rejected.is_empty() || !reading.report.is_valid(), "{:?}", text);
        for finding in &reading.report.findings {
            prop_assert!(text.get(finding.span.start..finding.span.end).is_some());
        }
    }
}
