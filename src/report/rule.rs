use std::fmt;

use super::Example;
use crate::source::named_enum;

named_enum! {
    /// How much a finding weighs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        /// The input breaks the contract or a standard that the contract names.
        Error = "error",
        /// Allowed, yet probably wrong, lossy or leaking.
        Warning = "warning",
    }
    /// The word for it in machine-readable output.
    as_str
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// One thing that can be wrong, with what a finding says of it; all else there is to say stands on its [`RulePage`].
///
/// A rule is known by its `id`, which never changes its meaning.
#[non_exhaustive]
pub struct Rule {
    /// Stable name in kebab-case, such as `amount-zero`.
    pub id: &'static str,
    /// The severity unless a [`Policy`](super::Policy) says otherwise.
    pub severity: Severity,
    /// The sentence of a finding; `{name}` stands for the parameter of that name.
    pub message: &'static str,
    /// What to do about a finding; may hold parameters too.
    pub help: &'static str,
    /// The version of this library that the rule came with.
    pub since: &'static str,
}

/// What there is to read about a rule. It stands apart, so that a program that shows no pages doesn't carry them along.
#[derive(Debug)]
#[non_exhaustive]
pub struct RulePage {
    /// The rule that it is about.
    pub rule: &'static Rule,
    /// The rule in a few words.
    pub title: &'static str,
    /// Why the rule exists, and where it comes from.
    pub why: &'static str,
    /// Input that yields this rule and no other; of a rule about a limit of the caller's own, input that is beyond some.
    pub bad: Example,
    /// The same input put right: it yields nothing.
    pub good: Example,
}

impl Rule {
    /// What to do, where no finding gives the parameters: each stands as its name in angle brackets. What only a finding
    /// adds to the sentence is left away.
    #[must_use]
    pub fn help_without_params(&self) -> String {
        expand_template(self.help, |before, name| {
            let named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
            let added = before.ends_with(|character: char| character.is_alphanumeric());
            named.then(|| if added { String::new() } else { format!("<{name}>") })
        })
    }
}

/// Puts a value for each `{name}` into a template; `value` is given the text before it and the name.
pub(super) fn expand_template(template: &str, value: impl Fn(&str, &str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = after.split_once('}').and_then(|(name, tail)| Some((value(before, name)?, tail)));
        rest = if let Some((value, tail)) = known {
            filled.push_str(&value);
            tail
        } else {
            filled.push('{');
            after
        };
    }
    filled.push_str(rest);
    filled
}

/// The id alone: all else follows from it.
impl fmt::Debug for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Rule({})", self.id)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// The id of the rule that a static holds: `AMOUNT_ZERO` has `amount-zero`.
#[allow(clippy::indexing_slicing, reason = "runs in the compiler alone")]
pub(crate) const fn rule_id<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut id = [b'-'; LENGTH];
    let mut index = 0;
    while index < LENGTH {
        if name.as_bytes()[index] != b'_' {
            id[index] = name.as_bytes()[index].to_ascii_lowercase();
        }
        index += 1;
    }
    id
}

macro_rules! severity {
    (error) => {
        $crate::report::Severity::Error
    };
    (warning) => {
        $crate::report::Severity::Warning
    };
}

/// Writes the rules of a room as statics, and the lists of them and of their pages, so that none can be forgotten. The name of a rule is its id too.
///
/// A version stands before the rules that were first released with it.
macro_rules! rules {
    ($($since:literal: $($severity:ident $name:ident {
        title: $title:expr,
        message: $message:expr,
        help: $help:expr,
        why: $why:expr,
        bad: $bad:expr,
        good: $good:expr $(,)?
    })*)*) => {
        $($(
            pub(crate) static $name: $crate::report::Rule = $crate::report::Rule {
                id: {
                    const ID: &[u8] = &$crate::report::rule_id::<{ stringify!($name).len() }>(stringify!($name));
                    match str::from_utf8(ID) {
                        Ok(id) => id,
                        Err(_) => "",
                    }
                },
                severity: $crate::report::severity!($severity),
                message: $message,
                help: $help,
                since: $since,
            };
        )*)*

        /// Every rule of this room, in the order in which they are written.
        pub(crate) static RULES: &[&$crate::report::Rule] = &[$($(&$name),*),*];

        pub(crate) static PAGES: &[$crate::report::RulePage] =
            &[$($($crate::report::RulePage { rule: &$name, title: $title, why: $why, bad: $bad, good: $good }),*),*];
    };
}

pub(crate) use {rules, severity};
