//! What a spreadsheet or a hand does to a file: rows, dates, amounts and names that it moves, exchanges or deletes.

use universal_accounting::format::ConvertOptions;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::Currency;

use super::{RAIFFEISEN, account, convert};
use crate::format::fixtures::rules;

/// Converts a file that names its account.
fn convert_lines(lines: &[&str]) -> Conversion {
    convert(&(lines.join("\n") + "\n"), &ConvertOptions::new())
}

/// Converts a file that doesn't name its account.
fn convert_nameless(lines: &[&str]) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = account("CH9300762011623852957");
    convert(&(lines.join("\n") + "\n"), &options)
}

/// Bookings above the header, which a spreadsheet sorts with them, in a format whose dates only the format tells.
#[test]
fn bookings_above_the_header_are_rejected_whatever_their_dates_look_like() {
    let header = r#""Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","MutatieSoort","Mededelingen""#;
    let booking = |day: u8| {
        format!(
            r#""202603{day}","Bakkerij","NL91ABNA0417164300","","BA","Af","12,40","Betaalautomaat","""#
        )
    };
    let found = convert_lines(&[&booking(12), header, &booking(10)]);
    assert_eq!(
        (found.transactions.len(), rules(&found)),
        (1, vec!["row-above-header"])
    );
    let header = r#""Transaction Date","Posting Date","Statement Code","Description","Supplementary Code","Supplementary Code Description","Client Reference","Reference","Status","Balance","Debit Amount","Credit Amount""#;
    let booking = |day: u8| {
        format!(
            r#""{day} Mar 2026","{day} Mar 2026","POS","BAKERY","","","R{day}","","Settled","","12.40","""#
        )
    };
    let found = convert_lines(&[
        &booking(13),
        r#""Account Details For:","Multiplier 000-00000-1""#,
        r#""Currency:","SGD""#,
        "",
        header,
        &booking(10),
    ]);
    assert_eq!(
        (found.transactions.len(), rules(&found)),
        (1, vec!["row-above-header"])
    );
}

const LLOYDS: &str = "Date,Description,Type,Money In (£),Money Out (£),Balance (£)";

/// The date of a balance is as written, so that of the booking below it is the exchanged one.
#[test]
fn a_balance_shows_that_the_date_of_a_booking_was_exchanged() {
    let rows = |salary: &str| {
        let salary = format!("{salary},EXAMPLE LTD,FPI,1350.00,,1450.00");
        convert_nameless(&[
            LLOYDS,
            "01/04/2026,STARTING BALANCE,,,,100.00",
            &salary,
            "13/04/2026,BAKERY,DEB,,12.40,1437.60",
        ])
    };
    assert_eq!(rules(&rows("03/04/2026")), [""; 0]);
    let exchanged = rows("04/03/2026");
    assert_eq!(
        (rules(&exchanged), &exchanged.summary.rejected),
        (vec!["day-month-exchanged"], &vec![3])
    );
}

/// A value date is rarely a month away from its booking, and never by chance the same with day and month exchanged.
#[test]
fn a_value_date_with_day_and_month_of_the_booking_exchanged_is_rejected() {
    let booked = |booked: &str, valuta: &str| {
        let row = format!("CH9300762011623852957;{booked};Bakery;-10.00;;{valuta}");
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        let found = convert(&format!("{RAIFFEISEN}{row}\n"), &options);
        rules(&found)
    };
    assert_eq!(
        booked("2026-03-05", "2026-05-03"),
        ["day-month-exchanged"; 1]
    );
    for (day, valuta) in [
        ("2026-03-05", "2026-03-05"),
        ("2026-03-05", "2026-05-04"),
        // 31 days.
        ("2026-03-04", "2026-04-03"),
    ] {
        assert_eq!(booked(day, valuta), [""; 0], "{valuta}");
    }
}

/// A booking without its amount looks like the opening balance. The one above it is, so the bookings don't follow.
#[test]
fn a_booking_that_lost_its_amount_is_no_opening_balance() {
    let found = convert_nameless(&[
        "Date,Description,Amount,Running Bal.",
        "03/01/2026,Beginning balance as of 03/01/2026,,100.00",
        "03/02/2026,BAKERY,,90.00",
        "03/03/2026,BOOKSHOP,-30.00,60.00",
    ]);
    assert_eq!(
        (rules(&found), found.summary.balance_status),
        (vec!["opening-balance"], BalanceStatus::Broken)
    );
}

/// Two stray quotes in different rows enclose the rows between them. One of these is shorter than a booking.
#[test]
fn quotes_around_short_rows_lose_no_booking() {
    let found = convert_nameless(&[
        "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)",
        "05.11.2023;05.11.2023;\"Hotel;23.90;;",
        ";;Card 1234",
        "02.11.2023;02.11.2023;Restaurant\";12.80;;",
    ]);
    let amounts: Vec<String> = found
        .transactions
        .iter()
        .map(|transaction| transaction.amount.to_string())
        .collect();
    assert_eq!(
        (amounts, rules(&found)),
        (
            vec!["23.90".to_owned(), "12.80".to_owned()],
            vec!["stray-quote"]
        )
    );
}

/// Without the name of its column, a status is not read, and a pending booking becomes a transaction.
#[test]
fn a_column_without_its_name_is_reported_if_the_status_is_missing() {
    let columns = ["Status", "", "State"].map(|status| {
        let header = format!(
            r#""Transaction Date","Posting Date","Statement Code","Description","Supplementary Code","Supplementary Code Description","Client Reference","Reference","{status}","Balance","Debit Amount","Credit Amount""#
        );
        let found = convert_lines(&[
            r#""Account Details For:","Multiplier 000-00000-1""#,
            r#""Currency:","SGD""#,
            "",
            &header,
            r#""13 Mar 2026","13 Mar 2026","POS","BAKERY","","","R1","","Settled","","12.40","""#,
        ]);
        rules(&found)
    });
    let unfamiliar = vec!["header-unfamiliar"];
    assert_eq!(columns, [vec![], unfamiliar.clone(), unfamiliar]);
}
