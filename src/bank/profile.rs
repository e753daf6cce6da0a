//! What a format is: the shape of a profile file.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What a bank's export looks like: data alone, read from a JSON file.
///
/// It says what the file is, never how to read it. Header cells are found by name, numbers and dates in the declared
/// form only.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Bank profile"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Profile {
    /// The name of the format, such as `ubs-account`.
    pub id: String,
    /// Who writes it.
    pub institution: String,
    /// What it is an export of.
    pub product: String,
    /// ISO 3166-1 alpha-2 code of the institution's country.
    pub country: String,
    /// What the profile rests on.
    pub evidence: Evidence,
    /// The columns, text columns in the order in which the text is put together.
    pub columns: Vec<Column>,
    /// The generations of the format, the most telling first.
    pub variants: Vec<Variant>,
    /// What stands above the header.
    #[serde(default)]
    pub preamble: Vec<Label>,
    /// The forms in which dates are written: `yyyy`, `yy`, `mm`, `dd`, `HH`, `MM`, `SS`, `F` (fraction of a second).
    pub dates: Vec<String>,
    /// How numbers are written.
    pub numbers: Numbers,
    /// In which order the rows stand.
    #[serde(default)]
    pub order: Order,
    /// Rows that are no booking of their own, the first that fits decides.
    #[serde(default)]
    pub rows: Vec<RowRule>,
    /// The words of a status column.
    #[serde(default)]
    pub status: Option<Status>,
    /// Where the rows end.
    #[serde(default)]
    pub footer: Option<Footer>,
    /// Values inside of texts.
    #[serde(default)]
    pub templates: Vec<Template>,
    /// What makes a transaction the same in every export.
    pub identity: Identity,
}

/// What a profile rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Evidence {
    /// Files that a bank wrote.
    RealFile,
    /// Another program's reader of such files.
    ParserSource,
    /// A description.
    Document,
}

/// A column, found by its name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Column {
    /// The name by which the profile speaks of it.
    pub key: String,
    /// What it feeds.
    #[serde(rename = "as", default)]
    pub role: Role,
    /// Its header by language; `{currency}` stands for a currency code.
    pub names: BTreeMap<String, Vec<String>>,
    /// Whether an export may lack it.
    #[serde(default)]
    pub optional: bool,
    /// Whether a row in which it can't be read is no booking: only for dates.
    #[serde(default)]
    pub needed: bool,
}

/// What a column feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Role {
    /// The account, as an IBAN.
    Iban,
    /// The currency of the row.
    Currency,
    /// The day of the purchase.
    PurchasedAt,
    /// The value date.
    ValutaAt,
    /// The day of the booking.
    BookedAt,
    /// The amount in the currency of the payment.
    OriginalAmount,
    /// The currency of the payment.
    OriginalCurrency,
    /// The balance of the account after the row.
    Balance,
    /// The bank's own name of the transaction.
    TransactionId,
    /// The amount of a part of a collective booking.
    Part,
    /// A part of the text.
    Text,
    /// Something that a variant, a row rule or the status speaks of, or nothing at all.
    #[default]
    Other,
}

/// A generation of a format.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Variant {
    /// Since when it was seen, mostly.
    pub id: String,
    /// The optional columns that tell it from the others.
    #[serde(default)]
    pub needs: Vec<String>,
    /// How its rows tell amount and direction.
    pub amount: AmountModel,
}

/// How amount and direction are told.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum AmountModel {
    /// One column with a sign.
    Signed {
        /// The column.
        column: String,
        /// What an amount without a minus sign is: `credit` in the holder's view, `debit` in a card issuer's.
        positive: Direction,
        /// A column of words that say the same.
        #[serde(default)]
        words: Option<DirectionWords>,
    },
    /// A column for each direction.
    Split {
        /// Money out.
        debit: Side,
        /// Money in.
        credit: Side,
    },
}

/// The column of one direction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Side {
    /// The column.
    pub column: String,
    /// The sign that its amounts carry.
    pub sign: Sign,
}

/// The sign that the amounts of a column carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Sign {
    /// None, or a plus.
    Plus,
    /// A minus.
    Minus,
}

/// A direction of money, as in the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Direction {
    /// Money in.
    Credit,
    /// Money out.
    Debit,
}

/// A column that says the direction in words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct DirectionWords {
    /// The column.
    pub column: String,
    /// The words for money in.
    pub credit: Vec<String>,
    /// The words for money out.
    pub debit: Vec<String>,
}

/// A label above the header and what its value is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Label {
    /// What the value is.
    #[serde(rename = "as")]
    pub role: LabelRole,
    /// The label in each language.
    pub labels: Vec<String>,
}

/// What a value above the header is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LabelRole {
    /// The account, as an IBAN.
    Iban,
    /// The bank's number of the account.
    Account,
    /// The currency of the account.
    Currency,
    /// The balance before the first booking.
    OpeningBalance,
    /// The balance after the last one.
    ClosingBalance,
    /// Something else, known to stand above the rows.
    Other,
}

/// How numbers are written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Numbers {
    /// The decimal mark.
    pub decimal: char,
    /// The marks that may stand between groups of three digits.
    #[serde(default)]
    pub grouping: Vec<char>,
}

/// In which order the rows stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Order {
    /// The last booking first.
    #[default]
    NewestFirst,
    /// The first booking first.
    OldestFirst,
}

/// A kind of row that is no booking of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct RowRule {
    /// The columns that must be empty.
    #[serde(default)]
    pub empty: Vec<String>,
    /// The columns that must not be empty.
    #[serde(default)]
    pub filled: Vec<String>,
    /// How many cells of the row are not empty.
    #[serde(default)]
    pub cells: Option<usize>,
    /// What the row is then.
    pub is: RowKind,
}

/// What a row is that is no booking of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RowKind {
    /// A part of the collective booking above, with an amount.
    Part,
    /// More text of the booking above.
    Continuation,
    /// Not booked yet.
    Pending,
    /// A total or a balance.
    Total,
    /// Something else that moved nothing.
    Other,
}

/// The words of a status column.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Status {
    /// The column.
    pub column: String,
    /// Words for what is booked.
    pub booked: Vec<String>,
    /// Words for what is not booked yet.
    #[serde(default)]
    pub pending: Vec<String>,
    /// Words for what will never be booked: reverted, declined, merely authorised.
    #[serde(default)]
    pub void: Vec<String>,
}

impl Status {
    /// Whether a word is one of the column's.
    pub(super) fn knows(&self, word: &str) -> bool {
        [&self.booked, &self.pending, &self.void].into_iter().any(|words| is_among(word, words))
    }
}

/// Whether a text is one of a profile's words, in whatever case.
pub(super) fn is_among(text: &str, words: &[String]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Where the rows end: at a line with one cell.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Footer {
    /// Whether any line with one cell is the footer that has a blank line before it.
    pub after_blank_line: bool,
    /// What the footer may begin with, also without a blank line before it.
    #[serde(default)]
    pub labels: Vec<String>,
}

/// A value inside of a text: literal text with holes `{amount}`, `{currency}`, `{date}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Template {
    /// The column in which it stands.
    pub column: String,
    /// The text around the value; letters match in either case.
    pub text: String,
    /// What the value is.
    #[serde(rename = "as")]
    pub role: TemplateRole,
}

/// What a value inside of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TemplateRole {
    /// Amount and currency of the payment.
    Original,
    /// The day of the purchase.
    PurchasedAt,
}

/// What makes a transaction the same in every export. Frozen: another list is another version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Identity {
    /// Whether the bank's id names a transaction within its account and is used as it stands.
    #[serde(default)]
    pub bank_id_is_unique: bool,
    /// The version of `columns`.
    pub version: u32,
    /// The columns whose cells go into a derived id, none of which any variant lacks.
    pub columns: Vec<String>,
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_kept, schema_of};

    #[test]
    fn the_schema_is_that_of_a_profile() {
        let schema = schema_of::<Profile>("bank-profile", SchemaSettings::draft2020_12());
        assert_kept("schema/bank-profile.schema.json", &schema);
    }
}
