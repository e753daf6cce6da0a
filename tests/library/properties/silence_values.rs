//! Laws of single values: whatever a value is, it comes out as it is, or there is a finding about it that is true for the file.

use proptest::prelude::*;
use universal_accounting::chrono::NaiveDate;
use universal_accounting::report::Finding;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Iban;

use super::silence::{
    IBAN, amount, bookings, camt, convert, convert_given, is_proved, mt940, several,
};
use crate::cases::cases;
use crate::format::fixtures::rules;
use crate::ubs::UBS;

const SWISSQUOTE: &str = "Datum;Auftrag #;Transaktionen;Symbol;Name;ISIN;Anzahl;Stückpreis;Kosten;Aufgelaufene Zinsen;Nettobetrag;Währung Nettobetrag;Nettobetrag in der Währung des Kontos;Saldo;Währung\n";

fn find<'c>(conversion: &'c Conversion, rule: &str) -> Option<&'c Finding> {
    let mut findings = conversion.summary.report.findings.iter();
    findings.find(|finding| finding.rule.id == rule)
}

/// Rows of UBS with running balances, the newest first. The amount of one row has a stray character in it.
fn of_ubs(cents: &[i64], damaged: Option<usize>, stray: &str) -> String {
    let (mut balance, mut rows) = (500_000, Vec::new());
    for (row, cents) in cents.iter().enumerate() {
        balance += cents;
        let mut value = amount(*cents, '.');
        if damaged == Some(row) {
            value.insert_str(value.len() - 1, stray);
        }
        rows.push(format!("2026-03-{0:02};;2026-03-{0:02};2026-03-{0:02};CHF;;{value};;{1};BANK{row}77;Muster;;;;\n", row + 1, amount(balance, '.')));
    }
    rows.reverse();
    format!(
        "IBAN:;{IBAN};\nVon:;2026-03-01;\nBis:;2026-03-31;\nAnfangssaldo:;5000.00;\nSchlusssaldo:;{};\nBewertet in:;CHF;\nAnzahl Transaktionen in diesem Zeitraum:;{};\n\n{UBS}\n{}",
        amount(balance, '.'),
        cents.len(),
        rows.concat()
    )
}

proptest! {
    #![proptest_config(cases(64))]

    /// An amount of camt is read whole, or its entry alone is rejected, and the advice is about camt.
    #[test]
    fn an_amount_of_camt_with_a_stray_character_rejects_its_entry(
        cents in several(),
        entry in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        stray in prop::sample::select(vec!["-", "+", " ", "'", ",", ".", "E1", "e-2", "\u{a0}", "\u{2212}", "\u{ff11}", "O", "CHF", "%", "\n"]),
    ) {
        let whole = camt(&cents);
        let starts: Vec<usize> = whole.match_indices("<Ntry><Amt Ccy=\"CHF\">").map(|(at, start)| at + start.len()).collect();
        let start = *entry.get(&starts);
        let length = whole[start..].find('<').unwrap();
        let mut text = whole.clone();
        text.insert_str(start + place.index(length + 1), stray);
        let (before, after) = (convert(&whole), convert(&text));
        prop_assert_eq!(rules(&before), Vec::<&str>::new());
        if bookings(&before) == bookings(&after) {
            return Ok(());
        }
        prop_assert_eq!(after.transactions.len(), cents.len() - 1, "{}", text);
        prop_assert!(!is_proved(&after));
        let found = find(&after, "amount-unreadable");
        prop_assert!(found.is_some_and(|found| found.help().contains("camt") && !found.help().contains("spreadsheet")), "{:?}", rules(&after));
    }

    /// The third letter of a currency before an amount of MT940 is said if and only if the statement is in another currency. The booking stays the same.
    #[test]
    fn a_letter_of_another_currency_is_said(
        cents in several(),
        letter in prop::char::range('A', 'Z'),
        currency in prop::sample::select(vec!["CHF", "EUR", "USD", "GBP", "SEK", "PLN"]),
        mark in prop::sample::select(vec!["C", "RD"]),
    ) {
        let whole = mt940(&cents).replace("CHF", currency).replacen("2603100311C", &format!("2603100311{mark}"), 1);
        let text = whole.replacen(&format!("2603100311{mark}"), &format!("2603100311{mark}{letter}"), 1);
        let (before, after) = (convert(&whole), convert(&text));
        prop_assert_eq!(bookings(&after), bookings(&before), "{}", text);
        prop_assert!(is_proved(&after));
        let differs = !currency.ends_with(letter);
        let found = find(&after, "currency-differs");
        prop_assert_eq!(found.is_some(), differs, "{}", text);
        prop_assert!(found.is_none_or(|found| !(found.message() + &found.help()).contains("column")));
        prop_assert_eq!(rules(&after).len(), rules(&before).len() + usize::from(differs));
    }

    /// A day that no calendar has is left out with a word, and no other day takes its place.
    #[test]
    fn a_value_date_that_no_calendar_has_is_said(cents in several(), year in 2024_i32..2028, month in 2_u32..5, day in 1_u32..32) {
        let whole = mt940(&cents).replace("C2603", &format!("C{:02}03", year - 2000));
        let value = format!("{:02}{month:02}{day:02}", year - 2000);
        let text = whole.replace("2603100311C", &format!("{value}0311C"));
        let found = convert(&text);
        let valuta = NaiveDate::from_ymd_opt(year, month, day);
        prop_assert_eq!(rules(&found).contains(&"cell-passed-over"), valuta.is_none(), "{}", text);
        for transaction in &found.transactions {
            let booked = transaction.booked_at.map(|day| day.to_string());
            prop_assert_eq!(booked, Some(format!("{year}-03-11")));
            let days = transaction.valuta_at.map(|day| day.to_string());
            prop_assert_eq!(days, valuta.map(|day| day.to_string()), "{}", text);
        }
    }

    /// What a message names as its account and is no IBAN is said, whatever it is. No finding says that the file names no account.
    #[test]
    fn an_account_of_camt_that_is_no_iban_is_said(cents in several(), account in "[A-Z]{0,2}[A-Z0-9]{1,32}", is_given in any::<bool>()) {
        prop_assume!(Iban::parse(&account).is_err());
        let text = camt(&cents).replace(IBAN, &account);
        let found = if is_given { convert_given(&text) } else { convert(&text) };
        let is_said = rules(&found).iter().any(|rule| ["account-unusable", "account-iban-invalid"].contains(rule));
        prop_assert!(is_said, "{account} {:?}", rules(&found));
        let mut findings = found.summary.report.findings.iter();
        prop_assert!(!findings.any(|finding| finding.message().contains("does not say")), "{account} {:?}", rules(&found));
        for transaction in &found.transactions {
            let name = transaction.account_identifier.as_str();
            prop_assert!(name == IBAN && is_given || name == account && rules(&found).contains(&"account-iban-invalid"), "{account} {name}");
        }
    }

    /// The net amount of a trade in another currency than the account's is the original amount, and in the account's currency there is none.
    #[test]
    fn a_net_amount_in_another_currency_is_the_original_amount(
        rows in prop::collection::vec((1_i64..1_000_000, 1_i64..1_000_000, any::<bool>(), prop::sample::select(vec!["CHF", "USD", "EUR", "GBP"])), 1..6),
    ) {
        let (mut balance, mut lines) = (10_000_000, Vec::new());
        for (number, (net, booked, is_debit, currency)) in rows.iter().enumerate() {
            let booked = if *currency == "CHF" { net } else { booked };
            let sign = if *is_debit { "-" } else { "" };
            balance += if *is_debit { -booked } else { *booked };
            let (net, booked) = (amount(*net, '.'), amount(*booked, '.'));
            lines.push(format!("{:02}-03-2026 10:00:00;{};Kauf;ABC;Muster;US0000000000;1.0;1.00;0.00;0.00;{sign}{net};{currency};{sign}{booked};{};CHF\n", number + 1, 1_000 + number, amount(balance, '.')));
        }
        lines.reverse();
        let text = SWISSQUOTE.to_owned() + &lines.concat();
        let found = convert_given(&text);
        prop_assert_eq!(found.transactions.len(), rows.len(), "{:?}", rules(&found));
        for (transaction, (net, booked, _, currency)) in found.transactions.iter().rev().zip(&rows) {
            let original = transaction.original_amount.map(|amount| amount.to_string());
            let code = transaction.original_currency.map(|code| code.to_string());
            let is_foreign = *currency != "CHF";
            prop_assert_eq!(original, is_foreign.then(|| amount(*net, '.')), "{}", text);
            prop_assert_eq!(code, is_foreign.then(|| (*currency).to_owned()));
            let expected = if is_foreign { booked } else { net };
            prop_assert_eq!(transaction.amount.to_string(), amount(*expected, '.'));
        }
    }

    /// Nothing is proved beside a rejected row of the account, whichever row it is and whatever the statement is.
    #[test]
    fn nothing_is_proved_beside_a_rejected_row(
        cents in prop::collection::vec(1_i64..1_000_000, 1..6),
        place in any::<prop::sample::Index>(),
        stray in prop::sample::select(vec!["x", "'", "..", "E", "\u{fffd}"]),
    ) {
        let damaged = place.index(cents.len());
        prop_assert!(is_proved(&convert(&of_ubs(&cents, None, stray))));
        let value = amount(cents[damaged], '.');
        let entry = format!("BANK{damaged}77</AcctSvcrRef>");
        let whole = camt(&cents);
        let end = whole.find(&entry).unwrap();
        let start = whole[..end].rfind(&format!(">{value}<")).unwrap();
        let in_camt = [&whole[..=start], stray, &whole[start + 1..]].concat();
        for text in [of_ubs(&cents, Some(damaged), stray), in_camt] {
            let found = convert(&text);
            prop_assert_eq!(found.transactions.len(), cents.len() - 1, "{}", text);
            prop_assert!(rules(&found).contains(&"amount-unreadable"), "{text} {:?}", rules(&found));
            prop_assert!(!is_proved(&found), "{text}");
        }
    }

    /// The amount of an entry in another currency is its original amount, also where only the entry states it.
    #[test]
    fn an_amount_of_an_entry_in_another_currency_is_the_original_amount(
        cents in 1_i64..1_000_000,
        other in 1_i64..1_000_000,
        currency in prop::sample::select(vec!["EUR", "USD", "GBP", "CHF"]),
        kind in prop::sample::select(vec!["InstdAmt", "TxAmt", "CntrValAmt"]),
    ) {
        let element = format!("<AmtDtls><{kind}><Amt Ccy=\"{currency}\">{}</Amt></{kind}></AmtDtls>", amount(other, '.'));
        let text = camt(&[cents]).replacen("<NtryDtls>", &format!("{element}<NtryDtls>"), 1);
        let found = convert(&text);
        let original = found.transactions[0].original_amount.map(|amount| amount.to_string());
        prop_assert_eq!(original, (currency != "CHF").then(|| amount(other, '.')), "{}", text);
        prop_assert!(is_proved(&found));
    }
}
