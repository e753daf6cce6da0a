use std::fmt;

use super::role::ColumnRole;

/// What remains to be answered before a profile is written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// No column has dates.
    Date,
    /// Day and month can be exchanged.
    DayOrMonth {
        /// The line of such a date.
        line: usize,
        /// The date as the file writes it.
        text: String,
    },
    /// Neither balances nor names show the amounts.
    Amounts {
        /// The line and the texts of the first row.
        row: Option<(usize, String)>,
    },
    /// Several readings satisfy all balances, or names contradict the only one.
    Rivals {
        /// The names of the columns of the likeliest reading.
        columns: Vec<String>,
    },
    /// A column seems to be a fee that no reading includes.
    Fee {
        /// The name of the column.
        column: String,
    },
    /// Some rows may not be booked.
    Status {
        /// The name of the column.
        column: String,
        /// The word.
        word: String,
    },
    /// A profile can't say what the rows show, so a conversion with it gives other transactions.
    Unwritten,
    /// A role that names or values suggest, and nothing proves.
    Suggested {
        /// The name of the column.
        column: String,
        /// The role.
        role: ColumnRole,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Date => write!(
                formatter,
                "which column has the dates? none has dates in a form that is known"
            ),
            Self::DayOrMonth { line, text } => {
                write!(
                    formatter,
                    "is `{text}` on line {line} written with the day first or with the month first? (--dates dmy or --dates mdy)"
                )
            }
            Self::Amounts { row } => {
                write!(
                    formatter,
                    "which columns have the amounts, and is a number without a minus sign money in or out? (--set COLUMN=amount, debit or credit; --positive credit or debit)"
                )?;
                match row {
                    Some((line, texts)) => write!(formatter, " Line {line}: {texts}"),
                    None => Ok(()),
                }
            }
            Self::Rivals { columns } => write!(
                formatter,
                "are the amounts in {}? The balances or the names admit another reading too (--set COLUMN=ROLE, --positive credit or debit)",
                columns
                    .iter()
                    .map(|column| format!("`{column}`"))
                    .collect::<Vec<_>>()
                    .join(" and ")
            ),
            Self::Fee { column } => write!(
                formatter,
                "is `{column}` a fee beside the amount, or is it in the amount already? (--set \"{column}=fee\" or --set \"{column}=other\")"
            ),
            Self::Status { column, word } => write!(
                formatter,
                "are rows with `{word}` in `{column}` bookings? If all rows are, give the column a role (--set \"{column}=text\"); otherwise write the profile's `status`"
            ),
            Self::Unwritten => write!(
                formatter,
                "which rows are no bookings? A profile with these roles converts other transactions than the rows show; write it by hand with the guide to profiles"
            ),
            Self::Suggested { column, role } => {
                write!(
                    formatter,
                    "is `{column}` the column of `{}`? (--accept, or --set \"{column}=ROLE\")",
                    role.as_str()
                )
            }
        }
    }
}
