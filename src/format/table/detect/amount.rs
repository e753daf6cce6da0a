use super::header::Header;
use crate::format::table::profile::{self, AmountModel, Direction, DirectionWords, Fee, Sign};
use crate::transactions::CreditDebit;

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

impl<'c> Amount<'c> {
    pub(super) fn new(header: &Header<'c>, model: &'c AmountModel) -> Self {
        let direction_words = model
            .direction_words()
            .map(|words| (header.cell_of(&words.column), words));
        match model {
            AmountModel::Signed {
                column,
                positive,
                fee,
                ..
            } => {
                let positive = match positive {
                    Direction::Credit => CreditDebit::Credit,
                    Direction::Debit => CreditDebit::Debit,
                };
                Self::Signed {
                    cell: header.cell_of(column),
                    positive,
                    direction_words,
                    fee: AmountColumn::of_fee(header, fee.as_ref()),
                }
            }
            AmountModel::DebitCredit { debit, credit, .. } => Self::DebitCredit {
                debit: DirectionColumn::new(header, debit),
                credit: DirectionColumn::new(header, credit),
                direction_words,
            },
        }
    }

    /// Returns the columns of amounts and their fees.
    pub(super) const fn amount_columns(&self) -> [Option<AmountColumn>; 4] {
        match self {
            Self::Signed { cell, fee, .. } => {
                let amount = AmountColumn {
                    cell: *cell,
                    negative: false,
                    currency: None,
                };
                [Some(amount), *fee, None, None]
            }
            Self::DebitCredit { debit, credit, .. } => [
                Some(debit.amount),
                Some(credit.amount),
                debit.fee,
                credit.fee,
            ],
        }
    }

    pub(super) const fn direction_words(&self) -> Option<&DirectionWordsColumn<'c>> {
        let (Self::Signed {
            direction_words, ..
        }
        | Self::DebitCredit {
            direction_words, ..
        }) = self;
        direction_words.as_ref()
    }
}

impl AmountColumn {
    fn new(header: &Header<'_>, column: &str, sign: Sign, currency: Option<&String>) -> Self {
        Self {
            cell: header.cell_of(column),
            negative: sign == Sign::Minus,
            currency: currency.and_then(|id| header.cell_of(id)),
        }
    }

    fn of_fee(header: &Header<'_>, fee: Option<&Fee>) -> Option<Self> {
        let fee = fee?;
        let column = Self::new(header, &fee.column, fee.sign, fee.currency.as_ref());
        Some(column)
    }
}

impl DirectionColumn {
    fn new(header: &Header<'_>, side: &profile::Side) -> Self {
        let original = side
            .original
            .as_ref()
            .map(|original| [&original.amount, &original.currency].map(|id| header.cell_of(id)));
        Self {
            amount: AmountColumn::new(header, &side.column, side.sign, side.currency.as_ref()),
            reversals: side.reversals,
            fee: AmountColumn::of_fee(header, side.fee.as_ref()),
            original,
        }
    }
}
