use super::role::ColumnRole;
use crate::format::DateOrder;
use crate::value::Currency;

/// What the caller knows about a table that is learned.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Answers {
    /// The role of columns, each by its name in the header or its number from 1.
    pub roles: Vec<(String, ColumnRole)>,
    /// Columns and words: a row with such a word in such a column is not booked.
    pub unbooked: Vec<(String, String)>,
    /// Columns and words: a row with such a word in such a column is a balance or a total, and no booking.
    pub balances: Vec<(String, String)>,
    /// Whether what names and values suggest is taken.
    pub accept: bool,
    /// The order of day and month, where the dates admit both.
    pub dates: Option<DateOrder>,
    /// Whether a number without a minus sign is money in, where no balance shows it.
    pub positive_is_credit: Option<bool>,
    /// The decimal mark, where numbers admit both.
    pub decimal: Option<char>,
    /// The currency, if the file names none.
    pub currency: Option<Currency>,
    /// The institution, for the profile.
    pub institution: Option<String>,
    /// What the file is an export of, for the profile, such as `account`.
    pub product: Option<String>,
    /// The alpha-2 code of the institution's country, for the profile.
    pub country: Option<String>,
    /// The id of a built-in profile whose names are not used, for tests that learn its files again.
    pub(super) without: Option<String>,
}

impl Answers {
    /// Returns answers that know nothing but the file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the answers to a question. Where both answer the same, the later counts.
    pub fn add(&mut self, other: &Self) {
        self.roles.extend(other.roles.iter().cloned());
        self.unbooked.extend(other.unbooked.iter().cloned());
        self.balances.extend(other.balances.iter().cloned());
        self.accept |= other.accept;
        self.dates = other.dates.or(self.dates);
        self.positive_is_credit = other.positive_is_credit.or(self.positive_is_credit);
        self.decimal = other.decimal.or(self.decimal);
        self.currency = other.currency.or(self.currency);
        for (text, other) in [
            (&mut self.institution, &other.institution),
            (&mut self.product, &other.product),
            (&mut self.country, &other.country),
        ] {
            if other.is_some() {
                text.clone_from(other);
            }
        }
    }

    /// Returns answers that give columns a role.
    pub(super) fn of_roles(roles: impl IntoIterator<Item = (String, ColumnRole)>) -> Self {
        Self {
            roles: roles.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Leaves the names of a built-in profile out.
    pub(crate) fn without(mut self, id: &str) -> Self {
        self.without = Some(id.to_owned());
        self
    }

    /// Returns the role that was given for a column.
    pub(super) fn role_of(&self, column: usize, name: &str) -> Option<ColumnRole> {
        let mut roles = self.roles.iter().rev();
        roles
            .find(|(given, _)| is_meant(given, column, name))
            .map(|(_, role)| *role)
    }

    /// Returns the words of a column whose rows are not booked.
    pub(super) fn unbooked_words(&self, column: usize, name: &str) -> Vec<&str> {
        words_of(&self.unbooked, column, name)
    }

    /// Returns the words of a column whose rows are balances or totals.
    pub(super) fn balance_words(&self, column: usize, name: &str) -> Vec<&str> {
        words_of(&self.balances, column, name)
    }

    /// Whether the role of an amount was given for a column of these names.
    pub(super) fn has_amounts(&self, names: &[String]) -> bool {
        let mut names = names.iter().enumerate();
        names.any(|(column, name)| {
            self.role_of(column, name)
                .is_some_and(ColumnRole::is_amount)
        })
    }
}

/// Returns the words that were given for a column.
fn words_of<'w>(given: &'w [(String, String)], column: usize, name: &str) -> Vec<&'w str> {
    let words = given.iter();
    words
        .filter(|(known, _)| is_meant(known, column, name))
        .map(|(_, word)| word.as_str())
        .collect()
}

/// Whether a column is meant by what was given: its name in the header, or its number from 1.
fn is_meant(given: &str, column: usize, name: &str) -> bool {
    given == (column + 1).to_string() || given.trim().eq_ignore_ascii_case(name.trim())
}
