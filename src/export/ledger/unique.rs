use std::collections::{HashMap, HashSet};

/// Names that are in use. A name that repeats gets a number.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    used: HashSet<String>,
    /// The next number to try for each name that was asked for, so that many equal names take no longer than others.
    next: HashMap<String, usize>,
}

impl UniqueNames {
    /// Returns the name or, if it is in use, the name with the first free number, such as `name-2`.
    pub(super) fn add(&mut self, name: String) -> String {
        if self.used.insert(name.clone()) {
            return name;
        }
        let number = self.next.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name}-{number}");
            *number += 1;
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_first_free_number() {
        let mut names = UniqueNames::default();
        let found = ["a", "a-2", "a", "a", "a-2", "b"].map(|name| names.add(name.to_owned()));
        assert_eq!(found, ["a", "a-2", "a-3", "a-4", "a-2-2", "b"]);
    }
}
