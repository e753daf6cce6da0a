use super::rules;
use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{
    FieldKind, Fields, Violation, currency_withdrawn, index_of, record, record_rules, uid_fault,
};
use crate::value::{Currency, Text, Uid, UidError};

record! {
    /// The organization that keeps the books.
    ///
    /// ```
    /// use universal_accounting::base_data::Organization;
    /// use universal_accounting::value::{Currency, Text, Uid};
    ///
    /// let mut organization = Organization::new(Text::parse("Muster AG")?, Currency::parse("CHF")?);
    /// organization.company_uid = Some(Uid::parse("CHE-100.000.006")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Organization called "organization", "the organization whose books these are" {
        required "companyName" company_name: Text, FieldKind::Text,
            "the name of the company", "Muster AG", usually at most 255;
        optional "companyUid" company_uid: Uid, FieldKind::Uid,
            "the Swiss business identification number of the company, without a suffix", "CHE-100.000.006",
            usually at most 255;
        optional "companyTaxNumber" company_tax_number: Text, FieldKind::TaxNumber,
            "the tax number of the company; a Swiss one is the UID with the suffix MWST, TVA, IVA or TPV",
            "CHE-100.000.006 MWST", usually at most 255;
        optional "companyWebsite" company_website: Text, FieldKind::WebAddress,
            "the address of the company's website", "https://www.example.ch", usually at most 255;
        required "leadCurrency" lead_currency: Currency, FieldKind::Currency,
            "the currency that the books are kept in, a code of ISO 4217", "CHF";
    }
}

const COMPANY_UID: usize = index_of(Organization::FIELDS, "companyUid");
const COMPANY_TAX_NUMBER: usize = index_of(Organization::FIELDS, "companyTaxNumber");
pub(super) const LEAD_CURRENCY: usize = index_of(Organization::FIELDS, "leadCurrency");

record_rules! {
    pub(super) OrganizationRules {
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, LEAD_CURRENCY, &[]);
        rules::TAX_NUMBER_DIFFERS => |fields| {
            let number = tax_number(fields)?;
            uid(fields).is_some_and(|uid| uid != number).then(|| Violation::naming(COMPANY_TAX_NUMBER))
        };
        // If there is a UID, its own rules and `tax-number-differs` report the problem.
        rules::TAX_NUMBER_CHECK_DIGIT => |fields| {
            let number = tax_number(fields).filter(|_| uid(fields).is_none() && !fields.has(COMPANY_UID))?;
            Some(Violation::naming(COMPANY_TAX_NUMBER).param("reason", uid_fault(number)?))
        };
    }
}

/// Returns the UID in the tax number.
fn tax_number(fields: &impl Fields) -> Option<Uid> {
    Uid::parse_with_suffix(&fields.text(COMPANY_TAX_NUMBER)?)
}

/// Returns the UID, even if its spelling is not canonical.
fn uid(fields: &impl Fields) -> Option<Uid> {
    match Uid::parse(&fields.unchecked_text(COMPANY_UID)) {
        Ok(uid) | Err(UidError::Spelling(uid) | UidError::Prefix(uid)) => Some(uid),
        Err(_) => None,
    }
}
