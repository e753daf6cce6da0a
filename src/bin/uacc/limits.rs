//! How large a file may be, which is set once, before a command runs.

use std::sync::OnceLock;

use universal_accounting::report::{Limits, Policy};

static MAX_SIZE: OnceLock<usize> = OnceLock::new();

/// The units of sizes, the longest names first.
const UNITS: [(&str, usize); 7] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("", 1),
];

/// Parses a number of bytes, such as `2000000000`, `2GB` or `2GiB`. The case of the unit does not matter.
pub(crate) fn parse_size(text: &str) -> Result<usize, String> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, factor) = UNITS
        .iter()
        .find_map(|(unit, factor)| Some((lower.strip_suffix(&unit.to_ascii_lowercase())?, *factor)))
        .unwrap_or((&lower, 1));
    let size = number
        .trim()
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_mul(factor));
    size.filter(|size| *size > 0).ok_or_else(|| {
        "a size is a number of bytes, or of kB, MB, GB, KiB, MiB or GiB: `4GB`".to_owned()
    })
}

/// Sets the maximum size of a file.
pub(crate) fn set(max_size: Option<usize>) {
    if let Some(size) = max_size {
        // Only the first call has an effect, and there is only one.
        let _ = MAX_SIZE.set(size);
    }
}

pub(crate) fn max_size() -> usize {
    MAX_SIZE
        .get()
        .copied()
        .unwrap_or_else(|| Limits::default().bytes)
}

/// Returns a policy with these limits. As by default, a file may have a record for every hundred bytes.
pub(crate) fn policy() -> Policy {
    let mut limits = Limits::default();
    limits.bytes = max_size();
    limits.records = limits.records.max(max_size() / 100);
    Policy::new().limits(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("1", 1),
            ("2000", 2000),
            ("4GB", 4_000_000_000),
            ("4 gib", 4 << 30),
            ("10MiB", 10 << 20),
            ("3kB", 3000),
        ] {
            assert_eq!(parse_size(text), Ok(size), "{text}");
        }
        for text in ["", "GB", "-1", "1.5GB", "0", "4TB", "99999999999GB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
