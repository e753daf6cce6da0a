use std::fmt;

use super::Example;
use crate::source::named_enum;

named_enum! {
    /// The severity of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        /// The input breaks the service's contract, or a standard that the contract refers to.
        Error = "error",
        /// The input is allowed, but probably wrong, or it loses or leaks data.
        Warning = "warning",
        /// The input is as it should be, but something about it is worth knowing. A note changes no exit status, and strictness leaves it a note.
        Note = "note",
    }
    /// Returns the name in machine-readable output.
    as_str
}

/// A rule that an input can break, with the texts that a finding needs; its [`RulePage`] has the documentation.
///
/// A rule is identified by its `id`, whose meaning never changes.
#[non_exhaustive]
pub struct Rule {
    /// The stable id in kebab-case, such as `amount-zero`.
    pub id: &'static str,
    /// The severity, unless a [`Policy`](super::Policy) changes it.
    pub severity: Severity,
    /// The message of a finding; `{name}` is replaced by the parameter of that name.
    pub message: &'static str,
    /// What to do about a finding; may contain parameters too.
    pub help: &'static str,
    /// The version of this library that introduced the rule.
    pub since: &'static str,
    /// The ids of rules that were merged into this one. Options take them in the place of `id`, and reports don't have them.
    pub aliases: &'static [&'static str],
}

/// The documentation of a rule. Separate from [`Rule`], so that a program without documentation doesn't contain it.
#[derive(Debug)]
#[non_exhaustive]
pub struct RulePage {
    /// The rule.
    pub rule: &'static Rule,
    /// The title: the rule in a few words.
    pub title: &'static str,
    /// The reason for the rule, and its source.
    pub why: &'static str,
    /// An input that breaks only this rule; for a rule about a configurable limit, an input that exceeds some limit.
    pub(crate) bad: Example,
    /// The corrected input, which breaks no rule.
    pub(crate) good: Example,
}

impl RulePage {
    /// Returns input that breaks this rule and no other, as it is shown to a reader.
    #[must_use]
    pub fn bad(&self) -> String {
        self.bad.to_text()
    }

    /// Returns the same input corrected: it breaks no rule.
    #[must_use]
    pub fn good(&self) -> String {
        self.good.to_text()
    }
}

impl Rule {
    /// Returns whether an id is that of this rule, or of one that was merged into it.
    #[must_use]
    pub fn has_id(&self, id: &str) -> bool {
        self.id == id || self.aliases.contains(&id)
    }

    /// Returns the help without a finding: each parameter appears as its name in angle brackets. A parameter directly after a
    /// word completes the sentence for one finding, so it is left out.
    #[must_use]
    pub fn help_without_params(&self) -> String {
        expand_template(self.help, |before, name| {
            let is_suffix = before.ends_with(|character: char| character.is_alphanumeric());
            is_param_name(name).then(|| {
                if is_suffix {
                    String::new()
                } else {
                    format!("<{name}>")
                }
            })
        })
    }

    /// Returns the names of the parameters in the message and the help, each once.
    pub(crate) fn param_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for template in [self.message, self.help] {
            for part in template.split('{').skip(1) {
                let name = part
                    .split_once('}')
                    .map(|(name, _)| name)
                    .filter(|name| is_param_name(name));
                names.extend(name.filter(|name| !names.contains(name)));
            }
        }
        names
    }
}

#[cfg(test)]
impl Rule {
    /// Creates a rule that has no texts.
    pub(crate) const fn without_texts(id: &'static str, severity: Severity) -> Self {
        Self {
            id,
            severity,
            message: "",
            help: "",
            since: "",
            aliases: &[],
        }
    }
}

/// Whether the text between braces is the name of a parameter. Other texts in braces, such as an object in an example, are none.
fn is_param_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Replaces each `{name}` in a template by a value. `value` receives the text before the brace and the name, and returns `None` to keep the brace.
pub(super) fn expand_template(
    template: &str,
    value: impl Fn(&str, &str) -> Option<String>,
) -> String {
    let mut filled = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = after
            .split_once('}')
            .and_then(|(name, tail)| Some((value(before, name)?, tail)));
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

/// Formats only the id, because it identifies the rule.
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

/// Returns the id for the name of a rule's static: `amount-zero` for `AMOUNT_ZERO`.
#[allow(clippy::indexing_slicing, reason = "runs at compile time only")]
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
    (note) => {
        $crate::report::Severity::Note
    };
}

/// The id for the name of a rule's static, as a text.
macro_rules! id_of {
    ($name:ident) => {{
        const ID: &[u8] =
            &$crate::report::rule_id::<{ stringify!($name).len() }>(stringify!($name));
        match str::from_utf8(ID) {
            Ok(id) => id,
            Err(_) => "",
        }
    }};
}

/// Defines the rules of a room as statics, together with the lists `RULES`, `SEVERITIES` and `PAGES`, so that no rule can be missing from them. The id of a
/// rule is derived from its name.
///
/// `SEVERITIES` refers to no rule, so that a program that finds rules by their ids contains only the texts of those that it can report.
///
/// A version precedes the rules that it introduced. `aliases` are the ids of rules that were merged into one.
macro_rules! rules {
    ($($since:literal: $($severity:ident $name:ident {
        $(aliases: [$($alias:literal),+],)?
        title: $title:expr,
        message: $message:expr,
        help: $help:expr,
        why: $why:expr,
        bad: $bad:expr,
        good: $good:expr $(,)?
    })*)*) => {
        $($(
            pub(crate) static $name: $crate::report::Rule = $crate::report::Rule {
                id: $crate::report::id_of!($name),
                severity: $crate::report::severity!($severity),
                message: $message,
                help: $help,
                since: $since,
                aliases: &[$($($alias),+)?],
            };
        )*)*

        /// All rules of this room, in the order of their definition.
        pub(crate) static RULES: &[&$crate::report::Rule] = &[$($(&$name),*),*];

        pub(crate) static SEVERITIES: &[(&str, $crate::report::Severity, &[&str])] =
            &[$($(($crate::report::id_of!($name), $crate::report::severity!($severity), &[$($($alias),+)?])),*),*];

        pub(crate) static PAGES: &[$crate::report::RulePage] =
            &[$($($crate::report::RulePage { rule: &$name, title: $title, why: $why, bad: $bad, good: $good }),*),*];
    };
}

pub(crate) use {id_of, rules, severity};
