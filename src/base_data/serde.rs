use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::tax_period::{TaxPeriodRules, Written};
use super::{BaseData, TaxPeriod, read};
use crate::record::{RecordRules, deserialize_record, serde_error};
use crate::report::Policy;

/// From JSON alone, through `serde_json`: by the same rules as any payload.
impl<'de> Deserialize<'de> for TaxPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_record(deserializer, &mut TaxPeriodRules::report)
    }
}

impl Serialize for TaxPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::from(self).serialize(serializer)
    }
}

/// From JSON alone, through `serde_json`: by the same rules as any payload.
impl<'de> Deserialize<'de> for BaseData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let reading = read(json.get().as_bytes(), &Policy::new());
        reading.value.ok_or_else(|| serde_error(&reading.report))
    }
}
