//! What a format is: the shape of a profile file.
//!
#![doc = include_str!("../profiles/README.md")]

mod amount;
mod check;
mod column;
mod preamble;
mod read;
mod row;
mod style;
mod text;

use serde::Deserialize;

pub use amount::{AmountModel, Direction, DirectionWords, Fee, Original, Side, Sign, Variant};
pub use column::{Column, Role};
pub use preamble::{Label, LabelRole};
pub use row::{Bound, Footer, RowKind, RowRule, Status};
pub use style::{Numbers, Style};
pub use text::{Template, TemplateRole};

pub(super) use row::is_among;

/// What a bank's export looks like: data alone, read from a JSON file.
///
/// It says what the file is, never how to read it. Header cells are found by name, numbers and dates are read in a declared
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
    /// Why files of this kind are told by name and not converted, as the end of a sentence: `it lists sales, not …`.
    #[serde(default)]
    pub refused: Option<String>,
    /// What is said with every conversion, as a sentence without its full stop.
    #[serde(default)]
    pub caution: Option<String>,
    /// Whether the file has no header: then the columns stand in this order, and the shape of the rows tells the format.
    #[serde(default)]
    pub headerless: bool,
    /// The columns, text columns in the order in which the text is put together.
    pub columns: Vec<Column>,
    /// The column of text that goes on in the cells behind the last one, where it does.
    #[serde(default)]
    pub rest: Option<String>,
    /// The generations of the format, the most telling first.
    pub variants: Vec<Variant>,
    /// What stands above the header.
    #[serde(default)]
    pub preamble: Vec<Label>,
    /// The ways in which days and numbers are written; all of one file are written in one of them.
    pub styles: Vec<Style>,
    /// What stands in cells that say nothing, such as `N/A`.
    #[serde(default)]
    pub blanks: Vec<String>,
    /// The currency, where the format has but one and doesn't name it.
    #[serde(default)]
    pub currency: Option<String>,
    /// In which order the rows stand.
    #[serde(default)]
    pub order: Order,
    /// What the running balance stands after.
    #[serde(default)]
    pub balances: Balances,
    /// Rows that are no booking of their own, the first that fits decides.
    #[serde(default)]
    pub rows: Vec<RowRule>,
    /// The words of the columns that tell what became of a payment.
    #[serde(default)]
    pub status: Vec<Status>,
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

/// What a running balance stands after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Balances {
    /// Its own row.
    #[default]
    PerRow,
    /// All rows next to each other that have the same.
    PerBatch,
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
    /// The day that goes into a derived id, which no variant lacks; without it that of the booking, else the value date, else
    /// that of the purchase.
    #[serde(default)]
    pub day: Option<Role>,
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
