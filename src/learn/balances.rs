use rust_decimal::Decimal;

use super::amounts::{Amounts, Solution};
use super::answers::Answers;
use super::chain::BalanceTime;
use super::entries::Entries;
use super::headings::named_role;
use super::reading::{Attempt, Reading, Rival, roles_of};
use super::role::{Basis, ColumnRole};
use super::table::Table;

/// Returns how many columns of a reading have a name that profiles use for their role, less those that they use for the other direction.
fn agreement(roles: &[(usize, ColumnRole)], table: &Table, answers: &Answers) -> isize {
    let mut agreement = 0;
    for (column, role) in roles {
        let named = table
            .names
            .get(*column)
            .and_then(|name| named_role(name, answers));
        agreement += match (named, role) {
            (Some(named), role) if named == *role => 1,
            (Some(ColumnRole::Debit), ColumnRole::Credit)
            | (Some(ColumnRole::Credit), ColumnRole::Debit) => -2,
            _ => 0,
        };
    }
    agreement
}

/// Returns whether a name says the opposite of what the balances say.
fn contradicts_names(roles: &[(usize, ColumnRole)], table: &Table, answers: &Answers) -> bool {
    roles
        .iter()
        .any(|role| agreement(std::slice::from_ref(role), table, answers) < 0)
}

/// Returns the reading that satisfies all balances.
pub(super) fn by_balances(
    table: &Table,
    entries: &Entries<'_>,
    attempts: &[Attempt],
    answers: &Answers,
) -> Option<Reading> {
    let mut best: Option<((isize, isize), &Attempt, &Solution)> = None;
    let mut different: Vec<(&[Decimal], isize, Rival)> = Vec::new();
    for attempt in attempts {
        for solution in &attempt.solutions {
            let plain = match solution.amounts {
                Amounts::Signed { .. } => 0,
                Amounts::Columns { .. } => -1,
                Amounts::Words { .. } => -2,
                Amounts::WithFee { .. } => -3,
            };
            let roles = roles_of(&solution.amounts, Some(solution.balance));
            let agreement = agreement(&roles, table, answers);
            let is_same = |known: &(&[Decimal], isize, Rival)| known.0 == solution.moved;
            match different.iter_mut().find(|known| is_same(known)) {
                Some((_, known, _)) => *known = agreement.max(*known),
                None => {
                    let rival = Rival {
                        amounts: solution.amounts.clone(),
                        decimal: attempt.decimal,
                    };
                    different.push((&solution.moved, agreement, rival));
                }
            }
            let rank = (agreement, plain);
            if best.is_none_or(|(known, ..)| rank > known) {
                best = Some((rank, attempt, solution));
            }
        }
    }
    let (rank, attempt, solution) = best?;
    let roles = roles_of(&solution.amounts, Some(solution.balance));
    let is_named_debit = |column: usize| {
        let name = table.names.get(column);
        name.and_then(|name| named_role(name, answers)) == Some(ColumnRole::Debit)
    };
    let is_reversed = matches!(solution.amounts, Amounts::Signed { reversed: true, column } if !is_named_debit(column));
    // Nearly all banks print the balance after the booking. Where only the other convention holds, the dates may be wrong.
    let is_usual =
        solution.time == BalanceTime::After && !contradicts_names(&roles, table, answers);
    let is_strong = entries.order.is_some() && solution.proof.is_strong();
    let is_proved = different.len() == 1 && is_usual && is_strong;
    // The caller knows what the amounts are. Several readings that still differ are asked all the same.
    let is_answered = match solution.amounts {
        Amounts::Signed { .. } => answers.positive_is_credit.is_some(),
        _ => answers.has_amounts(&table.names),
    };
    let has_doubt = !is_answered && (!is_usual || is_reversed && !is_strong);
    // Of several readings, the only one whose columns all have the names of their roles is suggested.
    let is_named = is_usual && answers.accept && rank.0.unsigned_abs() == roles.len() && rank.0 > 0;
    let mut rivals: Vec<Rival> = different
        .into_iter()
        .filter(|(_, agreement, _)| !is_named || *agreement >= rank.0)
        .map(|(_, _, rival)| rival)
        .collect();
    if has_doubt && rivals.len() == 1 {
        let mirrored = solution.amounts.mirrored();
        rivals.push(Rival {
            amounts: mirrored.unwrap_or_else(|| solution.amounts.clone()),
            decimal: attempt.decimal,
        });
    }
    Some(Reading {
        amounts: solution.amounts.clone(),
        decimal: attempt.decimal,
        numbers: attempt.numbers.clone(),
        balance: Some((solution.balance, solution.time)),
        basis: if is_proved {
            Basis::Proved
        } else {
            Basis::Suggested
        },
        moved: solution.moved.clone(),
        rivals,
    })
}
