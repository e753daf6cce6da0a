use super::json::payload;
use super::transactions::{members, transaction};
use super::{Tape, object};
use crate::contract;
use crate::report::{Example, Policy, Report, Rule};
use crate::transactions::check;

/// A payload of transactions in which this rule is broken, once among records that are right; none for a rule that no payload of transactions
/// breaks.
///
/// ```
/// use universal_accounting::{contract, generate, report::Policy, transactions};
///
/// let rule = contract::rule("amount-zero").ok_or("no such rule")?;
/// let payload = generate::transactions_with_fault(rule, &mut generate::Tape::new(&[3, 1, 4])).ok_or("not of transactions")?;
/// let report = transactions::check(&payload, &Policy::new());
/// assert!(report.findings.iter().any(|finding| finding.rule == rule));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn transactions_with_fault(rule: &Rule, tape: &mut Tape<'_>) -> Option<Vec<u8>> {
    let example = contract::page(rule.id)?.bad;
    // Some rules are broken only by what is beside a payload, such as a limit.
    let breaks = |report: Report| report.counts.iter().any(|count| count.rule == rule);
    match example {
        Example::Transaction(faulty) if breaks(check(&example.input(), &Policy::new())) => {
            let mut records = Vec::new();
            for _ in 0..tape.below(4) {
                let members = members(&transaction(tape), tape);
                records.push(object(&members, "", tape));
            }
            records.insert(tape.below(records.len() + 1), faulty.to_owned());
            Some(payload(&records, tape).into_bytes())
        }
        Example::Transactions(_) | Example::Repeated { .. } => {
            Some(example.input().into_owned()).filter(|payload| breaks(check(payload, &Policy::new())))
        }
        _ => None,
    }
}

/// Base data in which this rule is broken, once; none for a rule that no base data break.
///
/// ```
/// use universal_accounting::{base_data, contract, generate, report::Policy};
///
/// let rule = contract::rule("uid-check-digit").ok_or("no such rule")?;
/// let payload = generate::base_data_with_fault(rule).ok_or("not of base data")?;
/// assert!(base_data::check(&payload, &Policy::new()).findings.iter().any(|finding| finding.rule == rule));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn base_data_with_fault(rule: &Rule) -> Option<Vec<u8>> {
    match contract::page(rule.id)?.bad {
        example @ Example::BaseData(..) => Some(example.input().into_owned()),
        _ => None,
    }
}
