use crate::statement::FormatName;

/// A format of statements that is the same for all banks.
///
/// A file of such a format is recognized by what it holds, so that nobody has to name it.
///
/// ```
/// use universal_accounting::format::MessageFormat;
///
/// assert_eq!(MessageFormat::Camt053.id(), "camt.053");
/// assert_eq!(MessageFormat::Camt053.institution(), "ISO 20022");
/// assert_eq!(MessageFormat::Camt053.product(), "bank statement");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MessageFormat {
    /// The account report of ISO 20022, `BankToCustomerAccountReport`.
    Camt052,
    /// The statement of ISO 20022, `BankToCustomerStatement`.
    Camt053,
    /// The notification of ISO 20022, `BankToCustomerDebitCreditNotification`.
    Camt054,
    /// The customer statement message of SWIFT.
    Mt940,
    /// The interim transaction report of SWIFT.
    Mt942,
    /// Open Financial Exchange, which QuickBooks calls QBO and Quicken QFX.
    Ofx,
    /// The Quicken interchange format.
    Qif,
}

impl MessageFormat {
    /// All formats that are the same for all banks.
    pub const ALL: [Self; 7] = [
        Self::Camt052,
        Self::Camt053,
        Self::Camt054,
        Self::Mt940,
        Self::Mt942,
        Self::Ofx,
        Self::Qif,
    ];

    /// Returns the format with an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.id() == id)
    }

    /// The id of the format, as in reports.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Camt052 => "camt.052",
            Self::Camt053 => "camt.053",
            Self::Camt054 => "camt.054",
            Self::Mt940 => "mt940",
            Self::Mt942 => "mt942",
            Self::Ofx => "ofx",
            Self::Qif => "qif",
        }
    }

    /// The organization that defined the format, or its own name if it is better known than the organization.
    #[must_use]
    pub const fn institution(self) -> &'static str {
        match self {
            Self::Camt052 | Self::Camt053 | Self::Camt054 => "ISO 20022",
            Self::Mt940 | Self::Mt942 => "SWIFT",
            Self::Ofx => "OFX",
            Self::Qif => "QIF",
        }
    }

    /// What a file of the format is.
    #[must_use]
    pub const fn product(self) -> &'static str {
        match self {
            Self::Camt052 => "account report",
            Self::Camt053 => "bank statement",
            Self::Camt054 => "debit and credit notification",
            Self::Mt940 => "customer statement",
            Self::Mt942 => "interim report",
            Self::Ofx => "statement",
            Self::Qif => "register",
        }
    }

    /// The name of the format in the summary of a conversion.
    pub(super) fn name(self) -> FormatName {
        FormatName {
            id: self.id().to_owned(),
            institution: self.institution().to_owned(),
            product: self.product().to_owned(),
        }
    }
}
