//! How the syntaxes of hledger and beancount differ.

use std::borrow::Cow;

use super::text::{replace, to_one_line};
use super::{Balance, Status, Syntax, Transaction};

/// What the writer needs to know about a syntax.
pub(super) struct Grammar {
    /// The lines before all others.
    pub(super) preamble: &'static str,
    /// Whether currencies are declared.
    pub(super) declares_currencies: bool,
    /// Makes a segment of an account's name valid. The result may be empty.
    pub(super) segment: fn(&str) -> String,
    /// What stands after the day of the first use and before the name in the declaration of an account.
    pub(super) declare_account: fn(day: &str) -> String,
    /// What stands before each level of depth.
    pub(super) indent: &'static str,
    /// Makes the value of a tag valid, and returns it with what stands around it.
    pub(super) tag: fn(name: &str, value: &str) -> String,
    /// Makes a text valid, as the value of a tag or in a heading.
    pub(super) value: fn(&str) -> Cow<'_, str>,
    /// Returns the first line of a transaction after its day, from texts on one line.
    pub(super) heading: fn(&Transaction) -> Heading,
    /// Returns the lines that assert a balance of the account with this name, each with its depth.
    pub(super) assertion: fn(name: &str, balance: &Balance) -> Vec<(usize, String)>,
}

/// The first line of a transaction after its day.
pub(super) struct Heading {
    pub(super) text: String,
    /// How many of its texts were altered.
    pub(super) altered: usize,
    /// Whether the code is not in the line, so that it is written as a tag.
    pub(super) lacks_code: bool,
}

impl Syntax {
    pub(super) const fn grammar(self) -> &'static Grammar {
        match self {
            Self::Hledger => &HLEDGER,
            Self::Beancount => &BEANCOUNT,
        }
    }
}

static HLEDGER: Grammar = Grammar {
    preamble: "decimal-mark .\n",
    declares_currencies: true,
    segment: hledger_segment,
    declare_account: |_| "account ".to_owned(),
    indent: "    ",
    tag: |name, value| format!("; {name}: {value}"),
    value: hledger_value,
    heading: hledger_heading,
    assertion: hledger_assertion,
};

static BEANCOUNT: Grammar = Grammar {
    preamble: "",
    declares_currencies: false,
    segment: beancount_segment,
    declare_account: |day| format!("{day} open "),
    indent: "  ",
    tag: |name, value| format!("{name}: {}", quote(value)),
    value: to_one_line,
    heading: beancount_heading,
    assertion: beancount_assertion,
};

/// A colon separates segments, a semicolon may begin a comment, and two spaces end a name.
fn hledger_segment(text: &str) -> String {
    replace(&to_one_line(text), &[(':', '-'), (';', ',')]).into_owned()
}

/// In beancount a segment has letters, digits and hyphens only, and begins with a capital letter or a digit.
fn beancount_segment(text: &str) -> String {
    let mut segment = String::with_capacity(text.len());
    for character in text.chars() {
        if is_letter_or_digit(character) {
            segment.push(character);
        } else if !segment.is_empty() && !segment.ends_with('-') {
            segment.push('-');
        }
    }
    segment.truncate(segment.trim_end_matches('-').len());
    let Some(first) = segment.chars().next() else {
        return segment;
    };
    if first.is_uppercase() || first.is_ascii_digit() {
        return segment;
    }
    let capital: String = first.to_uppercase().collect();
    let is_capital = capital
        .chars()
        .all(|letter| letter.is_uppercase() && is_letter_or_digit(letter));
    let rest = segment.get(first.len_utf8()..).unwrap_or_default();
    if is_capital {
        capital + rest
    } else {
        format!("X-{segment}")
    }
}

/// Whether Unicode has the character in the category L or Nd, as beancount requires. Only scripts are let through where that is the same as
/// being alphabetic.
fn is_letter_or_digit(character: char) -> bool {
    let is_known = matches!(character, '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{481}' | '\u{48a}'..='\u{52f}');
    character.is_ascii_alphanumeric() || is_known && character.is_alphabetic()
}

/// A comma ends the value of a tag, and a date in brackets would be that of a posting.
fn hledger_value(text: &str) -> Cow<'_, str> {
    replace_on_one_line(text, &[(',', ';'), ('[', '(')])
}

/// A semicolon begins a comment, and a bar stands between payee and description.
fn hledger_description(text: &str) -> Cow<'_, str> {
    replace_on_one_line(text, &[(';', ','), ('|', '/')])
}

fn hledger_code(text: &str) -> Cow<'_, str> {
    replace_on_one_line(text, &[(')', ']'), (';', ',')])
}

fn replace_on_one_line<'t>(text: &'t str, pairs: &[(char, char)]) -> Cow<'t, str> {
    match to_one_line(text) {
        Cow::Borrowed(line) => replace(line, pairs),
        Cow::Owned(line) => Cow::Owned(replace(&line, pairs).into_owned()),
    }
}

fn hledger_heading(transaction: &Transaction) -> Heading {
    let mut altered = 0;
    let mut valid = |text: &Option<String>, valid: fn(&str) -> Cow<'_, str>| {
        let text = text.as_deref().unwrap_or_default();
        let line = valid(text);
        altered += usize::from(line != text);
        line.into_owned()
    };
    let code = valid(&transaction.code, hledger_code);
    let payee = valid(&transaction.payee, hledger_description);
    let description = valid(&transaction.description, hledger_description);
    let mut text = status_mark(transaction.status)
        .map(|mark| format!(" {mark}"))
        .unwrap_or_default();
    // Without a code, these characters would begin a status or a code.
    let first = if payee.is_empty() {
        &description
    } else {
        &payee
    };
    if !code.is_empty() || first.starts_with(['*', '!', '(']) {
        text.extend([" (", &code, ")"]);
    }
    let parts = [&payee, &description].map(String::as_str);
    match parts {
        ["", ""] => {}
        ["", only] | [only, ""] => text.extend([" ", only]),
        [payee, description] => text.extend([" ", payee, " | ", description]),
    }
    Heading {
        text,
        altered,
        lacks_code: false,
    }
}

fn beancount_heading(transaction: &Transaction) -> Heading {
    let mut altered = 0;
    let mut quoted = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        let line = to_one_line(text);
        altered += usize::from(line != text);
        quote(&line)
    };
    let mark = status_mark(transaction.status).unwrap_or("txn");
    let description = quoted(&transaction.description);
    let text = match &transaction.payee {
        Some(_) => format!(" {mark} {} {description}", quoted(&transaction.payee)),
        None => format!(" {mark} {description}"),
    };
    Heading {
        text,
        altered,
        lacks_code: true,
    }
}

/// A transaction that moves nothing, because hledger asserts balances after a posting.
fn hledger_assertion(name: &str, balance: &Balance) -> Vec<(usize, String)> {
    let Balance {
        day,
        amount,
        currency,
        ..
    } = balance;
    vec![
        (0, format!("{day} * Balance")),
        (1, format!("{name}  0 {currency} = {amount} {currency}")),
    ]
}

/// beancount asserts a balance at the start of a day. After the last day of the calendar there is none.
fn beancount_assertion(name: &str, balance: &Balance) -> Vec<(usize, String)> {
    let line = |day| {
        (
            0,
            format!(
                "{day} balance {name}  {} {}",
                balance.amount, balance.currency
            ),
        )
    };
    balance.day.tomorrow().map(line).into_iter().collect()
}

fn status_mark(status: Option<Status>) -> Option<&'static str> {
    status.map(|status| match status {
        Status::Pending => "!",
        Status::Cleared => "*",
    })
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_valid() {
        for (text, hledger, beancount) in [
            (
                "1020 Bankguthaben",
                "1020 Bankguthaben",
                "1020-Bankguthaben",
            ),
            (
                "Miete: Büro; Lager",
                "Miete- Büro, Lager",
                "Miete-Büro-Lager",
            ),
            (" a  b\n", "a b", "A-b"),
            ("ß", "ß", "SS"),
            ("été (8.1 %)", "été (8.1 %)", "Été-8-1"),
            ("ŉ", "ŉ", "X-ŉ"),
            ("東京", "東京", ""),
            ("--", "--", ""),
            ("a\u{301}b", "a\u{301}b", "A-b"),
            ("Ⅷ①", "Ⅷ①", ""),
            ("٣", "٣", ""),
        ] {
            assert_eq!(
                (
                    hledger_segment(text).as_str(),
                    beancount_segment(text).as_str()
                ),
                (hledger, beancount)
            );
        }
    }

    #[test]
    fn a_heading_keeps_status_code_and_texts_apart() {
        let mut transaction = Transaction::new(crate::value::Date::parse("2026-03-31").unwrap());
        let headings = |transaction: &Transaction| {
            let [hledger, beancount] =
                [hledger_heading(transaction), beancount_heading(transaction)];
            (
                hledger.text,
                hledger.altered,
                beancount.text,
                beancount.altered,
            )
        };
        assert_eq!(
            headings(&transaction),
            (String::new(), 0, " txn \"\"".to_owned(), 0)
        );
        transaction.description = Some("(a) b|c;d\n\"e\\".to_owned());
        assert_eq!(
            headings(&transaction),
            (
                " () (a) b/c,d \"e\\".to_owned(),
                1,
                r#" txn "(a) b|c;d \"e\\""#.to_owned(),
                1
            )
        );
        transaction.payee = Some("* P".to_owned());
        transaction.status = Some(Status::Pending);
        transaction.code = Some("(1)".to_owned());
        let hledger = " ! ((1]) * P | (a) b/c,d \"e\\".to_owned();
        assert_eq!(
            headings(&transaction),
            (hledger, 2, r#" ! "* P" "(a) b|c;d \"e\\""#.to_owned(), 1)
        );
    }
}
