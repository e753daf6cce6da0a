use std::convert::identity;

use super::rules;
use crate::json::{ListChecks, PlainObjects};
use crate::record::{Blame, Kind, Record, choice, place, record};
use crate::report::Collector;
use crate::source::same;
use crate::value::{LimitedText, Text};

choice! {
    /// What a contact is before the law.
    LegalType {
        /// A person.
        Individual = "INDIVIDUAL",
        /// A company or another organization.
        Company = "COMPANY",
    }
}

record! {
    /// A supplier or another contact (contract 2.1).
    pub Contact called "contact", "a supplier or another contact" {
        required "externalId" external_id: LimitedText<36>, Kind::Identity,
            "the sender's own name of the contact, by which it is known again", "k-17";
        required "legalType" legal_type: LegalType, Kind::Choice(LegalType::WORDS),
            "whether the contact is a person or a company", "COMPANY";
        optional "companyName" company_name: Text, Kind::Text, "the name of a company", "Beispiel GmbH";
        optional "firstName" first_name: Text, Kind::Text, "the first name of a person", "Erika";
        optional "lastName" last_name: Text, Kind::Text, "the last name of a person", "Muster";
    }
}

const LEGAL_TYPE: usize = place(Contact::FIELDS, "legalType");
const COMPANY_NAME: usize = place(Contact::FIELDS, "companyName");
const FIRST_NAME: usize = place(Contact::FIELDS, "firstName");
const LAST_NAME: usize = place(Contact::FIELDS, "lastName");

/// What each contact is held against: its own legal type.
#[derive(Debug, Default)]
pub(super) struct Contacts;

/// The fields for the names of a company.
const OF_COMPANY: &[usize] = &[COMPANY_NAME];

/// The fields for the names of an individual.
const OF_INDIVIDUAL: &[usize] = &[FIRST_NAME, LAST_NAME];

/// A bit for each of some fields.
const fn bits(mut fields: &[usize]) -> u64 {
    let mut bits = 0;
    while let [field, others @ ..] = fields {
        (bits, fields) = (bits | 1 << *field, others);
    }
    bits
}

impl<'s> ListChecks<'s> for Contacts {
    fn check(&mut self, record: &mut Record<'s>, _index: usize, sink: &mut Collector<'_>) {
        let Some(legal_type) = record.text(LEGAL_TYPE).and_then(|word| word.parse().ok()) else { return };
        let (own, other) = match legal_type {
            LegalType::Company => (OF_COMPANY, OF_INDIVIDUAL),
            LegalType::Individual => (OF_INDIVIDUAL, OF_COMPANY),
        };
        if !own.iter().any(|name| record.has(*name)) {
            let rule = match legal_type {
                LegalType::Company => &rules::COMPANY_WITHOUT_NAME,
                LegalType::Individual => &rules::INDIVIDUAL_WITHOUT_NAME,
            };
            sink.tell(rule, record.span, identity);
            return;
        }
        for name in other.iter().copied() {
            if record.text(name).is_some() {
                let blame = |_: &Record<'_>| Blame::default().param("kind", legal_type.as_str());
                record.blame_for(name, &rules::NAME_OF_OTHER_KIND, sink, blame);
            }
        }
    }

    fn pass(&mut self, object: &PlainObjects<'s>, _index: usize) -> bool {
        const COMPANY: u64 = bits(OF_COMPANY);
        const INDIVIDUAL: u64 = bits(OF_INDIVIDUAL);
        // A plain contact has one of the two types.
        let is_company = same(object.bytes(LEGAL_TYPE), LegalType::Company.as_str().as_bytes());
        let (own, other) = if is_company { (COMPANY, INDIVIDUAL) } else { (INDIVIDUAL, COMPANY) };
        object.seen() & own != 0 && object.seen() & other == 0
    }

    #[cfg(feature = "parallel")]
    fn apart(&self) -> Option<Box<dyn ListChecks<'s> + Send + 's>> {
        Some(Box::new(Self))
    }
}
