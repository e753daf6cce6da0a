//! Journal records in stores: verdicts compared with an oracle, whole entries, and files.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::cases::cases;
use crate::folder::Folder;
use proptest::prelude::*;
use proptest::sample::select;
use universal_accounting::dedup::{
    FileStore, FileStoreError, JournalPlan, JournalVerdict, KnownJournal, plan_journal,
};
use universal_accounting::journal::{self, JournalRecord};
use universal_accounting::report::Policy;

pub(crate) fn read(json: &str) -> Vec<JournalRecord> {
    let reading = journal::read(json.as_bytes(), &Policy::new());
    assert!(reading.report.is_valid(), "{:?}", reading.report.findings);
    reading.records
}

/// Generates records with few different ids and values, so that many of them are equal or contradict each other.
pub(crate) fn records() -> impl Strategy<Value = Vec<JournalRecord>> {
    let line_ids = select(&[
        ["l-1", "l-2"],
        ["l-3", "l-4"],
        ["l-1", "l-3"],
        ["l-3", "l-3"],
    ]);
    let amount = prop_oneof![6 => Just("5"), 1 => Just("5.00"), 1 => Just("6")];
    let account = prop_oneof![6 => Just("1020"), 1 => Just("01020"), 1 => Just("6500")];
    let entry = (select(&["e-1", "e-2"]), line_ids, amount, account).prop_map(|(id, [debit, credit], amount, account)| {
        format!(
            r#"{{"entryId":"{id}","date":"2026-03-31","lines":[
                {{"lineId":"{debit}","creditDebit":"debit","amount":"{amount}","currency":"CHF","account":{{"number":"{account}"}}}},
                {{"lineId":"{credit}","creditDebit":"credit","amount":"{amount}","currency":"CHF","account":{{"number":"2000"}}}}]}}"#
        )
    });
    let invoice = prop_oneof![6 => Just("1"), 1 => Just("2")];
    let record = (
        select(&["r-1", "r-2"]),
        invoice,
        prop::collection::vec(entry, 0..3),
    )
        .prop_map(|(id, invoice, entries)| {
            format!(
                r#"{{"serviceId":"{id}","invoice":{{"number":"{invoice}"}},"entries":[{}]}}"#,
                entries.join(",")
            )
        });
    prop::collection::vec(record, 0..8)
        .prop_map(|records| read(&format!("[{}]", records.join(","))))
}

/// Returns the verdicts as one letter each, and the fields of conflicts.
pub(crate) fn texts(plan: &JournalPlan<'_>) -> Vec<String> {
    let text = |verdict: &JournalVerdict| match verdict {
        JournalVerdict::New | JournalVerdict::Suspect(_) | JournalVerdict::Existing => {
            verdict.as_str().to_owned()
        }
        JournalVerdict::Conflict(conflict) => {
            assert!(!conflict.differences.is_empty());
            let fields = conflict.differences.iter().map(|difference| {
                assert_ne!(difference.known, difference.sent);
                difference.field.as_str()
            });
            fields.collect::<Vec<_>>().join(" ")
        }
        _ => panic!("an unknown verdict"),
    };
    plan.verdicts()
        .iter()
        .map(|(_, verdict)| text(verdict))
        .collect()
}

/// Adds what a plan creates, as a database of one's own does.
pub(crate) fn remember(known: &mut KnownJournal, plan: &JournalPlan<'_>) {
    for part in plan.new_parts() {
        known.add(part.json()).unwrap();
        if let Some(key) = part.document_key() {
            known.add_document(key, part.record().service_id.as_str());
        }
    }
}

/// What the oracle knows of a record: its parts by entry and line as they were created, compared as typed values.
#[derive(Default)]
struct OracleRecord {
    head: Option<JournalRecord>,
    lines: Vec<(String, JournalRecord)>,
}

/// Decides on each part as new, existing or in conflict, by comparing it with all parts before it.
fn oracle(known: &mut BTreeMap<String, OracleRecord>, sent: &[JournalRecord]) -> Vec<char> {
    let mut verdicts = Vec::new();
    for record in sent {
        let known = known.entry(record.service_id.to_string()).or_default();
        let mut head = record.clone();
        head.entries.clear();
        let entry_of = |part: &JournalRecord| part.entries[0].entry_id.to_string();
        let is_sent = |entry_id: &str| {
            record
                .entries
                .iter()
                .any(|entry| entry.entry_id.as_str() == entry_id)
        };
        let lacks_entry = known
            .lines
            .iter()
            .any(|(_, part)| !is_sent(&entry_of(part)));
        let sends_line = |id: &str| {
            record
                .entries
                .iter()
                .flat_map(|entry| &entry.lines)
                .any(|line| line.line_id.as_str() == id)
        };
        let lacks_line = known
            .lines
            .iter()
            .any(|(id, part)| is_sent(&entry_of(part)) && !sends_line(id));
        verdicts.push(match &known.head {
            None => 'n',
            Some(same) if *same == head && !lacks_entry && !lacks_line => 'e',
            Some(_) => 'c',
        });
        known.head.get_or_insert(head);
        for entry in &record.entries {
            let ids: Vec<String> = entry
                .lines
                .iter()
                .map(|line| line.line_id.to_string())
                .collect();
            let parts = entry.lines.iter().map(|line| {
                let mut entry = entry.clone();
                entry.lines = vec![line.clone()];
                JournalRecord::new(record.service_id.clone(), vec![entry])
            });
            let parts: Vec<(String, JournalRecord)> = ids.iter().cloned().zip(parts).collect();
            let is_known = known
                .lines
                .iter()
                .any(|(_, part)| entry_of(part) == entry.entry_id.as_str());
            let is_used = ids[0] == ids[1] || known.lines.iter().any(|(id, _)| ids.contains(id));
            if !is_known && !is_used && !lacks_entry {
                verdicts.extend(parts.iter().map(|_| 'n'));
                known.lines.extend(parts);
                continue;
            }
            verdicts.extend(
                parts
                    .iter()
                    .map(|part| if known.lines.contains(part) { 'e' } else { 'c' }),
            );
        }
    }
    verdicts
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn verdicts_are_those_of_the_oracle(batch in records(), size in 1_usize..4) {
        let folder = Folder::new("journal-oracle");
        let path = folder.path().join("journal.store");
        let store = FileStore::open(&path).unwrap();
        let (mut model, mut known) = (BTreeMap::new(), KnownJournal::new());
        for part in batch.chunks(size).chain([&batch[..], &batch[..]]) {
            let expected = oracle(&mut model, part);
            let planned = texts(&store.plan_journal(part).unwrap());
            let plan = store.import_journal(part).unwrap();
            prop_assert_eq!(&texts(&plan), &planned, "a plan is what is imported");
            prop_assert_eq!(texts(&plan_journal(part, &known)), planned, "a file is like a vector of parts");
            let verdicts = plan.verdicts().iter().map(|(_, verdict)| match verdict {
                JournalVerdict::New | JournalVerdict::Suspect(_) => 'n',
                JournalVerdict::Existing => 'e',
                _ => 'c',
            });
            prop_assert_eq!(verdicts.collect::<Vec<_>>(), expected);
            remember(&mut known, &plan);
        }
        let lines: usize = model.values().map(|record| record.lines.len()).sum();
        prop_assert_eq!(store.count_journal_lines().unwrap(), u64::try_from(lines).unwrap());
        // Whole entries are balanced.
        prop_assert_eq!(lines % 2, 0);
    }
}

const EXPORT: &str = r#"[{"acmeId":"s-81","invoice":{"number":"2026-118"},"contact":{"name":"Muster AG"},"entries":[
    {"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[
        {"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"code":"VM81","value":"8.1"},"dimensions":[{"externalId":"c-1","name":"Verkauf","type":"cost-center"}]},
        {"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]},
    {"entryId":"e-2","entryNumber":2,"type":"payment","date":"2026-04-30","lines":[
        {"lineId":"l-3","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"2000"}},
        {"lineId":"l-4","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"1020"}}]}],"files":[]}]"#;

/// Each change of an export that was imported before, and the fields in which it conflicts.
#[test]
fn every_change_is_a_conflict() {
    let records = read(EXPORT);
    let mut known = KnownJournal::new();
    let plan = plan_journal(&records, &known);
    assert_eq!(texts(&plan), ["new"; 5]);
    remember(&mut known, &plan);

    let first = EXPORT.find("{\"entryId\":\"e-1\"").unwrap();
    let second = EXPORT.find("{\"entryId\":\"e-2\"").unwrap();
    let second_alone = EXPORT[..first].to_owned() + &EXPORT[second..];
    for (export, expected) in [
        (EXPORT.to_owned(), ["existing"; 5].join(", ")),
        // What is no change: the brand, zeros, files, the order of members.
        (
            EXPORT
                .replace("acmeId", "serviceId")
                .replace("65.00", "65.0")
                .replace("8.1", "8.10"),
            ["existing"; 5].join(", "),
        ),
        (
            EXPORT.replace("\"files\":[]", "\"files\":[{\"acmeFileId\":\"f-1\"}]"),
            ["existing"; 5].join(", "),
        ),
        (
            EXPORT.replace(
                "\"number\":\"6500\"",
                "\"currency\":null,\"number\":\"6500\"",
            ),
            ["existing"; 5].join(", "),
        ),
        // Values.
        (
            EXPORT.replace("2026-118", "2026-119"),
            "invoice/number, existing, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("Muster", "Master"),
            "contact/name, existing, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("\"6500\"", "\"06500\""),
            "existing, account/number, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("8.1\"", "8.2\""),
            "existing, tax/value, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("Verkauf", "Einkauf"),
            "existing, dimensions/0/name, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("2026-03-31", "2026-03-30"),
            "existing, date, date, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("\"6500\"}", "\"6500\"},\"text\":\"Toner\""),
            "existing, text, existing, existing, existing".to_owned(),
        ),
        (
            EXPORT.replace("\"tax\":{\"code\":\"VM81\",\"value\":\"8.1\"},", ""),
            "existing, tax/code tax/value, existing, existing, existing".to_owned(),
        ),
        // Other lines and entries.
        (
            EXPORT.replace("l-3", "l-5"),
            "entries/e-2/lines, existing, existing, lineId, existing".to_owned(),
        ),
        (
            EXPORT.replace("e-2", "e-3"),
            "entries, existing, existing, entryId, entryId".to_owned(),
        ),
        (
            EXPORT
                .replace("e-2", "e-3")
                .replace("l-3", "l-5")
                .replace("l-4", "l-6"),
            "entries, existing, existing, entryId, entryId".to_owned(),
        ),
        (second_alone, "entries, existing, existing".to_owned()),
        (
            EXPORT.replace("s-81", "s-82"),
            "new, suspect, suspect, suspect, suspect".to_owned(),
        ),
    ] {
        assert_eq!(
            texts(&plan_journal(&read(&export), &known)).join(", "),
            expected,
            "{export}"
        );
    }
    // A payment that comes later.
    let without_payment = EXPORT[..second].trim_end().trim_end_matches(',').to_owned() + "]}]";
    let records = read(&without_payment);
    let mut known = KnownJournal::new();
    remember(&mut known, &plan_journal(&records, &KnownJournal::new()));
    assert_eq!(
        texts(&plan_journal(&read(EXPORT), &known)),
        ["existing", "existing", "existing", "new", "new"]
    );
}

#[test]
fn a_conflict_has_both_values_and_the_record_of_the_same_batch() {
    let changed = EXPORT.replace("\"6500\"", "\"6570\"");
    let batch = read(&format!(
        "[{},{}]",
        &EXPORT[1..EXPORT.len() - 1],
        &changed[1..changed.len() - 1]
    ));
    let plan = plan_journal(&batch, &KnownJournal::new());
    let (part, JournalVerdict::Conflict(conflict)) = &plan.verdicts()[6] else {
        panic!("{plan:?}")
    };
    assert_eq!(
        (
            part.record().service_id.as_str(),
            part.line_id().unwrap().as_str()
        ),
        ("s-81", "l-1")
    );
    assert_eq!(part.entry().unwrap().entry_id.as_str(), "e-1");
    assert_eq!(conflict.batch_index, Some(0));
    assert_eq!(
        conflict.to_string(),
        "exists with another account/number; it stays as it is"
    );
    let [difference] = &conflict.differences[..] else {
        panic!("{conflict:?}")
    };
    assert_eq!(
        (difference.known.as_deref(), difference.sent.as_deref()),
        (Some("6500"), Some("6570"))
    );
}

#[test]
fn something_else_is_no_part() {
    for text in [
        "",
        "[]",
        "{}",
        "{\"serviceId\":\"s-81\"}",
        &EXPORT[1..EXPORT.len() - 1],
        "{\"serviceId\":\"\",\"entries\":[]}",
    ] {
        assert!(KnownJournal::new().add(text).is_err(), "{text}");
    }
}

#[test]
fn a_file_keeps_journals_beside_transactions() {
    let folder = Folder::new("journal-file");
    let path = folder.path().join("books.store");
    let records = read(EXPORT);
    let read_only = FileStore::open_read_only(&path).unwrap();
    assert_eq!(
        texts(&read_only.plan_journal(&records).unwrap()),
        ["new"; 5]
    );
    assert!(matches!(
        read_only.import_journal(&records),
        Err(FileStoreError::ReadOnly)
    ));
    assert!(!path.exists());

    let store = FileStore::open(&path).unwrap();
    assert_eq!(
        (store.count_journal_lines().unwrap(), store.count().unwrap()),
        (0, 0)
    );
    let batch = crate::transactions::many_transactions(20);
    universal_accounting::dedup::import(&store, &batch).unwrap();
    store.import_journal(&records).unwrap();
    drop(store);
    for compacts in [false, true] {
        let mut store = FileStore::open(&path).unwrap();
        if compacts {
            store.compact().unwrap();
        }
        assert_eq!(
            texts(&store.import_journal(&records).unwrap()),
            ["existing"; 5]
        );
        assert_eq!(
            (store.count_journal_lines().unwrap(), store.count().unwrap()),
            (4, 20)
        );
    }
}

/// Ids of any length and any characters are told apart, and one that begins another finds only its own lines.
#[test]
fn ids_are_exact() {
    let folder = Folder::new("journal-ids");
    let store = FileStore::open(folder.path().join("journal.store")).unwrap();
    let long = "x".repeat(100_000);
    let ids = [
        "s",
        "s\\u0000",
        "s\\u0000\\u0000",
        "s1",
        "S",
        " s",
        "ü",
        "\\ud83d\\ude00",
        &long,
    ];
    let mut export = String::new();
    for id in ids {
        let _ = writeln!(
            export,
            "{}",
            EXPORT[1..EXPORT.len() - 1]
                .replace('\n', " ")
                .replace("s-81", id)
        );
    }
    let reading = journal::read(export.as_bytes(), &Policy::new().sequence());
    assert_eq!(reading.records.len(), ids.len());
    for (number, record) in reading.records.iter().enumerate() {
        // The same document under another id.
        let line = if number == 0 { "new" } else { "suspect" };
        assert_eq!(
            texts(&store.import_journal(std::slice::from_ref(record)).unwrap()),
            ["new", line, line, line, line]
        );
        assert_eq!(
            store.count_journal_lines().unwrap(),
            4 * u64::try_from(number + 1).unwrap()
        );
    }
    let again = store.import_journal(&reading.records).unwrap();
    assert!(
        again
            .verdicts()
            .iter()
            .all(|(_, verdict)| *verdict == JournalVerdict::Existing)
    );
}
