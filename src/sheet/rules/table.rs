//! Rules of tables and their texts, whatever they are about.

use super::{GOOD, statement};
use crate::report::Example::Statement;
use crate::report::rules;

rules! {
    "0.1.0":

    error STATEMENT_KIND {
        title: "The file is no statement that can be converted",
        message: "this is {found}, not a statement that can be converted",
        help: "export the statement as camt.053, MT940 or CSV in your e-banking{otherwise}",
        why: "Statements in CSV, in workbooks and in the messages of ISO 20022 (camt.052, camt.053, camt.054) and SWIFT (MT940, MT942) are converted. For another kind of file, the message names the kind and what to do instead.",
        bad: statement!("%PDF-1.7"),
        good: GOOD,
    }
    warning STATEMENT_EMPTY {
        title: "A file without entries",
        message: "no entry follows here",
        help: "check the period that was exported; there may be nothing to import",
        why: "The period may have no bookings, but often a filter was left on.",
        bad: statement!("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"),
        good: GOOD,
    }
    warning ENCODING_MIXED {
        aliases: ["table-encoding-mixed"],
        title: "A file in two encodings",
        message: "the file is UTF-8 except for bytes such as this one, which are read as Windows-1252",
        help: "compare the text here with the source of the file; if it is wrong, download or export the file again",
        why: "Files that were put together or edited may hold texts of several programs. Each part is read in its most likely encoding.",
        bad: Statement {
            text: b"IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                    CH9300762011623852957;2026-03-31 00:00:00.0;Caf\xC3\xA9 Z\xFCrich;-12.5;87.5;2026-03-31 00:00:00.0\n",
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    warning ENCODING_UNCLEAR {
        aliases: ["table-encoding-unclear"],
        title: "Letters that may be others",
        message: "the letters here are read as {found}, and the words of the file don't show whether that is right",
        help: "compare the text here with the source of the file; if it is wrong, export the file in UTF-8 or as a workbook, or a statement as camt.053",
        why: "A file that isn't Unicode doesn't say which letters its bytes stand for. The words show it, unless another encoding makes as many words of one language, or none does.",
        bad: Statement {
            text: b"IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                    CH9300762011623852957;2026-03-31 00:00:00.0;Citt\x85;-12.5;87.5;2026-03-31 00:00:00.0\n",
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    warning TEXT_MISDECODED {
        aliases: ["table-text-damaged"],
        title: "Text that was read in a wrong encoding",
        message: "this is not what was written first: a program read the text in a wrong encoding and saved it",
        help: "download or export the file again, in UTF-8 where a program asks for the encoding, and don't open it in another program before",
        why: "The texts are passed on as they are, and ids that are derived from them differ from those of an undamaged export.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;ZÃ¼rich;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    warning CHARACTERS_LOST {
        title: "Characters that another program lost",
        message: "`�` stands for a character that a program could not read; places in the file: {count}",
        help: "download the file again from your e-banking, and don't open it in another program before",
        why: "The character can't be found again. The text is passed on as it is, and an id that is derived from it differs from that of an undamaged export.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Z\u{fffd}rich;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    error COLUMN_TWICE {
        title: "A column is in the header twice",
        message: "two columns of the header have the same meaning in this format: {names}",
        help: "export the file again, so that each column occurs only once",
        why: "Nothing shows which of the two columns holds the value, and the value of the other one would be lost.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Credit/Debit Amount;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;-7;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error LINE_TOO_LONG {
        title: "A line is longer than the limit",
        message: "the line has {found} bytes; the limit is {limit}",
        help: "look for missing line ends; if the line is right, raise the limit",
        why: "A limit keeps one line from taking all the memory. The caller sets it (`Limits::line`). If the line ends were lost, all rows are in one line and can't be told apart.",
        bad: GOOD,
        good: GOOD,
    }
    error CELL_TOO_LONG {
        title: "A cell is longer than the limit",
        message: "the cell has {found} bytes; the limit is {limit}",
        help: "look for a missing delimiter; if the cell is right, raise the limit",
        why: "A limit keeps one cell from taking all the memory. The caller sets it (`Limits::cell`). No bank writes a cell of a mebibyte, so a file that has one is damaged.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf in der Bäckerei;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error ROW_TOO_SHORT {
        title: "A row has fewer cells than the header",
        message: "the row has {found} of {expected} cells",
        help: "look for a missing delimiter in the row, or a quote that is not closed",
        why: "If a delimiter is missing, every cell after it is in the wrong column, so a balance might be read as the amount.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;\"Hotel \"Adler\";-120.00"
        ),
        good: GOOD,
    }
    error ROW_TOO_LONG {
        title: "A row has more cells than the header",
        message: "the row has a value in cell {found}, but the header has {expected} columns",
        help: "look for an extra delimiter or quote in the row",
        why: "An extra delimiter moves every cell after it into the wrong column, so an amount might be read as a balance.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;bar;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    warning STRAY_QUOTE {
        aliases: ["table-quote-open"],
        title: "A quote that is not closed",
        message: "this quote is not closed at the end of a cell, so it is read as part of the text",
        help: "compare the cell with the source of the file",
        why: "If a quote at the start of a cell is never closed, all following rows would become part of the cell.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;\"Zum Löwen;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error ROW_ABOVE_HEADER {
        aliases: ["table-row-above-header"],
        title: "A row is above the header",
        message: "this looks like a row, but the header comes further down",
        help: "put the header in one row above all others, and take notes of several cells out of the table; if the file was sorted, export it again",
        why: "Lines above the header are not read as rows. A row among them, or headings in two rows, would be lost unnoticed.",
        bad: statement!(
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-8;79.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
}
