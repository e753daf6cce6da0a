use std::collections::BTreeMap;

use crate::configuration::{json_enum, json_struct};

json_struct! {
    /// A column, found by its name.
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Column {
        /// The name by which the profile speaks of it.
        pub id: String = "id";
        /// What it feeds.
        pub role: Role = "role", default;
        /// Its header by language; `{currency}` stands for a currency code or sign. None where the file has no header.
        pub names: BTreeMap<String, Vec<String>> = "names", default;
        /// Whether an export may lack it.
        pub optional: bool = "optional", default;
        /// Whether rows may end before it, as a last column that mostly is empty.
        pub rows_may_end_before: bool = "rowsMayEndBefore", default;
        /// Of a day, whether a row in which it can't be read is no booking. Of any column of a file without a header, whether a
        /// row in which it is empty has not the shape of the format.
        pub value_required: bool = "valueRequired", default;
    }
}

json_enum! {
    /// What a column feeds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum Role {
        /// The account, as an IBAN.
        Iban = "iban",
        /// The account, as the bank numbers it, where no column holds an IBAN.
        Account = "account",
        /// The card, masked, where no column holds an account.
        Card = "card",
        /// The currency of the row.
        Currency = "currency",
        /// The day of the purchase.
        PurchasedAt = "purchased-at",
        /// The value date.
        ValutaAt = "valuta-at",
        /// The day of the booking.
        BookedAt = "booked-at",
        /// The amount in the currency of the payment.
        OriginalAmount = "original-amount",
        /// The currency of the payment.
        OriginalCurrency = "original-currency",
        /// The balance of the account after the row.
        Balance = "balance",
        /// The part of the account whose balance that is, where it has several.
        SubAccount = "sub-account",
        /// The bank's own name of the transaction.
        TransactionId = "transaction-id",
        /// The amount of a part of a collective booking.
        DetailAmount = "detail-amount",
        /// The currency of such a part.
        DetailCurrency = "detail-currency",
        /// A part of the text.
        Text = "text",
        /// Something that a variant, a row rule or the status speaks of, or nothing at all.
        #[default]
        Other = "other",
    }
}

json_struct! {
    /// A value inside of a text: literal text with holes `{amount}`, `{currency}`, `{date}`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Template {
        /// The column in which it stands.
        pub column: String = "column";
        /// The text around the value; letters match in either case.
        pub pattern: String = "pattern";
        /// What the value is.
        pub role: TemplateRole = "role";
    }
}

json_enum! {
    /// What a value inside of a text is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum TemplateRole {
        /// Amount and currency of the payment.
        Original = "original",
        /// The day of the purchase.
        PurchasedAt = "purchased-at",
    }
}
