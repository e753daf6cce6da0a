//! Dates in another form.

use super::edits::edit;
use crate::damage::sheet::{Sheet, date_parts};

type DateChange<'c> = &'c dyn Fn([&str; 3], char, &str) -> Option<String>;

/// Returns day, month and year of a date, which may begin with the year.
fn day_month_year([first, second, third]: &[String; 3]) -> [String; 3] {
    let year = |year: &str| {
        if year.len() == 2 {
            format!("20{year}")
        } else {
            year.to_owned()
        }
    };
    if first.len() == 4 {
        [third.clone(), second.clone(), first.clone()]
    } else {
        [first.clone(), second.clone(), year(third)]
    }
}

pub(super) fn in_form(day: &str, month: &str, year: &str, separator: char) -> String {
    if separator == '-' {
        format!("{year}-{month}-{day}")
    } else {
        format!("{day}{separator}{month}{separator}{year}")
    }
}

fn dates_of(sheet: &Sheet, rows: &[usize], change: DateChange<'_>) -> Option<Vec<u8>> {
    let columns = sheet.dates.clone();
    edit(sheet, |sheet| {
        sheet.map(&columns, rows, &|text| {
            let (parts, separator, rest) = date_parts(text)?;
            let [day, month, year] = day_month_year(&parts);
            change([&day, &month, &year], separator, &rest)
        });
    })
}

pub(super) fn every_date(sheet: &Sheet, change: DateChange<'_>) -> Option<Vec<u8>> {
    dates_of(sheet, &(0..sheet.rows.len()).collect::<Vec<_>>(), change)
}

pub(super) fn half_of_dates(sheet: &Sheet, change: DateChange<'_>) -> Option<Vec<u8>> {
    dates_of(
        sheet,
        &(0..sheet.rows.len()).step_by(2).collect::<Vec<_>>(),
        change,
    )
}

pub(super) fn one_date(sheet: &Sheet, change: DateChange<'_>) -> Option<Vec<u8>> {
    dates_of(sheet, &[sheet.middle()?], change)
}

type Exchange<'c> = &'c dyn Fn([&String; 3]) -> Option<[String; 3]>;

/// Changes the parts of dates in the form that the file has.
fn in_place(sheet: &Sheet, rows: &[usize], change: Exchange<'_>) -> Option<Vec<u8>> {
    let columns = sheet.dates.clone();
    edit(sheet, |sheet| {
        sheet.map(&columns, rows, &|text| {
            let (parts, separator, rest) = date_parts(text)?;
            let begins_with_year = parts[0].len() == 4;
            let [day, month, year] = day_month_year(&parts);
            let [day, month, year] = change([&day, &month, &year])?;
            let year = if parts[2].len() == 2 && !begins_with_year {
                year[2..].to_owned()
            } else {
                year
            };
            let parts = if begins_with_year {
                [year, month, day]
            } else {
                [day, month, year]
            };
            Some(parts.join(&separator.to_string()) + &rest)
        });
    })
}

pub(super) fn every_date_in_place(sheet: &Sheet, change: Exchange<'_>) -> Option<Vec<u8>> {
    in_place(sheet, &(0..sheet.rows.len()).collect::<Vec<_>>(), change)
}

pub(super) fn one_date_in_place(sheet: &Sheet, change: Exchange<'_>) -> Option<Vec<u8>> {
    in_place(sheet, &[sheet.middle()?], change)
}
