//! Laws of statements that say the truth about an account, whatever they are cut from it and in whatever files they are.

use proptest::prelude::*;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::BalanceStatus;

use super::account::{Account, account};
use super::issued::{File, Form, Issued, chain, excerpt, pages, style};
use super::outcome::{Outcome, outcome};
use crate::cases::cases;

/// Puts statements into files: each alone, or several of one form together.
pub(super) fn spread(mut statements: Vec<Issued>, choices: &mut Choices<'_>) -> Vec<File> {
    let most = choices.pick(&[1, 2, 5, 100]);
    choices.shuffle(&mut statements);
    let mut files: Vec<File> = Vec::new();
    for issued in statements {
        let takes = |file: &&mut File| {
            let is_open = file.form == issued.form && file.form != Form::Table;
            is_open && file.statements.len() < most
        };
        match files.iter_mut().rev().find(takes) {
            Some(file) => file.statements.push(issued),
            None => files.push(File {
                form: issued.form,
                statements: vec![issued],
            }),
        }
    }
    files
}

pub(super) fn texts(files: &[File], account: &Account) -> Vec<String> {
    files.iter().map(|file| file.text(account)).collect()
}

/// Adds copies and excerpts to a chain.
pub(super) fn add_others(
    account: &Account,
    chain: &[Issued],
    style: &super::issued::Style,
    choices: &mut Choices<'_>,
) -> Vec<Issued> {
    let mut all = chain.to_vec();
    for number in 0..choices.below(8) {
        let mut excerpt = excerpt(account, style, 100 + 2 * number, choices);
        // The same statement has the same number: where nothing moved, two numbers are two statements.
        let same = all
            .iter()
            .find(|issued| issued.days == excerpt.days && issued.range == excerpt.range);
        excerpt.number = same.map_or(excerpt.number, |same| same.number);
        all.push(excerpt);
    }
    for _ in 0..choices.below(4) {
        let copy = all[choices.below(all.len())].clone();
        all.push(copy);
    }
    all
}

/// Asserts what holds for files that say the truth.
fn assert_true(account: &Account, found: &Outcome, is_whole: bool, files: &[String]) {
    let rows: Vec<(String, String)> = found
        .rows
        .iter()
        .map(|(day, amount, _)| (day.clone(), amount.clone()))
        .collect();
    let context = || format!("{found:?}\n{}", files.join("=====\n"));
    assert_eq!(rows, account.truth(), "{}", context());
    assert!(found.rules.is_empty(), "{}", context());
    let [summed] = found.accounts.as_slice() else {
        panic!("one account: {}", context())
    };
    assert_eq!(summed.left_open(), Some(Decimal::ZERO), "{}", context());
    let is_proved = summed.status == BalanceStatus::Proved;
    assert_eq!(
        is_proved,
        is_whole && !found.has_repeated_block,
        "{}",
        context()
    );
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_chain_is_proved_and_complete(bytes in ChoiceBytes::strategy(400)) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        let style = style(&account, choices);
        let chain = chain(&account, &style, choices);
        let is_whole = chain[0].form != Form::Table;
        let files = texts(&spread(chain, choices), &account);
        assert_true(&account, &outcome(&files), is_whole, &files);
    }

    #[test]
    fn copies_and_excerpts_change_nothing(bytes in ChoiceBytes::strategy(600)) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        let style = style(&account, choices);
        let chain = chain(&account, &style, choices);
        let is_whole = chain[0].form != Form::Table;
        let straight: Vec<File> = chain.iter().map(|issued| File { form: issued.form, statements: vec![issued.clone()] }).collect();
        let alone = outcome(&texts(&straight, &account));
        let all = add_others(&account, &chain, &style, choices);
        let files = texts(&spread(all, choices), &account);
        let found = outcome(&files);
        // A quiet statement before a table may give the balance with which the table begins.
        let is_proved = found.accounts.iter().all(|account| account.status == BalanceStatus::Proved);
        assert_true(&account, &found, is_whole || is_proved && !found.has_repeated_block, &files);
        assert_eq!(found.rows, alone.rows, "{}", files.join("=====\n"));
    }

    #[test]
    fn the_order_of_files_changes_nothing(bytes in ChoiceBytes::strategy(600)) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        let style = style(&account, choices);
        let chain = chain(&account, &style, choices);
        let all = add_others(&account, &chain, &style, choices);
        let found = outcome(&texts(&spread(all.clone(), choices), &account));
        let again = texts(&spread(all, choices), &account);
        assert_eq!(outcome(&again), found, "{}", again.join("=====\n"));
    }

    #[test]
    fn pages_are_one_statement(bytes in ChoiceBytes::strategy(600)) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        let mut style = style(&account, choices);
        let form = choices.pick(&[Form::Mt940, Form::Camt]);
        (style.forms, style.is_numbered) = ([form; 2], true);
        let chain = chain(&account, &style, choices);
        let mut all = Vec::new();
        for issued in &chain {
            all.extend(pages(&account, issued, choices));
        }
        let files = if choices.once_in(2) {
            vec![File { form, statements: all }]
        } else {
            spread(all, choices)
        };
        let files = texts(&files, &account);
        assert_true(&account, &outcome(&files), true, &files);
    }
}
