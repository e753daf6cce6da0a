use crate::format::table::profile::ProfileDefinition;

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
