//! Compares how a file and its scrubbed copy are read.

use rust_decimal::Decimal;

use super::options::ScrubRefusal;
use crate::statement::Conversion;
use crate::transactions::Transaction;
use crate::value::Date;

/// Checks that two files are read alike: every row has the same fate, and every transaction the same amount, days and direction.
///
/// # Errors
///
/// The first difference.
pub(super) fn compare(
    source: &Conversion,
    copy: &Conversion,
    factor: u32,
) -> Result<(), ScrubRefusal> {
    let (before, after) = (&source.summary, &copy.summary);
    let same = |is_same: bool, line: Option<usize>, what: &'static str| {
        if is_same {
            Ok(())
        } else {
            Err(ScrubRefusal::Differs { line, what })
        }
    };
    let format = |conversion: &Conversion| {
        conversion
            .summary
            .format
            .as_ref()
            .map(|format| format.id.clone())
    };
    same(
        format(source) == format(copy) && before.variant == after.variant,
        None,
        "as another format",
    )?;
    same(
        before.encoding == after.encoding,
        None,
        "in another encoding",
    )?;
    same(
        before.delimiter == after.delimiter && before.header_line == after.header_line,
        None,
        "with other columns",
    )?;
    same(
        before.rows == after.rows && before.details == after.details,
        None,
        "it has another number of rows",
    )?;
    let first_difference = |before: &[usize], after: &[usize]| {
        let differing = before
            .iter()
            .zip(after)
            .find(|(before, after)| before != after);
        differing
            .map(|(line, _)| *line)
            .or_else(|| before.get(after.len()).copied())
    };
    let rejected = first_difference(&before.rejected, &after.rejected);
    same(
        before.rejected == after.rejected,
        rejected,
        "other rows are rejected",
    )?;
    same(
        before.skipped == after.skipped,
        None,
        "other rows are skipped",
    )?;
    same(
        source.transactions.len() == copy.transactions.len(),
        None,
        "it has another number of transactions",
    )?;
    let origins = source.origins.iter().zip(&copy.origins);
    for ((before, after), (origin, other)) in source
        .transactions
        .iter()
        .zip(&copy.transactions)
        .zip(origins)
    {
        let line = Some(origin.line);
        // The replacement of a counter or of one repeated digit may be a reference, so the kind of the id may differ.
        same(origin.line == other.line, line, "it is in another line")?;
        same(
            facts(before, factor) == facts(after, 1),
            line,
            "its amount, direction or day differs",
        )?;
    }
    same(
        before.balance_status == after.balance_status,
        None,
        "the balances prove something else",
    )?;
    same(
        before.confirmed() == after.confirmed(),
        None,
        "the balances confirm another number of transactions",
    )
}

/// What must be the same in the copy.
type Facts = (
    Option<Decimal>,
    Option<bool>,
    String,
    [Option<Date>; 3],
    Option<Decimal>,
);

fn facts(transaction: &Transaction, factor: u32) -> Facts {
    let scaled = |amount: Decimal| {
        amount
            .checked_mul(Decimal::from(factor))
            .map(|amount| amount.normalize())
    };
    (
        scaled(transaction.amount.into()),
        transaction
            .credit_debit
            .map(|direction| direction == crate::transactions::CreditDebit::Credit),
        transaction.currency.code().to_owned(),
        [
            transaction.booked_at,
            transaction.valuta_at,
            transaction.purchased_at,
        ],
        transaction
            .original_amount
            .and_then(|amount| scaled(amount.into())),
    )
}

/// Returns the rules and lines that are reported for one of two files only.
pub(super) fn differing_findings(
    source: &Conversion,
    copy: &Conversion,
) -> Vec<(&'static str, usize)> {
    let findings = |conversion: &Conversion| {
        let findings = conversion.summary.report.findings.iter();
        findings
            .map(|finding| (finding.rule.id, finding.line))
            .collect::<Vec<_>>()
    };
    let (before, after) = (findings(source), findings(copy));
    let lost = before.iter().filter(|finding| !after.contains(finding));
    let new = after.iter().filter(|finding| !before.contains(finding));
    lost.chain(new).copied().collect()
}
