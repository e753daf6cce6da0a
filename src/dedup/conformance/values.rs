//! The transactions of the tests, and what the tests ask of a store.

use crate::dedup::{
    Key, KnownTransaction, KnownTransactions, Plan, Store, SuspectReason, Verdict, import, keys,
};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

pub(super) const ACCOUNT: &str = "CH9300762011623852957";
/// The same IBAN as `ACCOUNT` in another spelling, which the service treats as another account.
pub(super) const RESPELLED_ACCOUNT: &str = "CH93 0076 2011 6238 5295 7";
pub(super) const OTHER_ACCOUNT: &str = "Kasse";

pub(super) fn valid<T, E>(value: Result<T, E>) -> T {
    value.unwrap_or_else(|_| panic!("a value of these tests is invalid"))
}

pub(super) fn transaction(account: &str, id: Option<&str>, amount: &str) -> Transaction {
    let account = valid(AccountIdentifier::parse(account));
    let mut transaction = Transaction::new(
        account,
        valid(Amount::parse(amount)),
        valid(Currency::parse("CHF")),
    );
    transaction.transaction_id = id.map(|id| valid(Text::parse(id)));
    transaction.credit_debit = Some(CreditDebit::Debit);
    transaction.booked_at = Some(valid(Date::parse("2026-03-31")));
    transaction
}

/// Returns a transaction with a value in every field but, perhaps, the id.
pub(super) fn full_transaction(id: Option<&str>) -> Transaction {
    let day = |day| Some(valid(Date::parse(day)));
    let mut transaction = transaction(ACCOUNT, id, "12.50");
    transaction.text = Some(valid(Text::parse("Einkauf Bäckerei Muster")));
    transaction.original_amount = Some(valid(Amount::parse("13.1")));
    transaction.original_currency = Some(valid(Currency::parse("EUR")));
    (transaction.purchased_at, transaction.valuta_at) = (day("2026-03-29"), day("2026-03-30"));
    transaction
}

pub(super) fn plan_import<'b, S: Store>(store: &S, batch: &'b [Transaction]) -> Plan<'b> {
    store
        .plan(keys(batch))
        .unwrap_or_else(|error| panic!("a look-up fails: {error}"))
}

pub(super) fn look_up<S: Store>(store: &S, keys: &[Key<'_>]) -> KnownTransactions {
    store
        .look_up(keys)
        .unwrap_or_else(|error| panic!("a look-up fails: {error}"))
}

pub(super) fn import_all<'b, S: Store>(store: &S, batch: &'b [Transaction]) -> Plan<'b> {
    import(store, batch).unwrap_or_else(|error| panic!("an import fails: {error}"))
}

pub(super) fn verdicts(plan: &Plan<'_>) -> Vec<Verdict> {
    plan.verdicts()
        .map(|(_, verdict)| verdict.clone())
        .collect()
}

/// Returns why the last transaction of a plan is suspected, and the transaction that it is similar to.
pub(super) fn suspicion(plan: &Plan<'_>) -> Option<(SuspectReason, KnownTransaction)> {
    match plan.verdicts().last()?.1 {
        Verdict::Suspect(suspect) => Some((suspect.reason, suspect.similar_to.clone())),
        _ => None,
    }
}

pub(super) fn contains<S: Store>(store: &S, transaction: &Transaction) -> bool {
    let batch = [transaction.clone()];
    let (keys, expected) = (keys(&batch), KnownTransaction::from(transaction));
    keys.first()
        .is_some_and(|key| look_up(store, &keys).get(key) == Some(&expected))
}
