use serde::Deserialize;

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
