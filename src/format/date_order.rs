use crate::source::named_enum;

named_enum! {
    /// The order of day, month and year in the dates of a file, where the format fixes none.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum DateOrder {
        /// Day, month, year.
        DayMonthYear = "dmy",
        /// Month, day, year.
        MonthDayYear = "mdy",
        /// Year, month, day.
        YearMonthDay = "ymd",
    }
    /// The name, as options have it.
    as_str
}

impl DateOrder {
    /// Returns the order with a name, such as `dmy`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut orders = Self::ALL.iter().copied();
        orders.find(|order| order.as_str() == name)
    }
}
