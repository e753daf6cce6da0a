//! What a file itself says against the transactions that were read from it: running balances, stated balances, counts and sums. This shares no code
//! with the converter, and sees only the text and the transactions.

use universal_accounting::statement::Conversion;
use universal_accounting::transactions::{CreditDebit, Transaction};

use super::sheet::cents;

/// Which evidence contradicts the transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Contradictions {
    /// The number of running balances that don't follow.
    pub(crate) balances: usize,
    pub(crate) closing: bool,
    pub(crate) count: bool,
    pub(crate) sum: bool,
}

impl Contradictions {
    /// Whether there is evidence against the transactions that the undamaged file doesn't have.
    pub(crate) fn exceed(&self, undamaged: &Self) -> bool {
        self.balances > undamaged.balances
            || self.closing && !undamaged.closing
            || self.count && !undamaged.count
            || self.sum && !undamaged.sum
    }
}

const OPENING: [&str; 8] = [
    "anfangssaldo",
    "opening balance",
    "solde initial",
    "saldo iniziale",
    "letzter kontostand",
    "old balance",
    "alter kontostand",
    "saldo vorher",
];
const CLOSING: [&str; 7] = [
    "schlusssaldo",
    "closing balance",
    "solde final",
    "saldo finale",
    "kontostand",
    "account balance",
    "endsaldo",
];
const COUNT: [&str; 4] = [
    "anzahl transaktionen in diesem zeitraum",
    "numbers of transactions in this period",
    "nombre de transactions dans cette période",
    "numero di transazioni in questo periodo",
];
const SUM: [&str; 6] = [
    "total spalte",
    "total of column",
    "total de la colonne",
    "totale della colonna",
    "umsatztotal",
    "totale movimenti",
];

fn signed_cents(transaction: &Transaction) -> i128 {
    let amount = cents(&transaction.amount.to_string()).unwrap_or_default();
    if transaction.credit_debit == Some(CreditDebit::Debit) {
        -amount
    } else {
        amount
    }
}

/// Compares the transactions with the evidence in the file. Files with several accounts or currencies are left out.
pub(crate) fn contradictions(
    text: &str,
    delimiter: char,
    conversion: &Conversion,
) -> Contradictions {
    let mut found = Contradictions::default();
    let transactions = &conversion.transactions;
    let key = |transaction: &Transaction| {
        (
            transaction.account_identifier.to_string(),
            transaction.currency,
        )
    };
    if transactions
        .iter()
        .any(|transaction| key(transaction) != key(&transactions[0]))
        || !conversion.summary.rejected.is_empty()
    {
        return found;
    }
    let net: i128 = transactions.iter().map(signed_cents).sum();
    let numbers = |labels| numbers_of_labelled_line(text, delimiter, labels);
    if let (Some([opening]), Some([closing])) =
        (numbers(&OPENING).as_deref(), numbers(&CLOSING).as_deref())
    {
        found.closing = opening + net != *closing;
    }
    if let Some([count]) = numbers(&COUNT).as_deref() {
        let skipped = conversion.summary.skipped.iter();
        let skipped = skipped
            .filter(|row| matches!(row.reason.as_str(), "pending" | "zero-amount"))
            .count();
        found.count = count / 100 != i128::try_from(transactions.len() + skipped).unwrap();
    }
    if let Some([debits, credits, ..]) = numbers(&SUM).as_deref() {
        let sum = |is_debit: bool| -> i128 {
            let amounts = transactions
                .iter()
                .map(signed_cents)
                .filter(|amount| (*amount < 0) == is_debit);
            amounts.map(i128::abs).sum()
        };
        found.sum = [*debits, *credits].map(i128::abs) != [sum(true), sum(false)];
    }
    found.balances = broken_balances(conversion);
    found
}

/// Returns the numbers in the cells of the first line that begins with one of the labels.
fn numbers_of_labelled_line(text: &str, delimiter: char, labels: &[&str]) -> Option<Vec<i128>> {
    let mut lines = text
        .split(['\n', '\r'])
        .map(|line| line.trim_start_matches(['\u{feff}', '"', ' ']));
    let line = lines.find(|line| {
        labels
            .iter()
            .any(|label| line.to_lowercase().starts_with(label))
    })?;
    Some(
        line.split(delimiter)
            .skip(1)
            .filter_map(|cell| cents(cell.trim_matches(['"', ' ', '='])))
            .collect(),
    )
}

/// Counts the running balances that don't follow from the one before, in the order of the dates.
fn broken_balances(conversion: &Conversion) -> usize {
    let skipped: Vec<usize> = conversion
        .summary
        .skipped
        .iter()
        .map(|row| row.line)
        .collect();
    let rows: Vec<(usize, i128, Option<i128>, String)> = conversion
        .transactions
        .iter()
        .zip(&conversion.origins)
        .map(|(transaction, origin)| {
            let is_balance = |name: &str| {
                let name = name.to_lowercase();
                ["saldo", "balance", "solde", "kontostand"]
                    .iter()
                    .any(|word| name.contains(word))
            };
            let balance = origin
                .cells
                .iter()
                .find(|(name, _)| is_balance(name))
                .and_then(|(_, text)| cents(text));
            let day = transaction
                .booked_at
                .or(transaction.valuta_at)
                .or(transaction.purchased_at);
            (
                origin.line,
                signed_cents(transaction),
                balance,
                day.map_or(String::new(), |day| day.to_string()),
            )
        })
        .collect();
    let changes = |is: fn(&String, &String) -> bool| {
        rows.windows(2)
            .filter(|pair| is(&pair[0].3, &pair[1].3))
            .count()
    };
    let (rises, falls) = (
        changes(|first, second| first < second),
        changes(|first, second| first > second),
    );
    if rises == falls {
        return 0;
    }
    let ordered: Vec<_> = if rises > falls {
        rows.iter().collect()
    } else {
        rows.iter().rev().collect()
    };
    let (mut broken, mut last, mut sum) = (0, None, 0);
    let mut line_before = None;
    for (line, amount, balance, _) in ordered {
        let has_skipped = line_before.is_some_and(|before: usize| {
            skipped
                .iter()
                .any(|skipped| *skipped > before.min(*line) && *skipped < before.max(*line))
        });
        if has_skipped {
            last = None;
        }
        line_before = Some(*line);
        sum += amount;
        if let Some(balance) = balance {
            broken += usize::from(last.is_some_and(|last: i128| last + sum != *balance));
            (last, sum) = (Some(*balance), 0);
        }
    }
    broken
}
