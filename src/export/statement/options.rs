use super::datev_settings::DatevSettings;
use super::ledger_accounts::LedgerAccounts;
use crate::base_data::BaseData;
use crate::chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike};
use crate::report::Language;
use crate::value::Date;

/// Settings of an export of statements.
///
/// ```
/// use universal_accounting::export::statement::StatementExportOptions;
///
/// let mut options = StatementExportOptions::new();
/// options.delimiter = ';';
/// ```
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
#[non_exhaustive]
pub struct StatementExportOptions<'b> {
    /// The delimiter between the cells of a CSV table.
    pub delimiter: char,
    /// Whether a CSV table begins with a byte order mark, by which Excel recognizes UTF-8.
    pub byte_order_mark: bool,
    /// Whether the amounts of a CSV table have a comma before their decimals, as spreadsheets in many countries expect it.
    pub decimal_comma: bool,
    /// Whether the amounts of debits are negative in a CSV table.
    pub signed_amounts: bool,
    /// The language of the headings in a workbook.
    pub language: Language,
    /// When the file is said to be created, in camt.053, OFX and files for QuickBooks and DATEV. Without it, midnight of the last day with a transaction.
    pub created: Option<NaiveDateTime>,
    /// Base data of the organization. An account with the IBAN of a statement names and classifies its account in a ledger.
    pub base_data: Option<&'b BaseData>,
    /// The names of accounts in a ledger. They come before those of base data.
    pub ledger_accounts: Option<&'b LedgerAccounts>,
    /// The number that Intuit gave the bank (`INTU.BID`), by which QuickBooks and Quicken know it. It is written for QuickBooks only.
    pub bank_number: Option<u32>,
    /// Whether texts in MT940 are in the numbered fields of German banks (`?20`). Otherwise they are plain.
    pub numbered_fields: bool,
    /// How DATEV knows the client and its accounts. Nothing can be written for DATEV without.
    pub datev: Option<&'b DatevSettings>,
}

impl StatementExportOptions<'_> {
    /// Creates settings with commas as delimiters, headings in English and no names of accounts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            delimiter: ',',
            byte_order_mark: false,
            decimal_comma: false,
            signed_amounts: false,
            language: Language::English,
            created: None,
            base_data: None,
            ledger_accounts: None,
            bank_number: None,
            numbered_fields: false,
            datev: None,
        }
    }

    /// Returns when the file is said to be created, such as `2026-03-31T00:00:00`. `None` without a day.
    pub(super) fn created(&self, last_day: Option<Date>) -> Option<String> {
        let midnight = || last_day.map(|day| format!("{day}T00:00:00"));
        let given = self.created.map(|at| {
            let (day, time) = (at.date(), at.time());
            let [hour, minute, second] = [time.hour(), time.minute(), time.second()];
            format!(
                "{:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}",
                day.year(),
                day.month(),
                day.day()
            )
        });
        given.or_else(midnight)
    }
}

impl Default for StatementExportOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads the delimiter of a CSV table: a character, or `tab`.
pub(crate) fn parse_delimiter(text: &str) -> Result<char, &'static str> {
    let mut characters = text.chars();
    match (text, characters.next(), characters.next()) {
        ("tab", ..) => Ok('\t'),
        (_, Some(delimiter), None)
            if matches!(delimiter, '\t' | '!'..='~') && !delimiter.is_ascii_alphanumeric() =>
        {
            match delimiter {
                '"' | '.' | '-' => {
                    Err("quotes, points and hyphens stand in the cells; choose `,`, `;` or `tab`")
                }
                _ => Ok(delimiter),
            }
        }
        _ => Err("write one character that is no letter and no digit, such as `;`, or `tab`"),
    }
}

/// Reads a day with or without a time, such as `2026-03-31T12:00:00`.
pub(crate) fn parse_time(text: &str) -> Result<NaiveDateTime, &'static str> {
    let parse = || {
        let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
        let mut parts = time.split(':');
        let mut part = || match parts.next()? {
            digits if digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse::<u32>().ok()
            }
            _ => None,
        };
        let time = NaiveTime::from_hms_opt(part()?, part()?, part()?)?;
        let day = NaiveDate::from(Date::parse(day).ok()?);
        parts.next().is_none().then(|| day.and_time(time))
    };
    parse().ok_or("write the time as 2026-03-31T12:00:00, without a time zone")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_can_be_told_from_cells() {
        for (text, delimiter) in [
            (";", ';'),
            (",", ','),
            ("|", '|'),
            ("tab", '\t'),
            ("\t", '\t'),
        ] {
            assert_eq!(parse_delimiter(text), Ok(delimiter));
        }
        for text in ["", ";;", "a", "7", "\"", ".", "-", "\n", " ", "ä"] {
            assert!(parse_delimiter(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn times_are_read_strictly() {
        for (text, time) in [
            ("2026-03-31T12:05:09", "2026-03-31T12:05:09"),
            ("2026-03-31", "2026-03-31T00:00:00"),
        ] {
            assert_eq!(
                parse_time(text).map(|time| format!("{time:?}")),
                Ok(time.to_owned())
            );
        }
        for text in [
            "",
            "2026-02-30T00:00:00",
            "2026-03-31T24:00:00",
            "2026-03-31T12:00",
            "2026-03-31T12:00:00Z",
            "2026-03-31T+1:00:00",
        ] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
