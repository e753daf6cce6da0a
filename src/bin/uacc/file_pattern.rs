//! The pattern that the files of an account have in common, which banks name by the day of the export.

/// Returns a file name with `*` in the place of each date or year. Other numbers stay, since they may be those of accounts.
pub(crate) fn without_dates(name: &str) -> String {
    let mut pattern = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        // The last separator belongs to what follows, such as the dot of `.csv`.
        let end = digits
            .find(|character: char| !is_part(character))
            .unwrap_or(digits.len());
        let number = digits
            .get(..end)
            .unwrap_or(digits)
            .trim_end_matches(|character: char| !character.is_ascii_digit());
        pattern += before;
        if is_date(number) {
            pattern.push('*');
        } else {
            pattern.extend(number.split_inclusive(['-', '_', '.']).map(without_date));
        }
        rest = digits.get(number.len()..).unwrap_or_default();
    }
    pattern + rest
}

fn is_part(character: char) -> bool {
    character.is_ascii_digit() || is_separator(character)
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '_' | '.')
}

/// Returns whether digits with separators are a year, a month or a day, maybe with a time.
fn is_date(number: &str) -> bool {
    let is_year = |part: &str| part.len() == 4 && starts_with_century(part);
    number.split(is_separator).any(is_year)
        && number
            .split(is_separator)
            .all(|part| is_year(part) || matches!(part.len(), 0..=2 | 6))
}

/// Returns a number with its separator, or `*` in the place of a number that is a month, a day or a time: `202603`, `20260331`, `31032026`, `20260331143000`.
fn without_date(part: &str) -> String {
    let digits = part.trim_end_matches(is_separator);
    let year_is_last = digits.len() == 8 && digits.get(4..).is_some_and(starts_with_century);
    let year_is_first = matches!(digits.len(), 6 | 8 | 12 | 14) && starts_with_century(digits);
    if year_is_first || year_is_last {
        part.replacen(digits, "*", 1)
    } else {
        part.to_owned()
    }
}

fn starts_with_century(digits: &str) -> bool {
    digits.starts_with("19") || digits.starts_with("20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_years_are_replaced() {
        for (name, pattern) in [
            ("yuh_2026.csv", "yuh_*.csv"),
            ("export-2026-03-31.csv", "export-*.csv"),
            ("Umsaetze_31.03.2026.csv", "Umsaetze_*.csv"),
            ("20260101-20260331_konto.csv", "*-*_konto.csv"),
            ("format1-20260331.csv", "format1-*.csv"),
            ("saldo_31032026.csv", "saldo_*.csv"),
            ("Kontoauszug 202603.csv", "Kontoauszug *.csv"),
            ("statement_20260331143000.csv", "statement_*.csv"),
            ("2026-03_143055.csv", "*.csv"),
        ] {
            assert_eq!(without_dates(name), pattern, "{name}");
        }
    }

    #[test]
    fn numbers_of_accounts_stay() {
        for name in [
            "konto 1.csv",
            "CH9300762011623852957.csv",
            "4731041893.csv",
            "a12-345678901.csv",
            "export.csv",
            "12.csv",
        ] {
            assert_eq!(without_dates(name), name);
        }
        assert_eq!(
            without_dates("CH9300762011623852957 2026.csv"),
            "CH9300762011623852957 *.csv"
        );
    }
}
