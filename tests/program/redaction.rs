//! `--redact`: no stream has a value of the input, whatever a command says about it.

use std::fs;

use crate::folder::Folder;
use crate::process::{Run, uacc};
use crate::ubs::UBS;

/// The values of the inputs: accounts, names, texts, ids, days and amounts. Each is distinct, and no message of the program has one of them.
const VALUES: [&str; 31] = [
    "CH9300762011623852957",
    "CH93 0076 2011 6238 5295 7",
    "023000123456",
    "0230 00123456.40",
    "Wagenknecht",
    "Tulpenweg",
    "Orangerie",
    "Quittungsbuch",
    "X9931390BN7",
    "X9931391BN8",
    "zz-81-record",
    "zz-82-entry",
    "zz-83-line",
    "zz-84-file",
    "zz-85-account",
    "zz-86-transaction",
    "zz-87-contact",
    "7391.15",
    "7391.1",
    "6402.25",
    "988.90",
    "12733.75",
    "61733.75",
    "Zitronenpresse",
    "81.7731",
    "2026-03-27",
    "2026-03-28",
    "2026-05-04",
    "27.03.2026",
    "1f8e-key",
    "Hinterhof",
];

fn march() -> String {
    format!(
        "Kontonummer:;0230 00123456.40;
IBAN:;CH93 0076 2011 6238 5295 7;
Von:;2026-03-27;
Bis:;2026-03-28;
Anfangssaldo:;61733.75;
Schlusssaldo:;12733.75;
Bewertet in:;CHF;
Anzahl Transaktionen in diesem Zeitraum:;2;

{UBS}
2026-03-28;18:02:11;2026-03-28;2026-03-28;CHF;-7391.15;;;12733.75;X9931390BN7;\"Wagenknecht;Tulpenweg\";Orangerie;;;
2026-03-27;;2026-03-27;2026-03-27;CHF;;988.90;;20124.90;X9931391BN8;Quittungsbuch;;;;
"
    )
}

const PAYLOAD: &str = r#"{"transactions": [
{"accountIdentifier": "CH9300762011623852957", "transactionId": "zz-86-transaction", "amount": "7391.15", "creditDebit": "debit", "currency": "CHF",
 "bookedAt": "2026-03-27", "text": "Wagenknecht"},
{"accountIdentifier": "CH93 0076 2011 6238 5295 7", "transactionId": "zz-86-transaction", "amount": "7'391.10", "creditDebit": "DEBIT", "currency": "chf",
 "bookedAt": "27.03.2026", "text": "Orangerie", "counterparty": "Tulpenweg"}]}"#;

const KNOWN_PAYLOAD: &str = r#"{"transactions": [
{"accountIdentifier": "CH9300762011623852957", "transactionId": "zz-86-transaction", "amount": "6402.25", "creditDebit": "debit", "currency": "CHF",
 "bookedAt": "2026-03-28", "text": "Quittungsbuch"},
{"accountIdentifier": "CH9300762011623852957", "transactionId": "X9931391BN8", "amount": "988.90", "creditDebit": "debit", "currency": "CHF",
 "bookedAt": "2026-03-28"}]}"#;

const VALID_PAYLOAD: &str = r#"{"transactions": [
{"accountIdentifier": "CH9300762011623852957", "transactionId": "zz-86-transaction", "amount": "7391.15", "creditDebit": "debit", "currency": "CHF",
 "bookedAt": "2026-03-28", "text": "Wagenknecht"},
{"accountIdentifier": "CH9300762011623852957", "transactionId": "X9931390BN7", "amount": "988.90", "creditDebit": "debit", "currency": "CHF",
 "bookedAt": "2026-03-28"}]}"#;

const JOURNAL: &str = r#"[{"serviceId":"zz-81-record","invoice":{"number":"Zitronenpresse","date":"2026-03-27"},"contact":{"name":"Wagenknecht","contactId":"zz-87-contact",
"address":{"street":"Tulpenweg","city":"Hinterhof"}},"entries":[{"entryId":"zz-82-entry","entryNumber":1,"type":"invoice","date":"2026-03-28","lines":[
{"lineId":"zz-83-line","lineNumber":1,"creditDebit":"debit","amount":"7391.15","currency":"CHF","account":{"externalId":"zz-85-account","number":"81.7731"},"text":"Orangerie"},
{"lineId":"b","lineNumber":2,"creditDebit":"credit","amount":"6402.25","currency":"CHF","account":{"number":"2000"},"text":"Quittungsbuch"},
{"lineId":"c","lineNumber":3,"creditDebit":"credit","amount":"988.90","currency":"CHF","account":{"number":"2000"}}]}],
"files":[{"serviceFileId":"zz-84-file","contentAsBase64":"SGVsbG8="},{"serviceFileId":"1f8e-key"}]}]"#;

const BASE_DATA: &str = r#"{"organization": {"companyName": "Wagenknecht", "companyWebsite": "Tulpenweg", "leadCurrency": "CHF"},
"accounts": [{"externalId": "zz-85-account", "number": "81.7731", "description": "Orangerie", "currency": "CHF", "iban": "CH93 0076 2011 6238 5295 7", "type": "Asset"},
{"externalId": "zz-85-account", "number": "1020", "description": "Quittungsbuch", "currency": "CHF", "type": "ASSET"}],
"currencies": [{"externalId": "1f8e-key", "code": "CHF"}], "taxes": [{"externalId": "t", "code": "Zitronenpresse", "description": "x", "value": 81.7731, "country": "CH"}],
"taxPeriods": [{"externalId": "p", "isSubjectToTax": true, "balanceTaxation": false, "accountingMethod": "ACCRUAL", "startsAt": "2026-03-27", "endsAt": "2026-03-28"}],
"contacts": [{"externalId": "zz-87-contact", "legalType": "INDIVIDUAL", "firstName": "Hinterhof", "lastName": "Wagenknecht"}]}"#;

/// The arguments of each call. What is asked for as the result goes to the file `out`.
const CALLS: [&str; 31] = [
    "check transactions payload.json",
    "check transactions payload.json --format json",
    "check base-data base-data.json --format sarif",
    "check transactions payload.json --base-data base-data.json",
    "check journal journal-faulty.json",
    "check base-data base-data.json",
    "normalize transactions payload.json -o out --unsafe-fixes",
    "normalize base-data base-data.json -o out --unsafe-fixes",
    "convert march.csv may.csv -o out",
    "convert march.csv may.csv -o out --to hledger",
    "convert march.csv may.csv -o out --verbose",
    "convert march.csv may.csv -o out --format sarif",
    "convert march.csv may.csv -o out --accounts other-accounts.json",
    "convert faulty.csv -o out --partial",
    "convert faulty.csv --format sarif",
    "convert march.csv -o out --accounts faulty.json",
    "convert march.csv -o out --profile faulty.json",
    "convert march.csv -o out --to hledger --ledger-accounts faulty.json",
    "convert march.csv -o out --to hledger --base-data base-data.json",
    "import march.csv may.csv --store new.store",
    "import valid.json march.csv --store books.store",
    "import valid.json --store books.store --format json",
    "import payload.json --store books.store --accounts faulty.json",
    "export journal journal.json --to single-entries -o out",
    "export journal journal.json --to table -o out",
    "extract journal journal.json -o files",
    "extract journal journal.json -o files-json --format json",
    "build base-data accounts.csv --organization base-data.json -o out",
    "build base-data accounts.csv --columns columns.json -o out",
    "export base-data base-data.json -o files",
    "diff base-data base-data-valid.json base-data-new.json",
];

struct Inputs(Folder);

impl Inputs {
    fn new() -> Self {
        let folder = Folder::new("redaction");
        let may = march()
            .replace("2026-03-", "2026-05-0")
            .replace("2026-05-027", "2026-05-04")
            .replace("2026-05-028", "2026-05-05")
            .replace("X99", "Y99");
        let faulty_settings = r#"{"accounts": [{"written": ["CH9300762011623852957"], "account": ["Wagenknecht"], "name": ["Orangerie"]}], "id": ["Tulpenweg"]}"#;
        let valid_base_data = BASE_DATA
            .replacen("\"zz-85-account\"", "\"a-1\"", 1)
            .replace("Tulpenweg", "https://tulpenweg.example")
            .replace("\"Asset\"", "\"ASSET\"");
        for (name, text) in [
            ("march.csv", march()),
            ("may.csv", may),
            (
                "faulty.csv",
                march()
                    .replace("2026-03-28;18:02", "27.03.2026 x;18:02")
                    .replace("-7391.15", "-7391.15 Wagenknecht"),
            ),
            ("payload.json", PAYLOAD.to_owned()),
            ("valid.json", VALID_PAYLOAD.to_owned()),
            ("known.json", KNOWN_PAYLOAD.to_owned()),
            ("journal.json", JOURNAL.to_owned()),
            ("journal-faulty.json", JOURNAL.replace("6402.25", "6402.25x")),
            ("base-data.json", BASE_DATA.to_owned()),
            ("base-data-valid.json", valid_base_data.clone()),
            (
                "base-data-new.json",
                valid_base_data
                    .replace("Orangerie", "Tulpenweg")
                    .replace("zz-87-contact", "1f8e-key"),
            ),
            (
                "accounts.csv",
                "Konto-Nr.;Bezeichnung;Kontoart;Währung;IBAN\n81.7731;Wagenknecht;Orangerie;CHF;CH93 0076 2011 6238 5295 8\n".to_owned(),
            ),
            ("columns.json", r#"{"Wagenknecht": "Orangerie"}"#.to_owned()),
            ("faulty.json", faulty_settings.to_owned()),
            (
                "other-accounts.json",
                r#"{"accounts": [{"written": ["023000123456"], "account": "zz-85-account"}]}"#
                    .to_owned(),
            ),
        ] {
            folder.file(name, text.as_bytes());
        }
        let inputs = Self(folder);
        inputs.run("import known.json --store books.store", &[]);
        inputs
    }

    /// Runs a call whose words are files of the folder where there are such files.
    fn run(&self, call: &str, further: &[&str]) -> Run {
        let place = |word: &str| {
            let path = self.0.path().join(word);
            let is_file = word.contains('.') || ["out", "files", "files-json"].contains(&word);
            if is_file && !word.starts_with("camt") {
                path.to_str().unwrap().to_owned()
            } else {
                word.to_owned()
            }
        };
        let words: Vec<String> = call.split(' ').map(place).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = uacc(&[&words, further].concat(), b"");
        for folder in ["files", "files-json"] {
            let _ = fs::remove_dir_all(self.0.path().join(folder));
        }
        run
    }
}

fn values_in(run: &Run) -> Vec<&'static str> {
    let streams = format!("{}{}", run.stdout, run.stderr);
    VALUES
        .into_iter()
        .filter(|value| streams.contains(value))
        .collect()
}

#[test]
fn a_redacted_call_prints_no_value_of_its_input() {
    let inputs = Inputs::new();
    let mut silent = Vec::new();
    let mut leaks = Vec::new();
    for call in CALLS {
        let redacted = inputs.run(call, &["--redact"]);
        let shown = inputs.run(call, &[]);
        let leaked = values_in(&redacted);
        if !leaked.is_empty() || redacted.status != shown.status {
            leaks.push(format!(
                "{call}: {leaked:?}\n{}{}",
                redacted.stdout, redacted.stderr
            ));
        }
        if values_in(&shown).is_empty() {
            silent.push(call);
        }
    }
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
    // Of a call that never shows a value, the test would prove nothing.
    assert_eq!(silent, [""; 0]);
}
