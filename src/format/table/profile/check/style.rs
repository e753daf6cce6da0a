use super::checker::ProfileChecker;
use crate::format::table::profile::Style;
use crate::sheet::date;

impl ProfileChecker<'_> {
    /// Checks how a style writes dates and numbers.
    pub(super) fn check_style(&mut self, index: usize, style: &Style) {
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
