//! Headings of columns as they are compared.

use crate::value::is_all_digits;

/// Returns a heading with small letters and digits only, and letters without accents: `Konto-Nr.` and `KONTO NR` are one heading, and so are
/// `Libellé` and `libelle`.
pub(super) fn fold(heading: &str) -> String {
    let mut folded = String::with_capacity(heading.len());
    for letter in heading
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|letter| letter.is_alphanumeric())
    {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => folded.push('a'),
            'ç' => folded.push('c'),
            'è' | 'é' | 'ê' | 'ë' => folded.push('e'),
            'ì' | 'í' | 'î' | 'ï' => folded.push('i'),
            'ñ' => folded.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => folded.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => folded.push('u'),
            'œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            letter => folded.push(letter),
        }
    }
    folded
}

/// Returns the heading before a year or a day, such as `Saldo` for `Saldo 31.12.2025` and `Budget` for `Budget 2026`.
pub(super) fn without_date(heading: &str) -> Option<&str> {
    let (name, date) = heading.trim().rsplit_once(char::is_whitespace)?;
    let mut parts = date.rsplit(['.', '/', '-']);
    let has_year = |part: &str| part.len() == 4 && is_all_digits(part);
    let is_dated = parts.clone().any(has_year) && parts.all(is_all_digits);
    is_dated.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{fold, without_date};

    #[test]
    fn a_date_after_a_heading_is_known() {
        for (heading, name) in [
            ("Saldo 31.12.2025", Some("Saldo")),
            ("Budget 2026", Some("Budget")),
            ("Opening balance 2026-01-01", Some("Opening balance")),
            ("Saldo 1.1.", None),
            ("Saldo CHF", None),
            ("Konto 10", None),
            ("2026", None),
        ] {
            assert_eq!(without_date(heading), name, "{heading}");
        }
    }

    #[test]
    fn spellings_of_a_heading_are_one() {
        for (heading, folded) in [
            ("Konto-Nr.", "kontonr"),
            (" KONTO NR ", "kontonr"),
            ("Libellé", "libelle"),
            ("Satz %", "satz"),
            ("Straße", "strasse"),
            ("N° de compte", "ndecompte"),
            ("externalId", "externalid"),
            ("%", ""),
        ] {
            assert_eq!(fold(heading), folded);
        }
    }
}
