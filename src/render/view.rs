use serde::ser::SerializeMap;

/// A value that is written as the members of a JSON object.
pub(super) trait JsonMembers {
    /// Writes the members into an object that is open.
    fn write_members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error>;
}

impl<T: JsonMembers> JsonMembers for Option<T> {
    fn write_members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.as_ref()
            .map_or(Ok(()), |value| value.write_members(object))
    }
}

/// Returns the length of a field's name in camel case, without the prefix of a raw identifier.
#[allow(clippy::indexing_slicing, reason = "runs in the compiler only")]
pub(super) const fn camel_case_len(name: &[u8]) -> usize {
    let (mut index, mut len) = (raw_prefix_len(name), 0);
    while index < name.len() {
        if name[index] != b'_' {
            len += 1;
        }
        index += 1;
    }
    len
}

/// Returns a field's name in camel case: `header_line` becomes `headerLine`, and `r#type` becomes `type`.
#[allow(clippy::indexing_slicing, reason = "runs in the compiler only")]
pub(super) const fn camel_case<const LEN: usize>(name: &[u8]) -> [u8; LEN] {
    let mut written = [0; LEN];
    let start = raw_prefix_len(name);
    let (mut index, mut len) = (start, 0);
    while index < name.len() {
        if name[index] != b'_' {
            let starts_word = index > start && name[index - 1] == b'_';
            written[len] = if starts_word {
                name[index].to_ascii_uppercase()
            } else {
                name[index]
            };
            len += 1;
        }
        index += 1;
    }
    written
}

const fn raw_prefix_len(name: &[u8]) -> usize {
    if let [b'r', b'#', ..] = name { 2 } else { 0 }
}

/// Defines a struct that is serialized as a JSON object, without the derive macros of serde, which every user would have to build.
///
/// The members have the fields' names in camel case. A member with `?` is left out if it is `None`; the members of a field with `..` are inserted
/// among the others. `as` sets the name of the struct in schemas that refer to it.
macro_rules! json_object {
    (
        $(#[$about:meta])*
        $visibility:vis struct $object:ident $(<$life:lifetime>)? $(as $name:literal)? {
            $(
                $(#[$meaning:meta])*
                $member:ident $(? $($optional:lifetime)?)? $(.. $($flattened:lifetime)?)?: $content:ty,
            )*
        }
    ) => {
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[cfg_attr(test, schemars(rename = $name))])?
        $(#[$about])*
        #[cfg_attr(test, serde(rename_all = "camelCase"))]
        $visibility struct $object $(<$life>)? {
            $(
                $(#[$meaning])*
                $(#[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))] $($optional)?)?
                $(#[cfg_attr(test, serde(flatten))] $($flattened)?)?
                $member: $content,
            )*
        }

        impl $(<$life>)? $crate::render::view::JsonMembers for $object $(<$life>)? {
            fn write_members<M: ::serde::ser::SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
                $($crate::render::view::write_member!(
                    object, self.$member, $member $(? $($optional)?)? $(.. $($flattened)?)?
                );)*
                Ok(())
            }
        }

        impl $(<$life>)? ::serde::Serialize for $object $(<$life>)? {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(None)?;
                $crate::render::view::JsonMembers::write_members(self, &mut object)?;
                ::serde::ser::SerializeMap::end(object)
            }
        }
    };
}

macro_rules! write_member {
    ($object:ident, $value:expr, $member:ident) => {{
        const NAME: &[u8] = &$crate::render::view::camel_case::<
            { $crate::render::view::camel_case_len(stringify!($member).as_bytes()) },
        >(stringify!($member).as_bytes());
        const TEXT: &str = match str::from_utf8(NAME) {
            Ok(name) => name,
            Err(_) => "",
        };
        $object.serialize_entry(TEXT, &$value)?;
    }};
    ($object:ident, $value:expr, $member:ident ?) => {
        if let Some(value) = &$value {
            $crate::render::view::write_member!($object, value, $member);
        }
    };
    ($object:ident, $value:expr, $member:ident ..) => {
        $crate::render::view::JsonMembers::write_members(&$value, $object)?;
    };
}

/// Defines an object as [`json_object`] does, and its function `new`, which computes each member from the arguments.
macro_rules! view {
    (
        $(#[$about:meta])*
        $visibility:vis struct $view:ident $(<$life:lifetime>)? $(as $name:literal)?
        fn new($($value:ident: $kind:ty),*) {
            $(
                $(#[$meaning:meta])*
                $member:ident $(? $($optional:lifetime)?)? $(.. $($flattened:lifetime)?)?: $content:ty = $from:expr,
            )*
        }
    ) => {
        $crate::render::view::json_object! {
            $(#[$about])*
            $visibility struct $view $(<$life>)? $(as $name)? {
                $(
                    $(#[$meaning])*
                    $member $(? $($optional)?)? $(.. $($flattened)?)?: $content,
                )*
            }
        }

        impl $(<$life>)? $view $(<$life>)? {
            $visibility fn new($($value: $kind),*) -> Self {
                Self { $($member: $from,)* }
            }
        }
    };
}

pub(super) use {json_object, view, write_member};
