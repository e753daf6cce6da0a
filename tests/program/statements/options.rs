//! What a call gives: accounts, opening balances, profiles.

use std::fs;

use super::ZKB;
use crate::folder::Folder;
use crate::process::uacc;

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
