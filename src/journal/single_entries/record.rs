use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::header::{Header, Meaning, Part};
use super::json::{JsonWriter, Value};
use super::rows::RowPlace;
use super::rules::{
    BILLING_PERIOD_UNREADABLE, SINGLE_ENTRY_CONTRADICTION, SINGLE_ENTRY_SIDE_UNKNOWN,
    SINGLE_ENTRY_WITHOUT_ACCOUNT,
};
use crate::journal::{
    BillingPeriod, Entry, Invoice, JournalRecord, Line, LineAccount, LineTax, Side,
};
use crate::record::Field;
use crate::report::{Collector, Diagnostic, Rule};
use crate::sheet::{Cell, Row, Rows};
use crate::source::Certain;
use crate::value::Date;

/// A row with its cells.
struct RowCells<'t> {
    place: RowPlace,
    cells: Vec<Cell<'t>>,
}

/// Splits a row into its cells, whose spans are in the whole text.
pub(super) fn split_row(text: &str, delimiter: u8, place: RowPlace) -> Vec<Cell<'_>> {
    let mut row = Row::default();
    let text = text.get(..place.span.end).certain();
    Rows::new(text, delimiter)
        .starting_at(place.span.start)
        .next_row(&mut row);
    row.cells().to_vec()
}

/// Writes the rows of one record as JSON.
pub(super) struct RecordWriter<'w, 't, 'p> {
    pub(super) text: &'t str,
    pub(super) header: &'w Header,
    pub(super) out: &'w mut JsonWriter,
    pub(super) sink: &'w mut Collector<'p>,
    /// Whether a row contradicts another one, so that the record can't be built.
    pub(super) is_faulty: bool,
    /// The number of rows that don't say which line has their tax, original amount and dimensions, and the first of these rows.
    pub(super) sides_unknown: (usize, Option<RowPlace>),
}

impl<'t> RecordWriter<'_, 't, '_> {
    /// Writes a record that has at least one row.
    pub(super) fn write(&mut self, places: &[RowPlace]) {
        let rows: Vec<RowCells<'t>> = places
            .iter()
            .map(|place| RowCells {
                place: *place,
                cells: split_row(self.text, self.header.delimiter, *place),
            })
            .collect();
        let rows: Vec<&RowCells<'t>> = rows.iter().collect();
        let Some(first) = rows.first() else { return };
        self.out.open('{', first.place);
        self.required(
            JournalRecord::FIELDS,
            (Part::RecordId, Some("serviceId")),
            &rows,
            "record",
        );
        self.write_invoice(&rows);
        self.write_contact(&rows);
        self.out.name("entries");
        self.out.open('[', first.place);
        for entry in self.entries(&rows) {
            self.write_entry(&entry);
        }
        self.out.close(']');
        self.out.close('}');
    }

    /// Returns the value of a column in a row. `None` if the file has no such column.
    fn value(&self, meaning: Meaning, row: &RowCells<'t>) -> Option<Value<'t>> {
        let column = self.header.column(meaning)?;
        let cell = row.cells.get(column)?;
        Some(Value {
            text: cell.value(),
            span: cell.span,
            row: row.place.number,
            column,
        })
    }

    fn filled(&self, meaning: Meaning, row: &RowCells<'t>) -> Option<Value<'t>> {
        self.value(meaning, row).filter(|value| !value.is_blank())
    }

    /// Returns the value that several rows repeat. An empty cell repeats nothing.
    fn repeated(
        &mut self,
        meaning: Meaning,
        rows: &[&RowCells<'t>],
        what: &'static str,
    ) -> Option<Value<'t>> {
        let mut values = rows.iter().filter_map(|row| self.filled(meaning, row));
        let first = values.next()?;
        let others: Vec<Value<'t>> = values.filter(|value| value.text != first.text).collect();
        for other in others {
            let name = self.header.name(other.column).to_owned();
            self.report(&SINGLE_ENTRY_CONTRADICTION, &other, |diagnostic| {
                diagnostic
                    .param("field", meaning.1.unwrap_or(name.as_str()).to_owned())
                    .param("what", what)
            });
            self.is_faulty = true;
        }
        Some(first)
    }

    fn report(
        &mut self,
        rule: &'static Rule,
        value: &Value<'_>,
        complete: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let cell =
            crate::report::CellPosition::new(value.row, self.header.name(value.column).to_owned());
        self.sink
            .push(complete(Diagnostic::new(rule, value.span)).cell(cell));
    }

    /// Writes a required value. If it is blank, the rules report it.
    fn required(
        &mut self,
        fields: &[Field],
        (part, name): Meaning,
        rows: &[&RowCells<'t>],
        what: &'static str,
    ) {
        let meaning = if part == Part::RecordId {
            (part, None)
        } else {
            (part, name)
        };
        let repeated = self.repeated(meaning, rows, what);
        let value = repeated.or_else(|| self.value(meaning, rows.first()?));
        let field = fields.iter().find(|field| Some(field.name) == name);
        if let (Some(field), Some(value)) = (field, value) {
            self.out.member(field, &value.text, &value);
        }
    }

    /// Returns the values of a part that are not blank, in the order of its fields.
    fn repeated_part(
        &mut self,
        part: Part,
        rows: &[&RowCells<'t>],
    ) -> Vec<(&'static Field, Value<'t>)> {
        let fields = part.fields().iter();
        fields
            .filter_map(|field| {
                Some((
                    field,
                    self.repeated((part, Some(field.name)), rows, "record")?,
                ))
            })
            .collect()
    }

    fn write_members(&mut self, members: &[(&'static Field, Value<'t>)]) {
        for (field, value) in members {
            self.out.member(field, &value.text, value);
        }
    }

    fn write_invoice(&mut self, rows: &[&RowCells<'t>]) {
        let invoice = self.repeated_part(Part::Invoice, rows);
        let mut period = self.repeated_part(Part::BillingPeriod, rows);
        let mut days = Vec::new();
        if let Some(text) = self.repeated((Part::BillingPeriodText, None), rows, "record") {
            match split_period(&text.text) {
                Some(both) => {
                    days = both.to_vec();
                    period = BillingPeriod::FIELDS
                        .iter()
                        .map(|field| (field, text.clone()))
                        .collect();
                }
                None => self.report(&BILLING_PERIOD_UNREADABLE, &text, |diagnostic| diagnostic),
            }
        }
        let Some(first) = rows
            .first()
            .filter(|_| !invoice.is_empty() || !period.is_empty())
        else {
            return;
        };
        self.out.name("invoice");
        self.out.open('{', first.place);
        // The rules report the required field that half a billing period lacks.
        for field in Invoice::FIELDS {
            if field.name == "billingPeriod" && !period.is_empty() {
                self.out.name(field.name);
                self.out.open('{', first.place);
                for (index, (field, value)) in period.iter().enumerate() {
                    self.out.member(
                        field,
                        days.get(index).map_or(&*value.text, String::as_str),
                        value,
                    );
                }
                self.out.close('}');
            }
            let member: Vec<_> = invoice
                .iter()
                .filter(|(known, _)| known.name == field.name)
                .cloned()
                .collect();
            self.write_members(&member);
        }
        self.out.close('}');
    }

    fn write_contact(&mut self, rows: &[&RowCells<'t>]) {
        let contact = self.repeated_part(Part::Contact, rows);
        let address = self.repeated_part(Part::Address, rows);
        let Some(first) = rows
            .first()
            .filter(|_| !contact.is_empty() || !address.is_empty())
        else {
            return;
        };
        self.out.name("contact");
        self.out.open('{', first.place);
        self.write_members(&contact);
        if !address.is_empty() {
            self.out.name("address");
            self.out.open('{', first.place);
            self.write_members(&address);
            self.out.close('}');
        }
        self.out.close('}');
    }

    /// Groups the rows of a record by their entries. A row without the id of its entry is an entry of its own.
    fn entries<'r>(&self, rows: &[&'r RowCells<'t>]) -> Vec<Vec<&'r RowCells<'t>>> {
        let mut entries: Vec<Vec<&RowCells<'t>>> = Vec::new();
        let mut by_id: HashMap<String, usize, RandomState> = HashMap::default();
        for row in rows {
            let next = entries.len();
            let id = self.filled((Part::Entry, Some("entryId")), row);
            let index = id.map_or(next, |id| {
                *by_id.entry(id.text.into_owned()).or_insert(next)
            });
            match entries.get_mut(index) {
                Some(entry) => entry.push(row),
                None => entries.push(vec![*row]),
            }
        }
        entries
    }

    fn write_entry(&mut self, rows: &[&RowCells<'t>]) {
        let Some(first) = rows.first() else { return };
        self.out.open('{', first.place);
        for field in Entry::FIELDS.iter().filter(|field| !field.is_nested()) {
            let meaning = (Part::Entry, Some(field.name));
            if field.is_required() {
                self.required(Entry::FIELDS, meaning, rows, "entry");
            } else if let Some(value) = self.repeated(meaning, rows, "entry") {
                self.out.member(field, &value.text, &value);
            }
        }
        self.out.name("lines");
        self.out.open('[', first.place);
        let side = self.side_with_details(rows);
        let has_pairs = rows.iter().any(|row| {
            self.has_account(Part::DebitAccount, row) && self.has_account(Part::CreditAccount, row)
        });
        let mut number = 0_usize;
        for row in rows {
            let sides = [
                (Side::Debit, Part::DebitAccount),
                (Side::Credit, Part::CreditAccount),
            ];
            let sides = sides
                .into_iter()
                .filter(|(_, part)| self.has_account(*part, row));
            let sides: Vec<(Side, Part)> = sides.collect();
            if sides.is_empty() {
                let cell = crate::report::CellPosition::new(row.place.number, String::new());
                self.sink.push(
                    Diagnostic::new(&SINGLE_ENTRY_WITHOUT_ACCOUNT, row.place.span).cell(cell),
                );
                self.is_faulty = true;
            }
            let is_pair = sides.len() > 1;
            if is_pair && side.is_none() && self.has_details(row) {
                self.sides_unknown.0 += 1;
                self.sides_unknown.1.get_or_insert(row.place);
            }
            for (line_side, account) in sides {
                number += 1;
                let line = SingleLine {
                    side: line_side,
                    account,
                    // A pair has one id for two lines, and ids must differ.
                    id_suffix: if is_pair && line_side == Side::Credit {
                        "-credit"
                    } else {
                        ""
                    },
                    number: has_pairs.then_some(number),
                    has_details: !is_pair || line_side == side.unwrap_or(Side::Debit),
                };
                self.write_line(&line, row);
            }
        }
        self.out.close(']');
        self.out.close('}');
    }

    fn has_account(&self, part: Part, row: &RowCells<'t>) -> bool {
        self.header.columns_of(part).any(|index| {
            row.cells
                .get(index)
                .is_some_and(|cell| !cell.raw().trim().is_empty())
        })
    }

    /// Returns whether a row has something that only one of its lines has.
    fn has_details(&self, row: &RowCells<'t>) -> bool {
        let originals = ["originalAmount", "originalCurrency"].map(|name| (Part::Line, Some(name)));
        self.has_account(Part::Tax, row)
            || self
                .header
                .dimensions()
                .any(|part| self.has_account(part, row))
            || originals
                .into_iter()
                .any(|meaning| self.filled(meaning, row).is_some())
    }

    /// Returns the side with several lines: all rows of the entry have the same account on the other side.
    fn side_with_details(&self, rows: &[&RowCells<'t>]) -> Option<Side> {
        let is_same = |part: Part| {
            let account = |row: &RowCells<'t>| -> Vec<String> {
                self.header
                    .columns_of(part)
                    .filter_map(|index| Some(row.cells.get(index)?.value().into_owned()))
                    .collect()
            };
            let first = rows.first().map(|row| account(row));
            rows.iter().all(|row| Some(account(row)) == first)
        };
        match (is_same(Part::DebitAccount), is_same(Part::CreditAccount)) {
            (false, true) => Some(Side::Debit),
            (true, false) => Some(Side::Credit),
            _ => None,
        }
    }

    fn write_line(&mut self, line: &SingleLine, row: &RowCells<'t>) {
        self.out.open('{', row.place);
        for field in Line::FIELDS {
            let value = self.value((Part::Line, Some(field.name)), row);
            let filled = value.clone().filter(|value| !value.is_blank());
            match (field.name, value) {
                ("lineId", Some(id)) => {
                    let suffix = if id.is_blank() { "" } else { line.id_suffix };
                    self.out.member(field, &format!("{}{suffix}", id.text), &id);
                }
                ("lineNumber", _) => {
                    let Some(value) = filled else { continue };
                    // The numbers of the lines that the rows of pairs come from are not known.
                    let counted = line.number.filter(|_| value.text.parse::<u64>().is_ok());
                    let text =
                        counted.map_or_else(|| value.text.to_string(), |number| number.to_string());
                    self.out.member(field, &text, &value);
                }
                ("amount" | "currency", Some(value)) => self.out.member(field, &value.text, &value),
                ("creditDebit", _) => {
                    let number = self.value((line.account, Some("number")), row);
                    if let Some(number) = number {
                        self.out.member(field, line.side.as_str(), &number);
                    }
                }
                ("account", _) => {
                    self.write_part(field.name, line.account, LineAccount::FIELDS, row);
                }
                ("tax", _) if line.has_details => {
                    self.write_part(field.name, Part::Tax, LineTax::FIELDS, row);
                }
                ("originalAmount" | "originalCurrency", _) if !line.has_details => {}
                ("originalAmount" | "originalCurrency" | "text", _) => {
                    if let Some(value) = filled {
                        self.out.member(field, &value.text, &value);
                    }
                }
                ("dimensions", _) if line.has_details => self.write_dimensions(field.name, row),
                _ => {}
            }
        }
        self.out.close('}');
    }

    /// Writes an object with the cells of a part, unless all are blank. Blank cells of required fields are written too, so that the rules report them.
    fn write_part(&mut self, name: &str, part: Part, fields: &'static [Field], row: &RowCells<'t>) {
        if !self.has_account(part, row) {
            return;
        }
        self.out.name(name);
        self.write_object(part, fields, row);
    }

    fn write_object(&mut self, part: Part, fields: &'static [Field], row: &RowCells<'t>) {
        self.out.open('{', row.place);
        for field in fields {
            let value = self.value((part, Some(field.name)), row);
            if let Some(value) = value.filter(|value| field.is_required() || !value.is_blank()) {
                self.out.member(field, &value.text, &value);
            }
        }
        self.out.close('}');
    }

    fn write_dimensions(&mut self, name: &str, row: &RowCells<'t>) {
        let dimensions: Vec<Part> = self
            .header
            .dimensions()
            .filter(|part| self.has_account(*part, row))
            .collect();
        if dimensions.is_empty() {
            return;
        }
        self.out.name(name);
        self.out.open('[', row.place);
        for part in dimensions {
            self.write_object(part, part.fields(), row);
        }
        self.out.close(']');
    }

    /// Reports once that rows don't say which of their lines has what only one of them has.
    pub(super) fn report_unknown_sides(
        (count, first): (usize, Option<RowPlace>),
        sink: &mut Collector<'_>,
    ) {
        let Some(row) = first else { return };
        let cell = crate::report::CellPosition::new(row.number, String::new());
        sink.push(
            Diagnostic::new(&SINGLE_ENTRY_SIDE_UNKNOWN, row.span)
                .param("found", count)
                .cell(cell),
        );
    }
}

/// A line that is written.
struct SingleLine {
    side: Side,
    account: Part,
    id_suffix: &'static str,
    /// The number of the line, if the numbers of the file are those of pairs.
    number: Option<usize>,
    /// Whether the line has the tax, the original amount and the dimensions of its row.
    has_details: bool,
}

/// Splits the two days of a billing period: the text begins with one and ends with the other.
fn split_period(text: &str) -> Option<[String; 2]> {
    const DAY_LEN: usize = "2026-03-31".len();
    let text = text.trim();
    let (from, rest) = text.split_at_checked(DAY_LEN)?;
    let (between, to) = rest.split_at_checked(rest.len().checked_sub(DAY_LEN)?)?;
    let is_separator =
        !between.is_empty() && !between.contains(|character: char| character.is_ascii_digit());
    let is_day = |day: &str| Date::parse(day).is_ok();
    (is_separator && is_day(from) && is_day(to)).then(|| [from.to_owned(), to.to_owned()])
}
