use std::error::Error;
use std::fmt;

/// The error that a text is not one of the words of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownWordError {
    /// The words of the choice.
    pub expected: &'static [&'static str],
}

impl fmt::Display for UnknownWordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "this is none of the words {}",
            self.expected.join(", ")
        )
    }
}

impl Error for UnknownWordError {}

/// Defines an error enum. Each variant is followed by its message, which can contain the variant's fields.
macro_rules! error_enum {
    ($(#[$about:meta])* pub enum $error:ident {
        $(
            $(#[$meaning:meta])*
            $variant:ident $(($($part:ty),*))? $({ $($(#[$field_meaning:meta])* $field:ident: $kind:ty,)* })?
                => $message:literal,
        )*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $error {
            $($(#[$meaning])* $variant $(($($part),*))? $({ $($(#[$field_meaning])* $field: $kind,)* })?,)*
        }

        impl ::std::error::Error for $error {}

        impl ::std::fmt::Display for $error {
            #[allow(unused_variables, reason = "a message need not contain every field")]
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$variant { $($($field,)*)? .. } => write!(formatter, $message),)*
                }
            }
        }
    };
}

pub(crate) use error_enum;
