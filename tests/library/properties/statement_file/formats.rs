//! The formats of several banks.

/// A version of a bank's format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    pub(crate) profile: &'static str,
    pub(crate) variant: &'static str,
    pub(super) columns: &'static [&'static str],
}

pub(crate) static FORMATS: [Format; 11] = [
    Format {
        profile: "ubs-account",
        variant: "2022-11",
        columns: &[
            "trade-date",
            "trade-time",
            "booking-date",
            "value-date",
            "currency",
            "debit",
            "credit",
            "individual-amount",
            "balance",
            "transaction-number",
            "description-1",
            "description-2",
            "description-3",
            "footnotes",
        ],
    },
    Format {
        profile: "ubs-account",
        variant: "2022-09",
        columns: &[
            "trade-date",
            "booking-date",
            "value-date",
            "currency",
            "amount",
            "direction",
            "balance",
            "transaction-number",
            "description-1",
            "description-2",
            "description-3",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2024-with-balance",
        columns: &[
            "date",
            "type",
            "notification-text",
            "credit",
            "debit",
            "label",
            "category",
            "value-date",
            "balance",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2024",
        columns: &[
            "date",
            "type",
            "notification-text",
            "credit",
            "debit",
            "label",
            "category",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2021",
        columns: &[
            "date",
            "notification-text",
            "credit",
            "debit",
            "value-date",
            "balance",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2023",
        columns: &["date", "type", "notification-text", "credit", "debit"],
    },
    Format {
        profile: "raiffeisen-account",
        variant: "2024-07",
        columns: &[
            "iban",
            "booked-at",
            "text",
            "details",
            "amount",
            "balance",
            "value-date",
        ],
    },
    Format {
        profile: "raiffeisen-account",
        variant: "2018",
        columns: &[
            "iban",
            "booked-at",
            "text",
            "amount",
            "balance",
            "value-date",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "2025-with-rate",
        columns: &[
            "transaction-id",
            "card",
            "date",
            "value-date",
            "amount",
            "currency",
            "original-amount",
            "original-currency",
            "merchant",
            "place",
            "country",
            "details",
            "state",
            "type",
            "rate",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "2023",
        columns: &[
            "transaction-id",
            "date",
            "value-date",
            "amount",
            "currency",
            "original-amount",
            "original-currency",
            "merchant",
            "place",
            "details",
            "state",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "without-original",
        columns: &[
            "transaction-id",
            "card",
            "date",
            "value-date",
            "amount",
            "currency",
            "merchant",
            "place",
            "details",
            "state",
            "type",
        ],
    },
];

pub(crate) const CARD_ACCOUNT: &str = "XXXX XXXX XXXX 1234";
pub(super) const LANGUAGES: [&str; 4] = ["de", "en", "fr", "it"];

impl Format {
    pub(crate) fn languages(&self) -> usize {
        if matches!(self.profile, "ubs-account" | "postfinance-account") {
            LANGUAGES.len()
        } else {
            1
        }
    }

    pub(super) fn is_newest_first(&self) -> bool {
        self.profile != "raiffeisen-account"
    }

    pub(crate) fn delimiter(&self) -> &'static str {
        if self.profile == "viseca-card" {
            ","
        } else {
            ";"
        }
    }
}
