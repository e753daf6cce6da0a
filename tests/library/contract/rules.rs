//! The examples, messages and ids of all rules. A bad example breaks exactly its rule, and a good example breaks no rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::contract::examples::{check_example, policy_for};
use crate::limits::limited;
use crate::project::in_project;
use universal_accounting::internals::rules::{bad_example, good_example};
use universal_accounting::report::{Level, Policy, Severity};
use universal_accounting::{base_data, contract, transactions};

#[test]
fn bad_examples_break_only_their_rule() {
    for page in contract::pages() {
        let rule = page.rule;
        let report = check_example(bad_example(page), &policy_for(rule.id));
        let found: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect();
        assert_eq!(found, [rule.id], "{}: {:#?}", rule.id, report.findings);
        assert_eq!(report.findings[0].severity, rule.severity);
    }
}

/// The faults of later records are counted on another path than the first ones, which are reported.
#[test]
fn faults_above_the_limit_are_counted_like_others() {
    let mut tried = 0;
    for page in contract::pages() {
        let input = bad_example(page).input();
        let Ok(mut payload) = serde_json::from_slice::<serde_json::Value>(&input) else {
            continue;
        };
        for list in payload
            .as_object_mut()
            .into_iter()
            .flat_map(|payload| payload.values_mut())
        {
            if let Some(records) = list.as_array_mut() {
                *records = vec![records.clone(); 4].concat();
            }
        }
        for input in [
            serde_json::to_vec(&payload).unwrap(),
            serde_json::to_vec_pretty(&payload).unwrap(),
        ] {
            let check = if payload.get("transactions").is_some() {
                transactions::check
            } else {
                base_data::check
            };
            let of_each = |findings_per_rule| {
                check(
                    &input,
                    &limited(|limits| limits.findings_per_rule = findings_per_rule),
                )
            };
            let (none, one, all) = (of_each(0), of_each(1), of_each(usize::MAX));
            assert_eq!(
                (&none.counts, &one.counts),
                (&all.counts, &all.counts),
                "{}",
                page.rule.id
            );
            tried += all.counts.len();
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn unknown_members_above_the_limit_are_counted_like_others() {
    let members = [
        r#""remark": 1"#,
        r#""remark": 1, "remark": 2"#,
        r#""remark": 1, "note": 2"#,
        r#""txt": "Lunch""#,
        r#""TransactionId": "1""#,
        r#""Text": "4111 1111 1111 1111""#,
        r#""remark": "4111 1111 1111 1111""#,
        r#""remark": ["4111 1111 1111 1111"]"#,
        r#""remark": {}"#,
        r#""remark": null"#,
        r#""qrIban": "1""#,
        r#""\u0071rIban": "1""#,
        r#""originalAmout": "1.00", "originalCurrency": "EUR""#,
        r#""Amount": "1.00", "remark": 1"#,
    ];
    for member in members {
        for other in members {
            let record = |amount: &str, member: &str| {
                format!(
                    r#"{{"accountIdentifier": "CH9300762011623852957", {amount}"currency": "CHF", {member}}}"#
                )
            };
            let amount = r#""amount": "1.00", "#;
            let records = [
                record(amount, member),
                record(amount, other),
                record("", member),
                record(amount, member),
            ];
            let input = format!(r#"{{"transactions": [{}]}}"#, records.join(", "));
            let counts = |limit| {
                let policy = limited(|limits| limits.findings_per_rule = limit);
                transactions::check(input.as_bytes(), &policy).counts
            };
            assert_eq!(
                [counts(0), counts(1)],
                [counts(usize::MAX), counts(usize::MAX)],
                "{input}"
            );
        }
    }
}

#[test]
fn good_examples_break_no_rule() {
    for page in contract::pages() {
        let rule = page.rule;
        let report = check_example(good_example(page), &Policy::new());
        assert!(
            report.findings.is_empty(),
            "{}: {:#?}",
            rule.id,
            report.findings
        );
    }
}

#[test]
fn messages_use_all_their_parameters() {
    for page in contract::pages() {
        let rule = page.rule;
        for finding in check_example(bad_example(page), &policy_for(rule.id)).findings {
            for sentence in [finding.message(), finding.help()] {
                let left = sentence
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| rest.split_once('}'))
                    .map(|(name, _)| name);
                let left: Vec<&str> = left
                    .filter(|name| {
                        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())
                    })
                    .collect();
                assert!(left.is_empty(), "{}: {sentence}", rule.id);
            }
            for (name, _) in &finding.params {
                let used = [rule.message, rule.help]
                    .iter()
                    .any(|text| text.contains(&format!("{{{name}}}")));
                // `earlier` says in words what the last three say as data.
                assert!(
                    used || ["field", "suggestion", "list", "first", "before"].contains(name),
                    "{}: the parameter {name} is not used",
                    rule.id
                );
            }
        }
    }
}

/// Returns the ids in all invocations of `rules!` below a folder.
fn ids_in_source(folder: &Path) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if entry.is_dir() {
            ids.append(&mut ids_in_source(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry).unwrap();
            let Some((_, list)) = text.split_once("rules! {\n") else {
                continue;
            };
            let id = |line: &str| {
                let (severity, name) = line.trim_start().split_once(' ')?;
                let name = name.strip_suffix(" {")?;
                let is_rule = ["error", "warning", "note"].contains(&severity);
                is_rule.then(|| name.to_lowercase().replace('_', "-"))
            };
            ids.extend(list.lines().filter_map(id));
        }
    }
    ids
}

#[test]
fn help_without_a_finding_has_no_placeholders() {
    for rule in contract::rules() {
        let help = rule.help_without_params();
        assert!(
            !help.contains(['{', '}']) || help.contains("{\""),
            "{}: {help}",
            rule.id
        );
        assert!(
            !help.trim().is_empty() && !help.starts_with('<'),
            "{}: {help}",
            rule.id
        );
    }
}

/// The texts are also shown by the library's API, in the browser and by the JavaScript package. The program adds its options itself.
#[test]
fn texts_name_no_option_of_the_program() {
    let names_option = |text: &str| {
        text.contains("uacc")
            || text
                .split("--")
                .skip(1)
                .any(|rest| rest.starts_with(|character: char| character.is_ascii_alphabetic()))
    };
    for page in contract::pages() {
        let rule = page.rule;
        let mut texts = [page.title, rule.message, rule.help, page.why]
            .map(str::to_owned)
            .to_vec();
        texts.extend([page.bad(), page.good()]);
        for finding in check_example(bad_example(page), &policy_for(rule.id)).findings {
            texts.extend([finding.message(), finding.help()]);
        }
        for text in texts {
            assert!(!names_option(&text), "{}: {text}", rule.id);
        }
    }
    assert!(!names_option("31.03.2026 -- 12.50") && names_option("name it with --account"));
    assert!(!contract::rules_markdown().contains("uacc"));
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    let mut seen = BTreeSet::new();
    for page in contract::pages() {
        let rule = page.rule;
        assert!(
            rule.id
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            rule.id
        );
        assert!(seen.insert(rule.id), "{} occurs twice", rule.id);
        for text in [page.title, rule.message, rule.help, page.why] {
            assert!(
                !text.is_empty() && !text.ends_with(' ') && !text.contains("  "),
                "{}: {text}",
                rule.id
            );
        }
        assert!(
            !rule.message.ends_with('.') && !rule.help.ends_with('.'),
            "{}",
            rule.id
        );
        assert!(page.why.ends_with('.'), "{}", rule.id);
    }
    let mut aliases = BTreeSet::new();
    for rule in contract::rules() {
        for alias in rule.aliases {
            assert!(!seen.contains(alias), "{alias} is a rule");
            assert!(aliases.insert(*alias), "{alias} is an alias of two rules");
            assert_eq!(contract::rule(alias), Some(rule));
            let denied = contract::set_level(Policy::new(), alias, Level::Deny);
            assert!(matches!(denied, Some(Ok(_))), "{alias}");
        }
    }
    let declared = ids_in_source(&in_project("src"));
    let registered: Vec<String> = seen.into_iter().map(str::to_owned).collect();
    assert_eq!(
        declared.into_iter().collect::<Vec<_>>(),
        registered,
        "a list of rules is missing in `contract`"
    );
}

#[test]
fn policies_change_severities_and_silence_warnings_and_notes() {
    for page in contract::pages().filter(|page| page.rule.severity != Severity::Error) {
        let rule = page.rule;
        let strict = check_example(bad_example(page), &Policy::new().strict());
        let denied = usize::from(rule.severity == Severity::Warning);
        let counts = (strict.errors, strict.warnings, strict.notes);
        assert_eq!(counts, (denied, 0, 1 - denied), "{}", rule.id);
        let allowed = check_example(
            bad_example(page),
            &Policy::new().level(rule, Level::Allow).unwrap(),
        );
        assert!(
            allowed.findings.is_empty() && allowed.counts.is_empty(),
            "{}",
            rule.id
        );
    }
}

/// `since` is the version that a rule was released with: it never changes, and a new rule has the version that comes next. `BLESS=1` adds new rules to the list.
#[test]
fn since_is_the_version_that_a_rule_was_released_with() {
    let path = in_project("tests/messages/rules-since.tsv");
    let mut listed = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<String, String> = listed
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(id, since)| (id.to_owned(), since.to_owned()))
        .collect();
    let mut new = Vec::new();
    for rule in contract::rules() {
        match known.get(rule.id) {
            Some(since) => assert_eq!(rule.since, since, "{}", rule.id),
            None => {
                assert_eq!(rule.since, env!("CARGO_PKG_VERSION"), "{} is new", rule.id);
                new.push(format!("{}\t{}\n", rule.id, rule.since));
            }
        }
    }
    for id in known.keys() {
        assert!(contract::rule(id).is_some(), "{id} was a rule and is none");
    }
    if std::env::var_os("BLESS").is_some() {
        listed.extend(new);
        fs::write(&path, listed).unwrap();
    } else {
        assert!(
            new.is_empty(),
            "these rules are not in the list, and BLESS=1 adds them: {new:?}"
        );
    }
}
