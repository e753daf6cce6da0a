//! Rules of the days of entries.

use super::{message, statement};
use crate::report::rules;

rules! {
    "0.1.0":

    warning DAY_OUTSIDE_PERIOD {
        title: "A booking lies outside the period of the statement",
        message: "{contradiction}",
        help: "compare the dates with the bank's own view; day and month may have been exchanged, or the file was edited",
        why: "The file says which period it covers, or the days of its balances say it, so a booking outside of it has a wrong date or comes from another file.",
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
    warning BALANCE_DAYS_REVERSED {
        title: "The opening balance is later than the closing balance",
        message: "the opening balance is dated after the closing balance, so the bookings aren't compared with their days",
        help: "compare both balances with the bank's own view; they may have been exchanged, or one of the days is wrong",
        why: "A statement begins with its opening balance, so its day is at most that of the closing balance.",
        bad: message(b":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260331CHF100,00\n:61:2603310331D12,50NTRFNONREF\n:62F:C260330CHF87,50\n-\n"),
        good: message(b":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n:61:2603310331D12,50NTRFNONREF\n:62F:C260331CHF87,50\n-\n"),
    }
}
