//! `uacc store`: checks, describes and compacts stores.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::thread;

use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::transactions::many_transactions;
use universal_accounting::dedup::{self, FileStore, Store};
use universal_accounting::transactions;

const PAYLOAD: &[u8] =
    br#"{"transactions": [{"accountIdentifier": "A", "transactionId": "1", "amount": "1.00", "creditDebit": "debit",
    "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;

#[test]
fn a_store_in_a_file_is_checked_described_and_compacted() {
    let folder = Folder::new("store");
    let store = folder
        .path()
        .join("books.store")
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(uacc(&["import", "-", "--store", &store], PAYLOAD).status, 0);
    let check = uacc(&["store", "check", &store], b"");
    assert_eq!(
        (check.status, check.stdout),
        (0, format!("{store}: 1 transaction, whole\n"))
    );
    let bytes = fs::metadata(&store).unwrap().len();
    let info = uacc(&["store", "info", &store], b"");
    assert_eq!(
        (info.status, info.stdout),
        (
            0,
            format!("{store}: 1 transaction, {bytes} bytes, {bytes} for each\n")
        )
    );
    let compact = uacc(&["store", "compact", &store], b"");
    assert!(
        compact.status == 0
            && compact
                .stdout
                .starts_with(&format!("{store}: {bytes} bytes before, ")),
        "{}",
        compact.stdout
    );
    assert_eq!(uacc(&["store", "check", &store], b"").status, 0);

    let mut damaged = fs::read(&store).unwrap();
    let at = damaged
        .windows(5)
        .position(|window| window == b"debit")
        .unwrap();
    damaged[at] ^= 1;
    fs::write(&store, &damaged).unwrap();
    let copy = format!("{store}.copy");
    for action in [
        &["check", &store][..],
        &["info", &store],
        &["compact", &store],
        &["backup", &store, &copy],
    ] {
        let run = uacc(&[&["store"], action].concat(), b"");
        assert_eq!(run.status, 1, "{action:?}");
        assert!(
            run.stderr.starts_with(&store) && run.stderr.contains(": this store is damaged"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(fs::read(&store).unwrap(), damaged);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "needs the permission to mount a file system; tests/full runs it"]
fn stores_on_a_read_only_disk_are_read() {
    let folder = Folder::new("read-only-disk");
    let payload = folder.file("payload.json", PAYLOAD);
    let stores = folder.path().join("stores");
    fs::create_dir(&stores).unwrap();
    let store = stores.join("books.store").to_str().unwrap().to_owned();
    let import = uacc(&["import", &payload, "--store", &store], b"");
    assert_eq!(import.status, 0, "{}", import.stderr);
    let script = format!(
        "cd '{0}' && mount --bind . . && mount -o remount,bind,ro . && cd '{0}' || exit 99
        for command in 'check books.store' 'info books.store' 'compact books.store'; do
          '{1}' store $command >'{2}'; echo $?
        done
        '{1}' import '{payload}' --store books.store --dry-run --format json; echo $?
        '{1}' import '{payload}' --store books.store; echo $?",
        stores.display(),
        env!("CARGO_BIN_EXE_uacc"),
        folder.path().join("output").display(),
    );
    let root = ["--user", "--map-root-user", "--mount", "sh", "-c", &script];
    let run = Command::new("unshare").args(root).output().unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(
        String::from_utf8(run.stdout).unwrap(),
        "0\n0\n1\n{\"existingTransactions\":1,\"newTransactions\":0,\"errorTransactions\":0,\"conflicts\":0,\"suspects\":0}\n0\n2\n",
        "{message}"
    );
    assert_eq!(
        message.matches("Read-only file system").count(),
        2,
        "{message}"
    );
}

#[test]
fn a_store_is_copied_while_another_process_imports() {
    const PAYLOADS: usize = 12;
    let folder = Folder::new("backup");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = path("books.store");
    let all = many_transactions(PAYLOADS * 50);
    let payloads: Vec<String> = all
        .chunks(50)
        .enumerate()
        .map(|(number, part)| {
            let name = format!("{number}.json");
            folder.file(&name, transactions::write(part).as_bytes())
        })
        .collect();
    let import = |payload: &str| {
        let run = uacc(&["import", payload, "--store", &store], b"");
        assert_eq!(run.status, 0, "{}", run.stderr);
    };
    import(&payloads[0]);
    let copies: Vec<String> = thread::scope(|scope| {
        let importing = scope.spawn(|| payloads.iter().for_each(|payload| import(payload)));
        let mut copies = Vec::new();
        while !importing.is_finished() {
            let copy = path(&format!("copy-{}", copies.len()));
            let run = uacc(&["store", "backup", &store, &copy], b"");
            assert_eq!(run.status, 0, "{}", run.stderr);
            copies.push(copy);
        }
        copies
    });
    assert!(!copies.is_empty());
    let mut counts = Vec::new();
    for copy in &copies {
        let store = FileStore::verify(copy).unwrap();
        let plan = store.plan(dedup::keys(&all)).unwrap();
        let count = all.len() - plan.new_keys().count();
        assert_eq!(store.count().unwrap(), u64::try_from(count).unwrap());
        counts.push(count);
    }
    assert!(counts.is_sorted(), "{counts:?}");
    assert!(counts.iter().all(|count| count % 50 == 0), "{counts:?}");

    let copy = &copies[0];
    let bytes = fs::read(copy).unwrap();
    let again = uacc(&["store", "backup", &store, copy], b"");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
    assert_eq!(&fs::read(copy).unwrap(), &bytes);
    let directory = uacc(&["store", "backup", &path("."), &path("new")], b"");
    assert_eq!(directory.status, 2);
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1 + payloads.len() + copies.len());
}

#[test]
fn what_is_no_store_is_left_as_it_is() {
    let folder = Folder::new("no-store");
    let file = folder.file("file", b"mine");
    let run = uacc(&["store", "check", &file], b"");
    assert_eq!(run.status, 1);
    assert!(
        run.stderr
            .contains("this file is no store of universal-accounting"),
        "{}",
        run.stderr
    );
    for path in [folder.path().to_str().unwrap(), "missing"] {
        assert_eq!(uacc(&["store", "check", path], b"").status, 2, "{path}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Each argument looks like the address of a database, in the ways that people mistype one. None becomes a file, and no output has the password.
#[test]
fn an_address_is_never_a_file_and_its_password_is_never_shown() {
    let folder = Folder::new("addresses");
    let run_in_folder = |arguments: &[&str]| {
        let output = program(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    folder.file("payload.json", PAYLOAD);
    for address in [
        "postgresql:/books:secret@localhost/x",
        "postgresql//books:secret@localhost/x",
        "postgresql:///x?bogus=secret",
        "postgressql://books:secret@localhost/x",
        "jdbc:postgresql://localhost/x?user=books&password=secret",
        "host=localhost password=secret",
        "books:secret@localhost/x",
        " postgresql://books:secret@localhost/x",
    ] {
        for arguments in [
            &["import", "payload.json", "--store", address][..],
            &["store", "check", address],
            &["store", "info", address],
            &["store", "compact", address],
            &["store", address],
            &["check", "transactions", address],
        ] {
            let (status, text) = run_in_folder(arguments);
            assert_eq!(status, Some(2), "{arguments:?}\n{text}");
            assert!(!text.contains("secret"), "{arguments:?}\n{text}");
        }
    }
    for action in ["check", "info", "compact"] {
        let (status, text) =
            run_in_folder(&["store", action, "postgresql://books:secret@localhost/x"]);
        assert_eq!(status, Some(2));
        assert!(
            text.contains("localhost/x") && !text.contains("secret"),
            "{text}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    // A file may have such a name all the same.
    let (status, text) = run_in_folder(&["import", "payload.json", "--store", "./host=secret"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(folder.path().join("host=secret").is_file());
}

/// Returns an MT940 statement of one account with one booking.
fn statement(
    number: u8,
    [first, booked, last]: [&str; 3],
    [opening, closing]: [&str; 2],
) -> String {
    format!(
        ":20:A\n:25:CH9300762011623852957\n:28C:{number}\n:60F:C{first}CHF{opening}\n:61:{booked}{}D10,00NTRFNONREF\n:86:Bakery\n:62F:C{last}CHF{closing}\n-\n",
        &booked[2..]
    )
}

fn march() -> String {
    statement(3, ["260301", "260330", "260331"], ["100,00", "90,00"])
}

fn may() -> String {
    statement(5, ["260501", "260504", "260531"], ["60,00", "50,00"])
}

#[test]
fn info_shows_the_days_that_the_imported_statements_cover() {
    let folder = Folder::new("calendar");
    let store = folder
        .path()
        .join("books.store")
        .to_str()
        .unwrap()
        .to_owned();
    let march = folder.file("march.sta", march().as_bytes());
    let april = statement(4, ["260401", "260415", "260430"], ["90,00", "80,00"]);
    let april = folder.file("april.sta", april.as_bytes());
    let may = folder.file("may.sta", may().as_bytes());
    let calendar = |line: &str| {
        let info = uacc(&["store", "info", &store], b"");
        assert_eq!(info.status, 0, "{}", info.stderr);
        let (first, calendar) = info.stdout.split_once('\n').unwrap();
        assert!(first.contains(line), "{first}");
        calendar.to_owned()
    };
    assert_eq!(uacc(&["import", "-", "--store", &store], PAYLOAD).status, 0);
    assert_eq!(calendar("1 transaction"), "");
    let dry = uacc(
        &["import", &march, &may, "--store", &store, "--dry-run"],
        b"",
    );
    assert_eq!(dry.status, 0, "{}", dry.stderr);
    assert_eq!(calendar("1 transaction"), "");

    for file in [&may, &march] {
        assert_eq!(uacc(&["import", file, "--store", &store], b"").status, 0);
    }
    assert_eq!(
        calendar("3 transactions"),
        "CH9300762011623852957 CHF: 2 statements
  2026-03-01 to 2026-03-31  proved
  2026-04-01 to 2026-04-30  missing
  2026-05-01 to 2026-05-31  proved
  Ask the bank for the CHF statement of CH9300762011623852957 from 2026-04-01 to 2026-04-30: the balance before is 90.00, the one after 60.00, the difference -30.00.
Transactions of payloads are in no calendar: payloads name no statement.
"
    );
    let json = uacc(&["store", "info", &store, "--format", "json"], b"");
    let (_, accounts) = json.stdout.split_once("\"accounts\":").unwrap();
    assert_eq!(
        (json.status, accounts),
        (
            0,
            concat!(
                r#"[{"account":"CH9300762011623852957","currency":"CHF","statements":2,"days":[{"from":"2026-03-01","until":"2026-03-31","coverage":"proved"},"#,
                r#"{"from":"2026-04-01","until":"2026-04-30","coverage":"missing"},{"from":"2026-05-01","until":"2026-05-31","coverage":"proved"}],"#,
                r#""missing":[{"from":"2026-04-01","until":"2026-04-30","overlap":false,"closing":"90.00","opening":"60.00","difference":"-30.00"}]}]}]}"#,
                "\n"
            )
        )
    );

    // The statement of April leaves 20 open, which the calendar still shows; copies and a compaction change nothing.
    for file in [&april, &march] {
        assert_eq!(uacc(&["import", file, "--store", &store], b"").status, 0);
    }
    let expected = "CH9300762011623852957 CHF: 3 statements
  2026-03-01 to 2026-05-31  proved
  Ask the bank for the CHF statement of CH9300762011623852957 from 2026-04-30 to 2026-05-01: the balance before is 80.00, the one after 60.00, the difference -20.00.
Transactions of payloads are in no calendar: payloads name no statement.
";
    assert_eq!(calendar("4 transactions"), expected);
    assert_eq!(uacc(&["store", "compact", &store], b"").status, 0);
    assert_eq!(calendar("4 transactions"), expected);
}

#[test]
fn an_import_compares_its_statements_with_those_of_the_store() {
    let folder = Folder::new("compared");
    let store = folder
        .path()
        .join("books.store")
        .to_str()
        .unwrap()
        .to_owned();
    let [march, copy, may] = [
        ("march.sta", march()),
        ("copy.sta", march()),
        ("may.sta", may()),
    ]
    .map(|(name, text)| folder.file(name, text.as_bytes()));
    // Another amount on a day within the statement, made up for on its last day.
    let edited = self::march()
        .replace("D10,00", "D9,00")
        .replace(":62F", ":61:2603310331D1,00NTRFNONREF\n:86:Kiosk\n:62F");
    let edited = folder.file("edited.sta", edited.as_bytes());
    let import = |file: &str, more: &[&str]| {
        let run = uacc(&[&["import", file, "--store", &store], more].concat(), b"");
        (run.status, run.stderr)
    };
    let (status, first) = import(&march, &["--strict"]);
    assert!(status == 0 && !first.contains("before ("), "{first}");

    // A dry run reports the same, and a note changes no exit status.
    for more in [&["--dry-run"][..], &["--strict"]] {
        let (status, again) = import(&copy, more);
        assert!(
            status == 0
                && again.contains("note[statement-imported-before]")
                && again.contains("imported before (2026-03-01 – 2026-03-31)"),
            "{again}"
        );
    }
    let (status, gap) = import(&may, &["--dry-run"]);
    assert!(
        status == 0
            && gap.contains("warning[imported-statement-missing]")
            && gap.contains("(2026-04-01 – 2026-04-30; difference -30.00)"),
        "{gap}"
    );
    let (status, redacted) = import(&may, &["--dry-run", "--strict", "--redact"]);
    assert!(
        status == 1
            && redacted.contains("error[imported-statement-missing]")
            && !redacted.contains("2026-")
            && !redacted.contains("30.00"),
        "{redacted}"
    );
    let (_, redacted) = import(&copy, &["--dry-run", "--redact"]);
    assert!(
        redacted.contains("note[statement-imported-before]") && !redacted.contains("2026-"),
        "{redacted}"
    );
    let (status, differs) = import(&edited, &["--dry-run"]);
    assert!(
        status == 0
            && differs.contains("warning[imported-statement-differs]")
            && differs.contains("not the same bookings on: 2026-03-30, 2026-03-31\n"),
        "{differs}"
    );
    let (_, german) = import(&may, &["--dry-run", "--lang", "de"]);
    assert!(
        german.contains("schliessen nicht aneinander an"),
        "{german}"
    );
    let (status, _) = import(&may, &["--strict"]);
    assert_eq!(status, 1);
    // The gap was reported, and its statement imported.
    let info = uacc(&["store", "info", &store], b"");
    assert!(info.stdout.contains(": 2 statements\n"), "{}", info.stdout);
}
