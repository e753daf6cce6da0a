use super::Evidence;
use crate::configuration::{FromJson, ShapeError, json_enum, json_struct, read_members};
use crate::json::{Reader, Value};

json_struct! {
    /// A generation of a format.
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Variant {
        /// Since when it was seen, mostly.
        pub id: String = "id";
        /// The optional columns that tell it from the others.
        pub requires: Vec<String> = "requires", default;
        /// The optional columns that it never has.
        pub excludes: Vec<String> = "excludes", default;
        /// What it rests on, where that is less than the profile does.
        pub evidence: Option<Evidence> = "evidence", default;
        /// How its rows tell amount and direction.
        pub amount: AmountModel = "amount";
    }
}

/// How amount and direction are told.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)
)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a profile has one or two of them")]
pub enum AmountModel {
    /// One column with a sign.
    Signed {
        /// The column.
        column: String,
        /// What an amount without a minus sign is: `credit` in the holder's view, `debit` in a card issuer's.
        positive: Direction,
        /// A column of words that say the same.
        #[cfg_attr(test, schemars(default))]
        direction_words: Option<DirectionWords>,
        /// What was taken beside the amount.
        #[cfg_attr(test, schemars(default))]
        fee: Option<Fee>,
    },
    /// A column for each direction, of which one is filled; with words, the one that they tell, which may be the same.
    DebitCredit {
        /// Money out.
        debit: Side,
        /// Money in.
        credit: Side,
        /// A column of words that tell the direction.
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
        read_members(value, reader, &["signed", "debitCredit"], &mut [&mut signed, &mut debit_credit])?;
        match (signed, debit_credit) {
            (Some(Signed { column, positive, direction_words, fee }), None) => {
                Ok(Self::Signed { column, positive, direction_words, fee })
            }
            (None, Some(DebitCredit { debit, credit, direction_words })) => {
                Ok(Self::DebitCredit { debit, credit, direction_words })
            }
            _ => Err(ShapeError::expected("either `signed` or `debitCredit`", value)),
        }
    }
}

impl AmountModel {
    /// The columns that an export may lack.
    pub(super) fn optional_columns(&self) -> Vec<&str> {
        let Self::DebitCredit { debit, credit, .. } = self else { return Vec::new() };
        let originals = [debit, credit].into_iter().filter_map(|side| side.original.as_ref());
        originals.flat_map(|original| [original.amount.as_str(), &original.currency]).collect()
    }

    /// The columns of amounts, those of fees included.
    pub(super) fn amount_columns(&self) -> Vec<&str> {
        let sides = match self {
            Self::Signed { column, fee, .. } => vec![(column, fee)],
            Self::DebitCredit { debit, credit, direction_words: Some(_) } if debit == credit => {
                vec![(&debit.column, &debit.fee)]
            }
            Self::DebitCredit { debit, credit, .. } => vec![(&debit.column, &debit.fee), (&credit.column, &credit.fee)],
        };
        let columns = sides.into_iter().flat_map(|(column, fee)| [Some(column), fee.as_ref().map(|fee| &fee.column)]);
        columns.flatten().map(String::as_str).collect()
    }

    /// The words that tell the direction, where there are some.
    pub(in crate::format) const fn direction_words(&self) -> Option<&DirectionWords> {
        let (Self::Signed { direction_words, .. } | Self::DebitCredit { direction_words, .. }) = self;
        direction_words.as_ref()
    }

    /// The columns without which no amount can be read.
    pub(in crate::format) fn required_columns(&self) -> Vec<&str> {
        let words = self.direction_words().map(|words| words.column.as_str());
        let amounts: Vec<&str> = match self {
            Self::Signed { column, fee, .. } => fee.iter().flat_map(Fee::columns).chain([column.as_str()]).collect(),
            Self::DebitCredit { debit, credit, .. } => debit.columns().chain(credit.columns()).collect(),
        };
        amounts.into_iter().chain(words).collect()
    }
}

json_struct! {
    /// The column of one direction.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Side {
        /// The column.
        pub column: String = "column";
        /// The sign that its amounts carry.
        pub sign: Sign = "sign";
        /// Whether an amount with the other sign is a booking in the other direction, one that was taken back; else it
        /// contradicts its column and the row is rejected.
        pub reversals: bool = "reversals", default;
        /// The column of its currency, where each direction has its own.
        pub currency: Option<String> = "currency", default;
        /// What was taken beside the amount.
        pub fee: Option<Fee> = "fee", default;
        /// What the payment was in its own currency, where each direction has columns of its own for that.
        pub original: Option<Original> = "original", default;
    }
}

impl Side {
    fn columns(&self) -> impl Iterator<Item = &str> {
        let own = [Some(&self.column), self.currency.as_ref()].into_iter().flatten().map(String::as_str);
        own.chain(self.fee.iter().flat_map(Fee::columns))
    }
}

json_struct! {
    /// The columns of a payment in its own currency.
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
    /// A fee in a column of its own, which the amount does not contain.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Fee {
        /// The column.
        pub column: String = "column";
        /// The sign of a fee that was paid; one with the other sign was given back.
        pub sign: Sign = "sign";
        /// The column of its currency. A fee in another currency than the amount rejects the row.
        pub currency: Option<String> = "currency", default;
    }
}

impl Fee {
    fn columns(&self) -> impl Iterator<Item = &str> {
        [Some(&self.column), self.currency.as_ref()].into_iter().flatten().map(String::as_str)
    }
}

json_enum! {
    /// The sign that the amounts of a column carry.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Sign {
        /// None, or a plus.
        Plus = "plus",
        /// A minus.
        Minus = "minus",
    }
}

json_enum! {
    /// A direction of money, as in the contract.
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
    /// A column that says the direction in words.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DirectionWords {
        /// The column.
        pub column: String = "column";
        /// The words for money in.
        pub credit: Vec<String> = "credit";
        /// The words for money out.
        pub debit: Vec<String> = "debit";
    }
}
