//! `uacc import` as its user runs it: twice, overlapping, changed, killed, two at once, on a file that is something else.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::folder::Folder;
use crate::process::{Run, program, uacc};
use universal_accounting::report::Policy;
use universal_accounting::transactions;

const SAMPLE: &str = "tests/bank/ubs-account/2022-11-de.csv";

fn import(store: &str, arguments: &[&str]) -> Run {
    uacc(&[&["import", "--store", store], arguments].concat(), b"")
}

/// The three counts: existing, new, errors.
fn counts(store: &str, arguments: &[&str]) -> [u64; 3] {
    let run = import(store, &[arguments, &["--format", "json"]].concat());
    let answer =
        transactions::read_result(run.stdout.as_bytes(), None, &Policy::new().received()).value;
    let answer = answer.unwrap_or_else(|| panic!("{}{}", run.stdout, run.stderr));
    [
        answer.existing_transactions,
        answer.new_transactions,
        answer.error_transactions,
    ]
}

fn store(folder: &Folder) -> String {
    folder
        .path()
        .join("books.store")
        .to_str()
        .unwrap()
        .to_owned()
}

fn payload(ids: impl Iterator<Item = usize>) -> String {
    let records: Vec<String> = ids
        .map(|id| {
            format!(
                r#"{{"accountIdentifier":"CH9300762011623852957","transactionId":"{id}","creditDebit":"debit","amount":"{}.50","currency":"CHF","bookedAt":"2026-03-31"}}"#,
                id + 1
            )
        })
        .collect();
    format!("{{\"transactions\":[{}]}}\n", records.join(","))
}

#[test]
fn a_second_import_finds_all_existing() {
    let folder = Folder::new("twice");
    let store = store(&folder);
    assert_eq!(counts(&store, &[SAMPLE]), [0, 4, 0]);
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
    let run = import(&store, &[SAMPLE]);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stdout,
        "                                       transactions  existing  new  rejected  conflicts  suspects  changed text\n\
         tests/bank/ubs-account/2022-11-de.csv             4         4    0         0          0         0             0\n"
    );
    assert!(
        run.stderr
            .ends_with(&format!("0 new transactions imported into {store}\n")),
        "{}",
        run.stderr
    );
}

#[test]
fn json_output_has_the_counts_of_the_service_and_what_to_review() {
    let folder = Folder::new("body");
    let run = import(&store(&folder), &[SAMPLE, "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":4,\"errorTransactions\":0,\"conflicts\":0,\"suspects\":0}\n"
    );
}

#[test]
fn a_payload_and_its_bank_export_have_the_same_transactions() {
    let folder = Folder::new("payloads");
    let store = store(&folder);
    let converted = uacc(&["convert", "--batch", "3", SAMPLE], b"").stdout;
    assert_eq!(converted.lines().count(), 2);
    let path = folder.file("converted", converted.as_bytes());
    assert_eq!(counts(&store, &[SAMPLE]), [0, 4, 0]);
    assert_eq!(counts(&store, &[&path]), [4, 0, 0]);
    let run = uacc(
        &["import", "-", "--store", &store, "--format", "json"],
        converted.as_bytes(),
    );
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":4,\"newTransactions\":0,\"errorTransactions\":0,\"conflicts\":0,\"suspects\":0}\n"
    );
}

#[test]
fn overlapping_exports_add_only_the_difference() {
    let folder = Folder::new("overlap");
    let store = store(&folder);
    let text = fs::read_to_string(SAMPLE).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let header = lines
        .iter()
        .position(|line| line.starts_with("Abschlussdatum"))
        .unwrap();
    // The first row below the header is pending, and the second was booked late.
    let earlier = [&lines[..=header + 1], &lines[header + 3..]]
        .concat()
        .join("\n");
    let earlier = folder.file("earlier.csv", earlier.as_bytes());
    assert_eq!(counts(&store, &[&earlier]), [0, 3, 0]);
    assert_eq!(counts(&store, &[SAMPLE]), [3, 1, 0]);
    assert_eq!(counts(&store, &[SAMPLE, &earlier]), [4, 0, 0]);
}

/// Without ids of the bank, ids are derived. They are the same with and without balances, and two equal transactions of a day stay two.
#[test]
fn overlapping_exports_without_ids_add_only_the_difference() {
    let folder = Folder::new("derived");
    let store = store(&folder);
    let export = |name: &str, balances: bool, rows: &[(&str, &str, &str)]| {
        let mut csv = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n".to_owned();
        let mut balance = 1000;
        for (day, text, amount) in rows {
            balance += amount.parse::<i32>().unwrap();
            let balance = if balances {
                balance.to_string()
            } else {
                String::new()
            };
            let cells = [
                "CH9300762011623852957",
                &format!("{day} 00:00:00.0"),
                text,
                amount,
                &balance,
            ];
            csv += &[&cells[..], &[cells[1]]].concat().join(";");
            csv.push('\n');
        }
        folder.file(name, csv.as_bytes())
    };
    let rows = [
        ("2026-03-30", "Miete", "-500"),
        ("2026-03-30", "Kaffee", "-5"),
        ("2026-03-30", "Kaffee", "-5"),
        ("2026-03-31", "Lohn", "4000"),
        ("2026-04-01", "Kaffee", "-5"),
    ];
    let march = export("march.csv", true, &rows[..4]);
    let later = export("later.csv", false, &rows[..]);
    let from_april = export("april.csv", true, &rows[3..]);
    let read = |files: &[&str]| counts(&store, &[files, &["--currency", "CHF"]].concat());
    assert_eq!(read(&[&march]), [0, 4, 0]);
    assert_eq!(read(&[&later]), [4, 1, 0]);
    assert_eq!(read(&[&from_april]), [2, 0, 0]);
    assert_eq!(read(&[&march, &later, &from_april]), [5, 0, 0]);
}

#[test]
fn another_value_date_is_a_conflict_and_overwrites_nothing() {
    let folder = Folder::new("conflict");
    let store = store(&folder);
    import(&store, &[SAMPLE]);
    let changed = fs::read_to_string(SAMPLE).unwrap().replace(
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

/// A statement is imported whole or not at all, and one refused file keeps all files out.
#[test]
fn statements_are_imported_whole() {
    let folder = Folder::new("whole");
    let store = store(&folder);
    let damaged = fs::read_to_string(SAMPLE)
        .unwrap()
        .replace("-98.45", "-98,45");
    let damaged = folder.file("damaged.csv", damaged.as_bytes());
    let payload = br#"{"transactions":[{"accountIdentifier":"A","transactionId":"1","creditDebit":"debit","amount":"x","currency":"CHF","bookedAt":"2026-03-31"},
        {"accountIdentifier":"A","transactionId":"2","creditDebit":"debit","amount":"1.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#;
    let payload = folder.file("payload.json", payload);
    for files in [
        &[damaged.as_str()][..],
        &[SAMPLE, &damaged],
        &[&payload, &damaged],
    ] {
        let run = import(&store, files);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""));
        let reason = format!(
            "nothing was imported, because of {damaged}; --partial imports the rows that could be read"
        );
        assert!(run.stderr.contains(&reason), "{}", run.stderr);
    }
    let run = import(&store, &[&damaged, "--partial", "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":3,\"errorTransactions\":1,\"conflicts\":0,\"suspects\":0}\n"
    );
    assert_eq!(run.status, 1);
    // Of a payload, the faulty records are counted and the others are imported.
    let run = import(&store, &[&payload, "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":1,\"errorTransactions\":1,\"conflicts\":0,\"suspects\":0}\n"
    );
}

/// What many files lack is said once.
#[test]
fn what_files_need_is_said_once() {
    let folder = Folder::new("needs");
    let store = store(&folder);
    let sample = fs::read("tests/bank/viseca-card/2023.csv").unwrap();
    let files: Vec<String> = (1..=5)
        .map(|number| folder.file(&format!("{number}.csv"), &sample))
        .collect();
    let run = import(
        &store,
        &files.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(run.status, 1);
    let need = format!(
        "5 files need --accounts with a map, whose skeleton `uacc accounts` writes: {}, {}, {} and 2 more\n",
        files[0], files[1], files[2]
    );
    assert!(
        run.stderr.contains(&need) && !run.stderr.contains("account-missing"),
        "{}",
        run.stderr
    );
    assert!(
        import(&store, &[&files[0]])
            .stderr
            .contains("error[account-missing]")
    );
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

#[test]
fn a_dry_run_writes_nothing() {
    let folder = Folder::new("dry");
    let store = store(&folder);
    assert_eq!(counts(&store, &[SAMPLE, "--dry-run"]), [0, 4, 0]);
    assert!(!Path::new(&store).exists());
    import(&store, &[SAMPLE]);
    let before = fs::read(&store).unwrap();
    let other = folder.file("other.json", payload(0..3).as_bytes());
    let run = import(&store, &[SAMPLE, &other, "--dry-run"]);
    assert!(
        run.stderr.ends_with(&format!(
            "3 new transactions would be imported into {store}\n"
        )),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout.ends_with(
            "             7         4    3         0          0         0             0\n"
        ),
        "{}",
        run.stdout
    );
    assert_eq!(fs::read(&store).unwrap(), before);
}

#[test]
fn card_numbers_are_masked() {
    let folder = Folder::new("cards");
    let card = "4111111111111111";
    let json = payload(0..1)
        .replace("CH9300762011623852957", card)
        .replace("\"0\"", &format!("\"{card}\""));
    let path = folder.file("card.json", json.as_bytes());
    let again = folder.file(
        "again.json",
        json.replace("\"1.50\"", "\"2.50\"").as_bytes(),
    );
    let other = folder.file(
        "other.json",
        json.replace(&format!("Id\":\"{card}\""), "Id\":\"x\"")
            .as_bytes(),
    );
    let run = import(&store(&folder), &[&path, &again, &other]);
    assert!(
        run.stdout.contains("1 conflict") && run.stdout.contains("1 suspect"),
        "{}",
        run.stdout
    );
    assert!(
        !run.stdout.contains(card) && !run.stderr.contains(card),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn a_foreign_or_damaged_store_is_rejected_and_unchanged() {
    let folder = Folder::new("refuses");
    let books = store(&folder);
    import(&books, &[SAMPLE]);
    let mut damaged = fs::read(&books).unwrap();
    let text = damaged
        .windows(13)
        .position(|window| window == b"transactionId")
        .unwrap();
    damaged[text + 20] ^= 1;
    for (name, bytes, message) in [
        (
            "a.csv",
            fs::read(SAMPLE).unwrap(),
            "this file is no store of universal-accounting and was left as it is; name another one, or one that doesn't exist yet",
        ),
        (
            "empty",
            Vec::new(),
            "this file is no store of universal-accounting and was left as it is; name another one, or one that doesn't exist yet",
        ),
        (
            "damaged",
            damaged,
            "this store is damaged, and nothing was imported; put a copy from before the damage in its place",
        ),
    ] {
        let path = folder.file(name, &bytes);
        for more in [&[][..], &["--dry-run"]] {
            let run = import(&path, &[&[SAMPLE], more].concat());
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}");
            assert!(
                run.stderr.ends_with(&format!("error: {path}: {message}\n")),
                "{name}: {}",
                run.stderr
            );
            assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
        }
    }
    let run = import(folder.path().join("no/folder").to_str().unwrap(), &[SAMPLE]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("check its folder"), "{}", run.stderr);
}

/// Reading from a pipe could block forever.
#[test]
fn a_pipe_is_rejected_as_a_store() {
    let folder = Folder::new("pipe");
    let pipe = store(&folder);
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(import(&pipe, &[SAMPLE]).status, 2);
}

#[test]
#[cfg(target_os = "linux")]
fn reports_the_import_even_if_the_output_is_lost() {
    let folder = Folder::new("lost");
    let store = store(&folder);
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let run = program(&["import", SAMPLE, "--store", &store])
        .stdout(full)
        .output()
        .unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(
        message.contains("4 new transactions imported into"),
        "{message}"
    );
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
}

#[test]
fn twenty_suspects_are_listed_or_all() {
    let folder = Folder::new("suspects");
    let store = store(&folder);
    let path = folder.file(
        "many.json",
        payload(0..1200)
            .replace("\"transactionId\"", "\"other\"")
            .as_bytes(),
    );
    import(&store, &[&path]);
    let import = |more: &[&str]| {
        uacc(
            &[&["import", &path, "--store", &store, "--dry-run"], more].concat(),
            b"",
        )
        .stdout
    };
    let short = import(&[]);
    assert!(short.starts_with("1200 suspects: "), "{short}");
    assert!(
        short.contains("\n  … and 1180 more; --verbose lists all\n"),
        "{short}"
    );
    assert_eq!(short.lines().count(), 1 + 20 + 1 + 1 + 2);
    assert_eq!(import(&["--verbose"]).lines().count(), 1 + 1200 + 1 + 2);
}

#[test]
fn concurrent_imports_wait_for_each_other() {
    let folder = Folder::new("at-once");
    let store = store(&folder);
    let parts: Vec<String> = (0..4)
        .map(|part| {
            folder.file(
                &format!("{part}.json"),
                payload(part * 50..part * 50 + 100).as_bytes(),
            )
        })
        .collect();
    let new: u64 = thread::scope(|scope| {
        let runs: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(|| counts(&store, &[part])))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()[1]).sum()
    });
    assert_eq!(new, 250);
    assert_eq!(
        counts(
            &store,
            &[&folder.file("all.json", payload(0..250).as_bytes())]
        ),
        [250, 0, 0]
    );
}

fn start(store: &str, path: &str) -> Child {
    program(&["import", path, "--store", store, "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A statement of 200 bookings.
fn statement(number: usize) -> String {
    let mut entries = String::new();
    for index in 0..200 {
        entries.extend([format!(
            ":61:2603310331D1,00NTRFNONREF//REF{number:04}X{index:03}\n:86:Booking {index}\n"
        )]);
    }
    let balance = |number: usize| 1_000_000 - 200 * number;
    format!(
        ":20:A\n:25:CH9300762011623852957\n:28C:{}\n:60F:C260331CHF{},00\n{entries}:62F:C260331CHF{},00\n-\n",
        number + 1,
        balance(number),
        balance(number + 1)
    )
}

/// Returns how many statements a store remembers.
fn remembered(store: &str) -> usize {
    let run = uacc(&["store", "info", store, "--format", "json"], b"");
    let info: Value = serde_json::from_str(&run.stdout).unwrap();
    let count = info["stores"][0]["accounts"][0]["statements"].as_u64();
    usize::try_from(count.unwrap()).unwrap()
}

/// Kills imports at different times. Acknowledged imports must be in the store, and each statement must be imported and remembered completely or not at all.
fn kill(times: usize) {
    const SIZE: u64 = 200;
    let folder = Folder::new(&format!("killed-{times}"));
    let store = store(&folder);
    let path = |number: usize| folder.file(&format!("{number}.sta"), statement(number).as_bytes());
    let begun = Instant::now();
    assert!(start(&store, &path(0)).wait().unwrap().success());
    // The shortest time of an import so far. Imports that end before their kill shorten it, so that most are killed on a busy machine too.
    let mut shortest = begun.elapsed();
    let (mut acknowledged, mut killed, mut number): (Vec<usize>, usize, usize) = (vec![0], 0, 1);
    while killed < times {
        let statement = path(number);
        let begun = Instant::now();
        let mut child = start(&store, &statement);
        if number % 10 == 0 {
            // Every tenth import is not killed, so that there is data that could be lost.
            assert!(child.wait().unwrap().success());
        }
        // Varies the time of the kill over the whole run.
        thread::sleep(shortest * u32::try_from(number * 37 % 101).unwrap() / 90);
        let was_running = child.try_wait().unwrap().is_none();
        if !was_running {
            shortest = shortest.min(begun.elapsed());
        }
        child.kill().unwrap();
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        killed += usize::from(was_running);
        if out.ends_with("}\n") {
            acknowledged.push(number);
        }
        number += 1;
        assert!(number < times * 4, "most runs should be killed");
    }
    let files: Vec<String> = (0..number).map(path).collect();
    let mut whole = 0;
    for (number, file) in files.iter().enumerate() {
        match counts(&store, &[file, "--dry-run"]) {
            [0, SIZE, 0] if !acknowledged.contains(&number) => {}
            [SIZE, 0, 0] => whole += 1,
            torn => panic!(
                "statement {number} (acknowledged: {}): {torn:?}",
                acknowledged.contains(&number)
            ),
        }
    }
    assert_eq!(remembered(&store), whole);
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    let [existing, new, errors] = counts(&store, &all);
    let sent = SIZE * u64::try_from(number).unwrap();
    assert_eq!((existing + new, errors), (sent, 0));
    assert_eq!(counts(&store, &all), [sent, 0, 0]);
    assert_eq!(remembered(&store), number);
}

#[test]
fn a_kill_loses_no_acknowledged_import() {
    kill(12);
}

#[test]
#[ignore = "takes a minute; tests/full runs it"]
fn two_hundred_kills_lose_no_acknowledged_import() {
    kill(200);
}

/// Simulates a full disk with a limit on the size of files.
#[test]
fn a_full_disk_leaves_the_store_unchanged() {
    let folder = Folder::new("full");
    let store = store(&folder);
    import(&store, &[SAMPLE]);
    let many = folder.file("many.json", payload(0..20_000).as_bytes());
    let kilobytes = fs::metadata(&store).unwrap().len() / 512 + 64;
    let limited = format!(
        "trap '' XFSZ; ulimit -f {kilobytes}; exec '{}' import '{many}' --store '{store}'",
        env!("CARGO_BIN_EXE_uacc")
    );
    let run = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(
        message.contains(&format!(
            "error: {store}: the store can't be read or written: "
        )),
        "{message}"
    );
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
    assert_eq!(counts(&store, &[&many]), [0, 20_000, 0]);
}

#[test]
fn a_sequence_of_payloads_is_one_import() {
    let folder = Folder::new("many");
    let store = store(&folder);
    let batch = crate::transactions::many_transactions(3000);
    let sequence: Vec<String> = batch.chunks(1000).map(transactions::write).collect();
    let path = folder.file("many.json", sequence.join("\n").as_bytes());
    assert_eq!(counts(&store, &[&path]), [0, 3000, 0]);
    assert_eq!(counts(&store, &[&path]), [3000, 0, 0]);
}
