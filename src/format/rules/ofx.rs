//! Rules of statements in OFX and QIF.

use crate::report::Example::{self, Statement};
use crate::report::rules;

/// A file with a statement of one entry: what is before the statement, the type and what follows the amount, and the end.
macro_rules! ofx {
    ($before:literal, $kind:literal, $more:literal, $end:literal) => {
        Statement {
            text: concat!(
                "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX>\n",
                $before,
                "<STMTRS><CURDEF>CHF\n<BANKACCTFROM><BANKID>CH9300762<ACCTID>CH9300762011623852957</BANKACCTFROM>\n\
                 <BANKTRANLIST>\n<STMTTRN><TRNTYPE>",
                $kind,
                "\n<DTPOSTED>20260331\n<TRNAMT>-12.50\n<FITID>9930889BN5530012\n<NAME>Bakery\n",
                $more,
                "</STMTTRN>\n</BANKTRANLIST></STMTRS>\n",
                $end
            )
            .as_bytes(),
            account: None,
            currency: None,
            opening: None,
        }
    };
}

/// A file in QIF.
macro_rules! qif {
    ($text:literal) => {
        Statement {
            text: $text.as_bytes(),
            account: Some("CH9300762011623852957"),
            currency: Some("CHF"),
            opening: None,
        }
    };
}

const GOOD_QIF: Example = qif!("!Type:Bank\nD31/3/2026\nT-12.50\nPBakery\n^\n");

const GOOD_OFX: Example = ofx!("", "DEBIT", "", "</OFX>\n");

rules! {
    "0.1.0":

    error OFX_WITHOUT_STATEMENT {
        title: "An OFX file without a statement of an account",
        message: "the file has no statement of a bank account or a card: {reason}",
        help: "download the statement of the account again, with the period that you need",
        why: "OFX carries all that a bank and a program say to each other. Only statements of accounts and cards have bookings of an account.",
        bad: Statement {
            text: b"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><SIGNONMSGSRSV1><SONRS><LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1></OFX>\n",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD_OFX,
    }
    note PART_SKIPPED {
        title: "A part of the file is not converted",
        message: "this part of the file is {part}, which is not converted",
        help: "nothing is to be done if you need the bookings of the account only",
        why: "A file may carry more than bookings. What a part is not converted for is said, so that nobody looks for its entries.",
        bad: ofx!("<INVSTMTRS><INVTRANLIST></INVTRANLIST></INVSTMTRS>", "DEBIT", "", "</OFX>\n"),
        good: GOOD_OFX,
    }
    warning ANSWER_FAILED {
        title: "The bank could not answer a part of the request",
        message: "the bank answered a part of the request with an error, so entries may be missing",
        help: "download the statement again",
        why: "A file may have a statement of one account, and an error in the place of that of another.",
        bad: ofx!("<STMTTRNRS><STATUS><CODE>2000<SEVERITY>ERROR</STATUS></STMTTRNRS>", "DEBIT", "", "</OFX>\n"),
        good: GOOD_OFX,
    }
    warning FILE_UNFINISHED {
        title: "A file without its end",
        message: "the file has no `{end}` at its end, so it may be cut off",
        help: "compare the last entry with the bank's own view, or download the file again",
        why: "A file in OFX ends with its last tag, and a transaction in QIF with a line of its own. Nothing else shows that the end is missing.",
        bad: ofx!("", "DEBIT", "", ""),
        good: GOOD_OFX,
    }
    warning TYPE_CONTRADICTS {
        title: "The type of an entry contradicts the sign of its amount",
        message: "this type is that of the other direction; the sign of the amount is used",
        help: "compare the direction of the entry with the bank's own view",
        why: "In OFX the sign alone says which way the money goes, and banks use types loosely. If nearly every entry has this warning, the program that wrote the file may leave signs out.",
        bad: ofx!("", "CREDIT", "", "</OFX>\n"),
        good: GOOD_OFX,
    }
    warning ENTRY_CORRECTS {
        title: "An entry corrects an earlier one",
        message: "the bank corrects an earlier entry with this one",
        help: "look the earlier entry up, and take it out where it was imported",
        why: "A correction replaces an entry that was sent before, or takes it back. If both are in the books, the money is there twice.",
        bad: ofx!("", "DEBIT", "<CORRECTFITID>9930889BN5530001<CORRECTACTION>REPLACE\n", "</OFX>\n"),
        good: GOOD_OFX,
    }
    warning ACCOUNT_MASKED {
        title: "An account whose number is masked as a whole",
        message: "this account has no letter or digit but those of a mask, so it can't be told from others",
        help: "name the account, or download the statement with the number of its account",
        why: "Some banks and people mask the account in a file. The mask is used as it stands, and statements of two such accounts look like statements of one.",
        bad: Statement {
            text: b"OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CHF<BANKACCTFROM><ACCTID>XXXXXXXX</BANKACCTFROM>\n\
                    <BANKTRANLIST><STMTTRN><DTPOSTED>20260331<TRNAMT>-12.50<FITID>9930889BN5530012<NAME>Bakery</STMTTRN></BANKTRANLIST></STMTRS></OFX>\n",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD_OFX,
    }
    error QIF_WITHOUT_REGISTER {
        title: "A QIF file without a register of an account",
        message: "the file has no register of a bank account, cash or a card: {reason}",
        help: "export the transactions of the account again",
        why: "QIF carries lists of categories, securities and others beside the registers of accounts. Only registers have bookings.",
        bad: qif!("!Account\nNCash\n^\n"),
        good: GOOD_QIF,
    }
    error DATES_AMBIGUOUS {
        title: "Day and month can't be told apart",
        message: "this date can be read in several ways, and no other of the file shows whether the day or the month comes first",
        help: "name the order of day, month and year",
        why: "QIF does not fix the order of dates. All dates of a file have the same one, so one that is impossible in an order decides. If there is none, nothing is guessed.",
        bad: qif!("!Type:Bank\nD5/6/2026\nT-12.50\nPBakery\n^\n"),
        good: GOOD_QIF,
    }
}
