/// One field of a record: the only place where its name, kind and limits are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, exactly as the contract writes it.
    pub name: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// Whether a record without it is faulty.
    pub required: bool,
    /// What it means, in one sentence.
    pub about: &'static str,
    /// A valid value.
    pub example: &'static str,
}

impl Field {
    pub(crate) const fn required(name: &'static str, kind: Kind, about: &'static str, example: &'static str) -> Self {
        Self { name, kind, required: true, about, example }
    }

    pub(crate) const fn optional(name: &'static str, kind: Kind, about: &'static str, example: &'static str) -> Self {
        Self { name, kind, required: false, about, example }
    }
}

/// What the value of a field is. Where nothing else is said, it is a string in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Any text.
    Text,
    /// A key of the caller's: compared to the letter, never altered by a safe fix.
    Identity,
    /// The key of an account: an IBAN, a masked card number, or another name.
    Account,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// A positive decimal.
    Amount {
        /// The field with two words for its direction, which a sign would contradict.
        direction: Option<&'static str>,
    },
    /// A currency code of ISO 4217.
    Currency,
    /// A calendar date, `YYYY-MM-DD`.
    Date,
    /// A list of records: an array in JSON.
    List,
}

impl Kind {
    /// Whether another spelling would be another key to the service.
    pub(crate) const fn is_identity(self) -> bool {
        matches!(self, Self::Identity | Self::Account)
    }
}
