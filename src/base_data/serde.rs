use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::tax_period::{TaxPeriods, Written};
use super::{
    Account, BaseData, Contact, CostCenter, Currency, Organization, Project, Tax, TaxPeriod, UpdateResult, read,
};
use crate::json::{ListChecks, deserialize_record, deserialized, refusal};
use crate::report::Policy;

deserialized! {
    Organization, Account, Currency, Tax, Contact, CostCenter, Project, UpdateResult,
}

/// From JSON alone, through `serde_json`: by the same rules as any payload.
impl<'de> Deserialize<'de> for TaxPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut alone = TaxPeriods::default();
        deserialize_record(deserializer, Written::FIELDS, &mut |record, sink| alone.check(record, 0, sink))
    }
}

impl Serialize for TaxPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::from(self).serialize(serializer)
    }
}

impl Serialize for BaseData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("organization", self.organization())?;
        object.serialize_entry("accounts", self.accounts())?;
        object.serialize_entry("currencies", self.currencies())?;
        object.serialize_entry("taxes", self.taxes())?;
        object.serialize_entry("taxPeriods", self.tax_periods())?;
        if !self.contacts().is_empty() {
            object.serialize_entry("contacts", self.contacts())?;
        }
        if !self.cost_centers().is_empty() {
            object.serialize_entry("costCenters", self.cost_centers())?;
        }
        if !self.projects().is_empty() {
            object.serialize_entry("projects", self.projects())?;
        }
        object.end()
    }
}

/// From JSON alone, through `serde_json`: by the same rules as any payload.
impl<'de> Deserialize<'de> for BaseData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let reading = read(json.get().as_bytes(), &Policy::new());
        reading.value.ok_or_else(|| refusal(&reading.report))
    }
}
