use crate::configuration::{words, written};

written! {
    /// A label above the header and what its value is. The value stands behind it in its cell, or in the next cell to its right
    /// that says something.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Label {
        /// What the value is.
        pub role: LabelRole = "as";
        /// The label in each language; `Saldo vom *` is any that begins so. None where an IBAN stands
        /// there without one.
        pub labels: Vec<String> = "labels";
        /// Whether the value stands in the cell below instead.
        pub below: bool = "below", default;
    }
}

words! {
    /// What a value above the header is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum LabelRole {
        /// The account, as an IBAN, perhaps among other things.
        Iban = "iban",
        /// The bank's number of the account, perhaps among other things.
        Account = "account",
        /// The number of a card, masked, perhaps among other things.
        Card = "card",
        /// The currency of the account, perhaps beside an amount.
        Currency = "currency",
        /// The first day that the statement is about.
        PeriodStart = "period-start",
        /// The last day that the statement is about.
        PeriodEnd = "period-end",
        /// Both days in one cell.
        Period = "period",
        /// The balance before the first booking.
        OpeningBalance = "opening-balance",
        /// The balance after the last one.
        ClosingBalance = "closing-balance",
        /// Something else, known to stand above the rows.
        Other = "other",
    }
}
