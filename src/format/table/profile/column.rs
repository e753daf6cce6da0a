use std::collections::BTreeMap;

use crate::configuration::{json_enum, json_struct};

json_struct! {
    /// A column, found by its name in the header.
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Column {
        /// The name that the other parts of the profile refer to.
        pub id: String = "id";
        /// What the column means.
        pub role: Role = "role", default;
        /// The names in the header, by language; `{currency}` matches the code or sign of a currency. Empty if the format has no header.
        pub names: BTreeMap<String, Vec<String>> = "names", default;
        /// Whether some exports don't have the column.
        pub optional: bool = "optional", default;
        /// Whether rows may end before this column, as rows do that omit empty cells at their end.
        pub rows_may_end_before: bool = "rowsMayEndBefore", default;
        /// For a date: whether a row without a readable date is not an entry. For any column of a format without a header: whether a
        /// row with an empty cell here doesn't belong to the format.
        pub value_required: bool = "valueRequired", default;
    }
}

json_enum! {
    /// What a column means.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum Role {
        /// The account, as an IBAN.
        Iban = "iban",
        /// The bank's own number of the account, used if no column contains an IBAN.
        Account = "account",
        /// The number of the card, masked, used if no column contains an account.
        Card = "card",
        /// The currency of the row.
        Currency = "currency",
        /// The date of the purchase.
        PurchasedAt = "purchased-at",
        /// The value date.
        ValutaAt = "valuta-at",
        /// The booking date.
        BookedAt = "booked-at",
        /// The amount of the payment in its original currency.
        OriginalAmount = "original-amount",
        /// The original currency of the payment.
        OriginalCurrency = "original-currency",
        /// The balance of the account after the row.
        Balance = "balance",
        /// The balance of the account before the row.
        BalanceBefore = "balance-before",
        /// The part of the account that the balance belongs to, if the account has several.
        SubAccount = "sub-account",
        /// The bank's own id of the transaction.
        TransactionId = "transaction-id",
        /// The amount of a detail of a batch entry.
        DetailAmount = "detail-amount",
        /// The currency of a detail.
        DetailCurrency = "detail-currency",
        /// Part of the text of the transaction.
        Text = "text",
        /// No meaning, unless a variant, an amount, a row rule or a status refers to the column.
        #[default]
        Other = "other",
    }
}

json_struct! {
    /// A pattern that finds a value within a text: literal text with the placeholders `{amount}`, `{currency}` and `{date}`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Template {
        /// The column of the text.
        pub column: String = "column";
        /// The literal text with its placeholders; letters match in upper and lower case.
        pub pattern: String = "pattern";
        /// What the value means.
        pub role: TemplateRole = "role";
    }
}

json_enum! {
    /// What a value within a text means.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum TemplateRole {
        /// The amount of the payment and its original currency.
        Original = "original",
        /// The date of the purchase.
        PurchasedAt = "purchased-at",
    }
}
