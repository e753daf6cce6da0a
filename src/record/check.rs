use super::{Blame, Field, Kind, Likeness, Mend, Record, State, nearest, quoted, rules};
use crate::report::{Collector, Fix};
use crate::source::Span;
use crate::value::{
    Amount, AmountFault, CardNumber, Currency, CurrencyFault, CurrencyStatus, Date, DateFault, Iban, Text,
};

/// Judges every value of a record by its kind, each for itself.
pub(crate) fn check_values<const N: usize>(record: &mut Record<'_, N>, sink: &mut Collector<'_>) {
    let fields = record.fields;
    for (index, field) in fields.iter().enumerate() {
        if record.slot(index).state == State::Present && !record.slot(index).settled {
            check_value(record, index, field, sink);
        }
    }
}

fn check_value<const N: usize>(record: &mut Record<'_, N>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    let text: &str = &record.slot(index).text;
    if Text::check(text).is_err() {
        return empty(record, index, field, sink);
    }
    match field.kind {
        Kind::Text | Kind::List => {}
        Kind::Identity => identity(record, index, sink),
        Kind::Account => account(record, index, sink),
        Kind::Choice(words) => choice(record, index, words, sink),
        Kind::Amount { direction } => amount(record, index, direction, sink),
        Kind::Currency => currency(record, index, sink),
        Kind::Date => date(record, index, sink),
    }
    card_number(record, index, sink);
}

fn empty<const N: usize>(record: &mut Record<'_, N>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    if field.required {
        record.blame(index, &rules::EMPTY_REQUIRED, sink, Blame::default().param("about", field.about));
    } else {
        record.blame(index, &rules::EMPTY_OPTIONAL, sink, Mend::Remove.into());
        // What says nothing is no value to build, yet its absence is said by this finding already.
        record.settle(index);
    }
}

fn identity<const N: usize>(record: &mut Record<'_, N>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    let trimmed = text.trim();
    if trimmed.len() != text.len() {
        let mend = Mend::Unsafe(trimmed.to_owned());
        record.blame(index, &rules::OUTER_BLANKS, sink, mend.into());
    }
}

fn account<const N: usize>(record: &mut Record<'_, N>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    match Iban::parse(text) {
        Ok(iban) if iban.as_str() == text => {}
        Ok(iban) => {
            let mend = Mend::Unsafe(iban.as_str().to_owned());
            record.blame(index, &rules::ACCOUNT_IBAN_SPELLING, sink, mend.into());
        }
        Err(fault) if Iban::looks_like(text) => {
            let reason = Blame::default().param("reason", fault.to_string());
            record.blame(index, &rules::ACCOUNT_IBAN_INVALID, sink, reason);
        }
        Err(_) => identity(record, index, sink),
    }
}

fn choice<const N: usize>(
    record: &mut Record<'_, N>,
    index: usize,
    words: &'static [&'static str],
    sink: &mut Collector<'_>,
) {
    let text: &str = &record.slot(index).text;
    if words.contains(&text) {
        return;
    }
    match nearest(text, words.iter().copied()) {
        Some((word, Likeness::Case)) => {
            let blame = Blame::from(Mend::Safe(word.to_owned())).param("suggestion", word);
            record.blame(index, &rules::VALUE_CASE, sink, blame);
        }
        Some((word, Likeness::Spelling)) => {
            let blame = Blame::from(Mend::Unsafe(word.to_owned())).param("suggestion", word);
            record.blame(index, &rules::VALUE_UNKNOWN, sink, blame.param("expected", words.join(", ")));
        }
        None => {
            let blame = Blame::default().param("expected", words.join(", "));
            record.blame(index, &rules::VALUE_UNKNOWN, sink, blame);
        }
    }
}

fn currency<const N: usize>(record: &mut Record<'_, N>, index: usize, sink: &mut Collector<'_>) {
    match Currency::parse(&record.slot(index).text) {
        Ok(currency) if currency.status() == CurrencyStatus::NotForAccounts => {
            record.blame(index, &rules::CURRENCY_NOT_FOR_ACCOUNTS, sink, Blame::default());
        }
        Ok(_) => {}
        Err(CurrencyFault::Case(currency)) => {
            let code = currency.code().to_owned();
            let blame = Blame::from(Mend::Safe(code.clone())).param("suggestion", code);
            record.blame(index, &rules::CURRENCY_SPELLING, sink, blame);
        }
        Err(_) => record.blame(index, &rules::CURRENCY_UNKNOWN, sink, Blame::default()),
    }
}

fn date<const N: usize>(record: &mut Record<'_, N>, index: usize, sink: &mut Collector<'_>) {
    match Date::check(&record.slot(index).text) {
        Ok(_) => {}
        Err(DateFault::Form(suggestion)) => {
            let mend = suggestion.map_or(Mend::No, |date| Mend::Unsafe(date.to_string()));
            record.blame(index, &rules::DATE_FORM, sink, mend.into());
        }
        Err(fault) => {
            let blame = Blame::default().param("reason", fault.to_string());
            record.blame(index, &rules::DATE_DAY, sink, blame);
        }
    }
}

fn amount<const N: usize>(
    record: &mut Record<'_, N>,
    index: usize,
    direction: Option<&'static str>,
    sink: &mut Collector<'_>,
) {
    let slot = record.slot(index);
    let verdict = Amount::check(&slot.text);
    if slot.number {
        let mend = if verdict.is_ok() { Mend::Safe(slot.text.clone().into_owned()) } else { Mend::No };
        return record.blame(index, &rules::AMOUNT_NUMBER, sink, mend.into());
    }
    let (rule, blame) = match verdict {
        Ok(_) => return,
        Err(AmountFault::LeadingZeros(amount)) => (&rules::AMOUNT_LEADING_ZEROS, Mend::Safe(amount.to_string()).into()),
        Err(AmountFault::Negative(positive)) => {
            let text = positive.to_string();
            let (mend, turn) = match direction {
                None => (Mend::Unsafe(text), String::new()),
                Some(direction) => {
                    (turned(record, index, &text, direction), format!(" and let {direction} tell the direction"))
                }
            };
            (&rules::AMOUNT_NEGATIVE, Blame::from(mend).param("turn", turn))
        }
        Err(AmountFault::Zero) => (&rules::AMOUNT_ZERO, Blame::default()),
        Err(AmountFault::TooLarge | AmountFault::TooPrecise) => (&rules::AMOUNT_RANGE, Blame::default()),
        Err(AmountFault::Form(suggestion)) => {
            let mend = suggestion.map_or(Mend::No, |amount| Mend::Unsafe(amount.to_string()));
            (&rules::AMOUNT_FORM, mend.into())
        }
    };
    record.blame(index, rule, sink, blame);
}

/// An amount without its minus sign, in the same edit as the direction turned round.
fn turned<const N: usize>(record: &Record<'_, N>, index: usize, amount: &str, direction: &str) -> Mend {
    let edit = || {
        let (other, field) = record.fields.iter().enumerate().find(|(_, field)| field.name == direction)?;
        let Kind::Choice(words) = field.kind else { return None };
        let said = record.text(other)?;
        let turned = words.iter().find(|word| **word != said)?;
        let mut edits = [(record.slot(index).span, quoted(amount)), (record.slot(other).span, quoted(turned))];
        edits.sort_by_key(|(span, _)| *span);
        let [(first, before), (second, after)] = edits;
        let between = record.source.get(first.end..second.start)?;
        Some(Fix::unsafe_(Span::new(first.start, second.end), format!("{before}{between}{after}")))
    };
    edit().map_or(Mend::No, Mend::Edit)
}

fn card_number<const N: usize>(record: &mut Record<'_, N>, index: usize, sink: &mut Collector<'_>) {
    let slot = record.slot(index);
    if slot.state == State::Present && CardNumber::find(&slot.text).is_some() {
        let mend = Mend::Unsafe(CardNumber::mask(&slot.text).into_owned());
        record.blame(index, &rules::CARD_NUMBER, sink, mend.into());
    }
}
