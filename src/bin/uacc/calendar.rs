//! Which days of an account the statements of a store cover, for people.

use std::fmt::Write;

use universal_accounting::dedup::{Calendar, Coverage, MissingStatement};
use universal_accounting::internals::value::format_signed_amount;

use crate::findings::pluralize;
use crate::sanitize::sanitize;

/// Returns a line for each account, one for each span of its days, and one for each statement that is missing.
pub(crate) fn describe(calendars: &[Calendar]) -> String {
    let mut text = String::new();
    for calendar in calendars {
        let _ = writeln!(
            text,
            "{} {}: {}",
            sanitize(calendar.account.as_str()),
            calendar.currency,
            pluralize(calendar.statements, "statement")
        );
        for days in &calendar.days {
            let _ = writeln!(
                text,
                "  {} to {}  {}",
                days.first_day,
                days.last_day,
                name(days.coverage)
            );
        }
        for missing in &calendar.missing {
            text += &advise(calendar, missing);
        }
    }
    text
}

const fn name(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Proved => "proved",
        Coverage::Partly => "partly proved",
        Coverage::Broken => "broken: the balances contradict the transactions",
        Coverage::Unchecked => "not checked: there are no balances",
        Coverage::Overlapping => "overlapping: two statements have these days",
        Coverage::Resting => "no statement, but equal balances before and after",
        Coverage::Missing => "missing",
        _ => "unknown",
    }
}

/// Returns the sentence that says what to ask the bank for.
fn advise(calendar: &Calendar, missing: &MissingStatement) -> String {
    let account = sanitize(calendar.account.as_str());
    let (first, last) = (missing.first_day, missing.last_day);
    let days = if first == last {
        format!("of {first}")
    } else {
        format!("from {first} to {last}")
    };
    let currency = calendar.currency;
    let amount = |amount| format_signed_amount(amount, currency);
    let why = match missing.balances {
        Some(balances) => format!(
            "the balance before is {}, the one after {}, the difference {}",
            amount(balances.closing),
            amount(balances.opening),
            amount(balances.difference)
        ),
        None => "no balances show whether it has bookings".to_owned(),
    };
    if missing.is_overlap {
        return format!(
            "  Compare the two {currency} statements of {account} {days} with the bank's own view: {why}.\n"
        );
    }
    format!("  Ask the bank for the {currency} statement of {account} {days}: {why}.\n")
}
