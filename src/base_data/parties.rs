use super::rules;
use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{
    FieldKind, Fields, Violation, choice, currency_withdrawn, index_of, record, record_rules,
    uid_fault,
};
use crate::value::{Currency, LimitedText, Text, Uid, UidError};

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

choice! {
    /// The legal type of a contact.
    LegalType {
        /// A person.
        Individual = "INDIVIDUAL",
        /// A company or another organization.
        Company = "COMPANY",
    }
}

record! {
    /// A supplier or another contact.
    ///
    /// ```
    /// use universal_accounting::base_data::{Contact, LegalType};
    /// use universal_accounting::value::{LimitedText, Text};
    ///
    /// let mut supplier = Contact::new(LimitedText::parse("k-17")?, LegalType::Company);
    /// supplier.company_name = Some(Text::parse("Beispiel GmbH")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Contact called "contact", "a supplier or another contact" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the contact, which identifies it in every update", "k-17";
        required "legalType" legal_type: LegalType, FieldKind::Choice(LegalType::WORDS),
            "whether the contact is a person or a company", "COMPANY";
        optional "companyName" company_name: Text, FieldKind::Text, "the name of a company", "Beispiel GmbH";
        optional "firstName" first_name: Text, FieldKind::Text, "the first name of a person", "Erika";
        optional "lastName" last_name: Text, FieldKind::Text, "the last name of a person", "Muster";
    }
}

const LEGAL_TYPE: usize = index_of(Contact::FIELDS, "legalType");
const COMPANY_NAME: usize = index_of(Contact::FIELDS, "companyName");
const FIRST_NAME: usize = index_of(Contact::FIELDS, "firstName");
const LAST_NAME: usize = index_of(Contact::FIELDS, "lastName");

record_rules! {
    pub(super) ContactRules {
        rules::COMPANY_WITHOUT_NAME => |fields| {
            let has_name = fields.has(COMPANY_NAME);
            (!has_name && fields.equals(LEGAL_TYPE, LegalType::Company.as_str())).then(Violation::default)
        };
        rules::INDIVIDUAL_WITHOUT_NAME => |fields| {
            let has_name = fields.has(FIRST_NAME) || fields.has(LAST_NAME);
            (!has_name && fields.equals(LEGAL_TYPE, LegalType::Individual.as_str())).then(Violation::default)
        };
        rules::NAME_OF_OTHER_KIND => |fields| surplus_name(fields, FIRST_NAME, LegalType::Company, &[COMPANY_NAME]);
        rules::NAME_OF_OTHER_KIND => |fields| surplus_name(fields, LAST_NAME, LegalType::Company, &[COMPANY_NAME]);
        rules::NAME_OF_OTHER_KIND => |fields| {
            surplus_name(fields, COMPANY_NAME, LegalType::Individual, &[FIRST_NAME, LAST_NAME])
        };
    }
}

/// Reports a name that a contact of this legal type can't have, if the contact also has a name of the right kind.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: it runs for each contact")]
fn surplus_name(
    fields: &impl Fields,
    name: usize,
    legal_type: LegalType,
    own: &[usize],
) -> Option<Violation> {
    let has_both = fields.has(name) && own.iter().any(|own| fields.has(*own));
    if has_both && fields.equals(LEGAL_TYPE, legal_type.as_str()) {
        name_of_other_kind(fields, name, legal_type)
    } else {
        None
    }
}

#[cold]
fn name_of_other_kind(
    fields: &impl Fields,
    name: usize,
    legal_type: LegalType,
) -> Option<Violation> {
    fields.text(name)?;
    Some(Violation::naming(name).param("kind", legal_type.as_str()))
}
