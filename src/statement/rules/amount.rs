//! The rules of amounts, of balances, and of ids.

use super::{GOOD, message, statement};
use crate::report::Example::{Batches, Statement};
use crate::report::rules;

/// What to do about a cell that can't be read.
pub(crate) const CELL_ADVICE: &str =
    ", or export the file again without opening it in a spreadsheet";

rules! {
    "0.1.0":

    error AMOUNT_UNREADABLE {
        title: "A row has no readable amount",
        message: "this is not a number with `{decimal}` before the decimals, as the format writes numbers",
        help: "correct the amount{advice}",
        why: "The decimal mark is declared for each format and never guessed: `1.234` is one or a thousand.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12,5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error AMOUNT_ABSENT {
        title: "A row has no amount",
        message: "the row has no amount",
        help: "correct the row, or take it out if it is no booking",
        why: "A dated row without an amount may be a booking whose amount was lost. The row is never skipped silently.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error AMOUNT_TWICE {
        title: "A row has an amount in both directions",
        message: "the row has an amount in the debit column and in the credit column",
        help: "correct the row: a booking is either a debit or a credit",
        why: "Only one of the two can be booked, and which one would be a guess.",
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
    error DIRECTION_CONTRADICTS {
        title: "The sign of an amount contradicts its direction",
        message: "the sign of the amount gives another direction than {found}",
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
    error DIRECTION_UNKNOWN {
        title: "The direction of an amount is unknown",
        message: "this is not one of the format's words for credit or debit",
        help: "correct the cell, or export the file again",
        why: "If a format states the direction in a word, the sign alone is not enough. A missing or new word is never guessed.",
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
    error FEE_CURRENCY {
        title: "A fee is in another currency than its payment",
        message: "this fee is in another currency than the amount, so the two can't be added",
        help: "look the booking up in the bank's own view and enter it by hand",
        why: "The account is moved by amount and fee together, and amounts in two currencies can't be added.",
        bad: Statement {
            text: "Date started (UTC),Date completed (UTC),ID,Type,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Exchange rate,Fee,Fee currency,Balance,Account\n\
                   2026-03-30,2026-03-31,a1,CARD_PAYMENT,Bakery,,Muster,,EUR,12.50,EUR,-12.50,,0.20,CHF,80.00,Main\n".as_bytes(),
            account: Some("Revolut EUR"),
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    warning BATCH_NOT_SPLIT {
        title: "A batch booking that can't be split",
        message: "the payments of this batch booking do not give its amount exactly, or are in another currency, or it has a fee, so it stays one transaction",
        help: "compare the payments with the bank's own view, and book the difference by hand",
        why: "A batch is split only if its payments add up to it exactly. Otherwise, money would appear or disappear.",
        bad: Batches(concat!(
            "IBAN:;CH93 0076 2011 6238 5295 7;\n\n",
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n",
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Sammelauftrag;;;;\n",
            ";;;;EUR;;;-10.00;;A1;Muster;;;;\n",
            ";;;;EUR;;;-21.00;;A1;Beispiel;;;;\n"
        ).as_bytes()),
        good: Batches(concat!(
            "IBAN:;CH93 0076 2011 6238 5295 7;\n\n",
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n",
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Sammelauftrag;;;;\n",
            ";;;;CHF;;;-10.00;;A1;Muster;;;;\n",
            ";;;;CHF;;;-20.00;;A1;Beispiel;;;;\n"
        ).as_bytes()),
    }
    note PARTS_DIFFER {
        title: "The payments of a booking do not add up to its amount",
        message: "the payments of this booking do not add up to its amount, also with their charges (difference {difference}{listed})",
        help: "compare the booking with the bank's own view; the amount of the booking is used",
        why: "The payments of a booking add up to its amount, or charges explain the difference. If they don't, a payment may be missing. Balances prove the amount of the booking, and some banks list only a part of its payments.",
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
    warning BATCH_TOTAL_DIFFERS {
        title: "A batch states another sum of its payments",
        message: "this sum of the payments is neither the amount of the booking nor that of the payments below",
        help: "compare the booking with the bank's own view; the amount of the booking is used",
        why: "The bank adds the payments of a batch up, so a changed amount is noticed.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Salaries</AddtlNtryInf><NtryDtls><Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy=\"CHF\">31.00</TtlAmt></Btch></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Salaries</AddtlNtryInf><NtryDtls><Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy=\"CHF\">30.00</TtlAmt></Btch></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
    }
    warning CHARGES_DIFFER {
        title: "Charges do not add up to their total",
        message: "the single charges beside this total do not add up to it; the text has the total",
        help: "compare the charges with the bank's own view before you book them",
        why: "The bank adds the charges of a booking or of a payment up. If a charge or the total was changed, one of both is wrong.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><Chrgs><TtlChrgsAndTaxAmt Ccy=\"CHF\">3.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy=\"CHF\">2.00</Amt></Rcrd></Chrgs><AddtlNtryInf>Transfer</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><Chrgs><TtlChrgsAndTaxAmt Ccy=\"CHF\">3.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy=\"CHF\">3.00</Amt></Rcrd></Chrgs><AddtlNtryInf>Transfer</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
    }
    note REVERSAL_UNPROVED {
        title: "Nothing proves the direction of a reversal",
        message: "this reversal is converted with the direction that the file states, and no balance of the statement confirms it",
        help: "compare it with the bank's own view: some banks write the direction of the booking that is taken back",
        why: "A reversed debit is money in. Most banks write it as a credit with the mark of a reversal, some as the debit that it takes back. Balances show which is meant; without them, nothing does.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Salaries</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    note NET_DIFFERS {
        title: "The file states another net amount",
        message: "the credits minus the debits are not this net amount",
        help: "look for a missing, doubled or changed row",
        why: "The bank adds the bookings up. Some write another net amount although all bookings are there, so this alone proves nothing.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <TxsSummry><TtlNtries><TtlNetNtry><Amt>31.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TtlNetNtry></TtlNtries></TxsSummry><Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Salaries</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <TxsSummry><TtlNtries><TtlNetNtry><Amt>30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TtlNetNtry></TtlNtries></TxsSummry><Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Salaries</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
    }
    warning BALANCE_BROKEN {
        title: "A balance does not follow from the one before it",
        message: "the last balance and the amounts since then do not give this balance (difference {difference})",
        help: "look for a missing, doubled or changed row here{repair}; if nearly every balance is reported, debit and credit may be exchanged",
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
    warning OPENING_BALANCE {
        title: "The opening balance and the oldest bookings do not give the first balance",
        message: "{opening} and the bookings since then do not give the first running balance (difference {difference})",
        help: "check whether rows are missing at the start of the period, and whether the opening balance is right{repair}",
        why: "The balance after the oldest booking follows from the opening balance and the amount.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("200.00"),
        },
        good: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("100.00"),
        },
    }
    warning BALANCE_REPEATED {
        title: "A statement has two balances where one belongs",
        message: "the statement states this balance a second time, and the first one is another, so neither of the two is used",
        help: "compare both balances with the bank's own view, and download the statement again",
        why: "A statement has one opening and one closing balance. Nothing says which of two is right, so none of them proves anything.",
        bad: message(b":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n:61:2603310331D12,50NTRFNONREF\n:62F:C260331CHF500,00\n:62F:C260331CHF87,50\n-\n"),
        good: message(b":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n:61:2603310331D12,50NTRFNONREF\n:62F:C260331CHF87,50\n-\n"),
    }
    warning GIVEN_OPENING_UNUSED {
        title: "The given opening balance is not used",
        message: "the given opening balance is not used: {reason}",
        help: "leave it out, or check whether this is the right file",
        why: "An opening balance confirms the oldest bookings of one account in one currency. Where it can't, this must be said.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("100.00"),
        },
        good: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("100.00"),
        },
    }
    warning CLOSING_BALANCE {
        title: "Opening balance and bookings do not give the closing balance",
        message: "the opening balance and the bookings do not give this closing balance (difference {difference})",
        help: "check the bookings against the bank's own view{advice}{repair}",
        why: "The opening balance and the amounts of all bookings add up to the closing balance.",
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
    warning DECIMALS_MISSING {
        title: "Amounts may have lost their decimal mark",
        message: "{found} of {all} amounts have no decimals, of which this is the first",
        help: "compare the amounts with the bank's own view; a spreadsheet set to another language takes the decimal mark away",
        why: "A spreadsheet that does not know the file's decimal mark turns 1234.50 into 123450, and the file still looks right.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-30 00:00:00.0;A;-1250;;2026-03-30 00:00:00.0" "CH9300762011623852957;2026-03-30 00:00:00.0;B;-4990;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;C;-310;;2026-03-30 00:00:00.0" "CH9300762011623852957;2026-03-30 00:00:00.0;D;-7625;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;E;-1985;;2026-03-30 00:00:00.0" "CH9300762011623852957;2026-03-30 00:00:00.0;F;-20000;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;G;-555;;2026-03-30 00:00:00.0" "CH9300762011623852957;2026-03-30 00:00:00.0;H;-8840;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;I;-1230;;2026-03-30 00:00:00.0" "CH9300762011623852957;2026-03-30 00:00:00.0;J;-6705;;2026-03-30 00:00:00.0"
        ),
        good: GOOD,
    }
    warning BLOCK_REPEATED {
        title: "A block of rows occurs twice",
        message: "this row and the rows below it, {rows} in all, repeat those from line {first} on",
        help: "compare the bookings with the bank's own view; if files were put together, convert each of them on its own",
        why: "Equal bookings on one day are common, but not several different ones in the same order. Rows that were pasted twice would be booked twice.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-29 00:00:00.0;Einkauf;-12.5;;2026-03-29 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-900;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000;;2026-03-31 00:00:00.0"
            "CH9300762011623852957;2026-03-29 00:00:00.0;Einkauf;-12.5;;2026-03-29 00:00:00.0"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-900;;2026-03-30 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000;;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    warning COUNT_DIFFERS {
        title: "The file states another number of bookings",
        message: "the file states {stated} bookings, but {found} were read",
        help: "check whether the export is complete, or whether rows were taken out or put in",
        why: "The bank counts the bookings of the export, so a missing or doubled row is noticed without any balance.",
        bad: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Anzahl Transaktionen in diesem Zeitraum:;2;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
        ),
        good: statement!(
            "IBAN:;CH93 0076 2011 6238 5295 7;" "Anzahl Transaktionen in diesem Zeitraum:;1;" ""
            "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
            "2026-03-31;;2026-03-31;2026-03-31;CHF;-30.00;;;;A1;Muster;;;;"
        ),
    }
    warning SUM_DIFFERS {
        title: "The file states another sum of its amounts",
        message: "the amounts of the bookings do not add up to this total",
        help: "look for a missing, doubled or changed row",
        why: "The bank adds the bookings up, so a missing row or a changed amount is noticed without any balance.",
        bad: Statement {
            text: "Buchungsdatum,Text,Belastung,Gutschrift,Valutadatum,Saldo\n\
                   31.03.2026,Miete,900.00,,31.03.2026,\n\
                   30.03.2026,Lohn,,5000.00,30.03.2026,\n\
                   Total Spalte,,800.00,5000.00,,\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: Some("CHF"),
            opening: None,
        },
        good: Statement {
            text: "Buchungsdatum,Text,Belastung,Gutschrift,Valutadatum,Saldo\n\
                   31.03.2026,Miete,900.00,,31.03.2026,\n\
                   30.03.2026,Lohn,,5000.00,30.03.2026,\n\
                   Total Spalte,,900.00,5000.00,,\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: Some("CHF"),
            opening: None,
        },
    }
    warning CONTROL_CHARACTER {
        title: "A text with control characters",
        message: "the booking has control characters in `{field}`, which are left out",
        help: "if a text looks wrong, download the file again",
        why: "A terminal, a spreadsheet or another program may take a control character for a command. No bank writes one on purpose, so it often stands where another character was lost.",
        bad: Statement {
            text: b"IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                    CH9300762011623852957;2026-03-31 00:00:00.0;Ein\x1Bkauf;-12.5;87.5;2026-03-31 00:00:00.0\n",
            account: None,
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    warning BANK_ID_DAMAGED {
        title: "A spreadsheet rounded the bank's id",
        message: "a spreadsheet turned the bank's id into a rounded number, so an id is derived in its place",
        help: "export the file again and convert it without opening it in a spreadsheet",
        why: "Spreadsheets show long numbers as `8.8E+13` and save them in this form. Many bookings then have the same id.",
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
