use serde::Deserialize;

/// How days and numbers are written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Style {
    /// The forms in which days are written: `yyyy`, `yy`, `mmm` (the name of a month in English), `mm`, `m` (one or two digits),
    /// `dd`, `d`, `HH`, `H`, `MM`, `SS`, `F` (a fraction of a second), `Z` (a time zone), and the characters between them.
    pub dates: Vec<String>,
    /// How numbers are written.
    pub numbers: Numbers,
}

/// How numbers are written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Numbers {
    /// The decimal mark.
    pub decimal: char,
    /// The marks that may stand between groups of three digits.
    #[serde(default)]
    pub grouping: Vec<char>,
    /// Whether the code or sign of a currency may stand beside a number, in its cell.
    #[serde(default)]
    pub with_currency: bool,
}
