/// Defines an enum whose variants have names, and a method that returns the name of a variant. If the method is `as_str`, the enum is printed as its name.
macro_rules! named_enum {
    (@display as_str $enum:ident) => {
        impl std::fmt::Display for $enum {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
    (@display $method:ident $enum:ident) => {};
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

        $crate::source::named_enum!(@display $method $enum);
    };
}

pub(crate) use named_enum;
