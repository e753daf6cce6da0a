use std::borrow::Cow;

pub(in crate::format) use super::amount::{
    Amount, AmountColumn, DirectionColumn, DirectionWordsColumn,
};
use super::header::Header;
use crate::format::table::profile::{
    self, ProfileDefinition, Role, RowKind, RowRule, Style, TemplateRole, matches_any,
};
use crate::format::table::value::{TemplateGroup, content, number};
use crate::sheet::{Row, date};
use crate::statement::AccountNumberKind;
use crate::value::Currency;

/// The columns of a profile in one file, each by the index of its cell.
#[derive(Debug, Clone)]
pub(in crate::format) struct ColumnMapping<'c> {
    /// The columns that name the account, the most reliable first.
    pub(in crate::format) accounts: Vec<(usize, AccountNumberKind)>,
    pub(in crate::format) currency: Option<usize>,
    pub(in crate::format) purchased: Option<DateColumn>,
    pub(in crate::format) valuta: Option<DateColumn>,
    pub(in crate::format) booked: Option<DateColumn>,
    pub(in crate::format) original_amount: Option<usize>,
    pub(in crate::format) original_currency: Option<usize>,
    pub(in crate::format) balance: Option<usize>,
    pub(in crate::format) balance_before: Option<usize>,
    pub(in crate::format) sub_account: Option<usize>,
    pub(in crate::format) transaction_id: Option<usize>,
    pub(in crate::format) detail_amount: Option<usize>,
    pub(in crate::format) detail_currency: Option<usize>,
    pub(in crate::format) texts: Vec<usize>,
    /// The text column that continues in the cells after the last column.
    pub(in crate::format) overflow: Option<usize>,
    pub(in crate::format) identity: Vec<Option<usize>>,
    pub(in crate::format) amount: Amount<'c>,
    pub(in crate::format) status: Vec<(usize, &'c profile::Status)>,
    templates: Vec<TemplateGroup<'c>>,
    pub(in crate::format) style: &'c Style,
    /// The number of columns of the header, and the minimum number of cells of a row.
    pub(in crate::format) column_count: usize,
    pub(in crate::format) min_cells: usize,
    row_rules: Vec<RowMatcher<'c>>,
}

/// A column of dates.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct DateColumn {
    pub(in crate::format) cell: usize,
    /// Whether a row without this date is not an entry.
    pub(in crate::format) required: bool,
}

/// A row rule with the cells of its columns.
#[derive(Debug, Clone)]
struct RowMatcher<'c> {
    empty: Vec<Option<usize>>,
    filled: Vec<Option<usize>>,
    text: Vec<Option<usize>>,
    matches: Vec<(Option<usize>, &'c [String])>,
    rule: &'c RowRule,
}

impl<'c> ColumnMapping<'c> {
    /// Returns the mapping for a header, or `None` if the profile has no style.
    pub(in crate::format) fn new(header: &Header<'c>) -> Option<Self> {
        let profile: &'c ProfileDefinition = header.profile;
        let first = |role| header.cells_with_role(role).next();
        // Without the column of its currency, which other variants have, an original amount says nothing.
        let has_currency = |column: &profile::Column| column.role == Role::OriginalCurrency;
        let lacks_currency =
            profile.columns.iter().any(has_currency) && first(Role::OriginalCurrency).is_none();
        let original_amount = first(Role::OriginalAmount).filter(|_| !lacks_currency);
        let overflow = profile.overflow_column.as_ref();
        Some(Self {
            accounts: account_columns(header),
            currency: first(Role::Currency),
            purchased: DateColumn::new(header, Role::PurchasedAt),
            valuta: DateColumn::new(header, Role::ValutaAt),
            booked: DateColumn::new(header, Role::BookedAt),
            original_amount,
            // Without the original amount, the currency is useless.
            original_currency: original_amount.and_then(|_| first(Role::OriginalCurrency)),
            balance: first(Role::Balance),
            balance_before: first(Role::BalanceBefore),
            sub_account: first(Role::SubAccount),
            transaction_id: first(Role::TransactionId),
            detail_amount: first(Role::DetailAmount),
            detail_currency: first(Role::DetailCurrency).or(first(Role::Currency)),
            texts: header.cells_with_role(Role::Text).collect(),
            overflow: overflow.and_then(|id| header.cell_of(id)),
            identity: cells_of(header, &profile.identity.columns),
            amount: Amount::new(header, &header.variant?.amount),
            status: status_columns(header),
            templates: template_groups(header),
            style: profile.styles.first()?,
            column_count: header.column_count(),
            min_cells: header.min_cells(),
            row_rules: row_matchers(header),
        })
    }

    /// Returns the cells of numbers.
    pub(in crate::format) fn number_cells(&self) -> impl Iterator<Item = usize> {
        let others = [
            self.balance,
            self.balance_before,
            self.detail_amount,
            self.original_amount,
        ];
        self.amount_cells().into_iter().chain(others).flatten()
    }

    /// Returns the words that the profile knows in a cell: those of row rules, of the status and of the direction.
    pub(in crate::format) fn words_of(&self, cell: usize) -> impl Iterator<Item = &'c str> {
        let matchers = self.row_rules.iter();
        let of_rules = matchers.flat_map(move |matcher| matcher.words_of(cell));
        let statuses = self.status.iter().filter(move |(index, _)| *index == cell);
        let of_status = statuses.flat_map(|(_, status)| status.words());
        let directions = self.amount.direction_words().into_iter();
        let directions = directions.filter(move |(index, _)| *index == Some(cell));
        let of_direction = directions.flat_map(|(_, words)| words.words());
        of_rules
            .chain(of_status)
            .chain(of_direction)
            .map(String::as_str)
    }

    /// Returns the cells of all numbers that are read, of details and of original amounts too.
    pub(in crate::format) fn all_number_cells(&self) -> impl Iterator<Item = usize> {
        let originals = self.original_columns().filter_map(|[amount, _]| amount);
        self.number_cells().chain(originals)
    }

    /// Returns the cells of all currencies that are read.
    pub(in crate::format) fn currency_cells(&self) -> impl Iterator<Item = usize> {
        let own = [self.currency, self.original_currency, self.detail_currency];
        let originals = self.original_columns().map(|[_, currency]| currency);
        let amounts = self.amount.amount_columns().into_iter().flatten();
        let beside = amounts.map(|column| column.currency);
        own.into_iter().chain(originals).chain(beside).flatten()
    }

    /// Returns the columns of the original amounts and their currencies that depend on the direction.
    fn original_columns(&self) -> impl Iterator<Item = [Option<usize>; 2]> {
        let columns = match &self.amount {
            Amount::Signed { .. } => [None, None],
            Amount::DebitCredit { debit, credit, .. } => [debit.original, credit.original],
        };
        columns.into_iter().flatten()
    }

    /// Returns all groups of templates of a cell.
    pub(in crate::format) fn templates_at(
        &self,
        cell: usize,
    ) -> impl Iterator<Item = &TemplateGroup<'c>> {
        let groups = self.templates.iter();
        groups.filter(move |group| group.cell == cell)
    }

    /// Returns the cells of numbers, dates and currencies.
    pub(in crate::format) fn value_cells(&self) -> impl Iterator<Item = usize> {
        let currencies = [self.currency, self.original_currency];
        self.number_cells()
            .chain(self.date_cells())
            .chain(currencies.into_iter().flatten())
    }

    /// Returns the collapsed text of a cell, including the cells after it if this is the overflow column.
    pub(in crate::format) fn collapsed_text<'t>(
        &self,
        row: &Row<'t>,
        index: Option<usize>,
    ) -> Cow<'t, str> {
        let Some(index) = index else {
            return Cow::Borrowed("");
        };
        if self.overflow == Some(index) {
            let cells = row.cells().get(index..).unwrap_or_default();
            return Cow::Owned(content::joined_text(cells));
        }
        match row.cells().get(index) {
            Some(cell) => content::collapsed_text(cell),
            None => Cow::Borrowed(""),
        }
    }

    /// Returns the templates of a role, grouped by column.
    pub(in crate::format) fn templates_of(
        &self,
        role: TemplateRole,
    ) -> impl Iterator<Item = &TemplateGroup<'c>> {
        let groups = self.templates.iter();
        groups.filter(move |group| group.role == role)
    }

    /// Returns the cells of dates.
    pub(in crate::format) fn date_cells(&self) -> impl Iterator<Item = usize> {
        let columns = [self.purchased, self.valuta, self.booked];
        columns.into_iter().flatten().map(|column| column.cell)
    }

    /// Returns the cells that name the account and the sub-account.
    pub(in crate::format) fn account_cells(&self) -> impl Iterator<Item = usize> {
        let accounts = self.accounts.iter().map(|(cell, _)| *cell);
        accounts.chain(self.sub_account)
    }

    /// Returns whether a cell goes into the transaction as a number or as text, so that a truncated value would be mistaken for the
    /// whole value.
    pub(in crate::format) fn feeds_transaction(&self, cell: usize) -> bool {
        let others = [self.original_amount, self.transaction_id]
            .into_iter()
            .chain(self.identity.iter().copied());
        let accounts = self.accounts.iter().map(|(account, _)| *account);
        let fed = self
            .amount_cells()
            .into_iter()
            .chain(others)
            .flatten()
            .chain(self.texts.iter().copied())
            .chain(accounts);
        fed.into_iter().any(|fed| fed == cell)
    }

    /// Returns the cells of the amount, including fees.
    pub(in crate::format) fn amount_cells(&self) -> [Option<usize>; 4] {
        let columns = self.amount.amount_columns();
        columns.map(|column| column?.cell)
    }

    /// Returns whether a row has the cells that every entry has.
    pub(in crate::format) fn has_required_cells(&self, row: &Row<'_>) -> bool {
        let own = [self.currency, self.transaction_id].into_iter().flatten();
        let statuses = self.status.iter().map(|(cell, _)| *cell);
        let mut required = own.chain(statuses).chain(self.date_cells());
        required.all(|cell| cell < row.cells().len())
    }

    /// Returns whether each value in a row is valid for its column, which it isn't if a delimiter before it was lost.
    pub(in crate::format) fn has_valid_values(&self, row: &Row<'_>) -> bool {
        let holds = |cell: usize, is_valid: &dyn Fn(&str) -> bool| {
            let text = content::text_at(row, Some(cell));
            text.is_empty() || is_valid(&text)
        };
        let is_number = |text: &str| number::parse(text, &self.style.numbers).is_some();
        let is_date = |text: &str| date::parse(text, &self.style.dates).is_some();
        let is_currency = |text: &str| Currency::parse(text).is_ok();
        let is_id = |text: &str| !text.contains(char::is_whitespace);
        let currencies = [self.currency, self.original_currency];
        let mut currency_cells = currencies.into_iter().flatten();
        let mut statuses = self.status.iter();
        self.number_cells().all(|cell| holds(cell, &is_number))
            && self.date_cells().all(|cell| holds(cell, &is_date))
            && currency_cells.all(|cell| holds(cell, &is_currency))
            && self.transaction_id.is_none_or(|cell| holds(cell, &is_id))
            && statuses.all(|(cell, status)| holds(*cell, &|word| status.contains(word)))
    }

    /// Returns the first rule that applies to a row, or `None` if the row must be an entry.
    pub(in crate::format) fn row_rule(&self, row: &Row<'_>) -> Option<&'c RowRule> {
        let mut matchers = self.row_rules.iter();
        let matcher = matchers.find(|matcher| self.matches(matcher, row))?;
        if matcher.rule.kind == RowKind::Continuation && !self.has_text(row) {
            return None;
        }
        Some(matcher.rule)
    }

    /// Returns whether a row is a booking, booked or not.
    pub(in crate::format) fn is_booking(&self, row: &Row<'_>) -> bool {
        let rule = self.row_rule(row);
        rule.is_none_or(|rule| rule.kind.is_booking())
    }

    /// Returns whether a row has text of an entry above. A lone number or date outside the text columns is the rest of an entry instead.
    fn has_text(&self, row: &Row<'_>) -> bool {
        for (index, cell) in row.cells().iter().enumerate() {
            let text = content::text(cell);
            if text.is_empty() {
                continue;
            }
            if self.texts.contains(&index) || !self.is_value(&text) {
                return true;
            }
        }
        false
    }

    fn matches(&self, matcher: &RowMatcher<'_>, row: &Row<'_>) -> bool {
        let RowMatcher {
            empty,
            filled,
            text,
            matches,
            rule,
        } = matcher;
        let text_at = |index: &Option<usize>| content::text_at(row, *index);
        let is_filled = |index: &Option<usize>| content::filled_cell_at(row, *index).is_some();
        let has_count = |expected: usize| expected == content::count_filled(row);
        !empty.iter().any(is_filled)
            && filled.iter().all(is_filled)
            && text.iter().all(|index| self.is_words(&text_at(index)))
            && matches
                .iter()
                .all(|(index, words)| matches_any(&text_at(index), words))
            && rule.filled_cells.is_none_or(has_count)
    }

    /// Returns whether a text has words, and is not a value or the rest of a date.
    fn is_words(&self, text: &str) -> bool {
        !self.is_value(text) && !date::looks_like_date(text) && text.contains(char::is_alphabetic)
    }

    /// Returns whether a text is a number or a date in the style of the file.
    pub(in crate::format) fn is_value(&self, text: &str) -> bool {
        content::is_value(text, self.style)
    }
}

impl DateColumn {
    fn new(header: &Header<'_>, role: Role) -> Option<Self> {
        let cell = header.cells_with_role(role).next()?;
        let mut columns = header.profile.columns.iter();
        let required = columns.any(|column| column.role == role && column.value_required);
        Some(Self { cell, required })
    }
}

impl<'c> RowMatcher<'c> {
    fn new(header: &Header<'c>, rule: &'c RowRule) -> Self {
        let mut matches = Vec::new();
        for (id, words) in &rule.matches {
            matches.push((header.cell_of(id), words.as_slice()));
        }
        Self {
            empty: cells_of(header, &rule.empty),
            filled: cells_of(header, &rule.filled),
            text: cells_of(header, &rule.text),
            matches,
            rule,
        }
    }

    /// Returns the words that the rule knows in a cell.
    fn words_of(&self, cell: usize) -> impl Iterator<Item = &'c String> {
        let matches = self.matches.iter();
        let of_cell = matches.filter(move |(index, _)| *index == Some(cell));
        of_cell.flat_map(|(_, words)| *words)
    }
}

/// Returns the columns that name the account, the most reliable first.
fn account_columns(header: &Header<'_>) -> Vec<(usize, AccountNumberKind)> {
    let mut columns = Vec::new();
    for (role, kind) in [
        (Role::Iban, AccountNumberKind::Iban),
        (Role::Account, AccountNumberKind::BankNumber),
        (Role::Card, AccountNumberKind::Card),
    ] {
        if let Some(cell) = header.cells_with_role(role).next() {
            columns.push((cell, kind));
        }
    }
    columns
}

fn status_columns<'c>(header: &Header<'c>) -> Vec<(usize, &'c profile::Status)> {
    let profile: &'c ProfileDefinition = header.profile;
    let mut columns = Vec::new();
    for status in &profile.status {
        if let Some(cell) = header.cell_of(&status.column) {
            columns.push((cell, status));
        }
    }
    columns
}

fn template_groups<'c>(header: &Header<'c>) -> Vec<TemplateGroup<'c>> {
    let profile: &'c ProfileDefinition = header.profile;
    let mut templates = Vec::new();
    for template in &profile.templates {
        if let Some(cell) = header.cell_of(&template.column) {
            templates.push((cell, template.role, template.pattern.as_str()));
        }
    }
    TemplateGroup::group(templates.into_iter())
}

fn row_matchers<'c>(header: &Header<'c>) -> Vec<RowMatcher<'c>> {
    let profile: &'c ProfileDefinition = header.profile;
    let rules = profile.rows.iter();
    rules.map(|rule| RowMatcher::new(header, rule)).collect()
}

fn cells_of(header: &Header<'_>, ids: &[String]) -> Vec<Option<usize>> {
    ids.iter().map(|id| header.cell_of(id)).collect()
}
