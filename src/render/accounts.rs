//! The history of accounts as JSON.

use super::conversion::to_optional_string;
use super::findings::{FindingView, to_json_line, view};
use crate::continuity::{AccountHistory, History, RepeatedRow, StatementInHistory};
use crate::report::{Finding, Policy};
use crate::source::Certain;
use crate::value::{Currency, Date};

view! {
    /// What the statements of one or several files say about each other: one item for each account and currency.
    #[cfg_attr(test, schemars(title = "Accounts"))]
    struct AccountsView<'h> fn new(accounts: Vec<AccountView<'h>>) {
        /// The accounts, in the order in which the files name them first.
        accounts: Vec<AccountView<'h>> = accounts,
    }
}

view! {
    /// The history of an account in one currency. Amounts are decimals as strings. A transaction that several statements have counts once.
    struct AccountView<'h> as "accountHistory" fn new(account: &'h AccountHistory, names: &'h [&'h str], findings: &'h [(&'h str, Finding)]) {
        /// The account, as in the transactions; null if the statements name none that can be used.
        account: Option<&'h str> = account.account.as_ref().map(AsRef::as_ref),
        /// The currency; null if the statements have no transactions and name none.
        currency: Option<&'h str> = account.currency.as_ref().map(Currency::code),
        /// The statements: by their last day, then by their first day, then by their number, then so that their balances follow.
        statements: Vec<StatementView<'h>> = account.statements.iter().map(|statement| StatementView::new(statement, names)).collect(),
        /// The number of transactions.
        transactions: usize = account.transactions,
        /// The number of entries of a statement that an earlier one has too.
        repeated: usize = account.repeated,
        /// The sum of the credits; null if it is too large for a decimal.
        credit: Option<String> = to_optional_string(account.credit),
        /// The sum of the debits, positive; null if it is too large for a decimal.
        debit: Option<String> = to_optional_string(account.debit),
        /// The day of the first transaction.
        first: Option<String> = to_optional_string(account.first_day),
        /// The day of the last transaction.
        last: Option<String> = to_optional_string(account.last_day),
        /// The balance before the statement with the earliest first day.
        opening: Option<String> = to_optional_string(account.opening_balance),
        /// The balance after the statement with the latest last day.
        closing: Option<String> = to_optional_string(account.closing_balance),
        /// What all balances prove about the transactions.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "partly", "broken", "none"])))]
        balance: &'static str = account.balance_status.as_str(),
        /// The number of transactions that balances confirm.
        confirmed: usize = account.confirmed,
        /// What there is to say about the statements together. The reports of the files have these findings too.
        findings: Vec<FoundView<'h>> = findings.iter().map(|(file, finding)| FoundView::new(file, finding)).collect(),
    }
}

view! {
    /// A statement in the history of its account.
    struct StatementView<'h> as "statementInHistory" fn new(statement: &'h StatementInHistory, names: &'h [&'h str]) {
        /// The name of its file.
        file: &'h str = names.get(statement.file).copied().unwrap_or_default(),
        /// The line where it begins, counted from 1.
        line: usize = statement.line,
        /// The number that the bank gives it.
        number: Option<&'h str> = statement.number.as_deref(),
        /// Its first day.
        from: Option<String> = to_optional_string(statement.first_day),
        /// Its last day.
        until: Option<String> = to_optional_string(statement.last_day),
        /// The balance before its first entry.
        opening: Option<String> = to_optional_string(statement.opening_balance),
        /// The balance after its last entry.
        closing: Option<String> = to_optional_string(statement.closing_balance),
        /// The number of its transactions.
        transactions: usize = statement.transactions,
        /// The number of those that another statement has.
        repeated: usize = statement.repeated.len(),
        /// Their rows, each with the statement that has the transaction.
        repeated_rows: Vec<RepeatedRowView> = statement.repeated.iter().map(RepeatedRowView::new).collect(),
        /// How it is linked to another statement.
        #[cfg_attr(test, schemars(extend("enum" = ["unknown", "copy", "part", "follows", "overlap", "gap"])))]
        link: &'static str = statement.link.as_str(),
        /// The index of that statement in this list.
        linked_to: Option<usize> = statement.linked_to,
        /// The days between the two that neither covers.
        uncovered?: Option<DaysView> = statement.uncovered.map(DaysView::new),
        /// What its own balances prove.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "partly", "broken", "none"])))]
        balance: &'static str = statement.balance_status.as_str(),
    }
}

view! {
    /// A row whose transaction another statement of the account has.
    struct RepeatedRowView as "repeatedRow" fn new(row: &RepeatedRow) {
        /// The line of the row, counted from 1.
        line: usize = row.line,
        /// The index of the statement that has the transaction, in the list of the account.
        statement: usize = row.statement,
    }
}

view! {
    /// Days, both included.
    struct DaysView as "uncoveredDays" fn new(days: [Date; 2]) {
        /// The first day, `YYYY-MM-DD`.
        from: String = days[0].to_string(),
        /// The last day, `YYYY-MM-DD`.
        until: String = days[1].to_string(),
    }
}

view! {
    /// A finding, and the name of its file.
    struct FoundView<'h> as "foundInFile" fn new(file: &'h str, finding: &'h Finding) {
        /// The name of the file.
        file: &'h str = file,
        /// The finding.
        #[cfg_attr(test, schemars(with = "FindingView<'h>"))]
        finding..: FindingView<'h> = FindingView::new(finding),
    }
}

/// Renders the history of accounts as one JSON object on one line. `names` are those of the files.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions, Input};
/// use universal_accounting::{render, report::Policy};
///
/// let file = ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C260302CHF100,00\n:61:2603030303D12,50NTRFNONREF\n:86:Bakery\n:62F:C260306CHF87,50\n-\n";
/// let conversions = format::convert_all(&[Input::new("week.sta", file.as_bytes())], &ConvertOptions::new());
/// let json = render::accounts_json(&["week.sta"], &conversions.history, &Policy::new());
/// assert!(json.starts_with(r#"{"accounts":[{"account":"CH9300762011623852957","currency":"CHF","statements":[{"file":"week.sta","line":1,"#));
/// ```
#[must_use]
pub fn accounts_json(names: &[&str], history: &History, policy: &Policy) -> String {
    let of_account = |account: &AccountHistory| -> Vec<(&str, Finding)> {
        let findings = account.findings.iter();
        findings
            .filter_map(|(file, finding)| {
                let name = names.get(*file).copied().certain();
                Some((name, finding.under(policy)?))
            })
            .collect()
    };
    let findings: Vec<Vec<(&str, Finding)>> = history.accounts.iter().map(of_account).collect();
    let accounts = history.accounts.iter().zip(&findings);
    let accounts = accounts.map(|(account, findings)| AccountView::new(account, names, findings));
    to_json_line(&AccountsView::new(accounts.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schema_file_matches_the_view() {
        assert_schema_matches_file::<AccountsView<'_>>("accounts");
    }
}
