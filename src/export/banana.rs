//! The double-entry import of Banana Accounting: a text file whose columns have the names of its table of transactions, with a tab between cells.
//! See <https://www.banana.ch/doc/en/node/9947> for the form of the file, and <https://www.banana.ch/doc/en/node/10131> for the names.

use std::borrow::Cow;

use super::accounts::Accounts;
use super::note::NoteKind;
use super::rows::{
    ACCOUNT_CURRENCY, ACCOUNT_ID, ADDRESS, COMPANY_NAME, COMPANY_UID, CONTACT_EXTERNAL_ID,
    CONTACT_ID, ENTRY_NUMBER, ENTRY_TYPE, FILES, FIRST_NAME, IN_ACCOUNT_CURRENCY, INVOICE_CURRENCY,
    INVOICE_DUE, INVOICE_OWNER, INVOICE_PERIOD, INVOICE_REFERENCE, INVOICE_SOURCE,
    INVOICE_SOURCE_ID, LAST_NAME, LEGAL_TYPE, LINE_NUMBER, ORIGINAL_AMOUNT, POSTING_TYPE,
    RECORD_ID, Row, TAX_ID, TAX_NUMBER, TAX_RATE, UnplacedField, contact_name,
};
use super::totals::Totals;
use crate::base_data::BaseData;
use crate::journal::{Dimension, LineAccount, Side};
use crate::value::Text;

/// The fields without a column.
pub(super) static NO_PLACE: &[&UnplacedField] = &[
    &RECORD_ID,
    &INVOICE_CURRENCY,
    &INVOICE_DUE,
    &INVOICE_PERIOD,
    &INVOICE_REFERENCE,
    &INVOICE_OWNER,
    &INVOICE_SOURCE,
    &INVOICE_SOURCE_ID,
    &POSTING_TYPE,
    &CONTACT_ID,
    &CONTACT_EXTERNAL_ID,
    &LEGAL_TYPE,
    &FIRST_NAME,
    &LAST_NAME,
    &COMPANY_NAME,
    &TAX_NUMBER,
    &COMPANY_UID,
    &ADDRESS,
    &ENTRY_NUMBER,
    &ENTRY_TYPE,
    &LINE_NUMBER,
    &IN_ACCOUNT_CURRENCY,
    &ACCOUNT_ID,
    &ACCOUNT_CURRENCY,
    &ORIGINAL_AMOUNT,
    &TAX_RATE,
    &TAX_ID,
    &FILES,
];

/// The types of dimensions with a column, and the column.
const SEGMENTS: [(&str, &str); 2] = [("cost-center", "Cc1"), ("project", "Cc2")];

/// Writes rows as a table for the import. `note` is called for what is lost or needs attention.
pub(super) fn write(
    rows: &[Row<'_>],
    base_data: Option<&BaseData>,
    accounts: &Accounts<'_>,
    written: &mut Totals,
    mut note: impl FnMut(NoteKind),
) -> String {
    let lead_currency = base_data.map(|base_data| base_data.organization().lead_currency);
    let first = rows.first().map(|row| row.line.currency);
    // The amounts of books in one currency need no currency beside them.
    let books = lead_currency.or(first);
    let has_foreign = rows.iter().any(|row| Some(row.line.currency) != books);
    let mut table = String::new();
    let currency_columns: &[&str] = if has_foreign {
        &["AmountCurrency", "ExchangeCurrency"]
    } else {
        &[]
    };
    let before = [
        "Date",
        "DateDocument",
        "Doc",
        "DocOriginal",
        "ExternalReference",
        "Description",
        "AccountDebit",
        "AccountCredit",
    ];
    let after = ["Amount", "VatCode"]
        .into_iter()
        .chain(SEGMENTS.map(|(_, column)| column));
    push_line(
        &mut table,
        before.iter().chain(currency_columns).copied().chain(after),
    );
    for row in rows {
        let line = row.line;
        for (side, account) in [(Side::Debit, row.debit), (Side::Credit, row.credit)] {
            if let Some(account) = account {
                written.add(
                    accounts.index_of(account),
                    side,
                    line.amount.into(),
                    line.currency,
                );
            }
        }
        let contact = row.record.all_contacts().next().and_then(contact_name);
        let parts = [contact.as_deref(), row.text.map(Text::as_str)];
        let invoice = row.record.invoice.as_ref();
        let texts = [
            invoice
                .and_then(|invoice| invoice.number.as_ref())
                .map_or(String::new(), ToString::to_string),
            line.line_id.to_string(),
            parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ];
        let vat_code = row.tax.and_then(|tax| tax.code.as_ref());
        if vat_code.is_some() {
            note(NoteKind::VatCode);
        }
        let amount = line.amount.to_string();
        let in_books = Some(line.currency) == lead_currency || !has_foreign;
        let foreign = [amount.clone(), line.currency.to_string()];
        let [debit, credit] = [row.debit, row.credit].map(|account| account.map_or("", number));
        let segments = SEGMENTS.map(|(kind, _)| segment(row.dimensions, kind, base_data));
        for _ in 0..row.dimensions.len().saturating_sub(
            segments
                .iter()
                .filter(|segment| !segment.is_empty())
                .count(),
        ) {
            note(NoteKind::FurtherDimensions);
        }
        let document_day = invoice
            .and_then(|invoice| invoice.date)
            .map_or(String::new(), |day| day.to_string());
        let mut cells: Vec<Cow<'_, str>> = vec![
            row.entry.date.to_string().into(),
            document_day.into(),
            row.entry.entry_id.as_str().into(),
        ];
        cells.extend(texts.into_iter().map(Cow::Owned));
        cells.extend([Cow::Borrowed(debit), Cow::Borrowed(credit)]);
        if has_foreign {
            cells.extend(foreign.map(Cow::Owned));
        }
        cells.push(if in_books { amount.into() } else { "".into() });
        cells.push(vat_code.map_or("", Text::as_str).into());
        cells.extend(segments);
        let altered = cells
            .iter()
            .filter(|cell| cell.contains(is_separator))
            .count();
        (0..altered).for_each(|_| note(NoteKind::AlteredText));
        push_line(&mut table, cells.iter().map(AsRef::as_ref));
    }
    table
}

fn number(account: &LineAccount) -> &str {
    account.number.as_str()
}

/// Returns the first dimension of a type: its code in base data, or else its external id or name.
fn segment<'r>(
    dimensions: &'r [Dimension],
    kind: &str,
    base_data: Option<&'r BaseData>,
) -> Cow<'r, str> {
    let is_of_kind = |dimension: &&Dimension| {
        dimension
            .dimension_type
            .as_ref()
            .is_some_and(|of| of.as_str() == kind)
    };
    let Some(dimension) = dimensions.iter().find(is_of_kind) else {
        return Cow::Borrowed("");
    };
    let id = dimension.external_id.as_ref();
    let code = base_data.zip(id).and_then(|(base_data, id)| {
        let records = base_data.records();
        let centers = records
            .cost_centers
            .iter()
            .map(|center| (&center.external_id, &center.code));
        let projects = records
            .projects
            .iter()
            .map(|project| (&project.external_id, &project.code));
        let mut known: Box<dyn Iterator<Item = _>> = if kind == "project" {
            Box::new(projects)
        } else {
            Box::new(centers)
        };
        known
            .find(|(known, _)| known.as_ref() == Some(id))?
            .1
            .as_ref()
    });
    code.or(id)
        .or(dimension.name.as_ref())
        .map_or(Cow::Borrowed(""), |text| Cow::Borrowed(text.as_str()))
}

/// The format has no quotes, so a cell can't contain what ends it.
fn is_separator(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

fn push_line<'c>(table: &mut String, cells: impl Iterator<Item = &'c str>) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            table.push('\t');
        }
        table.extend(cell.chars().map(|character| {
            if is_separator(character) {
                ' '
            } else {
                character
            }
        }));
    }
    table.push('\n');
}
