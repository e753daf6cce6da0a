//! The rules of accounts and their currencies.

use super::{GOOD, GOOD_CARD, statement};
use crate::report::Example::{AccountMap, Statement};
use crate::report::rules;

rules! {
    "0.1.0":

    error ACCOUNT_MAP_INVALID {
        title: "A map of accounts can't be used",
        message: "{fault}",
        help: "compare the map with the schema `account-map`",
        why: "The map decides which account a file is booked to. A wrong entry would book it to another account.",
        bad: AccountMap(r#"{"accounts": [{"written": ["12.345-6"], "account": ""}]}"#),
        good: AccountMap(r#"{"accounts": [{"written": ["12.345-6"], "account": "CH9300762011623852957"}]}"#),
    }
    error ACCOUNT_MISSING {
        title: "The file does not name its account",
        message: "the file names no account that can be used, and no account was given",
        help: "name the account, for example by its IBAN or the masked card number",
        why: "The service identifies a transaction by its account and its id. An account is never invented, and a serial number is not an account.",
        bad: statement!(
            "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details"
            "TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,"
        ),
        good: GOOD_CARD,
    }
    warning ACCOUNT_DIFFERS {
        title: "The file names another account than the caller",
        message: "the file names another account than the one given; the file's account is used",
        help: "check whether this is the right file; if it is, leave out the account that you named",
        why: "The file is the better source for its own account. A difference often means that files were mixed up.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: Some("CH5604835012345678009"),
            currency: Some("CHF"),
            opening: None,
        },
        good: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0\n".as_bytes(),
            account: Some("CH93 0076 2011 6238 5295 7"),
            currency: Some("CHF"),
            opening: None,
        },
    }
    warning GIVEN_ACCOUNT_INVALID {
        title: "The given account looks like an IBAN but is none",
        message: "the given account has the shape of an IBAN, but {reason}",
        help: "compare it with the bank's own spelling",
        why: "An account may be named freely, so this is no error. But all transactions would be booked to an account that does not exist.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("CH93 0076 2011 6238 5295 8"),
            currency: None,
            opening: None,
        },
        good: GOOD_CARD,
    }
    warning ACCOUNT_UNUSABLE {
        title: "The account in the file can't be used",
        message: "{what}, so it is ignored",
        help: "if it is masked or a spreadsheet changed it, export the file again; if it names no other account, name the account yourself",
        why: "A masked or damaged IBAN may stand for several accounts, which would then be treated as one.",
        bad: Statement {
            text: "Konto:;=\"CHXXXXXXXXXXXXXXXXXXX\"\n\n\
                   Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n\n\
                   31.03.2026;Buchung;Einkauf;;-12.5;;\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: None,
            opening: None,
        },
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    warning ACCOUNTS_SEVERAL {
        title: "The lines above the header name several accounts",
        message: "the file names another account above; the first account is used",
        help: "check which account the statement belongs to; split the file if several files were joined",
        why: "Lines above a header hold for all rows below it. Two accounts there mean that files were joined, or that one is not the statement's.",
        bad: statement!(
            "Konto:;=\"CH9300762011623852957\"" "Konto:;=\"CH5604835012345678009\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
        good: statement!(
            "Konto:;=\"CH9300762011623852957\"" ""
            "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie" ""
            "31.03.2026;Buchung;Einkauf;;-12.5;;"
        ),
    }
    warning PARTY_IBAN_INVALID {
        title: "The IBAN of a party of a payment is none",
        message: "the IBAN of a party of this payment is none: {reason}",
        help: "compare it with the bank's own view before you pay to it; the text has it as the file does",
        why: "A payment, or one that is sent back, would not reach an account with a wrong IBAN (ISO 13616), or would reach another one. The booking and its amount are right without it.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><IBAN>CH5604835012345678008</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Ntry><Amt Ccy=\"CHF\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><IBAN>CH5604835012345678009</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
    }
    warning ACCOUNT_FILLED_IN {
        title: "A row names no account, though others do",
        message: "this row names no account, although other rows do, so the given account is used",
        help: "check whether it belongs there; on a card's statement fees and payments may name no card",
        why: "The given account is meant for files that name no account. In a file whose other rows name an account, it may be the wrong one.",
        bad: Statement {
            text: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
                   CH9300762011623852957;2026-03-31;Einkauf;-1;9;2026-03-31\n;2026-03-30;Zins;1;10;2026-03-30\n"
                .as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    error CURRENCY_MISSING {
        title: "The file does not name its currency",
        message: "the file does not say which currency it is in, and no currency was given",
        help: "name the currency, for example CHF",
        why: "An amount without a currency has no meaning. The currency is never guessed from the bank's country.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: None,
            opening: None,
        },
        good: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: Some("CHF"),
            opening: None,
        },
    }
    error CURRENCY_ABSENT {
        title: "A row names no currency, though others do",
        message: "this row names no currency, although other rows do",
        help: "look the currency up in the bank's own view and write it into the cell",
        why: "A given currency is meant for files that name none. In a file with currencies, an empty cell may have had another one.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-30 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n\
                   TRX2,001,2026-03-29 10:00:00,2026-03-31 00:00:00,8.000,,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: Some("CHF"),
            opening: None,
        },
        good: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-30 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n\
                   TRX2,001,2026-03-29 10:00:00,2026-03-31 00:00:00,8.000,CHF,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: Some("CHF"),
            opening: None,
        },
    }
    warning CURRENCY_DIFFERS {
        title: "Two places name different currencies",
        message: "this is another currency than {used}, which is used",
        help: "check whether the file was changed",
        why: "What is closest to the amounts says best which currency they are in. A difference often means that the file was edited.",
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
    error ACCOUNT_ROUNDED {
        title: "A spreadsheet rounded the account of a row",
        message: "a spreadsheet rounded this account number, while other rows name their account",
        help: "export the file again and convert it without opening it in a spreadsheet",
        why: "Spreadsheets show long numbers as `5.09796E+11`. The row may belong to the account of its neighbours or to another one, and in a store it would be a second booking.",
        bad: statement!(
            "Datum;Valuta;Buchungstext;Belastung;Gutschrift;Saldo CHF;Kontonummer;Kontoinhaber;"
            "31.03.2026;31.03.2026;Miete;1475.00;;100.00;509796152002;Muster AG;"
            "30.03.2026;30.03.2026;Lohn;;200.00;1575.00;5.09796E+11;Muster AG;"
        ),
        good: statement!(
            "Datum;Valuta;Buchungstext;Belastung;Gutschrift;Saldo CHF;Kontonummer;Kontoinhaber;"
            "31.03.2026;31.03.2026;Miete;1475.00;;100.00;509796152002;Muster AG;"
            "30.03.2026;30.03.2026;Lohn;;200.00;1575.00;509796152002;Muster AG;"
        ),
    }
    warning GIVEN_CURRENCY_DIFFERS {
        title: "The file is in another currency than the given one",
        message: "the file is in another currency than the one given; the file's currency is used",
        help: "check whether this is the right file; if it is, leave out the currency that you named",
        why: "The file is the better source for its own currency. A difference often means that files were mixed up.",
        bad: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: Some("EUR"),
            opening: None,
        },
        good: GOOD_CARD,
    }
    error CURRENCY_CONTRADICTS {
        title: "Row and column name different currencies",
        message: "the row names another currency than the column of its amount",
        help: "compare with the bank's own view, and download the file again if it was edited",
        why: "Both belong to the amount, and neither is more reliable than the other. The currency would be a guess.",
        bad: Statement {
            text: "Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF);Divisa\n\
                   31.03.2026;31.03.2026;B1;Acquisto;Panetteria;12.50;;87.50;EUR\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: None,
            opening: None,
        },
        good: Statement {
            text: "Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF);Divisa\n\
                   31.03.2026;31.03.2026;B1;Acquisto;Panetteria;12.50;;87.50;CHF\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: None,
            opening: None,
        },
    }
    error CURRENCY_CONFLICT {
        title: "The columns name several currencies",
        message: "the names of the columns contain different currencies",
        help: "export each currency in a file of its own",
        why: "The currency of an amount would be a guess.",
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
}
