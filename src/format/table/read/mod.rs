//! Reads the rows of a table whose format is known, and yields their items.

mod amount;
mod classifier;
mod dates;
mod day_order;
mod entry;
mod exchanged_dates;
mod items;
mod metadata;
mod original;
mod outline;
mod reader;
mod row_width;
mod shape_proof;
mod stated;
mod style;

pub(in crate::format) use classifier::RowClassifier;
pub(in crate::format) use outline::Outline;
pub(in crate::format) use reader::TableReader;
pub(in crate::format) use shape_proof::{do_balances_prove, is_direction_by_column};
