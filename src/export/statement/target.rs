//! The list of the formats that statements are written in. Program, package and page make theirs from it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Defines the formats, each in a line: its name, the extension of its files, and what it is.
macro_rules! targets {
    ($($target:ident = $name:literal, $extension:literal, $about:literal;)*) => {
        /// The format that statements are written in.
        ///
        /// ```
        /// use universal_accounting::export::statement::StatementTarget;
        ///
        /// let target: StatementTarget = "camt.053".parse()?;
        /// assert_eq!((target, target.extension()), (StatementTarget::Camt053, "xml"));
        /// assert!(StatementTarget::ALL.contains(&target));
        /// # Ok::<(), universal_accounting::export::statement::UnknownTarget>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum StatementTarget {
            $(#[doc = $about] $target,)*
        }

        impl StatementTarget {
            /// All formats, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$target),*];

            /// Returns the name of the format.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$target => $name,)*
                }
            }

            /// Returns the usual extension of its files, without a point.
            #[must_use]
            pub const fn extension(self) -> &'static str {
                match self {
                    $(Self::$target => $extension,)*
                }
            }

            /// Returns a sentence about the format.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$target => $about,)*
                }
            }
        }
    };
}

targets! {
    Xlsx = "xlsx", "xlsx", "A workbook of Excel, with a sheet for each account.";
    Csv = "csv", "csv", "One CSV table of all transactions, with a column for each field.";
    Camt053 = "camt.053", "xml", "A bank statement of ISO 20022; without proved balances an account report (camt.052).";
    Mt940 = "mt940", "sta", "A bank statement of SWIFT, as DATEV and older programs for banking read it.";
    Ofx = "ofx", "ofx", "Statements of OFX 2.2, which many programs for personal finance read.";
    Qbo = "qbo", "qbo", "Statements for QuickBooks and Quicken (Web Connect): OFX 1.02 with the number of the bank.";
    Qif = "qif", "qif", "Registers of QIF, for programs that read nothing else. The format has neither ids nor balances.";
    Datev = "datev", "csv", "A batch of bookings for DATEV (EXTF, Buchungsstapel).";
    Ynab = "ynab", "csv", "A CSV table for the import of YNAB.";
    Xero = "xero", "csv", "A CSV table for the import of bank statements of Xero.";
    GnuCash = "gnucash", "csv", "A CSV table for the import of GnuCash.";
    Hledger = "hledger", "journal", "A plain-text ledger for hledger.";
    Beancount = "beancount", "beancount", "A plain-text ledger for beancount.";
}

impl fmt::Display for StatementTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for StatementTarget {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let mut all = Self::ALL.iter().copied();
        all.find(|target| target.as_str() == name)
            .ok_or(UnknownTarget(()))
    }
}

/// A name that is none of a format that statements are written in. Its text lists the formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownTarget(());

impl fmt::Display for UnknownTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = StatementTarget::ALL
            .iter()
            .map(|target| target.as_str())
            .collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        write!(formatter, "one of {} and {last}", others.join(", "))
    }
}

impl Error for UnknownTarget {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_again_and_names_one_format() {
        for target in StatementTarget::ALL {
            assert_eq!(target.to_string().parse(), Ok(*target));
            assert!(!target.extension().starts_with('.') && target.about().ends_with('.'));
        }
        for name in ["", "XLSX", "camt.052", "payload"] {
            let unknown = name.parse::<StatementTarget>().unwrap_err().to_string();
            assert!(unknown.starts_with("one of xlsx, csv") && unknown.ends_with(" and beancount"));
        }
    }
}
