//! `uacc import` into PostgreSQL: concurrent processes, kills, and passwords in the address.
//!
//! Most tests need the database at `UACC_POSTGRES`. They are ignored by default, so that they do not pass without testing anything.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::database::{address, client, create_schema, open, unique_name};
use crate::folder::Folder;
use crate::import::counts_of;
use crate::process::{Run, uacc};
use crate::transactions::many_transactions;
use universal_accounting::dedup::{self, Store, Verdict};
use universal_accounting::transactions::{self, Transaction};

fn into(organization: &str, arguments: &[&str]) -> Run {
    into_store(&address(), organization, arguments)
}

fn into_store(address: &str, organization: &str, arguments: &[&str]) -> Run {
    uacc(
        &[
            &["import", "--store", address, "--organization", organization],
            arguments,
        ]
        .concat(),
        b"",
    )
}

fn start(organization: &str, file: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args([
            "import",
            file,
            "--store",
            &address(),
            "--organization",
            organization,
            "--format",
            "json",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn ended(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn four_processes_at_once_create_each_key_once() {
    const KEYS: usize = 1000;
    let (folder, name) = (Folder::new("postgres-four"), unique_name("four"));
    let all = many_transactions(KEYS);
    let (mut sent, mut existing, mut new) = (0, 0, 0);
    for round in 0..4 {
        // The windows overlap with each other and with those of the round before.
        let files: Vec<String> = (0..4)
            .map(|process| {
                let from = round * 150 + process * 100;
                sent += 250;
                let window = &all[from..from + 250];
                // Two processes import in reverse order, which could cause deadlocks.
                let window: Vec<Transaction> = if process % 2 == 0 {
                    window.to_vec()
                } else {
                    window.iter().rev().cloned().collect()
                };
                folder.file(
                    &format!("{round}-{process}.json"),
                    transactions::write(&window).as_bytes(),
                )
            })
            .collect();
        let processes: Vec<Child> = files.iter().map(|file| start(&name, file)).collect();
        for run in processes.into_iter().map(ended) {
            assert_eq!(run.status, 0, "{}", run.stderr);
            let [e, n, errors] = counts_of(&run);
            assert_eq!((e + n, errors), (250, 0));
            (existing, new) = (existing + e, new + n);
        }
    }
    assert_eq!(existing + new, sent);
    assert_eq!(new, u64::try_from(KEYS).unwrap());
    let store = open(&address(), &name).unwrap();
    let mut ids = Vec::new();
    store
        .for_each(|json| {
            ids.push(
                json.split("\"transactionId\":")
                    .nth(1)
                    .unwrap()
                    .split(',')
                    .next()
                    .unwrap()
                    .to_owned(),
            );
        })
        .unwrap();
    assert_eq!(ids.len(), KEYS);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), KEYS, "each key is there once");
    assert!(
        store
            .plan(dedup::keys(&all))
            .unwrap()
            .verdicts()
            .all(|(_, verdict)| matches!(verdict, Verdict::Existing { .. }))
    );
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_killed_process_imports_all_or_nothing() {
    const SIZE: usize = 2000;
    let (folder, name) = (Folder::new("postgres-killed"), unique_name("killed"));
    let all = many_transactions(SIZE * 12);
    // The first import creates the tables, the second one is measured, and the others are killed in the course of that time. Imports that end before their
    // kill shorten it, so that most are killed on a busy machine too.
    let (mut shortest, mut killed) = (Duration::MAX, 0);
    for (number, part) in all.chunks(SIZE).enumerate() {
        let file = folder.file(
            &format!("{number}.json"),
            transactions::write(part).as_bytes(),
        );
        let begun = Instant::now();
        let mut child = start(&name, &file);
        let mut was_running = false;
        if number >= 2 {
            thread::sleep(shortest * u32::try_from(number - 2).unwrap() / 12);
            was_running = child.try_wait().unwrap().is_none();
            child.kill().unwrap();
        }
        let is_acknowledged = ended(child).stdout.ends_with("}\n");
        if was_running {
            killed += 1;
        } else {
            shortest = shortest.min(begun.elapsed());
        }
        let [existing, new, _] = counts_of(&into(&name, &[&file, "--dry-run", "--format", "json"]));
        assert!(existing == 0 || new == 0, "{existing} of {SIZE} are there");
        assert!(
            !is_acknowledged || new == 0,
            "an acknowledged import is in the store"
        );
    }
    assert!(killed > 3, "{killed} were killed");
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn import_prints_no_password() {
    let sample = "tests/bank/ubs-account/2022-11-de.csv";
    let address = create_schema();
    let and_password = format!("{address}&password=Qx7vZk2Wp");
    let dry = into_store(&and_password, "own", &[sample, "--dry-run"]);
    assert_eq!(dry.status, 0, "{}", dry.stderr);
    assert!(
        dry.stderr
            .contains("4 new transactions would be imported into postgresql://"),
        "{}",
        dry.stderr
    );
    let row = client(&address)
        .query_one("SELECT to_regclass('uacc_version') IS NULL", &[])
        .unwrap();
    assert!(row.get::<_, bool>(0), "a dry run makes no table");
    for counted in [[0, 4, 0], [4, 0, 0]] {
        let run = into_store(&and_password, "own", &[sample, "--format", "json"]);
        assert_eq!(counts_of(&run), counted);
        assert!(!run.stderr.contains("Qx7vZk2Wp"), "{}", run.stderr);
    }
    let other = into_store(
        &address,
        "other",
        &[sample, "--format", "json", "--dry-run"],
    );
    assert_eq!(counts_of(&other), [0, 4, 0]);
    client(&address)
        .batch_execute("UPDATE uacc_version SET version = 7")
        .unwrap();
    let newer = into_store(&and_password, "own", &[sample]);
    assert_eq!(newer.status, 2);
    assert!(
        newer.stderr.contains("is of version 7") && !newer.stderr.contains("Qx7vZk2Wp"),
        "{}",
        newer.stderr
    );
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn an_import_waits_for_another_one_only_for_some_time() {
    let sample = "tests/bank/ubs-account/2022-11-de.csv";
    let address = create_schema();
    assert_eq!(into_store(&address, "own", &[sample]).status, 0);
    let mut other = client(&address);
    let mut transaction = other.transaction().unwrap();
    transaction
        .execute(
            "UPDATE uacc_organizations SET transactions = transactions",
            &[],
        )
        .unwrap();
    let impatient = format!("{address}%20-c%20lock_timeout%3D1s");
    let refused = into_store(&impatient, "own", &[sample]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let message = "another process, such as an import for the same organization, has kept the store locked for 1 s,";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
    let dry = into_store(&impatient, "own", &[sample, "--dry-run"]);
    assert_eq!(dry.status, 0, "{}", dry.stderr);
    transaction.commit().unwrap();
    assert_eq!(into_store(&impatient, "own", &[sample]).status, 0);
}

/// Needs no database: the address is rejected before connecting.
#[test]
fn a_rejected_address_is_printed_without_its_password() {
    let sample = "tests/bank/ubs-account/2022-11-de.csv";
    for (address, message) in [
        (
            "postgresql://books:Qx7vZk2Wp@db.example/books?sslmode=always",
            "sslmode must be",
        ),
        (
            "POSTGRES://books:Qx7vZk2Wp@localhost:1/books?sslmode=require",
            "can't be reached",
        ),
        (
            "postgresql://localhost/books?sslrootcert=system&sslmode=prefer&password=Qx7vZk2Wp",
            "needs verify-full",
        ),
        (
            "postgresql://books:x@Qx7vZk2Wp@localhost/books",
            "can't be read",
        ),
        ("postgresql://books:Qx7vZk2Wp/books", "can't be read"),
        (
            "postgresql://localhost/books?pass=Qx7vZk2Wp",
            "can't be read",
        ),
        (
            "postgresql://books:Qx7vZk2Wp@localhost:1/books",
            "postgresql://localhost:1/books: the database can't be reached",
        ),
        (
            "postgresql://localhost:1/books?user=a@b&password=Qx7vZk2Wp",
            "error: ",
        ),
    ] {
        for more in [&[][..], &["--dry-run"]] {
            let run = into_store(address, "own", &[&[sample], more].concat());
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{address}");
            assert!(
                run.stderr.contains(message) && !run.stderr.contains("Qx7vZk2Wp"),
                "{address}: {}",
                run.stderr
            );
        }
    }
    let run = into_store("books.store", "own", &[sample]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("can only be used with a store in a database"),
        "{}",
        run.stderr
    );
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn info_shows_the_days_that_the_statements_of_an_organization_cover() {
    let folder = Folder::new("database-calendar");
    let statement = |name: &str, month: &str, balances: [&str; 2]| {
        let [opening, closing] = balances;
        let text = format!(
            ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C26{month}01CHF{opening}\n:61:26{month}15{month}15D10,00NTRFNONREF\n:86:Bakery\n:62F:C26{month}28CHF{closing}\n-\n"
        );
        folder.file(name, text.as_bytes())
    };
    let january = statement("january.sta", "01", ["100,00", "90,00"]);
    let march = statement("march.sta", "03", ["60,00", "50,00"]);
    let organization = unique_name("calendar");
    for file in [&march, &january] {
        assert_eq!(into(&organization, &[file]).status, 0);
    }
    let info = |organization: &str| {
        let run = uacc(
            &[
                "store",
                "info",
                &address(),
                "--organization",
                organization,
                "--format",
                "json",
            ],
            b"",
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    let found = info(&organization);
    assert!(
        found.contains(r#""transactions":2,"bytes":null,"#)
            && found.contains(
                r#""missing":[{"from":"2026-01-29","until":"2026-02-28","overlap":false,"closing":"90.00","opening":"60.00","difference":"-30.00"}]"#
            ),
        "{found}"
    );
    let nobody = info(&unique_name("nobody"));
    assert!(nobody.contains(r#""accounts":[]"#), "{nobody}");
}
