//! A CSV text as rows of cells, each with its place, and none lost to a stray quote.
//!
//! - LF, CRLF or a lone CR ends a row, in one file mixed as it comes. A line with nothing on it is a row without cells.
//! - A quote opens a quoted cell only where a cell starts, blanks (space, tab) before it aside; blanks after the closing
//!   quote are dropped too. A quote elsewhere is a character like any other. A quoted cell may span lines.
//! - `="…"`, the formula by which spreadsheets keep a text as it is, is a quoted cell with what stands between the quotes.
//! - A quoted cell whose quotes don't come out even was never one: without a closing quote within a mebibyte, or with
//!   something other than a delimiter or the row's end after it, the cell is read as it stands, from its start to the next
//!   delimiter or line end, and the row tells where the quote is. So one quote too many swallows no row. (A cell of several
//!   lines with a bare quote in it falls apart into rows, for its caller to refuse.)
//! - The 4096th cell of a row takes all that is left of the line.
//!
//! What is quoted by the book is read by the book. Two stray quotes can look like one quoted cell, where the second stands
//! right before a delimiter or line end in a later row (`1;"Zum goldenen;5.00` and `2;Löwen";7.00`). The text alone can't
//! tell; who knows what the columns must hold can, and asks for the row again with [`Rows::reread`].
//!
//! The work is linear in the text, whatever it holds. The search for a closing quote ends at the first run of quotes of odd
//! length, and a cell that starts with a run of even length needs no search: so no two searches pass over the same text.
//!
//! ```
//! use universal_accounting::format::table::{Row, Rows};
//!
//! let mut rows = Rows::new("Datum;Text\n31.12.2025;\"Bahn; 2. Klasse\"\n02.01.2026;\"Hotel\n", b';');
//! let mut row = Row::default();
//!
//! assert!(rows.next_row(&mut row) && rows.next_row(&mut row));
//! assert_eq!(row.line(), 2);
//! assert_eq!(row.cells()[1].value(), "Bahn; 2. Klasse");
//!
//! assert!(rows.next_row(&mut row));
//! assert_eq!(row.cells()[1].value(), "\"Hotel");
//! assert!(row.stray_quote().is_some());
//! assert!(!rows.next_row(&mut row));
//! ```

mod row;
mod rows;

pub use row::Row;
pub use rows::Rows;
