//! What a line looks like that is no field, or a field in a wrong place.

use super::tags::is_tag_prefix;

/// Whether a line would be an entry if the colons of its tag were whole: `61`, a day or two, a direction and an amount, with anything but letters and digits
/// before and between.
pub(super) fn has_shape_of_entry(line: &str) -> bool {
    let is_sign = |character: char| !character.is_ascii_alphanumeric();
    let Some(rest) = line.trim_start_matches(is_sign).strip_prefix('6') else {
        return false;
    };
    let Some(rest) = rest.trim_start_matches(is_sign).strip_prefix('1') else {
        return false;
    };
    let rest = rest.trim_start_matches(is_sign);
    let marked = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let day = rest.len() - marked.len();
    let marked = marked.trim_start();
    let amount = marked.trim_start_matches(['R', 'E', 'C', 'D']);
    let mark = marked.len() - amount.len();
    // A third letter of the currency may stand before the amount.
    let letter = |letter: char| letter.is_ascii_uppercase();
    let amount = amount.strip_prefix(letter).unwrap_or(amount);
    matches!(day, 6 | 10)
        && matches!(mark, 1 | 2)
        && amount.starts_with(|digit: char| digit.is_ascii_digit())
}

/// Whether a line would be a text of its own if there were no blanks before or within its tag.
pub(super) fn has_shape_of_text(line: &str) -> bool {
    let mut rest = line;
    for sign in [':', '8', '6', ':'] {
        let Some(following) = rest.trim_start_matches([' ', '\t']).strip_prefix(sign) else {
            return false;
        };
        rest = following;
    }
    true
}

/// Whether a bank's own field has the form that banks give it: two digits at its beginning.
pub(super) fn has_own_form(content: &str) -> bool {
    let number = content.as_bytes().get(..2);
    number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
}

/// Whether the last line of a text is the beginning of a tag and nothing else, as after a cut. A bank may wrap a time before its minutes.
pub(super) fn is_start_of_tag(line: &str, line_above: &str) -> bool {
    let Some(start) = line.trim_end().strip_prefix(':') else {
        return false;
    };
    let minutes = start.parse::<u8>().ok().filter(|_| start.len() == 2);
    let is_minutes = minutes.is_some_and(|minutes| minutes < 60)
        && line_above
            .trim_end()
            .ends_with(|last: char| last.is_ascii_digit());
    start.starts_with(|first: char| first.is_ascii_digit()) && is_tag_prefix(start) && !is_minutes
}
