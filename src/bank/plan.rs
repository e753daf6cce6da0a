use super::header::Header;
use super::profile::{AmountModel, Direction, Numbers, Profile, Role, RowKind, Sign, TemplateRole};
use super::table::Row;
use super::{cell, day, number};
use crate::transactions::CreditDebit;
use crate::value::Currency;

/// A profile laid over the header of one file: every column by the index of its cell.
#[derive(Debug)]
pub(super) struct Plan<'c> {
    pub(super) iban: Option<usize>,
    pub(super) currency: Option<usize>,
    pub(super) purchased: Option<Day>,
    pub(super) valuta: Option<Day>,
    pub(super) booked: Option<Day>,
    pub(super) original_amount: Option<usize>,
    pub(super) original_currency: Option<usize>,
    pub(super) balance: Option<usize>,
    pub(super) transaction_id: Option<usize>,
    pub(super) part: Option<usize>,
    pub(super) texts: Vec<usize>,
    pub(super) identity: Vec<Option<usize>>,
    pub(super) amount: Amount<'c>,
    pub(super) status: Option<usize>,
    pub(super) templates: Vec<(usize, &'c str, TemplateRole)>,
    numbers: &'c Numbers,
    dates: &'c [String],
    rows: Vec<Pattern>,
}

/// A column of days.
#[derive(Debug, Clone, Copy)]
pub(super) struct Day {
    pub(super) cell: usize,
    /// Whether a row without it is no booking.
    pub(super) needed: bool,
}

/// Where amount and direction stand.
#[derive(Debug)]
pub(super) enum Amount<'c> {
    Signed { cell: Option<usize>, positive: CreditDebit, words: Option<Words<'c>> },
    Split { debit: Side, credit: Side },
}

/// The column of one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub(super) cell: Option<usize>,
    pub(super) negative: bool,
}

/// A column that says the direction in words.
#[derive(Debug)]
pub(super) struct Words<'c> {
    pub(super) cell: Option<usize>,
    pub(super) credit: &'c [String],
    pub(super) debit: &'c [String],
}

/// What a row looks like that is no booking of its own.
#[derive(Debug)]
struct Pattern {
    empty: Vec<usize>,
    filled: Vec<Option<usize>>,
    cells: Option<usize>,
    is: RowKind,
}

impl<'c> Plan<'c> {
    pub(super) fn new(header: &Header<'c>) -> Self {
        let profile = header.profile;
        let first = |role| header.cells_of(role).next();
        let day = |role| {
            let cell = first(role)?;
            let needed = profile.columns.iter().any(|column| column.role == role && column.needed);
            Some(Day { cell, needed })
        };
        let rows = profile.rows.iter().map(|rule| Pattern {
            empty: rule.empty.iter().filter_map(|key| header.cell(key)).collect(),
            filled: rule.filled.iter().map(|key| header.cell(key)).collect(),
            cells: rule.cells,
            is: rule.is,
        });
        let templates = profile
            .templates
            .iter()
            .filter_map(|template| Some((header.cell(&template.column)?, template.text.as_str(), template.role)));
        Self {
            iban: first(Role::Iban),
            currency: first(Role::Currency),
            purchased: day(Role::PurchasedAt),
            valuta: day(Role::ValutaAt),
            booked: day(Role::BookedAt),
            original_amount: first(Role::OriginalAmount),
            original_currency: first(Role::OriginalCurrency),
            balance: first(Role::Balance),
            transaction_id: first(Role::TransactionId),
            part: first(Role::Part),
            texts: header.cells_of(Role::Text).collect(),
            identity: profile.identity.columns.iter().map(|key| header.cell(key)).collect(),
            amount: Amount::new(header),
            status: profile.status.as_ref().and_then(|status| header.cell(&status.column)),
            templates: templates.collect(),
            numbers: &profile.numbers,
            dates: &profile.dates,
            rows: rows.collect(),
        }
    }

    /// The columns of days.
    pub(super) fn days(&self) -> impl Iterator<Item = usize> {
        [self.purchased, self.valuta, self.booked].into_iter().flatten().map(|day| day.cell)
    }

    /// Whether what stands in a cell goes into the transaction as a number or as words, so that a part of it would be
    /// taken for the whole.
    pub(super) fn feeds_values(&self, cell: usize) -> bool {
        let others = [self.original_amount, self.transaction_id];
        self.amounts().into_iter().chain(others).flatten().chain(self.texts.iter().copied()).any(|fed| fed == cell)
    }

    /// The columns of the amount.
    pub(super) fn amounts(&self) -> [Option<usize>; 2] {
        match &self.amount {
            Amount::Signed { cell, .. } => [*cell, None],
            Amount::Split { debit, credit } => [debit.cell, credit.cell],
        }
    }

    /// Whether a row has the cells that no booking lacks, and each value in it is of its kind, which it would not be had a
    /// delimiter before it been lost.
    pub(super) fn values_fit(&self, row: &Row<'_>, profile: &Profile) -> bool {
        let fits = |cell: &usize, is_one: &dyn Fn(&str) -> bool| {
            let text = cell::at(row, Some(*cell));
            text.is_empty() || is_one(&text)
        };
        let needed = [self.currency, self.transaction_id, self.status];
        let is_there = |cell: usize| cell < row.cells().len();
        let numbers = [self.balance, self.part, self.original_amount];
        let status = |word: &str| profile.status.as_ref().is_none_or(|status| status.knows(word));
        needed.into_iter().flatten().chain(self.days()).all(is_there)
            && numbers
                .iter()
                .chain(&self.amounts())
                .flatten()
                .all(|cell| fits(cell, &|text| number::parse(text, self.numbers).is_some()))
            && self.days().all(|cell| fits(&cell, &|text| day::parse(text, self.dates).is_some()))
            && [self.currency, self.original_currency]
                .iter()
                .flatten()
                .all(|cell| fits(cell, &|text| Currency::parse(text).is_ok()))
            && self.transaction_id.iter().all(|cell| fits(cell, &|text| !text.contains(char::is_whitespace)))
            && self.status.iter().all(|cell| fits(cell, &status))
    }

    /// What a row is, where it is no booking of its own.
    pub(super) fn kind(&self, row: &Row<'_>) -> Option<RowKind> {
        let kind = self.kind_by_cells(row);
        // A lone number or day in the place of another is no text: it is what is left of a booking.
        let says_text = || {
            row.cells().iter().enumerate().any(|(index, cell)| {
                let text = cell::content(cell);
                !text.is_empty() && (!cell::is_value(&text, self.numbers, self.dates) || self.texts.contains(&index))
            })
        };
        kind.filter(|kind| *kind != RowKind::Continuation || says_text())
    }

    fn kind_by_cells(&self, row: &Row<'_>) -> Option<RowKind> {
        let blank = |index: &usize| row.cells().get(*index).is_none_or(cell::is_blank);
        let fits = |pattern: &&Pattern| {
            pattern.empty.iter().all(blank)
                && pattern.filled.iter().all(|index| index.is_some_and(|index| !blank(&index)))
                && pattern.cells.is_none_or(|count| count == cell::filled(row))
        };
        self.rows.iter().find(fits).map(|pattern| pattern.is)
    }
}

impl<'c> Amount<'c> {
    fn new(header: &Header<'c>) -> Self {
        let side =
            |side: &super::profile::Side| Side { cell: header.cell(&side.column), negative: side.sign == Sign::Minus };
        match &header.variant.amount {
            AmountModel::Signed { column, positive, words } => Self::Signed {
                cell: header.cell(column),
                positive: match positive {
                    Direction::Credit => CreditDebit::Credit,
                    Direction::Debit => CreditDebit::Debit,
                },
                words: words.as_ref().map(|words| Words {
                    cell: header.cell(&words.column),
                    credit: &words.credit,
                    debit: &words.debit,
                }),
            },
            AmountModel::Split { debit, credit } => Self::Split { debit: side(debit), credit: side(credit) },
        }
    }
}
