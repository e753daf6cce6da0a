use super::catalog::{Catalog, ListedProfile};
use crate::format::table::profile::{AmountModel, Column, Role};

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
