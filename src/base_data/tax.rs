use rust_decimal::Decimal;

use super::rules;
use crate::json::{ListChecks, Names, PlainObjects, meet};
use crate::record::{Blame, Keys, Kind, Record, place, record};
use crate::report::Collector;
use crate::value::{Country, LimitedText, Rate};

record! {
    /// A tax with its rate (contract 2.1).
    pub Tax called "tax", "a tax with its rate" {
        required "externalId" external_id: LimitedText<36>, Kind::Identity,
            "the sender's own name of the tax, by which it is known again", "t-un81";
        required "code" code: LimitedText<12>, Kind::Code, "the short name by which it is booked", "UN81";
        required "description" description: LimitedText<255>, Kind::Text,
            "what is taxed, in words", "Umsatzsteuer Normalsatz";
        required "value" value: Rate, Kind::Rate, "the rate in percent, 0 to 100", "8.1";
        optional "country" country: Country, Kind::Country,
            "the country that levies it, a code of ISO 3166-1", "CH";
    }
}

const CODE: usize = place(Tax::FIELDS, "code");
const VALUE: usize = place(Tax::FIELDS, "value");

/// What the taxes of the books are held against.
#[derive(Debug, Default)]
pub(super) struct Taxes<'s> {
    codes: Keys<'s>,
}

/// Whether a rate was probably meant as a fraction: below one percent, yet with two decimals or more. The lowest real rates have one.
fn is_fraction(rate: &str) -> bool {
    Rate::parse(rate).is_ok_and(|rate| {
        let rate = Decimal::from(rate);
        rate < Decimal::ONE && rate.normalize().scale() >= 2
    })
}

impl<'s> ListChecks<'s> for Taxes<'s> {
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>) {
        meet(&mut self.codes, record, CODE, index);
        if record.text(VALUE).is_some_and(is_fraction) {
            record.blame(VALUE, &rules::RATE_AS_FRACTION, sink, Blame::default());
        }
    }

    fn pass(&mut self, object: &PlainObjects<'s>, index: usize) -> bool {
        let text = |field| object.text(field);
        if text(VALUE).starts_with("0.") && is_fraction(text(VALUE)) {
            return false;
        }
        self.codes.add(index, object.bytes(CODE), object.start(CODE));
        true
    }

    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>) {
        names.report_repeated(&mut self.codes, "code", &rules::DUPLICATE_TAX_CODE, sink);
    }
}
