use super::rules;
use crate::record::{FieldKind, Fields, Violation, choice, index_of, record, record_rules};
use crate::value::{LimitedText, Text};

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
