use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{FieldKind, ListRules, ListedFields, currency_withdrawn, index_of, record, record_rules};
use crate::value::{self, CurrencyError, LimitedText};

record! {
    /// A currency that the books use (contract 2.1).
    pub Currency called "currency", "a currency that the books use" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own name of the currency, by which it is known again", "c-chf";
        required "code" code: value::Currency, FieldKind::Currency, "its code in ISO 4217", "CHF";
    }
}

pub(super) const CODE: usize = index_of(Currency::FIELDS, "code");

/// What the currencies of the books are held against.
#[derive(Debug, Default)]
pub(super) struct Currencies {
    listed: Vec<value::Currency>,
    /// Whether there is an item of which nobody knows what it lists.
    is_unclear: bool,
}

impl Currencies {
    /// Whether a currency is missing from the list for certain. An empty list is a fault of its own.
    pub(super) fn lacks(&self, currency: value::Currency) -> bool {
        !self.is_unclear && !self.listed.is_empty() && !self.listed.contains(&currency)
    }
}

record_rules! {
    pub(super) CurrencyRules {
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, CODE, &[]);
    }
}

impl<'s> ListRules<'s> for Currencies {
    type PerRecord = CurrencyRules;

    fn add_record(&mut self, fields: &impl ListedFields<'s>, _index: usize) {
        // There are some hundred codes, so the list stays short however often they are repeated.
        match value::Currency::parse(&fields.unchecked_text(CODE)) {
            // One in another spelling has its finding, and is meant all the same.
            Ok(currency) | Err(CurrencyError::Case(currency)) if !self.listed.contains(&currency) => {
                self.listed.push(currency);
            }
            Ok(_) | Err(CurrencyError::Case(_)) => {}
            Err(_) => self.is_unclear = true,
        }
    }

    fn add_non_record(&mut self) {
        self.is_unclear = true;
    }
}
