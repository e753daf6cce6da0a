//! What the program adds to the help of a rule: the options and commands that do what the help says. The library's texts name none, because the
//! library, the JavaScript package and the page show them too.

const FIXED_LIMITS: &str = "the limits of `uacc` are fixed; a program that uses the library can raise them";

/// For each rule id, the text that follows its help.
const HINTS: &[(&str, &str)] = &[
    ("account-differs", "--account, --accounts"),
    ("account-map-invalid", "`uacc schema account-map` prints it"),
    ("account-missing", "--account; for many files --accounts"),
    ("account-unusable", "--account; for many files --accounts"),
    ("bank-ambiguous", "--bank"),
    (
        "bank-unknown",
        "`uacc banks` lists the known formats; `uacc banks FILE` compares a file with them; --profile reads it with your own profile",
    ),
    ("cell-too-long", FIXED_LIMITS),
    ("column-left-out", "--columns"),
    ("credentials-invalid", "`uacc schema credentials` prints it"),
    ("currency-missing", "--currency"),
    ("delivery-invalid", "`uacc schema delivery-request` prints it"),
    ("forced-response-invalid", "`uacc schema forced-response` prints it"),
    ("format-by-shape", "--bank"),
    ("given-account-invalid", "--account"),
    ("given-currency-differs", "--currency"),
    ("given-opening-unused", "--opening"),
    ("header-changed", "--profile reads the file with it"),
    ("heading-repeated", "--columns"),
    ("heading-unknown", "--columns"),
    ("ledger-accounts-invalid", "`uacc schema ledger-accounts` prints it"),
    ("line-too-long", FIXED_LIMITS),
    ("not-json", "`uacc convert`"),
    ("opening-balance", "--opening"),
    ("profile-invalid", "`uacc schema bank-profile` prints it"),
    ("shape-unproved", "--bank"),
    ("table-ambiguous", "--columns"),
    ("table-unknown", "--columns"),
    ("too-large", FIXED_LIMITS),
    ("too-many-records", FIXED_LIMITS),
    ("transactions-too-many", "`uacc convert` writes payloads that fit one request"),
];

/// Appends to the help of a rule what the program adds to it, in parentheses.
pub(crate) fn with_hint(rule: &str, help: String) -> String {
    match HINTS.iter().find(|(id, _)| *id == rule) {
        Some((_, hint)) => format!("{help} ({hint})"),
        None => help,
    }
}

#[cfg(test)]
mod tests {
    use universal_accounting::contract;

    use super::{HINTS, with_hint};

    #[test]
    fn every_hint_belongs_to_a_rule() {
        for (id, _) in HINTS {
            assert!(contract::rule(id).is_some(), "there is no rule {id}");
        }
        assert!(HINTS.is_sorted_by(|(first, _), (second, _)| first < second));
    }

    #[test]
    fn the_hint_follows_the_help() {
        assert_eq!(with_hint("currency-missing", "name it".to_owned()), "name it (--currency)");
        assert_eq!(with_hint("amount-zero", "leave it out".to_owned()), "leave it out");
    }
}
