//! `uacc import` of journal exports: twice, changed, cut off, among other files.

use std::fs;

use crate::folder::Folder;
use crate::import::{import, store};
use crate::process::uacc;
use crate::project::in_project;

const EXPORT: &str = "tests/messages/journal-before.json";

fn counts(existing: u32, new: u32, conflicts: u32, changed: u32, errors: u32) -> String {
    counts_with_suspects(existing, new, conflicts, changed, errors, 0)
}

fn counts_with_suspects(
    existing: u32,
    new: u32,
    conflicts: u32,
    changed: u32,
    errors: u32,
    suspects: u32,
) -> String {
    format!(
        "{{\"existingLines\":{existing},\"newLines\":{new},\"conflictingLines\":{conflicts},\"changedRecords\":{changed},\
         \"errorRecords\":{errors},\"suspectRecords\":{suspects}}}\n"
    )
}

#[test]
fn an_export_is_imported_once() {
    let folder = Folder::new("journal-once");
    let store = store(&folder);
    let dry = import(&store, &[EXPORT, "--dry-run", "--format", "json"]);
    assert_eq!((dry.status, dry.stdout), (0, counts(0, 4, 0, 0, 0)));
    assert!(
        dry.stderr
            .ends_with(&format!("4 new lines would be imported into {store}\n")),
        "{}",
        dry.stderr
    );
    assert!(!fs::exists(&store).unwrap());
    // The delivery of a webhook, with the brand of the service, and again among others.
    let export = fs::read_to_string(in_project(EXPORT))
        .unwrap()
        .replace("serviceId", "acmeId");
    let delivered = uacc(
        &["import", "-", "--store", &store, "--format", "json"],
        export.as_bytes(),
    );
    assert_eq!(
        (delivered.status, delivered.stdout),
        (0, counts(0, 4, 0, 0, 0))
    );
    let record = export
        .trim()
        .trim_start_matches('[')
        .trim_end_matches(']')
        .replace('\n', " ");
    let lines = format!("{record}\n{}\n", record.replace("s-81", "s-82"));
    let lines = folder.file("records.jsonl", lines.as_bytes());
    let nothing = folder.file("nothing.json", b"[]\n");
    let again = import(&store, &[EXPORT, &nothing, &lines, "--format", "json"]);
    // The second record has another id and the same content.
    assert_eq!(
        (again.status, again.stdout),
        (0, counts_with_suspects(8, 4, 0, 0, 0, 1))
    );

    let bytes = fs::metadata(&store).unwrap().len();
    let info = uacc(&["store", "info", &store], b"").stdout;
    assert_eq!(
        info,
        format!(
            "{store}: 0 transactions, 8 journal lines, {bytes} bytes, {} for each\n",
            bytes / 8
        )
    );
    assert_eq!(
        uacc(&["store", "check", &store], b"").stdout,
        format!("{store}: 0 transactions, 8 journal lines, whole\n")
    );
    assert_eq!(uacc(&["store", "compact", &store], b"").status, 0);
    assert_eq!(
        import(&store, &[&lines, "--format", "json"]).stdout,
        counts(8, 0, 0, 0, 0)
    );
}

#[test]
fn a_conflict_overwrites_nothing() {
    let folder = Folder::new("journal-conflict");
    let store = store(&folder);
    import(&store, &[EXPORT]);
    let changed = fs::read_to_string(in_project(EXPORT))
        .unwrap()
        .replace("e-2", "e-3")
        .replace("2026-04-30", "2026-05-01");
    let changed = folder.file("changed.json", changed.as_bytes());
    for _ in 0..2 {
        let run = import(&store, &[&changed]);
        assert_eq!(run.status, 1);
        let message = format!(
            "3 conflicts, not imported: what was imported before has other content; check which version is correct\n  \
             {changed}:1 /0: record s-81\n    entries: e-2 is kept, and was not sent\n  \
             {changed}:1 /0: line l-3 of record s-81\n    entryId: e-2 is kept, e-3 is not imported\n    \
             date: 2026-04-30 is kept, 2026-05-01 is not imported\n  \
             {changed}:1 /0: line l-4 of record s-81\n    entryId: e-2 is kept, e-3 is not imported\n    \
             date: 2026-04-30 is kept, 2026-05-01 is not imported\n\n"
        );
        assert!(run.stdout.starts_with(&message), "{}", run.stdout);
    }
    let json = import(&store, &[&changed, "--format", "json"]);
    assert_eq!((json.status, json.stdout), (1, counts(2, 0, 2, 1, 0)));
    assert!(
        json.stderr.contains("entryId: e-2 is kept"),
        "{}",
        json.stderr
    );
    assert_eq!(
        import(&store, &[&changed, "--warn", "journal-conflict"]).status,
        0
    );
    assert_eq!(
        import(
            &store,
            &[&changed, "--warn", "journal-conflict", "--strict"]
        )
        .status,
        1
    );
    let allowed = import(&store, &[&changed, "--allow", "journal-conflict"]);
    assert!(
        allowed.status == 0 && !allowed.stdout.contains("is kept"),
        "{}",
        allowed.stdout
    );
    assert_eq!(import(&store, &[EXPORT, "--strict"]).status, 0);
}

#[test]
fn a_document_under_another_id_is_imported_and_listed() {
    let folder = Folder::new("journal-suspect");
    let store = store(&folder);
    import(&store, &[EXPORT]);
    let other = fs::read_to_string(in_project(EXPORT))
        .unwrap()
        .replace("s-81", "s-90")
        .replace("\"e-", "\"x-")
        .replace("\"l-", "\"y-");
    let other = folder.file("again.json", other.as_bytes());
    let dry = import(&store, &[&other, "--dry-run", "--strict", "--redact"]);
    assert_eq!(dry.status, 1);
    assert!(
        dry.stdout.contains(&format!(
            "  {other}:1 /0: a record is like a record that was imported before\n"
        )),
        "{}",
        dry.stdout
    );
    assert!(!dry.stdout.contains("s-81"), "{}", dry.stdout);
    let run = import(&store, &[&other]);
    let message = format!(
        "1 suspect: new, but another record has the same day and number of the invoice, or the same day and amounts without a number; check whether \
         both are one document, for example one that was deleted in the service and exported again\n  \
         {other}:1 /0: record s-90 is like record s-81\n\n"
    );
    assert!(
        run.status == 0 && run.stdout.starts_with(&message),
        "{}",
        run.stdout
    );
    let again = import(&store, &[&other, "--strict", "--format", "json"]);
    assert_eq!((again.status, again.stdout), (0, counts(4, 0, 0, 0, 0)));
}

#[test]
fn a_rejected_record_is_counted_and_a_cut_file_is_refused() {
    let folder = Folder::new("journal-rejected");
    let store = store(&folder);
    let export = fs::read_to_string(in_project(EXPORT)).unwrap();
    let (start, end) = (
        export.trim().trim_end_matches(']'),
        export.trim().trim_start_matches('['),
    );
    let unbalanced = format!(
        "{start},{}",
        end.replace("s-81", "s-82").replacen("65.00", "65.05", 1)
    );
    let unbalanced = folder.file("unbalanced.json", unbalanced.as_bytes());
    let run = import(&store, &[&unbalanced, "--format", "json"]);
    assert_eq!((run.status, run.stdout), (1, counts(0, 4, 0, 0, 1)));
    assert!(
        run.stderr.contains("error[entry-unbalanced]"),
        "{}",
        run.stderr
    );

    let cut = folder.file(
        "cut.json",
        &export.replace("s-81", "s-83").as_bytes()[..export.len() - 3],
    );
    let run = import(&store, &[&cut, EXPORT]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr
            .ends_with(&format!("nothing was imported, because of {cut}\n")),
        "{}",
        run.stderr
    );
}

#[test]
fn other_files_are_not_mixed_with_journals() {
    let folder = Folder::new("journal-mixed");
    let store = store(&folder);
    let statement = "tests/bank/ubs-account/2022-11-de.csv";
    let run = import(&store, &[statement, EXPORT]);
    let message = format!(
        "error: {EXPORT} is a journal export and {statement} is not; import journals in a call of their own\n"
    );
    assert_eq!((run.status, run.stderr), (2, message));
    let table = folder.file(
        "single.csv",
        b"serviceId,entry-entryId,entry-amount\ns-81,e-1,5.00\n",
    );
    let run = import(&store, &[&table]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("single entries have one for two lines; import the JSON of the export"),
        "{}",
        run.stderr
    );
    assert!(!fs::exists(&store).unwrap());
}

/// The store is new, and no record comes before this one.
#[test]
fn a_line_id_twice_in_a_new_record_is_a_conflict_within_the_file() {
    let folder = Folder::new("journal-twice");
    let export = fs::read_to_string(in_project(EXPORT))
        .unwrap()
        .replace("l-2", "l-1");
    let run = uacc(
        &["import", "-", "--store", &store(&folder)],
        export.as_bytes(),
    );
    assert_eq!(run.status, 1);
    assert!(
        run.stdout
            .starts_with("2 conflicts, not imported: a record has an id twice; check"),
        "{}",
        run.stdout
    );
}
