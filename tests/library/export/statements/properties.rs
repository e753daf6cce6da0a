//! Laws of generated statements.

use super::joined;
use proptest::prelude::*;
use universal_accounting::export::statement::{self, StatementExportOptions, StatementTarget};
use universal_accounting::format::{self, Profile};
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Currency, Date};

use crate::cases::cases;

/// The account, the id, the amount with its direction, the currency and the day, which are the same in every format.
type Facts = (
    String,
    String,
    Option<CreditDebit>,
    String,
    Currency,
    Option<Date>,
);

fn facts(conversion: &Conversion) -> Vec<Facts> {
    let fact = |transaction: &Transaction| {
        let id = transaction
            .transaction_id
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let account = transaction
            .account_identifier
            .iban()
            .map_or(transaction.account_identifier.to_string(), |iban| {
                iban.to_string()
            });
        let day = transaction
            .booked_at
            .or(transaction.valuta_at)
            .or(transaction.purchased_at);
        (
            account,
            id,
            transaction.credit_debit,
            transaction.amount.to_string(),
            transaction.currency,
            day,
        )
    };
    conversion.transactions.iter().map(fact).collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn csv_to_camt_and_back_keeps_ids_amounts_and_days(
        bytes in ChoiceBytes::strategy(400),
        profile in prop::sample::select(Profile::built_in().collect::<Vec<_>>()),
    ) {
        let Some(statement) = generate::statement(&profile, &mut bytes.choices()) else { return Ok(()) };
        let csv = convert_readable(&statement.source, &statement.options);
        let is_dated = csv.transactions.iter().all(|transaction| {
            transaction.booked_at.or(transaction.valuta_at).or(transaction.purchased_at).is_some()
        });
        match statement::write(&joined(std::slice::from_ref(&csv)), StatementTarget::Camt053, &StatementExportOptions::new()) {
            Ok(export) => {
                prop_assert!(is_dated);
                let again = convert_readable(&export.bytes, &format::ConvertOptions::new());
                prop_assert_eq!(facts(&again), facts(&csv));
                let expected = if export.format == "camt.053" { BalanceStatus::Proved } else { BalanceStatus::None };
                prop_assert!(csv.transactions.is_empty() || again.summary.balance_status == expected);
            }
            Err(refused) => prop_assert!(!is_dated, "{refused:?}"),
        }
    }
}
