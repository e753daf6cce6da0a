use crate::configuration::written;

written! {
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

written! {
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
