//! Bank profiles: JSON files that describe the exports of banks.

mod amount;
mod check;
mod column;
mod row;

use crate::configuration::{json_enum, json_struct};
use crate::source::Encoding;

pub(crate) use crate::statement::{BalanceGranularity, RowOrder};
pub use amount::{AmountModel, Direction, DirectionWords, Fee, Original, Side, Sign, Variant};
pub use column::{Column, Role, Template, TemplateRole};
pub use row::{Footer, Label, LabelRole, RowKind, RowRule, Status};

pub(in crate::format) use row::{matched_part, matches_any};

json_struct! {
    /// A description of a bank's CSV export, read from a JSON file.
    ///
    /// A profile is data only. Columns are found by their names, and numbers and dates are read only as the profile declares them.
    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(test, schemars(title = "Bank profile"))]
    #[non_exhaustive]
    pub struct ProfileDefinition {
        /// The id of the format, such as `ubs-account`.
        pub id: String = "id";
        /// The bank or other institution.
        pub institution: String = "institution";
        /// What the file is an export of, such as `account`.
        pub product: String = "product";
        /// The ISO 3166-1 alpha-2 code of the institution's country.
        pub country: String = "country";
        /// What the profile is based on.
        pub evidence: Evidence = "evidence";
        /// The web addresses of what the profile is based on: files, sources of programs, descriptions.
        pub sources: Vec<String> = "sources", default;
        /// Why files of this format are recognized but not converted, as the end of a sentence: `it lists sales, not …`.
        pub unsupported: Option<String> = "unsupported", default;
        /// A warning in every conversion, as a sentence without its full stop.
        pub caution: Option<String> = "caution", default;
        /// Whether the file has no header. Its cells are then in the order of `columns`, and the format is recognized by the shape of its rows.
        pub headerless: bool = "headerless", default;
        /// Whether a header with any other column, or with the columns in another order, is not one of this format, because its names are
        /// those of many banks.
        pub exact_header: bool = "exactHeader", default;
        /// The number of empty cells before the names of the header that the rows below it don't have, as if the header was indented. A header
        /// that begins with a name is not indented.
        pub header_indent: usize = "headerIndent", default;
        /// The columns; the texts of text columns are joined in this order.
        pub columns: Vec<Column> = "columns";
        /// Whether rows end in a delimiter that the header doesn't have.
        pub rows_end_in_delimiter: bool = "rowsEndInDelimiter", default;
        /// The text column that continues in the cells after the last column, if any.
        pub overflow_column: Option<String> = "overflowColumn", default;
        /// The text column in which the bank doesn't quote the delimiter, if any. Only a delimiter before a blank is one of the text.
        pub unquoted_column: Option<String> = "unquotedColumn", default;
        /// The variants of the format; the first that matches a file is used.
        pub variants: Vec<Variant> = "variants";
        /// The labels above the header.
        pub preamble: Vec<Label> = "preamble", default;
        /// The meaning of each cell of a line above the header that has values without labels. A line is this one if it has as many cells,
        /// and dates and balances where they are expected.
        pub unlabelled_line: Vec<LabelRole> = "unlabelledLine", default;
        /// The styles in which dates and numbers are written; one file has one style.
        pub styles: Vec<Style> = "styles";
        /// The texts that mean an empty cell, such as `N/A`.
        pub empty_values: Vec<String> = "emptyValues", default;
        /// The mark that the bank writes before texts and long numbers so that a spreadsheet keeps them as they are, such as `'`. It is no part of them.
        pub text_mark: Option<char> = "textMark", default;
        /// The encodings that the bank writes; another one is reported. Empty if they are not known.
        pub encodings: Vec<Encoding> = "encodings", default;
        /// The currency, if the format has only one and doesn't name it.
        pub currency: Option<String> = "currency", default;
        /// The order of the rows, used if the dates in the file don't show it.
        pub order: RowOrder = "order", default;
        /// What the running balance comes after: each row, or rows that were booked together.
        pub running_balance: BalanceGranularity = "runningBalance", default;
        /// The rules for rows that are not entries; the first that applies decides.
        pub rows: Vec<RowRule> = "rows", default;
        /// The words of the columns that give the status of a payment.
        pub status: Vec<Status> = "status", default;
        /// The lines below the rows.
        pub footer: Option<Footer> = "footer", default;
        /// Patterns of values within texts.
        pub templates: Vec<Template> = "templates", default;
        /// What identifies a transaction in every export.
        pub identity: Identity = "identity";
    }
}

json_enum! {
    /// What a profile is based on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Evidence {
        /// Files of the bank.
        RealFile = "real-file",
        /// The source of another program that reads such files.
        ParserSource = "parser-source",
        /// A description.
        Document = "document",
    }
}

json_struct! {
    /// What identifies a transaction in every export. Frozen once released: another list is another version.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Identity {
        /// Whether the bank gives each entry an id of its own, with which the id of the transaction is made.
        pub bank_id_is_unique: bool = "bankIdIsUnique", default;
        /// The version of `columns`.
        pub version: u32 = "version";
        /// The date that goes into derived ids, which every variant must have. Without it, it is the booking date, else the value date,
        /// else the purchase date.
        pub date: Option<Role> = "date", default;
        /// The columns whose cells go into derived ids, which every variant must have.
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
        let schema =
            render_schema::<ProfileDefinition>("bank-profile", SchemaSettings::draft2020_12());
        assert_matches_file("schema/bank-profile.schema.json", &schema);
    }
}

json_struct! {
    /// How dates and numbers are written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Style {
        /// The patterns of dates, made of `yyyy`, `yy`, `mmm` (the name of a month, or its first letters, in many languages), `mm`, `m` (one or two digits), `dd`, `d`,
        /// `HH`, `H`, `MM`, `SS`, `F` (a fraction of a second), `Z` (a time zone), and the characters between them.
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
        /// The marks between groups of three digits.
        pub grouping: Vec<char> = "grouping", default;
        /// Whether groups above the thousands may have two digits, as in `1,23,456.78`.
        pub lakhs: bool = "lakhs", default;
        /// The words behind a number that make it negative, such as `DR`. A number with such a word and a sign can't be read.
        pub minus_words: Vec<String> = "minusWords", default;
        /// The words behind a number that make it positive, such as `CR`.
        pub plus_words: Vec<String> = "plusWords", default;
        /// Whether a cell may hold the code or sign of a currency beside the number.
        pub with_currency: bool = "withCurrency", default;
        /// Whether every amount has decimals, `.00` too.
        pub always_decimals: bool = "alwaysDecimals", default;
    }
}

impl Numbers {
    /// Returns numbers with a decimal mark and nothing else.
    pub(crate) fn new(decimal: char) -> Self {
        Self {
            decimal,
            grouping: Vec::new(),
            lakhs: false,
            minus_words: Vec::new(),
            plus_words: Vec::new(),
            with_currency: false,
            always_decimals: false,
        }
    }
}
