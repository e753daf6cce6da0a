//! Laws of what an entry of camt says about itself: its reversal, its payments, their charges and their number.

use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};

use super::silence::{IBAN, amount, balance, convert, is_proved};
use crate::cases::cases;
use crate::format::fixtures::rules;

const OPENING: i64 = 10_000_000;

/// A charge in cents, and whether the bank pays it back.
type Charge = (i64, bool);

fn signed((cents, is_back): Charge) -> i64 {
    if is_back { -cents } else { cents }
}

fn direction(cents: i64) -> &'static str {
    if cents < 0 { "DBIT" } else { "CRDT" }
}

/// A charge without a total.
fn charge_record(charge: Option<Charge>) -> String {
    let Some((cents, is_back)) = charge else {
        return String::new();
    };
    let direction = if is_back { "CRDT" } else { "DBIT" };
    let cents = amount(cents, '.');
    format!(
        "<Chrgs><Rcrd><Amt Ccy=\"CHF\">{cents}</Amt><CdtDbtInd>{direction}</CdtDbtInd></Rcrd></Chrgs>"
    )
}

/// An entry, credits positive, with elements before and after its day.
fn entry(cents: i64, before: &str, after: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>{}</CdtDbtInd>{before}<Sts>BOOK</Sts><BookgDt><Dt>2026-03-10</Dt></BookgDt>{after}</Ntry>",
        amount(cents.abs(), '.'),
        direction(cents)
    )
}

fn payment(cents: i64, charge: Option<Charge>, number: usize) -> String {
    format!(
        "<TxDtls><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>{}</CdtDbtInd>{}<RmtInf><Ustrd>Invoice {number}</Ustrd></RmtInf></TxDtls>",
        amount(cents.abs(), '.'),
        direction(cents),
        charge_record(charge)
    )
}

/// Entries in a message of one of the three kinds. The first two are statements with balances, unless these are left out.
fn message(kind: usize, balances: [&str; 2], entries: &str) -> String {
    let (code, root, element) = [
        ("053", "BkToCstmrStmt", "Stmt"),
        ("052", "BkToCstmrAcctRpt", "Rpt"),
        ("054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    ][kind];
    let [opening, closing] = balances;
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.{code}.001.08\"><{root}><{element}><Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>{opening}{closing}{entries}</{element}></{root}></Document>"
    )
}

/// A statement that its balances prove with entries of this sum.
fn proved(sum: i64, entries: &str) -> String {
    let opening = balance("OPBD", OPENING, 1);
    let closing = balance("CLBD", OPENING + sum, 31);
    message(0, [&opening, &closing], entries)
}

fn count_of(found: &Conversion, rule: &str) -> usize {
    rules(found).iter().filter(|id| **id == rule).count()
}

fn charges() -> impl Strategy<Value = Option<Charge>> {
    prop::option::of((1_i64..5_000, any::<bool>()))
}

proptest! {
    #![proptest_config(cases(64))]

    /// Each reversal is said where no balance confirms its direction, in every kind of message and however many there are. Proved ones are not.
    #[test]
    fn a_reversal_that_no_balance_confirms_is_said(
        entries in prop::collection::vec((prop_oneof![-5_000_i64..0, 1_i64..5_000], 0_usize..5), 1..6),
        kind in 0_usize..3,
        balances in 0_usize..4,
    ) {
        let marks = ["", "<RvslInd>true</RvslInd>", "<RvslInd>1</RvslInd>", "<RvslInd>false</RvslInd>", "<RvslInd>0</RvslInd>"];
        let written = entries.iter().map(|(cents, mark)| entry(*cents, marks[*mark], ""));
        let written = written.collect::<Vec<_>>().concat();
        let sum: i64 = entries.iter().map(|(cents, _)| cents).sum();
        let (opening, closing) = (balance("OPBD", OPENING, 1), balance("CLBD", OPENING + sum, 31));
        let balances = [["", ""], [opening.as_str(), ""], ["", closing.as_str()], [opening.as_str(), closing.as_str()]][balances];
        let text = message(kind, balances, &written);
        let found = convert(&text);
        let reversals = entries.iter().filter(|(_, mark)| [1, 2].contains(mark)).count();
        let is_confirmed = !balances[0].is_empty() && !balances[1].is_empty();
        let expected = if is_confirmed { 0 } else { reversals };
        prop_assert_eq!(found.transactions.len(), entries.len());
        prop_assert_eq!(is_confirmed, is_proved(&found));
        prop_assert_eq!(count_of(&found, "reversal-unproved"), expected, "{}", text);
    }

    /// Payments that differ from their entry are said unless the charges of the payments, or those of the entry, explain the difference exactly. Only explained ones are split, and then nothing is lost.
    #[test]
    fn a_difference_that_no_charges_explain_is_said(
        payments in prop::collection::vec((prop_oneof![-90_000_i64..-9_000, 9_000_i64..90_000], charges()), 1..4),
        of_entry in charges(),
        kind in 0_usize..4,
        more in -3_000_i64..3_000,
        has_own_directions in any::<bool>(),
    ) {
        let mut payments = payments;
        if !has_own_directions || payments.len() == 1 {
            let is_debit = payments[0].0 < 0;
            for (cents, _) in &mut payments {
                *cents = if is_debit { -cents.abs() } else { cents.abs() };
            }
        }
        let sum: i64 = payments.iter().map(|(cents, _)| cents).sum();
        let own: i64 = payments.iter().filter_map(|(_, charge)| *charge).map(signed).sum();
        let of_all = of_entry.map_or(0, signed);
        let possible = [sum, sum - own, sum - of_all];
        let booked = possible.get(kind).copied().unwrap_or(sum + more);
        prop_assume!(booked != 0 && sum != 0);
        let written = payments.iter().enumerate().map(|(number, (cents, charge))| payment(*cents, *charge, number));
        let details = format!("{}<NtryDtls>{}</NtryDtls>", charge_record(of_entry), written.collect::<Vec<_>>().concat());
        let text = proved(booked, &entry(booked, "", &details));
        let found = convert(&text);
        let is_explained = possible.contains(&booked) || sum.abs() == booked.abs();
        let expected = if is_explained { vec![] } else { vec!["parts-differ"] };
        prop_assert_eq!(rules(&found), expected, "{}", text);
        prop_assert!(is_proved(&found));
        let mut options = ConvertOptions::new();
        options.split_batches = true;
        let split = convert_readable(text.as_bytes(), &options);
        let cents = split.transactions.iter().map(|transaction| {
            let cents: i64 = transaction.amount.to_string().replace('.', "").parse().unwrap();
            let is_credit = transaction.credit_debit.is_some_and(|direction| direction.as_str() == "credit");
            if is_credit { cents } else { -cents }
        });
        prop_assert_eq!(cents.sum::<i64>(), booked, "{}", text);
        prop_assert_ne!(split.summary.balance_status, BalanceStatus::Broken);
        if !possible.contains(&booked) {
            prop_assert_eq!(split.transactions.len(), 1, "{}", text);
        }
    }

    /// Where an entry states more payments than it lists, and these don't give its amount, both numbers are said.
    #[test]
    fn payments_that_are_not_listed_are_said(
        parts in prop::collection::vec(1_i64..90_000, 1..4),
        unlisted in 0_usize..50,
        missing in 0_i64..90_000,
        is_debit in any::<bool>(),
    ) {
        let sign = if is_debit { -1 } else { 1 };
        let count = parts.len() + unlisted;
        let booked = sign * (parts.iter().sum::<i64>() + missing);
        let written = parts.iter().enumerate().map(|(number, cents)| payment(sign * cents, None, number));
        let details = format!("<NtryDtls><Btch><NbOfTxs>{count}</NbOfTxs></Btch>{}</NtryDtls>", written.collect::<Vec<_>>().concat());
        let text = proved(booked, &entry(booked, "", &details));
        let found = convert(&text);
        let listed = format!("{} of {count} payments are listed", parts.len());
        let differs = found.summary.report.findings.iter().find(|finding| finding.rule.id == "parts-differ");
        prop_assert_eq!(differs.is_some(), missing != 0, "{}", text);
        if let Some(differs) = differs {
            prop_assert_eq!(differs.message().contains(&listed), unlisted > 0, "{}", differs.message());
            prop_assert!(differs.message().contains(&amount(missing, '.')), "{}", differs.message());
        }
        prop_assert_eq!(found.transactions.len(), 1);
        prop_assert!(is_proved(&found));
    }

    /// The code of the bank is the text of an entry that has no other one, whether it is of ISO 20022 or of the bank, and of the entry or of its payment.
    #[test]
    fn a_code_is_the_text_where_nothing_else_is(
        [domain, family, sub_family] in prop::array::uniform3("[A-Z]{4}"),
        of_bank in "[A-Z0-9]{1,4}\\+[0-9]{1,10}",
        is_of_bank in any::<bool>(),
        is_of_payment in any::<bool>(),
        cents in prop_oneof![-5_000_i64..0, 1_i64..5_000],
    ) {
        let (element, expected) = if is_of_bank {
            (format!("<Prtry><Cd>{of_bank}</Cd><Issr>BANK</Issr></Prtry>"), of_bank)
        } else {
            let element = format!("<Domn><Cd>{domain}</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>{sub_family}</SubFmlyCd></Fmly></Domn>");
            (element, format!("{domain} {family} {sub_family}"))
        };
        let code = format!("<BkTxCd>{element}</BkTxCd>");
        let code = if is_of_payment { format!("<NtryDtls><TxDtls>{code}</TxDtls></NtryDtls>") } else { code };
        let text = proved(cents, &entry(cents, "", &code));
        let found = convert(&text);
        prop_assert_eq!(rules(&found), Vec::<&str>::new());
        let of_booking = found.transactions[0].text.as_ref();
        prop_assert!(of_booking.is_some_and(|text| text.as_str().contains(&expected)), "{} {:?}", text, of_booking);
    }
}
