use super::members::read_texts;
use super::outcome::Fault;
use crate::json::{Reader, SyntaxError, ValueKind};

/// A value of the request that a response with a problem (RFC 9457) calls faulty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedFault {
    /// The list of the record, such as `accounts`; empty for a member that is in no list.
    pub(super) list: String,
    /// The index of the record in its list.
    pub(super) index: Option<usize>,
    /// The rest of the JSON pointer, such as `/number`.
    pub(super) rest: String,
    /// The id of the rule.
    pub(super) rule: Option<String>,
}

/// The most bytes of a problem that are read. One with all findings that a report may have is smaller.
const MAX_BYTES: usize = 4 << 20;

/// The most faults that are read, as many as a report has findings by default. The service names the others in the next response.
const MAX_FAULTS: usize = 1000;

impl NamedFault {
    /// Returns the fault with its place in the payload, below the pointer to its record.
    pub(super) fn below(&self, record: &str) -> Fault {
        Fault {
            pointer: [record, &self.rest].concat(),
            rule: self.rule.clone(),
        }
    }
}

/// Reads which values a problem names in its member `findings`. Warnings are no reason for a refusal, and what has another form is skipped.
///
/// Texts of the response can contain anything, so only names of members and ids of rules are used, and nothing that has other characters.
pub(super) fn read_faults(body: &[u8]) -> Vec<NamedFault> {
    let text = Some(body)
        .filter(|body| body.len() <= MAX_BYTES)
        .and_then(|body| str::from_utf8(body).ok());
    text.and_then(|text| read_problem(&mut Reader::new(text)).ok())
        .unwrap_or_default()
}

fn read_problem(reader: &mut Reader<'_>) -> Result<Vec<NamedFault>, SyntaxError> {
    let mut faults = Vec::new();
    if reader.read_value()?.kind != ValueKind::Object {
        return Ok(faults);
    }
    while let Some(key) = reader.next_member()? {
        let value = reader.read_value()?;
        if value.kind != ValueKind::Array || !key.text.decodes_to("findings") {
            reader.skip(&value)?;
            continue;
        }
        while reader.next_element()? {
            let finding = reader.read_value()?;
            if finding.kind == ValueKind::Object && faults.len() < MAX_FAULTS {
                let [path, severity, rule] = read_texts(reader, ["path", "severity", "rule"])?;
                let is_fault = !matches!(severity.as_deref(), Some("warning" | "note"));
                faults.extend(
                    path.filter(|_| is_fault)
                        .and_then(|path| to_fault(&path, rule)),
                );
            } else {
                reader.skip(&finding)?;
            }
        }
    }
    Ok(faults)
}

fn to_fault(path: &str, rule: Option<String>) -> Option<NamedFault> {
    let mut parts = path.strip_prefix('/')?.splitn(3, '/');
    let (name, index) = (parts.next()?, parts.next().and_then(parse_index));
    let rest = parts
        .next()
        .filter(|rest| is_plain(rest, "/"))
        .map_or(String::new(), |rest| format!("/{rest}"));
    let list = if index.is_some() { name } else { "" };
    let rest = if index.is_some() {
        rest
    } else {
        format!("/{name}")
    };
    let rule = rule.filter(|rule| is_plain(rule, "-0123456789"));
    is_plain(name, "").then(|| NamedFault {
        list: list.to_owned(),
        index,
        rest,
        rule,
    })
}

/// Parses an index of a JSON pointer (RFC 6901, section 4).
fn parse_index(text: &str) -> Option<usize> {
    let has_leading_zero = text.len() > 1 && text.starts_with('0');
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !has_leading_zero;
    text.parse().ok().filter(|_| is_number)
}

/// Returns whether a text has only letters of ASCII and these characters, and few of both. A text with many digits could be a value.
fn is_plain(text: &str, others: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (1..=64).contains(&text.len())
        && digits <= 4
        && text
            .chars()
            .all(|character| character.is_ascii_alphabetic() || others.contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(findings: &str) -> Vec<(String, Option<usize>, String, Option<String>)> {
        let faults =
            read_faults(format!(r#"{{"title": "x", "findings": [{findings}]}}"#).as_bytes());
        faults
            .into_iter()
            .map(|fault| (fault.list, fault.index, fault.rest, fault.rule))
            .collect()
    }

    #[test]
    fn reads_pointers_and_rules() {
        let fault = |list: &str, index, rest: &str, rule: Option<&str>| {
            (
                list.to_owned(),
                index,
                rest.to_owned(),
                rule.map(str::to_owned),
            )
        };
        let found = faults(
            r#"{"path": "/transactions/12/amount", "rule": "amount-zero", "severity": "error"},
            {"path": "/transactions/12", "severity": "warning"}, {"path": "/transactions/12", "severity": "note"}, {"path": "/accounts/0"},
            {"path": "/organization/companyName", "rule": 5}, {"path": "/transactions"}, {"path": ""}, {"rule": "x"}, 7"#,
        );
        let expected = [
            fault("transactions", Some(12), "/amount", Some("amount-zero")),
            fault("accounts", Some(0), "", None),
            fault("", None, "/organization", None),
            fault("", None, "/transactions", None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn takes_no_values_over() {
        let found = faults(
            r#"{"path": "/transactions/1/4111111111111111", "rule": "4111 1111 1111 1111"}, {"path": "/CH93 0076/1"},
            {"path": "/transactions/99999999999999999999/amount"}, {"path": "/transactions/01/amount"}"#,
        );
        assert_eq!(
            found.first().map(|fault| (fault.2.as_str(), &fault.3)),
            Some(("", &None))
        );
        assert!(
            !format!("{found:?}").contains("41111") && !format!("{found:?}").contains("CH93"),
            "{found:?}"
        );
    }

    #[test]
    fn other_bodies_name_nothing() {
        for body in [
            "",
            "<html>",
            "[]",
            "7",
            "{}",
            r#"{"findings": {}}"#,
            r#"{"findings": [{"path": "/transactions/1""#,
        ] {
            assert_eq!(read_faults(body.as_bytes()), [], "{body}");
        }
        assert_eq!(read_faults(&vec![b'['; MAX_BYTES + 10]), []);
    }
}
