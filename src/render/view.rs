/// Defines a struct that is serialized as a JSON object, and its function `new`, which computes each member from the arguments.
///
/// The members have the fields' names in camel case. A member with `?` is left out if it is `None`; the members of a field with `..` are inserted
/// among the others. `as` sets the name of the struct in schemas that refer to it.
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
        #[derive(serde::Serialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[cfg_attr(test, schemars(rename = $name))])?
        $(#[$about])*
        #[serde(rename_all = "camelCase")]
        $visibility struct $view $(<$life>)? {
            $(
                $(#[$meaning])*
                $(#[serde(skip_serializing_if = "Option::is_none")] $($optional)?)?
                $(#[serde(flatten)] $($flattened)?)?
                $member: $content,
            )*
        }

        impl $(<$life>)? $view $(<$life>)? {
            $visibility fn new($($value: $kind),*) -> Self {
                Self { $($member: $from,)* }
            }
        }
    };
}

pub(super) use view;
