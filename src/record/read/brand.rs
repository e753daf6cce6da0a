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
        (begins_name && is_word && text != SERVICE).then(|| Self(text.to_owned()))
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// Returns the name that the contract writes for a name with the brand.
    pub(crate) fn contract_name<'n>(&self, name: Cow<'n, str>) -> Cow<'n, str> {
        let rest = name
            .strip_prefix(self.0.as_str())
            .filter(|rest| rest.starts_with(|next: char| next.is_ascii_uppercase()));
        match rest {
            Some(rest) => Cow::Owned(format!("{SERVICE}{rest}")),
            None => name,
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
        if reader.try_open(b'[').is_some() && !reader.next_element().ok()? {
            return None;
        }
        Self::learn(reader.nested_reader(reader.position()), fields)
    }

    /// Learns the brand from an object: no member has a name with `service`, exactly one member with a text has the name of the required field with
    /// another word, and all other required fields are there.
    pub(crate) fn learn(mut reader: Reader<'_>, fields: &[Field]) -> Option<Self> {
        let required = fields
            .iter()
            .find(|field| field.is_required() && field.name.starts_with(SERVICE))?;
        let rest = required.name.strip_prefix(SERVICE)?;
        let mut other_required: Vec<&str> = fields
            .iter()
            .filter(|field| field.is_required() && field.name != required.name)
            .map(|field| field.name)
            .collect();
        let (mut found, mut count) = (None, 0);
        reader.try_open(b'{')?;
        while let Some(key) = reader.next_member().ok()? {
            let value = reader.read_value().ok()?;
            reader.skip(&value).ok()?;
            let name = key.text.decode();
            if name.starts_with(SERVICE) && fields.iter().any(|field| field.name == name) {
                return None;
            }
            other_required.retain(|required| name != *required);
            // A misspelt `service` is no brand.
            let is_brand =
                |word: &&str| nearest(word, [SERVICE]).is_none() && !OTHER_IDS.contains(word);
            let brand = name
                .strip_suffix(rest)
                .filter(is_brand)
                .and_then(Self::parse);
            if let (Some(brand), ValueKind::Text(_)) = (brand, value.kind) {
                (found, count) = (Some(brand), count + 1);
            }
        }
        found.filter(|_| count == 1 && other_required.is_empty())
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
