use std::collections::HashSet;

use crate::bank::day;

use super::{LabelRole, Profile, Role, Style, TemplateRole, Variant};
use crate::value::{Country, Currency};

/// What is wrong with a profile that has the right shape: the JSON pointer of each fault, and the fault in words.
pub(super) fn faults(profile: &Profile) -> Vec<(String, String)> {
    let mut faults = Faults { profile, found: Vec::new() };
    faults.head();
    faults.columns();
    faults.variants();
    faults.rows();
    faults.texts();
    faults.identity();
    faults.found
}

struct Faults<'p> {
    profile: &'p Profile,
    found: Vec<(String, String)>,
}

impl Faults<'_> {
    fn say(&mut self, pointer: impl Into<String>, fault: impl Into<String>) {
        self.found.push((pointer.into(), fault.into()));
    }

    /// Says where a column is spoken of that there is none of.
    fn column(&mut self, pointer: impl Into<String>, key: &str) {
        if !self.profile.columns.iter().any(|column| column.key == key) {
            self.say(pointer, format!("there is no column with the key `{key}`"));
        }
    }

    fn head(&mut self) {
        let profile = self.profile;
        let is_kebab = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
        if profile.id.is_empty() || !profile.id.chars().all(is_kebab) {
            self.say("/id", "an id is made of small letters, digits and hyphens, such as `muster-bank-account`");
        }
        if Country::parse(&profile.country).is_err() {
            self.say("/country", "this is no country of ISO 3166-1 (two capital letters)");
        }
        if profile.currency.as_ref().is_some_and(|code| Currency::parse(code).is_err()) {
            self.say("/currency", "this is no currency of ISO 4217");
        }
        if profile.styles.is_empty() {
            self.say("/styles", "say in one style at least how days and numbers are written");
        }
        for (index, style) in profile.styles.iter().enumerate() {
            self.style(index, style);
        }
        for (index, label) in profile.preamble.iter().enumerate() {
            if label.labels.is_empty() && label.role != LabelRole::Iban {
                self.say(format!("/preamble/{index}/labels"), "a label has one spelling at least");
            }
        }
        if profile.footer.as_ref().is_some_and(|footer| footer.cells == 0) {
            self.say("/footer/cells", "a line of the footer has one cell at least");
        }
    }

    fn style(&mut self, index: usize, style: &Style) {
        if style.dates.is_empty() {
            self.say(format!("/styles/{index}/dates"), "give one form of a day at least, such as `dd.mm.yyyy`");
        }
        for (form, text) in style.dates.iter().enumerate() {
            if !text.contains("yy") || !text.contains('m') || !text.contains('d') {
                let fault = "a form has a year (`yyyy`), a month (`mm`) and a day (`dd`)";
                self.say(format!("/styles/{index}/dates/{form}"), fault);
            }
        }
        for (form, text) in style.dates.iter().enumerate() {
            if style.dates.iter().take(form).any(|other| day::contradict(other, text) || day::contradict(text, other)) {
                let fault =
                    "what is one day in this form is another day in one before it: put them in styles of their own";
                self.say(format!("/styles/{index}/dates/{form}"), fault);
            }
        }
        if style.numbers.grouping.contains(&style.numbers.decimal) {
            self.say(format!("/styles/{index}/numbers/grouping"), "the decimal mark can't part thousands too");
        }
    }

    fn columns(&mut self) {
        let profile = self.profile;
        let mut keys = HashSet::new();
        for (index, column) in profile.columns.iter().enumerate() {
            if !keys.insert(&column.key) {
                self.say(format!("/columns/{index}/key"), format!("the key `{}` stands twice", column.key));
            }
            if column.names.values().all(Vec::is_empty) != profile.headerless {
                let fault = if profile.headerless {
                    "in a file without a header no column has a name"
                } else {
                    "a column has one name at least, as the header writes it"
                };
                self.say(format!("/columns/{index}"), fault);
            }
            if column.needed && !is_day(column.role) && !profile.headerless {
                self.say(format!("/columns/{index}/needed"), "below a header only a day can be needed");
            }
        }
        if let Some(rest) = &profile.rest {
            self.column("/rest", rest);
        }
        if !profile.columns.iter().any(|column| is_day(column.role)) {
            self.say("/columns", "one column at least is a day: `booked-at`, `valuta-at` or `purchased-at`");
        }
    }

    fn variants(&mut self) {
        let profile = self.profile;
        if profile.variants.is_empty() {
            self.say("/variants", "there is one variant at least");
        }
        let mut ids = HashSet::new();
        for (index, variant) in profile.variants.iter().enumerate() {
            if !ids.insert(&variant.id) {
                self.say(format!("/variants/{index}/id"), format!("the variant `{}` stands twice", variant.id));
            }
            for (list, keys) in [("needs", &variant.needs), ("lacks", &variant.lacks)] {
                for (place, key) in keys.iter().enumerate() {
                    self.column(format!("/variants/{index}/{list}/{place}"), key);
                }
            }
            for key in variant.amount.columns().into_iter().chain(variant.amount.further()) {
                self.column(format!("/variants/{index}/amount"), key);
            }
        }
    }

    fn rows(&mut self) {
        let profile = self.profile;
        for (index, rule) in profile.rows.iter().enumerate() {
            for (list, keys) in [("empty", &rule.empty), ("filled", &rule.filled), ("worded", &rule.worded)] {
                for (place, key) in keys.iter().enumerate() {
                    self.column(format!("/rows/{index}/{list}/{place}"), key);
                }
            }
            for key in rule.says.keys() {
                self.column(format!("/rows/{index}/says"), key);
            }
            if rule.empty.len() + rule.filled.len() + rule.worded.len() + rule.says.len() == 0 && rule.cells.is_none() {
                self.say(format!("/rows/{index}"), "this would be every row");
            }
        }
        for (index, status) in profile.status.iter().enumerate() {
            self.column(format!("/status/{index}/column"), &status.column);
        }
    }

    fn texts(&mut self) {
        let profile = self.profile;
        for (index, template) in profile.templates.iter().enumerate() {
            self.column(format!("/templates/{index}/column"), &template.column);
            let has = |hole: &str| template.text.contains(hole);
            let whole = match template.role {
                TemplateRole::Original => has("{amount}") && has("{currency}"),
                TemplateRole::PurchasedAt => has("{date}"),
            };
            let holes = ["{amount}", "{currency}", "{date}"].iter().map(|hole| template.text.matches(hole).count());
            if !whole || holes.sum::<usize>() != template.text.matches('{').count() {
                let fault = "the holes are `{amount}` and `{currency}`, or `{date}`";
                self.say(format!("/templates/{index}/text"), fault);
            }
        }
    }

    fn identity(&mut self) {
        let profile = self.profile;
        let is_there = |role| profile.columns.iter().any(|column| column.role == role);
        let by_default = [Role::BookedAt, Role::ValutaAt, Role::PurchasedAt].into_iter().find(|role| is_there(*role));
        if let Some(day) = profile.identity.day.or(by_default) {
            let everywhere = |variant: &Variant| {
                let mut days = profile.columns.iter().filter(|column| is_day(day) && column.role == day);
                days.any(|column| !column.optional || variant.needs.contains(&column.key))
            };
            if !profile.variants.iter().all(everywhere) {
                let fault = "an export may lack this day, and then every id would be another: say in `day` which one none lacks";
                self.say("/identity/day", fault);
            }
        }
        for (index, key) in profile.identity.columns.iter().enumerate() {
            let pointer = format!("/identity/columns/{index}");
            self.column(pointer.clone(), key);
            let Some(column) = profile.columns.iter().find(|column| column.key == *key) else { continue };
            let everywhere = !column.optional || profile.variants.iter().all(|variant| variant.needs.contains(key));
            if !everywhere {
                self.say(pointer, format!("an export may lack `{key}`, and then every id would be another"));
            } else if column.role == Role::Balance {
                self.say(pointer, "a balance changes when a booking is added before it, and every id with it");
            }
        }
    }
}

fn is_day(role: Role) -> bool {
    matches!(role, Role::PurchasedAt | Role::ValutaAt | Role::BookedAt)
}
