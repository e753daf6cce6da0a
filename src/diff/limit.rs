use std::error::Error;
use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;

use super::model::BaseDataDiff;
use crate::value::Rate;

/// How many records an update may remove.
///
/// ```
/// use universal_accounting::diff::RemovalLimit;
///
/// assert_eq!(RemovalLimit::parse("10")?, RemovalLimit::Records(10));
/// assert_eq!(RemovalLimit::parse("2.50%")?.to_string(), "2.5%");
/// assert!(RemovalLimit::parse("ten").is_err() && RemovalLimit::parse("101%").is_err());
/// # Ok::<(), universal_accounting::diff::RemovalLimitError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "a limit is one of these two")]
pub enum RemovalLimit {
    /// At most so many records, of all lists together.
    Records(usize),
    /// At most this share of the records that the service holds, in every single list.
    Percent(Rate),
}

/// The error that a text is not a [`RemovalLimit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemovalLimitError;

/// The records that an update would remove although a [`RemovalLimit`] forbids it.
///
/// Its `Display` form is a sentence that has no value of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExcessRemoval {
    /// The limit.
    pub limit: RemovalLimit,
    /// The lists that lose too many records; with a limit of all lists together, each list that loses any. Each has its name in the contract, the
    /// number of records that would be removed, and the number of records that the service holds.
    pub lists: Vec<(&'static str, usize, usize)>,
}

impl RemovalLimit {
    /// Parses a number of records, such as `10`, or a percentage, such as `10%`.
    ///
    /// # Errors
    ///
    /// The text is neither a whole number nor a percentage from 0 to 100.
    pub fn parse(text: &str) -> Result<Self, RemovalLimitError> {
        let limit = match text.strip_suffix('%') {
            Some(percent)
                if percent
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
            {
                Rate::parse(percent).ok().map(Self::Percent)
            }
            None if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().map(Self::Records)
            }
            _ => None,
        };
        limit.ok_or(RemovalLimitError)
    }

    /// Returns whether a list may lose so many of its records.
    fn allows(self, removed: usize, held: usize) -> bool {
        match self {
            Self::Records(limit) => removed <= limit,
            // Both products are far below what a decimal can hold.
            Self::Percent(limit) => {
                let product = Decimal::from(limit).checked_mul(Decimal::from(held));
                product.is_some_and(|product| {
                    Decimal::from(removed).saturating_mul(Decimal::ONE_HUNDRED) <= product
                })
            }
        }
    }
}

impl BaseDataDiff {
    /// Returns the records that the update would remove beyond a limit, or `None` if it keeps the limit.
    ///
    /// A record that comes back under another external id counts as removed, because whatever refers to the old id loses it.
    ///
    /// ```
    /// use universal_accounting::diff::{self, RemovalLimit};
    /// use universal_accounting::{base_data, report::Policy};
    ///
    /// let payload = |contacts: &str| format!(r#"{{
    ///     "organization": {{"companyName": "Muster AG", "leadCurrency": "CHF"}},
    ///     "accounts": [{{"externalId": "a-1", "number": "1020", "description": "Bank"}}],
    ///     "currencies": [{{"externalId": "c-1", "code": "CHF"}}],
    ///     "taxes": [{{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}}],
    ///     "taxPeriods": [{{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
    ///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}}],
    ///     "contacts": [{contacts}]
    /// }}"#);
    /// let held = payload(r#"{"externalId": "k-1", "legalType": "COMPANY", "companyName": "Beispiel GmbH"}"#);
    /// let diff = diff::read_base_data(held.as_bytes(), payload("").as_bytes(), &Policy::new()).diff.ok_or("a payload has errors")?;
    /// assert_eq!(diff.excess_removal(RemovalLimit::Records(1)), None);
    /// let excess = diff.excess_removal(RemovalLimit::parse("10%")?).ok_or("the limit is kept")?;
    /// assert_eq!(excess.to_string(), "1 of 1 `contacts` would be removed, but at most 10% of a list may be");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn excess_removal(&self, limit: RemovalLimit) -> Option<ExcessRemoval> {
        let losses = self
            .lists
            .iter()
            .map(|list| (list.name, list.removed.len(), list.held));
        let lists: Vec<_> = match limit {
            RemovalLimit::Records(_) if limit.allows(self.removed(), 0) => return None,
            RemovalLimit::Records(_) => losses.filter(|(_, removed, _)| *removed > 0).collect(),
            RemovalLimit::Percent(_) => losses
                .filter(|(_, removed, held)| !limit.allows(*removed, *held))
                .collect(),
        };
        (!lists.is_empty()).then_some(ExcessRemoval { limit, lists })
    }
}

impl FromStr for RemovalLimit {
    type Err = RemovalLimitError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for RemovalLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Records(limit) => limit.fmt(formatter),
            Self::Percent(limit) => write!(formatter, "{limit}%"),
        }
    }
}

impl fmt::Display for RemovalLimitError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "this is neither a number of records, such as 10, nor a percentage from 0% to 100%, such as 2.5%",
        )
    }
}

impl Error for RemovalLimitError {}

impl fmt::Display for ExcessRemoval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists: Vec<String> = self
            .lists
            .iter()
            .map(|(name, removed, held)| format!("{removed} of {held} `{name}`"))
            .collect();
        write!(
            formatter,
            "{} would be removed, but at most {} ",
            lists.join(", "),
            self.limit
        )?;
        match self.limit {
            RemovalLimit::Records(1) => formatter.write_str("record may be"),
            RemovalLimit::Records(_) => formatter.write_str("records may be"),
            RemovalLimit::Percent(_) => formatter.write_str("of a list may be"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::{DiffRecord, ListDiff};

    /// Returns a diff whose lists lose so many of so many records.
    fn diff(losses: &[(&'static str, usize, usize)]) -> BaseDataDiff {
        let record = |index| DiffRecord {
            index,
            external_id: None,
            fields: Vec::new(),
            same: None,
        };
        let list = |(name, removed, held): &(&'static str, usize, usize)| ListDiff {
            name,
            held: *held,
            new: held - removed,
            added: Vec::new(),
            changed: Vec::new(),
            removed: (0..*removed).map(record).collect(),
        };
        BaseDataDiff {
            lists: losses.iter().map(list).collect(),
            ..BaseDataDiff::default()
        }
    }

    fn message(losses: &[(&'static str, usize, usize)], limit: &str) -> Option<String> {
        let excess = diff(losses).excess_removal(RemovalLimit::parse(limit).unwrap());
        excess.map(|excess| excess.to_string())
    }

    #[test]
    fn a_number_limits_all_lists_together() {
        let losses = [("accounts", 2, 100), ("taxes", 0, 5), ("contacts", 3, 1000)];
        assert_eq!(message(&losses, "5"), None);
        assert_eq!(
            message(&losses, "4").as_deref(),
            Some(
                "2 of 100 `accounts`, 3 of 1000 `contacts` would be removed, but at most 4 records may be"
            )
        );
        assert_eq!(
            message(&[("taxes", 2, 2)], "1").unwrap(),
            "2 of 2 `taxes` would be removed, but at most 1 record may be"
        );
        assert_eq!(message(&[("taxes", 0, 2)], "0"), None);
    }

    #[test]
    fn a_percentage_limits_every_list() {
        let losses = [("accounts", 1, 1000), ("contacts", 3, 4)];
        assert_eq!(message(&losses, "75%"), None);
        assert_eq!(
            message(&losses, "74.999%").as_deref(),
            Some("3 of 4 `contacts` would be removed, but at most 74.999% of a list may be")
        );
        assert_eq!(message(&losses, "100%"), None);
        assert_eq!(message(&[("contacts", 0, 0)], "0%"), None);
        assert!(message(&[("contacts", 1, 3)], "33.333333333333333333333333%").is_some());
        assert!(
            message(
                &[("contacts", 1, usize::MAX)],
                "0.0000000000000000000000000001%"
            )
            .is_some()
        );
    }

    #[test]
    fn other_texts_are_no_limit() {
        for text in [
            "",
            "%",
            "-1",
            "+1",
            "1.5",
            "1e1",
            "1e1%",
            "-0%",
            "101%",
            "10 %",
            " 10",
            "10%%",
            "ten",
            "99999999999999999999999",
        ] {
            assert_eq!(RemovalLimit::parse(text), Err(RemovalLimitError), "{text}");
        }
    }
}
