use crate::configuration::{words, written};

written! {
    /// A value inside of a text: literal text with holes `{amount}`, `{currency}`, `{date}`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Template {
        /// The column in which it stands.
        pub column: String = "column";
        /// The text around the value; letters match in either case.
        pub text: String = "text";
        /// What the value is.
        pub role: TemplateRole = "as";
    }
}

words! {
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
