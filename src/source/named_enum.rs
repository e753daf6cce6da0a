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
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[$enum_attribute])*
        $visibility enum $enum {
            $(
                $(#[$variant_attribute])*
                #[cfg_attr(test, schemars(rename = $name))]
                $variant,
            )*
        }

        impl $enum {
            #[allow(dead_code, reason = "not every enum is read by name")]
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

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
