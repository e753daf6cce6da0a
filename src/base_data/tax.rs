use rust_decimal::Decimal;

use super::rules;
use crate::record::{FieldKind, Violation, index_of, record, record_rules};
use crate::value::{Country, LimitedText, Rate};

record! {
    /// A tax with its rate.
    ///
    /// ```
    /// use universal_accounting::base_data::Tax;
    /// use universal_accounting::value::{LimitedText, Rate};
    ///
    /// let (id, code) = (LimitedText::parse("t-un81")?, LimitedText::parse("UN81")?);
    /// let vat = Tax::new(id, code, LimitedText::parse("Umsatzsteuer Normalsatz")?, Rate::parse("8.1")?);
    /// assert_eq!(vat.value.to_string(), "8.1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Tax called "tax", "a tax with its rate" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the tax, which identifies it in every update", "t-un81";
        required "code" code: LimitedText<12>, FieldKind::Code, "the short name for bookings", "UN81";
        required "description" description: LimitedText<255>, FieldKind::Text,
            "a description of the tax", "Umsatzsteuer Normalsatz";
        required "value" value: Rate, FieldKind::Rate, "the rate in percent, 0 to 100", "8.1";
        optional "country" country: Country, FieldKind::Country,
            "the country that levies it, a code of ISO 3166-1", "CH";
    }
}

pub(super) const CODE: usize = index_of(Tax::FIELDS, "code");
const VALUE: usize = index_of(Tax::FIELDS, "value");

/// Returns whether a rate was probably meant as a fraction: it is below one percent and has two decimals or more. The lowest real rates have
/// one decimal.
fn is_fraction(rate: &str) -> bool {
    // Without an exponent, a rate below one percent starts with a zero. This skips the parsing of most rates.
    let may_be_below_one = rate.starts_with('0') || rate.contains(['e', 'E']);
    may_be_below_one
        && Rate::parse(rate).is_ok_and(|rate| {
            let rate = Decimal::from(rate);
            rate < Decimal::ONE && rate.normalize().scale() >= 2
        })
}

record_rules! {
    pub(super) TaxRules {
        rules::RATE_AS_FRACTION => |fields| {
            fields.text(VALUE).is_some_and(|rate| is_fraction(&rate)).then(|| Violation::naming(VALUE))
        };
    }
}
