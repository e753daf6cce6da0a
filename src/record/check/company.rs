use super::verdict::{Reporter, Verdict};
use crate::record::rules::company as rules;
use crate::record::{Mend, Remark};
use crate::value::{Country, CountrySuggestion, Uid, UidCheckDigit, UidError, WebAddress, WebAddressError};

pub(super) fn uid(text: &str, verdict: &mut Verdict<impl Reporter>) {
    let (rule, mend) = match Uid::parse(text) {
        Ok(uid) => {
            if let Some(reason) = wrong_digits_of(uid) {
                verdict.add(&rules::UID_CHECK_DIGIT, || Remark::default().param("reason", reason));
            }
            return;
        }
        Err(UidError::Spelling(uid)) => (&rules::UID_SPELLING, Mend::Safe(uid.to_string())),
        Err(UidError::Prefix(uid)) => (&rules::UID_PREFIX, Mend::Unsafe(uid.to_string())),
        Err(_) => (&rules::UID_FORM, Mend::No),
    };
    verdict.add(rule, || mend.into());
}

/// Why a number in the right form was given to nobody.
pub(crate) fn wrong_digits_of(uid: Uid) -> Option<String> {
    match uid.check_digit() {
        _ if uid.has_leading_zero() => Some("no UID begins with a zero".to_owned()),
        UidCheckDigit::Valid => None,
        UidCheckDigit::Wrong { expected } => Some(format!("after these eight digits the last one is {expected}")),
        UidCheckDigit::Impossible => Some("no UID begins with these eight digits".to_owned()),
    }
}

/// What looks like a Swiss number must be one; a number of another authority is not judged.
pub(super) fn tax_number(text: &str, verdict: &mut Verdict<impl Reporter>) {
    let swiss = text.trim_start().get(..3).is_some_and(|prefix| prefix.eq_ignore_ascii_case("CHE"));
    if swiss && Uid::parse_with_suffix(text).is_none() {
        verdict.add(&rules::TAX_NUMBER_FORM, Remark::default);
    }
}

pub(super) fn country(text: &str, verdict: &mut Verdict<impl Reporter>) {
    match Country::parse(text) {
        Ok(country) if country.is_assigned() => {}
        Ok(country) => verdict.add(&rules::COUNTRY_UNKNOWN, || {
            let mend = match country.suggestion() {
                Some(CountrySuggestion::Case(code)) => Mend::Safe(code.to_owned()),
                Some(CountrySuggestion::Alias(code)) => Mend::Unsafe(code.to_owned()),
                None => Mend::No,
            };
            mend.into()
        }),
        Err(_) => verdict.add(&rules::COUNTRY_LENGTH, || Mend::guess(Country::code_for_name(text)).into()),
    }
}

pub(super) fn web_address(text: &str, verdict: &mut Verdict<impl Reporter>) {
    let mend = match WebAddress::check(text) {
        Ok(()) => return,
        Err(WebAddressError::Scheme(address)) => Mend::Safe(address),
        Err(_) => Mend::No,
    };
    verdict.add(&rules::WEB_ADDRESS, || mend.into());
}
