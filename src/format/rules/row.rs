//! Rules of a row and its cells.

use crate::report::Example::Statement;
use crate::report::rules;
use crate::sheet::rules::{GOOD, statement};
use crate::statement::rules::GOOD_CARD;

rules! {
    "0.1.0":

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
            opening: None,
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
        why: "The last amount of a row that was cut off may be incomplete, so the row is rejected. The rest of the statement is missing.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    error ROW_OF_ANOTHER {
        title: "A row with another delimiter",
        message: "this row has another delimiter than the header",
        help: "split the file here, or restore the row as the bank wrote it",
        why: "Files that were put together or edited may have rows that don't belong to the first header. They must not be taken for totals or for more text of a booking.",
        bad: Statement {
            text: "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)\n\
                   31.03.2026;31.03.2026;Einkauf;12.50;;87.50\n\
                   30.03.2026,30.03.2026,Miete,900.00,,100.00\n"
                .as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    error ROW_REFUSED {
        title: "A row that is no booking of one account",
        message: "this row is not converted: {reason}",
        help: "convert an export that has these bookings; the other rows of this one are not affected",
        why: "Some exports list what is more than one booking. A single transaction would have the wrong amount or account.",
        bad: statement!(
            "ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch"
            "BALANCE-1,COMPLETED,NEUTRAL,2026-03-31 12:10:05,2026-03-31 12:10:05,1.20,EUR,,,Muster,500.00,EUR,Muster,540.00,USD,1.08,,"
        ),
        good: GOOD,
    }
    error ROW_SHIFTED {
        title: "A row may have its values in the wrong columns",
        message: "the row has {found} cells, the header {expected}, and {sign}, so values may be in the wrong columns",
        help: "compare the row with the bank's own view; add or take out the delimiter that is missing or extra",
        why: "One delimiter too many or too few moves every value after it by a column: a credit becomes a debit, or a balance becomes the amount.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie"
            "31.03.2026;Buchung;Kunde A;12.50;;;"
            "30.03.2026;Buchung;Kunde B;;8.40;;;"
        ),
        good: GOOD,
    }
    warning ROW_RAGGED {
        title: "A detail or a total has another number of cells than expected",
        message: "the row has {found} cells where {expected} are expected",
        help: "check whether the row has an extra or a missing delimiter, so that its amount is in the wrong column",
        why: "A detail with more or fewer empty cells at its end is read correctly. A row that was shifted may be readable too, with another value as its amount, or as a total instead of a booking.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-05;;2026-03-05;2026-03-05;CHF;-30.00;;;;A1;Muster;;;;"
            ";;;;CHF;;;-10.00;;;Miete;;;;"
            ";;;;CHF;;;-20.00;;;Strom;;;"
        ),
        good: GOOD,
    }
    error DAY_MONTH_EXCHANGED {
        title: "Day and month of a date may be exchanged",
        message: "if day and month change places here, {sign}",
        help: "download the file again, and don't open it in another program before; a spreadsheet set to another language exchanges them",
        why: "A spreadsheet that expects the month first reads 05.03.2026 as 3 May, but leaves 13.03.2026 as it is. Then only the order of the rows or another date of the row shows it.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie"
            "30.03.2026;Buchung;Einkauf;;-12.50;;"
            "03.12.2026;Buchung;Miete;;-900.00;;"
            "05.03.2026;Buchung;Einkauf;;-4.50;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie"
            "30.03.2026;Buchung;Einkauf;;-12.50;;"
            "12.03.2026;Buchung;Miete;;-900.00;;"
            "05.03.2026;Buchung;Einkauf;;-4.50;;"
        ),
    }
    warning DETAIL_OF_ANOTHER {
        title: "A detail has another id than its booking",
        message: "this row has no amount of its own and belongs to the booking above it, but has another id of the bank",
        help: "check whether the row is a booking that lost its amount, or whether the row above it is missing",
        why: "The details of a batch carry the id of their booking. A booking without its amount looks like a detail of the one above, and would be lost in its text.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-05;;2026-03-05;2026-03-05;CHF;-30.00;;;;A1;Muster;;;;"
            ";;;;CHF;;;-30.00;;A2;Miete;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-05;;2026-03-05;2026-03-05;CHF;-30.00;;;;A1;Muster;;;;"
            ";;;;CHF;;;-30.00;;A1;Miete;;;;"
        ),
    }
    error ROW_AFTER_FOOTER {
        title: "A row follows the footer",
        message: "this row comes after the end of the rows",
        help: "if several files were put together, convert them one by one",
        why: "Rows after the end of a statement belong to another statement, perhaps of another account.",
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
        message: "this row has details of the booking above it, but there is no booking above it",
        help: "export the file again from a day earlier",
        why: "A detail without its booking can't be converted, and no row is skipped silently.",
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
        title: "An optional cell can't be read",
        message: "this cell can't be read as {expected} and is left out",
        help: "correct the cell if you need its value",
        why: "A balance, a value date or an original amount is useful, but a booking is complete without it.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87,5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    warning STATUS_UNKNOWN {
        title: "An unknown status",
        message: "this status is not known in the format; all rows with it are converted as booked",
        help: "check whether it means that the money moved",
        why: "A bank may add a word for declined payments. The row is converted, since a lost booking is worse than one that has to be checked.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,SETTLED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: None,
            opening: None,
        },
        good: GOOD_CARD,
    }
    error DATE_UNREADABLE {
        title: "A row has no readable date",
        message: "this is not a date as the format writes it, such as {expected}",
        help: "correct the cell, or export the file again without opening it in a spreadsheet",
        why: "Day and month are never guessed. A row whose date can't be read as the format writes it is rejected.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;3/31/2026;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
}
