//! Rules of statements in XML.

use crate::report::Example::{self, Statement};
use crate::report::{Diagnostic, rules};
use crate::xml::XmlError;

/// A statement in XML: a namespace, and an amount.
macro_rules! camt {
    ($before:literal, $namespace:literal, $amount:literal) => {
        Statement {
            text: concat!(
                $before,
                "<Document xmlns=\"",
                $namespace,
                "\">\n<BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\n\
                 <Ntry><Amt Ccy=\"CHF\">",
                $amount,
                "</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt>\n\
                 <AcctSvcrRef>9930889BN5530012</AcctSvcrRef><AddtlNtryInf>Bakery</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>\n"
            )
            .as_bytes(),
            account: None,
            currency: None,
            opening: None,
        }
    };
}

const GOOD_CAMT: Example = camt!(
    "",
    "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08",
    "12.50"
);

rules! {
    "0.1.0":

    error XML_SYNTAX {
        title: "The XML can't be read any further",
        message: "the XML can't be read from here on: {reason}",
        help: "download the file again; if a program wrote it, correct the program",
        why: "What follows a fault in the XML may be anything. The entries before it are converted, and those after it are missing.",
        bad: camt!("", "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "12.50</Ccy>"),
        good: GOOD_CAMT,
    }
    error XML_DOCTYPE {
        title: "An XML document with a document type",
        message: "this document type is not read, so the file is not converted",
        help: "download the statement from the bank again; no bank writes a document type",
        why: "A document type can define names that stand for other texts or files, which could change amounts or take all the memory.",
        bad: camt!("<!DOCTYPE Document>", "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "12.50"),
        good: GOOD_CAMT,
    }
    error ELEMENT_REPEATED {
        title: "An entry has two values where one belongs",
        message: "the entry has this value a second time, and the first one is another",
        help: "download the statement again; if a program wrote it, correct the program",
        why: "An entry has one amount, one direction and one day of each kind. Nothing says which of two is right, so the entry is rejected.",
        bad: camt!("", "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "12.50</Amt><Amt Ccy=\"CHF\">21.50"),
        good: GOOD_CAMT,
    }
    warning ELEMENT_MISPLACED {
        title: "An element in a wrong place",
        message: "no `{element}` belongs here, so nothing in it is read",
        help: "download the file again; if a program wrote it, correct the program",
        why: "Entries are in a statement, and statements in a message. One in another place belongs to no account, so its bookings are missing in the result, and balances prove nothing. A day, a reference or a text in another place belongs to no entry.",
        bad: camt!("", "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "12.50</Amt><Ntry><Amt Ccy=\"CHF\">7.00</Amt></Ntry><Amt Ccy=\"CHF\">12.50"),
        good: GOOD_CAMT,
    }
    warning NAMESPACE_UNKNOWN {
        title: "A message in an unknown namespace",
        message: "this namespace is not that of {message} in ISO 20022; the elements are read by their names",
        help: "compare the amounts with the bank's own view, or download the statement again",
        why: "The namespace says which message and version a document is. Without it, or with another one, an element could mean something else.",
        bad: camt!("", "urn:iso:std:iso:20023:tech:xsd:camt.053.001.08", "12.50"),
        good: GOOD_CAMT,
    }
    warning ENCODING_DECLARED {
        title: "A message in an encoding that is not read",
        message: "the file declares the encoding {declared}, which is not read; its texts are read as {found}",
        help: "compare the texts with the bank's own view, or save the file as UTF-8 and declare that",
        why: "Unicode and the usual encodings of one byte per character are read: Windows-1250 to 1252, ISO-8859-1, -2 and -15, code pages 437, 850 and 852, Mac OS Roman and KOI8-R. In another encoding the amounts and references are the same, but letters of the texts are not.",
        bad: Statement {
            text: b"<?xml version=\"1.0\" encoding=\"ISO-8859-7\"?>\n\
                    <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">\n\
                    <BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\n\
                    <Ntry><Amt Ccy=\"CHF\">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt>\n\
                    <AddtlNtryInf>M\xECsta</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>\n",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD_CAMT,
    }
}

impl From<XmlError> for Diagnostic {
    fn from(error: XmlError) -> Self {
        match error {
            XmlError::Syntax { span, reason } => {
                Self::new(&XML_SYNTAX, span).param("reason", reason)
            }
            XmlError::DocumentType(span) => Self::new(&XML_DOCTYPE, span),
        }
    }
}
