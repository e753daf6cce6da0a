//! The fields of lists of base data, and the cells in which people keep their values.

use proptest::prelude::*;

/// What a cell of a table has, in a form that every writer of tables can write.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    Empty,
    Text(String),
    Number(f64),
    /// A number with a format.
    Formatted(f64, Format),
    Boolean(bool),
    Error,
    /// A formula with its stored result.
    Formula(String),
    Uncalculated,
    /// Merged with the cell above.
    Merged,
}

/// A format of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Day,
    DayAndTime,
    Percent,
    Padded,
    Euro,
}

/// A kind of field. What a word means is the second text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Code,
    /// An external id, whose text is what its sender says.
    Id,
    Text,
    Rate,
    Day,
    Boolean,
    Word(&'static [(&'static str, &'static str)]),
}

/// A field of a list with the heading of its column.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) heading: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// A cell, what it was meant to say, as the contract writes it, and whether that can be read.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) content: Content,
    pub(super) meant: String,
    pub(super) is_harmless: bool,
}

/// The rates of taxes, in tenths of a percent.
const RATES: [u16; 7] = [81, 77, 38, 26, 200, 0, 1000];

/// The day of the serial number that spreadsheets give to the first of January 2026.
const FIRST_SERIAL: u32 = 46_023;

const DAYS_OF_MONTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// Returns a cell of the record with this index. `choice` selects the habit, and `damage` allows one that loses what was meant.
pub(super) fn cell(kind: Kind, index: u32, choice: usize, damage: bool) -> Cell {
    let (meant, harmless, mut damaged) = match kind {
        Kind::Code => code(index, choice),
        Kind::Id => id(index, choice),
        Kind::Text => text(index),
        Kind::Rate => rate(choice),
        Kind::Day => day(index),
        Kind::Boolean => boolean(choice),
        Kind::Word(words) => word(words, choice),
    };
    damaged.extend([Content::Error, Content::Uncalculated]);
    let contents = if damage { &damaged } else { &harmless };
    Cell {
        content: contents[choice / 7 % contents.len()].clone(),
        meant,
        is_harmless: !damage,
    }
}

/// What was meant, and the cells that say it and don't.
type Habits = (String, Vec<Content>, Vec<Content>);

fn written(text: &str) -> Content {
    Content::Text(text.to_owned())
}

fn code(index: u32, choice: usize) -> Habits {
    let number = 101 + index;
    let damaged = vec![
        Content::Formatted(f64::from(number), Format::Day),
        Content::Formatted(f64::from(number), Format::Percent),
        Content::Formatted(f64::from(number), Format::Euro),
        Content::Boolean(true),
        Content::Text(format!("{number}\u{200b}")),
        Content::Text(format!("1'{number}")),
    ];
    if choice.is_multiple_of(2) {
        let code = format!("K-{number}");
        return (
            code.clone(),
            vec![written(&code), Content::Formula(code)],
            damaged,
        );
    }
    if choice % 3 == 1 {
        let code = format!("0{number}");
        let padded = Content::Formatted(f64::from(number), Format::Padded);
        return (code.clone(), vec![written(&code), padded], damaged);
    }
    let code = number.to_string();
    let harmless = vec![
        written(&code),
        Content::Number(f64::from(number)),
        Content::Formula(code.clone()),
    ];
    (code, harmless, damaged)
}

fn id(index: u32, choice: usize) -> Habits {
    let (meant, harmless, _) = code(index, choice);
    let number = 101 + index;
    let damaged = vec![
        Content::Formatted(f64::from(number), Format::Percent),
        Content::Text(format!("{number}\u{200b}")),
    ];
    (meant, harmless, damaged)
}

fn text(index: u32) -> Habits {
    let text = format!("Müller & Söhne {index}; \"Nord\"");
    let harmless = vec![written(&text), Content::Formula(text.clone())];
    (text, harmless, vec![written("#####"), Content::Merged])
}

fn rate(choice: usize) -> Habits {
    let tenths = RATES[choice % RATES.len()];
    let percent = f64::from(tenths) / 10.0;
    let (whole, decimal) = (tenths / 10, tenths % 10);
    let point = format!("{whole}.{decimal}");
    let harmless = vec![
        Content::Text(format!("{whole},{decimal}")),
        Content::Text(format!("{whole},{decimal} %")),
        Content::Text(format!("{whole}.{decimal}%")),
        Content::Text(format!("{whole}.{decimal}0")),
        Content::Number(percent),
        Content::Formatted(f64::from(tenths) / 1000.0, Format::Percent),
        Content::Formula(point.clone()),
        written(&point),
    ];
    let mut damaged = vec![written("normal"), Content::Boolean(true)];
    damaged.push(written("8,100"));
    damaged.push(Content::Text(format!("{point} brutto")));
    // Other rates are the same as a fraction, or may be rates of their own.
    if matches!(tenths, 26 | 38 | 77 | 81) {
        damaged.push(Content::Number(f64::from(tenths) / 1000.0));
        damaged.push(Content::Number(f64::from(tenths.max(38))));
    }
    let meant = point.strip_suffix(".0").unwrap_or(&point).to_owned();
    (meant, harmless, damaged)
}

fn day(index: u32) -> Habits {
    // The first days of periods are apart, since they may be external ids.
    let ordinal = index * 29 % 365;
    let (mut day, mut month) = (ordinal + 1, 0);
    while day > DAYS_OF_MONTHS[month] {
        day -= DAYS_OF_MONTHS[month];
        month += 1;
    }
    let month = month + 1;
    let serial = f64::from(FIRST_SERIAL + ordinal);
    let meant = format!("2026-{month:02}-{day:02}");
    let harmless = vec![
        written(&meant),
        Content::Text(format!("{day}.{month}.2026")),
        Content::Text(format!("{day:02}.{month:02}.2026")),
        Content::Formatted(serial, Format::Day),
        Content::Formula(format!("{day:02}.{month:02}.2026")),
    ];
    let damaged = vec![
        Content::Formatted(serial + 0.5, Format::DayAndTime),
        Content::Number(serial),
        Content::Text(format!("{day}.{month}.26")),
        Content::Text(format!("{meant} 10:30")),
        written("Anfang Jahr"),
        Content::Boolean(true),
    ];
    (meant, harmless, damaged)
}

fn boolean(choice: usize) -> Habits {
    let is_true = choice.is_multiple_of(2);
    let words: &[&str] = if is_true {
        &["ja", "WAHR", "oui", "x", "sì", "Yes"]
    } else {
        &["nein", "FALSCH", "non", "no", "Falso"]
    };
    let mut harmless: Vec<Content> = words.iter().map(|word| written(word)).collect();
    harmless.push(Content::Boolean(is_true));
    harmless.push(Content::Number(f64::from(u8::from(is_true))));
    let damaged = vec![
        Content::Empty,
        written("teils"),
        Content::Number(2.0),
        written("?"),
    ];
    (is_true.to_string(), harmless, damaged)
}

fn word(words: &[(&str, &str)], choice: usize) -> Habits {
    let (word, meant) = words[choice % words.len()];
    let harmless = vec![
        written(word),
        written(meant),
        Content::Formula(word.to_owned()),
    ];
    let damaged = vec![written("Xyz"), Content::Boolean(false)];
    (meant.to_owned(), harmless, damaged)
}

/// Generates the cells of the records of a list, a few of them damaged.
pub(super) fn records(
    fields: &'static [Field],
    most: usize,
) -> impl Strategy<Value = Vec<Vec<Cell>>> {
    let choices = (0_usize..10_000, prop::bool::weighted(0.07));
    let row = prop::collection::vec(choices, fields.len());
    prop::collection::vec(row, 1..=most).prop_map(move |rows| {
        let rows = (0..).zip(&rows).map(|(index, choices)| {
            let cells = fields.iter().zip(choices);
            cells
                .map(|(field, (choice, damage))| cell(field.kind, index, *choice, *damage))
                .collect()
        });
        rows.collect()
    })
}
