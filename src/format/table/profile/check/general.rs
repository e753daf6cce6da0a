use super::checker::ProfileChecker;
use crate::format::table::profile::LabelRole;
use crate::value::{Country, Currency};

impl ProfileChecker<'_> {
    /// Checks what belongs to the whole file.
    pub(super) fn check_general(&mut self) {
        let profile = self.profile;
        let is_kebab = |character: char| {
            character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
        };
        if profile.id.is_empty() || !profile.id.chars().all(is_kebab) {
            self.push("/id", "an id consists of lowercase letters, digits and hyphens, such as `muster-bank-account`");
        }
        if Country::parse(&profile.country).is_err() {
            self.push(
                "/country",
                "this is not a country code of ISO 3166-1 (two capital letters)",
            );
        }
        if let Some(code) = &profile.currency
            && Currency::parse(code).is_err()
        {
            self.push("/currency", "this is not a currency code of ISO 4217");
        }
        if profile.exact_header && profile.headerless {
            self.push(
                "/exactHeader",
                "a file without a header has no names to compare",
            );
        }
        if profile.styles.is_empty() {
            self.push(
                "/styles",
                "add at least one style that says how dates and numbers are written",
            );
        }
        for (index, style) in profile.styles.iter().enumerate() {
            self.check_style(index, style);
        }
        for (index, label) in profile.preamble.iter().enumerate() {
            let may_lack_text = label.role == LabelRole::Iban || label.role.is_balance();
            if label.labels.is_empty() && !may_lack_text {
                self.push(
                    format!("/preamble/{index}/labels"),
                    "a label needs at least one text",
                );
            }
        }
        let is_distinct = |role: &LabelRole| {
            role.is_balance() || matches!(role, LabelRole::Iban | LabelRole::EntryCount)
        };
        if !profile.unlabelled_line.is_empty() && !profile.unlabelled_line.iter().any(is_distinct) {
            self.push(
                "/unlabelledLine",
                "a line without labels needs an IBAN, a balance or a number of bookings, by which it differs from an entry",
            );
        }
        if profile.rows_end_in_delimiter && profile.overflow_column.is_some() {
            self.push(
                "/rowsEndInDelimiter",
                "with `overflowColumn`, the cell after the last delimiter is text",
            );
        }
        if profile.headerless && profile.header_indent > 0 {
            self.push(
                "/headerIndent",
                "a file without a header has no names to indent",
            );
        }
        for (index, source) in profile.sources.iter().enumerate() {
            if !source.starts_with("https://") {
                self.push(
                    format!("/sources/{index}"),
                    "a source is a web address, which starts with `https://`",
                );
            }
        }
        if let Some(footer) = &profile.footer
            && footer.max_filled_cells == 0
        {
            self.push(
                "/footer/maxFilledCells",
                "the first line of a footer has at least one filled cell",
            );
        }
    }
}
