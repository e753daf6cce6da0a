/// Defines an enum whose variants have names, and a method that returns the name of a variant.
macro_rules! named_enum {
    (
        $(#[$enum_attribute:meta])*
        $visibility:vis enum $enum:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $name:literal,)*
        }
        $(#[$method_attribute:meta])*
        $method:ident
    ) => {
        $(#[$enum_attribute])*
        $visibility enum $enum {
            $($(#[$variant_attribute])* $variant,)*
        }

        impl $enum {
            $(#[$method_attribute])*
            #[must_use]
            $visibility const fn $method(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

pub(crate) use named_enum;
