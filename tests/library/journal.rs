//! Journal exports: malformed ones, each with its one finding at its place, and valid ones of every release and form.

use universal_accounting::journal::{self, JournalReading, Side};
use universal_accounting::report::{Limits, Policy, Report};
use universal_accounting::rust_decimal::Decimal;

/// A line of a journal entry.
fn line(number: usize, side: &str, amount: &str) -> String {
    format!(
        r#"{{"lineId":"l-{number}","lineNumber":{number},"creditDebit":"{side}","amount":"{amount}","currency":"CHF","account":{{"number":"6500"}}}}"#
    )
}

/// A record with one entry. Its ids have `name` in them, so that no two records have an id in common.
fn record(name: &str) -> String {
    let lines = [line(1, "debit", "65.00"), line(2, "credit", "65.00")]
        .join(",")
        .replace("\"l-", &format!("\"{name}-"));
    format!(
        r#"{{"serviceId":"{name}","entries":[{{"entryId":"{name}-e","entryNumber":1,"type":"x","date":"2026-03-31","lines":[{lines}]}}]}}"#
    )
}

fn read(text: &str) -> JournalReading {
    journal::read(text.as_bytes(), &Policy::new())
}

fn describe(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            format!(
                "{}:{} {} {}",
                finding.line, finding.column, finding.rule.id, finding.pointer
            )
        })
        .collect()
}

/// Each fault is in the middle of three records, on the second line of the file. The records around it are read.
#[test]
fn a_malformed_record_has_one_finding_and_loses_no_other_record() {
    let middle = record("b");
    let replaced = |from: &str, to: &str| {
        assert!(middle.contains(from), "{from}");
        middle.replacen(from, to, 1)
    };
    let with_file =
        |file: &str| replaced("\"entries\"", &format!("\"files\":[{file}],\"entries\""));
    let faults = [
        (replaced("\"serviceId\":\"b\",", ""), "2:1 missing-field /1"),
        (
            replaced("\"b-e\"", "7"),
            "2:40 wrong-type /1/entries/0/entryId",
        ),
        (
            replaced("2026-03-31", "2026-02-30"),
            "2:80 date-day /1/entries/0/date",
        ),
        (
            replaced("2026-03-31", "31.03.2026"),
            "2:80 date-form /1/entries/0/date",
        ),
        (
            replaced("\"debit\"", "\"Soll\""),
            "2:147 value-unknown /1/entries/0/lines/0/creditDebit",
        ),
        (
            replaced("65.00", "65,00"),
            "2:164 amount-form /1/entries/0/lines/0/amount",
        ),
        (
            replaced("\"65.00\"", "65.00"),
            "2:164 amount-number /1/entries/0/lines/0/amount",
        ),
        (
            replaced("\"65.00\"", "\"64.95\""),
            "2:101 entry-unbalanced /1/entries/0/lines",
        ),
        (
            replaced("\"CHF\"", "\"chf\""),
            "2:183 currency-spelling /1/entries/0/lines/0/currency",
        ),
        (
            replaced("{\"number\":\"6500\"}", "{}"),
            "2:199 missing-field /1/entries/0/lines/0/account",
        ),
        (
            replaced("{\"number\":\"6500\"}", "\"6500\""),
            "2:199 wrong-type /1/entries/0/lines/0/account",
        ),
        (
            replaced("\"lines\":[", "\"lines\":[null,"),
            "2:102 not-an-object /1/entries/0/lines/0",
        ),
        (
            replaced("\"lines\"", "\"date\":\"2026-03-31\",\"lines\""),
            "2:93 duplicate-key /1/entries/0/date",
        ),
        (
            with_file(r#"{"contentAsBase64":"JVBERi0xLjQ*"}"#),
            "2:46 base64-invalid /1/files/0/contentAsBase64",
        ),
        (
            with_file(r#"{"contentAsBase64":"JVBER"}"#),
            "2:46 base64-invalid /1/files/0/contentAsBase64",
        ),
        ("[]".to_owned(), "2:1 not-an-object /1"),
        (
            "{\"serviceId\":\"b\",\"entries\":null}".to_owned(),
            "2:28 null-value /1/entries",
        ),
    ];
    for (faulty, expected) in faults {
        let reading = read(&format!("[{},\n{faulty},\n{}]", record("a"), record("c")));
        assert_eq!(describe(&reading.report), [expected], "{faulty}");
        let ids: Vec<&str> = reading
            .records
            .iter()
            .map(|record| record.service_id.as_str())
            .collect();
        assert_eq!(
            (ids, reading.rejected.len()),
            (vec!["a", "c"], 1),
            "{faulty}"
        );
        assert_eq!(
            (reading.rejected[0].index, reading.rejected[0].span.start),
            (1, record("a").len() + 3)
        );
    }
}

/// What a missing bracket or quote leaves open ends the document. The records before it are read.
#[test]
fn a_cut_export_keeps_the_records_before_the_cut() {
    let whole = format!("[{},{}]", record("a"), record("b"));
    let first = 1 + record("a").len();
    for end in first + 1..whole.len() {
        let reading = read(&whole[..end]);
        assert!(!reading.report.is_valid());
        assert_eq!(
            reading
                .records
                .first()
                .map(|record| record.service_id.as_str()),
            Some("a"),
            "{end}"
        );
        assert_eq!(
            reading.records.len(),
            if end == whole.len() - 1 { 2 } else { 1 },
            "{end}"
        );
    }
}

/// A cut line loses its own record, and those before it are read. The record of the next line is read too, or a finding is in one of the two lines.
#[test]
fn a_cut_line_loses_no_other_record_without_a_finding() {
    let whole = record("b");
    let mut kept = 0;
    for end in 1..whole.len() {
        let source = [record("a"), whole[..end].to_owned(), record("c")].join("\n");
        let reading = journal::read(source.as_bytes(), &Policy::new().sequence());
        let ids: Vec<&str> = reading
            .records
            .iter()
            .map(|record| record.service_id.as_str())
            .collect();
        assert!(ids == ["a"] || ids == ["a", "c"], "{end}: {ids:?}");
        kept += ids.len() - 1;
        let findings = &reading.report.findings;
        assert!(
            findings
                .iter()
                .any(|finding| finding.line == 2 || finding.line == 3),
            "{end}"
        );
        assert!(
            findings.iter().all(|finding| finding.line != 1),
            "{end}: {:?}",
            describe(&reading.report)
        );
    }
    assert!(kept > whole.len() / 2, "{kept} of {}", whole.len());
}

/// Blanks are as good as nothing, unless there are more of them than the schema allows characters.
#[test]
fn blanks_are_an_error_where_they_exceed_the_length() {
    for (length, expected) in [(36, "empty-optional"), (37, "empty-value")] {
        let contact = format!(
            r#""contact":{{"name":"n","externalId":"{}"}}"#,
            " ".repeat(length)
        );
        let export = format!(
            "[{}]",
            record("b").replacen("\"entries\"", &format!("{contact},\"entries\""), 1)
        );
        let report = read(&export).report;
        assert_eq!(
            describe(&report),
            [format!("1:54 {expected} /0/contact/externalId")]
        );
    }
}

/// The records of each release, with both forms of contacts, a foreign currency, dimensions, and files with and without content.
#[test]
fn records_of_every_release_have_no_finding() {
    let contact = r#"{"name":"Beispiel GmbH","contactId":"3f0b6f0e","externalId":null,"legalType":"company","companyName":"Beispiel GmbH","address":{"street":"Hauptstrasse","houseNumber":null,"postalCode":"3000","city":"Bern","country":"CH"}}"#;
    let since =
        |members: &str| record("a").replacen("\"entries\"", &format!("{members},\"entries\""), 1);
    let on_line = |members: &str| {
        record("a").replacen(
            "\"currency\":\"CHF\"",
            &format!("\"currency\":\"CHF\",{members}"),
            2,
        )
    };
    let invoice = r#""invoice":{"number":"2026-118","date":"2026-03-28","currency":"EUR","payableUntil":null,"billingPeriod":{"from":"2026-03-01","to":"2026-03-31"},"qrReferenceNumber":null,"owner":"Anna","source":"mail","sourceId":"m-1","postingType":"anything"}"#;
    for valid in [
        record("a"),
        since(invoice),
        since("\"invoice\":null,\"contact\":null"),
        since(&format!("\"contact\":{contact}")),
        since(&format!("\"contacts\":[{contact},{contact}]")),
        since(r#""files":[]"#),
        since(
            r#""files":[{"serviceFileId":"f-1"},{"contentAsBase64":"JVBERi0xLjQ="},{"serviceFileId":"f-3","contentAsBase64":"-_8"}]"#,
        ),
        on_line(
            r#""originalAmount":"61.20","originalCurrency":"EUR","amountInAccountCurrency":"61.20""#,
        ),
        on_line(
            r#""originalAmount":null,"originalCurrency":null,"amountInAccountCurrency":null,"tax":null,"text":null"#,
        ),
        on_line(r#""tax":{"externalId":"t-1","code":"VM81","value":"8.1"},"dimensions":[]"#),
        on_line(
            r#""dimensions":[{"externalId":"c-10","name":"Verkauf","type":"cost-center"},{"externalId":"p-1","name":"Neubau","type":"project"},{"externalId":null,"name":"file-4711","type":"credit-card-statement-file-service-id"}]"#,
        ),
    ] {
        let reading = read(&format!("[{valid}]"));
        assert_eq!(describe(&reading.report), Vec::<String>::new(), "{valid}");
        assert_eq!(reading.records.len(), 1);
        // What is written is read as the same values.
        assert_eq!(
            read(&journal::write(&reading.records)).records,
            reading.records
        );
    }
}

/// Collective entries of 2 to 40 lines, with one to all but one of them on the debit side.
#[test]
fn collective_entries_balance_exactly() {
    for count in 2..=40 {
        for debits in [1, count / 2, count - 1] {
            let debit = Decimal::new(i64::try_from(count - debits).unwrap() * 101, 2);
            let credit = Decimal::new(i64::try_from(debits).unwrap() * 101, 2);
            let side = |number: usize| {
                if number <= debits {
                    ("debit", debit)
                } else {
                    ("credit", credit)
                }
            };
            let lines = |more: Decimal| {
                let lines = (1..=count).map(|number| {
                    let (side, amount) = side(number);
                    line(
                        number,
                        side,
                        &(if number == count {
                            amount + more
                        } else {
                            amount
                        })
                        .to_string(),
                    )
                });
                let lines = lines.collect::<Vec<_>>().join(",");
                format!(
                    r#"{{"serviceId":"a","entries":[{{"entryId":"e","entryNumber":1,"type":"x","date":"2026-03-31","lines":[{lines}]}}]}}"#
                )
            };
            let reading = read(&lines(Decimal::ZERO));
            assert_eq!(describe(&reading.report), Vec::<String>::new());
            let found = reading.records[0].entries[0]
                .lines
                .iter()
                .filter(|line| line.credit_debit == Side::Debit);
            assert_eq!(found.count(), debits);
            let unbalanced = read(&lines(Decimal::new(1, 20)));
            assert_eq!(
                describe(&unbalanced.report),
                ["1:99 entry-unbalanced /entries/0/lines"]
            );
        }
    }
}

#[test]
fn an_array_a_record_and_a_record_a_line_are_the_same() {
    let all = [record("a"), record("b"), record("c")];
    let array = read(&format!("[{}]", all.join(",")));
    assert_eq!(array.records.len(), 3);
    let lines = journal::read(all.join("\n").as_bytes(), &Policy::new().sequence());
    assert_eq!(
        (lines.records, describe(&lines.report)),
        (array.records.clone(), vec![])
    );
    let indexes: Vec<usize> = lines
        .positions
        .iter()
        .map(|position| position.index)
        .collect();
    assert_eq!(indexes, [0, 1, 2]);
    assert_eq!(read(&all[0]).records, array.records[..1]);
    // An id that occurs on two lines is found, too.
    let twice = [record("a"), record("b"), record("a")].join("\n");
    let repeated = journal::check(twice.as_bytes(), &Policy::new().sequence());
    assert_eq!(
        repeated
            .findings
            .iter()
            .filter(|finding| finding.line == 3)
            .count(),
        4
    );
    assert_eq!(repeated.warnings, 4);
    assert_eq!(
        repeated.findings[0].item.as_ref().map(|item| item.index),
        Some(2)
    );
}

#[test]
fn a_byte_order_mark_shifts_the_places() {
    let reading = read(&format!("\u{feff}[{}]", record("a")));
    assert_eq!(describe(&reading.report), ["1:1 byte-order-mark "]);
    assert_eq!(reading.positions[0].span.start, 4);
}

#[test]
fn a_brand_is_learned_or_given() {
    let branded = format!("[{}]", record("a").replace("serviceId", "acmeId"));
    let reading = read(&branded);
    assert_eq!(
        (describe(&reading.report), reading.brand.as_deref()),
        (vec![], Some("acme"))
    );
    assert_eq!(journal::write_with_brand(&reading.records, "acme"), branded);
    let other = journal::check(branded.as_bytes(), &Policy::new().brand("other"));
    assert_eq!(
        describe(&other),
        ["1:2 missing-field /0", "1:3 export-field-unknown /0/acmeId"]
    );
    // Another id of the contract, or an object that is no record, shows no brand.
    for unbranded in [r#"{"externalId":"a","entries":[]}"#, r#"{"acmeId":"a"}"#] {
        assert_eq!(read(unbranded).brand, None, "{unbranded}");
    }
    // A misspelt name gets the brand.
    let misspelt = format!(
        "[{},{}]",
        branded.trim_matches(['[', ']']),
        record("b").replace("serviceId", "AcmeId")
    );
    let misspelt = read(&misspelt).report.findings.remove(0);
    assert_eq!(
        (misspelt.rule.id, misspelt.pointer.as_str()),
        ("misnamed-field", "/1/AcmeId")
    );
    assert!(
        misspelt.message().contains("`acmeId`"),
        "{}",
        misspelt.message()
    );
    assert_eq!(misspelt.fix.unwrap().replacement, "\"acmeId\"");
    // The brand is also in the ids of files, and a record after the first one has the same.
    let two = format!(
        "[{},{}]",
        record("a").replace("serviceId", "acmeId"),
        record("b").replace("serviceId", "acmeId").replace(
            "\"entries\"",
            "\"files\":[{\"acmeFileId\":\"f\"}],\"entries\""
        )
    );
    assert_eq!(
        read(&two).records[1].files[0]
            .service_file_id
            .as_ref()
            .map(AsRef::as_ref),
        Some("f")
    );
}

#[test]
fn another_payload_is_named() {
    let found = |source: &str| {
        let reading = journal::read(source.as_bytes(), &Policy::new());
        assert_eq!((reading.records.len(), reading.rejected.len()), (0, 1));
        let finding = &reading.report.findings[0];
        assert_eq!(
            describe(&reading.report),
            ["1:1 wrong-payload "],
            "{source}"
        );
        format!("{}; {}", finding.message(), finding.help())
    };
    assert_eq!(
        found(r#"{"transactions":[]}"#),
        "this is a payload of transactions, where a journal export belongs; check each payload as what it is: this one as a payload of transactions"
    );
    let list = format!(r#"{{"data":[{}],"page":1}}"#, record("a"));
    assert_eq!(
        found(&list),
        "this is an object with a journal export in `data`, where a journal export belongs; check each payload as what it is: the value of `data` as a journal export"
    );
    assert!(found(&format!(r#"{{"record":{}}}"#, record("a"))).contains("in `record`"));
    assert!(found(r#"{"organization":{},"accounts":[]}"#).starts_with("this is base data"));
}

#[test]
fn limits_hold() {
    let array = format!("[{},{},{}]", record("a"), record("b"), record("c"));
    let limited = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        journal::read(array.as_bytes(), &Policy::new().limits(limits))
    };
    let records = limited(|limits| limits.records = 2);
    assert_eq!((records.records.len(), records.rejected.len()), (2, 1));
    assert_eq!(records.report.findings[0].rule.id, "too-many-records");
    let rejected = records.rejected[0].span;
    assert_eq!(&array[rejected.start..rejected.end], record("c"));
    assert_eq!(
        limited(|limits| limits.bytes = 100).report.findings[0]
            .rule
            .id,
        "too-large"
    );
    let faulty = array.replace("\"CHF\"", "\"chf\"");
    let mut limits = Limits::default();
    (limits.findings_per_rule, limits.findings) = (2, 2);
    let few = journal::read(faulty.as_bytes(), &Policy::new().limits(limits));
    assert_eq!(
        (
            few.report.findings.len(),
            few.report.errors,
            few.rejected.len()
        ),
        (2, 6, 3)
    );
    let depth = limited(|limits| limits.depth = 6);
    assert_eq!(
        (depth.report.findings[0].rule.id, depth.records.len()),
        ("json-syntax", 0)
    );
    assert_eq!(limited(|limits| limits.depth = 7).records.len(), 3);
}
