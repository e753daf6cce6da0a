use super::rules;
use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{Fields, Kind, Remark, currency_withdrawn, place, record, record_rules, wrong_digits_of};
use crate::value::{Currency, Text, Uid, UidError};

record! {
    /// The organization whose books these are (contract 2.1).
    pub Organization called "organization", "the organization whose books these are" {
        required "companyName" company_name: Text, Kind::Text,
            "the name of the company", "Muster AG", usually at most 255;
        optional "companyUid" company_uid: Uid, Kind::Uid,
            "the Swiss business identification number of the company, without a suffix", "CHE-100.000.006",
            usually at most 255;
        optional "companyTaxNumber" company_tax_number: Text, Kind::TaxNumber,
            "the tax number of the company; a Swiss one is the UID with the suffix MWST, TVA, IVA or TPV",
            "CHE-100.000.006 MWST", usually at most 255;
        optional "companyWebsite" company_website: Text, Kind::WebAddress,
            "the address of the company's website", "https://www.example.ch", usually at most 255;
        required "leadCurrency" lead_currency: Currency, Kind::Currency,
            "the currency that the books are kept in, a code of ISO 4217", "CHF";
    }
}

const COMPANY_UID: usize = place(Organization::FIELDS, "companyUid");
const COMPANY_TAX_NUMBER: usize = place(Organization::FIELDS, "companyTaxNumber");
pub(super) const LEAD_CURRENCY: usize = place(Organization::FIELDS, "leadCurrency");

record_rules! {
    pub(super) OrganizationRules {
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, LEAD_CURRENCY, &[]);
        rules::TAX_NUMBER_DIFFERS => |fields| {
            let number = tax_number(fields)?;
            uid(fields).is_some_and(|uid| uid != number).then(|| Remark::about(COMPANY_TAX_NUMBER))
        };
        // A wrong digit that stands in both is told of the UID.
        rules::TAX_NUMBER_CHECK_DIGIT => |fields| {
            let number = tax_number(fields).filter(|_| uid(fields).is_none() && !fields.has(COMPANY_UID))?;
            Some(Remark::about(COMPANY_TAX_NUMBER).param("reason", wrong_digits_of(number)?))
        };
    }
}

/// The UID in the tax number.
fn tax_number(fields: &impl Fields) -> Option<Uid> {
    Uid::parse_with_suffix(&fields.text(COMPANY_TAX_NUMBER)?)
}

/// The UID, be it in another spelling.
fn uid(fields: &impl Fields) -> Option<Uid> {
    match Uid::parse(&fields.written(COMPANY_UID)) {
        Ok(uid) | Err(UidError::Spelling(uid) | UidError::Prefix(uid)) => Some(uid),
        Err(_) => None,
    }
}
