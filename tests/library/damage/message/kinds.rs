//! Kinds of damage to messages: what programs, people and networks do to a file between the bank and the converter.

use super::parts::{Form, Message, Place, lines};

/// A kind of damage. Returns the damaged texts, one for each place where it is done.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) damage: fn(&Message) -> Vec<String>,
}

macro_rules! kinds {
    ($($name:ident: $damage:expr;)*) => {
        pub(crate) static KINDS: &[Kind] = &[$(Kind { name: stringify!($name), damage: $damage }),*];
    };
}

kinds! {
    // Entries.
    entry_removed: |message| at_some(message, &message.entries, |_| String::new());
    entry_twice: |message| at_some(message, &message.entries, |entry| format!("{entry}{entry}"));
    entry_twice_at_end: |message| copied_to_end(message, 1);
    entries_twice_as_block: |message| copied_to_end(message, 3);
    entry_moved_to_other_statement: moved;
    entry_commented_out: |message| if message.form == Form::Camt { at_some(message, &message.entries, |entry| format!("<!--{}-->", entry.replace("--", "xx"))) } else { Vec::new() };
    entry_renamed: |message| match message.form {
        Form::Camt => at_some(message, &message.entries, |entry| entry.replace("Ntry>", "Ntrx>")),
        Form::Mt940 => at_some(message, &message.entries, |entry| entry.replacen(":61:", ":65:", 1)),
        Form::Ofx => at_some(message, &message.entries, |entry| entry.replace("STMTTRN>", "STMTTRX>")),
        Form::Qif => Vec::new(),
    };
    tag_broken: |message| match message.form {
        Form::Mt940 => [":61", "61:", ": 61:", ":61 :", "\u{ff}:61:"].iter().flat_map(|tag| at_some(message, &message.entries, |entry| entry.replacen(":61:", tag, 1))).collect(),
        Form::Camt | Form::Ofx => at_some(message, &message.entries, |entry| entry.replacen('<', "", 1)),
        Form::Qif => at_some(message, &message.entries, |entry| entry.replacen('^', "", 1)),
    };

    // Directions.
    direction_swapped: |message| directions(message, false);
    all_directions_swapped: |message| directions(message, true);
    direction_lower: |message| at_some(message, &message.directions, str::to_lowercase);
    direction_removed: |message| at_some(message, &message.directions, |_| String::new());
    direction_reversed: |message| if message.form == Form::Mt940 { at_some(message, &message.directions, |mark| format!("R{mark}")) } else { Vec::new() };
    direction_other: |message| at_some(message, &message.directions, |_| "X".to_owned());

    // Amounts.
    amount_digit: |message| at_some(message, &message.amounts, |amount| other_digit(amount, false));
    amount_last_digit: |message| at_some(message, &message.amounts, |amount| other_digit(amount, true));
    amount_digit_dropped: |message| at_some(message, &message.amounts, |amount| amount.get(1..).unwrap_or_default().to_owned());
    amount_digits_exchanged: |message| at_some(message, &message.amounts, exchanged);
    amount_mark_dropped: |message| at_some(message, &message.amounts, |amount| amount.replace(['.', ','], ""));
    amount_other_mark: |message| at_some(message, &message.amounts, |amount| if amount.contains(',') { amount.replace(',', ".") } else { amount.replace('.', ",") });
    amount_minus: |message| at_some(message, &message.amounts, |amount| format!("-{amount}"));
    amount_plus: |message| at_some(message, &message.amounts, |amount| format!("+{amount}"));
    amount_thousands: |message| at_some(message, &message.amounts, |amount| format!("1'{amount}"));
    amount_blank_inside: |message| at_some(message, &message.amounts, |amount| inserted(amount, " "));
    amount_line_inside: |message| at_some(message, &message.amounts, |amount| inserted(amount, "\n"));
    amount_tab_inside: |message| at_some(message, &message.amounts, |amount| inserted(amount, "\t"));
    amount_nul_inside: |message| at_some(message, &message.amounts, |amount| inserted(amount, "\0"));
    amount_letter_o: |message| at_some(message, &message.amounts, |amount| amount.replacen('0', "O", 1));
    amount_exponent: |message| at_some(message, &message.amounts, |amount| format!("{amount}E1"));
    amount_zero: |message| at_some(message, &message.amounts, |amount| amount.replace(|digit: char| digit.is_ascii_digit(), "0"));
    amount_removed: |message| at_some(message, &message.amounts, |_| String::new());
    amount_full_width: |message| at_some(message, &message.amounts, |amount| amount.replacen(|digit: char| digit.is_ascii_digit(), "\u{ff11}", 1));
    amount_thousandfold: |message| at_some(message, &message.amounts, |amount| inserted(amount, "000"));

    // Days.
    day_next: |message| at_some(message, &message.days, |day| other_digit(day, true));
    day_month: |message| at_some(message, &message.days, |day| replaced(day, message.form, 2));
    day_month_exchanged: |message| at_some(message, &message.days, |day| day_month(day, message.form));
    day_year: |message| at_some(message, &message.days, |day| replaced(day, message.form, 1));
    day_impossible: |message| at_some(message, &message.days, |day| replaced(day, message.form, 0));
    day_removed: |message| at_some(message, &message.days, |_| String::new());
    all_years: |message| vec![everywhere(message, &message.days, |day| replaced(day, message.form, 1))];

    // Balances, currencies, references and texts.
    balance_digit: |message| at_some(message, &message.balances, |amount| other_digit(amount, true));
    balance_removed: |message| at_some(message, &message.balances, |_| String::new());
    balances_removed: |message| vec![everywhere(message, &message.balances, |_| String::new())];
    currency_changed: |message| at_some(message, &message.currencies, |_| "SEK".to_owned());
    all_currencies_changed: |message| vec![everywhere(message, &message.currencies, |_| "SEK".to_owned())];
    reference_digit: |message| at_some(message, &message.references, |reference| other_digit(reference, true));
    reference_removed: |message| at_some(message, &message.references, |_| String::new());
    text_control: |message| at_some(message, &message.texts, |text| format!("{text}\u{1b}"));
    text_nul: |message| at_some(message, &message.texts, |text| inserted(text, "\0"));
    text_like_entry: |message| if message.form == Form::Mt940 { at_some(message, &message.texts, |text| format!("{text}\r\n:61:X")) } else { Vec::new() };
    text_dash: |message| if message.form == Form::Mt940 { at_some(message, &message.texts, |text| format!("{text}\r\n-\r\nmore")) } else { Vec::new() };

    // Statements and files.
    statement_twice: |message| at_some(message, &message.statements, |statement| format!("{statement}{statement}"));
    statement_removed: |message| at_some(message, &message.statements, |_| String::new());
    file_twice: |message| vec![message.text.repeat(2)];
    truncated: |message| [3, 5, 7, 9].map(|tenths| message.text[..message.text.len() * tenths / 10].to_owned()).to_vec();
    truncated_after_entry: |message| some(&message.entries).map(|entry| message.text[..entry.end].to_owned()).collect();
    head_lost: |message| [1, 3, 6].map(|tenths| message.text[message.text.len() * tenths / 10..].to_owned()).to_vec();
    block_lost: |message| blocks(message, |_| String::new());
    block_zeroed: |message| blocks(message, |block| "\0".repeat(block.len()));
    line_removed: |message| at_many(message, &lines(&message.text), |_| String::new());
    line_twice: |message| at_many(message, &lines(&message.text), |line| format!("{line}{line}"));
    lines_exchanged: exchanged_lines;
    lines_wrapped: |message| vec![wrapped(&message.text)];
    byte_removed: |message| bytes(message, |_| None);
    bit_flipped: |message| bytes(message, |byte| Some(byte ^ 1));
    leading_blanks: |message| vec![with_prefix(&message.text, "  ")];
    quoted_mail: |message| vec![with_prefix(&message.text, "> ")];
    upper_case: |message| vec![message.text.to_uppercase()];
    lower_case: |message| vec![message.text.to_lowercase()];
}

/// Returns the first, a middle and the last place.
fn some(places: &[Place]) -> impl Iterator<Item = &Place> {
    let count = places.len();
    let mut indexes = vec![0, count / 2, count.saturating_sub(1)];
    indexes.dedup();
    indexes.into_iter().filter_map(|index| places.get(index))
}

fn with(text: &str, place: &Place, new: &str) -> String {
    [&text[..place.start], new, &text[place.end..]].concat()
}

fn at_some(message: &Message, places: &[Place], change: impl Fn(&str) -> String) -> Vec<String> {
    let damaged =
        some(places).map(|place| with(&message.text, place, &change(&message.text[place.clone()])));
    damaged.collect()
}

/// Changes at most twelve places, one at a time.
fn at_many(message: &Message, places: &[Place], change: impl Fn(&str) -> String) -> Vec<String> {
    let step = places.len().div_ceil(12).max(1);
    let chosen = places.iter().step_by(step);
    chosen
        .map(|place| with(&message.text, place, &change(&message.text[place.clone()])))
        .collect()
}

fn everywhere(message: &Message, places: &[Place], change: impl Fn(&str) -> String) -> String {
    let mut text = message.text.clone();
    let mut places = places.to_vec();
    places.sort_by_key(|place| place.start);
    for place in places.iter().rev() {
        text = with(&text, place, &change(&text[place.clone()]));
    }
    text
}

/// Copies the first entries behind the last one.
fn copied_to_end(message: &Message, count: usize) -> Vec<String> {
    let (Some(first), Some(last)) = (message.entries.first(), message.entries.last()) else {
        return Vec::new();
    };
    let Some(end) = message.entries.get(count - 1) else {
        return Vec::new();
    };
    let block = &message.text[first.start..end.end];
    vec![with(&message.text, &(last.end..last.end), block)]
}

/// Moves the first entry behind the last one, which is in another statement if there are several.
fn moved(message: &Message) -> Vec<String> {
    let (Some(first), Some(last)) = (message.entries.first(), message.entries.last()) else {
        return Vec::new();
    };
    if message.statements.len() < 2 || first == last {
        return Vec::new();
    }
    let text = with(
        &message.text,
        &(last.end..last.end),
        &message.text[first.clone()],
    );
    vec![with(&text, first, "")]
}

/// Swaps the direction of some entries, or of all.
fn directions(message: &Message, all: bool) -> Vec<String> {
    let swap = |mark: &str| match mark {
        "CRDT" => "DBIT".to_owned(),
        "DBIT" => "CRDT".to_owned(),
        _ if mark.contains('C') => mark.replacen('C', "D", 1),
        _ => mark.replacen('D', "C", 1),
    };
    if matches!(message.form, Form::Ofx | Form::Qif) {
        // The sign stands before the amount.
        let signed: Vec<Place> = message
            .amounts
            .iter()
            .map(|place| {
                let has_sign = message.text[..place.start].ends_with(['-', '+']);
                place.start - usize::from(has_sign)..place.start
            })
            .collect();
        let turn = |sign: &str| {
            if sign == "-" {
                String::new()
            } else {
                "-".to_owned()
            }
        };
        return if all {
            vec![everywhere(message, &signed, turn)]
        } else {
            at_some(message, &signed, turn)
        };
    }
    if all {
        vec![everywhere(message, &message.directions, swap)]
    } else {
        at_some(message, &message.directions, swap)
    }
}

/// Changes the first or the last digit to the next one.
fn other_digit(text: &str, last: bool) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut digits: Box<dyn Iterator<Item = &mut u8>> = if last {
        Box::new(bytes.iter_mut().rev())
    } else {
        Box::new(bytes.iter_mut())
    };
    if let Some(digit) = digits.find(|byte| byte.is_ascii_digit()) {
        *digit = if *digit == b'9' { b'1' } else { *digit + 1 };
    }
    drop(digits);
    String::from_utf8(bytes).unwrap()
}

/// Exchanges the first two adjacent digits that differ.
fn exchanged(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for index in 1..bytes.len() {
        let (one, other) = (bytes[index - 1], bytes[index]);
        if one != other && one.is_ascii_digit() && other.is_ascii_digit() {
            bytes.swap(index - 1, index);
            break;
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn inserted(text: &str, part: &str) -> String {
    let at = (text.len() / 2).max(text.len().min(1));
    [&text[..at], part, &text[at..]].concat()
}

/// Replaces the day (0), the year (1) or the month (2) of a date by another one; the day by one that no month has.
fn replaced(day: &str, form: Form, part: usize) -> String {
    let Some([year, month, day_of_month]) = date_places(day, form) else {
        return day.to_owned();
    };
    match part {
        0 => with(day, &day_of_month, "32"),
        1 => with(day, &year, &other_digit(&day[year.clone()], true)),
        _ => {
            let new = if &day[month.clone()] == "03" {
                "06"
            } else {
                "03"
            };
            with(day, &month, new)
        }
    }
}

fn day_month(day: &str, form: Form) -> String {
    let Some([_, month, day_of_month]) = date_places(day, form) else {
        return day.to_owned();
    };
    let (new_month, new_day) = (&day[day_of_month.clone()], &day[month.clone()]);
    let changed = with(day, &month, new_month);
    with(&changed, &day_of_month, new_day)
}

/// Returns where year, month and day are, where the form fixes it.
fn date_places(day: &str, form: Form) -> Option<[Place; 3]> {
    match form {
        Form::Camt if day.len() >= 10 => Some([0..4, 5..7, 8..10]),
        Form::Mt940 if day.len() == 6 => Some([0..2, 2..4, 4..6]),
        Form::Ofx if day.len() == 8 => Some([0..4, 4..6, 6..8]),
        _ => None,
    }
}

/// Changes a block of 512 bytes at three places.
fn blocks(message: &Message, change: impl Fn(&str) -> String) -> Vec<String> {
    let len = message.text.len();
    let places: Vec<Place> = [2, 5, 8]
        .iter()
        .map(|tenths| len * tenths / 10)
        .filter(|start| start + 512 < len)
        .map(|start| start..start + 512)
        .collect();
    at_some(message, &places, change)
}

fn exchanged_lines(message: &Message) -> Vec<String> {
    let lines = lines(&message.text);
    let step = lines.len().div_ceil(12).max(1);
    let pairs = lines.windows(2).step_by(step);
    pairs
        .map(|pair| {
            let [one, other] = [&pair[0], &pair[1]].map(|line| &message.text[line.clone()]);
            with(
                &message.text,
                &(pair[0].start..pair[1].end),
                &format!("{other}{one}"),
            )
        })
        .collect()
}

/// Puts a text before each line.
fn with_prefix(text: &str, prefix: &str) -> String {
    let mut all = String::new();
    for line in lines(text) {
        all.push_str(prefix);
        all.push_str(&text[line]);
    }
    all
}

/// Breaks every line after 60 characters, as a mail program does.
fn wrapped(text: &str) -> String {
    let lines = text.split_inclusive('\n').flat_map(|line| {
        let bytes = line.as_bytes().chunks(60);
        bytes.map(|chunk| {
            let chunk = String::from_utf8_lossy(chunk);
            if chunk.ends_with('\n') {
                chunk.into_owned()
            } else {
                format!("{chunk}\n")
            }
        })
    });
    lines.collect()
}

/// Changes or removes one byte at twelve places.
fn bytes(message: &Message, change: impl Fn(u8) -> Option<u8>) -> Vec<String> {
    let len = message.text.len();
    let places = (0..12)
        .map(|part| len * part / 12 + part)
        .filter(|at| *at < len);
    places
        .map(|at| {
            let new = change(message.text.as_bytes()[at]);
            let new = new.map_or(String::new(), |byte| char::from(byte).to_string());
            with(&message.text, &(at..at + 1), &new)
        })
        .collect()
}
