//! The names of elements, and the words and codes that OFX defines as their values.

/// The elements of statements of banks, cards and investments. Elements of one bank are not among them.
#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "ACCTBAL", "ACCTID", "ACCTINFO", "ACCTINFORS", "ACCTINFOTRNRS", "ACCTKEY", "ACCTTYPE", "ADDR1", "ADDR2", "ADDR3", "ANSWER", "APPID", "APPVER",
    "AVAILBAL", "AVAILCASH", "BAL", "BALAMT", "BALLIST", "BALTYPE", "BANKACCTFROM", "BANKACCTTO", "BANKID", "BANKMSGSRSV1", "BANKTRANLIST",
    "BANKTRANLISTP", "BRANCHID", "BROKERID", "BUYPOWER", "BUYSTOCK", "BUYTYPE", "CASHADVBALAMT", "CCACCTFROM", "CCACCTTO", "CCSTMTRS", "CCSTMTTRNRS",
    "CHECKNUM", "CITY", "CLTCOOKIE", "CODE", "COMMISSION", "CORRECTACTION", "CORRECTFITID", "COUNTRY", "CREDITCARDMSGSRSV1", "CURDEF", "CURRATE",
    "CURRENCY", "CURSYM", "DESC", "DTACCTUP", "DTASOF", "DTAVAIL", "DTCLIENT", "DTEND", "DTPOSTED", "DTPROFUP", "DTSERVER", "DTSETTLE", "DTSTART",
    "DTTRADE", "DTTRAN", "DTUSER", "EXTDNAME", "FEES", "FI", "FID", "FITID", "IMAGEDATA", "INCOME", "INCOMETYPE", "INTERRS", "INTRARS", "INTRATE",
    "INTRATNRS", "INTRATRNRS", "INTU.BID", "INTU.USERID", "INV401K", "INVACCTFROM", "INVBAL", "INVBANKTRAN", "INVBUY", "INVPOSLIST", "INVSELL",
    "INVSTMTMSGSRSV1", "INVSTMTRS", "INVSTMTTRNRS", "INVTRAN", "INVTRANLIST", "LANGUAGE", "LEDGERBAL", "LOAD", "MARGINBALANCE", "MEMO", "MESSAGE",
    "MKTGINFO", "MKTVAL", "NAME", "OFX", "ORG", "ORIGCURRENCY", "PAYEE", "PAYEEID", "PHONE", "POSTALCODE", "REFNUM", "SECID", "SECINFO", "SECLIST",
    "SECLISTMSGSRSV1", "SECNAME", "SELLSTOCK", "SELLTYPE", "SEVERITY", "SHORTBALANCE", "SIC", "SIGNONMSGSRSV1", "SIGNUPMSGSRSV1", "SONRS", "SRVRTID",
    "STATE", "STATUS", "STMTRS", "STMTTRN", "STMTTRNP", "STMTTRNRS", "STOCKINFO", "SUBACCTFUND", "SUBACCTSEC", "TAXES", "TICKER", "TOTAL", "TRNAMT",
    "TRNTYPE", "TRNUID", "UNIQUEID", "UNIQUEIDTYPE", "UNITPRICE", "UNITS", "USERKEY", "VALUE", "XFERINFO",
];

/// The names of the header.
const HEADER: [&str; 10] = [
    "OFXHEADER",
    "DATA",
    "VERSION",
    "SECURITY",
    "ENCODING",
    "CHARSET",
    "COMPRESSION",
    "OLDFILEUID",
    "NEWFILEUID",
    // Of the declaration of XML.
    "STANDALONE",
];

/// Elements, and the words that they may have.
const WORDS: [(&str, &[&str]); 13] = [
    (
        "TRNTYPE",
        &[
            "CREDIT",
            "DEBIT",
            "INT",
            "DIV",
            "FEE",
            "SRVCHG",
            "DEP",
            "ATM",
            "POS",
            "XFER",
            "CHECK",
            "PAYMENT",
            "CASH",
            "DIRECTDEP",
            "DIRECTDEBIT",
            "REPEATPMT",
            "HOLD",
            "OTHER",
            "IN",
            "OUT",
        ],
    ),
    (
        "ACCTTYPE",
        &["CHECKING", "SAVINGS", "MONEYMRKT", "CREDITLINE", "CD"],
    ),
    ("SEVERITY", &["INFO", "WARN", "ERROR"]),
    ("CORRECTACTION", &["REPLACE", "DELETE"]),
    ("BALTYPE", &["DOLLAR", "PERCENT", "NUMBER"]),
    (
        "LANGUAGE",
        &[
            "ENG", "POR", "FRA", "FRE", "DEU", "GER", "ITA", "SPA", "NLD", "DUT", "JPN",
        ],
    ),
    ("DATA", &["OFXSGML", "OFXXML"]),
    ("SECURITY", &["NONE", "TYPE1"]),
    (
        "ENCODING",
        &[
            "USASCII",
            "UNICODE",
            "UTF-8",
            "UTF8",
            "UTF-16",
            "ISO-8859-1",
            "WINDOWS-1252",
        ],
    ),
    (
        "CHARSET",
        &["8859-1", "ISO-8859-1", "UTF-8", "CSUNICODE", "CP1252"],
    ),
    ("COMPRESSION", &["NONE"]),
    ("VERSION", &["1.0", "1.1"]),
    ("STANDALONE", &["YES", "NO"]),
];

/// Whether OFX defines an element.
pub(super) fn is_element(name: &str) -> bool {
    let mut known = ELEMENTS.iter().chain(&HEADER);
    known.any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the header has a value of this name.
pub(super) fn is_header_name(name: &str) -> bool {
    HEADER.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether OFX defines a word as a value of an element, which is in upper case.
pub(super) fn is_word(element: &str, value: &str) -> bool {
    let words = WORDS.iter().find(|(known, _)| *known == element);
    words.is_some_and(|(_, words)| words.iter().any(|word| word.eq_ignore_ascii_case(value)))
}
