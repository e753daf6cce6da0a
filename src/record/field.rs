use crate::source::named_enum;

/// The field table of one kind of record: its name, and its fields in the order of the contract.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldTable {
    /// The name of the kind of record in words, such as `tax period`.
    pub name: &'static str,
    /// A description that can follow the name and a colon.
    pub description: &'static str,
    /// The fields, in the order of the contract.
    pub fields: &'static [Field],
}

/// One field of a record. Its name, kind and limits are written down only here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, exactly as the contract writes it.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: FieldKind,
    /// Whether a record may lack the field.
    pub presence: Presence,
    /// The default value of an absent field, as JSON. None if an absent field has no value.
    pub default: Option<&'static str>,
    /// The maximum length of its text.
    pub limit: Option<Limit>,
    /// A description that can follow the name and a colon.
    pub description: &'static str,
    /// A valid value: the text of a string, JSON for other types. Empty for records and lists.
    pub example: &'static str,
}

impl Field {
    /// Creates a field whose value is a record or a list of records.
    pub(crate) const fn nested(
        name: &'static str,
        kind: FieldKind,
        presence: Presence,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            presence,
            default: None,
            limit: None,
            description,
            example: "",
        }
    }

    /// Returns whether `null` in the field means the same as its absence.
    pub(crate) const fn is_nullable(&self) -> bool {
        matches!(self.presence, Presence::Nullable)
    }

    /// Returns whether the value is a record or a list of records.
    pub(crate) const fn is_nested(&self) -> bool {
        matches!(self.kind, FieldKind::Record(_) | FieldKind::List { .. })
    }

    /// Returns whether it is an error that a record lacks the field.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        matches!(self.presence, Presence::Required)
    }

    /// Returns the JSON type of the field's values.
    pub(crate) const fn json_type(&self) -> JsonType {
        match self.kind {
            FieldKind::Boolean => JsonType::Boolean,
            FieldKind::Rate | FieldKind::Count => JsonType::Number,
            FieldKind::Record(_) => JsonType::Object,
            FieldKind::List { .. } => JsonType::Array,
            _ => JsonType::String,
        }
    }
}

/// The maximum number of fields in the table of a list's records or of a payload.
pub(crate) const MAX_FIELDS: usize = 16;

/// Whether a record may lack a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A record without the field is an error.
    Required,
    /// A record without the field is a warning.
    Expected,
    /// A record may lack the field.
    Optional,
    /// A record may lack the field or have `null` in it, which means the same.
    Nullable,
}

impl Presence {
    /// Returns the presence for the first word of a row of [`record!`](super::record).
    pub(crate) const fn from_keyword(word: &str) -> Self {
        match word.as_bytes() {
            b"required" | b"required_record" | b"required_list" => Self::Required,
            b"expected" => Self::Expected,
            b"nullable" | b"nullable_record" | b"nullable_list" => Self::Nullable,
            _ => Self::Optional,
        }
    }

    /// Returns the default value for the first word of a row of [`record!`](super::record).
    pub(crate) const fn default_from_keyword(word: &str) -> Option<&'static str> {
        if matches!(word.as_bytes(), b"defaulted") {
            Some("false")
        } else {
            None
        }
    }
}

/// The maximum length of a text in Unicode code points, which JSON Schema counts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A longer text is an error.
    Contract(usize),
    /// A longer text is a warning: the contract shows no limit, but a reader may have one.
    Usual(usize),
}

impl Limit {
    /// Returns the usual limit that a row gives, or else the limit of the field's type.
    pub(crate) const fn new(type_limit: Option<usize>, usual: &[usize]) -> Option<Self> {
        match (usual, type_limit) {
            ([usual, ..], _) => Some(Self::Usual(*usual)),
            ([], Some(limit)) => Some(Self::Contract(limit)),
            ([], None) => None,
        }
    }
}

/// The kind of a field's value. Its JSON type is string unless the variant names another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldKind {
    /// Any text.
    Text,
    /// A short name within the books, such as an account number.
    Code,
    /// A key that the caller assigns. The service compares keys byte for byte, and a safe fix never changes one.
    Id,
    /// The key of an account: an IBAN, a masked card number, or another name.
    Account,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// Any text, usually one of a few words.
    OpenChoice(&'static [&'static str]),
    /// A positive decimal.
    Amount {
        /// The field with the direction of the amount, one of two words. A sign in the amount would contradict it.
        direction: Option<&'static str>,
    },
    /// A decimal that may be negative or zero.
    SignedAmount,
    /// A currency code of ISO 4217.
    Currency,
    /// A calendar date, `YYYY-MM-DD`.
    Date,
    /// An International Bank Account Number (ISO 13616).
    Iban,
    /// A Swiss business identification number, `CHE-ddd.ddd.ddd`.
    Uid,
    /// A tax number of any country. A Swiss tax number is a UID, usually with a suffix such as MWST.
    TaxNumber,
    /// A country code of ISO 3166-1 alpha-2.
    Country,
    /// A web address.
    WebAddress,
    /// The content of a file (RFC 4648).
    Base64,
    /// A JSON boolean.
    Boolean,
    /// A rate in percent from 0 to 100: a JSON number.
    Rate,
    /// A count: a whole JSON number from 0.
    Count,
    /// A record: a JSON object.
    Record(&'static FieldTable),
    /// A list of records: a JSON array.
    List {
        /// The field table of the records.
        items: &'static FieldTable,
        /// Whether the list must have at least one record.
        non_empty: bool,
    },
}

impl FieldKind {
    /// Returns whether the contract states the values of a string, or their form. None of them is empty.
    pub(crate) const fn has_form(self) -> bool {
        matches!(
            self,
            Self::Choice(_)
                | Self::Amount { .. }
                | Self::SignedAmount
                | Self::Currency
                | Self::Date
                | Self::Iban
                | Self::Uid
                | Self::Country
        )
    }

    /// Returns whether the value is a key: the service treats another spelling of it as another key.
    pub(crate) const fn is_key(self) -> bool {
        matches!(self, Self::Id | Self::Account)
    }
}

named_enum! {
    /// The JSON types, each with its name in messages.
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

/// Returns the index of a field in its table, at compile time. The case of the name's letters is ignored; an unknown name does not compile.
#[allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "runs in the compiler alone"
)]
pub(crate) const fn index_of(fields: &[Field], name: &str) -> usize {
    let mut index = 0;
    while index < fields.len() {
        // No two fields differ only in the case of their letters.
        if fields[index].name.eq_ignore_ascii_case(name) {
            return index;
        }
        index += 1;
    }
    panic!("no such field")
}
