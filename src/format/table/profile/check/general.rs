use super::columns::ProfileChecker;
use crate::format::table::profile::{LabelRole, Style, TemplateRole};
use crate::sheet::date;
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

impl ProfileChecker<'_> {
    pub(super) fn check_rows(&mut self) {
        let profile = self.profile;
        for (index, rule) in profile.rows.iter().enumerate() {
            self.check_each_column(&format!("/rows/{index}/empty"), &rule.empty);
            self.check_each_column(&format!("/rows/{index}/filled"), &rule.filled);
            self.check_each_column(&format!("/rows/{index}/text"), &rule.text);
            for (id, words) in &rule.matches {
                self.check_column(format!("/rows/{index}/matches"), id);
                if words.is_empty() || words.iter().any(|word| word == "*") {
                    let fault = "list at least one word; `*` alone would match every row";
                    self.push(format!("/rows/{index}/matches/{id}"), fault);
                }
            }
            let columns =
                rule.empty.len() + rule.filled.len() + rule.text.len() + rule.matches.len();
            if columns == 0 && rule.filled_cells.is_none() {
                self.push(
                    format!("/rows/{index}"),
                    "add a condition: this rule would apply to every row",
                );
            }
        }
        for (index, status) in profile.status.iter().enumerate() {
            self.check_column(format!("/status/{index}/column"), &status.column);
        }
    }

    pub(super) fn check_templates(&mut self) {
        let profile = self.profile;
        for (index, template) in profile.templates.iter().enumerate() {
            self.check_column(format!("/templates/{index}/column"), &template.column);
            let count = |hole: &str| template.pattern.matches(hole).count();
            let [amounts, currencies, dates] = ["{amount}", "{currency}", "{date}"].map(count);
            let whole = match template.role {
                TemplateRole::Original => amounts > 0 && currencies > 0,
                TemplateRole::PurchasedAt => dates > 0,
            };
            if !whole || amounts + currencies + dates != count("{") {
                let fault = "the placeholders are `{amount}` and `{currency}`, or `{date}`";
                self.push(format!("/templates/{index}/pattern"), fault);
            }
        }
    }
}

impl ProfileChecker<'_> {
    /// Checks how a style writes dates and numbers.
    fn check_style(&mut self, index: usize, style: &Style) {
        if style.dates.is_empty() {
            self.push(
                format!("/styles/{index}/dates"),
                "add at least one date pattern, such as `dd.mm.yyyy`",
            );
        }
        for (form, text) in style.dates.iter().enumerate() {
            if !date::is_complete_pattern(text) {
                let fault = "a date pattern has a year (`yyyy`), a month (`mm`) and a day (`dd`), each exactly once; `MM` is the minute";
                self.push(format!("/styles/{index}/dates/{form}"), fault);
            }
        }
        for (form, text) in style.dates.iter().enumerate() {
            let conflicts = |other: &String| {
                date::patterns_conflict(other, text) || date::patterns_conflict(text, other)
            };
            if style.dates.iter().take(form).any(conflicts) {
                let fault = "an earlier pattern reads the same text as a different date: put the patterns in separate styles";
                self.push(format!("/styles/{index}/dates/{form}"), fault);
            }
        }
        let mut marks = vec![style.numbers.decimal];
        marks.extend(&style.numbers.grouping);
        let is_of_number = |mark: &char| mark.is_alphanumeric() || matches!(mark, '-' | '+');
        if let Some(mark) = marks.into_iter().find(is_of_number) {
            let fault =
                format!("`{mark}` is part of a number, so it can't separate decimals or thousands");
            self.push(format!("/styles/{index}/numbers"), fault);
        }
        let (minus, plus) = (&style.numbers.minus_words, &style.numbers.plus_words);
        for (words, key) in [(minus, "minusWords"), (plus, "plusWords")] {
            let is_word = |word: &String| {
                !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())
            };
            if !words.iter().all(is_word) {
                let pointer = format!("/styles/{index}/numbers/{key}");
                self.push(pointer, "a word for the sign has only the letters A to Z");
            }
        }
        let is_in_both = |word: &String| plus.iter().any(|other| word.eq_ignore_ascii_case(other));
        if minus.iter().any(is_in_both) {
            self.push(
                format!("/styles/{index}/numbers/plusWords"),
                "a word can't make a number both negative and positive",
            );
        }
        if style.numbers.grouping.contains(&style.numbers.decimal) {
            self.push(
                format!("/styles/{index}/numbers/grouping"),
                "the decimal mark can't separate thousands too",
            );
        }
    }
}
