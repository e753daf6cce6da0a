//! Rules of the days of entries.

use super::{GOOD, statement};
use crate::report::rules;

rules! {
    "0.1.0":

    warning DAY_OUTSIDE_PERIOD {
        title: "A booking lies outside the period of the statement",
        message: "none of the dates of this booking lies in the period of the statement",
        help: "compare the dates with the bank's own view; day and month may have been exchanged, or the file was edited",
        why: "The file says which period it covers, so a booking outside of it has a wrong date or comes from another file.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Von:;2026-03-01;" "Bis:;2026-03-31;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-05-03;;2026-05-03;2026-05-03;CHF;-30.00;;;;A1;Muster;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Von:;2026-03-01;" "Bis:;2026-03-31;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-05;;2026-03-05;2026-03-05;CHF;-30.00;;;;A1;Muster;;;;"
        ),
    }
    warning DAY_FAR_FROM_OTHERS {
        title: "The year of a date is far from those around it",
        message: "the year of this date is more than two years away from those of the dates around it",
        help: "compare the date with the bank's own view; the year may be mistyped",
        why: "The rows of a statement are sorted by date, so a single distant year is probably wrong.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2062-03-30 00:00:00.0;Einkauf;-12.5;;2062-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-10;;2026-03-31 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Miete;-20;;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
}
