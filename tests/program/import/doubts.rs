//! Conflicts, suspects, and transactions that are invalid.

use std::fs;
use std::path::Path;

use super::{SAMPLE, counts, import, payload, store};
use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

#[test]
fn another_value_date_is_a_conflict_and_overwrites_nothing() {
    let folder = Folder::new("conflict");
    let store = store(&folder);
    import(&store, &[SAMPLE]);
    let changed = fs::read_to_string(in_project(SAMPLE)).unwrap().replace(
        "2026-03-31;2026-03-29;CHF;-98.45",
        "2026-03-31;2026-03-31;CHF;-98.45",
    );
    let changed = folder.file("changed.csv", changed.as_bytes());
    for _ in 0..2 {
        let run = import(&store, &[&changed]);
        assert_eq!(run.status, 1);
        let message = format!(
            "1 conflict, not imported: already exists with different content; check which version is correct\n  \
             {changed}:12: 9930889BN5530012-A3I6VPX on CH9300762011623852957\n    valutaAt: 2026-03-29 is kept, 2026-03-31 is not imported\n\n"
        );
        assert!(run.stdout.starts_with(&message), "{}", run.stdout);
        let run = import(&store, &[&changed, "--format", "json"]);
        assert_eq!(
            run.stdout,
            "{\"existingTransactions\":4,\"newTransactions\":0,\"errorTransactions\":0,\"conflicts\":1,\"suspects\":0}\n"
        );
        assert!(
            run.stderr
                .contains("valutaAt: 2026-03-29 is kept, 2026-03-31 is not imported"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(import(&store, &[&changed, "--strict"]).status, 1);
    assert_eq!(import(&store, &[SAMPLE, "--strict"]).status, 0);
    let warned = import(&store, &[&changed, "--warn", "transaction-conflict"]);
    assert!(
        warned.status == 0 && warned.stdout.starts_with("1 conflict"),
        "{}",
        warned.stdout
    );
    let allowed = import(&store, &[&changed, "--allow", "transaction-conflict"]);
    assert!(
        allowed.status == 0 && !allowed.stdout.contains("is kept"),
        "{}",
        allowed.stdout
    );
}

/// Two bookings with one reference, amount and day, and a booking that the bank reports again a day later.
#[test]
fn bookings_that_share_a_reference_are_conflicts_and_suspects() {
    let folder = Folder::new("shared-reference");
    let store = store(&folder);
    let report = |name: &str, day: &str, payment: &str| {
        let text = format!(
            ":20:A\n:25:CH9300762011623852957\n:28C:1\n:34F:CHF0,00\n\
             :61:{day}D3,20NTRFNONREF//2026BANK0001\n:86:166?00Ticket?20EREF+{payment}\n-\n"
        );
        folder.file(name, text.as_bytes())
    };
    let first = report("first.sta", "260302", "T-1");
    let second = report("second.sta", "260302", "T-2");
    let later = report("later.sta", "260303", "T-1");
    let numbers = |counts: [u64; 5]| {
        let [existing, new, errors, conflicts, suspects] = counts;
        format!(
            "{{\"existingTransactions\":{existing},\"newTransactions\":{new},\"errorTransactions\":{errors},\"conflicts\":{conflicts},\"suspects\":{suspects}}}\n"
        )
    };
    let read = |file: &str, arguments: &[&str], status: i32, counts: [u64; 5]| {
        let run = import(&store, &[&[file, "--format", "json"], arguments].concat());
        assert_eq!(
            (run.status, run.stdout),
            (status, numbers(counts)),
            "{}",
            run.stderr
        );
        run.stderr
    };
    read(&first, &[], 0, [0, 1, 0, 0, 0]);
    let said = read(&second, &[], 1, [1, 0, 0, 1, 0]);
    assert!(
        said.contains(
            "another end-to-end id, so these are two bookings; --conflicts add imports this one too"
        ),
        "{said}"
    );
    read(&second, &["--conflicts", "keep"], 0, [1, 0, 0, 1, 0]);
    let said = read(&second, &["--conflicts", "add"], 0, [0, 1, 0, 0, 0]);
    assert!(
        said.contains("1 booking added, of which another one has the same reference of the bank, amount and day"),
        "{said}"
    );
    read(&second, &[], 0, [1, 0, 0, 0, 0]);
    read(&first, &[], 0, [1, 0, 0, 0, 0]);
    let said = read(&later, &[], 0, [0, 1, 0, 0, 1]);
    assert!(said.contains("a few days before or after"), "{said}");
    read(&later, &[], 0, [1, 0, 0, 0, 0]);
}

/// Two statements meet at noon, and both have a coffee of the same price.
#[test]
fn balances_prove_that_equal_ids_are_two_bookings() {
    let statement = |number: u32, opening: &str, entries: &[&str], closing: &str| {
        let entry =
            |reference: &&str| format!(":61:2601200120D5,00NTRFNONREF{reference}\n:86:Coffee\n");
        let entries = entries.iter().map(entry).collect::<Vec<_>>().concat();
        format!(
            ":20:A\n:25:CH9300762011623852957\n:28C:{number}\n:60F:C260120CHF{opening}\n{entries}:62F:C260120CHF{closing}\n-\n"
        )
    };
    for reference in ["//REF123456", ""] {
        let folder = Folder::new("noon");
        let store = store(&folder);
        let file = |name: &str, text: String| folder.file(name, text.as_bytes());
        let first = file("1.sta", statement(1, "100,00", &[reference], "95,00"));
        let second = file("2.sta", statement(2, "95,00", &[reference], "90,00"));
        assert_eq!(counts(&store, &[&first]), [0, 1, 0]);
        for arguments in [&[][..], &["--dry-run"]] {
            let run = import(&store, &[&[second.as_str()], arguments].concat());
            assert_eq!(run.status, 1, "{}", run.stderr);
            let said = "1 conflict, not imported: another booking has the id\n";
            assert!(run.stdout.contains(said), "{}", run.stdout);
            let said = "the balances of the statements prove that these are two bookings; --conflicts add imports this one too\n";
            assert!(run.stdout.contains(said), "{}", run.stdout);
        }
        let run = uacc(&["store", "info", &store, "--format", "json"], b"");
        assert!(run.stdout.contains("\"statements\":1,"), "{}", run.stdout);
        // The second statement isn't remembered before its booking is there.
        assert_eq!(counts(&store, &[&second, "--conflicts", "add"]), [0, 1, 0]);
        assert_eq!(counts(&store, &[&second]), [1, 0, 0]);
        assert_eq!(counts(&store, &[&first, &second]), [2, 0, 0]);
        let run = uacc(&["store", "info", &store, "--format", "json"], b"");
        assert!(run.stdout.contains("\"statements\":2,"), "{}", run.stdout);
    }
}

#[test]
fn an_account_in_two_spellings_is_a_suspect() {
    let folder = Folder::new("spelled");
    let store = store(&folder);
    let original = payload(0..1);
    let spelled = folder.file(
        "spelled.json",
        original
            .replace("CH9300762011623852957", "CH93 0076 2011 6238 5295 7")
            .as_bytes(),
    );
    let original = folder.file("original.json", original.as_bytes());
    import(&store, &[&original]);
    let run = import(&store, &[&spelled]);
    let message = format!(
        "1 suspect: new, but this account has a transaction with the same id in another spelling of the account; the service \
         takes each spelling for another account, so always write it the same way: an IBAN in upper case without blanks\n  \
         {spelled}:1 /transactions/0: 0 on CH93 0076 2011 6238 5295 7 is like 0 on CH9300762011623852957\n\n"
    );
    assert!(run.stdout.starts_with(&message), "{}", run.stdout);
    assert_eq!(counts(&store, &[&spelled]), [1, 0, 0]);
}

#[test]
fn invalid_transactions_count_as_errors_and_the_others_are_imported() {
    let folder = Folder::new("errors");
    let store = store(&folder);
    let faulty = payload(0..3).replace("\"2.50\"", "\"2,50\"");
    let path = folder.file("faulty.json", faulty.as_bytes());
    let run = import(&store, &[&path, "--format", "json"]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (
            1,
            "{\"existingTransactions\":0,\"newTransactions\":2,\"errorTransactions\":1,\"conflicts\":0,\"suspects\":0}\n"
        )
    );
    let corrected = folder.file("corrected.json", payload(0..3).as_bytes());
    assert_eq!(counts(&store, &[&corrected]), [2, 1, 0]);
}

#[test]
fn an_unusable_file_stops_the_whole_import() {
    let folder = Folder::new("refused");
    let store = store(&folder);
    let good = folder.file("good.json", payload(0..3).as_bytes());
    let whole = payload(3..6);
    let refused = [
        ("cut.json", &whole.as_bytes()[..whole.len() - 30]),
        ("empty.json", b"{\"transactions\":[]}".as_slice()),
        ("none.json", b"{}"),
        ("nothing.json", b""),
        ("bare.json", b"[]"),
        ("strange.csv", b"a;b\n1;2\n"),
        ("twice.json", b"{\"transactions\":[{\"accountIdentifier\":\"x\",\"amount\":\"1\",\"currency\":\"CHF\"}],\"transactions\":[]}"),
    ];
    for (name, bytes) in refused {
        let path = folder.file(name, bytes);
        let run = import(&store, &[&good, &path]);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{name}");
        assert!(
            run.stderr
                .ends_with(&format!("nothing was imported, because of {path}\n")),
            "{name}: {}",
            run.stderr
        );
        assert!(!Path::new(&store).exists(), "{name}");
    }
}
