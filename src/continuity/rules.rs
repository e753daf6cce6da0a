//! Rules of statements of one account.

use crate::report::Example::Statement;
use crate::report::rules;

/// An example of messages of MT940.
macro_rules! messages {
    ($($line:literal)*) => {
        Statement {
            text: concat!($($line, "\n"),*).as_bytes(),
            account: None,
            currency: None,
            opening: None,
        }
    };
}

/// Two messages of which the second one follows the first.
const GOOD: crate::report::Example = messages!(
    ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF100,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260330CHF87,50" "-"
    ":20:B" ":25:CH9300762011623852957" ":28C:42" ":60F:C260330CHF87,50" ":61:2603310331C20,00NTRFNONREF" ":86:Refund" ":62F:C260331CHF107,50" "-"
);

rules! {
    "0.1.0":

    warning STATEMENT_MISSING {
        title: "A statement may be missing before this one",
        message: "the statement before this one (line {before}) ends with another balance than this one begins with: a statement may be missing between them ({days}; difference {difference})",
        help: "ask the bank for the statement of these days; if there is none, compare both balances with the bank's own view{repair}",
        why: "The closing balance of a statement is the opening balance of the next one. If it isn't, bookings between them are missing, and what the statements prove is not all that the account did.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF100,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260330CHF87,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:43" ":60F:C260401CHF60,00" ":61:2604020402C20,00NTRFNONREF" ":86:Refund" ":62F:C260402CHF80,00" "-"
        ),
        good: GOOD,
    }
    note DAYS_UNCOVERED {
        title: "No statement covers some days",
        message: "no statement covers the days between this one and the one before (line {before}): {days}",
        help: "check that the account has no bookings on these days, or ask the bank for their statement; balances would show it",
        why: "Where two statements have no balances to compare, only their days tell whether one is missing between them.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":34F:CHF0,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:43" ":34F:CHF0,00" ":61:2604020402C20,00NTRFNONREF" ":86:Refund" "-"
        ),
        good: GOOD,
    }
    warning PAGE_MISSING {
        title: "A page of a statement is missing",
        message: "a page of this statement is missing: it begins or ends with the balance of a page, or says that it is not the last page, and the other page isn't there",
        help: "ask the bank for the whole statement, or convert the files with its other pages together with this one",
        why: "A long statement is sent as several messages. Each but the last one ends with an interim balance, so a lost page shows.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41/1" ":60F:C260330CHF100,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62M:C260330CHF87,50" "-"
        ),
        good: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41/1" ":60F:C260330CHF100,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62M:C260330CHF87,50" "-"
            ":20:A" ":25:CH9300762011623852957" ":28C:41/2" ":60M:C260330CHF87,50" ":61:2603310331C20,00NTRFNONREF" ":86:Refund" ":62F:C260331CHF107,50" "-"
        ),
    }
    warning BOOKING_IN_ONE_STATEMENT {
        title: "A booking is in one of two statements of its day",
        message: "this statement and another one (line {before}) have days in common, but only one of them has these bookings: {bookings}",
        help: "compare the bookings of these days with the bank's own view; one of the files may have been edited",
        why: "Two statements of the same days have the same bookings. Where they don't, and the balances don't agree with all of them, one of them is wrong.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF100,00" ":61:2603310331D12,50NTRFNONREF" ":86:Bakery" ":61:2603310331D5,00NTRFNONREF" ":86:Kiosk" ":62F:C260331CHF82,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":60F:C260330CHF100,00" ":61:2603310331D12,50NTRFNONREF" ":86:Bakery" ":61:2603310331D6,00NTRFNONREF" ":86:Cinema" ":62F:C260331CHF81,50" "-"
        ),
        good: GOOD,
    }
    warning STATEMENTS_DIFFER {
        title: "The statements of an account don't add up",
        message: "the first opening balance of the account, with all transactions of its statements, is not its last closing balance (difference {difference})",
        help: "compare the statements of the account with the bank's own view: one may be missing, be of another account, or have been edited",
        why: "After a transaction that several statements have is counted once, the opening balance plus what came in minus what went out must be the closing balance.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260329CHF100,00" ":61:2603290329D1,00NTRFNONREF" ":86:Kiosk" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260330CHF86,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":60F:C260330CHF90,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":61:2603310331C20,00NTRFNONREF" ":86:Refund" ":62F:C260331CHF97,50" "-"
        ),
        good: GOOD,
    }
    warning PART_DIFFERS {
        title: "A statement has other balances than the one that it is a part of",
        message: "another statement of the account (line {before}) has all bookings of this one, but never its balances",
        help: "compare the balances of both with the bank's own view; one of the files may have been edited",
        why: "Where a statement is a part of another one, its opening balance or its closing balance is the balance that the other one has at that time.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF50,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260330CHF37,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":60F:C260330CHF90,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":61:2603310331C20,00NTRFNONREF" ":86:Refund" ":62F:C260331CHF97,50" "-"
        ),
        good: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF90,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260330CHF77,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":60F:C260330CHF90,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":61:2603310331C20,00NTRFNONREF" ":86:Refund" ":62F:C260331CHF97,50" "-"
        ),
    }
    note COPY_DIFFERS {
        title: "A statement says that it is a copy, but differs",
        message: "the statement says that it is a copy, but another one with its number or its days has something else; nothing of either is left out",
        help: "compare both with the bank's own view; the mark may be wrong, or one of the files may have been edited",
        why: "The mark alone proves nothing: banks also set it on statements of which there is no other one. A copy has the days, balances and entries of its original.",
        bad: Statement {
            text: b"<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
                <Stmt><Id>A</Id><ElctrncSeqNb>7</ElctrncSeqNb><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>\
                <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">87.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>\
                <Ntry><Amt Ccy=\"CHF\">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Bakery</AddtlNtryInf></Ntry></Stmt>\
                <Stmt><Id>B</Id><ElctrncSeqNb>7</ElctrncSeqNb><CpyDplctInd>DUPL</CpyDplctInd><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\
                <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">87.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>\
                <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">82.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>\
                <Ntry><Amt Ccy=\"CHF\">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Kiosk</AddtlNtryInf></Ntry></Stmt>\
                </BkToCstmrStmt></Document>",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD,
    }
    note BOOKING_NOT_STATED {
        title: "A booking of a report is in no statement of its day",
        message: "no statement of those days has these bookings of the report: {bookings}",
        help: "compare them with the bank's own view; the report may name them in another way than the statement, so that they are in the output twice",
        why: "A notification or an interim report has no balances that show whether the statement has the same bookings under other ids.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":60F:C260330CHF100,00" ":61:2603310331D12,50NTRFNONREF" ":86:Bakery" ":62F:C260331CHF87,50" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":34F:CHF0,00" ":61:2603310331D5,00NTRFNONREF" ":86:Kiosk" "-"
        ),
        good: GOOD,
    }
    warning REFERENCE_SHARED {
        title: "Two bookings have one reference of the bank",
        message: "another statement (line {before}) has a booking with the same reference, amount and day, but with another end-to-end id, mandate or reference of the payment: {bookings}; both are in the output",
        help: "compare both with the bank's own view; to import the statements one after another, add the second booking when the import reports the conflict",
        why: "Some banks give several bookings one reference. Two that differ in the reference of the payment are two bookings, even where all that an id depends on is equal.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":34F:CHF0,00" ":61:2603300330D3,20NTRFNONREF//BF-4711-0815" ":86:166?00Ticket?20EREF+T-1" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":34F:CHF0,00" ":61:2603300330D3,20NTRFNONREF//BF-4711-0815" ":86:166?00Ticket?20EREF+T-2" "-"
        ),
        good: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":34F:CHF0,00" ":61:2603300330D3,20NTRFNONREF//BF-4711-0815" ":86:166?00Ticket?20EREF+T-1" "-"
            ":20:B" ":25:CH9300762011623852957" ":28C:42" ":34F:CHF0,00" ":61:2603300330D3,20NTRFNONREF//BF-4711-0816" ":86:166?00Ticket?20EREF+T-2" "-"
        ),
    }
    warning ENTRY_TWICE {
        title: "An entry is in a statement twice",
        message: "the statement has an entry with the same reference, amount and day twice: {bookings}",
        help: "compare it with the bank's own view; if it is one booking, delete one of the two",
        why: "A bank gives each booking a reference of its own. Both entries become transactions, because no balance and no total of the statement says which of them is wrong.",
        bad: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":34F:CHF0,00" ":61:2603300330D12,50NTRFNONREF//BF-4711-0815" ":86:Bakery" ":61:2603300330D12,50NTRFNONREF//BF-4711-0815" ":86:Bakery" "-"
        ),
        good: messages!(
            ":20:A" ":25:CH9300762011623852957" ":28C:41" ":34F:CHF0,00" ":61:2603300330D12,50NTRFNONREF//BF-4711-0815" ":86:Bakery" ":61:2603300330D12,50NTRFNONREF//BF-4711-0816" ":86:Bakery" "-"
        ),
    }
}
