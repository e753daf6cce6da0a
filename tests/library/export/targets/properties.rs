//! Laws of generated bookings.

use proptest::prelude::*;
use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{self, StatementExportOptions, StatementTarget};
use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::{Currency, Date};

use super::laws::{facts, ids, texts};
use super::readers::read_again;
use super::{conversion, joined, write};
use crate::cases::cases;

fn bookings() -> impl Strategy<Value = Vec<(Date, i64, String)>> {
    let day = (1_u8..=12, 1_u8..=28)
        .prop_map(|(month, day)| Date::from_year_month_day(2026, month, day).unwrap());
    let amount = (-99_999_999_i64..99_999_999).prop_filter("no zero", |amount| *amount != 0);
    let text = "[A-Za-z0-9äöüéß?:/+&%=@€.,-]{1,90}( [A-Za-z0-9äöü?:/+&%=@.,-]{1,40}){0,9}";
    let booking = (day, amount, text);
    prop::collection::vec(booking, 1..12).prop_map(|mut bookings| {
        bookings.sort_by_key(|(day, ..)| *day);
        bookings
    })
}

fn converted(bookings: &[(Date, i64, String)]) -> Conversion {
    let rows: Vec<_> = bookings
        .iter()
        .map(|(day, amount, text)| (*day, *amount, text.as_str()))
        .collect();
    conversion(&rows)
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn what_is_read_again_has_the_same_money_and_days(bookings in bookings()) {
        let own = converted(&bookings);
        prop_assert_eq!(own.summary.balance_status, BalanceStatus::Proved);
        for target in [StatementTarget::Camt053, StatementTarget::Ofx, StatementTarget::Qbo, StatementTarget::Mt940] {
            let again = read_again(&write(&own, target).bytes);
            prop_assert_eq!(facts(&again), facts(&own), "{}", target);
            if target != StatementTarget::Mt940 {
                prop_assert_eq!(ids(&again), ids(&own), "{}", target);
            }
        }
        let mt940 = read_again(&write(&own, StatementTarget::Mt940).bytes);
        prop_assert_eq!(mt940.summary.balance_status, BalanceStatus::Proved);
        let balances = |conversion: &Conversion| {
            let total = &conversion.summary.totals[0];
            (total.opening_balance, total.closing_balance)
        };
        prop_assert_eq!(balances(&mt940), balances(&own));
        let mut options = format::ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        let qif = convert_readable(&write(&own, StatementTarget::Qif).bytes, &options);
        prop_assert_eq!(facts(&qif), facts(&own));
    }

    #[test]
    fn short_texts_of_swift_characters_come_back_from_mt940(
        text in "[a-zA-Z0-9()+.',:/?-]{1,70}( [a-zA-Z0-9()+.',:/?-]{1,30}){0,6}",
        has_fields: bool,
    ) {
        let day = Date::from_year_month_day(2026, 3, 2).unwrap();
        let own = conversion(&[(day, -450, &text)]);
        let mut options = StatementExportOptions::new();
        options.numbered_fields = has_fields;
        let export = statement::write(&joined(std::slice::from_ref(&own)), StatementTarget::Mt940, &options).unwrap();
        let is_whole = export.notes.iter().all(|note| !matches!(note.kind, NoteKind::Respelled | NoteKind::CutText));
        let again = read_again(&export.bytes);
        // Signs that separate fields, and codes of SEPA, are read as such.
        let has_code = text.contains('+') || text.contains('/');
        if is_whole && !has_code {
            prop_assert_eq!(texts(&again), texts(&own));
        }
    }

    #[test]
    fn no_line_of_mt940_is_too_long(bookings in bookings(), has_fields: bool) {
        let mut options = StatementExportOptions::new();
        options.numbered_fields = has_fields;
        let export = statement::write(&joined(&[converted(&bookings)]), StatementTarget::Mt940, &options).unwrap();
        let text = String::from_utf8(export.bytes).unwrap();
        let content = |line: &str| line.strip_prefix(":86:").unwrap_or(line).len();
        for line in text.split("\r\n") {
            prop_assert!(line.is_ascii() && content(line) <= 65, "{}", line);
        }
        prop_assert_eq!(text.matches("\r\n:61:").count(), bookings.len());
        prop_assert_eq!(text.matches("\r\n-\r\n").count(), 1);
    }
}
