//! The form in which a store has a statement.

use std::fmt::Write;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::stored_statement::{DayTotal, StoredStatement};
use crate::source::Certain;
use crate::statement::BalanceStatus;
use crate::value::{AccountIdentifier, Currency, Date};

/// Why a stored statement can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnreadableStatement;

/// A statement as canonical JSON.
#[derive(Serialize, Deserialize)]
struct Row {
    account: String,
    currency: String,
    number: Option<String>,
    from: Option<String>,
    until: Option<String>,
    opening: Option<String>,
    closing: Option<String>,
    balance: String,
    #[serde(rename = "lacksOpening")]
    lacks_opening: bool,
    #[serde(rename = "opensWithBalance")]
    opens_with_balance: bool,
    transactions: usize,
    days: Vec<(String, u32, String)>,
    content: String,
    file: String,
}

impl StoredStatement {
    /// Returns the statement as canonical JSON.
    pub(super) fn to_json(&self) -> String {
        let row = Row {
            account: self.account.to_string(),
            currency: self.currency.code().to_owned(),
            number: self.number.clone(),
            from: self.first_day.map(|day| day.to_string()),
            until: self.last_day.map(|day| day.to_string()),
            opening: self.opening_balance.map(|balance| balance.to_string()),
            closing: self.closing_balance.map(|balance| balance.to_string()),
            balance: self.balance_status.as_str().to_owned(),
            lacks_opening: self.lacks_opening,
            opens_with_balance: self.opens_with_balance,
            transactions: self.transactions,
            days: self.days.iter().copied().map(DayTotal::to_row).collect(),
            content: to_hex(&self.content_hash),
            file: to_hex(&self.file_hash),
        };
        // Texts and numbers are always valid JSON.
        serde_json::to_string(&row).certain()
    }

    /// Reads a statement that [`to_json`](Self::to_json) wrote.
    pub(super) fn from_json(json: &[u8]) -> Result<Self, UnreadableStatement> {
        let row: Row = serde_json::from_slice(json).map_err(|_| UnreadableStatement)?;
        Self::from_row(&row).ok_or(UnreadableStatement)
    }

    fn from_row(row: &Row) -> Option<Self> {
        let status = |name: &str| {
            let all = BalanceStatus::ALL.iter();
            all.copied().find(|status| status.as_str() == name)
        };
        let days = row.days.iter().map(DayTotal::from_row);
        Some(Self {
            account: AccountIdentifier::parse(&row.account).ok()?,
            currency: Currency::parse(&row.currency).ok()?,
            number: row.number.clone(),
            first_day: read(row.from.as_deref(), read_day)?,
            last_day: read(row.until.as_deref(), read_day)?,
            opening_balance: read(row.opening.as_deref(), read_amount)?,
            closing_balance: read(row.closing.as_deref(), read_amount)?,
            balance_status: status(&row.balance)?,
            transactions: row.transactions,
            content_hash: from_hex(&row.content)?,
            file_hash: from_hex(&row.file)?,
            lacks_opening: row.lacks_opening,
            opens_with_balance: row.opens_with_balance,
            days: days.collect::<Option<_>>()?,
        })
    }
}

impl DayTotal {
    fn to_row(self) -> (String, u32, String) {
        (self.day.to_string(), self.count, self.sum.to_string())
    }

    fn from_row((day, count, sum): &(String, u32, String)) -> Option<Self> {
        Some(Self {
            day: read_day(day)?,
            count: *count,
            sum: read_amount(sum)?,
        })
    }
}

/// Reads an optional value. `None` if there is one that can't be read.
#[allow(
    clippy::option_option,
    reason = "a missing value and an unreadable one differ"
)]
fn read<T>(text: Option<&str>, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    match text {
        Some(text) => read(text).map(Some),
        None => Some(None),
    }
}

fn read_day(text: &str) -> Option<Date> {
    Date::parse(text).ok()
}

fn read_amount(text: &str) -> Option<Decimal> {
    Decimal::from_str_exact(text).ok()
}

/// Returns bytes as lower-case hexadecimal digits.
pub(super) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

fn from_hex(digits: &str) -> Option<[u8; 32]> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let mut bytes = [0; 32];
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        *byte = u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}
