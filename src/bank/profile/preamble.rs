use serde::Deserialize;

/// A label above the header and what its value is. The value stands behind it in its cell, or in the next cell to its right
/// that says something.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Label {
    /// What the value is.
    #[serde(rename = "as")]
    pub role: LabelRole,
    /// The label in each language; `Saldo vom *` is any that begins so. None where an IBAN stands
    /// there without one.
    pub labels: Vec<String>,
    /// Whether the value stands in the cell below instead.
    #[serde(default)]
    pub below: bool,
}

/// What a value above the header is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LabelRole {
    /// The account, as an IBAN, perhaps among other things.
    Iban,
    /// The bank's number of the account, perhaps among other things.
    Account,
    /// The number of a card, masked, perhaps among other things.
    Card,
    /// The currency of the account, perhaps beside an amount.
    Currency,
    /// The first day that the statement is about.
    PeriodStart,
    /// The last day that the statement is about.
    PeriodEnd,
    /// Both days in one cell.
    Period,
    /// The balance before the first booking.
    OpeningBalance,
    /// The balance after the last one.
    ClosingBalance,
    /// Something else, known to stand above the rows.
    Other,
}
