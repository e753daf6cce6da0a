use crate::value::Date;

/// Reads a day in the first of the declared forms that fits to the letter; a time of day must be one, and is dropped.
///
/// A form is made of `yyyy`, `yy`, `mm`, `dd`, `HH`, `MM`, `SS`, `F` (a fraction of a second) and the characters between.
pub(super) fn parse(text: &str, forms: &[String]) -> Option<Date> {
    forms.iter().find_map(|form| fits(text, form))
}

/// The day at the start of a text, and what follows it.
pub(super) fn leading<'t>(text: &'t str, forms: &[String]) -> Option<(Date, &'t str)> {
    forms.iter().find_map(|form| {
        let (head, rest) = text.split_at_checked(form.len())?;
        Some((fits(head, form)?, rest)).filter(|_| !rest.starts_with(|next: char| next.is_ascii_digit()))
    })
}

/// Whether a text begins with a day in whatever form: three numbers with the same mark between them.
pub(super) fn resembles(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    ['.', '-', '/'].into_iter().any(|mark| {
        let mut groups = text.splitn(3, mark);
        let mut next = |most: usize| groups.next().is_some_and(|group| (1..=most).contains(&digits(group)));
        next(4) && next(2) && next(4)
    })
}

/// A day in each of the forms, for people who don't read forms.
pub(super) fn examples(forms: &[String]) -> String {
    let tokens = [
        ("yyyy", "2026"),
        ("yy", "26"),
        ("mm", "03"),
        ("dd", "31"),
        ("HH", "14"),
        ("MM", "05"),
        ("SS", "09"),
        ("F", "0"),
    ];
    let example = |form: &String| tokens.iter().fold(form.clone(), |form, (token, value)| form.replace(token, value));
    forms.iter().map(example).collect::<Vec<_>>().join(" or ")
}

fn fits(text: &str, form: &str) -> Option<Date> {
    let (mut year, mut month, mut day) = (0, 0, 0);
    let mut form = form;
    let mut rest = text;
    while !form.is_empty() {
        let token = ["yyyy", "yy", "mm", "dd", "HH", "MM", "SS", "F"].into_iter().find(|token| form.starts_with(token));
        let Some(token) = token else {
            let literal = form.chars().next()?;
            rest = rest.strip_prefix(literal)?;
            form = form.strip_prefix(literal)?;
            continue;
        };
        form = form.strip_prefix(token)?;
        let width = if token == "F" { rest.bytes().take_while(u8::is_ascii_digit).count() } else { token.len() };
        let (digits, after) = rest.split_at_checked(width).filter(|(digits, _)| !digits.is_empty())?;
        rest = after;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > 9 {
            return None;
        }
        let number: u32 = digits.parse().ok()?;
        match token {
            "yyyy" => year = number,
            // Statements with two digits are from 1980 to 2079.
            "yy" => year = if number < 80 { 2000 + number } else { 1900 + number },
            "mm" => month = number,
            "dd" => day = number,
            "HH" if number > 23 => return None,
            "MM" | "SS" if number > 59 => return None,
            _ => {}
        }
    }
    if !rest.is_empty() {
        return None;
    }
    Date::from_year_month_day(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_declared_forms_are_days() {
        let forms = ["yyyy-mm-dd HH:MM:SS.F", "yyyy-mm-dd", "dd.mm.yyyy HH:MM", "dd.mm.yy"].map(str::to_owned);
        for (text, expected) in [
            ("2024-07-02 00:00:00.0", Some("2024-07-02")),
            ("2024-07-02 20:49:45.123456", Some("2024-07-02")),
            ("2024-07-02", Some("2024-07-02")),
            ("31.12.2015 00:00", Some("2015-12-31")),
            ("03.01.13", Some("2013-01-03")),
            ("03.01.99", Some("1999-01-03")),
            ("31.12.2015", None),
            ("2024-02-30", None),
            ("2024-07-02 24:00:00.0", None),
            ("2024-07-02 00:60:00.0", None),
            ("2024-07-02 00:00:00.", None),
            ("2024-7-2", None),
            ("2024-07-02x", None),
            ("２024-07-02", None),
            ("", None),
        ] {
            assert_eq!(parse(text, &forms).map(|day| day.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_day_at_the_start() {
        let forms = ["dd.mm.yyyy".to_owned()];
        let day = Date::parse("2026-09-29").unwrap();
        assert_eq!(leading("29.09.2026 KARTEN NR.", &forms), Some((day, " KARTEN NR.")));
        assert_eq!(leading("29.09.20261", &forms), None);
        assert_eq!(leading("29.09", &forms), None);
    }
}
