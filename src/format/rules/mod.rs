//! Rules of statement files and their rows.

pub(crate) mod file;
pub(crate) mod ofx;
pub(crate) mod row;
pub(crate) mod xml;

pub(crate) use crate::sheet::rules::{table::*, workbook::*};
pub(crate) use {file::*, mt940::*, ofx::*, row::*, xml::*};

/// Rules of statements in the messages of SWIFT.
pub(crate) mod mt940 {
    use crate::report::Example::Statement;
    use crate::report::rules;

    /// A message that ends with a line.
    macro_rules! message {
        ($end:literal) => {
            Statement {
                text: concat!(
                    ":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n:61:2603310331D12,50NTRFNONREF//9930889BN5530012\n:86:Bakery\n",
                    $end
                )
                .as_bytes(),
                account: None,
                currency: None,
                opening: None,
            }
        };
    }

    rules! {
        "0.1.0":

        warning MESSAGE_UNFINISHED {
            title: "A message without its closing balance",
            message: "the message begins with a balance and ends here without one, so it may be cut off",
            help: "compare the last entry with the bank's own view, or download the file again",
            why: "Every statement in MT940 ends with its closing balance. A file that was cut off may lack entries, and the last digits of an amount.",
            bad: message!(""),
            good: message!(":62F:C260331CHF87,50\n-\n"),
        }
        warning TEXT_WITHOUT_ENTRY {
            title: "A text whose entry may be missing",
            message: "an entry may be missing here: {reason}",
            help: "compare the entries around this line with the bank's own view, or download the file again",
            why: "Each entry in MT940 begins with a line `:61:`. If that line is lost or damaged, its text is taken for one of the entry above it.",
            bad: message!(" :61:2603310331D7,00NTRFNONREF\n:62F:C260331CHF87,50\n-\n"),
            good: message!(":62F:C260331CHF87,50\n-\n"),
        }
        warning MESSAGE_WITHOUT_OPENING {
            title: "A message without its opening balance",
            message: "the message lacks its opening balance, and entries may be missing with it",
            help: "compare the entries of this message with the bank's own view, or download the file again",
            why: "Every statement in MT940 has its opening balance before its entries. Where it is missing, a file was cut off or damaged, and entries that are missing too leave no other trace.",
            bad: message!(":62F:C260331CHF87,50\n-\n:20:START\n:25:CH9300762011623852957\n:28C:8/1\n"),
            good: message!(":62F:C260331CHF87,50\n-\n"),
        }
        warning FIELD_DAMAGED {
            title: "A damaged field of a message",
            message: "this has the shape of a field such as `:25:`, and is not read as one",
            help: "compare the account, the balances, the entries and the text above this line with the bank's own view, or download the file again",
            why: "Each field of a message in MT940 begins on a line of its own, with its tag between two colons. If a tag is damaged, what the field says, such as the account, is lost or is taken for a part of the field above it.",
            bad: message!(":62F:C260331CHF87,50\n-\n62F:C260331CHF87,50\n"),
            good: message!(":62F:C260331CHF87,50\n-\n"),
        }
    }
}
