//! The shared vectors: every row is judged as its table says. Where they lie, `UACC_SHARED` tells; these tests run
//! only when asked for, so that none passes on nothing.

use std::path::PathBuf;
use std::{env, fs};

use universal_accounting::report::{Example, Finding, Policy, Severity};
use universal_accounting::value::{Amount, Country, Currency, CurrencyError, CurrencyStatus, Date, Iban, Uid};
use universal_accounting::{base_data, transactions};

/// The rows of a table, each cell unescaped. At least `fewest` must be there, lest a test passes on nothing.
fn rows(table: &str, fewest: usize) -> Vec<Vec<String>> {
    let shared = env::var_os("UACC_SHARED").unwrap();
    let text = fs::read_to_string(PathBuf::from(shared).join("vectors").join(table)).unwrap();
    let width = text.lines().next().unwrap().split('\t').count();
    let row = |line: &str| {
        let mut cells: Vec<String> = line.split('\t').map(unescaped).collect();
        cells.resize(width, String::new());
        cells
    };
    let rows: Vec<Vec<String>> = text.lines().skip(1).map(row).collect();
    assert!(rows.len() >= fewest, "{table} has only {} rows", rows.len());
    rows
}

/// `\t`, `\n` and `\u00a0` stand for the character.
fn unescaped(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (character, length) = match after.as_bytes()[0] {
            b't' => ('\t', 1),
            b'n' => ('\n', 1),
            b'u' => (char::from_u32(u32::from_str_radix(&after[1..5], 16).unwrap()).unwrap(), 5),
            other => panic!("an unknown escape: {other}"),
        };
        text.push(character);
        rest = &after[length..];
    }
    text + rest
}

/// Judges a table of `input`, `expected`, `canonical`; `read` gives the canonical text of a right input.
fn judge(table: &str, fewest: usize, read: fn(&str) -> Result<String, String>) {
    let mut wrong = Vec::new();
    for row in rows(table, fewest) {
        let expected = match row[1].as_str() {
            "valid" => Some(row[2].as_str()),
            "invalid" => None,
            other => panic!("{table} expects {other}"),
        };
        let result = read(&row[0]);
        if result.as_deref().ok() != expected {
            wrong.push(format!("{:?}: {expected:?} expected, got {result:?}", row[0]));
        }
    }
    assert!(wrong.is_empty(), "{table}:\n{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn ibans() {
    judge("iban.tsv", 230, |text| Iban::parse(text).map(|iban| iban.to_string()).map_err(|fault| fault.to_string()));
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn dates() {
    judge("date.tsv", 95, |text| Date::parse(text).map(|date| date.to_string()).map_err(|fault| fault.to_string()));
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn amounts() {
    judge("decimal.tsv", 65, |text| {
        Amount::parse(text).map(|amount| amount.to_string()).map_err(|fault| fault.to_string())
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn currencies() {
    for row in rows("currencies.tsv", 320) {
        let [code, status, _, minor_units, withdrawn, successor] = row.as_slice() else {
            panic!("six columns: {row:?}")
        };
        let read = Currency::parse(code);
        match status.as_str() {
            "active" | "fund" | "special" => {
                let currency = read.unwrap();
                let ordinary = status == "active" || ["CHE", "CHW", "XAD"].contains(&code.as_str());
                let expected = if ordinary { CurrencyStatus::Active } else { CurrencyStatus::NotForAccounts };
                assert_eq!(currency.status(), expected, "{code}");
                assert_eq!(currency.minor_units(), minor_units.parse().ok(), "{code}");
            }
            "historic" => {
                let CurrencyStatus::Withdrawn(withdrawal) = read.unwrap().status() else {
                    panic!("{code} is withdrawn")
                };
                let (year, month) = last_month(withdrawn);
                assert_eq!((withdrawal.last_year, withdrawal.last_month), (year, month), "{code}");
                let followed = withdrawal.successor.map(|next| next.to_string()).unwrap_or_default();
                assert_eq!(followed, *successor, "{code}");
            }
            "malformed-or-unofficial" | "never-or-unofficial" => assert!(read.is_err(), "{code:?}"),
            other => panic!("an unknown status: {other}"),
        }
    }
    assert_eq!(Currency::parse("GBp"), Err(CurrencyError::Unknown));
}

/// The last month that `2003-07`, `1989 to 1990`, `1989-1990` or `1990-07 to 1990-09` allows.
fn last_month(span: &str) -> (u16, u8) {
    let last = span.rsplit(" to ").next().unwrap();
    match last.split_once('-') {
        Some((year, month)) if month.len() == 2 => (year.parse().unwrap(), month.parse().unwrap()),
        Some((_, year)) => (year.parse().unwrap(), 12),
        None => (last.parse().unwrap(), 12),
    }
}

/// A payload with one field replaced; the other fields are right.
fn found(field: &str, value: &str, day: &str) -> Vec<Finding> {
    let mut transaction = serde_json::json!({
        "accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit",
        "amount": "12", "currency": "CHF", "bookedAt": day,
    });
    transaction[field] = value.into();
    let payload = serde_json::json!({ "transactions": [transaction] });
    transactions::check(payload.to_string().as_bytes(), &Policy::new()).findings
}

/// Judges what a payload with each value of a table is told: the ids of the findings, and the replacement of the fix.
fn told(table: &str, fewest: usize, field: &str, is_as_told: fn(&[String], &[Finding]) -> bool) {
    let mut wrong = Vec::new();
    for row in rows(table, fewest) {
        let findings = found(field, &row[0], "2026-03-31");
        if !is_as_told(&row, &findings) {
            let ids: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
            wrong.push(format!("{:?} ({}): {ids:?}", row[0], row[1]));
        }
    }
    assert!(wrong.is_empty(), "{table}:\n{}", wrong.join("\n"));
}

fn ids(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule.id).collect()
}

/// Another spelling of a right IBAN is told with its fix; a wrong one is never taken for right.
#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn ibans_are_told_as_decided() {
    told("iban.tsv", 230, "accountIdentifier", |row, findings| match (row[1].as_str(), row[0] == row[2]) {
        ("valid", true) => findings.is_empty(),
        ("valid", false) => {
            let fix = findings.first().and_then(|finding| finding.fix.as_ref());
            ids(findings) == ["account-iban-spelling"]
                && fix.is_some_and(|fix| !fix.safe && fix.replacement == format!("\"{}\"", row[2]))
        }
        // An account may have any name, so only what looks like an IBAN is told to be none.
        _ => {
            let told = [&["account-iban-invalid"][..], &["empty-required"], &["card-number"], &[]];
            told.contains(&ids(findings).as_slice())
                && (ids(findings) == ["account-iban-invalid"]) == Iban::looks_like(&row[0])
        }
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn dates_are_told_as_decided() {
    told("date.tsv", 95, "bookedAt", |row, findings| {
        let kept: Vec<&str> = ids(findings).into_iter().filter(|id| *id != "date-missing").collect();
        match row[1].as_str() {
            "valid" => kept.is_empty(),
            _ => matches!(kept[..], ["date-form" | "date-day" | "empty-optional"]),
        }
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn amounts_are_told_as_decided() {
    told("decimal.tsv", 65, "amount", |row, findings| match row[1].as_str() {
        "valid" => matches!(ids(findings)[..], [] | ["amount-precision"]),
        _ => {
            matches!(ids(findings)[..], [id] if id.starts_with("amount-") || id == "empty-required")
                && findings[0].severity == Severity::Error
        }
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn currencies_are_told_as_decided() {
    const ORDINARY: [&str; 3] = ["CHE", "CHW", "XAD"];
    told("currencies.tsv", 320, "currency", |row, findings| {
        let told = ids(findings);
        match row[1].as_str() {
            "active" => told.is_empty(),
            "fund" | "special" if ORDINARY.contains(&row[0].as_str()) => told.is_empty(),
            "fund" | "special" => told == ["currency-not-for-accounts"],
            "historic" => {
                let (year, month) = last_month(&row[4]);
                let then = found("currency", &row[0], &format!("{year:04}-{month:02}-28"));
                told == ["currency-withdrawn"] && then.is_empty() && findings[0].fix.is_none()
            }
            _ => matches!(told[..], ["currency-unknown" | "currency-spelling" | "empty-required"]),
        }
    });
}

/// What base data is told in which one field has a value.
fn told_of_base_data(list: &str, record: &serde_json::Value) -> Vec<Finding> {
    // An example's value is borrowed for ever, which a test can afford.
    let (list, record): (&'static str, &'static str) = (list.to_owned().leak(), record.to_string().leak());
    base_data::check(&Example::BaseData(list, record).input(), &Policy::new()).findings
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn uids_are_told_as_decided() {
    let mut wrong = Vec::new();
    let mut seen = std::collections::BTreeMap::new();
    for row in rows("uid.tsv", 230) {
        let (input, expected, canonical, strict) = (&row[0], &row[1], &row[2], &row[4]);
        let record = serde_json::json!({ "companyName": "Muster AG", "companyUid": input, "leadCurrency": "CHF" });
        let findings = told_of_base_data("organization", &record);
        let told = ids(&findings);
        let error = findings.first().is_some_and(|finding| finding.severity == Severity::Error);
        let fix = findings.first().and_then(|finding| finding.fix.as_ref());
        let right = match (strict.as_str(), expected.as_str()) {
            ("valid", _) => told.is_empty() && Uid::parse(input).is_ok_and(|uid| uid.to_string() == *canonical),
            (_, "valid") => {
                let without_prefix = told == ["uid-prefix"];
                error
                    && (told == ["uid-spelling"] || without_prefix)
                    && fix
                        .is_some_and(|fix| fix.safe != without_prefix && fix.replacement == format!("\"{canonical}\""))
            }
            _ if Uid::parse(input).is_ok() => told == ["uid-check-digit"] && !error && fix.is_none(),
            _ => {
                told == ["uid-form"] && error && fix.is_none() || input.trim().is_empty() && told == ["empty-optional"]
            }
        };
        *seen.entry(told.join(" ")).or_insert(0) += 1;
        if !right {
            wrong.push(format!("{input:?} ({expected}, {strict}): {told:?} {fix:?}"));
        }
    }
    assert!(wrong.is_empty(), "uid.tsv:\n{}", wrong.join("\n"));
    assert!(seen.len() >= 5, "{seen:?}");
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn countries_are_told_as_decided() {
    let mut wrong = Vec::new();
    for row in rows("countries.tsv", 280) {
        let (code, expected) = (&row[0], &row[1]);
        let record =
            serde_json::json!([{ "externalId": "t", "code": "T", "description": "d", "value": 8, "country": code }]);
        let findings = told_of_base_data("taxes", &record);
        let told = ids(&findings);
        let right = match (expected.as_str(), code.chars().count()) {
            ("valid", _) => told.is_empty() && Country::parse(code).is_ok_and(|country| country.is_assigned()),
            (_, 0) => told == ["empty-optional"],
            (_, 2) => told == ["country-unknown"] && findings[0].severity == Severity::Warning,
            _ => told == ["country-length"] && findings[0].severity == Severity::Error,
        };
        let case = code.len() == 2 && code.chars().any(|letter| letter.is_ascii_lowercase());
        let mended = told == ["country-unknown"] && findings[0].fix.as_ref().is_some_and(|fix| fix.safe);
        if !right || mended != (case && Country::parse(&code.to_uppercase()).is_ok_and(|meant| meant.is_assigned())) {
            wrong.push(format!("{code:?} ({expected}): {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "countries.tsv:\n{}", wrong.join("\n"));
}

/// In a field for IBANs alone, every wrong one is an error.
#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn ibans_of_accounts_are_told_as_decided() {
    let mut wrong = Vec::new();
    for row in rows("iban.tsv", 230) {
        let (input, expected, canonical) = (&row[0], &row[1], &row[2]);
        let record = serde_json::json!([{ "externalId": "a", "number": "1020", "description": "Bank", "iban": input }]);
        let findings = told_of_base_data("accounts", &record);
        let mut told = ids(&findings);
        told.retain(|id| *id != "qr-iban");
        let fix = findings.first().and_then(|finding| finding.fix.as_ref());
        let right = match (expected.as_str(), input == canonical) {
            ("valid", true) => told.is_empty(),
            ("valid", false) => {
                told == ["iban-spelling"]
                    && fix.is_some_and(|fix| fix.safe && fix.replacement == format!("\"{canonical}\""))
            }
            _ => told == ["iban-invalid"] || input.trim().is_empty() && told == ["empty-optional"],
        };
        if !right {
            wrong.push(format!("{input:?} ({expected}): {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "iban.tsv:\n{}", wrong.join("\n"));
}
