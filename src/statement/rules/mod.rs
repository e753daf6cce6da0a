//! The rules for statements of all formats.

pub(crate) mod account;
pub(crate) mod amount;

use crate::report::Example::{self, Statement};
use crate::sheet::rules::{GOOD, statement};
pub(crate) use {account::*, amount::*, day::*};

/// An example of a message of SWIFT, which names its account and its currency.
const fn message(text: &'static [u8]) -> Example {
    Statement {
        text,
        account: None,
        currency: None,
        opening: None,
    }
}

/// A statement of a card, with a given account.
pub(crate) const GOOD_CARD: Example = Statement {
    text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
           TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n"
        .as_bytes(),
    account: Some("**** **** **** 1111"),
    currency: None,
    opening: None,
};

/// Rules of the days of entries.
pub(crate) mod day {
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
}
