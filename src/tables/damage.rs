//! What spreadsheets leave of values: errors and formulas in their place, and numbers and codes in another form.

use super::list::List;
use super::source::CellLook;
use crate::record::{Field, FieldKind};
use crate::value::is_all_digits;

/// Why a cell has no value, and what to do, as the rule says both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoValue {
    Error,
    Uncalculated,
    TooNarrow,
    Merged,
}

impl NoValue {
    /// Returns why a cell that is not empty has no value, if it has none.
    pub(super) fn of_cell(text: &str, look: Option<CellLook>) -> Option<Self> {
        if look == Some(CellLook::Uncalculated) {
            return Some(Self::Uncalculated);
        }
        let is_too_narrow = text.len() > 1 && text.bytes().all(|byte| byte == b'#');
        match (is_too_narrow, is_error(text)) {
            (true, _) => Some(Self::TooNarrow),
            (false, true) => Some(Self::Error),
            (false, false) => None,
        }
    }

    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Error => "its formula has an error",
            Self::Uncalculated => "its formula has no stored result",
            Self::TooNarrow => "its column was too narrow to show it",
            Self::Merged => "it is merged with the cell that has one",
        }
    }

    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Error => "correct the formula, or write the value",
            Self::Uncalculated => {
                "open the workbook in a spreadsheet program and save it, so that it has the results"
            }
            Self::TooNarrow => "make the column wider, and save the table again",
            Self::Merged => "undo the merge, and write the value in each cell",
        }
    }
}

/// The errors that end neither with `!` nor with `?`, in the languages of spreadsheets.
const OTHER_ERRORS: [&str; 6] = ["#N/A", "#NV", "#N/D", "#N/DISP", "#N/V", "#GETTING_DATA"];

/// Returns whether a text is what a spreadsheet shows for an error, such as `#REF!`, `#WERT!`, `#NOM?` or `Err:502`.
fn is_error(text: &str) -> bool {
    if let Some(number) = text.strip_prefix("Err:") {
        return number.len() == 3 && is_all_digits(number);
    }
    let Some(name) = text.strip_prefix('#') else {
        return false;
    };
    let name = name.strip_suffix(['!', '?']).filter(|name| {
        let is_of_name = |letter: char| letter.is_uppercase() || matches!(letter, '/' | '0' | '_');
        !name.is_empty() && name.chars().all(is_of_name)
    });
    name.is_some() || OTHER_ERRORS.contains(&text)
}

/// What a spreadsheet made of a number or a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reformatted {
    Date,
    Percentage,
    Boolean,
    Thousands,
    Decimals,
    Rounded,
    Lines,
}

impl Reformatted {
    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Date => "a date",
            Self::Percentage => "a percentage",
            Self::Boolean => "TRUE or FALSE",
            Self::Thousands => "a number with a mark for thousands",
            Self::Decimals => "a number with a decimal comma",
            Self::Rounded => "a number that the spreadsheet shows otherwise",
            Self::Lines => "a text in several lines",
        }
    }

    /// Returns what a spreadsheet made of a key, if it has made something of it. An external id is what its sender says, so only its cell counts, not its text.
    pub(super) fn of_key(
        text: &str,
        look: Option<CellLook>,
        field: &Field,
        list: List,
    ) -> Option<Self> {
        let is_code = field.kind == FieldKind::Code;
        // The first day of a period is also its external id.
        let may_be_day = list.index_of("startsAt").is_some();
        match look {
            Some(CellLook::Date) if may_be_day => return None,
            Some(CellLook::Date) => return Some(Self::Date),
            Some(CellLook::Percent) => return Some(Self::Percentage),
            Some(CellLook::Changed) => return Some(Self::Rounded),
            Some(CellLook::Lines) => return Some(Self::Lines),
            Some(CellLook::Number | CellLook::Uncalculated) | None => {}
        }
        if !is_code {
            return None;
        }
        match text {
            _ if is_boolean(text) => Some(Self::Boolean),
            _ if has_thousands(text, &THOUSANDS) => Some(Self::Thousands),
            _ if field.name == "number" && has_thousands(text, &BLANKS) => Some(Self::Thousands),
            _ if is_of_digits(text, ',') => Some(Self::Decimals),
            _ if field.name == "number" && is_of_digits(text, '%') => Some(Self::Percentage),
            _ => None,
        }
    }
}

fn is_boolean(text: &str) -> bool {
    let words = [
        "TRUE", "FALSE", "WAHR", "FALSCH", "VRAI", "FAUX", "VERO", "FALSO",
    ];
    words.contains(&text)
}

/// The marks between thousands that no code has.
const THOUSANDS: [char; 4] = ['\'', '’', '\u{a0}', '\u{202f}'];

/// The blanks that are such marks in numbers of accounts.
const BLANKS: [char; 2] = [' ', '\u{2009}'];

/// Returns whether a text is `1'030`, `1’030.00` or a longer number with such marks.
fn has_thousands(text: &str, marks: &[char]) -> bool {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let mut groups = whole.split(marks);
    let first = groups
        .next()
        .is_some_and(|first| is_all_digits(first) && first.len() < 4);
    let mut rest = groups.peekable();
    first && rest.peek().is_some() && rest.all(|group| is_all_digits(group) && group.len() == 3)
}

/// Returns whether a text is digits, a mark, and maybe digits after it.
fn is_of_digits(text: &str, mark: char) -> bool {
    let Some((before, after)) = text.split_once(mark) else {
        return false;
    };
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    !before.is_empty() && are_digits(before) && are_digits(after)
}

/// Returns the first character of a key that nobody sees, as `U+200B`.
pub(super) fn unseen_character(text: &str) -> Option<String> {
    let is_unseen = |character: &char| {
        character.is_control()
            || matches!(
                character,
                '\u{ad}'
                    | '\u{61c}'
                    | '\u{200b}'..='\u{200f}'
                    | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}'
                    | '\u{feff}'
                    | '\u{e0000}'..='\u{e007f}'
            )
    };
    let found = text.chars().find(is_unseen)?;
    Some(format!("U+{:04X}", u32::from(found)))
}

#[cfg(test)]
mod tests {
    use super::{BLANKS, NoValue, THOUSANDS, has_thousands, is_of_digits, unseen_character};

    #[test]
    fn knows_the_errors_of_spreadsheets() {
        for text in [
            "#REF!",
            "#BEZUG!",
            "#WERT!",
            "#VALEUR!",
            "#NAME?",
            "#NOM?",
            "#DIV/0!",
            "#N/A",
            "#NV",
            "#N/D",
            "#ÜBERLAUF!",
            "Err:502",
        ] {
            assert_eq!(NoValue::of_cell(text, None), Some(NoValue::Error), "{text}");
        }
        assert_eq!(NoValue::of_cell("######", None), Some(NoValue::TooNarrow));
        for text in [
            "#1020", "#", "# 1!", "#Bank!", "Err:5", "Errata", "1020", "!", "#!",
        ] {
            assert_eq!(NoValue::of_cell(text, None), None, "{text}");
        }
    }

    #[test]
    fn knows_numbers_in_another_form() {
        for text in ["1'030", "1’030", "12'345'678", "1'030.00", "1\u{a0}030"] {
            assert!(has_thousands(text, &THOUSANDS), "{text}");
        }
        for text in ["1030", "'1030", "1'03", "1030'030", "1'", "A'030", ""] {
            assert!(!has_thousands(text, &THOUSANDS), "{text}");
        }
        assert!(has_thousands("1 030", &BLANKS));
        assert!(!has_thousands("1 03", &BLANKS));
        for (text, expected) in [
            ("1031,00", true),
            ("1031,", true),
            (",5", false),
            ("a,5", false),
        ] {
            assert_eq!(is_of_digits(text, ','), expected, "{text}");
        }
    }

    #[test]
    fn names_characters_that_nobody_sees() {
        for (text, expected) in [
            ("10\u{200b}00", Some("U+200B")),
            ("\u{202e}0001", Some("U+202E")),
            ("10\n00", Some("U+000A")),
            ("10\u{85}", Some("U+0085")),
            ("1000 Übrige", None),
        ] {
            assert_eq!(unseen_character(text).as_deref(), expected);
        }
    }
}
