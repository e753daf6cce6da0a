use super::verdict::{Reporter, Verdict};
use crate::record::rules::{company, value as rules};
use crate::record::{Likeness, Mend, Remark, nearest};
use crate::value::{Date, DateError, Rate, RateError, trim};

/// Blanks around a text, which a code or an id has by mistake.
pub(super) fn outer_blanks(text: &str, verdict: &mut Verdict<impl Reporter>) {
    if trim(text).len() != text.len() {
        verdict.add(&rules::OUTER_BLANKS, || Mend::Unsafe(text.trim().to_owned()).into());
    }
}

/// One of several words.
pub(super) fn choice(text: &str, words: &'static [&'static str], verdict: &mut Verdict<impl Reporter>) {
    if words.contains(&text) {
        return;
    }
    match nearest(text, words.iter().copied()) {
        Some((word, Likeness::Case)) => {
            verdict.add(&rules::VALUE_CASE, || Remark::from(Mend::Safe(word.to_owned())).param("suggestion", word));
        }
        Some((word, Likeness::Spelling)) => verdict.add(&rules::VALUE_UNKNOWN, || {
            let blame = Remark::from(Mend::Unsafe(word.to_owned())).param("suggestion", word);
            blame.param("expected", words.join(", "))
        }),
        None => verdict.add(&rules::VALUE_UNKNOWN, || Remark::default().param("expected", words.join(", "))),
    }
}

/// One of several words as a rule; other texts are allowed.
pub(super) fn open_choice(text: &str, words: &'static [&'static str], verdict: &mut Verdict<impl Reporter>) {
    if !words.contains(&text) {
        verdict.add(&rules::VALUE_UNUSUAL, || {
            let mend = nearest(text, words.iter().copied())
                .map_or(Mend::No, |(word, likeness)| Mend::graded(likeness == Likeness::Case, word));
            Remark::from(mend).param("expected", words.join(", "))
        });
    }
}

pub(super) fn date(text: &str, verdict: &mut Verdict<impl Reporter>) {
    match Date::check(text) {
        Ok(_) => {}
        Err(DateError::Form(suggestion)) => verdict.add(&rules::DATE_FORM, || Mend::guess(suggestion).into()),
        Err(fault) => verdict.add(&rules::DATE_DAY, || Remark::default().param("reason", fault.to_string())),
    }
}

/// A rate from the text of its JSON number.
pub(super) fn rate(text: &str, verdict: &mut Verdict<impl Reporter>) {
    let (rule, mend) = match Rate::parse(text) {
        Ok(_) if Rate::is_canonical(text) => return,
        Ok(rate) => (&company::RATE_SPELLING, Mend::Safe(rate.to_string())),
        Err(RateError::TooPrecise) => (&company::RATE_PRECISION, Mend::No),
        Err(_) => (&company::RATE_RANGE, Mend::No),
    };
    verdict.add(rule, || mend.into());
}

/// A count from the text of its JSON number.
pub(super) fn count(text: &str, verdict: &mut Verdict<impl Reporter>) {
    if text.parse::<u64>().is_err() {
        verdict.add(&company::COUNT_FORM, Remark::default);
    }
}
