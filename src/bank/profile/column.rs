use std::collections::BTreeMap;

use serde::Deserialize;

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
    /// Its header by language; `{currency}` stands for a currency code or sign. None where the file has no header.
    #[serde(default)]
    pub names: BTreeMap<String, Vec<String>>,
    /// Whether an export may lack it.
    #[serde(default)]
    pub optional: bool,
    /// Whether rows may end before it, as a last column that mostly is empty.
    #[serde(default)]
    pub trailing: bool,
    /// Of a day, whether a row in which it can't be read is no booking. Of any column of a file without a header, whether a
    /// row in which it is empty has not the shape of the format.
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
    /// The account, as the bank numbers it, where no column holds an IBAN.
    Account,
    /// The card, masked, where no column holds an account.
    Card,
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
    /// The part of the account whose balance that is, where it has several.
    Pocket,
    /// The bank's own name of the transaction.
    TransactionId,
    /// The amount of a part of a collective booking.
    Part,
    /// The currency of such a part.
    PartCurrency,
    /// A part of the text.
    Text,
    /// Something that a variant, a row rule or the status speaks of, or nothing at all.
    #[default]
    Other,
}
