use super::value_check::{Reporter, ValueCheck};
use crate::record::rules::company as rules;
use crate::record::{ValueFix, Violation};
use crate::value::{
    Country, CountrySuggestion, Uid, UidCheckDigit, UidError, WebAddress, WebAddressError,
};

pub(super) fn check_uid(text: &str, check: &mut ValueCheck<impl Reporter>) {
    let (rule, fix) = match Uid::parse(text) {
        Ok(uid) => {
            if let Some(reason) = uid_fault(uid) {
                check.report(&rules::UID_CHECK_DIGIT, || {
                    Violation::default().param("reason", reason)
                });
            }
            return;
        }
        Err(UidError::Spelling(uid)) => (&rules::UID_SPELLING, ValueFix::Safe(uid.to_string())),
        Err(UidError::Prefix(uid)) => (&rules::UID_PREFIX, ValueFix::Unsafe(uid.to_string())),
        Err(_) => (&rules::UID_FORM, ValueFix::None),
    };
    check.report(rule, || fix.into());
}

/// Returns why a well-formed UID was never assigned, if that is known.
pub(crate) fn uid_fault(uid: Uid) -> Option<String> {
    match uid.check_digit() {
        _ if uid.has_leading_zero() => Some("no UID begins with a zero".to_owned()),
        UidCheckDigit::Valid => None,
        UidCheckDigit::Wrong { expected } => Some(format!(
            "the ninth digit must be {expected} after these eight"
        )),
        UidCheckDigit::Impossible => Some("no UID begins with these eight digits".to_owned()),
    }
}

/// A tax number that looks Swiss must be a UID. Numbers of other authorities are not checked.
pub(super) fn check_tax_number(text: &str, check: &mut ValueCheck<impl Reporter>) {
    let Some(prefix) = text.trim_start().get(..3) else {
        return;
    };
    let is_swiss = prefix.eq_ignore_ascii_case("CHE");
    if is_swiss && Uid::parse_with_suffix(text).is_none() {
        check.report(&rules::TAX_NUMBER_FORM, Violation::default);
    }
}

pub(super) fn check_country(text: &str, check: &mut ValueCheck<impl Reporter>) {
    match Country::parse(text) {
        Ok(country) if country.is_assigned() => {}
        Ok(country) => check.report(&rules::COUNTRY_UNKNOWN, || {
            let fix = match country.suggestion() {
                Some(CountrySuggestion::Case(code)) => ValueFix::Safe(code.to_owned()),
                Some(CountrySuggestion::Alias(code)) => ValueFix::Unsafe(code.to_owned()),
                None => ValueFix::None,
            };
            fix.into()
        }),
        Err(_) => check.report(&rules::COUNTRY_LENGTH, || {
            ValueFix::from_guess(Country::code_for_name(text)).into()
        }),
    }
}

pub(super) fn check_web_address(text: &str, check: &mut ValueCheck<impl Reporter>) {
    let fix = match WebAddress::check(text) {
        Ok(()) => return,
        Err(WebAddressError::Scheme(address)) => ValueFix::Safe(address),
        Err(_) => ValueFix::None,
    };
    check.report(&rules::WEB_ADDRESS, || fix.into());
}
