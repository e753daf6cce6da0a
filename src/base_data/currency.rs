use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{
    FieldKind, Fields, ListRules, Record, currency_withdrawn, index_of, record, record_rules,
};
use crate::value::{self, CurrencyError, LimitedText};

record! {
    /// A currency that the books use.
    pub Currency called "currency", "a currency that the books use" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the currency, which identifies it in every update", "c-chf";
        required "code" code: value::Currency, FieldKind::Currency, "its code in ISO 4217", "CHF";
    }
}

pub(super) const CODE: usize = index_of(Currency::FIELDS, "code");

/// The rules over the list of currencies, and the facts that other rules need.
#[derive(Debug, Default)]
pub(super) struct CurrencyListRules {
    listed: Vec<value::Currency>,
    /// Whether an item can't be read, so that it may be any currency.
    has_unreadable_item: bool,
}

impl CurrencyListRules {
    /// Returns whether a currency is certainly missing from the list. Returns `false` for an empty list, which another rule reports.
    pub(super) fn lacks(&self, currency: value::Currency) -> bool {
        !self.has_unreadable_item && !self.listed.is_empty() && !self.listed.contains(&currency)
    }
}

record_rules! {
    pub(super) CurrencyRules {
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, CODE, &[]);
    }
}

impl<'s> ListRules<'s> for CurrencyListRules {
    type PerRecord = CurrencyRules;

    fn add_record(&mut self, fields: &Record<'s>, _index: usize) {
        // ISO 4217 has a few hundred codes, so this list stays short.
        match value::Currency::parse(&fields.unchecked_text(CODE)) {
            // A code in the wrong case has a finding, but the currency is clear.
            Ok(currency) | Err(CurrencyError::Case(currency))
                if !self.listed.contains(&currency) =>
            {
                self.listed.push(currency);
            }
            Ok(_) | Err(CurrencyError::Case(_)) => {}
            Err(_) => self.has_unreadable_item = true,
        }
    }

    fn add_non_record(&mut self) {
        self.has_unreadable_item = true;
    }
}
