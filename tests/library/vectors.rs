//! The shared test vectors: every row of a table has the expected result. The environment variable `UACC_SHARED` has their folder. The tests are
//! ignored unless requested, so that none passes without its vectors.

use std::path::PathBuf;
use std::{env, fs};

use universal_accounting::internals::rules::Example;
use universal_accounting::internals::value::looks_like_iban;
use universal_accounting::report::{Finding, Policy, Severity};
use universal_accounting::value::{
    Amount, Country, Currency, CurrencyError, CurrencyStatus, Date, Iban, Uid,
};
use universal_accounting::{base_data, transactions};

/// Returns the rows of a table with unescaped cells. Fails on less than `min_rows`, so that no test passes on an empty table.
fn rows(table: &str, min_rows: usize) -> Vec<Vec<String>> {
    let shared = env::var_os("UACC_SHARED").unwrap();
    let text = fs::read_to_string(PathBuf::from(shared).join("vectors").join(table)).unwrap();
    let width = text.lines().next().unwrap().split('\t').count();
    let row = |line: &str| {
        let mut cells: Vec<String> = line.split('\t').map(unescaped).collect();
        cells.resize(width, String::new());
        cells
    };
    let rows: Vec<Vec<String>> = text.lines().skip(1).map(row).collect();
    assert!(
        rows.len() >= min_rows,
        "{table} has only {} rows",
        rows.len()
    );
    rows
}

/// Replaces escapes such as `\t`, `\n` and `\u00a0` by their characters.
fn unescaped(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (character, length) = match after.as_bytes()[0] {
            b't' => ('\t', 1),
            b'n' => ('\n', 1),
            b'u' => (
                char::from_u32(u32::from_str_radix(&after[1..5], 16).unwrap()).unwrap(),
                5,
            ),
            other => panic!("an unknown escape: {other}"),
        };
        text.push(character);
        rest = &after[length..];
    }
    text + rest
}

/// Checks a table with the columns `input`, `expected` and `canonical`; `parse` returns the canonical text of a valid input.
fn check_values(table: &str, min_rows: usize, parse: fn(&str) -> Result<String, String>) {
    let mut wrong = Vec::new();
    for row in rows(table, min_rows) {
        let expected = match row[1].as_str() {
            "valid" => Some(row[2].as_str()),
            "invalid" => None,
            other => panic!("{table} expects {other}"),
        };
        let result = parse(&row[0]);
        if result.as_deref().ok() != expected {
            wrong.push(format!(
                "{:?}: {expected:?} expected, got {result:?}",
                row[0]
            ));
        }
    }
    assert!(wrong.is_empty(), "{table}:\n{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn ibans() {
    check_values("iban.tsv", 230, |text| {
        Iban::parse(text)
            .map(|iban| iban.to_string())
            .map_err(|error| error.to_string())
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn dates() {
    check_values("date.tsv", 95, |text| {
        Date::parse(text)
            .map(|date| date.to_string())
            .map_err(|error| error.to_string())
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn amounts() {
    check_values("decimal.tsv", 65, |text| {
        Amount::parse(text)
            .map(|amount| amount.to_string())
            .map_err(|error| error.to_string())
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn currencies() {
    for row in rows("currencies.tsv", 320) {
        let [code, status, _, minor_units, withdrawn, successor] = row.as_slice() else {
            panic!("six columns: {row:?}")
        };
        let parsed = Currency::parse(code);
        match status.as_str() {
            "active" | "fund" | "special" => {
                let currency = parsed.unwrap();
                let ordinary = status == "active" || ["CHE", "CHW", "XAD"].contains(&code.as_str());
                let expected = if ordinary {
                    CurrencyStatus::Active
                } else {
                    CurrencyStatus::NotForAccounts
                };
                assert_eq!(currency.status(), expected, "{code}");
                assert_eq!(currency.minor_units(), minor_units.parse().ok(), "{code}");
            }
            "historic" => {
                let CurrencyStatus::Withdrawn(withdrawal) = parsed.unwrap().status() else {
                    panic!("{code} is withdrawn")
                };
                let (year, month) = last_month(withdrawn);
                assert_eq!(
                    (withdrawal.last_year, withdrawal.last_month),
                    (year, month),
                    "{code}"
                );
                let found_successor = withdrawal
                    .successor
                    .map(|next| next.to_string())
                    .unwrap_or_default();
                assert_eq!(found_successor, *successor, "{code}");
            }
            "malformed-or-unofficial" | "never-or-unofficial" => {
                assert!(parsed.is_err(), "{code:?}");
            }
            other => panic!("an unknown status: {other}"),
        }
    }
    assert_eq!(Currency::parse("GBp"), Err(CurrencyError::Unknown));
}

/// Returns the last month of a range such as `2003-07`, `1989 to 1990`, `1989-1990` or `1990-07 to 1990-09`.
fn last_month(span: &str) -> (u16, u8) {
    let last = span.rsplit(" to ").next().unwrap();
    match last.split_once('-') {
        Some((year, month)) if month.len() == 2 => (year.parse().unwrap(), month.parse().unwrap()),
        Some((_, year)) => (year.parse().unwrap(), 12),
        None => (last.parse().unwrap(), 12),
    }
}

/// Returns the findings of a transaction with one field replaced; the other fields are valid.
fn findings_of_transaction(field: &str, value: &str, day: &str) -> Vec<Finding> {
    let mut transaction = serde_json::json!({
        "accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit",
        "amount": "12", "currency": "CHF", "bookedAt": day,
    });
    transaction[field] = value.into();
    let payload = serde_json::json!({ "transactions": [transaction] });
    transactions::check(payload.to_string().as_bytes(), &Policy::new()).findings
}

/// Checks the findings for each value of a table in a field of a transaction.
fn check_findings(
    table: &str,
    min_rows: usize,
    field: &str,
    is_expected: fn(&[String], &[Finding]) -> bool,
) {
    let mut wrong = Vec::new();
    for row in rows(table, min_rows) {
        let findings = findings_of_transaction(field, &row[0], "2026-03-31");
        if !is_expected(&row, &findings) {
            let ids: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
            wrong.push(format!("{:?} ({}): {ids:?}", row[0], row[1]));
        }
    }
    assert!(wrong.is_empty(), "{table}:\n{}", wrong.join("\n"));
}

fn ids(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule.id).collect()
}

/// Another spelling of a valid IBAN is reported with a fix, and no invalid IBAN is accepted as valid.
#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_ibans_of_transactions() {
    check_findings(
        "iban.tsv",
        230,
        "accountIdentifier",
        |row, findings| match (row[1].as_str(), row[0] == row[2]) {
            // A QR-IBAN is valid, but no account.
            ("valid", true) if Iban::parse(&row[0]).is_ok_and(|iban| iban.is_qr()) => {
                ids(findings) == ["qr-iban"]
            }
            ("valid", true) => findings.is_empty(),
            ("valid", false) => {
                let fix = findings.first().and_then(|finding| finding.fix.as_ref());
                ids(findings) == ["account-iban-spelling"]
                    && fix.is_some_and(|fix| {
                        !fix.safe && fix.replacement == format!("\"{}\"", row[2])
                    })
            }
            // An account may have any name, so only texts that look like an IBAN are reported as invalid.
            _ => {
                let expected = [
                    &["account-iban-invalid"][..],
                    &["empty-required"],
                    &["card-number"],
                    &[],
                ];
                expected.contains(&ids(findings).as_slice())
                    && (ids(findings) == ["account-iban-invalid"]) == looks_like_iban(&row[0])
            }
        },
    );
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_dates_of_transactions() {
    check_findings("date.tsv", 95, "bookedAt", |row, findings| {
        let relevant: Vec<&str> = ids(findings)
            .into_iter()
            .filter(|id| *id != "date-missing")
            .collect();
        match row[1].as_str() {
            "valid" => relevant.is_empty(),
            _ => matches!(relevant[..], ["date-form" | "date-day" | "empty-value"]),
        }
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_amounts_of_transactions() {
    check_findings("decimal.tsv", 65, "amount", |row, findings| {
        match row[1].as_str() {
            "valid" => matches!(ids(findings)[..], [] | ["amount-precision"]),
            _ => {
                matches!(ids(findings)[..], [id] if id.starts_with("amount-") || id == "empty-required")
                    && findings[0].severity == Severity::Error
            }
        }
    });
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_currencies_of_transactions() {
    const ORDINARY: [&str; 3] = ["CHE", "CHW", "XAD"];
    check_findings("currencies.tsv", 320, "currency", |row, findings| {
        let rules = ids(findings);
        match row[1].as_str() {
            "active" => rules.is_empty(),
            "fund" | "special" if ORDINARY.contains(&row[0].as_str()) => rules.is_empty(),
            "fund" | "special" => rules == ["currency-not-for-accounts"],
            "historic" => {
                let (year, month) = last_month(&row[4]);
                let while_in_use = findings_of_transaction(
                    "currency",
                    &row[0],
                    &format!("{year:04}-{month:02}-28"),
                );
                rules == ["currency-withdrawn"]
                    && while_in_use.is_empty()
                    && findings[0].fix.is_none()
            }
            _ => matches!(
                rules[..],
                ["currency-unknown" | "currency-spelling" | "empty-required"]
            ),
        }
    });
}

/// Returns the findings of base data with one list or object replaced.
fn findings_of_base_data(list: &str, record: &serde_json::Value) -> Vec<Finding> {
    // An example needs static text, so the test leaks it.
    let (list, record): (&'static str, &'static str) =
        (list.to_owned().leak(), record.to_string().leak());
    base_data::check(&Example::BaseData(list, record).input(), &Policy::new()).findings
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_uids_of_base_data() {
    let mut wrong = Vec::new();
    let mut counts = std::collections::BTreeMap::new();
    for row in rows("uid.tsv", 230) {
        let (input, expected, canonical, strict) = (&row[0], &row[1], &row[2], &row[4]);
        let record = serde_json::json!({ "companyName": "Muster AG", "companyUid": input, "leadCurrency": "CHF" });
        let findings = findings_of_base_data("organization", &record);
        let rules = ids(&findings);
        let error = findings
            .first()
            .is_some_and(|finding| finding.severity == Severity::Error);
        let fix = findings.first().and_then(|finding| finding.fix.as_ref());
        let is_expected = match (strict.as_str(), expected.as_str()) {
            ("valid", _) => {
                rules.is_empty() && Uid::parse(input).is_ok_and(|uid| uid.to_string() == *canonical)
            }
            (_, "valid") => {
                let lacks_prefix = rules == ["uid-prefix"];
                error
                    && (rules == ["uid-spelling"] || lacks_prefix)
                    && fix.is_some_and(|fix| {
                        fix.safe != lacks_prefix && fix.replacement == format!("\"{canonical}\"")
                    })
            }
            _ if Uid::parse(input).is_ok() => {
                rules == ["uid-check-digit"] && !error && fix.is_none()
            }
            _ => {
                rules == ["uid-form"] && error && fix.is_none()
                    || input.trim().is_empty() && rules == ["empty-value"]
            }
        };
        *counts.entry(rules.join(" ")).or_insert(0) += 1;
        if !is_expected {
            wrong.push(format!(
                "{input:?} ({expected}, {strict}): {rules:?} {fix:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "uid.tsv:\n{}", wrong.join("\n"));
    assert!(counts.len() >= 5, "{counts:?}");
}

#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_countries_of_base_data() {
    let mut wrong = Vec::new();
    for row in rows("countries.tsv", 280) {
        let (code, expected) = (&row[0], &row[1]);
        let record = serde_json::json!([{ "externalId": "t", "code": "T", "description": "d", "value": 8, "country": code }]);
        let findings = findings_of_base_data("taxes", &record);
        let rules = ids(&findings);
        let is_expected = match (expected.as_str(), code.chars().count()) {
            ("valid", _) => {
                rules.is_empty() && Country::parse(code).is_ok_and(|country| country.is_assigned())
            }
            (_, 0) => rules == ["empty-value"],
            (_, 2) => rules == ["country-unknown"] && findings[0].severity == Severity::Warning,
            _ => rules == ["country-length"] && findings[0].severity == Severity::Error,
        };
        let has_lower_case =
            code.len() == 2 && code.chars().any(|letter| letter.is_ascii_lowercase());
        let has_safe_fix =
            rules == ["country-unknown"] && findings[0].fix.as_ref().is_some_and(|fix| fix.safe);
        if !is_expected
            || has_safe_fix
                != (has_lower_case
                    && Country::parse(&code.to_uppercase())
                        .is_ok_and(|country| country.is_assigned()))
        {
            wrong.push(format!("{code:?} ({expected}): {rules:?}"));
        }
    }
    assert!(wrong.is_empty(), "countries.tsv:\n{}", wrong.join("\n"));
}

/// In a field for IBANs only, every invalid IBAN is an error.
#[test]
#[ignore = "needs the vectors below UACC_SHARED"]
fn reports_ibans_of_base_data() {
    let mut wrong = Vec::new();
    for row in rows("iban.tsv", 230) {
        let (input, expected, canonical) = (&row[0], &row[1], &row[2]);
        let record = serde_json::json!([{ "externalId": "a", "number": "1020", "description": "Bank", "iban": input }]);
        let findings = findings_of_base_data("accounts", &record);
        let mut rules = ids(&findings);
        rules.retain(|id| *id != "qr-iban");
        let fix = findings.first().and_then(|finding| finding.fix.as_ref());
        let is_expected = match (expected.as_str(), input == canonical) {
            ("valid", true) => rules.is_empty(),
            ("valid", false) => {
                rules == ["iban-spelling"]
                    && fix.is_some_and(|fix| {
                        fix.safe && fix.replacement == format!("\"{canonical}\"")
                    })
            }
            _ => rules == ["iban-invalid"] || input.trim().is_empty() && rules == ["empty-value"],
        };
        if !is_expected {
            wrong.push(format!("{input:?} ({expected}): {rules:?}"));
        }
    }
    assert!(wrong.is_empty(), "iban.tsv:\n{}", wrong.join("\n"));
}
