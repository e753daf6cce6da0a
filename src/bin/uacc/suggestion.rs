//! What a misspelt name was probably meant to be.

use universal_accounting::format::Profile;
use universal_accounting::internals::words::nearest;

use crate::country_names::country_name;

/// How many formats are suggested.
const MAX_SUGGESTED: usize = 3;

/// Returns a question with the known name that a word is near to, such as ` Did you mean `amount-zero`?`, or nothing.
pub(crate) fn did_you_mean<'k>(word: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    nearest(word, known).map_or_else(String::new, |near| ask(&[near]))
}

/// Returns a question with the formats that are near to a word or have it in their names, or nothing.
pub(crate) fn which_format(word: &str) -> String {
    let profiles: Vec<Profile> = Profile::built_in().collect();
    if let Some(near) = nearest(word, profiles.iter().map(Profile::id)) {
        return ask(&[near]);
    }
    let found: Vec<&str> = profiles
        .iter()
        .filter(|profile| has_words(&names_of(profile), word))
        .map(Profile::id)
        .collect();
    // A word that many formats have, such as `account`, says nothing.
    if found.len() > MAX_SUGGESTED {
        String::new()
    } else {
        ask(&found)
    }
}

/// Returns whether the names of a format have each word of a text together, in any case.
pub(crate) fn has_words(names: &[&str], text: &str) -> bool {
    let names = names.join(" ").to_lowercase();
    let mut words = text.split_whitespace().map(str::to_lowercase).peekable();
    words.peek().is_some() && words.all(|word| names.contains(&word))
}

/// Returns the id, the country, the institution and the product of a format. The country has its code and its name.
fn names_of(profile: &Profile) -> [&str; 5] {
    [
        profile.id(),
        profile.country(),
        country_name(profile.country()),
        profile.institution(),
        profile.product(),
    ]
}

fn ask(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => format!(" Did you mean {only}?"),
        [several @ .., last] => format!(" Did you mean {} or {last}?", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_suggested_by_id_or_by_name() {
        assert_eq!(which_format("ubs-acount"), " Did you mean `ubs-account`?");
        assert_eq!(which_format("UBS-Account"), " Did you mean `ubs-account`?");
        assert_eq!(
            which_format("Viseca"),
            " Did you mean `viseca-business-card` or `viseca-card`?"
        );
        assert_eq!(which_format("account"), "");
        assert_eq!(which_format("no such bank"), "");
        assert_eq!(which_format(" "), "");
    }

    #[test]
    fn several_names_are_joined() {
        assert_eq!(ask(&["a", "b", "c"]), " Did you mean `a`, `b` or `c`?");
    }
}
