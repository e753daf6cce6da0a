use std::collections::HashMap;

use crate::configuration::{self, Faults, json_struct};
use crate::export::ledger::{Account, AccountKind};
use crate::export::rules::LEDGER_ACCOUNTS_INVALID;
use crate::report::{Policy, Reading};
use crate::value::AccountIdentifier;

/// The names of accounts in a ledger: of the accounts of statements, and of those on the other side of their transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerAccounts {
    /// The account in the ledger for each account of a statement, by its canonical spelling.
    names: HashMap<String, Account>,
    /// The other side of money that comes in.
    pub(super) income: Account,
    /// The other side of money that goes out.
    pub(super) expenses: Account,
    /// The other side of the first balance.
    pub(super) opening: Account,
}

json_struct! {
    /// The JSON file with the names of accounts in a ledger.
    #[cfg_attr(test, schemars(title = "Ledger accounts"))]
    struct LedgerAccountsJson {
        /// The accounts of statements.
        accounts: Vec<NamedAccountJson> = "accounts", default;
        /// The account on the other side of money that comes in. Without it, `Income:Unknown`.
        income: Option<String> = "income", default;
        /// The account on the other side of money that goes out. Without it, `Expenses:Unknown`.
        expenses: Option<String> = "expenses", default;
        /// The account on the other side of the first balance. Without it, `Equity:Opening-Balances`.
        opening: Option<String> = "opening", default;
    }
}

json_struct! {
    /// An account of statements with its name in the ledger.
    #[cfg_attr(test, schemars(rename = "NamedAccount"))]
    struct NamedAccountJson {
        /// The account identifier of the transactions, such as the IBAN.
        account: String = "account";
        /// The name in the ledger: `Assets`, `Liabilities`, `Equity`, `Income` or `Expenses`, then further parts after colons.
        name: String = "name";
    }
}

impl LedgerAccounts {
    /// Reads the names from JSON, and reports faults.
    ///
    /// ```
    /// use universal_accounting::export::statement::LedgerAccounts;
    /// use universal_accounting::report::Policy;
    ///
    /// let names = br#"{
    ///     "accounts": [{"account": "CH9300762011623852957", "name": "Assets:Bank:Current"}],
    ///     "expenses": "Expenses:To sort"
    /// }"#;
    /// let reading = LedgerAccounts::read(names, &Policy::new());
    /// assert!(reading.value.is_some(), "{:?}", reading.report);
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(
            source,
            policy,
            &LEDGER_ACCOUNTS_INVALID,
            LedgerAccountsJson::into_ledger_accounts,
        )
    }

    /// Returns the account in the ledger of an account of statements.
    pub(super) fn get(&self, account: &AccountIdentifier) -> Option<&Account> {
        self.names.get(&account.canonical())
    }
}

impl Default for LedgerAccounts {
    fn default() -> Self {
        Self {
            names: HashMap::new(),
            income: Account::new(AccountKind::Income, ["Unknown"]),
            expenses: Account::new(AccountKind::Expense, ["Unknown"]),
            opening: Account::new(AccountKind::Equity, ["Opening-Balances"]),
        }
    }
}

impl LedgerAccountsJson {
    fn into_ledger_accounts(self) -> Result<LedgerAccounts, Faults> {
        let (mut accounts, mut faults) = (LedgerAccounts::default(), Vec::new());
        let mut parse = |pointer: String, name: &str| {
            let parsed = parse_name(name);
            if parsed.is_none() {
                faults.push((
                    pointer,
                    "the name begins with `Assets`, `Liabilities`, `Equity`, `Income` or `Expenses`, and has a colon and a text after it"
                        .to_owned(),
                ));
            }
            parsed
        };
        for (pointer, name, target) in [
            ("/income", &self.income, &mut accounts.income),
            ("/expenses", &self.expenses, &mut accounts.expenses),
            ("/opening", &self.opening, &mut accounts.opening),
        ] {
            if let Some(account) = name
                .as_ref()
                .and_then(|name| parse(pointer.to_owned(), name))
            {
                *target = account;
            }
        }
        let names: Vec<Option<Account>> = self
            .accounts
            .iter()
            .enumerate()
            .map(|(index, json)| parse(format!("/accounts/{index}/name"), &json.name))
            .collect();
        for (index, (json, name)) in self.accounts.iter().zip(names).enumerate() {
            let pointer = format!("/accounts/{index}/account");
            match (AccountIdentifier::parse(&json.account), name) {
                (Err(_), _) => {
                    faults.push((
                        pointer,
                        "an account identifier has 1 to 255 characters, and not only spaces"
                            .to_owned(),
                    ));
                }
                (Ok(account), Some(name)) => {
                    if accounts.names.insert(account.canonical(), name).is_some() {
                        faults.push((pointer, "this account is already listed".to_owned()));
                    }
                }
                (Ok(_), None) => {}
            }
        }
        if faults.is_empty() {
            Ok(accounts)
        } else {
            Err(faults)
        }
    }
}

/// Reads a name such as `Assets:Bank:Current`.
fn parse_name(name: &str) -> Option<Account> {
    let (root, rest) = name.split_once(':')?;
    let kinds = [
        AccountKind::Asset,
        AccountKind::Liability,
        AccountKind::Equity,
        AccountKind::Income,
        AccountKind::Expense,
    ];
    let kind = kinds.into_iter().find(|kind| kind.root() == root.trim())?;
    let segments: Vec<&str> = rest.split(':').map(str::trim).collect();
    let is_named = |segment: &&str| segment.contains(char::is_alphanumeric);
    segments
        .iter()
        .all(is_named)
        .then(|| Account::new(kind, segments))
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn names_begin_with_a_known_root() {
        let parsed = parse_name("Assets: Bank :1020 Current").unwrap();
        assert_eq!(
            parsed,
            Account::new(AccountKind::Asset, ["Bank", "1020 Current"])
        );
        for name in [
            "",
            "Assets",
            "Assets:",
            "Assets::A",
            "Bank:Current",
            "assets:A",
            "Assets:-",
        ] {
            assert_eq!(parse_name(name), None, "{name}");
        }
    }

    #[test]
    fn schema_file_is_up_to_date() {
        let schema =
            render_schema::<LedgerAccountsJson>("ledger-accounts", SchemaSettings::draft2020_12());
        assert_matches_file("schema/ledger-accounts.schema.json", &schema);
    }
}
