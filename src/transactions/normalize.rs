use super::PAYLOAD;
use super::check::visit_transactions;
use crate::record::{Normalizer, Record};
use crate::report::{Fixes, Normalized, Policy};

/// Applies fixes to a payload of transactions and writes it as canonical JSON.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::report::{Fixes, Policy};
/// use universal_accounting::transactions;
///
/// let payload = br#"{"transactions": [{"amount": 12.50, "Currency": "chf", "accountIdentifier": "Kasse", "note": 1}]}"#;
/// let normalized = transactions::normalize(payload, &Policy::new(), Fixes::Safe);
/// assert_eq!(
///     normalized.json.as_deref(),
///     Some(r#"{"transactions":[{"accountIdentifier":"Kasse","amount":"12.50","currency":"CHF","note":1}]}"#)
/// );
/// let rules: Vec<&str> = normalized.changes.iter().filter_map(|change| Some(change.rule?.id)).collect();
/// assert_eq!(rules, ["amount-number", "misnamed-field", "currency-spelling"]);
/// assert!(normalized.report.is_valid());
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How payloads of transactions are normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: &PAYLOAD,
    allows_sequences: true,
    check: |file, policy, ranges| match ranges {
        Some(ranges) => {
            let mut add = |_, record: Option<&Record<'_>>, _| {
                if let Some(record) = record {
                    ranges.add(record);
                }
            };
            visit_transactions(file, policy, Some(&mut add)).into_report()
        }
        None => visit_transactions(file, policy, None).into_report(),
    },
};
