//! Records as Rust types: from the texts of their fields, and back to JSON.

use std::str::FromStr;

use super::{Field, JsonType, push_plain, push_quoted};
use crate::value::{AccountIdentifier, Amount, Country, Currency, Date, Iban, LimitedText, Rate, Text, Uid};

/// A value that a field of a typed record holds. A text in which no fault was found stands for it.
pub(crate) trait FieldValue: FromStr {
    /// How many characters its text may have.
    const LIMIT: Option<usize> = None;

    /// Shows its text, which is as it stands in canonical JSON but for quotes and escapes.
    fn show(&self, show: &mut dyn FnMut(&str));
}

macro_rules! shown {
    ($($value:ty: |$given:ident| $text:expr;)*) => {
        $(impl FieldValue for $value {
            fn show(&self, show: &mut dyn FnMut(&str)) {
                let $given = self;
                show($text);
            }
        })*
    };
}

shown! {
    AccountIdentifier: |value| value.as_str();
    Country: |value| value.as_ref();
    Currency: |value| value.code();
    Date: |value| str::from_utf8(&value.to_ascii()).unwrap_or_default();
    Iban: |value| value.as_str();
    Rate: |value| &value.to_string();
    Text: |value| value.as_str();
    Uid: |value| &value.to_string();
    bool: |value| if *value { "true" } else { "false" };
    u64: |value| &value.to_string();
}

impl FieldValue for Amount {
    fn show(&self, show: &mut dyn FnMut(&str)) {
        Self::with_bytes(*self, |text| show(str::from_utf8(text).unwrap_or_default()));
    }
}

impl<const LIMIT: usize> FieldValue for LimitedText<LIMIT> {
    const LIMIT: Option<usize> = Some(LIMIT);

    fn show(&self, show: &mut dyn FnMut(&str)) {
        show(self.as_str());
    }
}

/// Gives the text of each field that has one in which no error was found.
pub(crate) type Texts<'f, 't> = dyn Fn(usize) -> Option<&'t str> + 'f;

/// Is shown texts, each with the place of its field.
pub(crate) type Show<'f> = dyn FnMut(usize, &str) + 'f;

/// Appends a record as canonical JSON. `show` shows its texts in the order of its table, which need no escape if they are raw.
pub(crate) fn push_object(json: &mut String, fields: &[Field], are_raw: bool, show: impl FnOnce(&mut Show<'_>)) {
    let mut mark = "{\"";
    show(&mut |index, text| {
        let Some(field) = fields.get(index) else { return };
        for piece in [mark, field.name, "\":"] {
            json.push_str(piece);
        }
        mark = ",\"";
        match field.json_type() {
            JsonType::String if are_raw => push_plain(json, text),
            JsonType::String => push_quoted(json, text),
            _ => json.push_str(text),
        }
    });
    json.push_str(if mark == "{\"" { "{}" } else { "}" });
}

/// A typed record that knows its table.
pub(crate) trait TypedRecord: Sized {
    /// The values of a record in which no error was found.
    fn from_texts(text: &Texts<'_, '_>) -> Option<Self>;

    /// The fields, in the order of the contract.
    const FIELDS: &'static [Field];

    /// Shows the text of each field that has one, with the place of the field in the table, in the order of the contract.
    fn show(&self, show: &mut Show<'_>);

    /// Appends the record as canonical JSON: fields in the order of the contract, absent ones left out.
    fn push_json(&self, json: &mut String) {
        push_object(json, Self::FIELDS, false, |show| self.show(show));
    }

    /// The record as canonical JSON.
    fn to_json(&self) -> String {
        let mut json = String::new();
        self.push_json(&mut json);
        json
    }
}

/// Appends records as a JSON array.
pub(crate) fn push_list(json: &mut String, records: &[impl TypedRecord]) {
    json.push('[');
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        record.push_json(json);
    }
    json.push(']');
}
