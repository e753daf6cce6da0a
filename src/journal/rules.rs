//! The rules of journal exports. Only what is published is an error; all else is a warning.

use crate::report::Example::{Journal, JournalLines, JournalMember};
use crate::report::rules;

rules! {
    "0.1.0":

    error ENTRY_UNBALANCED {
        title: "The debits and the credits of an entry differ",
        message: "the debits of this entry do not equal its credits",
        help: "export the record again; if it stays the same, correct the entry in the accounting service",
        why: "Every journal entry balances. An entry that does not balance is incomplete or damaged, and no program can book it. Amounts are compared exactly.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"64.95","currency":"CHF","account":{"number":"2000"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning ENTRY_IN_SEVERAL_CURRENCIES {
        title: "An entry has lines in several currencies",
        message: "the lines of this entry are in several currencies, so it is unknown whether they balance",
        help: "compare the entry with the accounting service before you book it",
        why: "The service does not state in which currency such an entry balances. So nothing proves that it is complete.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"61.20","currency":"EUR","account":{"number":"2000"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning ENTRY_WITHOUT_LINES {
        title: "An entry has no lines",
        message: "this entry has no lines",
        help: "check in the accounting service what was booked, and export the record again",
        why: "An entry without lines books nothing.",
        bad: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[]}]"#),
        good: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#),
    }
    warning ENTRY_LINE_ALONE {
        title: "An entry has only one line",
        message: "this entry has one line alone, so nothing balances it",
        help: "check in the accounting service what was booked, and export the record again",
        why: "An entry has at least a debit and a credit. One of them is missing here.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning LINE_AMOUNT_ZERO {
        title: "The amount of a line is zero",
        message: "`{field}` is zero",
        help: "check whether the line is meant; a line without an amount books nothing",
        why: "A line of zero changes no account. It is often the remains of a deleted amount.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}},{"lineId":"l-3","lineNumber":3,"creditDebit":"debit","amount":"0.00","currency":"CHF","account":{"number":"6510"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning LINE_AMOUNT_SIGNED {
        title: "The amount of a line is negative",
        message: "`{field}` is negative",
        help: "check which side is meant: some programs move a negative amount to the other side, others refuse it",
        why: "The side of a line says whether it is a debit or a credit. It is not stated whether a negative amount turns the side around.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"70.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}},{"lineId":"l-3","lineNumber":3,"creditDebit":"debit","amount":"-5.00","currency":"CHF","account":{"number":"6510"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning JOURNAL_ID_REPEATED {
        title: "Two records, entries or lines of a file have the same id",
        message: "`{field}` is that of an earlier {what} in this file",
        help: "book it only once, unless it is another {what}",
        why: "Ids tell what was booked before. If a file has an id twice, one of the two may be a repetition.",
        bad: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]},{"entryId":"e-1","entryNumber":2,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-3","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-4","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#),
        good: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]},{"entryId":"e-2","entryNumber":2,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-3","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-4","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#),
    }
    warning JOURNAL_NUMBER_JUMPS {
        title: "The numbers of entries or lines do not count from 1",
        message: "`{field}` does not follow the number before",
        help: "check whether an entry or a line is missing",
        why: "Entries are numbered within their record and lines within their entry. A number that is left out may mean that something is missing.",
        bad: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":2,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#),
        good: JournalMember("entries", r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#),
    }
    warning CONTACT_IN_BOTH_FORMS {
        title: "A record has a contact and a list of contacts",
        message: "this record has `contacts` beside `contact`, so it is unknown which of them counts",
        help: "compare both with the accounting service",
        why: "Some exports have one contact, others a list. No export is known that has both.",
        bad: Journal(r#"[{"serviceId":"s-81","contact":{"name":"Muster AG"},"contacts":[{"name":"Beispiel GmbH"}],"entries":[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]}]"#),
        good: Journal(r#"[{"serviceId":"s-81","contact":{"name":"Muster AG"},"entries":[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]}]"#),
    }
    warning BILLING_PERIOD_REVERSED {
        title: "A billing period ends before it begins",
        message: "this billing period ends before it begins",
        help: "check whether the two days were mixed up",
        why: "A period has its first day in `from` and its last day in `to`.",
        bad: JournalMember("invoice", r#"{"billingPeriod":{"from":"2026-03-31","to":"2026-03-01"}}"#),
        good: JournalMember("invoice", r#"{"billingPeriod":{"from":"2026-03-01","to":"2026-03-31"}}"#),
    }
    warning DIMENSION_WITHOUT_ID {
        title: "A dimension has no id",
        message: "this dimension has no `externalId`, so only its name says what it is",
        help: "give the cost center or project an external id in base data",
        why: "Names change, and two cost centers may have the same name. An id stays the same.",
        bad: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"dimensions":[{"name":"Verkauf","type":"cost-center"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        good: JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"dimensions":[{"externalId":"c-10","name":"Verkauf","type":"cost-center"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
    }
    warning FILE_UNREACHABLE {
        title: "A file has neither content nor an id",
        message: "this file has neither its content nor an id to download it",
        help: "allow the export of files in the accounting service, and export the record again",
        why: "The content of a file is in the export or is downloaded by its id. Without both, the file is lost for the reader.",
        bad: JournalMember("files", "[{}]"),
        good: JournalMember("files", r#"[{"serviceFileId":"f-1"}]"#),
    }
}
