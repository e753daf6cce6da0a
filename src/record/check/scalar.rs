use crate::record::rules::{company, value as rules};
use crate::record::{Difference, Record, ValueFix, Violation, is_disabled, nearest};
use crate::report::{Collector, Rule, Severity};
use crate::value::{
    Base64, Country, CountrySuggestion, Date, DateError, Rate, RateError, Uid, UidCheckDigit,
    UidError, WebAddress, WebAddressError, trim,
};

/// Reports blanks around a code or a key, which are usually there by mistake.
pub(super) fn check_outer_blanks(text: &str, check: &mut ValueCheck<impl Reporter>) {
    if trim(text).len() != text.len() {
        check.report(&rules::OUTER_BLANKS, || {
            ValueFix::Unsafe(text.trim().to_owned()).into()
        });
    }
}

/// A choice must be one of several words.
pub(super) fn check_choice(
    text: &str,
    words: &'static [&'static str],
    check: &mut ValueCheck<impl Reporter>,
) {
    if words.contains(&text) {
        return;
    }
    match nearest(text, words.iter().copied()) {
        Some((word, Difference::Case)) => {
            check.report(&rules::VALUE_CASE, || {
                Violation::from(ValueFix::Safe(word.to_owned())).param("suggestion", word)
            });
        }
        Some((word, Difference::Spelling)) => check.report(&rules::VALUE_UNKNOWN, || {
            Violation::from(ValueFix::Unsafe(word.to_owned()))
                .param("suggestion", word)
                .param("expected", words.join(", "))
        }),
        None => check.report(&rules::VALUE_UNKNOWN, || {
            Violation::default().param("expected", words.join(", "))
        }),
    }
}

/// An open choice is usually one of several words; other texts are allowed.
pub(super) fn check_open_choice(
    text: &str,
    words: &'static [&'static str],
    check: &mut ValueCheck<impl Reporter>,
) {
    if !words.contains(&text) {
        check.report(&rules::VALUE_UNUSUAL, || {
            let fix = match nearest(text, words.iter().copied()) {
                Some((word, difference)) => ValueFix::new(difference == Difference::Case, word),
                None => ValueFix::None,
            };
            Violation::from(fix).param("expected", words.join(", "))
        });
    }
}

pub(super) fn check_date(text: &str, check: &mut ValueCheck<impl Reporter>) {
    match Date::check(text) {
        Ok(_) => {}
        Err(DateError::Form(suggestion)) => check.report(&rules::DATE_FORM, || {
            ValueFix::from_guess(suggestion).into()
        }),
        Err(error) => check.report(&rules::DATE_DAY, || {
            Violation::default().param("reason", error.to_string())
        }),
    }
}

pub(super) fn check_base64(text: &str, check: &mut ValueCheck<impl Reporter>) {
    if let Err(error) = Base64::check(text) {
        check.report(&rules::BASE64_INVALID, || {
            Violation::default().param("reason", error.to_string())
        });
    }
}

/// Checks a rate by the text of its JSON number.
pub(super) fn check_rate(text: &str, check: &mut ValueCheck<impl Reporter>) {
    let (rule, fix) = match Rate::parse(text) {
        Ok(_) if Rate::is_canonical(text) => return,
        Ok(rate) => (&company::RATE_SPELLING, ValueFix::Safe(rate.to_string())),
        Err(RateError::TooPrecise) => (&company::RATE_PRECISION, ValueFix::None),
        Err(_) => (&company::RATE_RANGE, ValueFix::None),
    };
    check.report(rule, || fix.into());
}

/// Checks a count by the text of its JSON number.
pub(super) fn check_count(text: &str, check: &mut ValueCheck<impl Reporter>) {
    if text.parse::<u64>().is_err() {
        check.report(&company::COUNT_FORM, Violation::default);
    }
}

/// The check of one value: receives the rules that the value violates.
pub(super) struct ValueCheck<R> {
    reporter: R,
    /// Whether nothing more is reported about the value.
    pub(super) is_final: bool,
    /// Whether the text is known to have no card number, so that the search for one is skipped.
    pub(super) has_no_card_number: bool,
    /// Whether the text is known to have no NUL.
    pub(super) has_no_nul: bool,
}

impl<R: Reporter> ValueCheck<R> {
    pub(super) const fn new(reporter: R) -> Self {
        Self {
            reporter,
            is_final: false,
            has_no_card_number: false,
            has_no_nul: false,
        }
    }
    /// Reports the violation of a rule. The violation is built from the record.
    pub(super) fn report_with(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) {
        if !is_disabled(rule) {
            self.is_final |= self.reporter.report(rule, violation);
        }
    }

    /// Reports the violation of a rule.
    pub(super) fn report(&mut self, rule: &'static Rule, violation: impl FnOnce() -> Violation) {
        self.report_with(rule, |_, _| violation());
    }
}

/// Reports the violation of a rule, and returns whether nothing more is to be reported about the value.
pub(super) trait Reporter {
    fn report(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool;
}

/// Reports nothing: the caller only needs to know whether there is a violation.
impl Reporter for () {
    #[inline]
    fn report(
        &mut self,
        _rule: &'static Rule,
        _violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool {
        true
    }
}

/// Reports the violation at the field of a record.
impl Reporter for (&mut Record<'_>, usize, &mut Collector<'_>) {
    fn report(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool {
        let (record, index, sink) = self;
        record.report_with(*index, rule, sink, |record| violation(record, *index));
        rule.severity == Severity::Error
    }
}

pub(super) fn check_uid(text: &str, check: &mut ValueCheck<impl Reporter>) {
    let (rule, fix) = match Uid::parse(text) {
        Ok(uid) => {
            if let Some(reason) = uid_fault(uid) {
                check.report(&company::UID_CHECK_DIGIT, || {
                    Violation::default().param("reason", reason)
                });
            }
            return;
        }
        Err(UidError::Spelling(uid)) => (&company::UID_SPELLING, ValueFix::Safe(uid.to_string())),
        Err(UidError::Prefix(uid)) => (&company::UID_PREFIX, ValueFix::Unsafe(uid.to_string())),
        Err(_) => (&company::UID_FORM, ValueFix::None),
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
        check.report(&company::TAX_NUMBER_FORM, Violation::default);
    }
}

pub(super) fn check_country(text: &str, check: &mut ValueCheck<impl Reporter>) {
    match Country::parse(text) {
        Ok(country) if country.is_assigned() => {}
        Ok(country) => check.report(&company::COUNTRY_UNKNOWN, || {
            let fix = match country.suggestion() {
                Some(CountrySuggestion::Case(code)) => ValueFix::Safe(code.to_owned()),
                Some(CountrySuggestion::Alias(code)) => ValueFix::Unsafe(code.to_owned()),
                None => ValueFix::None,
            };
            fix.into()
        }),
        Err(_) => check.report(&company::COUNTRY_LENGTH, || {
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
    check.report(&company::WEB_ADDRESS, || fix.into());
}
