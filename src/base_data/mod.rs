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
mod contact;
mod currency;
mod dimension;
mod model;
mod normalize;
mod organization;
mod read;
mod result;
pub(crate) mod rules;
mod serde;
mod tax;
mod tax_period;

pub use account::{Account, AccountType};
pub use check::check;
pub(crate) use check::check_without;
pub use contact::{Contact, LegalType};
pub use currency::Currency;
pub use dimension::{CostCenter, Project};
pub use model::{BaseData, BaseDataError, Records, write};
pub(crate) use model::{ExternalId, PAYLOAD, with_lists};
pub(crate) use normalize::NORMALIZER;
pub use normalize::normalize;
pub use organization::Organization;
pub use read::{BaseDataReading, read};
pub use result::{UpdateResult, check_result, read_result, write_result};
pub use tax::Tax;
pub use tax_period::{AccountingMethod, TaxPeriod};

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
        tax_period::TaxPeriodRules::RULES,
        contact::ContactRules::RULES,
        organization::OrganizationRules::RULES,
    ];
    [of_lists, others].concat().concat()
}
