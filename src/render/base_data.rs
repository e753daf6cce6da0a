use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::findings::{ReportView, to_json_line, view};
use crate::diff::{
    BaseDataDiff, BaseDataDiffReading, ChangedField, DiffRecord, FieldChange, FieldValue, ListDiff,
    RecordChange, SameRecord,
};
use crate::source::Certain;
use crate::tables::{Built, BuiltTable};
use crate::value::CardNumber;

view! {
    /// What an update would change in the base data that the service holds.
    #[cfg_attr(test, schemars(title = "Base data diff"))]
    struct BaseDataDiffView<'d>
    fn new(files: [&'d str; 2], reading: &'d BaseDataDiffReading, is_redacted: bool) {
        /// The report on what the service holds.
        held: ReportView<'d> = ReportView::new(files[0], &reading.held),
        /// The report on the new payload.
        new: ReportView<'d> = ReportView::new(files[1], &reading.new),
        /// The changes; null if one of the two has an error.
        diff: Option<ChangesView<'d>> = reading.diff.as_ref().map(|diff| ChangesView::new(diff, is_redacted)),
    }
}

view! {
    /// The changes between two base data payloads. Card numbers are masked.
    struct ChangesView<'d> as "base-data-changes" fn new(diff: &'d BaseDataDiff, is_redacted: bool) {
        /// Whether nothing changes.
        empty: bool = diff.is_empty(),
        /// The number of records that are added.
        added: usize = diff.added(),
        /// The number of records that are changed. The organization is one of them.
        changed: usize = diff.changed(),
        /// The number of records that are removed. A record that comes back under another external id is one of them.
        removed: usize = diff.removed(),
        /// The changed fields of the organization.
        organization: Vec<FieldChangeView<'d>> = field_changes(&diff.organization, is_redacted),
        /// The seven lists, in the order of the contract.
        lists: Vec<ListDiffView<'d>> = diff.lists.iter().map(|list| ListDiffView::new(list, is_redacted)).collect(),
        /// The changed unknown fields beside the lists.
        fields: Vec<FieldChangeView<'d>> = field_changes(&diff.fields, is_redacted),
    }
}

view! {
    /// The changes of one list.
    struct ListDiffView<'d> as "list-diff" fn new(list: &'d ListDiff, is_redacted: bool) {
        /// The name, such as `accounts`.
        name: &'static str = list.name,
        /// The number of records that the service holds.
        held: usize = list.held,
        /// The number of records of the new payload.
        new: usize = list.new,
        /// The records that only the new payload has.
        added: Vec<DiffRecordView<'d>> = records(&list.added, is_redacted),
        /// The records that differ.
        changed: Vec<RecordChangeView<'d>> = list.changed.iter().map(|change| RecordChangeView::new(change, is_redacted)).collect(),
        /// The records that only the service has.
        removed: Vec<DiffRecordView<'d>> = records(&list.removed, is_redacted),
    }
}

view! {
    /// A record that only one of the two payloads has.
    struct DiffRecordView<'d> as "diff-record" fn new(record: &'d DiffRecord, is_redacted: bool) {
        /// The index in the list of its payload, counted from 0.
        index: usize = record.index,
        /// The external id; absent if the record has none, or if values are left out.
        external_id?: Option<Cow<'d, str>> = id(record.external_id.as_deref(), is_redacted),
        /// The whole record; absent if values are left out.
        #[cfg_attr(test, schemars(with = "Option<std::collections::BTreeMap<String, serde_json::Value>>"))]
        record?: Option<RecordView<'d>> = (!is_redacted).then_some(RecordView(record)),
        /// The record of the other payload that means the same account, tax or contact under another external id.
        same?: Option<SameRecordView<'d>> = record.same.as_ref().map(|same| SameRecordView::new(same, is_redacted)),
    }
}

view! {
    /// A record of the other payload that means the same under another external id.
    struct SameRecordView<'d> as "same-record" fn new(same: &'d SameRecord, is_redacted: bool) {
        /// The index in the list of the other payload, counted from 0.
        index: usize = same.index,
        /// The external id in the other payload; absent if the record has none, or if values are left out.
        external_id?: Option<Cow<'d, str>> = id(same.external_id.as_deref(), is_redacted),
        /// The names of the fields by which the record was recognized.
        by: Vec<Cow<'d, str>> = same.by.iter().map(|name| CardNumber::mask(name)).collect(),
    }
}

view! {
    /// A record that both payloads have, with different fields.
    struct RecordChangeView<'d> as "record-change" fn new(change: &'d RecordChange, is_redacted: bool) {
        /// The external id; absent if values are left out.
        external_id?: Option<Cow<'d, str>> = id(Some(&change.external_id), is_redacted),
        /// The index in the list that the service holds, counted from 0.
        held_index: usize = change.held_index,
        /// The index in the list of the new payload, counted from 0.
        new_index: usize = change.new_index,
        /// The changed fields.
        fields: Vec<FieldChangeView<'d>> = field_changes(&change.fields, is_redacted),
    }
}

view! {
    /// A field that differs.
    struct FieldChangeView<'d> as "field-change" fn new(change: &'d FieldChange, is_redacted: bool) {
        /// The name.
        name: Cow<'d, str> = CardNumber::mask(&change.name),
        /// Whether the field is added, changed or removed.
        #[cfg_attr(test, schemars(extend("enum" = ["added", "changed", "removed"])))]
        change: &'static str = change.kind(),
        /// The value that the service holds; absent if it has none, or if values are left out.
        #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
        held?: Option<ValueView<'d>> = change.held.as_ref().filter(|_| !is_redacted).map(ValueView),
        /// The new value; absent if there is none, or if values are left out.
        #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
        new?: Option<ValueView<'d>> = change.new.as_ref().filter(|_| !is_redacted).map(ValueView),
    }
}

fn records(records: &[DiffRecord], is_redacted: bool) -> Vec<DiffRecordView<'_>> {
    records
        .iter()
        .map(|record| DiffRecordView::new(record, is_redacted))
        .collect()
}

fn field_changes(changes: &[FieldChange], is_redacted: bool) -> Vec<FieldChangeView<'_>> {
    changes
        .iter()
        .map(|change| FieldChangeView::new(change, is_redacted))
        .collect()
}

fn id(external_id: Option<&str>, is_redacted: bool) -> Option<Cow<'_, str>> {
    external_id.filter(|_| !is_redacted).map(CardNumber::mask)
}

/// A record as one object.
struct RecordView<'d>(&'d DiffRecord);

impl Serialize for RecordView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        if let Some(id) = &self.0.external_id {
            object.serialize_entry("externalId", &CardNumber::mask(id))?;
        }
        for ChangedField { name, value, .. } in &self.0.fields {
            object.serialize_entry(&CardNumber::mask(name), &ValueView(value))?;
        }
        object.end()
    }
}

/// A value as JSON. A number or an object in which a card number is masked would not be JSON, so it is a string then.
struct ValueView<'d>(&'d FieldValue);

impl Serialize for ValueView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let masked = CardNumber::mask(self.0.as_str());
        match (self.0, &masked) {
            (FieldValue::Json(json), Cow::Borrowed(_)) => match RawValue::from_string(json.clone())
            {
                Ok(json) => json.serialize(serializer),
                Err(_) => serializer.serialize_str(json),
            },
            _ => serializer.serialize_str(&masked),
        }
    }
}

/// Renders what an update would change as one JSON object on one line, with the reports on the two payloads and their names. Card numbers are masked.
/// `is_redacted` leaves out all values: names of fields, indexes and counts remain.
///
/// ```
/// use universal_accounting::{diff, render, report::Policy};
///
/// let held = r#"{
///     "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-1", "number": "1020", "description": "Bank"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 7.7}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let new = held.replace("7.7", "8.1");
/// let reading = diff::read_base_data(held.as_bytes(), new.as_bytes(), &Policy::new());
/// let json = render::base_data_diff_json(["held.json", "new.json"], &reading, false);
/// assert!(json.contains(r#"{"externalId":"t-1","heldIndex":0,"newIndex":0,"fields":[{"name":"value","change":"changed","held":7.7,"new":8.1}]}"#));
/// let json = render::base_data_diff_json(["held.json", "new.json"], &reading, true);
/// assert!(json.contains(r#"{"heldIndex":0,"newIndex":0,"fields":[{"name":"value","change":"changed"}]}"#));
/// ```
#[must_use]
pub fn base_data_diff_json(
    files: [&str; 2],
    reading: &BaseDataDiffReading,
    is_redacted: bool,
) -> String {
    to_json_line(&BaseDataDiffView::new(files, reading, is_redacted))
}

view! {
    /// Base data that was built from tables.
    #[cfg_attr(test, schemars(title = "Base data build"))]
    struct BuiltView<'b> fn new(files: &'b [&'b str], organization_file: &'b str, built: &'b Built) {
        /// Whether nothing has an error, and no required list is missing.
        valid: bool = built.errors() == 0,
        /// The number of errors of all tables and of the organization. A missing list is one.
        errors: usize = built.errors(),
        /// The number of warnings.
        warnings: usize = built.warnings(),
        /// The number of notes.
        notes: usize = built.notes(),
        /// The tables in the order of the files, each sheet of a workbook as one.
        tables: Vec<TableView<'b>> = tables(files, built),
        /// The report on the file of the organization; absent if there is none.
        organization?: Option<ReportView<'b>> = built.organization.as_ref().map(|report| ReportView::new(organization_file, report)),
        /// The required lists that no table holds.
        missing: Vec<&'static str> = built.missing.clone(),
        /// The codes of the currencies in use, if no table lists the currencies. Each code is also the external id.
        derived_currencies: Vec<&'b str> = built.derived_currencies.iter().map(String::as_str).collect(),
        /// The payload; null if something has an error.
        #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
        payload: Option<Box<RawValue>> = built.json.clone().and_then(|json| RawValue::from_string(json).ok()),
    }
}

view! {
    /// A table of base data.
    struct TableView<'b> as "base-data-table" fn new(file: &'b str, table: &'b BuiltTable) {
        /// The name of the sheet, if the file is a workbook.
        sheet?: Option<&'b str> = table.sheet.as_ref().map(|sheet| sheet.name.as_str()),
        /// The list in the contract, such as `accounts`; null if the table is none.
        list: Option<&'static str> = table.list,
        /// The number of records.
        records: usize = table.records,
        /// The line or row of the header, above which everything is left out; null if there is none.
        header_line: Option<usize> = table.header_line,
        /// The field that the external ids come from; absent if the table has a column for them.
        external_id_from?: Option<&'static str> = table.external_id_from,
        report..: ReportView<'b> = ReportView::new(file, &table.report),
    }
}

fn tables<'b>(files: &[&'b str], built: &'b Built) -> Vec<TableView<'b>> {
    let file = |table: &BuiltTable| files.get(table.source).copied().certain();
    built
        .tables
        .iter()
        .map(|table| TableView::new(file(table), table))
        .collect()
}

/// Renders what was built from tables as one JSON object on one line: the report on each table, and the payload. `files` are the names of the files.
///
/// ```
/// use universal_accounting::render;
/// use universal_accounting::tables::{self, BuildOptions, Source};
///
/// let files = [Source { name: "konten.csv", bytes: b"Konto-Nr.;Bezeichnung\n1020;Bank\n" }];
/// let json = render::base_data_build_json(&["konten.csv"], "", &tables::build(&files, None, &BuildOptions::new()));
/// assert!(json.starts_with(r#"{"valid":false,"errors":3,"warnings":0,"notes":0,"tables":[{"list":"accounts","records":1,"headerLine":1,"externalIdFrom":"number","file":"konten.csv""#));
/// assert!(json.ends_with(r#""missing":["organization","taxes","taxPeriods"],"derivedCurrencies":[],"payload":null}"#));
/// ```
#[must_use]
pub fn base_data_build_json(files: &[&str], organization_file: &str, built: &Built) -> String {
    to_json_line(&BuiltView::new(files, organization_file, built))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view_of_a_diff() {
        assert_schema_matches_file::<BaseDataDiffView<'_>>("base-data-diff");
    }

    #[test]
    fn values_stay_json_and_mask_card_numbers() {
        let json = |value: FieldValue| serde_json::to_string(&ValueView(&value)).unwrap();
        assert_eq!(json(FieldValue::Json("8.10".to_owned())), "8.10");
        assert_eq!(
            json(FieldValue::Json(r#"{"a":[1e400]}"#.to_owned())),
            r#"{"a":[1e400]}"#
        );
        assert_eq!(
            json(FieldValue::Json("4111111111111111".to_owned())),
            r#""************1111""#
        );
        assert_eq!(
            json(FieldValue::Text("4111 1111 1111 1111".to_owned())),
            r#""**** **** **** 1111""#
        );
        let fields = vec![ChangedField {
            name: "4111111111111111".into(),
            value: FieldValue::Text("x".to_owned()),
        }];
        let record = DiffRecord {
            index: 0,
            external_id: Some("a".to_owned()),
            fields,
            same: None,
        };
        let json = serde_json::to_string(&RecordView(&record)).unwrap();
        assert_eq!(json, r#"{"externalId":"a","************1111":"x"}"#);
    }

    #[test]
    fn schema_file_matches_the_view_of_a_build() {
        assert_schema_matches_file::<BuiltView<'_>>("base-data-build");
    }
}
