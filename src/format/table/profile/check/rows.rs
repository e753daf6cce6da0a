use super::checker::ProfileChecker;
use crate::format::table::profile::TemplateRole;

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
