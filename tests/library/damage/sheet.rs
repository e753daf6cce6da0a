//! A bank's file as a table that can be damaged: it is split by its delimiter and its quotes alone, and shares no code with the converter.

/// A cell with its quotes, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell(pub(crate) String);

/// A line of a table, which may span several lines within quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Cell>,
    pub(crate) line_end: String,
}

/// A file with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sheet {
    pub(crate) delimiter: char,
    /// The rows above the first booking: a preamble and the header.
    pub(crate) head: Vec<Row>,
    /// All rows from the first booking to the last one.
    pub(crate) rows: Vec<Row>,
    pub(crate) tail: Vec<Row>,
    /// The columns of dates, of amounts, of balances and of texts.
    pub(crate) dates: Vec<usize>,
    pub(crate) amounts: Vec<usize>,
    pub(crate) balances: Vec<usize>,
    pub(crate) texts: Vec<usize>,
}

impl Cell {
    pub(crate) fn is_quoted(&self) -> bool {
        self.0.len() > 1 && self.0.starts_with('"') && self.0.ends_with('"')
    }

    pub(crate) fn text(&self) -> String {
        if self.is_quoted() {
            self.0[1..self.0.len() - 1].replace("\"\"", "\"")
        } else {
            self.0.clone()
        }
    }

    /// Replaces the text, with quotes if it had some or needs them.
    pub(crate) fn set(&mut self, text: &str, delimiter: char) {
        let needs_quotes = text.contains([delimiter, '"', '\n', '\r']);
        self.0 = if self.is_quoted() || needs_quotes {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        };
    }
}

impl Row {
    pub(crate) fn text(&self, column: usize) -> String {
        self.cells.get(column).map_or(String::new(), Cell::text)
    }

    /// Returns the number of lines that it spans.
    pub(crate) fn lines(&self, delimiter: char) -> usize {
        let text = self.write(delimiter).replace("\r\n", "\n");
        text.matches(['\n', '\r']).count()
    }

    fn write(&self, delimiter: char) -> String {
        let cells: Vec<&str> = self.cells.iter().map(|cell| cell.0.as_str()).collect();
        cells.join(&delimiter.to_string()) + &self.line_end
    }
}

/// Splits a text into rows.
fn split(text: &str, delimiter: char) -> Vec<Row> {
    let mut rows = Vec::new();
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted || cell.is_empty() => {
                quoted = !quoted;
                cell.push('"');
            }
            '\r' | '\n' if !quoted => {
                let mut line_end = character.to_string();
                if character == '\r' && characters.peek() == Some(&'\n') {
                    line_end.extend(characters.next());
                }
                cells.push(Cell(std::mem::take(&mut cell)));
                rows.push(Row {
                    cells: std::mem::take(&mut cells),
                    line_end,
                });
            }
            _ if character == delimiter && !quoted => cells.push(Cell(std::mem::take(&mut cell))),
            '"' => {
                quoted = !quoted;
                cell.push('"');
            }
            _ => cell.push(character),
        }
    }
    if !(cell.is_empty() && cells.is_empty()) {
        cells.push(Cell(cell));
        rows.push(Row {
            cells,
            line_end: String::new(),
        });
    }
    rows
}

/// Returns the digits of a date and its separator, such as `["30", "03", "2026"]` and `.`, and what follows.
pub(crate) fn date_parts(text: &str) -> Option<([String; 3], char, String)> {
    let end = text.find([' ', 'T']).unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let separator = day
        .chars()
        .find(|character| matches!(character, '.' | '/' | '-'))?;
    let parts: Vec<&str> = day.split(separator).collect();
    let is_number = |part: &&str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let [first, second, third] = parts[..] else {
        return None;
    };
    let is_date = parts.iter().all(is_number)
        && second.len() <= 2
        && (first.len() == 4) != (third.len() == 4)
        || parts.iter().all(is_number) && parts.iter().all(|part| part.len() == 2);
    is_date.then(|| {
        (
            [first.to_owned(), second.to_owned(), third.to_owned()],
            separator,
            rest.to_owned(),
        )
    })
}

/// Returns the number of cents in a text with a number, whatever its marks.
pub(crate) fn cents(text: &str) -> Option<i128> {
    let text = text.trim();
    let negative = text.starts_with(['-', '\u{2212}']);
    let digits: String = text
        .trim_start_matches(['-', '+', '\u{2212}'])
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect();
    if !digits.contains(|character: char| character.is_ascii_digit()) {
        return None;
    }
    if !digits.chars().all(|character| {
        character.is_ascii_digit() || matches!(character, '.' | ',' | '\'' | '\u{2019}')
    }) {
        return None;
    }
    let mark = digits.rfind(['.', ',']);
    let has_group = digits
        .chars()
        .filter(|character| !character.is_ascii_digit())
        .count()
        > 1;
    // Three digits behind the only mark may be decimals or a group.
    if mark.is_some_and(|at| digits.len() - at == 4 && !has_group && !digits.starts_with('0')) {
        return None;
    }
    let mark = mark.filter(|at| digits.len() - at != 4 || digits.contains(['\'', '\u{2019}']));
    let (whole, fraction) = mark.map_or((digits.as_str(), ""), |at| {
        (&digits[..at], &digits[at + 1..])
    });
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let fraction = format!("{fraction:0<2}");
    let number: i128 = format!("{whole}{}", &fraction[..2]).parse().ok()?;
    fraction[2..]
        .bytes()
        .all(|byte| byte == b'0')
        .then_some(if negative { -number } else { number })
}

const BALANCE_WORDS: [&str; 5] = ["saldo", "balance", "solde", "kontostand", "stand"];
const AMOUNT_WORDS: [&str; 25] = [
    "betrag", "amount", "montant", "importo", "belast", "gutschr", "soll", "haben", "lastschr",
    "umsatz", "addebit", "accredit", "debit", "credit", "débit", "crédit", "avere", "dare", "wert",
    "einzahl", "auszahl", "brutto", "gross", "total", "bedrag",
];

impl Sheet {
    /// Splits a file whose bookings begin and end at these lines, counted from 1.
    pub(crate) fn new(
        text: &str,
        delimiter: char,
        first_line: usize,
        last_line: usize,
    ) -> Option<Self> {
        let all = split(text, delimiter);
        let mut line = 1;
        let (mut head, mut rows, mut tail) = (Vec::new(), Vec::new(), Vec::new());
        for row in all {
            let part = if line < first_line {
                &mut head
            } else if line <= last_line {
                &mut rows
            } else {
                &mut tail
            };
            line += row.lines(delimiter);
            part.push(row);
        }
        let mut sheet = Self {
            delimiter,
            head,
            rows,
            tail,
            dates: vec![],
            amounts: vec![],
            balances: vec![],
            texts: vec![],
        };
        sheet.find_columns();
        (!sheet.rows.is_empty() && !sheet.dates.is_empty()).then_some(sheet)
    }

    fn find_columns(&mut self) {
        let columns = self
            .rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or_default();
        let header = self.head.last().cloned();
        for column in 0..columns {
            let texts: Vec<String> = self
                .rows
                .iter()
                .map(|row| row.text(column))
                .filter(|text| !text.trim().is_empty())
                .collect();
            let share = |test: &dyn Fn(&str) -> bool| {
                texts.iter().filter(|text| test(text)).count() * 10 >= texts.len() * 7
            };
            let name = header
                .as_ref()
                .map_or(String::new(), |header| header.text(column).to_lowercase());
            let has_word = |words: &[&str]| words.iter().any(|word| name.contains(word));
            if texts.is_empty() {
                continue;
            }
            if share(&|text| date_parts(text).is_some()) {
                self.dates.push(column);
            } else if share(&|text| cents(text).is_some())
                && (has_word(&BALANCE_WORDS) && !has_word(&["belast"]))
            {
                self.balances.push(column);
            } else if share(&|text| cents(text).is_some())
                && (has_word(&AMOUNT_WORDS) || header.is_none())
                && texts.iter().any(|text| text.contains(['.', ',']))
            {
                self.amounts.push(column);
            } else if texts.iter().any(|text| text.contains(char::is_alphabetic)) {
                self.texts.push(column);
            }
        }
    }

    pub(crate) fn write(&self) -> String {
        let rows = self.head.iter().chain(&self.rows).chain(&self.tail);
        rows.map(|row| row.write(self.delimiter)).collect()
    }

    /// Returns the index of a booking in the middle: a row with a date and an amount.
    pub(crate) fn middle(&self) -> Option<usize> {
        let bookings = self.bookings();
        bookings.get(bookings.len() / 2).copied()
    }

    pub(crate) fn bookings(&self) -> Vec<usize> {
        let is_booking = |row: &Row| {
            self.dates
                .iter()
                .any(|date| date_parts(&row.text(*date)).is_some())
                && self
                    .amounts
                    .iter()
                    .any(|amount| cents(&row.text(*amount)).is_some_and(|cents| cents != 0))
        };
        (0..self.rows.len())
            .filter(|index| is_booking(&self.rows[*index]))
            .collect()
    }

    /// Changes the cells of some columns in some rows. Returns whether anything changed.
    pub(crate) fn map(
        &mut self,
        columns: &[usize],
        rows: &[usize],
        change: &dyn Fn(&str) -> Option<String>,
    ) -> bool {
        let mut changed = false;
        for row in rows {
            for column in columns {
                let Some(cell) = self.rows[*row].cells.get_mut(*column) else {
                    continue;
                };
                let before = cell.text();
                if let Some(after) = change(&before).filter(|after| *after != before) {
                    cell.set(&after, self.delimiter);
                    changed = true;
                }
            }
        }
        changed
    }
}
