//! The trait [`FromJson`] and the macros that implement it for the structs and enums of a configuration file.

use std::collections::BTreeMap;

use crate::json::{Reader, SyntaxError, Value, ValueKind};
use crate::report::sanitize_name;
use crate::source::{Encoding, Span};

/// A value of the wrong type, a missing, unknown or duplicate member, or a syntax error, with its span.
#[derive(Debug)]
pub(crate) struct ShapeError {
    pub(super) span: Span,
    pub(super) fault: String,
}

impl From<SyntaxError> for ShapeError {
    fn from(fault: SyntaxError) -> Self {
        Self {
            span: fault.span,
            fault: fault.to_string(),
        }
    }
}

impl ShapeError {
    /// The error for a value of the wrong type. The value may be anything, even a card number, so the message does not repeat it.
    pub(crate) fn expected(expected: &str, value: &Value<'_>) -> Self {
        Self {
            span: value.span,
            fault: format!("expected {expected}"),
        }
    }

    /// The error for a member whose name occurs twice in its object.
    fn duplicate(name: &str, span: Span) -> Self {
        Self {
            span,
            fault: format!("duplicate field `{}`", sanitize_name(name)),
        }
    }

    /// The error for a name that is not among `known`. `kind` is the kind of name, such as `field`.
    fn unknown(kind: &str, name: &str, span: Span, known: &[&str]) -> Self {
        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        Self {
            span,
            fault: format!(
                "unknown {kind} `{}`, expected one of {}",
                sanitize_name(name),
                known.join(", ")
            ),
        }
    }
}

/// A type that is parsed from a JSON value.
pub(crate) trait FromJson: Sized {
    /// Parses a scalar, or reads an object or a list whose opening bracket was just read.
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError>;
}

/// The value of a member, once the member was read.
pub(crate) trait MemberValue {
    /// Whether the member was read before.
    fn is_read(&self) -> bool;

    /// Parses the value of the member and stores it.
    fn read<'s>(&mut self, value: &Value<'s>, reader: &mut Reader<'s>) -> Result<(), ShapeError>;
}

impl<T: FromJson> MemberValue for Option<T> {
    fn is_read(&self) -> bool {
        self.is_some()
    }

    fn read<'s>(&mut self, value: &Value<'s>, reader: &mut Reader<'s>) -> Result<(), ShapeError> {
        *self = Some(T::from_json(value, reader)?);
        Ok(())
    }
}

/// Reads all members of an object: the value of the member `names[i]` into `values[i]`. Unknown and duplicate members are errors.
pub(crate) fn read_members<'s>(
    value: &Value<'s>,
    reader: &mut Reader<'s>,
    names: &[&str],
    values: &mut [&mut dyn MemberValue],
) -> Result<(), ShapeError> {
    each_member(value, reader, &mut |name, span, reader| {
        let member = names
            .iter()
            .zip(&mut *values)
            .find(|(known, _)| **known == name);
        let Some((_, member)) = member else {
            return Err(ShapeError::unknown("field", name, span, names));
        };
        if member.is_read() {
            return Err(ShapeError::duplicate(name, span));
        }
        let value = reader.read_value()?;
        member.read(&value, reader)
    })
}

/// Calls `read` for each member of an object, with its name and the span of the name. Not generic, so it is compiled once.
fn each_member<'s>(
    value: &Value<'s>,
    reader: &mut Reader<'s>,
    read: &mut dyn FnMut(&str, Span, &mut Reader<'s>) -> Result<(), ShapeError>,
) -> Result<(), ShapeError> {
    if value.kind != ValueKind::Object {
        return Err(ShapeError::expected("an object", value));
    }
    while let Some(key) = reader.next_member()? {
        read(&key.text.decode(), key.span, reader)?;
    }
    Ok(())
}

/// Calls `read` for each element of a list. Not generic, so it is compiled once.
fn each_element<'s>(
    value: &Value<'s>,
    reader: &mut Reader<'s>,
    read: &mut dyn FnMut(&Value<'s>, &mut Reader<'s>) -> Result<(), ShapeError>,
) -> Result<(), ShapeError> {
    if value.kind != ValueKind::Array {
        return Err(ShapeError::expected("a list", value));
    }
    while reader.next_element()? {
        let element = reader.read_value()?;
        read(&element, reader)?;
    }
    Ok(())
}

/// Returns the value of a member, or an error if the object lacks it.
pub(crate) fn required_member<T>(
    member: Option<T>,
    name: &str,
    object: &Value<'_>,
) -> Result<T, ShapeError> {
    member.ok_or_else(|| ShapeError {
        span: object.span,
        fault: format!("missing field `{name}`"),
    })
}

/// Returns which of `names` a string is.
pub(crate) fn variant_index(value: &Value<'_>, names: &[&str]) -> Result<usize, ShapeError> {
    let ValueKind::Text(text) = value.kind else {
        return Err(ShapeError::expected("a string", value));
    };
    let index = names.iter().position(|name| text.decodes_to(name));
    index.ok_or_else(|| ShapeError::unknown("variant", &text.decode(), value.span, names))
}

impl FromJson for String {
    fn from_json<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        match value.kind {
            ValueKind::Text(text) => Ok(text.decode().into_owned()),
            _ => Err(ShapeError::expected("a string", value)),
        }
    }
}

impl FromJson for char {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let text = String::from_json(value, reader)?;
        text.parse()
            .map_err(|_| ShapeError::expected("a character", value))
    }
}

impl FromJson for bool {
    fn from_json<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        match value.kind {
            ValueKind::Boolean(truth) => Ok(truth),
            _ => Err(ShapeError::expected("a boolean", value)),
        }
    }
}

impl FromJson for u32 {
    fn from_json<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let digits = if let ValueKind::Number(digits) = value.kind {
            digits
        } else {
            ""
        };
        digits
            .parse()
            .map_err(|_| ShapeError::expected("a whole number", value))
    }
}

impl FromJson for usize {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let number = u32::from_json(value, reader)?;
        Self::try_from(number).map_err(|_| ShapeError::expected("a smaller number", value))
    }
}

impl FromJson for Encoding {
    fn from_json<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let names: Vec<&str> = Self::ALL.iter().map(|encoding| encoding.name()).collect();
        let encoding = Self::ALL.get(variant_index(value, &names)?).copied();
        encoding.ok_or_else(|| ShapeError::expected("an encoding", value))
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        if value.kind == ValueKind::Null {
            Ok(None)
        } else {
            T::from_json(value, reader).map(Some)
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let mut elements = Self::new();
        each_element(value, reader, &mut |element, reader| {
            elements.push(T::from_json(element, reader)?);
            Ok(())
        })?;
        Ok(elements)
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let mut members = Self::new();
        each_member(value, reader, &mut |name, span, reader| {
            let member = reader.read_value()?;
            match members.insert(name.to_owned(), T::from_json(&member, reader)?) {
                Some(_) => Err(ShapeError::duplicate(name, span)),
                None => Ok(()),
            }
        })?;
        Ok(members)
    }
}

/// Defines a struct and its parser from a JSON object. Each line gives the name and type of a field and the name of its member in JSON.
/// `default` at the end makes the member optional; a literal after it is the value of an absent member, instead of the type's default.
macro_rules! json_struct {
    (
        $(#[$struct_attribute:meta])*
        $visibility:vis struct $struct:ident {
            $($(#[$attribute:meta])* $field_visibility:vis $field:ident: $type:ty = $name:literal $(, $optional:ident $($default:literal)?)?;)+
        }
    ) => {
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        $(#[$struct_attribute])*
        $visibility struct $struct {
            $(
                $(#[$attribute])*
                #[cfg_attr(test, schemars(rename = $name $(, $optional $(, extend("default" = $default))?)?))]
                $field_visibility $field: $type,
            )+
        }

        impl $crate::configuration::FromJson for $struct {
            fn from_json<'s>(
                value: &$crate::json::Value<'s>,
                reader: &mut $crate::json::Reader<'s>,
            ) -> Result<Self, $crate::configuration::ShapeError> {
                $(let mut $field: Option<$type> = None;)+
                $crate::configuration::read_members(value, reader, &[$($name),+], &mut [$(&mut $field),+])?;
                Ok(Self { $($field: $crate::configuration::member_or_default!(value, $name, $field $(, $optional $($default)?)?)),+ })
            }
        }
    };
}

/// Unwraps the value of a member that was read: a required member must be present, an optional one has a default.
macro_rules! member_or_default {
    ($object:ident, $name:literal, $member:ident) => {
        $crate::configuration::required_member($member, $name, $object)?
    };
    ($object:ident, $name:literal, $member:ident, default) => {
        $member.unwrap_or_default()
    };
    ($object:ident, $name:literal, $member:ident, default $default:literal) => {
        $member.unwrap_or($default)
    };
}

/// Defines an enum and its parser from a JSON string. Each line gives a variant and its name in JSON.
macro_rules! json_enum {
    (
        $(#[$enum_attribute:meta])*
        $visibility:vis enum $enum:ident {
            $($(#[$attribute:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[$enum_attribute])*
        $visibility enum $enum {
            $(
                $(#[$attribute])*
                #[cfg_attr(test, schemars(rename = $name))]
                $variant,
            )+
        }

        impl $crate::configuration::FromJson for $enum {
            fn from_json<'s>(
                value: &$crate::json::Value<'s>,
                _reader: &mut $crate::json::Reader<'s>,
            ) -> Result<Self, $crate::configuration::ShapeError> {
                let index = $crate::configuration::variant_index(value, &[$($name),+])?;
                let variant = [$(Self::$variant),+].get(index).copied();
                variant.ok_or_else(|| $crate::configuration::ShapeError::expected("a known word", value))
            }
        }
    };
}

pub(crate) use {json_enum, json_struct, member_or_default};
