//! The rules of a bank's export.

use crate::report::Example::{self, Statement};
use crate::report::Severity::{Error, Warning};
use crate::report::rules;

/// A statement that brings its own account; the currency is given for those that don't name it.
macro_rules! statement {
    ($($line:literal)*) => {
        Statement { text: concat!($($line, "\n"),*), account: None, currency: Some("CHF") }
    };
}

const GOOD: Example = statement!(
    "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
    "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
);

/// A card's statement, for which the account is given.
const GOOD_CARD: Example = Statement {
    text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
           TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n",
    account: Some("**** **** **** 1111"),
    currency: None,
};

rules! {
    STATEMENT_KIND {
        id: "statement-kind",
        severity: Error,
        title: "The file is no CSV",
        message: "this is {found}, no CSV export",
        help: "export the statement as CSV in your e-banking{otherwise}",
        why: "Only CSV exports are converted. Another kind of file is told by name, with what to do instead.",
        bad: statement!("%PDF-1.7"),
        good: GOOD,
    }
    BANK_UNKNOWN {
        id: "bank-unknown",
        severity: Error,
        title: "No known format has such a header",
        message: "none of the first 100 lines is the header of {what}",
        help: "check that it is the bank's CSV export of account movements, with its header line{known}",
        why: "Columns are found by their names. Without a known header every amount and date would be a guess.",
        bad: statement!("Tag;Zweck;Wert" "31.03.2026;Einkauf;-12.50"),
        good: GOOD,
    }
    BANK_AMBIGUOUS {
        id: "bank-ambiguous",
        severity: Error,
        title: "Several formats have this header",
        message: "the header fits several formats equally well: {found}",
        help: "say which it is with --bank",
        why: "Two banks may write the same names and mean different signs, so nothing is chosen in silence.",
        bad: statement!(
            "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date;Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie"
        ),
        good: GOOD,
    }
    HEADER_CHANGED {
        id: "header-changed",
        severity: Error,
        title: "A header is nearly that of a known format",
        message: "this is nearly the header of {bank}; missing: {missing}; not known: {new}",
        help: "export the file again with all columns; if the bank renamed one, this version can't read the file",
        why: "Banks rename columns without notice. A column that is missing is never made up for by another.",
        bad: statement!(
            "IBAN;Booked At;Text;Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    HEADER_RUNS_ON {
        id: "header-runs-on",
        severity: Error,
        title: "A row stands in the line of the header",
        message: "{name} is a value in the line of the header, no name of a column",
        help: "put a line end between the header and the row that follows it",
        why: "Where a line end was lost, the first row is taken for names of columns, and its booking would be missing.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date;CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-8;79.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    COLUMN_TWICE {
        id: "column-twice",
        severity: Error,
        title: "A column stands twice in the header",
        message: "two columns of the header are the same to this format: {names}",
        help: "export the file again with each column once",
        why: "Of two columns with one name nobody knows which holds the value, and the other would be lost.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Credit/Debit Amount;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;-7;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    SECOND_STATEMENT {
        id: "second-statement",
        severity: Error,
        title: "Another statement begins in the same file",
        message: "another statement begins here; its rows are not converted",
        help: "split the file here and convert the parts one by one",
        why: "A second statement may bring another account, another currency or other columns. Read with those of the first its rows would go wrong.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Einkauf;-8;100;2026-03-30 00:00:00.0"
        ),
        good: GOOD,
    }
    STATEMENT_EMPTY {
        id: "statement-empty",
        severity: Warning,
        title: "The statement has no rows",
        message: "no row follows the header",
        help: "check the period that was exported; there may be nothing to import",
        why: "An export of a period without bookings is right, yet often a filter was left on.",
        bad: statement!("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"),
        good: GOOD,
    }
    ACCOUNT_MISSING {
        id: "account-missing",
        severity: Error,
        title: "The file does not name its account",
        message: "a row names no account, nor does the file, and none was given",
        help: "give it with --account, for example the IBAN or the masked card number",
        why: "The service knows a transaction by its account and its id. An account is never invented, and a serial number is none.",
        bad: statement!(
            "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details"
            "TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,"
        ),
        good: GOOD_CARD,
    }
    ACCOUNT_DIFFERS {
        id: "account-differs",
        severity: Warning,
        title: "The file names another account than the caller",
        message: "the file names an account of its own, which is not the one given; the file's is taken",
        help: "leave --account away, or check whether this is the right file",
        why: "What the file says of itself is more certain than what is said of it. A difference often means a mixed-up file.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n",
            account: Some("CH5604835012345678009"),
            currency: Some("CHF"),
        },
        good: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n",
            account: Some("CH93 0076 2011 6238 5295 7"),
            currency: Some("CHF"),
        },
    }
    ACCOUNT_UNUSABLE {
        id: "account-unusable",
        severity: Warning,
        title: "What stands in the IBAN's place is none",
        message: "what stands in the IBAN's place is not an IBAN, so it is not used",
        help: "export the file without masking; where it names no other account, give one with --account",
        why: "A masked or damaged IBAN may be that of several accounts, which would then be taken for one.",
        bad: Statement {
            text: "Konto:;=\"CHXXXXXXXXXXXXXXXXXXX\"\n\n\
                   Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n\n\
                   31.03.2026;Buchung;Einkauf;;-12.5;;\n",
            account: Some("CH9300762011623852957"),
            currency: None,
        },
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    CURRENCY_MISSING {
        id: "currency-missing",
        severity: Error,
        title: "The file does not name its currency",
        message: "a row names no currency, nor does the file, and none was given",
        help: "give it with --currency, for example CHF",
        why: "An amount without a currency is none. It is never taken from the bank's country.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,,Muster,Bern,BOOKED,\n",
            account: Some("**** **** **** 1111"),
            currency: None,
        },
        good: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,,Muster,Bern,BOOKED,\n",
            account: Some("**** **** **** 1111"),
            currency: Some("CHF"),
        },
    }
    CURRENCY_DIFFERS {
        id: "currency-differs",
        severity: Warning,
        title: "Two places name different currencies",
        message: "the currency named here is not that of the columns or of the file itself, which is taken",
        help: "leave --currency away, or check whether the file was changed",
        why: "Columns that name a currency are nearest to the amounts; what the file says of itself is more certain than what is said of it.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" "Währung:;=\"EUR\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" "Währung:;=\"CHF\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    CURRENCY_CONFLICT {
        id: "currency-conflict",
        severity: Error,
        title: "The columns name several currencies",
        message: "the names of the columns hold different currencies",
        help: "export each currency in a file of its own",
        why: "Which of the currencies an amount is in would be a guess.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in EUR;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    LAST_CELL_OPEN {
        id: "last-cell-open",
        severity: Warning,
        title: "The file ends in a cell without a line end",
        message: "the file ends in this cell without a line end, so it may be cut off here",
        help: "compare the last row with the bank's own view, or download the file again",
        why: "A file that was cut off inside its last cell looks whole: `-612.5` may have been `-612.55`.",
        bad: Statement {
            text: "Konto:;=\"CH9300762011623852957\"\n\n\
                   Data;Tipo di movimento;Testo di avviso;Accredito in CHF;Addebito in CHF\n\n\
                   31.03.2026;Registrazione;Panetteria;;-12.5",
            account: None,
            currency: None,
        },
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Data;Tipo di movimento;Testo di avviso;Accredito in CHF;Addebito in CHF" ""
            "31.03.2026;Registrazione;Panetteria;;-12.5"
        ),
    }
    ROW_TRUNCATED {
        id: "row-truncated",
        severity: Error,
        title: "The last row is cut off",
        message: "the file ends inside this row{where}",
        help: "export or download the file again",
        why: "Of a row that was cut off nobody knows whether its last amount is whole. It is rejected, and the rest of the statement is missing.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12",
            account: None,
            currency: Some("CHF"),
        },
        good: GOOD,
    }
    ROW_TOO_SHORT {
        id: "row-too-short",
        severity: Error,
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
    ROW_TOO_LONG {
        id: "row-too-long",
        severity: Error,
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
    ROW_ABOVE_HEADER {
        id: "row-above-header",
        severity: Error,
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
    ROW_AFTER_FOOTER {
        id: "row-after-footer",
        severity: Error,
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
    DATE_UNREADABLE {
        id: "date-unreadable",
        severity: Error,
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
    AMOUNT_UNREADABLE {
        id: "amount-unreadable",
        severity: Error,
        title: "A row has no readable amount",
        message: "this is no number in the format's form, with `{decimal}` before the decimals",
        help: "correct the cell, or export the file again without opening it in a spreadsheet",
        why: "The decimal mark is declared for each format and never guessed: `1.234` is one or a thousand.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12,5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    AMOUNT_ABSENT {
        id: "amount-absent",
        severity: Error,
        title: "A row has no amount",
        message: "the row has no amount",
        help: "correct the row, or take it out if it is no booking",
        why: "A dated row without an amount may be a booking whose amount was lost. It is never passed over in silence.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    AMOUNT_TWICE {
        id: "amount-twice",
        severity: Error,
        title: "A row has an amount in both directions",
        message: "the row has an amount in the column of debits and in that of credits",
        help: "correct the row: a booking goes one way",
        why: "One of the two would be lost, and nobody knows which.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;8;-12.5;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;0;-12.5;;"
        ),
    }
    DIRECTION_CONTRADICTS {
        id: "direction-contradicts",
        severity: Error,
        title: "An amount's sign and its place contradict each other",
        message: "the sign of the amount says another direction than {found}",
        help: "compare the row with the bank's own view and correct it",
        why: "Each format declares the sign that its columns carry. An amount with the other sign may be a reversal or a mistake; the direction is never guessed.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;12.5;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    DIRECTION_UNKNOWN {
        id: "direction-unknown",
        severity: Error,
        title: "No known word says the direction",
        message: "this is no word for credit or debit that the format is known to have",
        help: "correct the cell, or export the file again",
        why: "Where a format says the direction in a word, the sign alone is half of what it says. A word that is missing or new is never guessed.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Transaktionsbetrag;Belastung/Gutschrift;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten"
            "2026-03-25;;2026-03-25;2026-03-25;CHF;4200.00;Zugang;8211.05;9930384GK1900001;Muster;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Transaktionsbetrag;Belastung/Gutschrift;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten"
            "2026-03-25;;2026-03-25;2026-03-25;CHF;4200.00;Gutschrift;8211.05;9930384GK1900001;Muster;;;"
        ),
    }
    DETAIL_ALONE {
        id: "detail-alone",
        severity: Error,
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
    PARTS_DIFFER {
        id: "parts-differ",
        severity: Warning,
        title: "The parts of a collective booking do not add up to it",
        message: "the parts below do not add up to the amount of the booking",
        help: "compare the booking with the bank's own view; the amount of the booking is taken",
        why: "The parts of a collective booking are its amount. Where they aren't, a row may be missing.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Sammelauftrag;;;;"
            ";;;;CHF;;;-10.00;;A1;Muster;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Sammelauftrag;;;;"
            ";;;;CHF;;;-10.00;;A1;Muster;;;;"
            ";;;;CHF;;;-20.00;;A1;Beispiel;;;;"
        ),
    }
    CELL_PASSED_OVER {
        id: "cell-passed-over",
        severity: Warning,
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
    STATUS_UNKNOWN {
        id: "status-unknown",
        severity: Warning,
        title: "A status that the format is not known to have",
        message: "the format is not known to have this status; the row is converted as booked",
        help: "check whether it means that the money moved",
        why: "A bank may add a word for what was declined. The row is kept, since a booking lost is worse than one to look at.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,SETTLED,\n",
            account: Some("**** **** **** 1111"),
            currency: None,
        },
        good: GOOD_CARD,
    }
    STRAY_QUOTE {
        id: "stray-quote",
        severity: Warning,
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
    BALANCE_BROKEN {
        id: "balance-broken",
        severity: Warning,
        title: "A balance does not follow from the one before it",
        message: "this balance does not follow from its neighbour and the amounts between them",
        help: "look for a missing, doubled or changed row here",
        why: "The running balance proves that no row is missing and no amount was changed, for all rows at once.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Einkauf;-12.5;87.5;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-10;70;2026-03-31 00:00:00.0"
        ),
        good: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Einkauf;-12.5;87.5;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-10;77.5;2026-03-31 00:00:00.0"
        ),
    }
    CLOSING_BALANCE {
        id: "closing-balance",
        severity: Warning,
        title: "Opening balance and bookings do not give the closing balance",
        message: "the opening balance and the bookings do not give this closing balance",
        help: "check whether the export is complete; some banks cut it off at a number of rows",
        why: "What a statement begins with and all that moved is what it ends with.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Anfangssaldo:;100.00;" "Schlusssaldo:;60.00;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Anfangssaldo:;100.00;" "Schlusssaldo:;70.00;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
        ),
    }
    BANK_ID_REPEATED {
        id: "bank-id-repeated",
        severity: Warning,
        title: "The bank's id names two bookings",
        message: "the booking in line {first} has the same id of the bank, so this one will count as existing and not be booked",
        help: "compare the two in the bank's own view; if both are real, this export's ids can't be relied on",
        why: "The format's ids are unique in an account as far as real files show. Two bookings with one id are one to the service.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
            "2026-03-30;;2026-03-30;2026-03-30;CHF;-12.00;;;;A1;Beispiel;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
            "2026-03-30;;2026-03-30;2026-03-30;CHF;-12.00;;;;A2;Beispiel;;;;"
        ),
    }
    BANK_ID_DAMAGED {
        id: "bank-id-damaged",
        severity: Warning,
        title: "A spreadsheet rounded the bank's id",
        message: "a spreadsheet turned the bank's id into a rounded number, so an id is derived in its place",
        help: "export the file again and convert it without opening it in a spreadsheet",
        why: "Spreadsheets show long numbers as `8.8E+13` and save them so. Many bookings then have one id.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;8.8E+13;Muster;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;88311293813511;Muster;;;;"
        ),
    }
}
