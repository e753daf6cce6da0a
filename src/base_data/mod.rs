//! Base data: organization, chart of accounts, currencies, taxes, tax periods, contacts, cost centers and projects.
//!
//! [`check()`] finds all faults of a payload, [`read()`] builds typed values, [`normalize()`] applies fixes, and [`write()`] writes canonical
//! JSON. [`read_result`] reads the service's answer to an update.
//!
//! ```
//! use universal_accounting::base_data;
//! use universal_accounting::report::Policy;
//!
//! let report = base_data::check(br#"{"organization": {"companyName": "Muster AG"}}"#, &Policy::new());
//! assert_eq!(report.errors, 5, "the lead currency and four lists are missing");
//! ```

mod account;
mod check;
mod currency;
mod model;
mod parties;
mod read;
pub(crate) mod rules;
mod tax;

pub use account::{Account, AccountType, CostCenter, Project};
pub(crate) use check::{NORMALIZER, check_without};
pub use check::{check, normalize};
pub use currency::Currency;
pub use model::{BaseData, BaseDataError, Records, write};
pub(crate) use model::{ExternalId, PAYLOAD, with_lists};
pub use parties::{Contact, LegalType, Organization};
pub use read::{BaseDataReading, UpdateResult, check_result, read, read_result, write_result};
pub use tax::{AccountingMethod, Tax, TaxPeriod};

/// Returns the rules over several fields of a record of base data.
#[cfg(test)]
pub(crate) fn record_rules() -> Vec<&'static crate::report::Rule> {
    use crate::record::RecordRules;

    let of_lists = [
        account::AccountRules::RULES,
        currency::CurrencyRules::RULES,
        tax::TaxRules::RULES,
    ];
    let others = [
        tax::TaxPeriodRules::RULES,
        parties::ContactRules::RULES,
        parties::OrganizationRules::RULES,
    ];
    [of_lists, others].concat().concat()
}
