/// Writes an enum whose variants have names, and the method that returns the name of each.
macro_rules! named {
    (
        $(#[$about:meta])*
        $visibility:vis enum $named:ident {
            $($(#[$meaning:meta])* $variant:ident = $name:literal,)*
        }
        $(#[$use:meta])*
        $method:ident
    ) => {
        $(#[$about])*
        $visibility enum $named {
            $($(#[$meaning])* $variant,)*
        }

        impl $named {
            $(#[$use])*
            #[must_use]
            $visibility const fn $method(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

pub(crate) use named;
