//! Laws of statements in OFX: what is written in any form is read back, entry for entry.

use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::transactions::CreditDebit;

use crate::cases::cases;

#[derive(Debug, Clone)]
struct Entry {
    cents: i64,
    day: u8,
    name: String,
    /// The tags that are not closed.
    open: [bool; 5],
    is_pending: bool,
    comma: bool,
}

fn entry() -> impl Strategy<Value = Entry> {
    let name = prop::sample::select(vec!["Shop", "A & B", "x < y", "Zürich", "1 &amp; 2"]);
    (
        -99_999_i64..99_999,
        1_u8..29,
        name,
        any::<[bool; 5]>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(cents, day, name, open, is_pending, comma)| Entry {
            cents,
            day,
            name: name.to_owned(),
            open,
            is_pending,
            comma,
        })
}

fn write(entries: &[Entry], is_xml: bool) -> String {
    let mut text = if is_xml {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"220\"?>\n"
            .to_owned()
    } else {
        "OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\n\n".to_owned()
    };
    text += "<OFX><CCSTMTRS><CURDEF>CHF</CURDEF><CCACCTFROM><ACCTID>CH9300762011623852957</CCACCTFROM><BANKTRANLIST>\n";
    for (number, entry) in entries.iter().enumerate() {
        let tag = if entry.is_pending {
            "STMTTRNP"
        } else {
            "STMTTRN"
        };
        let mark = if entry.comma { ',' } else { '.' };
        let sign = if entry.cents < 0 { "-" } else { "" };
        let cents = entry.cents.abs();
        let values = [
            ("TRNTYPE", "OTHER".to_owned()),
            ("DTPOSTED", format!("202603{:02}120000", entry.day)),
            (
                "TRNAMT",
                format!("{sign}{}{mark}{:02}", cents / 100, cents % 100),
            ),
            ("FITID", format!("2026BANK{number:04}")),
            (
                "NAME",
                entry.name.replace('&', "&amp;").replace('<', "&lt;"),
            ),
        ];
        text.extend(["<", tag, ">"]);
        for ((name, value), is_open) in values.iter().zip(entry.open) {
            let end = if is_open && !is_xml {
                "\n".to_owned()
            } else {
                format!("</{name}>")
            };
            text.extend(["<", name, ">", value.as_str(), end.as_str()]);
        }
        text.extend(["</", tag, ">\n"]);
    }
    text + "</BANKTRANLIST></CCSTMTRS></OFX>\n"
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn what_is_written_is_read(entries in prop::collection::vec(entry(), 1..12), is_xml in any::<bool>()) {
        let conversion = convert_readable(write(&entries, is_xml).as_bytes(), &ConvertOptions::new());
        let booked: Vec<&Entry> = entries.iter().filter(|entry| !entry.is_pending && entry.cents != 0).collect();
        prop_assert_eq!(conversion.summary.rows, entries.len());
        prop_assert_eq!(conversion.summary.skipped.len(), entries.len() - booked.len());
        prop_assert_eq!(conversion.transactions.len(), booked.len());
        for (transaction, entry) in conversion.transactions.iter().zip(booked) {
            let cents = entry.cents.abs();
            prop_assert_eq!(transaction.amount.to_string(), format!("{}.{:02}", cents / 100, cents % 100));
            prop_assert_eq!(transaction.credit_debit == Some(CreditDebit::Debit), entry.cents < 0);
            prop_assert_eq!(transaction.booked_at.map(universal_accounting::value::Date::day), Some(entry.day));
            prop_assert_eq!(transaction.text.as_ref().map(AsRef::as_ref), Some(entry.name.as_str()));
        }
    }

    #[test]
    fn damage_loses_no_row_in_silence(
        entries in prop::collection::vec(entry(), 1..6),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = write(&entries, false).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let summary = convert_readable(&bytes, &ConvertOptions::new()).summary;
        let sum = summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
        prop_assert_eq!(summary.rows, sum);
        let has_all = summary.rows == entries.len();
        prop_assert!(has_all || !summary.report.findings.is_empty(), "{}", String::from_utf8_lossy(&bytes));
    }
}
