//! Files with one change that their balances can show.

use universal_accounting::statement::Conversion;

use crate::damage::sheet::{Sheet, cents};

/// A change of one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Damage {
    Removed,
    Doubled,
    SignTurned,
    DigitsExchanged,
    MarkDropped,
    DigitChanged,
}

pub(super) const DAMAGES: [Damage; 6] = [
    Damage::Removed,
    Damage::Doubled,
    Damage::SignTurned,
    Damage::DigitsExchanged,
    Damage::MarkDropped,
    Damage::DigitChanged,
];

/// A file whose entries can be damaged one by one.
pub(super) enum File {
    Table {
        sheet: Sheet,
        /// The row of each entry.
        rows: Vec<usize>,
    },
    /// A message: what is before, between and after its entries, and the entries.
    Message {
        parts: Vec<String>,
        entries: Vec<String>,
    },
}

impl File {
    pub(super) fn new(text: &str, conversion: &Conversion) -> Option<Self> {
        let file = if let Some(delimiter) = conversion.summary.delimiter {
            let lines = || conversion.origins.iter().map(|origin| origin.line);
            let sheet = Sheet::new(text, delimiter, lines().min()?, lines().max()?)?;
            let mut line = lines().min()?;
            let mut starts = Vec::new();
            for row in &sheet.rows {
                starts.push(line);
                line += row.lines(delimiter);
            }
            let rows = lines().map(|line| starts.binary_search(&line).ok());
            let rows = rows.collect::<Option<Vec<_>>>()?;
            Self::Table { sheet, rows }
        } else if text.contains("<Ntry>") {
            split_message(text, "<Ntry>", |text| {
                Some(text.find("</Ntry>")? + "</Ntry>".len())
            })?
        } else if text.contains("\n:61:") {
            split_message(text, "\n:61:", |text| {
                let tags = text.match_indices("\n:").map(|(at, _)| at);
                let end = tags
                    .skip(1)
                    .find(|at| !text[*at..].starts_with("\n:86:"))
                    .or_else(|| text.find("\n-"));
                end.filter(|end| text.find("\n-").is_none_or(|last| *end <= last))
            })?
        } else {
            return None;
        };
        (file.entries() == conversion.transactions.len()).then_some(file)
    }

    pub(super) fn entries(&self) -> usize {
        match self {
            Self::Table { rows, .. } => rows.len(),
            Self::Message { entries, .. } => entries.len(),
        }
    }

    pub(super) fn damage(&self, entry: usize, damage: Damage) -> Option<String> {
        match self {
            Self::Table { sheet, rows } => damage_row(sheet.clone(), rows[entry], entry, damage),
            Self::Message { parts, entries } => {
                let mut entries = entries.clone();
                let text = &entries[entry];
                entries[entry] = match damage {
                    Damage::Removed => String::new(),
                    Damage::Doubled => text.repeat(2),
                    Damage::SignTurned => turn_direction(text)?,
                    Damage::DigitsExchanged => {
                        change_amount(text, |amount| exchange_digits(amount, entry))?
                    }
                    Damage::MarkDropped => change_amount(text, drop_mark)?,
                    Damage::DigitChanged => {
                        change_amount(text, |amount| change_digit(amount, entry))?
                    }
                };
                let mut damaged = String::new();
                for (index, part) in parts.iter().enumerate() {
                    damaged += part;
                    damaged += entries.get(index).map_or("", String::as_str);
                }
                Some(damaged)
            }
        }
    }
}

fn split_message(text: &str, start: &str, end: impl Fn(&str) -> Option<usize>) -> Option<File> {
    let (mut parts, mut entries, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(at) = rest.find(start) {
        let length = end(&rest[at..])?;
        parts.push(rest[..at].to_owned());
        entries.push(rest[at..at + length].to_owned());
        rest = &rest[at + length..];
    }
    parts.push(rest.to_owned());
    Some(File::Message { parts, entries })
}

fn turn_direction(text: &str) -> Option<String> {
    let indicator = "<CdtDbtInd>";
    if let Some(tag) = text.find(indicator) {
        let (before, rest) = text.split_at(tag + indicator.len());
        let (direction, after) = rest.split_at_checked(4)?;
        let other = if direction == "CRDT" { "DBIT" } else { "CRDT" };
        return Some(format!("{before}{other}{after}"));
    }
    let tag = text.strip_prefix("\n:61:")?;
    let at = tag.find(['C', 'D'])?;
    let other = if tag[at..].starts_with('C') { "D" } else { "C" };
    Some(format!("\n:61:{}{other}{}", &tag[..at], &tag[at + 1..]))
}

fn change_amount(text: &str, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (start, length) = if text.starts_with('<') {
        let tag = text.find("<Amt ")?;
        let start = tag + text[tag..].find('>')? + 1;
        (start, text[start..].find('<')?)
    } else {
        let mark = text.find(['C', 'D'])?;
        let start = mark + text[mark..].find(|next: char| next.is_ascii_digit())?;
        let is_amount = |next: char| next.is_ascii_digit() || next == ',';
        (start, text[start..].find(|next| !is_amount(next))?)
    };
    let changed = change(&text[start..start + length])?;
    Some(format!(
        "{}{changed}{}",
        &text[..start],
        &text[start + length..]
    ))
}

/// Exchanges two neighbouring digits. The second one is not zero.
fn exchange_digits(amount: &str, which: usize) -> Option<String> {
    let characters: Vec<char> = amount.chars().collect();
    let pairs = characters.windows(2).enumerate().filter(|(_, pair)| {
        pair.iter().all(char::is_ascii_digit) && pair[0] != pair[1] && pair[1] != '0'
    });
    let pairs: Vec<usize> = pairs.map(|(at, _)| at).collect();
    let at = *pairs.get(which % pairs.len().max(1))?;
    let mut characters = characters.clone();
    characters.swap(at, at + 1);
    Some(characters.into_iter().collect())
}

/// Drops the last mark of an amount, which is its decimal mark.
fn drop_mark(amount: &str) -> Option<String> {
    let at = amount.rfind(['.', ','])?;
    Some(format!("{}{}", &amount[..at], &amount[at + 1..]))
}

fn change_digit(amount: &str, which: usize) -> Option<String> {
    let digits = amount.char_indices();
    let digits: Vec<(usize, char)> = digits
        .filter(|(_, digit)| ('1'..='8').contains(digit))
        .collect();
    let (at, digit) = *digits.get(which % digits.len().max(1))?;
    let other = char::from_digit(digit.to_digit(10)? + 1, 10)?;
    Some(format!("{}{other}{}", &amount[..at], &amount[at + 1..]))
}

fn damage_row(mut sheet: Sheet, row: usize, which: usize, damage: Damage) -> Option<String> {
    match damage {
        Damage::Removed => {
            sheet.rows.remove(row);
            return Some(sheet.write());
        }
        Damage::Doubled => {
            let mut copy = sheet.rows[row].clone();
            if copy.line_end.is_empty() {
                "\n".clone_into(&mut sheet.rows[row].line_end);
                copy.line_end.clear();
            }
            sheet.rows.insert(row + 1, copy);
            return Some(sheet.write());
        }
        Damage::SignTurned
        | Damage::DigitsExchanged
        | Damage::MarkDropped
        | Damage::DigitChanged => {}
    }
    let delimiter = sheet.delimiter;
    let amounts = sheet.amounts.clone();
    let cells = &mut sheet.rows[row].cells;
    let is_amount = |column: &usize| {
        let text = cells.get(*column).map(crate::damage::sheet::Cell::text);
        text.and_then(|text| cents(&text))
            .is_some_and(|cents| cents != 0)
    };
    let column = *amounts.iter().find(|column| is_amount(column))?;
    let text = cells[column].text();
    match damage {
        Damage::SignTurned if amounts.len() == 2 => {
            let other = amounts[0] + amounts[1] - column;
            // Two columns may also be the amount in two currencies.
            let other_text = cells.get(other).map(crate::damage::sheet::Cell::text)?;
            if cents(&other_text).is_some_and(|cents| cents != 0) {
                return None;
            }
            cells[column].set(&other_text, delimiter);
            cells[other].set(text.trim_start_matches('-'), delimiter);
        }
        Damage::SignTurned => {
            let turned = match text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{}", text.trim_start_matches('+')),
            };
            cells[column].set(&turned, delimiter);
        }
        Damage::DigitsExchanged => cells[column].set(&exchange_digits(&text, which)?, delimiter),
        Damage::MarkDropped => cells[column].set(&drop_mark(&text)?, delimiter),
        Damage::DigitChanged => cells[column].set(&change_digit(&text, which)?, delimiter),
        Damage::Removed | Damage::Doubled => {}
    }
    Some(sheet.write())
}
