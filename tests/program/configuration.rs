//! The configuration file, profiles beside the built-in ones, and the skeleton of an account map.

use std::fs;

use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

/// A profile of a bank that has none, and an export of it.
const PROFILE: &str = r#"{"id": "muster", "institution": "Muster", "product": "account", "country": "CH", "evidence": "real-file",
  "styles": [{"dates": ["dd.mm.yyyy"], "numbers": {"decimal": "."}}],
  "columns": [{"id": "day", "role": "booked-at", "names": {"de": ["Tag"]}}, {"id": "text", "role": "text", "names": {"de": ["Zweck"]}},
    {"id": "amount", "names": {"de": ["Wert"]}}],
  "variants": [{"id": "2026", "amount": {"signed": {"column": "amount", "positive": "credit"}}}],
  "identity": {"version": 1, "columns": ["text"]}}"#;
const EXPORT: &[u8] = b"Tag;Zweck;Wert\n31.03.2026;Einkauf;-12.50\n";

#[test]
fn a_configuration_file_has_the_settings_of_every_call() {
    let folder = Folder::new("configuration");
    folder.file("books/accounts.json", br#"{"accounts": [{"files": ["viseca_*.csv"], "account": "card-1"}, {"files": ["muster*.csv"], "account": "konto-1"}]}"#);
    folder.file("books/profiles/muster.json", PROFILE.as_bytes());
    let settings = "accounts = \"accounts.json\"\ncurrency = \"chf\"\nprofiles = [\"profiles\"]\nlang = \"de\"\ndeny = [\"balance-unproved\"]\n";
    let configuration = folder.file(
        "books/uacc.toml",
        settings
            .replace("deny = [\"balance-unproved\"]\n", "")
            .as_bytes(),
    );
    let card = folder.file("viseca_2023.csv", &fs::read(in_project(VISECA)).unwrap());
    let account = folder.file("muster 2026.csv", EXPORT);
    let files = [UBS, card.as_str(), account.as_str()];
    let run = uacc(
        &[&["convert", "--config", &configuration], &files[..]].concat(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    for account in ["\"CH", "\"card-1\"", "\"konto-1\""] {
        assert!(
            run.stdout
                .contains(&format!("\"accountIdentifier\":{account}")),
            "{account}: {}",
            run.stdout
        );
    }
    assert!(!run.stderr.contains("the settings of"), "{}", run.stderr);
    let verbose = uacc(
        &["convert", UBS, "--config", &configuration, "--verbose"],
        b"",
    );
    assert!(
        verbose.stderr.starts_with(&format!(
            "the settings of {configuration} are used: accounts = \"accounts.json\"; "
        )),
        "{}",
        verbose.stderr
    );
    // Without the file, and with an argument in the place of a setting.
    assert_eq!(uacc(&[&["convert"], &files[..]].concat(), b"").status, 1);
    let currency = uacc(
        &[
            "convert",
            &account,
            "--config",
            &configuration,
            "--currency",
            "EUR",
        ],
        b"",
    );
    assert!(currency.stdout.contains("\"EUR\""), "{}", currency.stdout);
    // The language is that of the file, unless an argument says another.
    let check = |arguments: &[&str]| {
        uacc(
            &[
                &["check", "transactions", "-", "--config", &configuration],
                arguments,
            ]
            .concat(),
            b"[]",
        )
        .stdout
    };
    assert!(check(&[]).contains("Objekt"), "{}", check(&[]));
    assert!(
        check(&["--lang", "en"]).contains("object"),
        "{}",
        check(&["--lang", "en"])
    );
    // No output replaces what the settings come from.
    for path in [
        configuration.as_str(),
        folder
            .path()
            .join("books/profiles/muster.json")
            .to_str()
            .unwrap(),
    ] {
        let over = uacc(
            &["convert", UBS, "--config", &configuration, "-o", path],
            b"",
        );
        assert_eq!(over.status, 2, "{path}");
        assert!(
            over.stderr.contains("is one of the files that are read"),
            "{}",
            over.stderr
        );
    }
}

#[test]
fn arguments_grade_rules_after_the_configuration_file() {
    let folder = Folder::new("configuration-rules");
    let payload = folder.file("p.json", br#"{"transactions":[{"accountIdentifier":"A","creditDebit":"debit","amount":"1","currency":"CHF","bookedAt":"2026-03-31"},{"accountIdentifier":"A","creditDebit":"debit","amount":"1","currency":"CHF","bookedAt":"2026-03-31"}]}"#);
    let status = |settings: &str, arguments: &[&str]| {
        let configuration = folder.file("c.toml", settings.as_bytes());
        let run = uacc(
            &[
                &[
                    "check",
                    "transactions",
                    &payload,
                    "--config",
                    &configuration,
                ],
                arguments,
            ]
            .concat(),
            b"",
        );
        (run.status, run.stderr)
    };
    let (clean, output) = status("", &[]);
    assert_eq!(clean, 0, "{output}");
    assert_eq!(status("strict = true\n", &[]).0, 1);
    assert_eq!(status("deny = [\"transaction-id-missing\"]\n", &[]).0, 1);
    assert_eq!(
        status(
            "deny = [\"transaction-id-missing\"]\n",
            &["--allow", "transaction-id-missing"]
        )
        .0,
        0
    );
    let (wrong, message) = status("deny = [\"amount-zeros\"]\n", &[]);
    assert_eq!(wrong, 2);
    assert!(
        message.contains("c.toml: there is no rule `amount-zeros`. Did you mean `amount-zero`?"),
        "{message}"
    );
    let (unknown, message) = status("currency = \"CHF\"\nacounts = \"a.json\"\n", &[]);
    assert_eq!(unknown, 2);
    assert!(
        message.contains("2 | acounts = \"a.json\"") && message.contains("unknown field `acounts`"),
        "{message}"
    );
    let missing = uacc(
        &[
            "check",
            "transactions",
            &payload,
            "--config",
            "/no/such.toml",
        ],
        b"",
    );
    assert_eq!(missing.status, 2);
    assert!(
        missing
            .stderr
            .contains("the configuration file /no/such.toml can't be read"),
        "{}",
        missing.stderr
    );
}

#[test]
fn profiles_are_searched_beside_the_built_in_ones() {
    let folder = Folder::new("profiles");
    let profile = folder.file("mine/muster.json", PROFILE.as_bytes());
    let mine = folder.path().join("mine").to_str().unwrap().to_owned();
    let export = folder.file("muster.csv", EXPORT);
    for profiles in [&profile, &mine] {
        let run = uacc(
            &[
                "convert",
                UBS,
                &export,
                "--profile",
                profiles,
                "--account",
                "A",
                "--currency",
                "CHF",
            ],
            b"",
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(
            run.stderr.contains("Muster account, 1 row") && run.stderr.contains("UBS account, "),
            "{}",
            run.stderr
        );
        let chosen = ["convert", UBS, "--profile", profiles, "--bank", "muster"];
        assert_eq!(uacc(&chosen, b"").status, 1);
    }
    let unknown = uacc(
        &["convert", UBS, "--profile", &profile, "--bank", "muste"],
        b"",
    );
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.stderr.contains("there is no format `muste`."),
        "{}",
        unknown.stderr
    );
    folder.file("empty/readme.txt", b"");
    let empty = uacc(
        &[
            "convert",
            UBS,
            "--profile",
            folder.path().join("empty").to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(empty.status, 2);
    assert!(
        empty
            .stderr
            .contains("has no profile: no file ends with .json"),
        "{}",
        empty.stderr
    );
}

/// A map that was completed makes every file convert.
#[test]
fn the_skeleton_of_an_account_map_is_what_the_files_lack() {
    let folder = Folder::new("skeleton");
    let card = fs::read(in_project(VISECA)).unwrap();
    let files = [
        folder.file("viseca 2023-01.csv", &card),
        folder.file("viseca 2023-02.csv", &card),
        folder.file("other.csv", &card),
        folder.file("ubs.csv", &fs::read(in_project(UBS)).unwrap()),
    ];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let run = uacc(&[&["accounts"], &files[..]].concat(), b"");
    assert_eq!(
        run.stdout,
        r#"{
  "accounts": [
    {
      "files": [
        "viseca *.csv"
      ],
      "bank": "viseca-card",
      "account": ""
    },
    {
      "files": [
        "other.csv"
      ],
      "bank": "viseca-card",
      "account": ""
    }
  ]
}
"#
    );
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            0,
            "4 files: fill in each `account` that is empty (2), such as an IBAN, check that the patterns in `files` match only files of this account, and give the map with --accounts\n"
        )
    );
    let map = folder.file("accounts.json", run.stdout.as_bytes());
    let convert = [&["convert", "--accounts", &map], &files[..]].concat();
    let empty = uacc(&convert, b"");
    assert_eq!(empty.status, 2);
    assert!(
        empty.stderr.contains("accounts.json:8:18"),
        "{}",
        empty.stderr
    );
    let completed = run
        .stdout
        .replacen("\"account\": \"\"", "\"account\": \"card-1\"", 1)
        .replacen("\"account\": \"\"", "\"account\": \"card-2\"", 1);
    fs::write(&map, completed).unwrap();
    assert_eq!(uacc(&convert, b"").status, 0);
    let again = uacc(
        &[&["accounts", "--accounts", &map], &files[..]].concat(),
        b"",
    );
    assert_eq!(
        again.stderr,
        "4 files: each names its account, so no map is needed\n"
    );
    let unknown = uacc(&["accounts", "README.md"], b"");
    assert_eq!(
        (unknown.status, unknown.stderr.lines().next()),
        (1, Some("README.md can't be read; `uacc convert` says why"))
    );
}
