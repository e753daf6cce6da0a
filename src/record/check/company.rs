use crate::record::{Blame, Mend, Record, rules};
use crate::report::Collector;
use crate::value::{Country, CountryMeant, Uid, UidCheckDigit, UidFault, WebAddress, WebAddressFault};

pub(super) fn uid(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let (rule, mend) = match Uid::parse(&record.slot(index).text) {
        Ok(uid) => return wrong_digits(record, index, uid, sink),
        Err(UidFault::Spelling(uid)) => (&rules::UID_SPELLING, Mend::Safe(uid.to_string())),
        Err(UidFault::Prefix(uid)) => (&rules::UID_PREFIX, Mend::Unsafe(uid.to_string())),
        Err(_) => (&rules::UID_FORM, Mend::No),
    };
    record.blame(index, rule, sink, mend.into());
}

fn wrong_digits(record: &mut Record<'_>, index: usize, uid: Uid, sink: &mut Collector<'_>) {
    if let Some(reason) = wrong_digits_of(uid) {
        record.blame(index, &rules::UID_CHECK_DIGIT, sink, Blame::default().param("reason", reason));
    }
}

/// Why a number in the right form was given to nobody.
pub(crate) fn wrong_digits_of(uid: Uid) -> Option<String> {
    match uid.check_digit() {
        _ if uid.has_leading_zero() => Some("no UID begins with a zero".to_owned()),
        UidCheckDigit::Right => None,
        UidCheckDigit::Wrong { expected } => Some(format!("after these eight digits the last one is {expected}")),
        UidCheckDigit::Impossible => Some("no UID begins with these eight digits".to_owned()),
    }
}

/// What looks like a Swiss number must be one; a number of another authority is not judged.
pub(super) fn tax_number(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    let swiss = text.trim_start().get(..3).is_some_and(|prefix| prefix.eq_ignore_ascii_case("CHE"));
    if swiss && Uid::parse_with_suffix(text).is_none() {
        record.blame(index, &rules::TAX_NUMBER_FORM, sink, Blame::default());
    }
}

pub(super) fn country(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text: &str = &record.slot(index).text;
    let country = match Country::parse(text) {
        Ok(country) if country.is_assigned() => return,
        Ok(country) => country,
        Err(_) => {
            let mend = Mend::guess(Country::named(text));
            return record.blame(index, &rules::COUNTRY_LENGTH, sink, mend.into());
        }
    };
    let mend = match country.meant() {
        Some(CountryMeant::Case(code)) => Mend::Safe(code.to_owned()),
        Some(CountryMeant::Alias(code)) => Mend::Unsafe(code.to_owned()),
        None => Mend::No,
    };
    record.blame(index, &rules::COUNTRY_UNKNOWN, sink, mend.into());
}

pub(super) fn web_address(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let mend = match WebAddress::check(&record.slot(index).text) {
        Ok(()) => return,
        Err(WebAddressFault::Scheme(address)) => Mend::Safe(address),
        Err(_) => Mend::No,
    };
    record.blame(index, &rules::WEB_ADDRESS, sink, mend.into());
}
