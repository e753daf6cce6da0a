//! Documents of a journal that come again under other ids.

use std::fmt::Write;

use super::journals::{read, remember, texts};
use crate::cases::cases;
use crate::folder::Folder;
use proptest::prelude::*;
use proptest::sample::select;
use universal_accounting::dedup::{
    FileStore, JournalVerdict, KnownJournal, document_keys, plan_journal,
};
use universal_accounting::journal::JournalRecord;

/// What a record says beside its ids.
#[derive(Debug, Clone)]
struct Document {
    invoice: Option<&'static str>,
    entries: Vec<Posting>,
}

#[derive(Debug, Clone)]
struct Posting {
    day: &'static str,
    amount: &'static str,
    account: &'static str,
}

/// Generates documents with few different values, so that some of them book the same.
fn documents() -> impl Strategy<Value = Vec<Document>> {
    let posting = (
        select(&["2026-03-30", "2026-03-31"]),
        select(&["5.00", "6.50"]),
        select(&["6500", "6570"]),
    )
        .prop_map(|(day, amount, account)| Posting {
            day,
            amount,
            account,
        });
    let invoice = select(&[None, Some("1"), Some("2")]);
    let document = (invoice, prop::collection::vec(posting, 1..3))
        .prop_map(|(invoice, entries)| Document { invoice, entries });
    prop::collection::vec(document, 1..6)
}

/// Writes documents as records whose ids begin with a prefix.
fn records(documents: &[Document], prefix: &str, is_reversed: bool) -> Vec<JournalRecord> {
    let line = |id: &str, side: &str, account: &str, amount: &str| {
        format!(
            r#"{{"lineId":"{id}","creditDebit":"{side}","amount":"{amount}","currency":"CHF","account":{{"number":"{account}"}},"text":"{prefix}"}}"#
        )
    };
    let mut json = String::new();
    for (number, document) in documents.iter().enumerate() {
        let mut entries = Vec::new();
        for (entry, posting) in document.entries.iter().enumerate() {
            let id = format!("{prefix}-{number}-{entry}");
            let mut lines = [
                line(&format!("{id}-d"), "debit", posting.account, posting.amount),
                line(&format!("{id}-c"), "credit", "2000", posting.amount),
            ];
            if is_reversed {
                lines.reverse();
            }
            entries.push(format!(
                r#"{{"entryId":"{id}","entryNumber":{},"date":"{}","lines":[{}]}}"#,
                entry + 1,
                posting.day,
                lines.join(",")
            ));
        }
        if is_reversed {
            entries.reverse();
        }
        let invoice = document.invoice.map_or("null".to_owned(), |number| {
            format!(r#"{{"number":"{number}"}}"#)
        });
        let separator = if json.is_empty() { "" } else { "," };
        let _ = write!(
            json,
            r#"{separator}{{"serviceId":"{prefix}-{number}","invoice":{invoice},"entries":[{}]}}"#,
            entries.join(",")
        );
    }
    read(&format!("[{json}]"))
}

type Change = fn(&mut Document);

/// Changes after which a document is still the same one: corrections, of an invoice that has a number.
const CORRECTIONS: [Change; 4] = [
    |_| {},
    |document| {
        for posting in &mut document.entries {
            posting.amount = "7.00";
        }
    },
    |document| {
        for posting in &mut document.entries {
            posting.account = "6600";
        }
    },
    |document| {
        document.entries.truncate(1);
    },
];

/// Changes by which a document without a number is another one.
const OTHER_RECEIPTS: [Change; 2] = [
    |document| {
        for posting in &mut document.entries {
            posting.day = "2026-04-01";
        }
    },
    CORRECTIONS[1],
];

/// Changes by which a document with a number is another one.
const OTHER_INVOICES: [Change; 2] = [OTHER_RECEIPTS[0], |document| {
    document.invoice = Some("3");
}];

/// Returns the verdicts on the lines of an import into a store that has the known records.
fn line_verdicts(known: &[JournalRecord], sent: &[JournalRecord]) -> Vec<JournalVerdict> {
    let folder = Folder::new("journal-suspects");
    let mut store = FileStore::open(folder.path().join("books.store")).unwrap();
    let mut parts = KnownJournal::new();
    store.import_journal(known).unwrap();
    store.compact().unwrap();
    remember(&mut parts, &plan_journal(known, &KnownJournal::new()));
    let plan = store.import_journal(sent).unwrap();
    assert_eq!(texts(&plan), texts(&plan_journal(sent, &parts)));
    let new = plan.new_parts().count();
    assert_eq!(
        new,
        plan.verdicts().len(),
        "a suspect is imported: {plan:?}"
    );
    let again = store.import_journal(sent).unwrap();
    assert!(
        again
            .verdicts()
            .iter()
            .all(|(_, verdict)| *verdict == JournalVerdict::Existing)
    );
    let lines = plan
        .verdicts()
        .iter()
        .filter(|(part, _)| part.line().is_some());
    lines.map(|(_, verdict)| verdict.clone()).collect()
}

/// Returns the verdicts on the lines of a changed document, where all known documents have a number or none has.
fn verdicts_after(
    change: Change,
    mut known: Vec<Document>,
    invoice: Option<&'static str>,
) -> Vec<JournalVerdict> {
    for document in &mut known {
        document.invoice = invoice;
    }
    let mut sent = known[0].clone();
    change(&mut sent);
    let [known, sent] = [(known, "old"), (vec![sent], "new")]
        .map(|(documents, prefix)| records(&documents, prefix, false));
    line_verdicts(&known, &sent)
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn a_document_under_another_id_is_a_suspect(documents in documents(), is_reversed: bool) {
        let known = records(&documents, "old", false);
        let sent = records(&documents, "new", is_reversed);
        for verdict in line_verdicts(&known, &sent) {
            let JournalVerdict::Suspect(suspect) = &verdict else { panic!("{verdict:?}") };
            let is_known = known.iter().any(|record| record.service_id.as_str() == suspect.record_id);
            prop_assert!(is_known && suspect.batch_index.is_none(), "{:?}", suspect);
        }
    }

    #[test]
    fn a_corrected_invoice_is_a_suspect(known in documents(), change in select(&CORRECTIONS)) {
        for verdict in verdicts_after(change, known, Some("1")) {
            prop_assert_eq!(verdict.as_str(), "suspect");
        }
    }

    #[test]
    fn a_receipt_that_gets_a_number_or_another_account_is_a_suspect(known in documents()) {
        let changes: [Change; 2] = [CORRECTIONS[2], |document| document.invoice = Some("1")];
        for change in changes {
            for verdict in verdicts_after(change, known.clone(), None) {
                prop_assert_eq!(verdict.as_str(), "suspect");
            }
        }
    }

    #[test]
    fn another_document_is_no_suspect(
        known in documents(),
        receipt in select(&OTHER_RECEIPTS),
        invoice in select(&OTHER_INVOICES),
    ) {
        let receipts = verdicts_after(receipt, known.clone(), None);
        for verdict in receipts.into_iter().chain(verdicts_after(invoice, known, Some("1"))) {
            prop_assert_eq!(verdict, JournalVerdict::New);
        }
    }
}

#[test]
fn a_booking_of_each_month_is_no_suspect() {
    for invoice in [None, Some("1")] {
        let months = ["2026-01-31", "2026-02-28", "2026-03-31"].map(|day| Document {
            invoice,
            entries: vec![Posting {
                day,
                amount: "5.00",
                account: "6500",
            }],
        });
        let records = records(&months, "rent", false);
        let plan = plan_journal(&records, &KnownJournal::new());
        assert_eq!(texts(&plan), ["new"; 9]);
    }
}

#[test]
fn a_payment_that_comes_later_is_like_no_entry_of_its_own_record() {
    let posting = Posting {
        day: "2026-03-31",
        amount: "5.00",
        account: "6500",
    };
    let document = Document {
        invoice: None,
        entries: vec![posting.clone()],
    };
    let twice = Document {
        entries: vec![posting.clone(), posting],
        ..document.clone()
    };
    let [once, twice, other] = [
        records(&[document], "a", false),
        records(std::slice::from_ref(&twice), "a", false),
        records(&[twice], "b", false),
    ];
    let mut known = KnownJournal::new();
    remember(&mut known, &plan_journal(&once, &KnownJournal::new()));
    let expected = ["existing", "existing", "existing", "new", "new"];
    assert_eq!(texts(&plan_journal(&twice, &known)), expected);
    let batch = [once, other].concat();
    let plan = plan_journal(&batch, &KnownJournal::new());
    let expected = [
        "new", "new", "new", "new", "suspect", "suspect", "suspect", "suspect",
    ];
    assert_eq!(texts(&plan), expected);
    let [.., (_, JournalVerdict::Suspect(suspect))] = plan.verdicts() else {
        panic!("{plan:?}")
    };
    assert_eq!(suspect.batch_index, Some(0));
    assert!(suspect.to_string().starts_with("new, but another record"));
}

/// Stores keep these bytes.
#[test]
fn the_keys_of_a_document_stay() {
    let mut document = Document {
        invoice: Some("1"),
        entries: vec![Posting {
            day: "2026-03-31",
            amount: "5.00",
            account: "6500",
        }],
    };
    // Computed by another program: the beginnings of the SHA-256 of the number, and of both amounts, each after the day.
    let invoice = [206, 207, 222, 152, 182, 110, 72, 254];
    let amounts = [242, 59, 183, 40, 152, 194, 250, 100];
    let keys = document_keys(&records(std::slice::from_ref(&document), "a", false)[0]);
    assert_eq!(keys, [invoice, amounts]);
    document.invoice = Some(" ");
    let keys = document_keys(&records(&[document], "a", false)[0]);
    assert_eq!(keys, [amounts]);
}
