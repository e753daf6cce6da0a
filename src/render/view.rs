/// Writes a view as which values become JSON objects, and how each member follows from these values.
///
/// A member with `?` is absent where it is none. `as` names the view in the schemas of others.
macro_rules! view {
    (
        $(#[$about:meta])*
        $visibility:vis struct $view:ident $(<$life:lifetime>)? $(as $name:literal)?
        of($($value:ident: $kind:ty),*) {
            $($(#[$meaning:meta])* $member:ident $(? $($optional:lifetime)?)?: $content:ty = $from:expr,)*
        }
    ) => {
        #[derive(::serde::Serialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[cfg_attr(test, schemars(rename = $name))])?
        $(#[$about])*
        #[serde(rename_all = "camelCase")]
        $visibility struct $view $(<$life>)? {
            $(
                $(#[$meaning])*
                $(#[serde(skip_serializing_if = "Option::is_none")] $($optional)?)?
                $member: $content,
            )*
        }

        impl $(<$life>)? $view $(<$life>)? {
            $visibility fn of($($value: $kind),*) -> Self {
                Self { $($member: $from,)* }
            }
        }
    };
}

pub(super) use view;
