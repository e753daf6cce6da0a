use std::collections::HashSet;

use super::{
    AmountModel, Column, DirectionWords, LabelRole, ProfileDefinition, Role, Style, TemplateRole,
    Variant, matches_any,
};
use crate::configuration;
use crate::format::rules::PROFILE_INVALID;
use crate::format::table::value::date;
use crate::report::{Policy, Reading};
use crate::value::{Country, Currency};

impl ProfileDefinition {
    /// The institution and the product, as messages name the format.
    pub(in crate::format) fn title(&self) -> String {
        format!("{}, {}", self.institution, self.product)
    }

    /// Reads a profile from JSON and reports what is wrong with it.
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &PROFILE_INVALID, |profile: Self| {
            let faults = profile.faults();
            if faults.is_empty() {
                Ok(profile)
            } else {
                Err(faults)
            }
        })
    }

    /// Returns the faults of a profile that has the right shape, each with its JSON pointer.
    pub(in crate::format) fn faults(&self) -> Vec<(String, String)> {
        let mut checker = ProfileChecker {
            profile: self,
            found: Vec::new(),
        };
        checker.check_general();
        checker.check_columns();
        checker.check_variants();
        checker.check_rows();
        checker.check_templates();
        checker.check_identity();
        checker.found
    }
}

struct ProfileChecker<'p> {
    profile: &'p ProfileDefinition,
    found: Vec<(String, String)>,
}

impl ProfileChecker<'_> {
    fn push(&mut self, pointer: impl Into<String>, fault: impl Into<String>) {
        self.found.push((pointer.into(), fault.into()));
    }

    /// Reports a reference to a column that doesn't exist.
    fn check_column(&mut self, pointer: impl Into<String>, id: &str) {
        if !self.profile.columns.iter().any(|column| column.id == id) {
            self.push(pointer, format!("there is no column with the id `{id}`"));
        }
    }

    fn check_each_column(&mut self, pointer: &str, ids: &[String]) {
        for (index, id) in ids.iter().enumerate() {
            self.check_column(format!("{pointer}/{index}"), id);
        }
    }

    fn check_general(&mut self) {
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

    fn check_columns(&mut self) {
        let profile = self.profile;
        let mut ids = HashSet::new();
        for (index, column) in profile.columns.iter().enumerate() {
            if !ids.insert(column.id.as_str()) {
                self.push(
                    format!("/columns/{index}/id"),
                    format!("the id `{}` is used twice", column.id),
                );
            }
            if column.names.values().all(Vec::is_empty) != profile.headerless {
                let fault = if profile.headerless {
                    "columns of a file without a header have no names"
                } else {
                    "a column needs at least one name, as in the header"
                };
                self.push(format!("/columns/{index}"), fault);
            }
            let may_require_value = is_day(column.role) || profile.headerless;
            if column.value_required && !may_require_value {
                self.push(
                    format!("/columns/{index}/valueRequired"),
                    "in a file with a header, only a date can have a required value",
                );
            }
        }
        let has = |role| profile.columns.iter().any(|column| column.role == role);
        if has(Role::Balance) && has(Role::BalanceBefore) {
            self.push(
                "/columns",
                "a row has the balance before it or the balance after it: leave one of the roles out",
            );
        }
        if let Some(rest) = &profile.overflow_column {
            self.check_column("/overflowColumn", rest);
        }
        if let Some(id) = &profile.unquoted_column {
            self.check_column("/unquotedColumn", id);
            let is_text = |column: &Column| column.id == *id && column.role == Role::Text;
            if !profile.columns.iter().any(is_text) {
                self.push(
                    "/unquotedColumn",
                    "only a column with the role `text` may hold the delimiter",
                );
            }
            if profile.overflow_column.is_some() {
                self.push(
                    "/unquotedColumn",
                    "with `overflowColumn`, it is unknown in which text a delimiter is",
                );
            }
        }
        if !profile.columns.iter().any(|column| is_day(column.role)) {
            self.push(
                "/columns",
                "at least one column must have the role of a date: `booked-at`, `valuta-at` or `purchased-at`",
            );
        }
    }

    fn check_variants(&mut self) {
        let profile = self.profile;
        if profile.variants.is_empty() {
            self.push("/variants", "add at least one variant");
        }
        let mut ids = HashSet::new();
        for (index, variant) in profile.variants.iter().enumerate() {
            if !ids.insert(variant.id.as_str()) {
                self.push(
                    format!("/variants/{index}/id"),
                    format!("the id `{}` is used twice", variant.id),
                );
            }
            self.check_each_column(&format!("/variants/{index}/requires"), &variant.requires);
            self.check_each_column(&format!("/variants/{index}/excludes"), &variant.excludes);
            let mut required = variant.requires.iter();
            if required.any(|id| variant.excludes.contains(id)) {
                self.push(
                    format!("/variants/{index}/excludes"),
                    "a variant can't require and exclude the same column",
                );
            }
            self.check_amount(format!("/variants/{index}/amount"), &variant.amount);
        }
    }

    fn check_amount(&mut self, pointer: String, amount: &AmountModel) {
        let mut columns = amount.required_columns();
        columns.extend(amount.optional_columns());
        for id in columns {
            self.check_column(pointer.clone(), id);
        }
        let sums = amount.amount_columns();
        let mut distinct = HashSet::new();
        if !sums.iter().all(|id| distinct.insert(*id)) {
            self.push(pointer.clone(), "two amounts can't be in the same column");
        }
        if let Some(id) = sums.iter().find(|id| self.has_other_role(id)) {
            let fault = format!("the column `{id}` has another role already");
            self.push(pointer.clone(), fault);
        }
        if let Some(DirectionWords { credit, debit, .. }) = amount.direction_words() {
            let is_ambiguous = credit.iter().any(|word| matches_any(word, debit))
                || debit.iter().any(|word| matches_any(word, credit));
            if is_ambiguous {
                self.push(pointer, "the same word can't mean both credit and debit");
            }
        }
    }

    /// Returns whether a column has a role that a column of amounts can't have.
    fn has_other_role(&self, id: &str) -> bool {
        let mut columns = self.profile.columns.iter();
        columns.any(|column| {
            column.id == id && !matches!(column.role, Role::Other | Role::OriginalAmount)
        })
    }

    fn check_rows(&mut self) {
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

    fn check_templates(&mut self) {
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

    fn check_identity(&mut self) {
        let profile = self.profile;
        let by_default = [Role::BookedAt, Role::ValutaAt, Role::PurchasedAt]
            .into_iter()
            .find(|role| profile.columns.iter().any(|column| column.role == *role));
        if let Some(role) = profile.identity.date.or(by_default)
            && !self.has_date_in_every_variant(role)
        {
            let fault = "some exports lack this date, which would change every id: name in `date` the role of a date that every export has";
            self.push("/identity/date", fault);
        }
        for (index, id) in profile.identity.columns.iter().enumerate() {
            let pointer = format!("/identity/columns/{index}");
            self.check_column(pointer.clone(), id);
            let Some(column) = profile.columns.iter().find(|column| column.id == *id) else {
                continue;
            };
            let mut variants = profile.variants.iter();
            if !variants.all(|variant| is_always_there(column, variant)) {
                let fault = format!("some exports lack `{id}`, which would change every id");
                self.push(pointer, fault);
            } else if matches!(column.role, Role::Balance | Role::BalanceBefore) {
                let fault =
                    "a balance changes when an earlier entry is added, which would change every id";
                self.push(pointer, fault);
            }
        }
    }

    fn has_date_in_every_variant(&self, role: Role) -> bool {
        let columns = &self.profile.columns;
        let has_date = |variant: &Variant| {
            let mut dates = columns
                .iter()
                .filter(|column| is_day(role) && column.role == role);
            dates.any(|column| is_always_there(column, variant))
        };
        self.profile.variants.iter().all(has_date)
    }
}

/// Returns whether every export of a variant has a column.
fn is_always_there(column: &Column, variant: &Variant) -> bool {
    !column.optional || variant.requires.contains(&column.id)
}

fn is_day(role: Role) -> bool {
    matches!(role, Role::PurchasedAt | Role::ValutaAt | Role::BookedAt)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::configuration;

    fn profile() -> Value {
        json!({
            "id": "muster-bank", "institution": "Muster", "product": "account", "country": "CH", "evidence": "document",
            "columns": [
                { "id": "day", "role": "booked-at", "names": { "de": ["Tag"] } },
                { "id": "value-day", "role": "valuta-at", "optional": true, "names": { "de": ["Valuta"] } },
                { "id": "text", "role": "text", "names": { "de": ["Text"] } },
                { "id": "amount", "names": { "de": ["Betrag"] } },
                { "id": "fee", "optional": true, "names": { "de": ["Gebühr"] } },
                { "id": "balance", "role": "balance", "names": { "de": ["Saldo"] } },
            ],
            "variants": [{ "id": "2026", "amount": { "signed": { "column": "amount", "positive": "credit" } } }],
            "styles": [{ "dates": ["dd.mm.yyyy"], "numbers": { "decimal": "." } }],
            "identity": { "version": 1, "columns": ["text"] },
        })
    }

    fn read(profile: &Value) -> ProfileDefinition {
        configuration::parse(&profile.to_string()).ok().unwrap()
    }

    /// Each case is one fault: the pointer to change, the new value, the pointer that is reported, and a part of the message.
    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn reports_each_fault_at_its_place() {
        let signed = |column: &str, more: Value| {
            let mut signed = json!({ "column": column, "positive": "credit" });
            signed
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            json!({ "signed": signed })
        };
        let words =
            json!({ "directionWords": { "column": "text", "credit": ["H*"], "debit": ["Haben"] } });
        let fee = json!({ "fee": { "column": "amount", "sign": "plus" } });
        for (changed, value, pointer, message) in [
            ("/id", json!("Muster"), "/id", "an id consists of"),
            ("/country", json!("Schweiz"), "/country", "not a country"),
            ("/styles", json!([]), "/styles", "at least one style"),
            (
                "/styles/0/dates",
                json!(["dd.mm.yyyy", "mm.dd.yyyy"]),
                "/styles/0/dates/1",
                "a different date",
            ),
            (
                "/styles/0/dates",
                json!(["dd.mm"]),
                "/styles/0/dates/0",
                "exactly once",
            ),
            (
                "/styles/0/dates",
                json!(["yyyy-mm-dd-dd"]),
                "/styles/0/dates/0",
                "exactly once",
            ),
            (
                "/styles/0/numbers/decimal",
                json!("-"),
                "/styles/0/numbers",
                "part of a number",
            ),
            (
                "/styles/0/numbers",
                json!({ "decimal": ".", "grouping": ["."] }),
                "/styles/0/numbers/grouping",
                "thousands",
            ),
            (
                "/styles/0/numbers/minusWords",
                json!(["D R"]),
                "/styles/0/numbers/minusWords",
                "only the letters",
            ),
            (
                "/styles/0/numbers",
                json!({ "decimal": ".", "minusWords": ["DR"], "plusWords": ["CR", "dr"] }),
                "/styles/0/numbers/plusWords",
                "both negative and positive",
            ),
            (
                "/columns/2/role",
                json!("balance-before"),
                "/columns",
                "the balance before it",
            ),
            ("/columns/3/id", json!("day"), "/columns/3/id", "used twice"),
            (
                "/columns/2/valueRequired",
                json!(true),
                "/columns/2/valueRequired",
                "only a date",
            ),
            (
                "/columns/2/names",
                json!({}),
                "/columns/2",
                "at least one name",
            ),
            (
                "/columns",
                json!([{ "id": "amount", "names": { "de": ["Betrag"] } }]),
                "/columns",
                "role of a date",
            ),
            (
                "/columns/0/optional",
                json!(true),
                "/identity/date",
                "every export has",
            ),
            (
                "/identity/date",
                json!("valuta-at"),
                "/identity/date",
                "every export has",
            ),
            (
                "/identity/columns",
                json!(["fee"]),
                "/identity/columns/0",
                "some exports lack",
            ),
            (
                "/identity/columns",
                json!(["balance"]),
                "/identity/columns/0",
                "a balance changes",
            ),
            (
                "/identity/columns",
                json!(["note"]),
                "/identity/columns/0",
                "no column",
            ),
            ("/variants", json!([]), "/variants", "at least one variant"),
            (
                "/variants/0/requires",
                json!(["note"]),
                "/variants/0/requires/0",
                "no column",
            ),
            (
                "/variants/0/amount",
                signed("note", json!({})),
                "/variants/0/amount",
                "no column",
            ),
            (
                "/variants/0/amount",
                signed("day", json!({})),
                "/variants/0/amount",
                "another role",
            ),
            (
                "/variants/0/amount",
                signed("amount", fee),
                "/variants/0/amount",
                "two amounts",
            ),
            (
                "/variants/0/amount",
                signed("amount", words),
                "/variants/0/amount",
                "the same word",
            ),
            (
                "/overflowColumn",
                json!("note"),
                "/overflowColumn",
                "no column",
            ),
            ("/rows", json!([{ "kind": "void" }]), "/rows/0", "every row"),
            (
                "/rows",
                json!([{ "matches": { "text": ["*"] }, "kind": "void" }]),
                "/rows/0/matches/text",
                "match every row",
            ),
            (
                "/footer",
                json!({ "maxFilledCells": 0 }),
                "/footer/maxFilledCells",
                "one filled cell",
            ),
            (
                "/unquotedColumn",
                json!("amount"),
                "/unquotedColumn",
                "the role `text`",
            ),
            (
                "/sources",
                json!(["a friend"]),
                "/sources/0",
                "a web address",
            ),
            (
                "/unlabelledLine",
                json!(["account", "period-start", "other"]),
                "/unlabelledLine",
                "differs from an entry",
            ),
        ] {
            let mut faulty = profile();
            let (parent, member) = changed.rsplit_once('/').unwrap();
            faulty.pointer_mut(parent).unwrap()[member] = value;
            let found = read(&faulty).faults();
            let is_expected =
                |(at, fault): &(String, String)| at == pointer && fault.contains(message);
            assert!(found.iter().any(is_expected), "{changed}: {found:?}");
        }
        let mut contradicting = profile();
        contradicting["variants"][0]["requires"] = json!(["fee"]);
        contradicting["variants"][0]["excludes"] = json!(["fee"]);
        let found = read(&contradicting).faults();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(read(&profile()).faults().is_empty());
    }
}
