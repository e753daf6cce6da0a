use super::value_check::{Reporter, ValueCheck};
use crate::record::rules::{company, value as rules};
use crate::record::{Difference, ValueFix, Violation, nearest};
use crate::value::{Base64, Date, DateError, Rate, RateError, trim};

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
