//! A macro that defines a record with other records in it.

/// Defines a record whose fields may hold records and lists: its field table, its Rust type, how it is built from JSON, and how it is written.
///
/// Each row has the presence, the contract's name, the Rust name and the type. The row of a single value has its kind, a description and an example
/// too, as in [`record!`](super::record); the row of a record or a list has a description. `null` in a `nullable` field means that it is absent.
macro_rules! nested_record {
    (
        $(#[doc = $doc:literal])+
        $visibility:vis $record:ident called $name_in_words:literal, $record_description:literal {
            $($presence:ident $name:literal $field:ident: $value:ty $(as $kind:expr)?, $description:literal, $example:literal
                $(, usually at most $usual_limit:literal)?;)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        $visibility struct $record {
            $(
                #[doc = concat!("`", $name, "`: ", $description, "." $(, " Usually at most ", $usual_limit, " characters.")?)]
                pub $field: $crate::record::nested_type!($presence $value),
            )+
        }

        impl $record {
            /// The fields, in the order of the contract.
            pub(crate) const FIELDS: &'static [$crate::record::Field; [$($name),+].len()] = &[$(
                $crate::record::Field {
                    name: $name,
                    kind: $crate::record::nested_kind!($presence $value $(, $kind)?),
                    presence: $crate::record::Presence::from_keyword(stringify!($presence)),
                    default: None,
                    limit: $crate::record::nested_limit!($presence $value, [$($usual_limit)?]),
                    description: $description,
                    example: $example,
                },
            )+];

            /// The field table of the record: its name, and its fields in the order of the contract.
            pub(crate) const TABLE: &'static $crate::record::FieldTable = &$crate::record::FieldTable {
                name: $name_in_words,
                description: $record_description,
                fields: Self::FIELDS,
            };
        }

        impl $crate::record::NestedRecord for $record {
            fn build(members: &mut $crate::record::MemberReader<'_, '_>) -> Option<Self> {
                $(let mut $field = None;)+
                while let Some((index, value)) = members.next(Self::FIELDS) {
                    let mut indexes = 0..;
                    $(
                        if Some(index) == indexes.next() {
                            $field = $crate::record::read_nested_value!($presence $value, members, value);
                            continue;
                        }
                    )+
                    members.skip(&value);
                }
                Some(Self { $($field: $crate::record::nested_slot!($presence $field)),+ })
            }

            fn push_members(&self, object: &mut $crate::record::ObjectWriter<'_>) {
                let mut fields = Self::FIELDS.iter();
                $(
                    if let Some(field) = fields.next() {
                        $crate::record::push_nested_value!($presence object, field, self.$field);
                    }
                )+
            }
        }

        impl serde::Serialize for $record {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::record::serialize_nested(self, serializer)
            }
        }

        $crate::record::constructor! { $visibility $record () () $($presence $field: $value;)+ }
    };
}

/// The Rust type of a field that has this presence.
macro_rules! nested_type {
    (required $value:ty) => { $value };
    (required_record $value:ty) => { $value };
    (required_list $value:ty) => { Vec<$value> };
    (nullable_list $value:ty) => { Vec<$value> };
    ($optional:ident $value:ty) => { Option<$value> };
}

/// The kind of a field: of a single value as given, of a record or a list from its type.
macro_rules! nested_kind {
    (required_record $value:ty) => {
        $crate::record::FieldKind::Record(<$value>::TABLE)
    };
    (nullable_record $value:ty) => {
        $crate::record::FieldKind::Record(<$value>::TABLE)
    };
    (required_list $value:ty) => {
        $crate::record::FieldKind::List {
            items: <$value>::TABLE,
            non_empty: false,
        }
    };
    (nullable_list $value:ty) => {
        $crate::record::FieldKind::List {
            items: <$value>::TABLE,
            non_empty: false,
        }
    };
    ($presence:ident $value:ty, $kind:expr) => {
        $kind
    };
}

/// The limit of a single value; a record or a list has none.
macro_rules! nested_limit {
    (required_record $value:ty, []) => { None };
    (nullable_record $value:ty, []) => { None };
    (required_list $value:ty, []) => { None };
    (nullable_list $value:ty, []) => { None };
    ($presence:ident $value:ty, [$($usual_limit:literal)?]) => {
        $crate::record::Limit::new(<$value as $crate::record::FieldValue>::MAX_CHARS, &[$($usual_limit)?])
    };
}

/// Reads the value of a field. It is valid, so that only `null` gives `None`.
macro_rules! read_nested_value {
    (required_record $value:ty, $members:ident, $json:ident) => {
        $members.read_record::<$value>(&$json)
    };
    (nullable_record $value:ty, $members:ident, $json:ident) => {
        $members.read_record::<$value>(&$json)
    };
    (required_list $value:ty, $members:ident, $json:ident) => {
        $members.read_list::<$value>(&$json)
    };
    (nullable_list $value:ty, $members:ident, $json:ident) => {
        $members.read_list::<$value>(&$json)
    };
    ($presence:ident $value:ty, $members:ident, $json:ident) => {
        $members.read_value::<$value>(&$json)
    };
}

/// The field of the record from what was read; returns `None` from the caller if a required field is missing.
macro_rules! nested_slot {
    (required $slot:ident) => {
        $slot?
    };
    (required_record $slot:ident) => {
        $slot?
    };
    (required_list $slot:ident) => {
        $slot?
    };
    (nullable_list $slot:ident) => {
        $slot.unwrap_or_default()
    };
    ($optional:ident $slot:ident) => {
        $slot
    };
}

/// Writes a field, unless it is absent.
macro_rules! push_nested_value {
    (required $object:ident, $field:ident, $value:expr) => {
        $object.push_value($field, &$value)
    };
    (required_record $object:ident, $field:ident, $value:expr) => {
        $object.push_record($field, &$value)
    };
    (nullable_record $object:ident, $field:ident, $value:expr) => {
        $value
            .iter()
            .for_each(|value| $object.push_record($field, value))
    };
    (required_list $object:ident, $field:ident, $value:expr) => {
        $object.push_list($field, &$value)
    };
    (nullable_list $object:ident, $field:ident, $value:expr) => {
        if !$value.is_empty() {
            $object.push_list($field, &$value)
        }
    };
    ($optional:ident $object:ident, $field:ident, $value:expr) => {
        $value
            .iter()
            .for_each(|value| $object.push_value($field, value))
    };
}

pub(crate) use {
    nested_kind, nested_limit, nested_record, nested_slot, nested_type, push_nested_value,
    read_nested_value,
};
