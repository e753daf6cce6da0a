use super::rules;
use crate::record::{Blame, Kind, Record, check_values, check_withdrawn, place, record, wrong_digits_of};
use crate::report::Collector;
use crate::value::{Currency, Text, Uid, UidFault};

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

/// Judges an organization: each of its values, then what they say together.
pub(super) fn check(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    check_values(record, sink);
    check_withdrawn(record, LEAD_CURRENCY, sink, &|_| false);
    let Some(number) = record.text(COMPANY_TAX_NUMBER).and_then(Uid::parse_with_suffix) else { return };
    let uid = match Uid::parse(&record.slot(COMPANY_UID).text) {
        Ok(uid) | Err(UidFault::Spelling(uid) | UidFault::Prefix(uid)) => Some(uid),
        Err(_) => None,
    };
    match uid {
        Some(uid) if uid != number => {
            record.blame(COMPANY_TAX_NUMBER, &rules::TAX_NUMBER_DIFFERS, sink, Blame::default());
        }
        // A wrong digit that stands in both is told of the UID.
        Some(_) => {}
        None if record.has(COMPANY_UID) => {}
        None => {
            if let Some(reason) = wrong_digits_of(number) {
                let blame = Blame::default().param("reason", reason);
                record.blame(COMPANY_TAX_NUMBER, &rules::TAX_NUMBER_CHECK_DIGIT, sink, blame);
            }
        }
    }
}
