//! What a file of the caller's own is read into, piece by piece: each from its value, which was just read or opened.

use std::collections::BTreeMap;

use super::renamed::new_name;
use crate::json::{Reader, SyntaxError, Value, ValueKind};
use crate::report::sanitize_name;
use crate::source::Span;

/// Why a file has not the shape that it should have, and where.
pub(crate) struct ShapeError {
    pub(super) span: Span,
    pub(super) fault: String,
}

impl From<SyntaxError> for ShapeError {
    fn from(fault: SyntaxError) -> Self {
        Self { span: fault.span, fault: fault.to_string() }
    }
}

impl ShapeError {
    /// Another value than the one that should stand there. It may be anything, a number of a card too, so it isn't shown.
    pub(crate) fn expected(what: &str, value: &Value<'_>) -> Self {
        Self { span: value.span, fault: format!("expected {what}") }
    }

    fn twice(name: &str, span: Span) -> Self {
        Self { span, fault: format!("duplicate field `{}`", sanitize_name(name)) }
    }

    /// A name that is none of those known.
    fn unknown(what: &str, name: &str, span: Span, known: &[&str]) -> Self {
        if let Some(new) = new_name(name, known) {
            return Self { span, fault: format!("`{name}` is now called `{new}`") };
        }
        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        Self { span, fault: format!("unknown {what} `{}`, expected one of {}", sanitize_name(name), known.join(", ")) }
    }
}

pub(crate) trait Written: Sized {
    /// Reads it from a scalar, or from an object or a list that was just opened.
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError>;
}

/// The place of a member that may have been read.
pub(crate) trait Place {
    fn is_filled(&self) -> bool;

    fn fill<'s>(&mut self, value: &Value<'s>, reader: &mut Reader<'s>) -> Result<(), ShapeError>;
}

impl<T: Written> Place for Option<T> {
    fn is_filled(&self) -> bool {
        self.is_some()
    }

    fn fill<'s>(&mut self, value: &Value<'s>, reader: &mut Reader<'s>) -> Result<(), ShapeError> {
        *self = Some(T::of(value, reader)?);
        Ok(())
    }
}

pub(crate) fn members<'s>(
    value: &Value<'s>,
    reader: &mut Reader<'s>,
    names: &[&str],
    places: &mut [&mut dyn Place],
) -> Result<(), ShapeError> {
    each_member(value, reader, &mut |name, span, reader| {
        let place = names.iter().zip(&mut *places).find(|(known, _)| **known == name);
        let Some((_, place)) = place else { return Err(ShapeError::unknown("field", name, span, names)) };
        if place.is_filled() {
            return Err(ShapeError::twice(name, span));
        }
        let value = reader.read_value()?;
        place.fill(&value, reader)
    })
}

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

/// The member that an object can't lack.
pub(crate) fn required<T>(member: Option<T>, name: &str, object: &Value<'_>) -> Result<T, ShapeError> {
    member.ok_or_else(|| ShapeError { span: object.span, fault: format!("missing field `{name}`") })
}

/// Which of some words a value is.
pub(crate) fn word(value: &Value<'_>, words: &[&str]) -> Result<usize, ShapeError> {
    let ValueKind::Text(text) = value.kind else { return Err(ShapeError::expected("a string", value)) };
    let place = words.iter().position(|word| text.decodes_to(word));
    place.ok_or_else(|| ShapeError::unknown("variant", &text.decode(), value.span, words))
}

impl Written for String {
    fn of<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        match value.kind {
            ValueKind::Text(text) => Ok(text.decode().into_owned()),
            _ => Err(ShapeError::expected("a string", value)),
        }
    }
}

impl Written for char {
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let text = String::of(value, reader)?;
        text.parse().map_err(|_| ShapeError::expected("a character", value))
    }
}

impl Written for bool {
    fn of<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        match value.kind {
            ValueKind::Boolean(truth) => Ok(truth),
            _ => Err(ShapeError::expected("a boolean", value)),
        }
    }
}

impl Written for u32 {
    fn of<'s>(value: &Value<'s>, _reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let digits = if let ValueKind::Number(digits) = value.kind { digits } else { "" };
        digits.parse().map_err(|_| ShapeError::expected("a whole number", value))
    }
}

impl Written for usize {
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let number = u32::of(value, reader)?;
        Self::try_from(number).map_err(|_| ShapeError::expected("a smaller number", value))
    }
}

impl<T: Written> Written for Option<T> {
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        if value.kind == ValueKind::Null { Ok(None) } else { T::of(value, reader).map(Some) }
    }
}

impl<T: Written> Written for Vec<T> {
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let mut all = Self::new();
        each_element(value, reader, &mut |element, reader| {
            all.push(T::of(element, reader)?);
            Ok(())
        })?;
        Ok(all)
    }
}

impl<T: Written> Written for BTreeMap<String, T> {
    fn of<'s>(value: &Value<'s>, reader: &mut Reader<'s>) -> Result<Self, ShapeError> {
        let mut all = Self::new();
        each_member(value, reader, &mut |name, span, reader| {
            let member = reader.read_value()?;
            match all.insert(name.to_owned(), T::of(&member, reader)?) {
                Some(_) => Err(ShapeError::twice(name, span)),
                None => Ok(()),
            }
        })?;
        Ok(all)
    }
}

/// Writes an object of a file as its Rust type and the way to read it. Each row is the Rust name, the type, the name in the file,
/// and `default` where the member may be absent, with what it is then if that isn't the type's own.
macro_rules! written {
    (
        $(#[$about:meta])*
        $visibility:vis struct $record:ident {
            $($(#[$meaning:meta])* $seen:vis $field:ident: $value:ty = $name:literal $(, $absent:ident $($given:literal)?)?;)+
        }
    ) => {
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        $(#[$about])*
        $visibility struct $record {
            $(
                $(#[$meaning])*
                #[cfg_attr(test, schemars(rename = $name $(, $absent $(, extend("default" = $given))?)?))]
                $seen $field: $value,
            )+
        }

        impl $crate::configuration::Written for $record {
            fn of<'s>(
                value: &$crate::json::Value<'s>,
                reader: &mut $crate::json::Reader<'s>,
            ) -> Result<Self, $crate::configuration::ShapeError> {
                $(let mut $field: Option<$value> = None;)+
                $crate::configuration::members(value, reader, &[$($name),+], &mut [$(&mut $field),+])?;
                Ok(Self { $($field: $crate::configuration::given!(value, $name, $field $(, $absent $($given)?)?)),+ })
            }
        }
    };
}

macro_rules! given {
    ($object:ident, $name:literal, $member:ident) => {
        $crate::configuration::required($member, $name, $object)?
    };
    ($object:ident, $name:literal, $member:ident, default) => {
        $member.unwrap_or_default()
    };
    ($object:ident, $name:literal, $member:ident, default $given:literal) => {
        $member.unwrap_or($given)
    };
}

/// Writes the words that may stand in a place of a file as a Rust type, and the way to read it.
macro_rules! words {
    (
        $(#[$about:meta])*
        $visibility:vis enum $choice:ident {
            $($(#[$meaning:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[$about])*
        $visibility enum $choice {
            $(
                $(#[$meaning])*
                #[cfg_attr(test, schemars(rename = $word))]
                $variant,
            )+
        }

        impl $crate::configuration::Written for $choice {
            fn of<'s>(
                value: &$crate::json::Value<'s>,
                _reader: &mut $crate::json::Reader<'s>,
            ) -> Result<Self, $crate::configuration::ShapeError> {
                let place = $crate::configuration::word(value, &[$($word),+])?;
                let known = [$(Self::$variant),+].get(place).copied();
                known.ok_or_else(|| $crate::configuration::ShapeError::expected("a known word", value))
            }
        }
    };
}

pub(crate) use {given, words, written};
