use std::borrow::Cow;

use crate::json::{Reader, ValueKind};
use crate::record::{Field, nearest};

/// What the contract writes where a deployment may write its brand.
const SERVICE: &str = "service";

/// The words before `Id` in other names of the contract, such as `externalId`, which are no brands.
const OTHER_IDS: [&str; 5] = ["contact", "entry", "external", "line", "source"];

/// The word that a deployment of the service writes in the place of `service` in the names of fields: `acme` in `acmeFileId`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Brand(String);

impl Brand {
    /// Returns the brand, or `None` if a name can't begin with it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let begins_name = text.starts_with(|first: char| first.is_ascii_lowercase());
        let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_brand = begins_name && is_word && text != SERVICE;
        is_brand.then(|| Self(text.to_owned()))
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// Returns the name that the contract writes for a name with the brand.
    pub(crate) fn contract_name<'n>(&self, name: Cow<'n, str>) -> Cow<'n, str> {
        let Some(rest) = name.strip_prefix(self.0.as_str()) else {
            return name;
        };
        let begins_word = rest.starts_with(|next: char| next.is_ascii_uppercase());
        if begins_word {
            Cow::Owned(format!("{SERVICE}{rest}"))
        } else {
            name
        }
    }

    /// Returns the name with the brand for a name that the contract writes.
    pub(crate) fn branded_name(&self, name: &str) -> String {
        match name.strip_prefix(SERVICE) {
            Some(rest) => format!("{}{rest}", self.0),
            None => name.to_owned(),
        }
    }

    /// Learns the brand from the first object of a text, which may be in a list.
    pub(crate) fn of_first_object(text: &str, fields: &[Field]) -> Option<Self> {
        let mut reader = Reader::new(text);
        let is_list = reader.try_open(b'[').is_some();
        if is_list && !reader.next_element().ok()? {
            return None;
        }
        Self::learn(reader.nested_reader(reader.position()), fields)
    }

    /// Learns the brand from an object: no member has a name with `service`, exactly one member with a text has the name of the required field with
    /// another word, and all other required fields are there.
    pub(crate) fn learn(mut reader: Reader<'_>, fields: &[Field]) -> Option<Self> {
        let has_brand = |field: &&Field| field.is_required() && field.name.starts_with(SERVICE);
        let required = fields.iter().find(has_brand)?;
        let rest = required.name.strip_prefix(SERVICE)?;
        let mut missing = Vec::new();
        for field in fields {
            if field.is_required() && field.name != required.name {
                missing.push(field.name);
            }
        }
        let mut found = None;
        let mut count = 0;
        reader.try_open(b'{')?;
        while let Some(key) = reader.next_member().ok()? {
            let value = reader.read_value().ok()?;
            reader.skip(&value).ok()?;
            let name = key.text.decode();
            let is_field = fields.iter().any(|field| field.name == name);
            if is_field && name.starts_with(SERVICE) {
                return None;
            }
            missing.retain(|required| name != *required);
            if let ValueKind::Text(_) = value.kind
                && let Some(brand) = Self::before(rest, &name)
            {
                found = Some(brand);
                count += 1;
            }
        }
        let is_certain = count == 1 && missing.is_empty();
        if is_certain { found } else { None }
    }

    /// Returns the brand of a name that ends with `rest`. A misspelt `service` is no brand.
    fn before(rest: &str, name: &str) -> Option<Self> {
        let word = name.strip_suffix(rest)?;
        let is_misspelt = nearest(word, [SERVICE]).is_some();
        if is_misspelt || OTHER_IDS.contains(&word) {
            return None;
        }
        Self::parse(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{FieldKind, Presence};

    #[test]
    fn a_brand_is_learned_only_where_it_is_certain() {
        let field = |name, presence| Field::nested(name, FieldKind::Id, presence, "");
        let fields = [
            field("serviceId", Presence::Optional),
            field("serviceFileId", Presence::Required),
        ];
        let learned = |json: &str| Brand::learn(Reader::new(json), &fields).map(|brand| brand.0);
        assert_eq!(
            learned(r#"{"acmeId":"d","acmeFileId":"f"}"#).as_deref(),
            Some("acme")
        );
        assert_eq!(
            learned(r#"{"other":{"a":[1]},"x9FileId":"f"}"#).as_deref(),
            Some("x9")
        );
        for uncertain in [
            r#"{"serviceFileId":"f","acmeFileId":"g"}"#,
            r#"{"serviceId":"d","serviecFileId":"f"}"#,
            r#"{"acmeFileId":"f","otherFileId":"g"}"#,
            r#"{"acmeFileId":1}"#,
            r#"{"sevriceFileId":"f"}"#,
            r#"{"ServiceFileId":"f"}"#,
            r#"{"AcmeFileId":"f"}"#,
            r#"{"FileId":"f"}"#,
            r#"{"acme-FileId":"f"}"#,
            "[]",
            "{",
        ] {
            assert_eq!(learned(uncertain), None, "{uncertain}");
        }
    }
}
