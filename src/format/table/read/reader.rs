use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;
use std::vec::IntoIter;

use super::classifier::RowClassifier;
use super::days::{self, RecentDays};
use super::movement::{self, Movement};
use super::watch::RowShape;
use super::{head, original};
use crate::format::rules;
use crate::format::table::detect::{Catalog, ColumnMapping, Header, Preamble};
use crate::format::table::profile::{RowKind, is_among};
use crate::format::table::value::{content, day};
use crate::format::table::{Row, Rows};
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{Cell, Collector, Diagnostic, Limits};
use crate::source::Span;
use crate::statement::{
    AccountName, Column, CurrencyCode, Detail, Entry, Given, Head, Item, Moved, Part, Place, Reason, Reference,
    StatementReader, joined, locate,
};

/// Reads the rows of a statement in their order, and tells of each what it is.
pub(in crate::format) struct Table<'t, 'h, 'c> {
    /// The rows from the first one on, and from the present one.
    first: Rows<'t>,
    rows: Rows<'t>,
    row: Row<'t>,
    /// Up to here quotes that span lines are known to be strays.
    literal: usize,
    items: Items<'t, 'h, 'c>,
    /// What looks like rows above the header, with their lines. Rows are counted from the header, so that these come last.
    above: IntoIter<(usize, Span)>,
}

/// Makes items of rows.
struct Items<'t, 'h, 'c> {
    classifier: RowClassifier<'t, 'h, 'c>,
    limits: &'h Limits,
    /// Rows behind so many are rejected.
    max_rows: usize,
    columns: Rc<[Column]>,
    after_blank_line: bool,
    section: Section,
    /// How many rows there were.
    number: usize,
    /// The first row behind the limit, and its number.
    surplus: Option<(Span, usize)>,
    /// Of the purchase, the value date and the booking.
    recent_days: [RecentDays<'t>; 3],
    shape: RowShape,
    /// The words of a status that the format is not known to have, each reported once.
    unknown_words: HashSet<String>,
    /// Whether entries are read for their derived ids alone.
    ids_alone: bool,
}

/// Where in the file the rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Among the rows of the statement.
    Rows,
    /// Below them.
    Footer,
    /// In another statement, whose rows are none of this one.
    Another,
    /// Behind the last row.
    End,
}

impl<'t, 'h, 'c> Table<'t, 'h, 'c> {
    /// Reads what stands above the rows of a statement.
    pub(in crate::format) fn open(
        text: &'t str,
        header: &'h Header<'c>,
        mapping: ColumnMapping<'c>,
        catalog: &'c Catalog,
        given: &Given<'h>,
        findings: &mut Collector<'_>,
    ) -> (Head, Self) {
        let classifier = RowClassifier { text, header, mapping, catalog };
        let limits = &given.policy.limits;
        let (mut preamble, mut above) = (Preamble::default(), Vec::new());
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        while row.line() + 1 < header.line && rows.next_line(&mut row) {
            if let Some(fault) = beyond(&row, limits) {
                findings.push(fault);
                continue;
            }
            let known = preamble.goes_on() && content::filled(&row) > 0 || Preamble::has_label(&row, header.profile);
            preamble.take(&row, header.profile);
            if !known && classifier.resembles_row(&row) {
                above.push((row.line(), row.span()));
            }
        }
        if header.lines > 1 {
            rows.next_row(&mut row);
        } else if header.lines == 1
            && rows.next_line(&mut row)
            && let Some(span) = row.stray_quote()
        {
            findings.push(Diagnostic::new(&rules::STRAY_QUOTE, span));
        }
        let head = head::read(header, &classifier.mapping, &preamble, given, findings);
        let items = Items::new(classifier, limits, Rc::clone(&head.columns));
        (head, Self { first: rows.clone(), rows, row, literal: 0, items, above: above.into_iter() })
    }

    /// Reads the next row, and again line by line where its quotes pair with those of later rows.
    fn next_row(&mut self) -> bool {
        let (row, blanks) = (&mut self.row, &self.items.classifier.header.profile.blanks);
        if !self.rows.next_row(row) {
            return false;
        }
        row.blank_out(blanks);
        if row.lines() > 1 {
            if row.span().start >= self.literal && self.items.classifier.is_mispaired(&self.rows, row) {
                self.literal = row.span().end;
            }
            if row.span().start < self.literal {
                self.rows.reread(row);
                row.blank_out(blanks);
            }
        }
        true
    }
}

impl<'t, 'h, 'c> Items<'t, 'h, 'c> {
    fn new(classifier: RowClassifier<'t, 'h, 'c>, limits: &'h Limits, columns: Rc<[Column]>) -> Self {
        Self {
            classifier,
            limits,
            max_rows: limits.records,
            columns,
            after_blank_line: false,
            section: Section::Rows,
            number: 0,
            surplus: None,
            recent_days: Default::default(),
            shape: RowShape::default(),
            unknown_words: HashSet::new(),
            ids_alone: false,
        }
    }

    /// What a row is; nothing where it is no row of the statement.
    fn item(&mut self, row: &mut Row<'t>, entry: &mut Entry<'t>, findings: &mut Collector<'_>) -> Option<Item> {
        if row.cells().iter().all(content::is_blank) {
            self.after_blank_line = true;
            return None;
        }
        let after_blank_line = std::mem::take(&mut self.after_blank_line);
        if self.section == Section::Footer {
            if !self.classifier.is_row_of_any(row) {
                return None;
            }
            self.number += 1;
            return Some(self.refuse(row, Diagnostic::new(&rules::ROW_AFTER_FOOTER, row.span())));
        }
        if self.classifier.is_footer(row, after_blank_line) && !self.classifier.begins_another(row) {
            self.section = Section::Footer;
            return None;
        }
        self.number += 1;
        if self.section == Section::Another {
            return Some(Item::Rejected(None));
        }
        if self.number > self.max_rows {
            self.surplus.get_or_insert((row.span(), self.number));
            return Some(Item::Rejected(None));
        }
        let judged = beyond(row, self.limits).map_or_else(|| self.judge(row, entry, findings), Err);
        Some(judged.unwrap_or_else(|fault| self.refuse(row, fault)))
    }

    /// Rejects a row, unless another statement begins with it: then that is what is wrong with it and all that follow.
    fn refuse(&mut self, row: &Row<'t>, fault: Diagnostic) -> Item {
        let fault = if self.classifier.begins_another(row) {
            self.section = Section::Another;
            Diagnostic::new(&rules::SECOND_STATEMENT, row.span())
        } else {
            fault
        };
        let place = self.place(row);
        Item::Rejected(Some(fault.locate_cell(|span| locate(span, place, row.cells(), &self.columns))))
    }

    fn place(&self, row: &Row<'t>) -> Place {
        Place { span: row.span(), line: row.line(), number: self.number }
    }

    fn judge(
        &mut self,
        row: &mut Row<'t>,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        let classifier = &self.classifier;
        let found = classifier.mapping.kind(row);
        match found.map(|found| found.is) {
            // A continuation may have any number of cells, and its text tells nothing but itself.
            Some(RowKind::Continuation) => classifier.is_of_this_statement(row)?,
            // What is left of a last row that was cut off may look like another kind of row.
            Some(RowKind::Other) if !row.closed() => classifier.fills_header(row)?,
            // A total stands where it likes, within the header.
            Some(RowKind::Total | RowKind::Other) => {
                classifier.is_of_this_statement(row)?;
                classifier.within_header(row)?;
            }
            Some(RowKind::Annotation) => classifier.within_header(row)?,
            // Its amount stands in its place, and all else in it is text or nothing.
            Some(RowKind::Part) if classifier.mapping.values_fit(row) => classifier.within_header(row)?,
            _ => classifier.fills_header(row)?,
        }
        if let Some(span) = row.stray_quote() {
            findings.push(Diagnostic::new(&rules::STRAY_QUOTE, span));
        }
        let Some(found) = found else { return self.entry(row, entry, findings) };
        match found.is {
            RowKind::Part => self.part(row, found.apart),
            RowKind::Continuation => self.continuation(row, findings),
            RowKind::Annotation => self.detail(row, text_of(row, &self.classifier.mapping), None),
            RowKind::Pending => self.pending(row, !found.says.is_empty(), entry),
            RowKind::Void => Ok(Item::Skipped(Reason::Status)),
            RowKind::Total => Ok(match found.balance {
                Some(bound) => {
                    entry.balance = movement::last_number(row, &self.classifier.mapping);
                    Item::Balance(bound)
                }
                None => Item::Skipped(Reason::Total),
            }),
            RowKind::Other => Ok(Item::Skipped(Reason::Other)),
        }
    }

    fn entry(
        &mut self,
        row: &mut Row<'t>,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        match self.status(row, findings) {
            Some(Reason::Pending) => {
                let movement = movement::read(row, &self.classifier.mapping).ok();
                return Ok(self.fill_pending(row, movement, entry));
            }
            Some(reason) => return Ok(Item::Skipped(reason)),
            None => {}
        }
        entry.clear();
        let mapping = &self.classifier.mapping;
        entry.days = days::read(row, mapping, &mut self.recent_days, &mut entry.row_faults)?;
        let mut movement = movement::read(row, mapping)?;
        entry.moved = Moved::Booked(movement.amount);
        if movement.amount.value.is_zero() {
            entry.row_faults.clear();
            fill_owner(row, Some(&mut movement), mapping, entry);
            row.swap_cells(&mut entry.cells);
            return Ok(Item::Entry);
        }
        fill_owner(row, Some(&mut movement), mapping, entry);
        let (header, identity) = (self.classifier.header, &self.classifier.header.profile.identity);
        if !self.ids_alone {
            self.shape.watch(row, self.number, header, mapping, &mut entry.row_faults);
            for text in texts(row, mapping) {
                entry.texts.push(text);
            }
            entry.original = original::read(row, &movement, mapping, &mut entry.faults);
        }
        let own = mapping.transaction_id.filter(|_| identity.bank_id_is_unique);
        entry.reference = own.map_or(Reference::None, |own| Reference::of(content::at(row, Some(own))));
        entry.reference_span = content::span(row, mapping.transaction_id);
        if !matches!(entry.reference, Reference::Usable(_)) {
            entry.identity.date = days::of_identity(&entry.days, identity.day);
            entry.identity.parts.extend(mapping.identity.iter().map(|index| mapping.text(row, *index)));
        }
        if entry.days.purchased.is_none() && !self.ids_alone {
            entry.days.purchased = original::purchased_in_words(row, mapping);
        }
        row.swap_cells(&mut entry.cells);
        Ok(Item::Entry)
    }

    /// Why a row is no entry by the word of its status; an unknown word is reported where it stands first.
    fn status(&mut self, row: &Row<'t>, findings: &mut Collector<'_>) -> Option<Reason> {
        for (index, status) in &self.classifier.mapping.status {
            let word = content::at(row, Some(*index));
            if is_among(&word, &status.pending) {
                return Some(Reason::Pending);
            }
            if is_among(&word, &status.void) {
                return Some(Reason::Status);
            }
            if !status.knows(&word) && self.unknown_words.insert(word.to_lowercase()) {
                findings.push(Diagnostic::new(&rules::STATUS_UNKNOWN, content::span(row, Some(*index))));
            }
        }
        None
    }

    /// A payment that waits for its booking: a row without an amount is none, nor one that has no day and doesn't say so in words.
    fn pending(&self, row: &mut Row<'t>, said: bool, entry: &mut Entry<'t>) -> Result<Item, Diagnostic> {
        let mapping = &self.classifier.mapping;
        let is_day = |text: &str| day::parse(text, &mapping.style.dates).is_some();
        // What is booked by its own word has lost its day.
        let is_booked =
            mapping.status.iter().any(|(word, status)| is_among(&content::at(row, Some(*word)), &status.booked));
        if is_booked || !said && !mapping.days().any(|day| is_day(&content::at(row, Some(day)))) {
            days::read(row, mapping, &mut Default::default(), &mut Vec::new())?;
        }
        let movement = match movement::read(row, mapping) {
            // What was paid in another currency has no amount until it is booked.
            Err(_) if movement::number_at(row, mapping.original_amount, mapping)?.is_some() => None,
            read => Some(read?),
        };
        Ok(self.fill_pending(row, movement, entry))
    }

    fn fill_pending(&self, row: &mut Row<'t>, movement: Option<Movement<'t>>, entry: &mut Entry<'t>) -> Item {
        entry.clear();
        let mut movement = movement;
        entry.moved = Moved::Pending(movement.as_ref().map(|movement| movement.amount));
        fill_owner(row, movement.as_mut(), &self.classifier.mapping, entry);
        row.swap_cells(&mut entry.cells);
        Item::Entry
    }

    /// A part of the batch entry above, whose amount may be told alone.
    fn part(&self, row: &Row<'t>, apart: bool) -> Result<Item, Diagnostic> {
        let mapping = &self.classifier.mapping;
        let amount = movement::number_at(row, mapping.part, mapping)?.map(|(figure, _)| figure.number);
        let currency = || content::at(row, mapping.part_currency).into_owned();
        let part = amount.map(|amount| Part { amount, currency: currency(), counts: !apart });
        self.detail(row, text_of(row, mapping), part)
    }

    /// More text of the entry above, in whatever column it stands.
    fn continuation(&self, row: &Row<'t>, findings: &mut Collector<'_>) -> Result<Item, Diagnostic> {
        if !row.closed() && row.cells().last().is_some_and(|last| !content::is_blank(last)) {
            let last = row.cells().len().checked_sub(1);
            findings.push(Diagnostic::new(&rules::LAST_CELL_OPEN, content::span(row, last)));
        }
        let texts = row.cells().iter().map(content::folded_content).filter(|text| !text.is_empty());
        self.detail(row, texts.collect::<Vec<_>>().join(" "), None)
    }

    fn detail(&self, row: &Row<'t>, text: String, part: Option<Part>) -> Result<Item, Diagnostic> {
        if self.number == 1 {
            return Err(Diagnostic::new(&rules::DETAIL_ALONE, row.span()));
        }
        Ok(Item::Detail(Box::new(Detail { text, part })))
    }

    /// Reports the rows behind the limit, when it is known how many there are.
    fn report_surplus(&self, findings: &mut Collector<'_>) {
        let Some((span, number)) = self.surplus else { return };
        let fault = Diagnostic::new(&TOO_MANY_RECORDS, span).param("found", self.number).param("what", "rows");
        findings.push(fault.param("limit", self.max_rows).cell(Cell::new(number, String::new())));
    }
}

impl<'t> StatementReader<'t> for Table<'t, '_, '_> {
    fn next(&mut self, entry: &mut Entry<'t>, findings: &mut Collector<'_>) -> Option<Item> {
        while self.items.section != Section::End {
            if !self.next_row() {
                self.items.report_surplus(findings);
                self.items.section = Section::End;
                break;
            }
            let Self { row, items, .. } = self;
            let mark = findings.checkpoint();
            entry.place = Place { span: row.span(), line: row.line(), number: items.number + 1 };
            let item = items.item(row, entry, findings);
            if findings.checkpoint() != mark {
                let cells = if matches!(item, Some(Item::Entry)) { entry.cells.as_slice() } else { row.cells() };
                findings.locate_cells(mark, |span| locate(span, entry.place, cells, &items.columns));
            }
            if item.is_some() {
                return item;
            }
        }
        let (line, span) = self.above.next()?;
        self.items.number += 1;
        entry.place = Place { span, line, number: self.items.number };
        Some(Item::Rejected(Some(Diagnostic::new(&rules::ROW_ABOVE_HEADER, span))))
    }

    fn is_newest_first(&self) -> bool {
        self.items.classifier.is_newest_first()
    }

    fn restart(&self) -> Box<dyn StatementReader<'t> + '_> {
        let Items { classifier, limits, columns, .. } = &self.items;
        let items = Items::new(classifier.clone(), limits, Rc::clone(columns));
        let items = Items { max_rows: usize::MAX, ids_alone: true, ..items };
        let (first, rows) = (self.first.clone(), self.first.clone());
        Box::new(Table { first, rows, row: Row::default(), literal: 0, items, above: IntoIter::default() })
    }
}

/// Fills in what tells whose an entry is, and its balance.
#[inline]
fn fill_owner<'t>(
    row: &Row<'t>,
    movement: Option<&mut Movement<'t>>,
    mapping: &ColumnMapping<'_>,
    entry: &mut Entry<'t>,
) {
    for (index, kind) in &mapping.accounts {
        if let Some(cell) = row.cells().get(*index).filter(|cell| !content::is_blank(cell)) {
            let name = AccountName { kind: *kind, text: content::content(cell), span: cell.span };
            entry.accounts.push(name);
        }
    }
    let cell = || mapping.currency.and_then(|index| row.cells().get(index)).filter(|cell| !content::is_blank(cell));
    let column = || cell().map(|cell| (CurrencyCode::of(content::content(cell)), cell.span));
    match movement.and_then(|movement| movement.currency.take()).or_else(column) {
        Some((currency, span)) => (entry.currency, entry.currency_span) = (Some(currency), span),
        None => entry.currency_span = content::span(row, mapping.currency),
    }
    match movement::number_at(row, mapping.balance, mapping) {
        Ok(balance) => entry.balance = balance.map(|(figure, span)| (figure.number, span)),
        Err(_) => {
            entry.balance = None;
            let span = content::span(row, mapping.balance);
            entry.row_faults.push(Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a balance"));
        }
    }
    entry.sub_account = mapping.pocket.map_or(Cow::Borrowed(""), |pocket| content::at(row, Some(pocket)));
}

/// The parts of the text of a row, in the order of the profile.
fn texts<'t>(row: &Row<'t>, mapping: &ColumnMapping<'_>) -> impl Iterator<Item = Cow<'t, str>> {
    mapping.texts.iter().map(|index| {
        if mapping.rest == Some(*index) { mapping.text(row, Some(*index)) } else { content::at(row, Some(*index)) }
    })
}

/// The text of a row alone.
fn text_of(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> String {
    joined(&texts(row, mapping).collect::<Vec<_>>())
}

/// What speaks against reading a row at all: it is longer than the caller allows, or a cell of it is.
fn beyond(row: &Row<'_>, limits: &Limits) -> Option<Diagnostic> {
    let whole = row.span();
    let length = whole.len();
    if length > limits.line {
        return Some(Diagnostic::new(&rules::LINE_TOO_LONG, whole).param("found", length).param("limit", limits.line));
    }
    if length <= limits.cell {
        return None;
    }
    let long = row.cells().iter().find(|cell| cell.raw().len() > limits.cell)?;
    let fault = Diagnostic::new(&rules::CELL_TOO_LONG, long.span).param("found", long.raw().len());
    Some(fault.param("limit", limits.cell))
}
