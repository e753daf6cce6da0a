mod balances;
mod bookings;
mod bounds;

use std::collections::HashSet;
use std::rc::Rc;

use rust_decimal::Decimal;

use super::accounts::Accounts;
use super::booking::{Booking, Days, Recent};
use super::code::Code;
use super::conversion::{Converted, Reason, Skipped, Summary};
use super::identity::Ids;
use super::movement::{self, Movement};
use super::options::Options;
use super::outline::Outline;
use super::preamble::Preamble;
use super::profile::{Bound, Profile, Role, RowKind, is_among};
use super::proof::Proof;
use super::table::{self, Row, Rows};
use super::total::Totals;
use super::wording::Wording;
use super::{cell, currencies, day, rules};
use crate::report::{Cell, Collector, Fault, Limits, Mark, Rule};
use crate::source::{Span, in_order};
use crate::value::Currency;

pub(super) use bounds::beyond;

/// What the row above was, to which a detail row belongs.
enum Above<'t> {
    Nothing,
    Booking(Box<Booking<'t>>),
    /// A row that was skipped or rejected, whose details go with it.
    Passed,
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
}

/// Takes the rows of one statement in their order and says of each what it is.
pub(super) struct Converter<'t, 'h, 'c, 's, 'p> {
    outline: Outline<'t, 'h, 'c>,
    profile: &'c Profile,
    limits: &'s Limits,
    findings: &'s mut Collector<'p>,
    summary: &'s mut Summary,
    /// None where nothing but the ids is wanted.
    sink: Option<&'s mut dyn FnMut(Converted<'_>)>,
    accounts: Accounts,
    preamble: Preamble,
    /// The rows from the header on, and what looks like one above it.
    rows: Rows<'t>,
    rows_above: Vec<(usize, Span)>,
    /// The balances that totals tell, of the beginning and of the end.
    bounds: [Option<(Decimal, Span)>; 2],
    /// The currency that the file names for rows that name none, and the one given.
    currencies: (Option<Currency>, Option<Currency>),
    ids: Ids<'t, 's>,
    proof: Proof,
    totals: Totals,
    above: Above<'t>,
    /// The booking given out last, whose room the next one takes over, and what else is used again and again.
    spare: Option<Box<Booking<'t>>>,
    wording: Wording,
    id: String,
    passed_over: Vec<Fault>,
    recent: Recent<'t>,
    /// The findings before the row that is being read.
    mark: Mark,
    after_blank_line: bool,
    section: Section,
    /// The first row beyond the limit, and its number.
    surplus: Option<(Span, usize)>,
    /// Whether a booking so far ended in an empty cell, as then a cut after a delimiter can't be told.
    ends_empty: bool,
    /// How long the day is with which the last booking ended, where it did with one.
    last_day: Option<usize>,
    /// How many cells bookings have; of the first one, until it can be compared, its place and number.
    usual: Option<(usize, Option<(Span, usize)>)>,
    /// The words of a status that the format is not known to have, each said once.
    strange_words: HashSet<String>,
    /// What every row lacks and was said to be missing, once.
    said: Vec<&'static Rule>,
}

impl<'t, 'h, 'c, 's, 'p> Converter<'t, 'h, 'c, 's, 'p> {
    /// A converter of the statement below a header, which gives its ids, and without a sink nothing else.
    pub(super) fn new(
        outline: Outline<'t, 'h, 'c>,
        ids: Ids<'t, 's>,
        options: &'s Options,
        findings: &'s mut Collector<'p>,
        summary: &'s mut Summary,
        sink: Option<&'s mut dyn FnMut(Converted<'_>)>,
    ) -> Self {
        let (text, header) = (outline.text, outline.header);
        let profile: &'c Profile = header.profile;
        let mut proof = Proof::new(profile.order, profile.balances);
        let (mut preamble, mut rows_above) = (Preamble::default(), Vec::new());
        let mut rows = Rows::new(text, header.delimiter);
        let mut row = Row::default();
        let limits = options.policy.bounds();
        while row.line() + 1 < header.line && rows.next_line(&mut row) {
            if let Some(fault) = beyond(&row, limits) {
                findings.push(fault);
                continue;
            }
            let known = preamble.goes_on() && cell::filled(&row) > 0 || Preamble::has_label(&row, profile);
            preamble.take(&row, profile);
            if !known && outline.resembles_row(&row) {
                rows_above.push((row.line(), row.span()));
                proof.lose();
            }
        }
        let accounts = Accounts::new(options, &preamble, header.span, findings);
        let own = currencies::of_rows_that_name_none(header, &preamble, options, findings);
        for (span, expected) in preamble.unread(outline.plan.style) {
            findings.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", expected));
        }
        summary.period = preamble.period(&outline.plan.style.dates);
        Self {
            outline,
            profile,
            limits,
            findings,
            summary,
            sink,
            accounts,
            preamble,
            bounds: [None; 2],
            currencies: (own, options.currency.filter(|_| header.currencies().len() < 2)),
            ids,
            proof,
            rows,
            rows_above,
            totals: Totals::default(),
            above: Above::Nothing,
            spare: None,
            wording: Wording::default(),
            id: String::new(),
            passed_over: Vec::new(),
            recent: Recent::default(),
            mark: Mark::default(),
            after_blank_line: false,
            section: Section::Rows,
            surplus: None,
            ends_empty: false,
            last_day: None,
            usual: None,
            strange_words: HashSet::new(),
            // That the columns conflict was said already.
            said: if header.currencies().len() > 1 { vec![&rules::CURRENCY_MISSING] } else { Vec::new() },
        }
    }

    /// Reads all rows.
    pub(super) fn run(mut self) -> Ids<'t, 's> {
        let mut rows = self.rows.clone();
        let mut row = Row::default();
        // Up to here quotes that span lines are known to be strays.
        let mut literal = 0;
        let header = self.outline.header;
        if header.lines > 1 {
            rows.next_row(&mut row);
        } else if header.lines == 1
            && rows.next_line(&mut row)
            && let Some(span) = row.stray_quote()
        {
            self.findings.push(Fault::new(&rules::STRAY_QUOTE, span));
        }
        while rows.next_row(&mut row) {
            row.blank_out(&self.profile.blanks);
            if row.lines() > 1 {
                if row.span().start >= literal && self.outline.is_mispaired(&rows, &row) {
                    literal = row.span().end;
                }
                if row.span().start < literal {
                    rows.reread(&mut row);
                    row.blank_out(&self.profile.blanks);
                }
            }
            self.mark = self.findings.mark();
            self.take(&mut row);
            self.locate(self.mark, &row, self.summary.rows);
        }
        self.flush();
        self.tell_surplus();
        // Rows are counted from the header, so that those above it come last.
        for (line, span) in std::mem::take(&mut self.rows_above) {
            self.summary.rows += 1;
            self.summary.rejected.push(line);
            self.findings.push(Fault::new(&rules::ROW_ABOVE_HEADER, span));
        }
        self.summary.rejected = in_order(std::mem::take(&mut self.summary.rejected), |line| (*line, 0));
        if self.summary.rows == 0 {
            self.findings.push(Fault::new(&rules::STATEMENT_EMPTY, self.outline.header.span));
        }
        self.tell_breaks();
        self.compare_ends();
        self.summary.totals = self.close_totals();
        self.summary.took_account = self.accounts.took_given();
        if let Some(span) = self.accounts.unnamed_among_others() {
            self.findings.push(Fault::new(&rules::ACCOUNT_FILLED_IN, span));
        }
        // Where every row was rejected, the balances of what is pending prove nothing.
        if self.summary.converted > 0 || self.summary.rejected.is_empty() {
            self.summary.balance = self.proof.verdict();
        }
        self.ids
    }

    fn take(&mut self, row: &mut Row<'t>) {
        if cell::is_empty(row) {
            self.after_blank_line = true;
            return;
        }
        let after_blank_line = std::mem::take(&mut self.after_blank_line);
        if self.section == Section::Footer {
            if self.outline.is_row_of_any(row) {
                self.summary.rows += 1;
                self.refuse(row, Fault::new(&rules::ROW_AFTER_FOOTER, row.span()));
            }
            return;
        }
        if self.outline.is_footer(row, after_blank_line) && !self.outline.begins_another(row) {
            self.section = Section::Footer;
            return;
        }
        self.summary.rows += 1;
        if self.section == Section::Another {
            return self.pass(row);
        }
        if self.is_surplus(row) {
            return;
        }
        let judged = beyond(row, self.limits).map_or_else(|| self.judge(row), Err);
        if let Err(fault) = judged {
            self.refuse(row, fault);
        }
    }

    /// Rejects a row, unless another statement begins with it: then that is what is wrong with it and all that follow.
    fn refuse(&mut self, row: &Row<'t>, fault: Fault) {
        if self.outline.begins_another(row) {
            self.section = Section::Another;
            self.reject(row, Fault::new(&rules::SECOND_STATEMENT, row.span()));
        } else {
            self.reject(row, fault);
        }
    }

    fn judge(&mut self, row: &mut Row<'t>) -> Result<(), Fault> {
        let found = self.outline.plan.kind(row);
        match found.map(|found| found.kind) {
            // A continuation may have any number of cells, and its text tells nothing but itself.
            Some(RowKind::Continuation) => self.outline.is_of_this_statement(row)?,
            // A total stands where it likes, within the header.
            // What is left of a last row that was cut off may look like another kind of row.
            Some(RowKind::Other) if !row.closed() => self.outline.fills_header(row)?,
            Some(RowKind::Total | RowKind::Other) => {
                self.outline.is_of_this_statement(row)?;
                self.outline.within_header(row)?;
            }
            Some(RowKind::Annotation) => self.outline.within_header(row)?,
            // Its amount stands in its place, and all else in it is text or nothing.
            Some(RowKind::Part) if self.outline.plan.values_fit(row) => self.outline.within_header(row)?,
            _ => self.outline.fills_header(row)?,
        }
        if let Some(span) = row.stray_quote() {
            self.findings.push(Fault::new(&rules::STRAY_QUOTE, span));
        }
        let Some(found) = found else { return self.booking(row) };
        match found.kind {
            RowKind::Part => return self.part(row, found.apart),
            RowKind::Continuation => return self.continuation(row),
            RowKind::Annotation => return self.annotation(row),
            RowKind::Pending => self.pending(row, found.said)?,
            RowKind::Void => self.skip(row, Reason::Status),
            RowKind::Total => {
                let place = match found.balance {
                    Some(Bound::Opening) => self.bounds.first_mut(),
                    Some(Bound::Closing) => self.bounds.last_mut(),
                    None => None,
                };
                if let Some(place) = place {
                    *place = movement::last_number(row, &self.outline.plan);
                }
                self.skip(row, Reason::Total);
            }
            RowKind::Other => self.skip(row, Reason::Other),
        }
        Ok(())
    }

    /// A payment that waits for its booking: what has no amount is none, nor what has no day and doesn't say so in words.
    fn pending(&mut self, row: &Row<'t>, said: bool) -> Result<(), Fault> {
        let plan = &self.outline.plan;
        let is_day = |text: &str| day::parse(text, &plan.style.dates).is_some();
        // What is booked by its own word has lost its day.
        if plan.status.iter().any(|(word, status)| is_among(&cell::at(row, Some(*word)), &status.booked)) {
            Days::read(row, plan, &mut Recent::default(), &mut Vec::new())?;
        }
        if !said && !plan.days().any(|day| is_day(&cell::at(row, Some(day)))) {
            Days::read(row, plan, &mut Recent::default(), &mut Vec::new())?;
        }
        match movement::read(row, plan) {
            // What was paid in another currency has no amount until it is booked.
            Err(_) if movement::number_at(row, plan.original_amount, plan)?.is_some() => {}
            read => drop(read?),
        }
        self.flush();
        self.follow(row, true);
        self.skip(row, Reason::Pending);
        Ok(())
    }

    /// The account of a row: its own, or that of the file, or the one given.
    fn account(&mut self, row: &Row<'t>) -> Option<Rc<str>> {
        for (index, role) in &self.outline.plan.accounts {
            let Some(place) = row.cells().get(*index).filter(|place| !cell::is_blank(place)) else { continue };
            let text = cell::content(place);
            if self.accounts.is_named(&text, place.span, *role == Role::Iban, self.findings) {
                return self.accounts.take(*role, row.span());
            }
        }
        if !self.outline.plan.accounts.is_empty() {
            self.accounts.note_unnamed(row.span());
        }
        self.accounts.whole()
    }

    /// The currency of a row: that beside its amount, or of its own column, or that of the file, or of its account in the
    /// caller's map, or the one given.
    fn row_currency(&self, row: &Row<'t>, movement: &Movement<'t>, account: &str) -> Option<(Code<'t>, Span)> {
        let place = self.outline.plan.currency.and_then(|index| row.cells().get(index));
        let place = place.filter(|place| !cell::is_blank(place));
        let column = || place.map(|place| (Code::of(cell::content(place)), place.span));
        if let Some(found) = movement.currency.clone().or_else(column) {
            return Some(found);
        }
        let span = cell::span(row, self.outline.plan.currency);
        let (own, given) = self.currencies;
        let currency = own.or_else(|| self.accounts.currency_of(account)).or(given)?;
        Some((Code::Known(currency), span))
    }

    /// Rejects a row that lacks what the caller can give. It is said once, at the header, not for every row.
    fn lack(&mut self, rules: impl Iterator<Item = &'static Rule>, row: &Row<'t>) {
        for rule in rules {
            if !self.said.contains(&rule) {
                self.said.push(rule);
                self.findings.push(Fault::new(rule, self.outline.header.span));
            }
        }
        self.pass(row);
    }

    fn skip(&mut self, row: &Row<'t>, reason: Reason) {
        self.flush();
        self.above = Above::Passed;
        self.summary.skipped.push(Skipped::new(row.line(), reason));
    }

    fn reject(&mut self, row: &Row<'t>, fault: Fault) {
        self.flush();
        self.findings.push(fault);
        self.pass(row);
    }

    /// Counts a row as rejected; what is wrong has been said.
    fn pass(&mut self, row: &Row<'t>) {
        self.above = Above::Passed;
        self.summary.rejected.push(row.line());
        self.proof.lose();
    }

    /// Tells the cell of each finding since `mark` that lies in a row.
    fn locate(&mut self, mark: Mark, row: &Row<'_>, number: usize) {
        // Nearly every row has none.
        if self.findings.mark() == mark {
            return;
        }
        let (header, whole) = (self.outline.header, row.span());
        self.findings.locate(mark, |span| {
            if span.start < whole.start || whole.end < span.end || whole.is_empty() {
                return None;
            }
            let inside = |cell: &table::Cell<'_>| cell.span.start <= span.start && span.end <= cell.span.end;
            let column = row.cells().iter().position(inside).filter(|_| span != whole);
            Some(Cell::new(number, header.name(column)))
        });
    }
}
