//! The rules of a row and its cells.

use crate::report::Example::Statement;
use crate::report::rules;
use crate::statement::rules::{GOOD, GOOD_CARD, statement};

rules! {
    "0.1.0":

    error CELL_TOO_LONG {
        title: "A cell is longer than the limit",
        message: "the cell has {found} bytes; the limit is {limit}",
        help: "look for a delimiter that is missing, or raise the limit where that is meant",
        why: "A limit keeps one cell from taking the memory of all. The caller sets it (`Limits::cell`). No bank writes a cell of a mebibyte: where one is there, the file is damaged.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf in der Bäckerei;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error LINE_TOO_LONG {
        title: "A line is longer than the limit",
        message: "the line has {found} bytes; the limit is {limit}",
        help: "look for line ends that are missing, or raise the limit where that is meant",
        why: "A limit keeps one line from taking the memory of all. The caller sets it (`Limits::line`). Where line ends were lost, all rows are one, and none of them can be told.",
        bad: GOOD,
        good: GOOD,
    }
    warning LAST_CELL_OPEN {
        title: "The file ends in a cell without a line end",
        message: "the file ends in this cell without a line end, so it may be cut off here",
        help: "compare the last row with the bank's own view, or download the file again",
        why: "A file that was cut off inside its last cell looks whole: `-612.5` may have been `-612.55`.",
        bad: Statement {
            text: "Konto:;=\"CH9300762011623852957\"\n\n\
                   Data;Tipo di movimento;Testo di avviso;Accredito in CHF;Addebito in CHF\n\n\
                   31.03.2026;Registrazione;Panetteria;;-12.5".as_bytes(),
            account: None,
            currency: None,
        },
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Data;Tipo di movimento;Testo di avviso;Accredito in CHF;Addebito in CHF" ""
            "31.03.2026;Registrazione;Panetteria;;-12.5"
        ),
    }
    error ROW_TRUNCATED {
        title: "The last row is cut off",
        message: "the file ends inside this row{where}",
        help: "export or download the file again",
        why: "Of a row that was cut off nobody knows whether its last amount is whole. It is rejected, and the rest of the statement is missing.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12".as_bytes(),
            account: None,
            currency: Some("CHF"),
        },
        good: GOOD,
    }
    error ROW_TOO_SHORT {
        title: "A row has fewer cells than the header",
        message: "the row has {found} of {expected} cells",
        help: "look for a delimiter too few in the row, or a quote that is not closed",
        why: "Where a delimiter is missing every cell after it stands in another column, so that a balance might be the amount.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;\"Hotel \"Adler\";-120.00"
        ),
        good: GOOD,
    }
    error ROW_TOO_LONG {
        title: "A row has more cells than the header",
        message: "the row has something in cell {found}; the header has {expected} columns",
        help: "look for a delimiter or a quote too many in the row",
        why: "A delimiter too many moves every cell after it into another column, so that an amount might be a balance.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;bar;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error ROW_OF_ANOTHER {
        title: "A row with another delimiter",
        message: "this row has another delimiter than the header",
        help: "split the file here, or put the row back as the bank wrote it",
        why: "Files that were put together or edited hold rows that the first header says nothing of. They are not taken for totals or for more text of a booking.",
        bad: Statement {
            text: "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)\n\
                   31.03.2026;31.03.2026;Einkauf;12.50;;87.50\n\
                   30.03.2026,30.03.2026,Miete,900.00,,100.00\n"
                .as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: None,
        },
        good: GOOD,
    }
    warning ROW_RAGGED {
        title: "A row has not as many cells as those around it",
        message: "the row has {found} cells where those above have {expected}",
        help: "look whether a delimiter is too many or missing in the row, so that its amounts stand in wrong columns",
        why: "A row that is merely longer or shorter by empty cells reads the same. One that was shifted may read too, with its balance for the amount.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31;Einkauf;-12.5;87.5;2026-03-31"
            "CH9300762011623852957;2026-03-30;Einkauf;-12.5;100;2026-03-30;"
        ),
        good: GOOD,
    }
    error ROW_ABOVE_HEADER {
        title: "A row stands above the header",
        message: "this looks like a row, but the header comes further down",
        help: "export the file again; if it was sorted, put the header back to the first line",
        why: "What stands above the header names the account and the period. A row there is lost where nobody looks for it.",
        bad: statement!(
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-8;79.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error ROW_AFTER_FOOTER {
        title: "A row follows the footer",
        message: "the rows have ended, and yet here is one more",
        help: "convert files that were put together one by one",
        why: "What stands after the end of a statement belongs to another one, with an account of its own.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;" "" "Disclaimer:"
            "30.03.2026;Buchung;Einkauf;;-8;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;" "" "Disclaimer:" "Ohne Gewähr"
        ),
    }
    error DETAIL_ALONE {
        title: "A detail row has no booking above it",
        message: "this row tells of a booking above it, and there is none",
        help: "export the file again from a day earlier",
        why: "A part without its whole can't be booked, and is not passed over in silence.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            ";;Musterstrasse 1;;;"
        ),
        good: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            ";;Musterstrasse 1;;;"
        ),
    }
    warning CELL_PASSED_OVER {
        title: "A cell that is not needed can't be read",
        message: "this cell can't be read as {expected} and is left out",
        help: "correct the cell if you need its value",
        why: "A balance, a value date or an original amount is welcome, yet a booking is whole without it.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87,5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    warning STATUS_UNKNOWN {
        title: "A status that the format is not known to have",
        message: "the format is not known to have this status; the row is converted as booked",
        help: "check whether it means that the money moved",
        why: "A bank may add a word for what was declined. The row is kept, since a booking lost is worse than one to look at.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,SETTLED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: None,
        },
        good: GOOD_CARD,
    }
    warning STRAY_QUOTE {
        title: "A quote that opens nothing",
        message: "this quote is not closed at the end of a cell, so it is read as part of the text",
        help: "compare the cell with the bank's own view",
        why: "A quote that opens a cell and is never closed would swallow all the rows that follow.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;\"Zum Löwen;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error DATE_UNREADABLE {
        title: "A row has no readable day",
        message: "this is no day as the format writes it, such as {expected}",
        help: "correct the cell, or export the file again without opening it in a spreadsheet",
        why: "Day and month are never guessed. A row whose day can't be read in the declared form is no booking.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;3/31/2026;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
}
