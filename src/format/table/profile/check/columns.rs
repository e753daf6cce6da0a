use std::collections::HashSet;

use crate::format::table::profile::{
    AmountModel, Column, DirectionWords, ProfileDefinition, Role, Variant, matches_any,
};

impl ProfileChecker<'_> {
    pub(super) fn check_columns(&mut self) {
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

    pub(super) fn check_variants(&mut self) {
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

    pub(super) fn check_identity(&mut self) {
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

/// A profile and the faults that were found in it, each with its JSON pointer.
pub(super) struct ProfileChecker<'p> {
    pub(super) profile: &'p ProfileDefinition,
    pub(super) found: Vec<(String, String)>,
}

impl<'p> ProfileChecker<'p> {
    pub(super) const fn new(profile: &'p ProfileDefinition) -> Self {
        Self {
            profile,
            found: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, pointer: impl Into<String>, fault: impl Into<String>) {
        self.found.push((pointer.into(), fault.into()));
    }

    /// Reports a reference to a column that doesn't exist.
    pub(super) fn check_column(&mut self, pointer: impl Into<String>, id: &str) {
        if !self.profile.columns.iter().any(|column| column.id == id) {
            self.push(pointer, format!("there is no column with the id `{id}`"));
        }
    }

    pub(super) fn check_each_column(&mut self, pointer: &str, ids: &[String]) {
        for (index, id) in ids.iter().enumerate() {
            self.check_column(format!("{pointer}/{index}"), id);
        }
    }
}
