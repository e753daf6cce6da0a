use super::amount;
use crate::record::{Blame, JsonType, Kind, Limit, Mend, Record, rules};
use crate::report::Collector;
use crate::value::{Date, DateFault, Rate, RateFault};

pub(super) fn date(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    match Date::check(&record.slot(index).text) {
        Ok(_) => {}
        Err(DateFault::Form(suggestion)) => {
            record.blame_for(index, &rules::DATE_FORM, sink, |_| Mend::guess(suggestion).into());
        }
        Err(fault) => {
            record.blame_for(index, &rules::DATE_DAY, sink, |_| Blame::default().param("reason", fault.to_string()));
        }
    }
}

/// A rate from the text of its JSON number.
pub(super) fn rate(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    let (rule, mend) = match Rate::parse(text) {
        Ok(_) if Rate::is_canonical(text) => return,
        Ok(rate) => (&rules::RATE_SPELLING, Mend::Safe(rate.to_string())),
        Err(RateFault::TooPrecise) => (&rules::RATE_PRECISION, Mend::No),
        Err(_) => (&rules::RATE_RANGE, Mend::No),
    };
    record.blame(index, rule, sink, mend.into());
}

/// A count from the text of its JSON number.
pub(super) fn count(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    if record.slot(index).text.parse::<u64>().is_err() {
        record.blame(index, &rules::COUNT_FORM, sink, Blame::default());
    }
}

/// A value of another JSON type than the field's.
pub(super) fn mistyped(record: &mut Record<'_>, index: usize, found: JsonType, sink: &mut Collector<'_>) {
    let Some(field) = record.fields.get(index) else { return };
    let text: &str = &record.slot(index).text;
    let expected = field.json_type();
    let mend = match (field.kind, found) {
        (Kind::Amount { direction }, JsonType::Number) => return amount::number(record, index, direction, sink),
        (Kind::Rate, JsonType::String) => {
            let mend = match Rate::parse(text) {
                Ok(rate) => Mend::Safe(rate.to_string()),
                Err(RateFault::Form(suggestion)) => Mend::guess(suggestion),
                Err(_) => Mend::No,
            };
            return record.blame(index, &rules::RATE_TEXT, sink, mend.into());
        }
        (Kind::Count, JsonType::String) if text.parse::<u64>().is_ok_and(|count| count.to_string() == text) => {
            Mend::Safe(text.to_owned())
        }
        (Kind::Boolean, JsonType::String) => ["true", "false"]
            .into_iter()
            .find(|word| word.eq_ignore_ascii_case(text))
            .map_or(Mend::No, |word| Mend::Safe(word.to_owned())),
        // A whole number reads the same in quotes; `1e3` and `1.0` have more than one text. Too long a one would be wrong there too.
        (Kind::Text | Kind::Code | Kind::Identity | Kind::Account, JsonType::Number) if !matches!(field.limit, Some(Limit::Contract(limit)) if text.len() > limit) =>
        {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            Mend::graded(plain && !field.kind.is_identity(), text)
        }
        _ => Mend::No,
    };
    let blame = Blame::from(mend).param("found", found.name()).param("expected", expected.name());
    record.blame(index, &rules::WRONG_TYPE, sink, blame);
}
