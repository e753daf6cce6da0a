//! The columns that tables of a journal have in common, as the service names them in its CSV of single entries.

use super::rows::Row;
use crate::journal::{Address, BillingPeriod, Contact, Dimension, Invoice, JournalRecord, LineTax};
use crate::value::{Currency, Date, LimitedText, Text};

/// A column with a value of a record.
pub(super) struct RecordColumn {
    pub(super) name: &'static str,
    cell: CellOf,
}

enum CellOf {
    Invoice(fn(&Invoice) -> Option<String>),
    Contact(fn(&Contact) -> Option<String>),
    Address(fn(&Address) -> Option<String>),
}

/// The columns that the published single entries lack.
const UNPUBLISHED: [&str; 2] = ["invoice-postingType", "contact-name"];

macro_rules! record_columns {
    ($($kind:ident $name:literal $field:ident;)*) => {
        /// The columns, in the published order.
        pub(super) static RECORD_COLUMNS: &[RecordColumn] = &[$(RecordColumn {
            name: $name,
            cell: CellOf::$kind(|record| record.$field.as_ref().map(CellText::cell_text)),
        },)*];
    };
}

record_columns! {
    Invoice "invoice-number" number;
    Invoice "invoice-billingPeriod" billing_period;
    Invoice "invoice-currency" currency;
    Invoice "invoice-date" date;
    Invoice "invoice-payableUntil" payable_until;
    Invoice "invoice-qrReferenceNumber" qr_reference_number;
    Invoice "invoice-owner" owner;
    Invoice "invoice-source" source;
    Invoice "invoice-sourceId" source_id;
    Invoice "invoice-postingType" posting_type;
    Contact "contact-contactId" contact_id;
    Contact "contact-externalId" external_id;
    Contact "contact-legalType" legal_type;
    Contact "contact-name" name;
    Contact "contact-firstName" first_name;
    Contact "contact-lastName" last_name;
    Contact "contact-companyName" company_name;
    Contact "contact-companyTaxNumber" company_tax_number;
    Contact "contact-companyUid" company_uid;
    Address "contact-address-street" street;
    Address "contact-address-houseNumber" house_number;
    Address "contact-address-postalCode" postal_code;
    Address "contact-address-city" city;
    Address "contact-address-country" country;
}

/// A value that is written into a cell.
trait CellText {
    fn cell_text(&self) -> String;
}

macro_rules! impl_cell_text {
    ($($value:ty)*) => {
        $(impl CellText for $value {
            fn cell_text(&self) -> String {
                self.to_string()
            }
        })*
    };
}

impl_cell_text! { Text LimitedText<36> Currency Date }

impl CellText for BillingPeriod {
    /// Both days as an interval of ISO 8601, because it is one cell whose form is not published.
    fn cell_text(&self) -> String {
        format!("{}/{}", self.from, self.to)
    }
}

impl RecordColumn {
    /// Returns whether the published single entries have the column.
    pub(super) fn is_published(&self) -> bool {
        !UNPUBLISHED.contains(&self.name)
    }

    /// Returns the cell of a record; empty for an absent value. Only the first contact has a cell.
    pub(super) fn cell(&self, record: &JournalRecord) -> String {
        let contact = || record.all_contacts().next();
        let cell = match self.cell {
            CellOf::Invoice(cell) => record.invoice.as_ref().and_then(cell),
            CellOf::Contact(cell) => contact().and_then(cell),
            CellOf::Address(cell) => contact()
                .and_then(|contact| contact.address.as_ref())
                .and_then(cell),
        };
        cell.unwrap_or_default()
    }
}

/// Returns the name of the column with the id of a record: `serviceId`, with the brand in the place of `service`.
pub(super) fn record_id_name(brand: Option<&str>) -> String {
    format!("{}Id", brand.unwrap_or("service"))
}

/// The most dimensions of a line that have columns. Without a limit, one line with many would add columns to every row.
const MAX_DIMENSIONS: usize = 100;

/// Returns how many dimensions have columns: as many as a line has.
pub(super) fn dimension_count(rows: &[Row<'_>]) -> usize {
    rows.iter()
        .map(|row| row.dimensions.len().min(MAX_DIMENSIONS))
        .max()
        .unwrap_or_default()
}

/// Returns how many dimensions of a line have no columns.
pub(super) fn dimensions_without_place(row: &Row<'_>) -> usize {
    row.dimensions.len().saturating_sub(MAX_DIMENSIONS)
}

/// Returns the names of the columns for so many dimensions of a line.
pub(super) fn dimension_names(count: usize) -> impl Iterator<Item = String> {
    (1..=count).flat_map(|number| {
        ["name", "externalId", "type"].map(|part| format!("entry-dimensions-{number}-{part}"))
    })
}

/// Returns the cells for so many dimensions.
pub(super) fn dimension_cells(
    dimensions: &[Dimension],
    count: usize,
) -> impl Iterator<Item = String> {
    (0..count).flat_map(move |index| {
        let dimension = dimensions.get(index);
        let of = |part: fn(&Dimension) -> String| dimension.map(part).unwrap_or_default();
        [
            of(|dimension| text(dimension.name.as_ref())),
            of(|dimension| text(dimension.external_id.as_ref())),
            of(|dimension| text(dimension.dimension_type.as_ref())),
        ]
    })
}

/// Returns the cells of a tax: rate, code and external id.
pub(super) fn tax_cells(tax: Option<&LineTax>) -> [String; 3] {
    match tax {
        Some(tax) => [
            text(tax.value.as_ref()),
            text(tax.code.as_ref()),
            text(tax.external_id.as_ref()),
        ],
        None => [const { String::new() }; 3],
    }
}

/// Returns a value as a cell; empty for an absent value.
pub(super) fn text(value: Option<&impl ToString>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}
