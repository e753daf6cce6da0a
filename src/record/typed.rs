//! Records as Rust types: built from the texts of their fields, and written as JSON.

use std::str::FromStr;

use super::{Field, JsonType, Record, push_quoted, push_unescaped};
use crate::source::Certain;
use crate::value::{
    AccountIdentifier, Amount, Base64, Country, Currency, Date, Iban, LimitedText, Rate,
    SignedAmount, Text, Uid,
};

/// A value of a field of a typed record. Every text in which no error was found parses as one.
pub(crate) trait FieldValue: FromStr {
    /// The maximum number of characters of its text.
    const MAX_CHARS: Option<usize> = None;

    /// Calls `take` with the value's text as in canonical JSON, without quotes and escapes.
    fn with_text(&self, take: &mut dyn FnMut(&str));
}

macro_rules! field_values {
    ($($value:ty: |$given:ident| $text:expr;)*) => {
        $(impl FieldValue for $value {
            fn with_text(&self, take: &mut dyn FnMut(&str)) {
                let $given = self;
                take($text);
            }
        })*
    };
}

field_values! {
    AccountIdentifier: |value| value.as_str();
    Base64: |value| &value.to_string();
    Country: |value| value.as_ref();
    Currency: |value| value.code();
    Date: |value| str::from_utf8(&value.to_ascii()).certain();
    Iban: |value| value.as_str();
    Rate: |value| &value.to_string();
    SignedAmount: |value| &value.to_string();
    Text: |value| value.as_str();
    Uid: |value| &value.to_string();
    bool: |value| if *value { "true" } else { "false" };
    u64: |value| &value.to_string();
}

impl FieldValue for Amount {
    fn with_text(&self, take: &mut dyn FnMut(&str)) {
        Self::with_bytes(*self, |text| take(str::from_utf8(text).certain()));
    }
}

impl<const LIMIT: usize> FieldValue for LimitedText<LIMIT> {
    const MAX_CHARS: Option<usize> = Some(LIMIT);

    fn with_text(&self, take: &mut dyn FnMut(&str)) {
        take(self.as_str());
    }
}

/// A function that is called with the index of a field and its text.
pub(crate) type TextVisitor<'f> = dyn FnMut(usize, &str) + 'f;

/// Appends a record as canonical JSON. `visit_texts` visits its texts in the order of the table. If `raw` is true,
/// the texts are written as they are, without escaping.
pub(crate) fn push_object(
    json: &mut String,
    fields: &[Field],
    raw: bool,
    visit_texts: impl FnOnce(&mut TextVisitor<'_>),
) {
    let mut separator = "{\"";
    visit_texts(&mut |index, text| {
        let Some(field) = fields.get(index) else {
            return;
        };
        for piece in [separator, field.name, "\":"] {
            json.push_str(piece);
        }
        separator = ",\"";
        match field.json_type() {
            JsonType::String if raw => push_unescaped(json, text),
            JsonType::String => push_quoted(json, text),
            _ => json.push_str(text),
        }
    });
    json.push_str(if separator == "{\"" { "{}" } else { "}" });
}

/// A record as a Rust type, with its field table.
pub(crate) trait TypedRecord: Sized {
    /// Builds a record from the texts in which no error was found.
    fn from_record(record: &Record<'_>) -> Option<Self>;

    /// The fields, in the order of the contract.
    const FIELDS: &'static [Field];

    /// Calls `visit` with the index and the text of each field that has a text, in the order of the contract.
    fn visit_texts(&self, visit: &mut TextVisitor<'_>);

    /// Appends the record as canonical JSON: fields in the order of the contract, absent fields left out.
    fn push_json(&self, json: &mut String) {
        push_object(json, Self::FIELDS, false, |visit| self.visit_texts(visit));
    }

    /// Returns the record as canonical JSON.
    fn to_json(&self) -> String {
        let mut json = String::new();
        self.push_json(&mut json);
        json
    }
}

impl Record<'_> {
    /// Builds the typed record, unless there is an error.
    pub(crate) fn build<T: TypedRecord>(&self) -> Option<T> {
        if self.faulty {
            return None;
        }
        T::from_record(self)
    }
}

/// Appends records as a JSON array.
pub(crate) fn push_list<'r, R: TypedRecord + 'r>(
    json: &mut String,
    records: impl IntoIterator<Item = &'r R>,
) {
    json.push('[');
    for (index, record) in records.into_iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        record.push_json(json);
    }
    json.push(']');
}
