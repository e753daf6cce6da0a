use crate::source::named_enum;

/// One kind of record: what it is called, and its fields in the order of the contract.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// What it is called, in words: `tax period`.
    pub name: &'static str,
    /// What it is: a phrase that can stand behind the name and a colon.
    pub about: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
}

/// One field of a record: the only place where its name, kind and limits are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, exactly as the contract writes it.
    pub name: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// What it means that the field is absent.
    pub presence: Presence,
    /// What its absence means, as JSON, where that is a value.
    pub default: Option<&'static str>,
    /// How long its text may be.
    pub limit: Option<Limit>,
    /// What it means: a phrase that can stand behind the name and a colon.
    pub about: &'static str,
    /// A valid value: a string's text, else JSON. Empty for records and lists.
    pub example: &'static str,
}

impl Field {
    /// A member of a payload: a record, or a list of records.
    pub(crate) const fn part(name: &'static str, kind: Kind, presence: Presence, about: &'static str) -> Self {
        Self { name, kind, presence, default: None, limit: None, about, example: "" }
    }

    /// Whether a record without it is faulty.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        matches!(self.presence, Presence::Required)
    }

    /// What a JSON value of this field is.
    pub(crate) const fn json_type(&self) -> JsonType {
        match self.kind {
            Kind::Boolean => JsonType::Boolean,
            Kind::Rate | Kind::Count => JsonType::Number,
            Kind::Record(_) => JsonType::Object,
            Kind::List { .. } => JsonType::Array,
            _ => JsonType::String,
        }
    }
}

/// No table of the records of a list, or of the parts of a payload, has more fields.
pub(crate) const MAX_FIELDS: usize = 16;

/// Whether a record may lack a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A record without it is faulty.
    Required,
    /// A record without it is odd.
    Expected,
    /// A record may lack it.
    Optional,
}

impl Presence {
    /// The presence that the first word of a row stands for, as [`record!`](super::record) describes it.
    pub(crate) const fn of(word: &str) -> Self {
        match word.as_bytes() {
            b"required" => Self::Required,
            b"expected" => Self::Expected,
            _ => Self::Optional,
        }
    }

    /// The default that the first word of a row stands for.
    pub(crate) const fn default_of(word: &str) -> Option<&'static str> {
        if matches!(word.as_bytes(), b"defaulted") { Some("false") } else { None }
    }
}

/// How many characters a text may have, counted in Unicode code points as JSON Schema does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A longer text is an error.
    Contract(usize),
    /// A longer text is a warning: the contract shows no limit, yet a reader may have one.
    Usual(usize),
}

impl Limit {
    /// The limit of a row: the usual one that it gives, else that of its type.
    pub(crate) const fn of(of_type: Option<usize>, usual: &[usize]) -> Option<Self> {
        match (usual, of_type) {
            ([usual, ..], _) => Some(Self::Usual(*usual)),
            ([], Some(limit)) => Some(Self::Contract(limit)),
            ([], None) => None,
        }
    }
}

/// What the value of a field is. Where nothing else is said, it is a string in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Any text.
    Text,
    /// A short name inside of the books, such as an account number.
    Code,
    /// A key of the caller's: compared to the letter, never altered by a safe fix.
    Identity,
    /// The key of an account: an IBAN, a masked card number, or another name.
    Account,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// Any text, though mostly one of a few words.
    OpenChoice(&'static [&'static str]),
    /// A positive decimal.
    Amount {
        /// The field with two words for its direction, which a sign would contradict.
        direction: Option<&'static str>,
    },
    /// A currency code of ISO 4217.
    Currency,
    /// A calendar date, `YYYY-MM-DD`.
    Date,
    /// An International Bank Account Number (ISO 13616).
    Iban,
    /// A Swiss business identification number, `CHE-ddd.ddd.ddd`.
    Uid,
    /// A tax number of any country; a Swiss one is a UID, mostly with a suffix such as MWST.
    TaxNumber,
    /// A country code of ISO 3166-1 alpha-2.
    Country,
    /// An address on the web.
    WebAddress,
    /// `true` or `false` in JSON.
    Boolean,
    /// A rate in percent, 0 to 100: a number in JSON.
    Rate,
    /// How many there are: a whole number from 0 in JSON.
    Count,
    /// A record: an object in JSON.
    Record(&'static Table),
    /// A list of records: an array in JSON.
    List {
        /// What each of them is.
        items: &'static Table,
        /// Whether there must be one at least.
        filled: bool,
    },
}

impl Kind {
    /// Whether another spelling would be another key to the service.
    pub(crate) const fn is_identity(self) -> bool {
        matches!(self, Self::Identity | Self::Account)
    }
}

named_enum! {
    /// The types that values have in JSON, each with its name in messages.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum JsonType {
        String = "a string",
        Number = "a number",
        Boolean = "a boolean",
        Object = "an object",
        Array = "an array",
        Null = "null",
    }
    name
}

/// The place of a field in its table. Fails to compile where there is none of that name, in whatever case.
#[allow(clippy::panic, clippy::indexing_slicing, reason = "runs in the compiler alone")]
pub(crate) const fn place(fields: &[Field], name: &str) -> usize {
    let mut index = 0;
    while index < fields.len() {
        // No two fields differ in the case of their letters alone.
        if fields[index].name.eq_ignore_ascii_case(name) {
            return index;
        }
        index += 1;
    }
    panic!("no such field")
}
