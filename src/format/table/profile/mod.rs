//! What a format is: the shape of a profile file.
//!
#![doc = include_str!("../profiles/README.md")]

mod amount;
mod check;
mod column;
mod row;

use crate::configuration::{json_enum, json_struct};

pub use crate::statement::{BalanceGranularity, BalanceKind, RowOrder};
pub use amount::{AmountModel, Direction, DirectionWords, Fee, Original, Side, Sign, Variant};
pub use column::{Column, Role, Template, TemplateRole};
pub use row::{Footer, Label, LabelRole, RowKind, RowRule, Status};

pub(in crate::format) use row::matches_any;

json_struct! {
    /// What a bank's export looks like: data alone, read from a JSON file.
    ///
    /// It says what the file is, never how to read it. Header cells are found by name, numbers and dates are read in a declared
    /// form only.
    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(test, schemars(title = "Bank profile"))]
    #[non_exhaustive]
    pub struct Profile {
        /// The name of the format, such as `ubs-account`.
        pub id: String = "id";
        /// Who writes it.
        pub institution: String = "institution";
        /// What it is an export of.
        pub product: String = "product";
        /// ISO 3166-1 alpha-2 code of the institution's country.
        pub country: String = "country";
        /// What the profile rests on.
        pub evidence: Evidence = "evidence";
        /// Why files of this kind are told by name and not converted, as the end of a sentence: `it lists sales, not …`.
        pub unsupported: Option<String> = "unsupported", default;
        /// What is said with every conversion, as a sentence without its full stop.
        pub caution: Option<String> = "caution", default;
        /// Whether the file has no header: then the columns stand in this order, and the shape of the rows tells the format.
        pub headerless: bool = "headerless", default;
        /// The columns, text columns in the order in which the text is put together.
        pub columns: Vec<Column> = "columns";
        /// The column of text that goes on in the cells behind the last one, where it does.
        pub overflow_column: Option<String> = "overflowColumn", default;
        /// The generations of the format, the most telling first.
        pub variants: Vec<Variant> = "variants";
        /// What stands above the header.
        pub preamble: Vec<Label> = "preamble", default;
        /// The ways in which days and numbers are written; all of one file are written in one of them.
        pub styles: Vec<Style> = "styles";
        /// What stands in cells that say nothing, such as `N/A`.
        pub empty_values: Vec<String> = "emptyValues", default;
        /// The currency, where the format has but one and doesn't name it.
        pub currency: Option<String> = "currency", default;
        /// In which order the rows stand.
        pub order: RowOrder = "order", default;
        /// What the running balance stands after.
        pub running_balance: BalanceGranularity = "runningBalance", default;
        /// Rows that are no booking of their own, the first that fits decides.
        pub rows: Vec<RowRule> = "rows", default;
        /// The words of the columns that tell what became of a payment.
        pub status: Vec<Status> = "status", default;
        /// Where the rows end.
        pub footer: Option<Footer> = "footer", default;
        /// Values inside of texts.
        pub templates: Vec<Template> = "templates", default;
        /// What makes a transaction the same in every export.
        pub identity: Identity = "identity";
    }
}

json_enum! {
    /// What a profile rests on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Evidence {
        /// Files that a bank wrote.
        RealFile = "real-file",
        /// Another program's reader of such files.
        ParserSource = "parser-source",
        /// A description.
        Document = "document",
    }
}

json_struct! {
    /// What makes a transaction the same in every export. Frozen: another list is another version.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Identity {
        /// Whether the bank's id names a transaction within its account and is used as it stands.
        pub bank_id_is_unique: bool = "bankIdIsUnique", default;
        /// The version of `columns`.
        pub version: u32 = "version";
        /// The day that goes into a derived id, which no variant lacks; without it that of the booking, else the value date, else
        /// that of the purchase.
        pub date: Option<Role> = "date", default;
        /// The columns whose cells go into a derived id, none of which any variant lacks.
        pub columns: Vec<String> = "columns";
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn the_schema_is_that_of_a_profile() {
        let schema = render_schema::<Profile>("bank-profile", SchemaSettings::draft2020_12());
        assert_matches_file("schema/bank-profile.schema.json", &schema);
    }
}

json_struct! {
    /// How days and numbers are written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Style {
        /// The forms in which days are written: `yyyy`, `yy`, `mmm` (the name of a month in English), `mm`, `m` (one or two digits),
        /// `dd`, `d`, `HH`, `H`, `MM`, `SS`, `F` (a fraction of a second), `Z` (a time zone), and the characters between them.
        pub dates: Vec<String> = "dates";
        /// How numbers are written.
        pub numbers: Numbers = "numbers";
    }
}

json_struct! {
    /// How numbers are written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Numbers {
        /// The decimal mark.
        pub decimal: char = "decimal";
        /// The marks that may stand between groups of three digits.
        pub grouping: Vec<char> = "grouping", default;
        /// Whether the code or sign of a currency may stand beside a number, in its cell.
        pub with_currency: bool = "withCurrency", default;
    }
}
