//! The types of accounts in charts whose numbers tell them.

use crate::base_data::AccountType;

/// A chart of accounts whose numbers tell the types of accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chart {
    /// The chart of accounts for Swiss small and medium-sized enterprises (KMU, PME, PMI), with accounts of four digits or more.
    SwissSme,
}

/// The ranges of the Swiss chart by the first four digits of the number, with both ends, and their types. Classes 7 and 8 have income and expense side by
/// side, and class 9 has the accounts that close the books, so only the groups that the chart names have a type there.
const SWISS_SME: [(u16, u16, AccountType); 17] = [
    // Assets.
    (1000, 1999, AccountType::Asset),
    // Liabilities and equity.
    (2000, 2999, AccountType::Liability),
    // Operating income, and what lowers it.
    (3000, 3999, AccountType::Revenue),
    // Materials, goods and services.
    (4000, 4999, AccountType::Expense),
    // Staff.
    (5000, 5999, AccountType::Expense),
    // Other operating expense, and depreciation.
    (6000, 6899, AccountType::Expense),
    // Financial expense, and financial income.
    (6900, 6949, AccountType::Expense),
    (6950, 6999, AccountType::Revenue),
    // Ancillary business: income, expense. Real estate of the business: income, expense.
    (7000, 7009, AccountType::Revenue),
    (7010, 7019, AccountType::Expense),
    (7500, 7509, AccountType::Revenue),
    (7510, 7519, AccountType::Expense),
    // Outside of the business: expense, income.
    (8000, 8099, AccountType::Expense),
    (8100, 8199, AccountType::Revenue),
    // Extraordinary expense and income, which share their group of a hundred.
    (8500, 8509, AccountType::Expense),
    (8510, 8519, AccountType::Revenue),
    // Direct taxes.
    (8900, 8999, AccountType::Expense),
];

impl Chart {
    /// Returns the type of the account with this number, if its range tells it.
    ///
    /// ```
    /// use universal_accounting::base_data::AccountType;
    /// use universal_accounting::tables::Chart;
    ///
    /// assert_eq!(Chart::SwissSme.account_type("1020"), Some(AccountType::Asset));
    /// assert_eq!(Chart::SwissSme.account_type("6950.10"), Some(AccountType::Revenue));
    /// assert_eq!(Chart::SwissSme.account_type("9200"), None);
    /// ```
    #[must_use]
    pub fn account_type(self, number: &str) -> Option<AccountType> {
        let Self::SwissSme = self;
        let digits = number
            .get(..4)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        let range: u16 = digits.parse().ok()?;
        let found = SWISS_SME
            .iter()
            .find(|(first, last, _)| (*first..=*last).contains(&range));
        found.map(|(.., account_type)| *account_type)
    }
}

#[cfg(test)]
mod tests {
    use super::Chart;
    use crate::base_data::AccountType;

    #[test]
    fn the_range_of_a_number_tells_its_type_or_nothing() {
        use AccountType::{Asset, Expense, Liability, Revenue};

        for (number, account_type) in [
            ("1000", Some(Asset)),
            ("1109", Some(Asset)),
            ("2000", Some(Liability)),
            ("2979", Some(Liability)),
            ("3200", Some(Revenue)),
            ("3800", Some(Revenue)),
            ("4200", Some(Expense)),
            ("5000", Some(Expense)),
            ("6800", Some(Expense)),
            ("6900", Some(Expense)),
            ("6950", Some(Revenue)),
            ("7000", Some(Revenue)),
            ("7010", Some(Expense)),
            ("7020", None),
            ("7500", Some(Revenue)),
            ("7510", Some(Expense)),
            ("8000", Some(Expense)),
            ("8100", Some(Revenue)),
            ("8500", Some(Expense)),
            ("8510", Some(Revenue)),
            ("8900", Some(Expense)),
            ("9200", None),
            ("10201", Some(Asset)),
            ("102", None),
            ("0100", None),
            ("A1020", None),
            ("", None),
        ] {
            assert_eq!(
                Chart::SwissSme.account_type(number),
                account_type,
                "{number}"
            );
        }
    }
}
