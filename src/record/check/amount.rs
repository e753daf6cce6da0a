use crate::record::{Blame, Kind, Mend, Record, quoted, rules};
use crate::report::{Collector, Fix};
use crate::value::{Amount, AmountFault};

pub(super) fn check(record: &mut Record<'_>, index: usize, direction: Option<&'static str>, sink: &mut Collector<'_>) {
    let Err(fault) = Amount::check(&record.slot(index).text) else { return };
    let rule = match &fault {
        AmountFault::LeadingZeros(_) => &rules::AMOUNT_LEADING_ZEROS,
        AmountFault::Negative(_) => &rules::AMOUNT_NEGATIVE,
        AmountFault::Zero => &rules::AMOUNT_ZERO,
        AmountFault::TooLarge | AmountFault::TooPrecise => &rules::AMOUNT_RANGE,
        AmountFault::Form(_) => &rules::AMOUNT_FORM,
    };
    record.blame_for(index, rule, sink, |record| match fault {
        AmountFault::LeadingZeros(amount) => Mend::Safe(amount.to_string()).into(),
        AmountFault::Negative(positive) => {
            let text = positive.to_string();
            let (mend, turn) = match direction {
                None => (Mend::Unsafe(text), String::new()),
                Some(direction) => {
                    (turned(record, index, &text, direction), format!(" and let {direction} tell the direction"))
                }
            };
            Blame::from(mend).param("turn", turn)
        }
        AmountFault::Form(suggestion) => Mend::guess(suggestion).into(),
        AmountFault::Zero | AmountFault::TooLarge | AmountFault::TooPrecise => Blame::default(),
    });
}

/// A JSON number where the string of an amount belongs.
pub(super) fn number(record: &mut Record<'_>, index: usize, direction: Option<&'static str>, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    let mend = match (Amount::check(text), direction) {
        (Ok(_), _) => Mend::Safe(text.clone().into_owned()),
        (Err(AmountFault::Negative(positive)), None) => Mend::Unsafe(positive.to_string()),
        (Err(AmountFault::Negative(positive)), Some(direction)) => {
            turned(record, index, &positive.to_string(), direction)
        }
        (Err(_), _) => Mend::No,
    };
    record.blame(index, &rules::AMOUNT_NUMBER, sink, mend.into());
}

/// An amount without its minus sign, in the same edit as the direction turned round.
fn turned(record: &Record<'_>, index: usize, amount: &str, direction: &str) -> Mend {
    let edit = || {
        let (other, field) = record.fields.iter().enumerate().find(|(_, field)| field.name == direction)?;
        let Kind::Choice(words) = field.kind else { return None };
        let said = record.text(other).filter(|_| !record.slot(other).doubtful)?;
        let turned = words.iter().find(|word| **word != said)?;
        let edits = ((record.slot(index).span, quoted(amount)), (record.slot(other).span, quoted(turned)));
        let ((first, before), (second, after)) = if edits.0.0 < edits.1.0 { edits } else { (edits.1, edits.0) };
        let between = record.source.get(first.end..second.start)?;
        Some(Fix::unsafe_pair((first, &before), between, (second, &after)))
    };
    edit().map_or(Mend::No, Mend::Edit)
}
