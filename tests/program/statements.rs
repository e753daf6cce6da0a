//! Converting bank statements: payloads, several files, formats and profiles.

use std::fs;
use std::path::Path;

use universal_accounting::format::{MessageFormat, Profile};

use crate::folder::Folder;
use crate::process::uacc;
use crate::zip_files::archive;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";
const ZKB: &str = "\"Datum\";\"Buchungstext\";\"Whg\";\"Betrag Detail\";\"ZKB-Referenz\";\"Referenznummer\";\"Belastung CHF\";\"Gutschrift CHF\";\"Valuta\";\"Saldo CHF\"\n";

#[test]
fn a_converted_statement_passes_the_check() {
    let converted = uacc(&["convert", UBS], b"");
    assert_eq!(converted.status, 0, "{}", converted.stderr);
    assert!(converted.stdout.starts_with(
        r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"#
    ));
    let checked = uacc(&["check", "transactions", "-"], converted.stdout.as_bytes());
    assert_eq!(
        (checked.status, checked.stdout.as_str()),
        (0, "<stdin>: no errors, no warnings\n")
    );
}

#[test]
fn convert_overwrites_no_input() {
    let folder = Folder::new("output");
    let statement = folder.file("statement.csv", &fs::read(UBS).unwrap());
    let run = uacc(&["convert", &statement, "-o", &statement], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("is one of the files that are read"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read(&statement).unwrap(), fs::read(UBS).unwrap());

    let numbered = folder.file("out-0001.json", &fs::read(UBS).unwrap());
    let out = folder.path().join("out.json").to_str().unwrap().to_owned();
    let run = uacc(&["convert", &numbered, "--batch", "1", "-o", &out], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_eq!(fs::read(&numbered).unwrap(), fs::read(UBS).unwrap());
    fs::remove_file(&numbered).unwrap();

    let out = folder
        .path()
        .join("konto.2026")
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        uacc(&["convert", &statement, "--batch", "1", "-o", &out], b"").status,
        0
    );
    let run = uacc(&["convert", &statement, "--batch", "2", "-o", &out], b"");
    assert!(
        run.stderr
            .contains("are from an earlier run and were not overwritten"),
        "{}",
        run.stderr
    );
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let numbered = [1, 2, 3, 4].map(|number| format!("konto.2026-000{number}.json"));
    assert_eq!(
        names,
        [&numbered[..], &["statement.csv".to_owned()]].concat()
    );
}

#[test]
fn rejected_rows_stop_the_output_unless_partial() {
    let folder = Folder::new("partial");
    let text = fs::read_to_string(UBS)
        .unwrap()
        .replace("-500.00", "-500,00");
    let file = folder.file("one-bad-row.csv", text.as_bytes());
    let refused = uacc(&["convert", &file], b"");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains("column `Belastung`"),
        "{}",
        refused.stderr
    );
    let partial = uacc(&["convert", &file, "--partial"], b"");
    assert_eq!(partial.status, 1);
    assert_eq!(partial.stdout.matches("transactionId").count(), 3);
    let report = uacc(&["convert", &file, "--format", "json"], b"");
    assert_eq!(report.status, 1);
    let report = report.stdout.lines().next().unwrap();
    let report: serde_json::Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["rejected"], serde_json::json!([{ "line": 18 }]));
    assert_eq!(
        report["findings"][0]["cell"],
        serde_json::json!({ "row": 8, "column": "Belastung" })
    );
}

#[test]
fn several_files_become_one_payload_unless_accounts_would_merge() {
    let both = uacc(
        &["convert", UBS, "tests/bank/postfinance-account/2024-de.csv"],
        b"",
    );
    assert_eq!(
        (both.status, both.stdout.matches("transactionId").count()),
        (0, 8)
    );
    let folder = Folder::new("merged");
    let other = fs::read_to_string(VISECA).unwrap();
    let other = folder.file("other.csv", other.replace("TRX", "TRY").as_bytes());
    let cards = [VISECA, &other];
    let merged = uacc(
        &["convert", cards[0], cards[1], "--account", "**** 1111"],
        b"",
    );
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(
        merged
            .stderr
            .contains("map the files to accounts with --accounts"),
        "{}",
        merged.stderr
    );
    assert_eq!(
        uacc(&["convert", UBS, VISECA, "--account", "**** 1111"], b"").status,
        0
    );
    // Files with the same transactions are of one account.
    let same = [VISECA, VISECA, "--account", "**** 1111"];
    let same = uacc(&[&["convert"], &same[..]].concat(), b"");
    assert_eq!(same.status, 0, "{}", same.stderr);
}

#[test]
fn an_empty_statement_writes_no_payload() {
    let header = fs::read_to_string("tests/bank/raiffeisen-account/2024-07.csv").ok();
    let header = header.unwrap_or_else(|| {
        "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date".to_owned()
    });
    let run = uacc(&["convert", "-"], header.lines().next().unwrap().as_bytes());
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert!(
        run.stderr.contains("no entry follows here"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("nothing was written: there are no transactions"),
        "{}",
        run.stderr
    );
}

#[test]
fn transactions_in_several_files_are_written_once() {
    let twice = uacc(&["convert", UBS, UBS], b"");
    assert_eq!(
        (twice.status, twice.stdout.matches("transactionId").count()),
        (0, 4)
    );
    assert!(
        twice.stderr.contains(
            "4 rows have the transaction of an earlier statement; each transaction is in the output once"
        ),
        "{}",
        twice.stderr
    );
}

#[test]
fn an_account_map_assigns_accounts_to_files() {
    let folder = Folder::new("accounts");
    let map = folder.file(
        "map.json",
        br#"{"accounts": [
            {"written": ["110123-4567"], "account": "CH5604835012345678009"},
            {"written": ["**** 2618"], "account": "card-2618"},
            {"files": ["zkb-*.csv"], "account": "CH9300762011623852957"}
        ]}"#,
    );
    let march = folder.file(
        "zkb-march.csv",
        format!("{ZKB}\"31.03.2026\";\"Miete\";\"\";\"\";\"R1\";\"\";\"1200.00\";\"\";\"31.03.2026\";\"800.00\"\n")
            .as_bytes(),
    );
    let may = folder.file(
        "zkb-may.csv",
        format!("{ZKB}\"04.05.2026\";\"Lohn\";\"\";\"\";\"R2\";\"\";\"\";\"4000.00\";\"04.05.2026\";\"4700.00\"\n")
            .as_bytes(),
    );
    let valiant = folder.file(
        "valiant.csv",
        b"Kontoauszug bis: 31.03.2026 ;;;\n;;;\nKontonummer: 110123-4567;;;\nBezeichnung: Konto;;;\nSaldo: CHF 900;;;\n;;;\nDatum;Buchungstext;Betrag;Valuta\n31.03.26;Einkauf;-100;31.03.26\n",
    );
    let card = folder.file(
        "card.csv",
        b"Date;Description;Card;Currency;Amount;Status\n30/03/2026;Bakery;**2618;CHF;12.50;x\n",
    );
    let files = [march.as_str(), &may, &valiant, &card];
    let run = uacc(
        &[&["convert", "--accounts", &map, "--to", "csv"][..], &files].concat(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "\"accountIdentifier\",\"transactionId\",\"text\",\"creditDebit\",\"amount\",\"currency\",\"originalAmount\",\"originalCurrency\",\"purchasedAt\",\"valutaAt\",\"bookedAt\""
    );
    let accounts: Vec<&str> = lines[1..]
        .iter()
        .map(|line| line.split(',').next().unwrap().trim_matches('"'))
        .collect();
    assert_eq!(
        accounts,
        [
            "CH9300762011623852957",
            "CH9300762011623852957",
            "CH5604835012345678009",
            "card-2618"
        ]
    );
    // Each account has a line in the table, and there is a gap between the two files of an account.
    assert!(run.stderr.contains(
        "CH9300762011623852957  CHF       2026-03-31 to 2026-05-04             2  4000.00  1200.00"
    ));
    assert!(
        run.stderr.contains("warning[statement-missing]")
            && run
                .stderr
                .contains("zkb-march.csv) ends with another balance than this one begins with")
            && run
                .stderr
                .contains("(2026-03-31 – 2026-05-04; difference -100.00)"),
        "{}",
        run.stderr
    );

    // Two files without an account still don't merge under one.
    let merged = uacc(&["convert", "--account", "A", &march, &may], b"");
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(merged.stderr.contains("--accounts"), "{}", merged.stderr);

    // A pattern that fits files of several institutions doesn't merge them either, unless each entry names its format.
    let neon = folder.file(
        "neon.csv",
        b"\"Date\";\"Amount\";\"Original amount\";\"Original currency\";\"Exchange rate\";\"Description\";\"Subject\";\"Category\";\"Tags\";\"Wise\";\"Spaces\"\n\
          \"2026-03-30\";\"-12.50\";\"\";\"\";\"\";\"Bakery\";;\"food\";\"\";\"no\";\"no\"\n",
    );
    let all = folder.file(
        "all.json",
        br#"{"accounts": [{"files": ["*.csv"], "account": "A", "currency": "CHF"}]}"#,
    );
    let merged = uacc(&["convert", "--accounts", &all, &march, &neon], b"");
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(
        merged
            .stderr
            .contains("zkb-march.csv (Z\u{fc}rcher Kantonalbank)"),
        "{}",
        merged.stderr
    );
    assert_eq!(
        uacc(&["convert", "--accounts", &all, &march, &may], b"").status,
        0
    );
    let banks = folder.file(
        "banks.json",
        br#"{"accounts": [
            {"files": ["*.csv"], "bank": "neon-account", "account": "N"},
            {"files": ["*.csv"], "bank": "zkb-account", "account": "Z"}
        ]}"#,
    );
    let run = uacc(
        &[
            "convert",
            "--to",
            "csv",
            "--accounts",
            &banks,
            &march,
            &neon,
        ],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let accounts: Vec<&str> = run
        .stdout
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(accounts, ["\"Z\"", "\"N\""]);

    let broken = folder.file(
        "broken.json",
        b"{\"accounts\": [\n  {\"account\": \"X\"}\n]}",
    );
    let run = uacc(&["convert", "--accounts", &broken, &march], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("broken.json:2:3") && run.stderr.contains("`written` or `files`"),
        "{}",
        run.stderr
    );
}

#[test]
fn gaps_between_files_are_reported() {
    let folder = Folder::new("gaps");
    let file = |name: &str, day: &str| {
        let text = format!(
            "Date;Description;Card;Currency;Amount;Status\n{day};Bakery;**2618;CHF;12.50;x\n"
        );
        folder.file(name, text.as_bytes())
    };
    let (march, may) = (
        file("march.csv", "31/03/2026"),
        file("may.csv", "04/05/2026"),
    );
    let run = uacc(&["convert", &may, &march], b"");
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.contains("note[days-uncovered]")
            && run.stderr.contains("march.csv): 2026-04-01 – 2026-05-03"),
        "{}",
        run.stderr
    );
}

#[test]
fn tables_contain_no_formulas() {
    for (written, shown) in [
        ("=HYPERLINK(\"\"x\"\")", "\"'=HYPERLINK(\"\"x\"\")\""),
        // An invisible character or a full-width sign does not hide a formula.
        ("\u{200b}=1", "\"'\u{200b}=1\""),
        ("＝1", "\"'＝1\""),
        // Spreadsheets that expect semicolons must not split the text.
        ("a;=1", "\"a;=1\""),
        ("-01014", "-01014"),
    ] {
        let text = format!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
             CH9300762011623852957;2026-03-31;\"{written}\";-12.5;87.5;2026-03-31\n"
        );
        let run = uacc(
            &["convert", "-", "--currency", "CHF", "--to", "csv"],
            text.as_bytes(),
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        let lead = shown.trim_end_matches('"');
        assert!(
            run.stdout.contains(&format!(",{lead}")),
            "{written}: {}",
            run.stdout
        );
    }
}

#[test]
fn banks_lists_formats_and_matches_a_file() {
    let list = uacc(&["banks"], b"");
    assert_eq!(list.status, 0);
    for profile in Profile::built_in() {
        assert!(
            list.stdout
                .lines()
                .any(|line| line.starts_with(&format!("{} ", profile.id()))),
            "{}",
            profile.id()
        );
    }
    let fits = uacc(&["banks", UBS], b"");
    assert_eq!(fits.status, 0);
    assert!(
        fits.stdout.contains(
            "* ubs-account (UBS, account): matches the header in line 10, variant 2022-11"
        ),
        "{}",
        fits.stdout
    );

    let folder = Folder::new("banks");
    let renamed = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(UBS)).unwrap();
    let renamed = folder.file(
        "renamed.csv",
        renamed.replace("Valutadatum", "Wertstellung").as_bytes(),
    );
    let near = uacc(&["banks", &renamed], b"");
    assert_eq!(near.status, 1);
    assert!(
        near.stdout
            .contains("no format matches; the closest are:\n  ubs-account (UBS, account): "),
        "{}",
        near.stdout
    );
    assert!(
        near.stdout
            .contains("    missing: `Valutadatum`\n    unknown: `Wertstellung`"),
        "{}",
        near.stdout
    );
    let far = uacc(&["banks", "-"], b"Tag;Valuta;Wert\n1;2;3\n");
    assert_eq!(
        far.stdout,
        "<stdin>\n  no format is near: none has half of its columns or rows in the file\n"
    );
    let nothing = uacc(&["banks", "-"], b"1;2\n");
    assert_eq!((far.status, nothing.status), (1, 1));
}

#[test]
fn banks_are_listed_under_the_heading_of_their_country() {
    let list = uacc(&["banks"], b"").stdout;
    let (mut headings, mut of_country) = (Vec::new(), Vec::new());
    for block in list.split("\n\n").skip(1) {
        let (heading, formats) = block.split_once('\n').unwrap();
        headings.push(heading);
        for line in formats.lines() {
            let id = line.split_whitespace().next().unwrap();
            of_country.push((id.to_owned(), heading));
        }
    }
    assert!(headings.contains(&"Austria (AT)"), "{headings:?}");
    let (first, countries) = headings.split_first().unwrap();
    assert_eq!(*first, "All banks");
    assert!(
        countries.is_sorted_by(|one, next| one < next),
        "{headings:?}"
    );
    let messages = MessageFormat::ALL.iter();
    let mut known: Vec<(String, &str)> = messages
        .map(|message| (message.id().to_owned(), *first))
        .collect();
    for profile in Profile::built_in() {
        let code = format!("({})", profile.country());
        let heading = headings.iter().find(|heading| heading.ends_with(&code));
        known.push((profile.id().to_owned(), *heading.unwrap()));
    }
    known.sort_unstable();
    of_country.sort_unstable();
    assert_eq!(of_country, known);
}

#[test]
fn sarif_has_the_findings_of_all_files_in_the_place_of_the_transactions() {
    let run = uacc(
        &[
            "convert",
            UBS,
            "-",
            "--format",
            "sarif",
            "--stdin-name",
            "other.csv",
        ],
        b"Tag;Zweck;Wert\n1;2;3\n",
    );
    assert_eq!(run.status, 1);
    let log: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let last = results.last().unwrap();
    let uri = &last["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(
        (&last["ruleId"], uri),
        (&"bank-unknown".into(), &"other.csv".into())
    );
    assert!(!run.stdout.contains("9930889BN5530012"), "{}", run.stdout);
    let to = uacc(&["convert", UBS, "--format", "sarif", "--to", "csv"], b"");
    assert_eq!((to.status, to.stdout.as_str()), (2, ""));
}

#[test]
fn banks_are_found_by_words_of_their_names() {
    for search in ["UBS card", "switzerland ubs-card"] {
        let found = uacc(&["banks", "--search", search], b"");
        let names: Vec<&str> = found
            .stdout
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        assert_eq!((found.status, names), (0, vec!["Switzerland", "ubs-card"]));
    }
    let misspelt = uacc(&["banks", "--search", "vizeca-card"], b"");
    assert_eq!((misspelt.status, misspelt.stdout.as_str()), (1, ""));
    assert_eq!(
        misspelt.stderr,
        "no format has `vizeca-card` in its name. Did you mean `viseca-card`? `uacc banks` lists all formats\n"
    );
}

#[test]
fn verbose_says_why_a_file_is_read_in_its_format() {
    for (path, why) in [
        (
            UBS,
            "the header in line 10 is that of ubs-account, variant 2022-11",
        ),
        (
            "tests/messages/exported-statement.camt053.xml",
            "its content is that of camt.053, variant 001.08",
        ),
    ] {
        let run = uacc(&["convert", path, "--verbose"], b"");
        assert!(
            run.stderr.starts_with(&format!("{path}: {why}\n")),
            "{}",
            run.stderr
        );
        assert!(!uacc(&["convert", path], b"").stderr.contains(why));
    }
}

#[test]
fn a_custom_profile_is_checked_used_and_tested() {
    let folder = Folder::new("profile");
    let json = |sign: &str| {
        format!(
            r#"{{"id": "muster", "institution": "Muster", "product": "account", "country": "CH", "evidence": "real-file",
  "styles": [{{"dates": ["dd.mm.yyyy"], "numbers": {{"decimal": "."}}}}],
  "columns": [{{"id": "day", "role": "booked-at", "names": {{"de": ["Tag"]}}}}, {{"id": "text", "role": "text", "names": {{"de": ["Zweck"]}}}},
    {{"id": "amount", "names": {{"de": ["Wert"]}}}}],
  "variants": [{{"id": "2026", "amount": {{"signed": {{"column": "amount", "positive": "{sign}"}}}}}}],
  "identity": {{"version": 1, "columns": ["text"]}}}}"#
        )
    };
    let profile = folder.file("muster.json", json("credit").as_bytes());
    let sample = folder.file("sample.csv", b"Tag;Zweck;Wert\n31.03.2026;Einkauf;-12.50\n");
    let call = ["--account", "A", "--currency", "CHF"];
    let run = uacc(
        &[&["convert", &sample, "--profile", &profile][..], &call].concat(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout
            .contains(r#""creditDebit":"debit","amount":"12.50""#),
        "{}",
        run.stdout
    );

    let report = uacc(
        &[
            &[
                "convert",
                &sample,
                "--profile",
                &profile,
                "--format",
                "json",
            ][..],
            &call,
        ]
        .concat(),
        b"",
    );
    let expected = folder.file(
        "expected.json",
        report
            .stdout
            .replace(&sample, "x")
            .replace("\"file\":\"x\",", "")
            .as_bytes(),
    );
    let test = [&["banks", "test", &profile, &sample, &expected][..], &call].concat();
    let run = uacc(&test, b"");
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    fs::write(&profile, json("debit")).unwrap();
    let run = uacc(&test, b"");
    assert_eq!(run.status, 1);
    assert!(
        run.stdout
            .contains("/transactions/0/creditDebit: \"debit\" expected, \"credit\" found"),
        "{}",
        run.stdout
    );

    fs::write(
        &profile,
        json("credit").replace("\"columns\": [\"text\"]", "\"columns\": [\"txt\"]"),
    )
    .unwrap();
    let run = uacc(
        &[&["convert", &sample, "--profile", &profile][..], &call].concat(),
        b"",
    );
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("muster.json:6:42")
            && run.stderr.contains("no column with the id `txt`"),
        "{}",
        run.stderr
    );
    fs::write(&profile, json("credits")).unwrap();
    let run = uacc(
        &[&["convert", &sample, "--profile", &profile][..], &call].concat(),
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("unknown variant `credits`"),
        "{}",
        run.stderr
    );
}

/// The balance before the oldest row comes from the file, from the user, or from the file before.
#[test]
fn the_opening_balance_confirms_the_oldest_row() {
    let folder = Folder::new("opening");
    let march = folder.file(
        "march.csv",
        format!("{ZKB}{}", zkb_row(31, "5", "1000")).as_bytes(),
    );
    let rows = format!("{ZKB}{}{}", zkb_row(2, "7", "988"), zkb_row(1, "5", "995"))
        .replace(".03.", ".04.");
    let april = folder.file("april.csv", rows.as_bytes());
    let verdict = |arguments: &[&str], name: &str| {
        let run = uacc(
            &[
                &["convert", "--account", "CH5604835012345678009"],
                arguments,
            ]
            .concat(),
            b"",
        );
        let line = run
            .stderr
            .lines()
            .find(|line| line.contains(&format!("{name}: ")))
            .unwrap_or_default()
            .to_owned();
        line.split("; ").nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(
        verdict(&[&april], "april.csv"),
        "balance confirms 1 of 2: no opening balance for the oldest"
    );
    assert_eq!(
        verdict(&[&april, "--opening", "1000"], "april.csv"),
        "balance proved"
    );
    assert_eq!(
        verdict(&[&april, "--opening", "999.99"], "april.csv"),
        "balance broken"
    );
    let map = r#"{"accounts":[{"files":["*.csv"],"account":"CH5604835012345678009"}]}"#;
    let map = folder.file("map.json", map.as_bytes());
    let run = uacc(&["convert", &april, &march, "--accounts", &map], b"");
    assert!(run.stderr.contains("april.csv: Zürcher Kantonalbank account, 2 rows: 2 transactions, 0 details, 0 skipped, 0 rejected; balance proved"), "{}", run.stderr);
    // Importing compares the files too.
    let store = folder.path().join("store").display().to_string();
    let run = uacc(
        &[
            "import",
            &april,
            &march,
            "--accounts",
            &map,
            "--store",
            &store,
        ],
        b"",
    );
    assert!(run.stderr.contains("april.csv: Zürcher Kantonalbank account, 2 rows: 2 transactions, 0 details, 0 skipped, 0 rejected; balance proved"), "{}", run.stderr);
    // A file with the same days is not the one before.
    let twice = uacc(&["convert", &april, &april, "--accounts", &map], b"");
    assert!(twice.stderr.contains("partly: 1 of 2"), "{}", twice.stderr);
    let several = uacc(
        &[
            "convert",
            &march,
            &april,
            "--accounts",
            &map,
            "--opening",
            "1000",
        ],
        b"",
    );
    assert_eq!(several.status, 2);
    assert!(
        several
            .stderr
            .contains("--opening is the balance before a single file"),
        "{}",
        several.stderr
    );
    let run = uacc(&["convert", &april, "--opening", "1'000"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("write the balance as digits with at most one point"),
        "{}",
        run.stderr
    );
}

/// A row of an account of the Zürcher Kantonalbank in March.
fn zkb_row(day: u8, amount: &str, balance: &str) -> String {
    format!("{day:02}.03.2026;Einkauf;;;Z{day};;{amount};;{day:02}.03.2026;{balance}\n")
}

#[test]
fn each_file_of_an_archive_is_a_statement() {
    let folder = Folder::new("archive");
    let (ubs, second) = (
        fs::read(UBS).unwrap(),
        fs::read("tests/bank/raiffeisen-account/2018.csv").unwrap(),
    );
    let whole = folder.file(
        "both.zip",
        &archive(&[("2026/ubs.csv", &ubs), ("second.csv", &second)]),
    );
    let separate = uacc(
        &[
            "convert",
            UBS,
            "tests/bank/raiffeisen-account/2018.csv",
            "--currency",
            "CHF",
        ],
        b"",
    );
    let together = uacc(&["convert", &whole, "--currency", "CHF"], b"");
    assert_eq!(
        (together.status, &together.stdout),
        (0, &separate.stdout),
        "{}",
        together.stderr
    );
    assert!(
        together
            .stderr
            .contains("both.zip/2026/ubs.csv: UBS account, 8 rows"),
        "{}",
        together.stderr
    );
    let from_stdin = uacc(
        &["convert", "-", "--currency", "CHF"],
        &fs::read(&whole).unwrap(),
    );
    assert_eq!(
        (from_stdin.status, &from_stdin.stdout),
        (0, &separate.stdout)
    );

    let others = folder.file(
        "others.zip",
        &archive(&[
            ("ubs.csv", &ubs),
            ("notice.pdf", b"%PDF-1.7"),
            ("../\u{1b}[31m.csv", b"x"),
        ]),
    );
    let refused = uacc(&["convert", &others], b"");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused
            .stderr
            .contains("its name leads out of the folder of the archive"),
        "{}",
        refused.stderr
    );
    assert!(!refused.stderr.contains('\u{1b}'), "{}", refused.stderr);
    assert!(
        refused
            .stderr
            .contains("--partial writes the transactions that could be converted"),
        "{}",
        refused.stderr
    );
    let partial = uacc(&["convert", &others, "--partial"], b"");
    assert_eq!(
        (partial.status, partial.stdout),
        (1, uacc(&["convert", UBS], b"").stdout)
    );

    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let imported = uacc(
        &["import", &whole, "--store", &store, "--currency", "CHF"],
        b"",
    );
    assert_eq!(imported.status, 0, "{}", imported.stderr);
    let again = uacc(&["import", UBS, "--store", &store], b"");
    assert!(
        again.stderr.contains("0 new transactions imported"),
        "{}",
        again.stderr
    );
    let opening = uacc(
        &["convert", &whole, "--opening", "5", "--currency", "CHF"],
        b"",
    );
    assert_eq!(opening.status, 2, "{}", opening.stderr);
}

/// The findings of a workbook show its cells, one line for each row.
#[test]
fn a_finding_in_a_workbook_shows_its_row() {
    let folder = Folder::new("workbook");
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    let rows = [
        [
            "IBAN",
            "Booked At",
            "Text",
            "Credit/Debit Amount",
            "Balance",
            "Valuta Date",
        ],
        [
            "CH9300762011623852957",
            "2026-03-31 00:00:00.0",
            "Miete",
            "zwölf",
            "",
            "2026-03-31 00:00:00.0",
        ],
    ];
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let file = folder.file("book.xlsx", &workbook.save_to_buffer().unwrap());
    let run = uacc(&["convert", &file, "--currency", "CHF"], b"");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("book.xlsx:2:51"), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("2 | CH9300762011623852957;2026-03-31 00:00:00.0;Miete;zwölf;;"),
        "{}",
        run.stderr
    );
    let redacted = uacc(
        &[
            "convert",
            &file,
            "--currency",
            "CHF",
            "--redact",
            "--format",
            "json",
        ],
        b"",
    );
    assert!(
        !redacted.stderr.contains("Miete") && !redacted.stdout.contains("zwölf"),
        "{}",
        redacted.stdout
    );
}
