//! Generates statements in tables of any size. `count` is the number of repeated parts, such as rows.

use crate::parts::{list, part};
use crate::ubs::UBS_WITHOUT_BALANCES;

/// Returns a statement with `count` rows below its header.
fn rows(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    list(
        "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n",
        "\n",
        "\n",
        count,
        part,
    )
}

pub(crate) fn days(count: usize) -> Vec<u8> {
    rows(count, |number| {
        let day = format!(
            "{}-{:02}-{:02}",
            9999 - number / 336 % 9000,
            12 - number / 28 % 12,
            28 - number % 28
        );
        format!("CH9300762011623852957;{day};Einkauf {number};-1;{number};{day}")
    })
}

pub(crate) fn unsorted_days(count: usize) -> Vec<u8> {
    rows(count, |number| {
        let day = format!("2026-{:02}-{:02}", number * 7 % 12 + 1, number * 5 % 12 + 1);
        format!("CH9300762011623852957;{day};Einkauf {number};-1;;{day}")
    })
}

pub(crate) fn repeated_blocks(count: usize) -> Vec<u8> {
    rows(count, |number| {
        format!(
            "CH9300762011623852957;2026-03-31;Einkauf {};-1;;2026-03-31",
            number % 7
        )
    })
}

pub(crate) fn one_day(count: usize) -> Vec<u8> {
    rows(
        count,
        part("CH9300762011623852957;2026-03-31;Einkauf;-12.5;;2026-03-31"),
    )
}

pub(crate) fn many_accounts(count: usize) -> Vec<u8> {
    rows(
        count,
        part("Konto #;2026-03-31;Einkauf;-12.5;87.5;2026-03-31"),
    )
}

/// Every second row can't be read, which interrupts the running balance of its account.
pub(crate) fn faulty_accounts(count: usize) -> Vec<u8> {
    rows(count, |number| {
        format!(
            "Konto {};{};Einkauf;-12.5;87.5;2026-03-31",
            number / 2,
            if number % 2 == 0 { "2026-03-31" } else { "?" }
        )
    })
}

pub(crate) fn alternating_accounts(count: usize) -> Vec<u8> {
    rows(count, |number| {
        format!("Konto {};2026-03-31;Einkauf;-1;5;2026-03-31", number % 1000)
    })
}

pub(crate) fn broken_balances(count: usize) -> Vec<u8> {
    rows(count, |number| {
        format!(
            "CH9300762011623852957;2026-03-31;Einkauf;-12.5;{}.1;2026-03-31",
            number * 7 % 1000
        )
    })
}

pub(crate) fn faulty_rows(count: usize) -> Vec<u8> {
    rows(
        count,
        part("CH9300762011623852957;31.3.2026;Einkauf;zwölf;87,5;31.3.2026"),
    )
}

pub(crate) fn details(count: usize) -> Vec<u8> {
    let before = "CH9300762011623852957;2026-03-31;Einkauf;-12.5;87.5;2026-03-31\n";
    rows(count, |number| {
        if number == 0 {
            before
        } else {
            ";;Musterstrasse 1;;;"
        }
        .to_owned()
    })
}

pub(crate) fn headers(count: usize) -> Vec<u8> {
    rows(
        count,
        part("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"),
    )
}

pub(crate) fn other_delimiters(count: usize) -> Vec<u8> {
    rows(
        count,
        part("CH9300762011623852957,2026-03-31,Einkauf,-12.5,87.5,2026-03-31"),
    )
}

pub(crate) fn open_quotes(count: usize) -> Vec<u8> {
    rows(
        count,
        part("CH9300762011623852957;2026-03-31;\"Einkauf;-12.5;;2026-03-31"),
    )
}

pub(crate) fn mispaired_quotes(count: usize) -> Vec<u8> {
    let (open, close) = ("\"Zum goldenen", "Löwen\"");
    rows(count, |number| {
        let part = if number % 50 == 49 {
            close
        } else if number % 50 == 0 {
            open
        } else {
            "Einkauf"
        };
        format!("CH9300762011623852957;2026-03-31;{part};-12.5;;2026-03-31")
    })
}

pub(crate) fn lines_in_a_cell(count: usize) -> Vec<u8> {
    let mut file = rows(1, part("CH9300762011623852957;2026-03-31;\""));
    file.extend("Zeile\n".repeat(count).into_bytes());
    file.extend(b"\";-12.5;;2026-03-31\n");
    file
}

pub(crate) fn long_cell(count: usize) -> Vec<u8> {
    rows(1, |_| {
        format!(
            "CH9300762011623852957;2026-03-31;{};-1;;2026-03-31",
            "Kauf ".repeat(count)
        )
    })
}

/// Returns a cell full of American Express card numbers, which all must be masked.
pub(crate) fn card_numbers(count: usize) -> Vec<u8> {
    rows(1, |_| {
        format!(
            "CH9300762011623852957;2026-03-31;{};-1;;2026-03-31",
            "3782 822463 10005 ".repeat(count)
        )
    })
}

pub(crate) fn long_line(count: usize) -> Vec<u8> {
    rows(1, |_| {
        "CH9300762011623852957;2026-03-31;Einkauf;-1;;2026-03-31;".repeat(count)
    })
}

pub(crate) fn columns(count: usize) -> Vec<u8> {
    let mut header = b"IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date".to_vec();
    header.extend(list("", "", "\n", count, part(";Column #")));
    header
}

/// Returns a statement with a column whose name is as long as all rows together. Its cells are not empty.
pub(crate) fn long_name(count: usize) -> Vec<u8> {
    let name = "x".repeat(60 * count);
    let before = format!("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date;{name}\n");
    list(
        &before,
        "\n",
        "\n",
        count,
        part("CH9300762011623852957;2026-03-31;Einkauf;-12.5;;2026-03-31;x"),
    )
}

fn ubs(account: &str, count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    list(
        &format!("IBAN:;{account};\nAccount number:;{account};\n\n{UBS_WITHOUT_BALANCES}\n"),
        "\n",
        "\n",
        count,
        part,
    )
}

pub(crate) fn bank_ids(count: usize) -> Vec<u8> {
    ubs(
        "CH9300762011623852957",
        count,
        part("2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;#;Bakery;;"),
    )
}

/// Returns a statement whose texts have forty of the words of four letters each. There are more of them than replacements.
pub(crate) fn short_words(count: usize) -> Vec<u8> {
    const LETTERS: [usize; 4] = [1, 26, 26 * 26, 26 * 26 * 26];
    let word = |number: usize| -> String {
        let scattered = number * 7919 % (26 * LETTERS[3]);
        let letter =
            |place: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[scattered / place % 26]);
        LETTERS.into_iter().map(letter).collect()
    };
    let row = |number: usize| {
        let words: Vec<String> = (40 * number..40 * number + 40).map(word).collect();
        let words = words.join(" ");
        format!("2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;{number};{words};;")
    };
    ubs("CH9300762011623852957", count, row)
}

pub(crate) fn one_bank_id(count: usize) -> Vec<u8> {
    ubs(
        "CH9300762011623852957",
        count,
        part("2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;77;Bakery;;"),
    )
}

/// Returns a statement with an account name above the rows that is as long as all rows together.
pub(crate) fn long_account(count: usize) -> Vec<u8> {
    let row = part("2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;#;Bakery;;");
    let account = "1234 ".repeat(12 * count);
    list(
        &format!("Account number:;{account};\n\n{UBS_WITHOUT_BALANCES}\n"),
        "\n",
        "\n",
        count,
        row,
    )
}

pub(crate) fn footer(count: usize) -> Vec<u8> {
    let before = "Konto:;=\"CH9300762011623852957\"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n\n31.03.2026;Buchung;Einkauf;;-12.5;;\n\nDisclaimer:\n";
    list(
        before,
        "\n",
        "\n",
        count,
        part("Ohne Gewähr, Stand vom 31.03.2026; #"),
    )
}

pub(crate) fn quotes(count: usize) -> Vec<u8> {
    vec![b'"'; count]
}

pub(crate) fn quotes_and_delimiters(count: usize) -> Vec<u8> {
    b"\";".repeat(count)
}

/// Returns quotes next to every kind of character. A reader that searches for the end of each quote would take quadratic time.
pub(crate) fn quotes_beside_neighbours(count: usize) -> Vec<u8> {
    let patterns = [
        "\"a",
        "\"a;",
        "\"a;\"\"",
        "\"\"\"a;",
        "\"\";",
        "\" ",
        " \"",
        "=\"",
        "\"\n",
        "\"a\n",
        "\"\"a;\"\n",
        "\"a;\"b\n",
        "\"\"\"a;\"\"\n",
    ];
    let starts = ["", "\"x;", "\""];
    let text = |pattern: &&str| {
        starts
            .map(|start| format!("{start}{}\n", pattern.repeat(count)))
            .concat()
            .into_bytes()
    };
    patterns.iter().flat_map(text).collect()
}

/// Returns a header with a column name that repeats a currency.
pub(crate) fn name_of_currencies(count: usize) -> Vec<u8> {
    format!("a;b;{}\n1;2;3\n", "CHF ".repeat(count)).into_bytes()
}

pub(crate) fn delimiters(count: usize) -> Vec<u8> {
    vec![b';'; count]
}

pub(crate) fn rows_of_delimiters(count: usize) -> Vec<u8> {
    rows(count, part(";;;;;"))
}

pub(crate) fn blank_lines(count: usize) -> Vec<u8> {
    rows(count, |_| String::new())
}

pub(crate) fn carriage_returns(count: usize) -> Vec<u8> {
    let mut file = one_day(count);
    file.iter_mut()
        .filter(|byte| **byte == b'\n')
        .for_each(|byte| *byte = b'\r');
    file
}

pub(crate) fn utf16(count: usize) -> Vec<u8> {
    let text = String::from_utf8(faulty_rows(count)).expect("text");
    [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect()
}

pub(crate) fn mixed_encodings(count: usize) -> Vec<u8> {
    let mut file = rows(
        count,
        part("CH9300762011623852957;31.3.2026;Bäcker;zwölf?;87,5;"),
    );
    file.iter_mut()
        .filter(|byte| **byte == b'?')
        .for_each(|byte| *byte = 0xf6);
    file
}

pub(crate) fn lost_characters(count: usize) -> Vec<u8> {
    rows(
        count,
        part("CH9300762011623852957;2026-03-31;W\u{fffd}hrung;-12.5;;2026-03-31"),
    )
}
