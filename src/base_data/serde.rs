use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::tax_period::{TaxPeriodRecord, TaxPeriodRules};
use super::{BaseData, TaxPeriod, read};
use crate::record::{RecordRules, deserialize_record, serde_error};
use crate::report::Policy;

/// Deserializes from `serde_json` only, and checks the same rules as [`read`].
impl<'de> Deserialize<'de> for TaxPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_record(deserializer, &mut TaxPeriodRules::report)
    }
}

impl Serialize for TaxPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TaxPeriodRecord::from(self).serialize(serializer)
    }
}

/// Deserializes from `serde_json` only, and checks the same rules as [`read`].
impl<'de> Deserialize<'de> for BaseData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let reading = read(json.get().as_bytes(), &Policy::new());
        reading.value.ok_or_else(|| serde_error(&reading.report))
    }
}
