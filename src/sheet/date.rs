use std::ops::Range;

use crate::value::Date;

/// Parses a date with the first declared pattern that matches the whole text. A time of day must be valid, and is dropped.
///
/// [`Style::dates`](crate::format::table::profile::Style::dates) documents the patterns.
pub(crate) fn parse(text: &str, patterns: &[impl AsRef<str>]) -> Option<Date> {
    let mut patterns = patterns.iter();
    patterns.find_map(|pattern| parse_as(text, pattern.as_ref()))
}

/// Parses a date at the start of a text, and returns it with the rest of the text.
pub(crate) fn parse_prefix<'t>(text: &'t str, patterns: &[String]) -> Option<(Date, &'t str)> {
    for pattern in patterns {
        if let Some((date, rest)) = parse_prefix_as(text, pattern)
            && !rest.starts_with(|next: char| next.is_ascii_digit())
        {
            return Some((date, rest));
        }
    }
    None
}

/// Returns whether a readable date may be the start of a longer one, as `03.01.20` is of `03.01.2024`.
pub(crate) fn may_be_truncated(text: &str, patterns: &[String]) -> bool {
    let written = |pattern: &String| format_as(pattern, |token| token.ambiguous);
    let lengths = patterns.iter().map(|pattern| written(pattern).len());
    let longest = lengths.max().unwrap_or_default();
    // Zeros stand in for the digits that may be missing.
    let mut longer = text.to_owned();
    while longer.len() < longest {
        longer.push('0');
        if parse(&longer, patterns).is_some() {
            return true;
        }
    }
    false
}

/// Returns whether a text starts with a date in any notation: three numbers with the same mark between them.
pub(crate) fn looks_like_date(text: &str) -> bool {
    ['.', '-', '/'].into_iter().any(|mark| {
        let mut groups = text.splitn(3, mark);
        let mut is_next = |max_digits: usize| {
            let Some(group) = groups.next() else {
                return false;
            };
            let digits = group.bytes().take_while(u8::is_ascii_digit).count();
            (1..=max_digits).contains(&digits)
        };
        is_next(4) && is_next(2) && is_next(4)
    })
}

/// Writes a date of the form `yyyy-mm-dd` or `yyyy-mm-dd HH:MM:SS` in a pattern of a list: the first with a time if it has one, or else the first without.
/// A text of another form stays as it is.
pub(crate) fn rewrite(text: &str, patterns: &[String]) -> String {
    let (day, time) = text.split_once(' ').unwrap_or((text, "00:00:00"));
    let with_time = day.len() < text.len();
    let mut fitting = patterns
        .iter()
        .filter(|pattern| has_time(pattern) == with_time);
    let Some(pattern) = fitting.next().or(patterns.first()) else {
        return text.to_owned();
    };
    let Ok(date) = Date::parse(day) else {
        return text.to_owned();
    };
    let mut written = String::new();
    for part in tokens(pattern) {
        match part {
            Ok(token) => written.push_str(&token.write(date, time)),
            Err(literal) => written.push(literal),
        }
    }
    written
}

fn has_time(pattern: &str) -> bool {
    let mut tokens = tokens(pattern).flatten();
    tokens.any(|token| matches!(token.name, "HH" | "H"))
}

/// Returns whether a pattern has a year, a month and a day, each exactly once.
pub(crate) fn is_complete_pattern(pattern: &str) -> bool {
    let has_one_of = |names: &[&str]| {
        let tokens = tokens(pattern).flatten();
        tokens.filter(|token| names.contains(&token.name)).count() == 1
    };
    has_one_of(&["yyyy", "yy"]) && has_one_of(&["mmm", "mm", "m"]) && has_one_of(&["dd", "d"])
}

/// Returns an example date in each pattern, for messages.
pub(crate) fn examples(patterns: &[String]) -> String {
    let examples: Vec<String> = patterns
        .iter()
        .map(|pattern| format_as(pattern, |token| token.example))
        .collect();
    examples.join(" or ")
}

/// Returns whether a text in one pattern is a different date in the other.
pub(crate) fn patterns_conflict(first: &str, second: &str) -> bool {
    let written = format_as(first, |token| token.ambiguous);
    matches!((parse_as(&written, first), parse_as(&written, second)), (Some(first), Some(second)) if first != second)
}

/// Writes a date in a pattern, with the text that `text` returns for each token.
fn format_as(pattern: &str, text: impl Fn(&'static Token) -> &'static str) -> String {
    let mut written = String::new();
    for part in tokens(pattern) {
        match part {
            Ok(token) => written.push_str(text(token)),
            Err(literal) => written.push(literal),
        }
    }
    written
}

/// A placeholder in a pattern for a number or a word.
struct Token {
    name: &'static str,
    /// The minimum and maximum number of digits.
    digits: (usize, usize),
    /// The maximum value.
    max: u32,
    example: &'static str,
    /// The token in 12 November 2010, a date whose numbers could each be a day, a month or a year.
    ambiguous: &'static str,
}

impl Token {
    /// Writes the token of a date and a time of the form `HH:MM:SS`.
    fn write(&self, date: Date, time: &str) -> String {
        let part = |range: Range<usize>| time.get(range).unwrap_or("00");
        let (year, month, day) = (date.year(), date.month(), date.day());
        match self.name {
            "yyyy" => format!("{year:04}"),
            "yy" => format!("{:02}", year % 100),
            "mmm" => {
                let names = MONTHS.get(usize::from(month) - 1);
                let english = names.and_then(|names| names.first());
                english.copied().unwrap_or_default().to_owned()
            }
            "mm" => format!("{month:02}"),
            "m" => month.to_string(),
            "dd" => format!("{day:02}"),
            "d" => day.to_string(),
            "HH" => part(0..2).to_owned(),
            "H" => part(0..2).trim_start_matches('0').to_owned(),
            "MM" => part(3..5).to_owned(),
            "SS" => part(6..8).to_owned(),
            _ => self.example.to_owned(),
        }
    }
}

/// A name comes before shorter names that it starts with.
const TOKENS: &[Token] = &[
    Token {
        name: "yyyy",
        digits: (4, 4),
        max: 9999,
        example: "2026",
        ambiguous: "2010",
    },
    Token {
        name: "yy",
        digits: (2, 2),
        max: 99,
        example: "26",
        ambiguous: "10",
    },
    Token {
        name: "mmm",
        digits: (0, 0),
        max: 0,
        example: "Mar",
        ambiguous: "Nov",
    },
    Token {
        name: "mm",
        digits: (2, 2),
        max: 12,
        example: "03",
        ambiguous: "11",
    },
    Token {
        name: "m",
        digits: (1, 2),
        max: 12,
        example: "3",
        ambiguous: "11",
    },
    Token {
        name: "dd",
        digits: (2, 2),
        max: 31,
        example: "31",
        ambiguous: "12",
    },
    Token {
        name: "d",
        digits: (1, 2),
        max: 31,
        example: "31",
        ambiguous: "12",
    },
    Token {
        name: "HH",
        digits: (2, 2),
        max: 23,
        example: "14",
        ambiguous: "14",
    },
    Token {
        name: "H",
        digits: (1, 2),
        max: 23,
        example: "9",
        ambiguous: "9",
    },
    Token {
        name: "MM",
        digits: (2, 2),
        max: 59,
        example: "05",
        ambiguous: "05",
    },
    Token {
        name: "SS",
        digits: (2, 2),
        max: 59,
        example: "09",
        ambiguous: "09",
    },
    Token {
        name: "F",
        digits: (1, 9),
        max: 999_999_999,
        example: "0",
        ambiguous: "0",
    },
    Token {
        name: "Z",
        digits: (0, 0),
        max: 0,
        example: "+00:00",
        ambiguous: "+00:00",
    },
];

/// How the names of each month start, in the languages of built-in profiles; the first is English. No name starts like that of another
/// month.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "ian", "sty"],
    &["feb", "fev", "fév", "lut"],
    &["mar", "mrt", "mär", "maa", "már"],
    &["apr", "abr", "avr", "ápr", "kwi"],
    &["may", "mai", "maj", "mag", "mei", "máj"],
    &["jun", "giu", "juin", "iun", "jún", "cze"],
    &["jul", "lug", "juil", "iul", "júl", "lip"],
    &["aug", "ago", "aoû", "sie"],
    &["sep", "set", "szep", "wrz"],
    &["oct", "okt", "ott", "out", "paź"],
    &["nov", "noi", "lis"],
    &["dec", "dez", "des", "dic", "déc", "gru"],
];

/// Returns the tokens of a pattern, and its literal characters.
#[inline]
fn tokens(pattern: &str) -> impl Iterator<Item = Result<&'static Token, char>> {
    let mut pattern = pattern;
    std::iter::from_fn(move || {
        let first = pattern.chars().next()?;
        if first.is_ascii_alphabetic()
            && let Some(token) = TOKENS.iter().find(|token| begins_with(pattern, token))
        {
            pattern = pattern.get(token.name.len()..)?;
            return Some(Ok(token));
        }
        pattern = pattern.get(first.len_utf8()..)?;
        Some(Err(first))
    })
}

/// Returns whether a pattern begins with a token. Dates are read more often than anything else, and comparing bytes is faster than
/// comparing strings.
#[inline]
fn begins_with(pattern: &str, token: &Token) -> bool {
    let name = token.name.as_bytes();
    let mut pairs = name.iter().zip(pattern.as_bytes());
    pattern.len() >= name.len() && pairs.all(|(name, pattern)| name == pattern)
}

/// Parses a whole text with one pattern.
fn parse_as(text: &str, pattern: &str) -> Option<Date> {
    let (date, rest) = parse_prefix_as(text, pattern)?;
    rest.is_empty().then_some(date)
}

/// Parses a date at the start of a text with one pattern, and returns it with the rest of the text.
fn parse_prefix_as<'t>(text: &'t str, pattern: &str) -> Option<(Date, &'t str)> {
    let (mut year, mut month, mut day, mut rest) = (0, 0, 0, text);
    for part in tokens(pattern) {
        let token = match part {
            Ok(token) => token,
            Err(literal) => {
                rest = rest.strip_prefix(literal)?;
                continue;
            }
        };
        let number;
        (number, rest) = match token.name {
            "mmm" => parse_month_name(rest)?,
            "Z" => (0, skip_time_zone(rest)?),
            _ => parse_digits(rest, token)?,
        };
        match token.name {
            "yyyy" => year = number,
            // Two-digit years are from 1980 to 2079.
            "yy" => {
                year = if number < 80 {
                    2000 + number
                } else {
                    1900 + number
                }
            }
            "mmm" | "mm" | "m" => month = number,
            "dd" | "d" => day = number,
            _ => {}
        }
    }
    let date = Date::from_year_month_day(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )?;
    Some((date, rest))
}

fn parse_digits<'t>(text: &'t str, token: &Token) -> Option<(u32, &'t str)> {
    let (min, max) = token.digits;
    let bytes = text.bytes().take(max);
    let width = bytes.take_while(u8::is_ascii_digit).count();
    if width == 0 || width < min {
        return None;
    }
    let (digits, rest) = text.split_at_checked(width)?;
    let mut number = 0;
    for digit in digits.bytes() {
        number = number * 10 + u32::from(digit - b'0');
    }
    (number <= token.max).then_some((number, rest))
}

/// Parses the name of a month, or at least its first letters, at the start of a text.
fn parse_month_name(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|character: char| !character.is_alphabetic())
        .unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let name = name.to_lowercase();
    let is_of_name = |starts: &&[&str]| starts.iter().any(|start| name.starts_with(start));
    let month = MONTHS.iter().position(is_of_name)?;
    Some((u32::try_from(month).ok()? + 1, rest))
}

/// Returns the text after a time zone: `Z`, `UTC`, or an offset such as `+0100` or `+01:00`.
fn skip_time_zone(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("UTC").or_else(|| text.strip_prefix('Z')) {
        return Some(rest);
    }
    let offset = text.strip_prefix(['+', '-'])?;
    let rest = offset.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == ':');
    let length = offset.len() - rest.len();
    (length >= 4).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_the_declared_patterns() {
        let patterns = [
            "yyyy-mm-dd HH:MM:SS.F",
            "yyyy-mm-dd",
            "dd.mm.yyyy HH:MM",
            "dd.mm.yy",
            "d/m/yyyy H:MM",
            "mmm d, yyyy",
            "yyyy-mm-dd HH:MM:SS Z",
            "yyyymmdd",
        ]
        .map(str::to_owned);
        for (text, expected) in [
            ("2024-07-02 00:00:00.0", Some("2024-07-02")),
            ("2024-07-02 20:49:45.123456", Some("2024-07-02")),
            ("2024-07-02", Some("2024-07-02")),
            ("31.12.2015 00:00", Some("2015-12-31")),
            ("03.01.13", Some("2013-01-03")),
            ("03.01.99", Some("1999-01-03")),
            ("1/2/2026 6:05", Some("2026-02-01")),
            ("11/12/2026 16:05", Some("2026-12-11")),
            ("Jul 4, 2019", Some("2019-07-04")),
            ("July 14, 2019", Some("2019-07-14")),
            ("2018-02-25 12:34:56 +0000", Some("2018-02-25")),
            ("2018-02-25 12:34:56 UTC", Some("2018-02-25")),
            ("20240702", Some("2024-07-02")),
            ("31.12.2015", None),
            ("2024-02-30", None),
            ("2024-07-02 24:00:00.0", None),
            ("2024-07-02 00:60:00.0", None),
            ("2024-07-02 00:00:00.", None),
            ("2024-7-2", None),
            ("2024-07-02x", None),
            ("2018-02-25 12:34:56 +0", None),
            ("1/13/2026 6:05", None),
            ("Maj 4, 2019", Some("2019-05-04")),
            ("juillet 4, 2019", Some("2019-07-04")),
            ("Ju 4, 2019", None),
            ("Xyz 4, 2019", None),
            ("2024070", None),
            ("２024-07-02", None),
            ("", None),
        ] {
            assert_eq!(
                parse(text, &patterns).map(|day| day.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn no_name_starts_like_that_of_another_month() {
        for (month, starts) in MONTHS.iter().enumerate() {
            for start in *starts {
                let read = parse_month_name(start).unwrap().0;
                assert_eq!(usize::try_from(read).unwrap(), month + 1, "{start}");
            }
        }
    }

    #[test]
    fn parses_a_date_at_the_start() {
        let patterns = ["dd.mm.yyyy".to_owned()];
        let day = Date::parse("2026-09-29").unwrap();
        assert_eq!(
            parse_prefix("29.09.2026 KARTEN NR.", &patterns),
            Some((day, " KARTEN NR."))
        );
        assert_eq!(parse_prefix("29.09.20261", &patterns), None);
        assert_eq!(parse_prefix("29.09", &patterns), None);
    }

    #[test]
    fn a_short_year_may_be_a_truncated_long_one() {
        let patterns = ["dd.mm.yyyy", "dd.mm.yy"].map(str::to_owned);
        assert!(may_be_truncated("03.01.20", &patterns));
        assert!(!may_be_truncated("03.01.2024", &patterns));
        assert!(!may_be_truncated("03.01.20", &patterns[1..]));
    }

    #[test]
    fn detects_conflicting_patterns() {
        for (first, second, expected) in [
            ("mm/dd/yyyy", "dd/mm/yyyy", true),
            ("d/m/yyyy", "mm/dd/yyyy", true),
            ("dd/mm/yyyy", "m/d/yyyy", true),
            ("dd.mm.yyyy", "dd.mm.yy", false),
            ("yyyy-mm-dd", "dd.mm.yyyy", false),
            ("yy-mm-dd", "dd-mm-yy", true),
            ("dd.mm.yyyy HH:MM", "dd.mm.yyyy", false),
        ] {
            assert_eq!(
                patterns_conflict(first, second),
                expected,
                "{first} {second}"
            );
        }
    }

    #[test]
    fn patterns_have_examples() {
        let patterns =
            ["dd.mm.yyyy HH:MM", "mmm d, yyyy", "yyyy-mm-ddTHH:MM:SSZ"].map(str::to_owned);
        assert_eq!(
            examples(&patterns),
            "31.03.2026 14:05 or Mar 31, 2026 or 2026-03-31T14:05:09+00:00"
        );
    }
}
