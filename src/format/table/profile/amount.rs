use super::Evidence;
use crate::configuration::{FromJson, ShapeError, json_enum, json_struct, read_members};
use crate::json::{Reader, Value};

json_struct! {
    /// One form of a format; banks change their exports over the years.
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Variant {
        /// The name of the variant, mostly the date since when it has been seen.
        pub id: String = "id";
        /// The optional columns that files of this variant have.
        pub requires: Vec<String> = "requires", default;
        /// The optional columns that files of this variant never have.
        pub excludes: Vec<String> = "excludes", default;
        /// What the variant is based on, if that is less than for the profile.
        pub evidence: Option<Evidence> = "evidence", default;
        /// How its rows give the amount and the direction.
        pub amount: AmountModel = "amount";
    }
}

/// How rows give the amount and the direction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(
        rename_all = "camelCase",
        rename_all_fields = "camelCase",
        deny_unknown_fields
    )
)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "a profile has one or two of them"
)]
pub enum AmountModel {
    /// One column with a sign.
    Signed {
        /// The column.
        column: String,
        /// What an amount without a minus sign means: `credit` from the account holder's view, `debit` from a card issuer's.
        positive: Direction,
        /// A column of words that must agree with the sign.
        #[cfg_attr(test, schemars(default))]
        direction_words: Option<DirectionWords>,
        /// The fee beside the amount.
        #[cfg_attr(test, schemars(default))]
        fee: Option<Fee>,
    },
    /// A column for debits and one for credits. Each row fills one of them. With `directionWords`, the word selects the column, and both may be the same.
    DebitCredit {
        /// Money out.
        debit: Side,
        /// Money in.
        credit: Side,
        /// A column of words for the direction.
        #[cfg_attr(test, schemars(default))]
        direction_words: Option<DirectionWords>,
    },
}

json_struct! {
    struct Signed {
        column: String = "column";
        positive: Direction = "positive";
        direction_words: Option<DirectionWords> = "directionWords", default;
        fee: Option<Fee> = "fee", default;
    }
}

json_struct! {
    struct DebitCredit {
        debit: Side = "debit";
        credit: Side = "credit";
        direction_words: Option<DirectionWords> = "directionWords", default;
    }
}

impl FromJson for AmountModel {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let (mut signed, mut debit_credit) = (None, None);
        read_members(
            value,
            reader,
            &["signed", "debitCredit"],
            &mut [&mut signed, &mut debit_credit],
        )?;
        match (signed, debit_credit) {
            (
                Some(Signed {
                    column,
                    positive,
                    direction_words,
                    fee,
                }),
                None,
            ) => Ok(Self::Signed {
                column,
                positive,
                direction_words,
                fee,
            }),
            (
                None,
                Some(DebitCredit {
                    debit,
                    credit,
                    direction_words,
                }),
            ) => Ok(Self::DebitCredit {
                debit,
                credit,
                direction_words,
            }),
            _ => Err(ShapeError::expected(
                "either `signed` or `debitCredit`",
                value,
            )),
        }
    }
}

impl AmountModel {
    /// Returns the columns that an export may lack.
    pub(super) fn optional_columns(&self) -> Vec<&str> {
        let Self::DebitCredit { debit, credit, .. } = self else {
            return Vec::new();
        };
        let mut columns = Vec::new();
        for side in [debit, credit] {
            if let Some(original) = &side.original {
                columns.extend([original.amount.as_str(), &original.currency]);
            }
        }
        columns
    }

    /// Returns the columns of amounts, including fees.
    pub(super) fn amount_columns(&self) -> Vec<&str> {
        let sides = match self {
            Self::Signed { column, fee, .. } => vec![(column, fee)],
            Self::DebitCredit {
                debit,
                credit,
                direction_words: Some(_),
            } if debit == credit => {
                vec![(&debit.column, &debit.fee)]
            }
            Self::DebitCredit { debit, credit, .. } => {
                vec![(&debit.column, &debit.fee), (&credit.column, &credit.fee)]
            }
        };
        let mut columns = Vec::new();
        for (column, fee) in sides {
            columns.push(column.as_str());
            if let Some(fee) = fee {
                columns.push(&fee.column);
            }
        }
        columns
    }

    /// Returns the words for the direction, if the model has any.
    pub(in crate::format) const fn direction_words(&self) -> Option<&DirectionWords> {
        let (Self::Signed {
            direction_words, ..
        }
        | Self::DebitCredit {
            direction_words, ..
        }) = self;
        direction_words.as_ref()
    }

    /// Returns the columns without which no amount can be read.
    pub(in crate::format) fn required_columns(&self) -> Vec<&str> {
        let mut columns = Vec::new();
        match self {
            Self::Signed { column, fee, .. } => {
                if let Some(fee) = fee {
                    fee.add_columns(&mut columns);
                }
                columns.push(column);
            }
            Self::DebitCredit { debit, credit, .. } => {
                debit.add_columns(&mut columns);
                credit.add_columns(&mut columns);
            }
        }
        if let Some(words) = self.direction_words() {
            columns.push(&words.column);
        }
        columns
    }
}

json_struct! {
    /// The column of debits or of credits.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Side {
        /// The column.
        pub column: String = "column";
        /// The sign of its amounts.
        pub sign: Sign = "sign";
        /// Whether an amount with the opposite sign is a reversal, which is an entry in the other direction. Otherwise the row
        /// contradicts its column and is rejected.
        pub reversals: bool = "reversals", default;
        /// The column of its currency, if each direction has its own.
        pub currency: Option<String> = "currency", default;
        /// The fee beside the amount.
        pub fee: Option<Fee> = "fee", default;
        /// The amount in the original currency, if each direction has its own columns for it.
        pub original: Option<Original> = "original", default;
    }
}

impl Side {
    fn add_columns<'s>(&'s self, columns: &mut Vec<&'s str>) {
        columns.push(&self.column);
        if let Some(currency) = &self.currency {
            columns.push(currency);
        }
        if let Some(fee) = &self.fee {
            fee.add_columns(columns);
        }
    }
}

json_struct! {
    /// The columns of a payment in its original currency.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Original {
        /// The column of the amount.
        pub amount: String = "amount";
        /// The column of the currency.
        pub currency: String = "currency";
    }
}

json_struct! {
    /// A fee in its own column that is not part of the amount.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Fee {
        /// The column.
        pub column: String = "column";
        /// The sign of a paid fee; a fee with the opposite sign was refunded.
        pub sign: Sign = "sign";
        /// The column of its currency. A row whose fee has another currency than its amount is rejected.
        pub currency: Option<String> = "currency", default;
    }
}

impl Fee {
    fn add_columns<'f>(&'f self, columns: &mut Vec<&'f str>) {
        columns.push(&self.column);
        if let Some(currency) = &self.currency {
            columns.push(currency);
        }
    }
}

json_enum! {
    /// The sign of the amounts of a column.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Sign {
        /// No sign, or a plus.
        Plus = "plus",
        /// A minus.
        Minus = "minus",
    }
}

json_enum! {
    /// The direction of money, as in the service's contract.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Direction {
        /// Money in.
        Credit = "credit",
        /// Money out.
        Debit = "debit",
    }
}

json_struct! {
    /// A column that gives the direction in words.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DirectionWords {
        /// The column.
        pub column: String = "column";
        /// The words for money in.
        pub credit: Vec<String> = "credit";
        /// The words for money out.
        pub debit: Vec<String> = "debit";
        /// Whether the column may have other words, which don't show the direction. It is then that of the sign.
        pub other_words_allowed: bool = "otherWordsAllowed", default;
    }
}

impl DirectionWords {
    /// Returns the words for both directions.
    pub(in crate::format) fn words(&self) -> impl Iterator<Item = &String> {
        self.debit.iter().chain(&self.credit)
    }
}
