//! Finds the values of a file that are about a person or an account: everything but the letters of fields, the names of lists, dates, and amounts.

use super::amounts::{DecimalMark, MarkFinder};
use super::dates::is_date;
use super::outline::{LISTS, REGISTERS};
use super::records::{Line, Lines};
use crate::format::message::is_placeholder;
use crate::format::private_value::PrivateValue;
use crate::source::Span;

/// What the lines of a part of the file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Lines above the first list.
    Nothing,
    /// Fields of accounts.
    Accounts,
    /// Fields of transactions.
    Register,
    /// Fields of something else.
    Other,
}

/// Finds the values.
pub(in crate::format) fn find_private_values(text: &str) -> Vec<PrivateValue> {
    let mark = decimal_mark(text);
    let (mut fields, mut part) = (Vec::new(), Part::Nothing);
    for line in Lines::new(text, 0) {
        if line.text.starts_with('!') {
            part = begin(&line, &mut fields);
        } else if line.text.starts_with('^') {
            push(after_first(&line), &mut fields);
        } else if part == Part::Nothing {
            push(line, &mut fields);
        } else if let Some((letter, value)) = line.field() {
            push_value(part, letter, value, mark, &mut fields);
        }
    }
    fields
}

/// Returns the decimal mark of the transactions. Of a file that is refused for its amounts, either mark does.
fn decimal_mark(text: &str) -> DecimalMark {
    let mut marks = MarkFinder::default();
    for line in Lines::new(text, 0) {
        if let Some(('T' | 'U' | '$', value)) = line.field() {
            marks.add(value.text, ());
        }
    }
    marks.finish().unwrap_or(DecimalMark::Point)
}

/// Returns the part that a line with an exclamation mark begins. Its words stay if QIF defines them.
fn begin(line: &Line<'_>, fields: &mut Vec<PrivateValue>) -> Part {
    let name = line.text.to_ascii_lowercase();
    let kind = name.strip_prefix("!type:").map(str::trim);
    let is_known_list = |kind| LISTS.iter().any(|(known, _)| *known == kind);
    match (name.as_str(), kind) {
        ("!account", _) => Part::Accounts,
        ("!option:autoswitch" | "!clear:autoswitch" | "!option:allxfr", _) => Part::Other,
        (_, Some(kind)) if REGISTERS.contains(&kind) => Part::Register,
        (_, Some(kind)) if is_known_list(kind) => Part::Other,
        _ => {
            push(after_first(line), fields);
            Part::Other
        }
    }
}

/// Adds the value of a field, unless it is part of the format.
fn push_value(
    part: Part,
    letter: char,
    value: Line<'_>,
    mark: DecimalMark,
    fields: &mut Vec<PrivateValue>,
) {
    let has_amount = match part {
        Part::Accounts => matches!(letter, 'B' | '$' | 'L'),
        Part::Register => matches!(letter, 'T' | 'U' | '$'),
        _ => matches!(letter, 'T' | 'U' | '$' | 'B' | 'I' | 'O' | 'Q'),
    };
    if has_amount && mark.parse(value.text).is_some() {
        fields.push(PrivateValue::amount(value.span, mark.character()));
        return;
    }
    let has_date = matches!(letter, 'D' | '/');
    let is_of_format = has_date && is_date(value.text)
        || letter == 'C' && is_state(value.text)
        || letter == '%' && is_percentage(value.text)
        || part == Part::Accounts && letter == 'T' && is_kind_of_account(value.text)
        || letter == 'P' && value.text.eq_ignore_ascii_case("opening balance");
    if !is_of_format {
        push(value, fields);
    }
}

/// Whether a text says that a transaction is cleared or reconciled.
fn is_state(text: &str) -> bool {
    matches!(text, "*" | "c" | "C" | "x" | "X" | "r" | "R")
}

fn is_percentage(text: &str) -> bool {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'%');
    text.len() <= "100.00%".len() && text.bytes().all(is_of_number)
}

fn is_kind_of_account(text: &str) -> bool {
    let kind = text.to_ascii_lowercase();
    REGISTERS.contains(&kind.as_str())
        || ["invst", "port", "401(k)/403(b)", "mutual"].contains(&kind.as_str())
}

/// Returns a line without its first character.
fn after_first<'s>(line: &Line<'s>) -> Line<'s> {
    let mut characters = line.text.chars();
    characters.next();
    let text = characters.as_str();
    let span = Span::new(line.span.end - text.len(), line.span.end);
    Line { text, span }
}

/// Adds a text in which there is a letter or a digit, unless it is a word for none.
fn push(line: Line<'_>, fields: &mut Vec<PrivateValue>) {
    if line.text.contains(char::is_alphanumeric) && !is_placeholder(line.text) {
        fields.push(PrivateValue::text(line.span));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::private_value::PrivateValueKind;

    #[test]
    fn letters_lists_days_and_amounts_are_of_the_format() {
        for (text, hidden) in [
            (
                "Muster\n!Account\nNGiro\nTBank\nDMuster\nB1,200.00\n^\n",
                "_\n!Account\nN_\nTBank\nD_\nB#\n^\n",
            ),
            (
                "!Type:Bank\nD3/31/2026\nT-1,200.50\nPMuster\nN123\nCX\nLHaus:Miete\nS[Giro]\n%50\n$5.00\n^Muster\n",
                "!Type:Bank\nD3/31/2026\nT#\nP_\nN_\nCX\nL_\nS_\n%50\n$#\n^_\n",
            ),
            (
                "!Type:Bank\nDMuster\nTMuster\nPOpening Balance\nN0\n",
                "!Type:Bank\nD_\nT_\nPOpening Balance\nN0\n",
            ),
            ("!Type:Muster\nDMuster\n", "!_\nD_\n"),
            (
                "!Type:Cat\nNMuster\n!Option:Autoswitch\n!Clear:AutoSwitch\n",
                "!Type:Cat\nN_\n!Option:Autoswitch\n!Clear:AutoSwitch\n",
            ),
        ] {
            let (mut found, mut end) = (String::new(), 0);
            for field in find_private_values(text) {
                found.push_str(text.get(end..field.span.start).unwrap());
                found.push(if field.kind == PrivateValueKind::Text {
                    '_'
                } else {
                    '#'
                });
                end = field.span.end;
            }
            found.push_str(text.get(end..).unwrap());
            assert_eq!(found, hidden);
        }
    }
}
