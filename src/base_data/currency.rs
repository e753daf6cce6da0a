use super::rules;
use crate::json::{ListChecks, Names, PlainObjects, meet};
use crate::record::{Keys, Kind, Record, check_withdrawn, place, record};
use crate::report::Collector;
use crate::value::{self, CurrencyFault, LimitedText};

record! {
    /// A currency that the books use (contract 2.1).
    pub Currency called "currency", "a currency that the books use" {
        required "externalId" external_id: LimitedText<36>, Kind::Identity,
            "the sender's own name of the currency, by which it is known again", "c-chf";
        required "code" code: value::Currency, Kind::Currency, "its code in ISO 4217", "CHF";
    }
}

const CODE: usize = place(Currency::FIELDS, "code");

/// What the currencies of the books are held against.
#[derive(Debug, Default)]
pub(super) struct Currencies<'s> {
    codes: Keys<'s>,
    listed: Vec<value::Currency>,
    /// Whether there is an item of which nobody knows what it lists.
    is_unclear: bool,
}

impl Currencies<'_> {
    /// Whether a currency is missing from the list for certain. An empty list is a fault of its own.
    pub(super) fn lacks(&self, currency: value::Currency) -> bool {
        !self.is_unclear && !self.listed.is_empty() && !self.listed.contains(&currency)
    }

    /// There are some hundred codes, so the list stays short however often they are repeated.
    fn list(&mut self, code: &str) {
        match value::Currency::parse(code) {
            // One in another spelling has its finding, and is meant all the same.
            Ok(currency) | Err(CurrencyFault::Case(currency)) if !self.listed.contains(&currency) => {
                self.listed.push(currency);
            }
            Ok(_) | Err(CurrencyFault::Case(_)) => {}
            Err(_) => self.is_unclear = true,
        }
    }
}

impl<'s> ListChecks<'s> for Currencies<'s> {
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>) {
        check_withdrawn(record, CODE, sink, &|_| false);
        meet(&mut self.codes, record, CODE, index);
        self.list(&record.slot(CODE).text);
    }

    fn pass(&mut self, object: &PlainObjects<'s>, index: usize) -> bool {
        let code = object.text(CODE);
        self.codes.add(index, code.as_bytes(), object.start(CODE));
        self.list(code);
        true
    }

    fn meet_stranger(&mut self) {
        self.is_unclear = true;
    }

    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>) {
        names.report_repeated(&mut self.codes, "code", &rules::DUPLICATE_CURRENCY, sink);
    }
}
