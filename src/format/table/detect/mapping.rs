use std::borrow::Cow;

use super::header::Header;
use crate::format::table::Row;
use crate::format::table::profile::{
    self, AmountModel, Direction, DirectionWords, Fee, ProfileDefinition, Role, RowKind, RowRule,
    Sign, Style, TemplateRole, matches_any,
};
use crate::format::table::value::{TemplateGroup, content, date, number};
use crate::statement::AccountNumberKind;
use crate::transactions::CreditDebit;
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

/// The columns of the amount and the direction.
#[derive(Debug, Clone)]
pub(in crate::format) enum Amount<'c> {
    Signed {
        cell: Option<usize>,
        positive: CreditDebit,
        direction_words: Option<DirectionWordsColumn<'c>>,
        fee: Option<AmountColumn>,
    },
    DebitCredit {
        debit: DirectionColumn,
        credit: DirectionColumn,
        direction_words: Option<DirectionWordsColumn<'c>>,
    },
}

/// A column of amounts that all have the same sign.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct AmountColumn {
    pub(in crate::format) cell: Option<usize>,
    pub(in crate::format) negative: bool,
    pub(in crate::format) currency: Option<usize>,
}

/// The columns of one direction.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct DirectionColumn {
    pub(in crate::format) amount: AmountColumn,
    pub(in crate::format) reversals: bool,
    pub(in crate::format) fee: Option<AmountColumn>,
    /// The columns of the original amount and its currency.
    pub(in crate::format) original: Option<[Option<usize>; 2]>,
}

/// A column that gives the direction in words.
pub(in crate::format) type DirectionWordsColumn<'c> = (Option<usize>, &'c DirectionWords);

/// A row rule with the cells of its columns.
#[derive(Debug, Clone)]
struct RowMatcher<'c> {
    empty: Vec<usize>,
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
        let day = |role| {
            let cell = first(role)?;
            let required = profile
                .columns
                .iter()
                .any(|column| column.role == role && column.value_required);
            Some(DateColumn { cell, required })
        };
        let row_rules = profile.rows.iter().map(|rule| RowMatcher {
            empty: rule
                .empty
                .iter()
                .filter_map(|id| header.cell_of(id))
                .collect(),
            filled: rule.filled.iter().map(|id| header.cell_of(id)).collect(),
            text: rule.text.iter().map(|id| header.cell_of(id)).collect(),
            matches: rule
                .matches
                .iter()
                .map(|(id, words)| (header.cell_of(id), words.as_slice()))
                .collect(),
            rule,
        });
        let templates = profile.templates.iter().filter_map(|template| {
            Some((
                header.cell_of(&template.column)?,
                template.role,
                template.pattern.as_str(),
            ))
        });
        let account = |(role, kind)| Some((first(role)?, kind));
        let accounts = [
            (Role::Iban, AccountNumberKind::Iban),
            (Role::Account, AccountNumberKind::BankNumber),
            (Role::Card, AccountNumberKind::Card),
        ];
        let original_amount = first(Role::OriginalAmount);
        Some(Self {
            accounts: accounts.into_iter().filter_map(account).collect(),
            currency: first(Role::Currency),
            purchased: day(Role::PurchasedAt),
            valuta: day(Role::ValutaAt),
            booked: day(Role::BookedAt),
            original_amount,
            // Without the original amount, the currency is useless.
            original_currency: first(Role::OriginalCurrency).filter(|_| original_amount.is_some()),
            balance: first(Role::Balance),
            sub_account: first(Role::SubAccount),
            transaction_id: first(Role::TransactionId),
            detail_amount: first(Role::DetailAmount),
            detail_currency: first(Role::DetailCurrency).or(first(Role::Currency)),
            texts: header.cells_with_role(Role::Text).collect(),
            overflow: profile
                .overflow_column
                .as_ref()
                .and_then(|id| header.cell_of(id)),
            identity: profile
                .identity
                .columns
                .iter()
                .map(|id| header.cell_of(id))
                .collect(),
            amount: Amount::new(header, &header.variant?.amount),
            status: profile
                .status
                .iter()
                .filter_map(|status| Some((header.cell_of(&status.column)?, status)))
                .collect(),
            templates: TemplateGroup::group(templates),
            style: profile.styles.first()?,
            column_count: header.column_count(),
            min_cells: header.min_cells(),
            row_rules: row_rules.collect(),
        })
    }

    /// Returns the cells of numbers.
    pub(in crate::format) fn number_cells(&self) -> impl Iterator<Item = usize> {
        let others = [self.balance, self.detail_amount, self.original_amount];
        self.amount_cells().into_iter().chain(others).flatten()
    }

    /// Returns the words that the profile knows in a cell: those of row rules, of the status and of the direction.
    pub(in crate::format) fn words_of(&self, cell: usize) -> impl Iterator<Item = &'c str> {
        let rules = self.row_rules.iter().flat_map(|matcher| &matcher.matches);
        let of_rules = rules
            .filter(move |(index, _)| *index == Some(cell))
            .flat_map(|(_, words)| words.iter());
        let statuses = self.status.iter().filter(move |(index, _)| *index == cell);
        let of_status = statuses
            .flat_map(|(_, status)| [&status.booked, &status.pending, &status.void])
            .flatten();
        let (Amount::Signed {
            direction_words, ..
        }
        | Amount::DebitCredit {
            direction_words, ..
        }) = &self.amount;
        let direction = direction_words
            .iter()
            .filter(move |(index, _)| *index == Some(cell));
        let of_direction = direction
            .flat_map(|(_, words)| [&words.debit, &words.credit])
            .flatten();
        of_rules
            .chain(of_status)
            .chain(of_direction)
            .map(String::as_str)
    }

    /// Returns the cells of all numbers that are read, of details and of original amounts too.
    pub(in crate::format) fn all_number_cells(&self) -> impl Iterator<Item = usize> {
        let originals = self
            .original_columns()
            .into_iter()
            .map(|[amount, _]| amount);
        self.number_cells().chain(originals.flatten())
    }

    /// Returns the cells of all currencies that are read.
    pub(in crate::format) fn currency_cells(&self) -> impl Iterator<Item = usize> {
        let originals = self
            .original_columns()
            .into_iter()
            .map(|[_, currency]| currency);
        let beside = match &self.amount {
            Amount::Signed { fee, .. } => vec![*fee],
            Amount::DebitCredit { debit, credit, .. } => {
                vec![
                    Some(debit.amount),
                    debit.fee,
                    Some(credit.amount),
                    credit.fee,
                ]
            }
        };
        let beside = beside.into_iter().flatten().map(|column| column.currency);
        let own = [self.currency, self.original_currency, self.detail_currency];
        own.into_iter().chain(originals).chain(beside).flatten()
    }

    /// Returns the columns of the original amounts and their currencies that depend on the direction.
    fn original_columns(&self) -> Vec<[Option<usize>; 2]> {
        match &self.amount {
            Amount::Signed { .. } => Vec::new(),
            Amount::DebitCredit { debit, credit, .. } => [debit.original, credit.original]
                .into_iter()
                .flatten()
                .collect(),
        }
    }

    /// Returns all groups of templates of a cell.
    pub(in crate::format) fn templates_at(
        &self,
        cell: usize,
    ) -> impl Iterator<Item = &TemplateGroup<'c>> {
        self.templates
            .iter()
            .filter(move |templates| templates.cell == cell)
    }

    /// Returns the cells of numbers, dates and currencies.
    pub(in crate::format) fn value_cells(&self) -> impl Iterator<Item = usize> {
        let currencies = [self.currency, self.original_currency]
            .into_iter()
            .flatten();
        self.number_cells()
            .chain(self.date_cells())
            .chain(currencies)
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
            let texts = row
                .cells()
                .iter()
                .skip(index)
                .map(content::collapsed_text)
                .filter(|text| !text.is_empty());
            return Cow::Owned(texts.collect::<Vec<_>>().join(" "));
        }
        row.cells()
            .get(index)
            .map_or(Cow::Borrowed(""), content::collapsed_text)
    }

    /// Returns the templates of a role, grouped by column.
    pub(in crate::format) fn templates_of(
        &self,
        role: TemplateRole,
    ) -> impl Iterator<Item = &TemplateGroup<'c>> {
        self.templates
            .iter()
            .filter(move |templates| templates.role == role)
    }

    /// Returns the cells of dates.
    pub(in crate::format) fn date_cells(&self) -> impl Iterator<Item = usize> {
        [self.purchased, self.valuta, self.booked]
            .into_iter()
            .flatten()
            .map(|day| day.cell)
    }

    /// Returns the cells that name the account and the sub-account.
    pub(in crate::format) fn account_cells(&self) -> impl Iterator<Item = usize> {
        self.accounts
            .iter()
            .map(|(cell, _)| *cell)
            .chain(self.sub_account)
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
        let fee = |fee: &Option<AmountColumn>| fee.and_then(|fee| fee.cell);
        match &self.amount {
            Amount::Signed {
                cell, fee: taken, ..
            } => [*cell, fee(taken), None, None],
            Amount::DebitCredit { debit, credit, .. } => [
                debit.amount.cell,
                credit.amount.cell,
                fee(&debit.fee),
                fee(&credit.fee),
            ],
        }
    }

    /// Returns whether a row has the cells that every entry has.
    pub(in crate::format) fn has_required_cells(&self, row: &Row<'_>) -> bool {
        let statuses = self.status.iter().map(|(cell, _)| *cell);
        let required = [self.currency, self.transaction_id]
            .into_iter()
            .flatten()
            .chain(statuses)
            .chain(self.date_cells());
        required.max().is_none_or(|last| last < row.cells().len())
    }

    /// Returns whether each value in a row is valid for its column, which it isn't if a delimiter before it was lost.
    pub(in crate::format) fn has_valid_values(&self, row: &Row<'_>) -> bool {
        let is_valid = |cell: usize, is_value: &dyn Fn(&str) -> bool| {
            let text = content::text_at(row, Some(cell));
            text.is_empty() || is_value(&text)
        };
        self.number_cells().all(|cell| {
            is_valid(cell, &|text| {
                number::parse(text, &self.style.numbers).is_some()
            })
        }) && self
            .date_cells()
            .all(|cell| is_valid(cell, &|text| date::parse(text, &self.style.dates).is_some()))
            && [self.currency, self.original_currency]
                .into_iter()
                .flatten()
                .all(|cell| is_valid(cell, &|text| Currency::parse(text).is_ok()))
            && self
                .transaction_id
                .into_iter()
                .all(|cell| is_valid(cell, &|text| !text.contains(char::is_whitespace)))
            && self
                .status
                .iter()
                .all(|(cell, status)| is_valid(*cell, &|word| status.contains(word)))
    }

    /// Returns the first rule that applies to a row, or `None` if the row must be an entry.
    pub(in crate::format) fn row_rule(&self, row: &Row<'_>) -> Option<&'c RowRule> {
        let matcher = self
            .row_rules
            .iter()
            .find(|matcher| self.matches(matcher, row))?;
        // A lone number or date outside the text columns is not a continuation but the rest of an entry.
        let has_text = || {
            row.cells().iter().enumerate().any(|(index, cell)| {
                let text = content::text(cell);
                !text.is_empty() && (!self.is_value(&text) || self.texts.contains(&index))
            })
        };
        (matcher.rule.kind != RowKind::Continuation || has_text()).then_some(matcher.rule)
    }

    fn matches(&self, matcher: &RowMatcher<'_>, row: &Row<'_>) -> bool {
        let text = |index: Option<usize>| content::text_at(row, index);
        let is_blank = |index: usize| content::is_blank_at(row, index);
        let is_text = |index: &Option<usize>| {
            let text = text(*index);
            // The rest of a date is not text.
            !self.is_value(&text)
                && !date::looks_like_date(&text)
                && text.contains(char::is_alphabetic)
        };
        matcher.empty.iter().all(|index| is_blank(*index))
            && matcher
                .filled
                .iter()
                .all(|index| index.is_some_and(|index| !is_blank(index)))
            && matcher.text.iter().all(is_text)
            && matcher
                .matches
                .iter()
                .all(|(index, words)| matches_any(&text(*index), words))
            && matcher
                .rule
                .filled_cells
                .is_none_or(|count| count == content::count_filled(row))
    }

    /// Returns whether a text is a number or a date in the style of the file.
    pub(in crate::format) fn is_value(&self, text: &str) -> bool {
        content::is_value(text, self.style)
    }
}

impl<'c> Amount<'c> {
    fn new(header: &Header<'c>, model: &'c AmountModel) -> Self {
        let amount_column = |column: &str, sign, currency: &Option<String>| AmountColumn {
            cell: header.cell_of(column),
            negative: sign == Sign::Minus,
            currency: currency.as_ref().and_then(|id| header.cell_of(id)),
        };
        let fee = |fee: &Option<Fee>| {
            fee.as_ref()
                .map(|fee| amount_column(&fee.column, fee.sign, &fee.currency))
        };
        let side = |side: &profile::Side| DirectionColumn {
            amount: amount_column(&side.column, side.sign, &side.currency),
            reversals: side.reversals,
            fee: fee(&side.fee),
            original: side.original.as_ref().map(|original| {
                [
                    header.cell_of(&original.amount),
                    header.cell_of(&original.currency),
                ]
            }),
        };
        let direction_words = model
            .direction_words()
            .map(|words| (header.cell_of(&words.column), words));
        match model {
            AmountModel::Signed {
                column,
                positive,
                fee: taken,
                ..
            } => {
                let is_credit = *positive == Direction::Credit;
                let positive = if is_credit {
                    CreditDebit::Credit
                } else {
                    CreditDebit::Debit
                };
                Self::Signed {
                    cell: header.cell_of(column),
                    positive,
                    direction_words,
                    fee: fee(taken),
                }
            }
            AmountModel::DebitCredit { debit, credit, .. } => Self::DebitCredit {
                debit: side(debit),
                credit: side(credit),
                direction_words,
            },
        }
    }
}
