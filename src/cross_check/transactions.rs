use super::keys::{Keys, Settings};
use super::{KnownRecord, Mismatch, rules};
use crate::base_data::{Account, BaseData};
use crate::transactions::Transaction;
use crate::value::{Date, Iban};

/// Compares transactions with base data: accounts by their IBAN, currencies, and days. Mismatches are in the order of the transactions.
///
/// Base data has no identifiers of accounts but IBANs. If other accounts are among the transactions, one mismatch says how many were not compared.
///
/// ```
/// use universal_accounting::report::Policy;
/// use universal_accounting::{base_data, cross_check, transactions};
///
/// let base_data = br#"{
///     "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-1020", "number": "1020", "description": "Bank", "iban": "CH9300762011623852957"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let base_data = base_data::read(base_data, &Policy::new()).value.ok_or("the base data has errors")?;
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "amount": "12.50", "currency": "EUR"}]}"#;
/// let transactions = transactions::read(payload, &Policy::new()).values;
/// let mismatches = cross_check::transactions(&transactions, &base_data);
/// assert_eq!(mismatches[0].message(), "`currency` is a currency that the base data does not list");
/// assert_eq!(mismatches[0].pointer, "/currency");
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn transactions(transactions: &[Transaction], base_data: &BaseData) -> Vec<Mismatch> {
    let accounts = &base_data.records().accounts;
    let by_iban = Keys::new(accounts.iter().map(|account| account.iban));
    let settings = Settings::new(base_data);
    let ibans: Vec<Option<Iban>> = transactions
        .iter()
        .map(|transaction| transaction.account_identifier.iban())
        .collect();
    let without_iban = ibans.iter().filter(|iban| iban.is_none()).count();
    let first_without_iban = ibans.iter().position(Option::is_none);
    let mut mismatches = Vec::new();
    for (index, (transaction, iban)) in transactions.iter().zip(&ibans).enumerate() {
        let mut push = |mismatch| mismatches.push(mismatch);
        let new = |rule, field| Mismatch::new(rule, index, "", field);
        let mut account = None;
        match iban {
            Some(iban) if by_iban.find(*iban).next().is_none() => {
                push(new(&rules::IBAN_NOT_IN_BASE_DATA, "accountIdentifier"));
            }
            Some(iban) => {
                account = account_in_other_currency(&by_iban, accounts, *iban, transaction);
            }
            None if first_without_iban == Some(index) => {
                push(
                    new(&rules::ACCOUNT_NOT_COMPARED, "accountIdentifier")
                        .param("found", without_iban),
                );
            }
            None => {}
        }
        if let Some(known) = account {
            push(new(&rules::CURRENCY_NOT_OF_ACCOUNT, "currency").differs_from(known));
        } else if !settings.has_currency(transaction.currency) {
            push(new(&rules::CURRENCY_NOT_IN_BASE_DATA, "currency"));
        }
        if let Some((field, _)) = day_of(transaction).filter(|(_, day)| !settings.has_day(*day)) {
            push(new(&rules::OUTSIDE_TAX_PERIODS, field));
        }
    }
    mismatches
}

/// Returns the account with an IBAN if it has another currency than the transaction. An IBAN may have an account for each currency.
fn account_in_other_currency(
    by_iban: &Keys<Iban>,
    accounts: &[Account],
    iban: Iban,
    transaction: &Transaction,
) -> Option<KnownRecord> {
    let mut other = None;
    for (index, account) in by_iban
        .find(iban)
        .filter_map(|index| Some((index, accounts.get(index)?)))
    {
        if account
            .currency
            .is_none_or(|currency| currency == transaction.currency)
        {
            return None;
        }
        other.get_or_insert((index, account));
    }
    other.map(|(index, account)| KnownRecord {
        list: "accounts",
        index,
        external_id: Some(account.external_id.to_string()),
    })
}

/// Returns the day on which a transaction is booked, with the name of its field.
fn day_of(transaction: &Transaction) -> Option<(&'static str, Date)> {
    let booked = transaction.booked_at.map(|day| ("bookedAt", day));
    let valued = || transaction.valuta_at.map(|day| ("valutaAt", day));
    booked
        .or_else(valued)
        .or_else(|| transaction.purchased_at.map(|day| ("purchasedAt", day)))
}
