//! Laws of what must be said about tables and workbooks: whatever a file has besides, a fault of a kind changes nothing, or there is a finding about it.

use proptest::prelude::*;
use rust_xlsxwriter::{Workbook, Worksheet};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;

use super::silence::{IBAN, amount, bookings, convert_given};
use crate::cases::cases;
use crate::format::fixtures::rules;
use crate::format::workbook::HEADER;

const BALOISE: &str =
    "Datum;Valuta;Buchungstext;Belastung;Gutschrift;Saldo CHF;Kontonummer;Kontoinhaber;\n";

/// Writes rows of an account below a header.
fn write_rows(sheet: &mut Worksheet, cents: &[i64]) {
    for (column, name) in (0..).zip(HEADER) {
        sheet.write_string(0, column, name).unwrap();
    }
    for (row, cents) in (1..).zip(cents) {
        let value = amount(*cents, '.');
        let cells = [
            IBAN,
            "2026-03-31 00:00:00.0",
            "Bakery",
            &value,
            "",
            "2026-03-31 00:00:00.0",
        ];
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
}

fn convert_workbook(workbook: &mut Workbook) -> Conversion {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    convert_readable(&workbook.save_to_buffer().unwrap(), &options)
}

/// Rows of Baloise, whose account is a cell.
fn of_accounts(accounts: &[String]) -> String {
    let (mut balance, mut rows) = (10_000, BALOISE.to_owned());
    for account in accounts.iter().rev() {
        balance += 1_250;
        let row = format!(
            "29.03.2026;29.03.2026;Refund;;12.50;{};{account};Muster AG;\n",
            amount(balance, '.')
        );
        rows += &row;
    }
    rows
}

proptest! {
    #![proptest_config(cases(32))]

    /// One balance a day proves which columns of a file without header are debit and credit, in both orders of time. Exchanged columns never pass.
    #[test]
    fn one_balance_a_day_proves_a_file_without_header(
        days in prop::collection::vec(prop::collection::vec(-100_000_i64..100_000, 1..4), 2..8),
        is_newest_first in any::<bool>(),
    ) {
        let (mut balance, mut rows, mut moved) = (50_000_000, Vec::new(), false);
        for (day, cents) in days.iter().enumerate() {
            for (index, cents) in cents.iter().enumerate() {
                let cents = if *cents == 0 { 1 } else { *cents };
                balance += cents;
                let is_last = index + 1 == days[day].len();
                let shown = if is_last { amount(balance, '.') } else { String::new() };
                rows.push((day + 1, cents, shown));
            }
            let sum: i64 = cents.iter().map(|cents| if *cents == 0 { 1 } else { *cents }).sum();
            moved |= day > 0 && sum != 0;
        }
        if is_newest_first {
            rows.reverse();
        }
        let file = |is_exchanged: bool| -> String {
            let rows = rows.iter().map(|(day, cents, shown)| {
                let value = amount(cents.abs(), '.');
                let cells = if (*cents > 0) == is_exchanged { format!(";{value}") } else { format!("{value};") };
                format!("{day:02}.03.2026;\"E-FINANCE\";{cells};{day:02}.03.2026;{shown};\n")
            });
            rows.collect()
        };
        let found = convert_given(&file(false));
        if moved {
            let expected: Vec<String> = rows.iter().map(|(_, cents, _)| cents.to_string()).collect();
            let converted: Vec<String> = found.transactions.iter().map(|transaction| {
                let is_credit = transaction.credit_debit.is_some_and(|direction| direction.as_str() == "credit");
                let cents = transaction.amount.to_string().replace('.', "");
                let cents = cents.trim_start_matches('0').to_owned();
                if is_credit { cents } else { format!("-{cents}") }
            }).collect();
            prop_assert_eq!(converted, expected, "{}", file(false));
        } else {
            prop_assert_eq!(rules(&found), vec!["shape-unproved"]);
        }
        prop_assert_eq!(rules(&convert_given(&file(true))), vec!["shape-unproved"], "{}", file(true));
    }

    /// A conversion between balances of one holder is refused whatever its amounts are, and the other rows come out as without it.
    #[test]
    fn a_conversion_between_own_balances_is_no_booking(
        rows in prop::collection::vec((prop::sample::select(vec!["IN", "OUT", "NEUTRAL"]), 1_i64..1_000_000, 0_i64..500), 1..6),
    ) {
        let header = "ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch\n";
        let row = |number: usize, (direction, cents, fee): &(&str, i64, i64)| {
            let (cents, fee) = (amount(*cents, '.'), amount(*fee, '.'));
            format!("T-{number},COMPLETED,{direction},2026-03-31 10:00:00,2026-03-31 10:00:00,{fee},EUR,,,Muster,{cents},EUR,Beispiel,{cents},USD,1.0,,\n")
        };
        let is_own = |row: &&str| row.contains(",NEUTRAL,");
        let lines: Vec<String> = rows.iter().enumerate().map(|(number, part)| row(number, part)).collect();
        let others: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !is_own(line)).collect();
        let whole = convert_given(&(header.to_owned() + &lines.concat()));
        let without = convert_given(&(header.to_owned() + &others.concat()));
        prop_assert_eq!(bookings(&whole), bookings(&without));
        let refused = rules(&whole).iter().filter(|rule| **rule == "row-refused").count();
        prop_assert_eq!(refused, lines.len() - others.len());
    }

    /// Characters that were lost before are said, wherever they stand in a text.
    #[test]
    fn lost_characters_are_said(text in "[a-z ]{1,20}", place in any::<prop::sample::Index>()) {
        let row = |text: &str| format!("{}\n{IBAN};2026-03-31 00:00:00.0;x{text};-12.5;87.5;2026-03-31 00:00:00.0\n", HEADER.join(";"));
        let mut damaged = text.clone();
        damaged.insert(place.index(text.len()), char::REPLACEMENT_CHARACTER);
        let (whole, lost) = (convert_given(&row(&text)), convert_given(&row(&damaged)));
        prop_assert!(!rules(&whole).contains(&"characters-lost"));
        prop_assert!(rules(&lost).contains(&"characters-lost"), "{damaged}");
        prop_assert_eq!(lost.transactions.len(), 1);
    }

    /// An account number that a spreadsheet rounded becomes no account: its rows are rejected where others name one, and else the given account is used.
    #[test]
    fn a_rounded_account_is_no_account(
        number in 100_000_000_000_u64..999_999_999_999,
        is_rounded in prop::collection::vec(any::<bool>(), 1..6),
        mark in prop::sample::select(vec!['.', ',']),
    ) {
        let rounded = format!("{}{mark}{:05}E+11", number / 100_000_000_000, number / 1_000_000 % 100_000);
        let accounts: Vec<String> = is_rounded.iter().map(|is_rounded| if *is_rounded { rounded.clone() } else { number.to_string() }).collect();
        let found = convert_given(&of_accounts(&accounts));
        let count = is_rounded.iter().filter(|is_rounded| **is_rounded).count();
        let is_any_whole = count < is_rounded.len();
        prop_assert_eq!(found.summary.rejected.len(), if is_any_whole { count } else { 0 }, "{:?}", rules(&found));
        let expected = if is_any_whole { number.to_string() } else { IBAN.to_owned() };
        for transaction in &found.transactions {
            prop_assert_eq!(transaction.account_identifier.as_str(), expected.as_str());
        }
        let said = rules(&found).iter().any(|rule| ["account-rounded", "account-unusable"].contains(rule));
        prop_assert_eq!(said, count > 0);
    }

    /// Rows on sheets that are not read are said, wherever the sheet is and whatever its header is.
    #[test]
    fn rows_on_other_sheets_are_said(cents in prop::collection::vec(1_i64..100_000, 1..4), is_first in any::<bool>(), name in "[A-Z][a-z]{2,8}") {
        let mut workbook = Workbook::new();
        let mut other = Worksheet::new();
        for (column, header) in (0..).zip([name.as_str(), "Date", "Amount"]) {
            other.write_string(0, column, header).unwrap();
        }
        for (row, cents) in (1..).zip(&cents) {
            for (column, cell) in (0..).zip(["Bakery", "30.03.2026", &amount(*cents, '.')]) {
                other.write_string(row, column, cell).unwrap();
            }
        }
        let mut sheet = Worksheet::new();
        write_rows(&mut sheet, &cents);
        let sheets = if is_first { [other, sheet] } else { [sheet, other] };
        for sheet in sheets {
            workbook.push_worksheet(sheet);
        }
        let found = convert_workbook(&mut workbook);
        prop_assert_eq!(found.transactions.len(), cents.len());
        prop_assert!(rules(&found).contains(&"sheets-unread"), "{:?}", rules(&found));
    }

    /// An amount that is a formula without a value rejects its row and no other one, and the formula is said.
    #[test]
    fn a_formula_without_a_value_is_said(cents in prop::collection::vec(1_i64..100_000, 1..5), place in any::<prop::sample::Index>()) {
        let damaged = place.index(cents.len());
        let cell = |text: &str| format!("<Cell><Data ss:Type=\"String\">{text}</Data></Cell>");
        let mut rows = format!("<Row>{}</Row>", HEADER.map(cell).concat());
        for (index, cents) in cents.iter().enumerate() {
            let value = if index == damaged { "<Cell ss:Formula=\"=1+1\"/>".to_owned() } else { cell(&amount(*cents, '.')) };
            let day = cell("2026-03-31 00:00:00.0");
            let row = format!("<Row>{}{day}{}{value}{}{day}</Row>", cell(IBAN), cell("Bakery"), cell(""));
            rows += &row;
        }
        let workbook = format!(
            "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">\
             <Worksheet ss:Name=\"A\"><Table>{rows}</Table></Worksheet></Workbook>"
        );
        let found = convert_given(&workbook);
        prop_assert_eq!(&found.summary.rejected, &[damaged + 2]);
        prop_assert_eq!(found.transactions.len(), cents.len() - 1);
        prop_assert!(rules(&found).contains(&"formula-uncalculated"), "{:?}", rules(&found));
    }
}
