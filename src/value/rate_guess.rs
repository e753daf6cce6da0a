//! Which JSON number a text means that writes a tax rate in another form, where only one rate can be meant.

use super::text::leading_digits;

/// The JSON number that a text means. It may have blanks around it, a percent sign, a plus sign, leading zeros or a decimal
/// comma. Three digits after a comma may be a group of thousands, except after a zero.
#[cold]
pub(super) fn number(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_suffix('%').map_or(text, str::trim_end);
    let (whole, rest) = leading_digits(text.strip_prefix('+').unwrap_or(text))?;
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    match rest.strip_prefix(',') {
        Some(fraction) if !(fraction.len() == 3 && whole != "0") => {
            let (fraction, "") = leading_digits(fraction)? else { return None };
            Some(format!("{whole}.{fraction}"))
        }
        Some(_) => None,
        None => Some(format!("{whole}{rest}")),
    }
}

#[cfg(test)]
mod tests {
    use crate::value::{Rate, RateFault};

    #[test]
    fn one_meaning_is_offered() {
        let rows = [
            ("8,1", "8.1"),
            ("8.1%", "8.1"),
            ("8.1 %", "8.1"),
            ("8,10\u{a0}%", "8.1"),
            (" 8.1 ", "8.1"),
            ("+8.1", "8.1"),
            ("08.1", "8.1"),
            ("00.5", "0.5"),
            ("00", "0"),
            ("7,7", "7.7"),
            ("0,025", "0.025"),
            ("100 %", "100"),
        ];
        for (text, rate) in rows {
            assert_eq!(Rate::parse(text), Err(RateFault::Form(Rate::parse(rate).ok())), "{text}");
        }
    }

    #[test]
    fn two_meanings_or_none_are_not() {
        let texts = [
            "",
            " ",
            "%",
            "+",
            "-",
            ".5",
            "8.",
            "8.e1",
            "8e",
            "8e+",
            "8e1.5",
            "8,",
            ",1",
            "1,000",
            "8,100",
            "8,1,2",
            "8,1e1",
            "8.1,0",
            "+-0",
            "--0",
            "-00",
            "- 0",
            "-8,1",
            "101%",
            "8.1%%",
            "8.1 % MWST",
            "8 1",
            "8'1",
            "0x8",
            "1_0",
            "NaN",
            "Infinity",
            "null",
            "８.１",
            "8.1\0",
            "1/2",
            "e1",
            "0.0.0",
        ];
        for text in texts {
            assert_eq!(Rate::parse(text), Err(RateFault::Form(None)), "{text:?}");
            assert!(!Rate::is_canonical(text), "{text:?}");
        }
    }
}
