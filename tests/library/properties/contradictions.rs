//! Laws of what contradicts itself in a message: whatever the values are, it is said, and what agrees is not.

use proptest::prelude::*;
use universal_accounting::statement::BalanceStatus;

use super::silence::{
    IBAN, amount, balance, bookings, camt, convert, entry, iban, is_proved, mt940, several,
};
use crate::cases::cases;
use crate::format::fixtures::rules;

/// Changes a digit of an IBAN, which its check digits always show.
fn with_other_digit(iban: &str, place: prop::sample::Index, step: u8) -> String {
    let mut bytes = iban.as_bytes().to_vec();
    let at = 2 + place.index(bytes.len() - 2);
    bytes[at] = b'0' + (bytes[at] - b'0' + step) % 10;
    String::from_utf8(bytes).unwrap()
}

/// Single charges, each with whether it is paid back.
fn charges() -> impl Strategy<Value = Vec<(i64, bool)>> {
    prop::collection::vec((1_i64..10_000, any::<bool>()), 1..4)
}

/// Each tag, with what a cut leaves of it and of its colon.
fn cut_tags() -> impl Strategy<Value = String> {
    let tags = [
        "13D", "20", "21", "25P", "28C", "34F", "60F", "60M", "61", "62F", "62M", "64", "65", "86",
        "90C", "90D", "940",
    ];
    let cuts = tags
        .into_iter()
        .flat_map(|tag| (1..=tag.len()).map(move |end| format!(":{}", &tag[..end])));
    prop::sample::select(cuts.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(cases(64))]

    /// A total of charges is said if and only if the single charges beside it give it in no way that banks use.
    #[test]
    fn charges_that_do_not_give_their_total_are_said(
        charges in charges(),
        tax in 0_i64..500,
        has_tax in any::<bool>(),
        total in 0_i64..30_000,
        kind in 0_usize..5,
        is_of_payment in any::<bool>(),
    ) {
        let signed: i64 = charges.iter().map(|(cents, is_back)| if *is_back { -cents } else { *cents }).sum();
        let plain: i64 = charges.iter().map(|(cents, _)| cents).sum();
        let taxes = if has_tax { tax } else { 0 };
        let possible = [signed.abs(), plain, (signed + taxes).abs(), plain + taxes];
        let total = possible.get(kind).copied().unwrap_or(total);
        let records = charges.iter().enumerate().map(|(number, (cents, is_back))| {
            let direction = if *is_back { "CRDT" } else { "DBIT" };
            let tax = if has_tax && number == 0 { format!("<Tax><Amt Ccy=\"CHF\">{}</Amt></Tax>", amount(tax, '.')) } else { String::new() };
            format!("<Rcrd><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>{direction}</CdtDbtInd>{tax}</Rcrd>", amount(*cents, '.'))
        });
        let records = records.collect::<Vec<_>>().concat();
        let element = format!("<Chrgs><TtlChrgsAndTaxAmt Ccy=\"CHF\">{}</TtlChrgsAndTaxAmt>{records}</Chrgs>", amount(total, '.'));
        let whole = camt(&[5_000]);
        let place = if is_of_payment { "<RmtInf>" } else { "<NtryDtls>" };
        let found = convert(&whole.replacen(place, &format!("{element}{place}"), 1));
        let expected = if possible.contains(&total) { vec![] } else { vec!["charges-differ"] };
        prop_assert_eq!(rules(&found), expected, "{}", element);
        prop_assert!(is_proved(&found));
        // In another currency, the charges can't be compared.
        let other = element.replacen("Ccy=\"CHF\"", "Ccy=\"EUR\"", 1);
        let found = convert(&whole.replacen(place, &format!("{other}{place}"), 1));
        prop_assert!(!rules(&found).contains(&"charges-differ"));
    }

    /// In the second version each charge may have its own total, and all of them come out.
    #[test]
    fn charges_with_their_own_totals_are_added_up(charges in prop::collection::vec(1_i64..10_000, 1..4)) {
        let element = |cents: &i64| {
            let cents = amount(*cents, '.');
            format!("<Chrgs><TtlChrgsAndTaxAmt Ccy=\"CHF\">{cents}</TtlChrgsAndTaxAmt><Amt Ccy=\"CHF\">{cents}</Amt></Chrgs>")
        };
        let elements: Vec<String> = charges.iter().map(element).collect();
        let text = camt(&[5_000]).replacen("<NtryDtls>", &format!("{}<NtryDtls>", elements.concat()), 1);
        let found = convert(&text);
        let expected = format!("charges {} CHF", amount(charges.iter().sum(), '.'));
        prop_assert_eq!(rules(&found), Vec::<&str>::new());
        let of_booking = found.transactions[0].text.as_ref().unwrap();
        prop_assert!(of_booking.as_str().contains(&expected), "{} {}", of_booking.as_str(), expected);
    }

    /// An IBAN of a party with a changed digit is said once, wherever the message names it an IBAN. A right one is not, and neither is a number that the message doesn't name so.
    #[test]
    fn a_wrong_iban_of_a_party_is_said(
        cents in several(),
        account in 1_u64..1_000_000_000_000,
        place in any::<prop::sample::Index>(),
        step in 1_u8..10,
        is_debtor in any::<bool>(),
        form in 0_usize..5,
    ) {
        let right = iban("CH", 762, account);
        let wrong = with_other_digit(&right, place, step);
        // Where the account would be one character, it is a mask.
        prop_assume!(!wrong[4..].bytes().all(|byte| byte == wrong.as_bytes()[4]));
        let file = |iban: &str, is_named: bool| {
            let element = if is_debtor { "DbtrAcct" } else { "CdtrAcct" };
            let id = if is_named { format!("<IBAN>{iban}</IBAN>") } else { format!("<Othr><Id>{iban}</Id></Othr>") };
            let party = format!("<RltdPties><{element}><Id>{id}</Id></{element}></RltdPties>");
            let text = match form {
                0 => format!("/TRTP/SEPA/IBAN/{iban}/NAME/Muster/REMI/USTD//Rent"),
                1 => format!("166?00GUTSCHRIFT?20SVWZ+Rent?31{iban}?32Muster"),
                2 => format!("166?00GUTSCHRIFT?20SVWZ+Rent?21IBAN+{iban}?32Muster"),
                _ => return camt(&cents).replace("<RmtInf>", &format!("{party}<RmtInf>")),
            };
            let text = if is_named { text } else { format!("Rent {iban}") };
            mt940(&cents).replace("Invoice 0", &text)
        };
        prop_assert_eq!(rules(&convert(&file(&right, true))), Vec::<&str>::new());
        prop_assert_eq!(rules(&convert(&file(&wrong, true))), vec!["party-iban-invalid"], "{}", file(&wrong, true));
        prop_assert_eq!(rules(&convert(&file(&wrong, false))), Vec::<&str>::new(), "{}", file(&wrong, false));
    }

    /// A line of a text that has the tag of a field loses nothing without a word.
    #[test]
    fn a_text_that_a_tag_cuts_is_said(
        cents in several(),
        tag in prop::sample::select(vec!["13", "13D", "20", "21", "25", "25P", "28", "28C", "34F", "60F", "60M", "61", "62F", "62M", "64", "65", "90C", "90D", "NS", "940", "941", "942", "950"]),
        content in "([a-z][a-z0-9 ]{0,12})?",
        more in "[a-z]{1,12}",
    ) {
        let whole = mt940(&cents);
        let text = whole.replacen("Invoice 0\n", &format!("Invoice 0\n:{tag}:{content}\n{more}\n"), 1);
        prop_assert_eq!(rules(&convert(&whole)), Vec::<&str>::new());
        prop_assert!(!rules(&convert(&text)).is_empty(), "{text}");
    }

    /// The beginning of a tag that a cut leaves below a text is said, below a text of an entry and below that of the statement.
    #[test]
    fn the_beginning_of_a_tag_below_a_text_is_said(cents in several(), tag in cut_tags(), is_at_end in any::<bool>()) {
        let whole = mt940(&cents).replace("Invoice", "Rent of Muster AG, invoice a");
        let whole = whole.replace("a 0\n", "a\n").replace("\n-\n", "\n:86:Thank you\n-\n");
        let above = if is_at_end { "Thank you\n" } else { "invoice a\n" };
        let text = whole.replacen(above, &format!("{above}{tag}\n"), 1);
        prop_assert_eq!(rules(&convert(&whole)), Vec::<&str>::new());
        prop_assert_eq!(rules(&convert(&text)), vec!["field-damaged"], "{}", text);
    }

    /// The minutes of a time that a bank wraps before its colon are text.
    #[test]
    fn minutes_at_the_end_of_a_text_are_no_field(hour in 0_u8..24, minute in 0_u8..60) {
        let text = mt940(&[5_000]).replace("Invoice 0", &format!("Card payment 15.03.2026 {hour:02}\n:{minute:02}"));
        let found = convert(&text);
        prop_assert_eq!(rules(&found), Vec::<&str>::new(), "{}", text);
    }

    /// A net amount of the entries is said if and only if they don't give it.
    #[test]
    fn a_wrong_net_amount_is_said(cents in several(), more in -500_i64..500) {
        let sum: i64 = cents.iter().sum();
        prop_assume!(sum + more > 0);
        let net = format!("<TtlNetNtry><Amt>{}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry></TtlNtries>", amount(sum + more, '.'));
        let found = convert(&camt(&cents).replacen("</TtlNtries>", &net, 1));
        let expected = if more == 0 { vec![] } else { vec!["net-differs"] };
        prop_assert_eq!(rules(&found), expected);
        prop_assert!(is_proved(&found));
    }

    /// An opening balance of a later day than the closing one is said, and proves nothing.
    #[test]
    fn an_opening_balance_after_the_closing_one_is_said(cents in several(), opening in 1_u32..32, closing in 1_u32..32) {
        let sum: i64 = cents.iter().sum();
        let whole = camt(&cents);
        let text = whole.replace(&balance("OPBD", 10_000, 1), &balance("OPBD", 10_000, opening));
        let text = text.replace(&balance("CLBD", 10_000 + sum, 31), &balance("CLBD", 10_000 + sum, closing));
        let found = convert(&text);
        prop_assert_eq!(rules(&found).is_empty(), opening <= closing, "{:?}", rules(&found));
        prop_assert_eq!(is_proved(&found), opening <= closing);
    }

    /// A closing balance that misses twice the amount of a reversal names the reversal, whichever entry it is.
    #[test]
    fn a_reversal_in_the_direction_of_its_booking_is_named(cents in several(), place in any::<prop::sample::Index>()) {
        let reversed = place.index(cents.len());
        let sum: i64 = cents.iter().sum();
        let written = entry(cents[reversed], reversed);
        let marked = written.replacen("<Sts>", "<RvslInd>true</RvslInd><Sts>", 1);
        let closing = 10_000 + sum - 2 * cents[reversed];
        let text = camt(&cents).replacen(&written, &marked, 1);
        let text = text.replace(&balance("CLBD", 10_000 + sum, 31), &signed_balance(closing));
        let found = convert(&text);
        prop_assert_eq!(found.summary.balance_status, BalanceStatus::Broken);
        let mut findings = found.summary.report.findings.iter();
        let closing = findings.find(|finding| finding.rule.id == "closing-balance");
        prop_assert!(closing.is_some_and(|finding| finding.help().contains("reversal")), "{text}");
    }

    /// Pending entries are no transactions and are listed as skipped. The balances prove the booked ones beside them.
    #[test]
    fn pending_entries_are_listed_as_skipped(pending in prop::collection::vec(any::<bool>(), 1..5)) {
        let booked = pending.iter().filter(|is_pending| !**is_pending).count();
        let entries: String = pending.iter().enumerate().map(|(number, is_pending)| {
            let written = entry(1_000, number);
            if *is_pending { written.replace("BOOK", "PDNG") } else { written }
        }).collect();
        let text = format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>{}{}{entries}</Stmt></BkToCstmrStmt></Document>",
            balance("OPBD", 10_000, 1),
            balance("CLBD", 10_000 + 1_000 * i64::try_from(booked).unwrap(), 31)
        );
        let found = convert(&text);
        prop_assert_eq!(found.transactions.len(), booked);
        prop_assert_eq!(bookings(&found).len() + found.summary.skipped.len(), pending.len());
        prop_assert!(is_proved(&found), "{:?}", found.summary.balance_status);
    }
}

fn signed_balance(cents: i64) -> String {
    let direction = if cents < 0 { "DBIT" } else { "CRDT" };
    balance("CLBD", cents.abs(), 31).replace("CRDT", direction)
}
