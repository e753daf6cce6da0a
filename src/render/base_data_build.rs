use serde_json::value::RawValue;

use super::findings::to_json_line;
use super::report::ReportView;
use super::view::view;
use crate::tables::{Built, BuiltTable};

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
    let file = |table: &BuiltTable| files.get(table.source).copied().unwrap_or_default();
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
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<BuiltView<'_>>("base-data-build");
    }
}
