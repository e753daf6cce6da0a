//! Statements in the text messages of SWIFT: MT940 at the end of a day, and MT942 during the day.

mod convert;
mod information;
mod outline;
mod reader;
mod shapes;
mod statement_line;
mod tags;

pub(super) use convert::convert;
