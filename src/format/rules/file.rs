//! Rules of a whole file: its kind, its format, its header.

use crate::report::Example::{Profile, Statement};
use crate::report::rules;
use crate::sheet::rules::{GOOD, statement};

/// A small profile with the given identity.
macro_rules! profile {
    ($identity:literal) => {
        Profile(concat!(
            r#"{"id": "muster-bank", "institution": "Muster", "product": "account", "country": "CH", "evidence": "real-file","#,
            "\n  ",
            r#""columns": [{"id": "day", "role": "booked-at", "names": {"de": ["Tag"]}}, {"id": "amount", "names": {"de": ["Wert"]}}],"#,
            "\n  ",
            r#""variants": [{"id": "2026", "amount": {"signed": {"column": "amount", "positive": "credit"}}}],"#,
            "\n  ",
            r#""styles": [{"dates": ["dd.mm.yyyy"], "numbers": {"decimal": "."}}],"#,
            "\n  ",
            $identity
        ))
    };
}

rules! {
    "0.1.0":

    error PROFILE_INVALID {
        title: "A profile can't be used",
        message: "{fault}",
        help: "compare the profile with the guide to profiles and with the schema `bank-profile`",
        why: "A profile says what the columns of a bank's files mean. A mistake in it would be in every transaction.",
        bad: profile!(r#""identity": {"version": 1, "columns": ["text"]}}"#),
        good: profile!(r#""identity": {"version": 1, "columns": ["amount"]}}"#),
    }
    warning ENCODING_DIFFERS {
        title: "A file in another encoding than the bank writes",
        message: "the file is read as {found}, but the bank writes {expected}",
        help: "download the file again, and don't open it in another program before",
        why: "A program that saves a file in a smaller encoding replaces the characters that it lacks, and nobody notices.",
        bad: Statement {
            text: b"TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                    TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Z\xFCrich,BOOKED,\n",
            account: Some("**** **** **** 1111"),
            currency: None,
            opening: None,
        },
        good: Statement {
            text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
                   TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Zürich,BOOKED,\n".as_bytes(),
            account: Some("**** **** **** 1111"),
            currency: None,
            opening: None,
        },
    }
    error BANK_UNKNOWN {
        title: "No known format has such a header",
        message: "{what}",
        help: "check that it is the bank's CSV export of account movements, with its header line; a format that is not known needs a profile of your own",
        why: "Columns are found by their names. Without a known header every amount and date would be a guess.",
        bad: statement!("Tag;Zweck;Wert" "31.03.2026;Einkauf;-12.50"),
        good: GOOD,
    }
    error BANK_AMBIGUOUS {
        title: "Several formats have this header",
        message: "the header fits several formats equally well: {found}",
        help: "name the format that the file has",
        why: "Two banks may write the same names and mean different signs, so nothing is chosen in silence.",
        bad: statement!(
            "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date;Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie"
        ),
        good: GOOD,
    }
    error STATEMENT_REFUSED {
        title: "The file is known, but it is not an account statement",
        message: "this is a file of {found}, which is not converted: {reason}",
        help: "export the statement of the account that the payouts go to",
        why: "Some exports list sales or orders. If they were converted, they would be in the books in addition to the payouts that contain them.",
        bad: statement!(
            "Email,Date,Transaction ID,Transaction Type,Status,Card Type,Last 4 Digits,Process As,Payment Method,Entry Mode,Auth Code,Description,Total,Net Sale,Tax Amount,Tip Amount,Fee,Payout,Payout Date,Payout ID,Reference"
        ),
        good: GOOD,
    }
    error SHAPE_UNPROVED {
        title: "A file without a header, in which nothing shows the direction",
        message: "the file has no header; its rows have the shape of the format {bank}, but nothing shows which amounts are debits",
        help: "export the file with its header, or name the format that the file has",
        why: "Two columns of amounts without signs could be debit and credit or credit and debit. Only balances that follow from the amounts can tell.",
        bad: Statement {
            text: "31.03.2026;Miete;1500.00;;31.03.2026;\n28.03.2026;Lohn;;6200.00;28.03.2026;\n".as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: Some("CHF"),
            opening: None,
        },
        good: GOOD,
    }
    warning FORMAT_BY_SHAPE {
        title: "A file without a header was recognized by the shape of its rows",
        message: "the file has no header; it is read as the format {bank}, because its rows have this shape",
        help: "compare some transactions with the bank's own view, or name the format that the file has",
        why: "Another bank may write rows of the same shape with another meaning.",
        bad: Statement {
            text: "AT611904300234573201;Einkauf;31.03.2026;31.03.2026;-12,50;EUR\n".as_bytes(),
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    warning PROFILE_UNVERIFIED {
        title: "The format was never compared with a real file",
        message: "the format {bank} is based on {basis}, not on a file of the bank",
        help: "compare some transactions with the bank's own view",
        why: "Other sources may be outdated, or wrong in a detail such as the sign of a column.",
        bad: Statement {
            text: "Datum,Beschreibung,Karteninhaber,Konto #,Betrag\n31/03/2026,Einkauf,M MUSTER,-01014,\"12,50\"\n".as_bytes(),
            account: None,
            currency: Some("EUR"),
            opening: None,
        },
        good: GOOD,
    }
    warning PROFILE_CAUTION {
        title: "The format needs attention",
        message: "{caution}",
        help: "check whether these are the movements that belong in the books",
        why: "Some exports list payments rather than the bookings of an account, or don't show whether a fee is deducted. Nothing in the file says so, so this warning appears each time.",
        bad: Statement {
            text: "Date;Time;Type;State;Transaction amount (CHF);Discount (CHF);Transaction costs (CHF);Commerce;TWINT terminal ID;TWINT order ID\n\
                   2026.03.31;11:38;Payment;Settled;4.93;;0.07;Muster;1;A1A1A1\n"
                .as_bytes(),
            account: Some("TWINT"),
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    error STYLE_AMBIGUOUS {
        title: "It is unclear how numbers or dates are written",
        message: "this cell can be read as two different values, and no other cell of the file shows which one is meant",
        help: "export the file again for a longer period, and without opening it in a spreadsheet",
        why: "In some formats the language of the user decides whether a comma separates decimals or thousands, and whether the day or the month comes first. All cells of a file are written in the same way. If the file doesn't show which, nothing is guessed.",
        bad: statement!(
            "Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF)"
            "31.03.2026;31.03.2026;1;Pagamento;Panetteria;1.200;;"
        ),
        good: GOOD,
    }
    error HEADER_CHANGED {
        title: "A header is nearly that of a known format",
        message: "this is nearly the header of {bank}; missing: {missing}; not known: {new}",
        help: "export the file again with all columns; if the bank renamed one, write a profile of your own for the new header",
        why: "Banks rename columns without notice. A column that is missing is never made up for by another.",
        bad: statement!(
            "IBAN;Booked At;Text;Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    warning HEADER_UNFAMILIAR {
        title: "A header has unknown names and lacks known ones",
        message: "the format {bank} does not know {new}, and {missing} is missing",
        help: "check whether the bank renamed a column; the values of an unknown column are left out",
        why: "An optional column may be missing, and a bank may add a column. If both happen, the bank may have renamed a column, and its dates or texts are missing.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Saldo;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error HEADER_RUNS_ON {
        title: "A row is in the line of the header",
        message: "{name} in the line of the header is a value, not the name of a column",
        help: "put a line end between the header and the row that follows it",
        why: "If a line end was lost, the first row is taken for names of columns, and its booking would be missing.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date;CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-8;79.5;2026-03-31 00:00:00.0"
        ),
        good: GOOD,
    }
    error SECOND_STATEMENT {
        title: "Another statement begins in the same file",
        message: "another statement begins here; its rows are not converted",
        help: "split the file here and convert the parts one by one",
        why: "A second statement may have another account, another currency or other columns, so its rows can't be read like those of the first.",
        bad: statement!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
            "CH9300762011623852957;2026-03-30 00:00:00.0;Einkauf;-8;100;2026-03-30 00:00:00.0"
        ),
        good: GOOD,
    }
}
