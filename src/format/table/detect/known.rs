use std::collections::BTreeMap;

use super::catalog::{Catalog, ListedProfile, built_in};
use crate::format::table::profile::{AmountModel, Column, Role};

/// Pairs of words that banks write for money in and out, beside those of profiles.
const USUAL_WORDS: &[(&str, &str)] = &[
    ("credit", "debit"),
    ("cr", "dr"),
    ("crdt", "dbit"),
    ("c", "d"),
    ("+", "-"),
    ("h", "s"),
    ("haben", "soll"),
    ("bij", "af"),
    ("gutschrift", "belastung"),
    ("crédit", "débit"),
    ("accredito", "addebito"),
    ("in", "out"),
    ("deposit", "withdrawal"),
];

/// The words of the built-in profiles for money in and money out.
pub(crate) struct KnownDirections(BTreeMap<String, Meaning>);

#[derive(Default)]
struct Meaning {
    is_credit: bool,
    is_debit: bool,
    /// The words for the other direction beside which it is used.
    opposites: Vec<String>,
}

impl KnownDirections {
    /// Collects the words. One profile may be left out.
    pub(crate) fn new(without: Option<&str>) -> Self {
        let mut known = Self(BTreeMap::new());
        let profiles = built_in().iter();
        let used = profiles.filter(|profile| without != Some(&*profile.id));
        let variants = used.flat_map(|profile| &profile.variants);
        for words in variants.filter_map(|variant| variant.amount.direction_words()) {
            known.add(&words.credit, &words.debit);
        }
        for (credit, debit) in USUAL_WORDS {
            known.add(&[(*credit).to_owned()], &[(*debit).to_owned()]);
        }
        known
    }

    fn add(&mut self, credit: &[String], debit: &[String]) {
        for (words, others, is_credit) in [(credit, debit, true), (debit, credit, false)] {
            for word in words {
                let meaning = self.0.entry(word.to_lowercase()).or_default();
                meaning.is_credit |= is_credit;
                meaning.is_debit |= !is_credit;
                meaning.opposites.extend_from_slice(others);
            }
        }
    }

    /// Returns whether a word means money in, if all profiles that know it agree.
    pub(crate) fn is_credit(&self, word: &str) -> Option<bool> {
        let meaning = self.0.get(&word.to_lowercase())?;
        (meaning.is_credit != meaning.is_debit).then_some(meaning.is_credit)
    }

    /// Returns the words for the other direction, each once.
    pub(crate) fn opposites(&self, words: &[String]) -> Vec<String> {
        let meanings = words
            .iter()
            .filter_map(|word| self.0.get(&word.to_lowercase()));
        let mut found: Vec<String> = Vec::new();
        for word in meanings.flat_map(|meaning| &meaning.opposites) {
            if !found.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                found.push(word.clone());
            }
        }
        found
    }
}

/// What the built-in profiles use a column of some name for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedRole {
    /// A column with a role.
    Of(Role),
    /// Amounts of both directions.
    Amount,
    /// Money out.
    Debit,
    /// Money in.
    Credit,
    /// A word for the direction.
    Direction,
    /// A fee beside the amount.
    Fee,
}

/// Returns what the built-in profiles use columns of this name for, each with the number of these profiles, the most first. One profile may be left out.
pub(crate) fn roles_named(name: &str, without: Option<&str>) -> Vec<(NamedRole, usize)> {
    let catalog = Catalog::with_built_in(std::iter::empty());
    let columns = catalog.columns_named(name);
    let mut roles: Vec<(NamedRole, usize)> = Vec::new();
    for (index, profile) in catalog.profiles(None) {
        if without == Some(&*profile.id) {
            continue;
        }
        let mut named = columns.iter().filter(|(named, _)| named.profile == index);
        let Some(column) = named.find_map(|(named, _)| profile.columns.get(named.column)) else {
            continue;
        };
        let role = role_in(profile, column);
        match roles.iter_mut().find(|(known, _)| *known == role) {
            Some((_, count)) => *count += 1,
            None => roles.push((role, 1)),
        }
    }
    roles.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    roles
}

/// Returns the role of a column. The columns of amounts have theirs in the variants.
fn role_in(profile: &ListedProfile, column: &Column) -> NamedRole {
    let of_amounts = profile
        .variants
        .iter()
        .find_map(|variant| role_in_amount(&variant.amount, &column.id));
    of_amounts.unwrap_or(NamedRole::Of(column.role))
}

fn role_in_amount(amount: &AmountModel, id: &str) -> Option<NamedRole> {
    let words = amount.direction_words();
    if words.is_some_and(|words| words.column == id) {
        return Some(NamedRole::Direction);
    }
    match amount {
        AmountModel::Signed { column, fee, .. } => {
            let is_fee = fee.as_ref().is_some_and(|fee| fee.column == id);
            let amount = (column == id).then_some(NamedRole::Amount);
            amount.or_else(|| is_fee.then_some(NamedRole::Fee))
        }
        AmountModel::DebitCredit { debit, credit, .. } if debit.column == credit.column => {
            (debit.column == id).then_some(NamedRole::Amount)
        }
        AmountModel::DebitCredit { debit, credit, .. } => {
            let debit = (debit.column == id).then_some(NamedRole::Debit);
            debit.or_else(|| (credit.column == id).then_some(NamedRole::Credit))
        }
    }
}
