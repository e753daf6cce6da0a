//! Faults in the statements of an account: each is reported, and nothing is proved.

use proptest::prelude::*;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::statement::BalanceStatus;

use super::account::{Account, account};
use super::issued::{Form, Issued, Style, chain, excerpt, pages, style};
use super::laws::{spread, texts};
use super::outcome::outcome;
use crate::cases::cases;

/// Generates an account with statements that have balances.
fn account_and_style(choices: &mut Choices<'_>) -> (Account, Style) {
    let account = account(choices);
    let mut style = style(&account, choices);
    let form = choices.pick(&[Form::Mt940, Form::Camt]);
    style.forms = [form; 2];
    style.cuts_days = false;
    (account, style)
}

/// Asserts that nothing is proved, and that the rules which are reported are as they should be.
fn assert_reported(
    account: &Account,
    statements: Vec<Issued>,
    is_expected: impl Fn(&[&str]) -> bool,
    choices: &mut Choices<'_>,
) {
    let files = texts(&spread(statements, choices), account);
    let found = outcome(&files);
    let context = || format!("{found:?}\n{}", files.join("=====\n"));
    let status = found.accounts[0].status;
    assert_ne!(status, BalanceStatus::Proved, "{}", context());
    // Where a statement seems to have some rows twice, this is reported, and its sum says nothing more.
    let is_reported = found.has_repeated_block || is_expected(&found.rules);
    assert!(is_reported, "{}", context());
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_statement_left_out_is_missing(bytes in ChoiceBytes::strategy(400)) {
        let choices = &mut bytes.choices();
        let (account, style) = account_and_style(choices);
        let mut chain = chain(&account, &style, choices);
        let moves = |issued: &Issued| {
            let [opening, closing] = issued.balances(&account);
            opening != closing
        };
        let inner = 1..chain.len().saturating_sub(1);
        let left_out: Vec<usize> = inner.filter(|index| moves(&chain[*index])).collect();
        prop_assume!(!left_out.is_empty());
        chain.remove(choices.pick(&left_out));
        assert_reported(&account, chain, |rules| rules == ["statement-missing"], choices);
    }

    #[test]
    fn a_booking_removed_from_one_of_two_statements_is_reported(bytes in ChoiceBytes::strategy(400)) {
        let choices = &mut bytes.choices();
        let (account, style) = account_and_style(choices);
        let whole = style.issue([0, account.days - 1], [0, account.bookings.len()], false, 1);
        let mut part = excerpt(&account, &style, 3, choices);
        prop_assume!(part.range[0] < part.range[1]);
        let mut bookings = part.bookings(&account).to_vec();
        let [mut opening, mut closing] = part.balances(&account);
        let at = choices.below(bookings.len());
        // On its first and its last day a statement may lack bookings: it may have been exported at noon.
        let day = bookings[at].day;
        let is_inner = part.days[0] < day && day < part.days[1];
        let changed = if is_inner && choices.once_in(2) {
            let removed = bookings.remove(at);
            -removed.cents
        } else {
            bookings[at].cents += 7;
            7
        };
        if choices.once_in(3) {
            opening -= changed;
        } else {
            closing += changed;
        }
        // A statement of the first day that ends with the first balance of the account is one before it, and one that begins with its last balance is one after it.
        let last_day = account.days - 1;
        prop_assume!(part.days[0] > 0 || closing != account.opening);
        prop_assume!(part.days[1] < last_day || opening != account.balance_before(account.bookings.len()));
        part.forged = Some((bookings, [opening, closing]));
        assert_reported(&account, vec![whole, part], |rules| !rules.is_empty(), choices);
    }

    #[test]
    fn a_page_left_out_is_missing(bytes in ChoiceBytes::strategy(400)) {
        let choices = &mut bytes.choices();
        let (account, mut style) = account_and_style(choices);
        style.is_numbered = true;
        let mut all = Vec::new();
        for issued in chain(&account, &style, choices) {
            all.extend(pages(&account, &issued, choices));
        }
        let is_left_out = |index: &usize| {
            let page: &Issued = &all[*index];
            page.page.is_some()
        };
        let paged: Vec<usize> = (0..all.len()).filter(is_left_out).collect();
        prop_assume!(!paged.is_empty());
        all.remove(choices.pick(&paged));
        let is_expected = |rules: &[&str]| {
            let others = ["page-missing", "statement-missing"];
            rules.contains(&"page-missing") && rules.iter().all(|rule| others.contains(rule))
        };
        assert_reported(&account, all, is_expected, choices);
    }
}
