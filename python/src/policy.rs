//! How findings are graded.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::contract;
use universal_accounting::report::{self, Language, Level, Limits, Reading};

use crate::error::invalid_option;

/// The severities of findings, the limits, and the language of messages.
#[pyclass(frozen, module = "universal_accounting._native")]
pub(crate) struct Policy {
    pub(crate) policy: report::Policy,
    pub(crate) language: Language,
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (*, strict=false, allow=vec![], warn=vec![], deny=vec![], redact=false, received=false, sequence=false, brand=None, limits=None, language=None))]
    #[allow(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "they are named in Python"
    )]
    fn new(
        py: Python<'_>,
        strict: bool,
        allow: Vec<String>,
        warn: Vec<String>,
        deny: Vec<String>,
        redact: bool,
        received: bool,
        sequence: bool,
        brand: Option<String>,
        limits: Option<BTreeMap<String, usize>>,
        language: Option<&str>,
    ) -> PyResult<Self> {
        let mut policy = report::Policy::new();
        // `received` resets what was set before it, so it is first.
        if received {
            policy = policy.received();
        }
        if let Some(brand) = brand {
            policy = policy.brand(brand);
        }
        if strict {
            policy = policy.strict();
        }
        if redact {
            policy = policy.redacted();
        }
        if sequence {
            policy = policy.sequence();
        }
        if let Some(given) = limits {
            policy = policy.limits(read_limits(py, given)?);
        }
        // Later levels override earlier ones, so `deny` is last.
        let levels = [
            ("allow", Level::Allow, allow),
            ("warn", Level::Warn, warn),
            ("deny", Level::Deny, deny),
        ];
        for (option, level, rules) in levels {
            for rule in rules {
                let set = contract::set_level(policy, &rule, level).ok_or_else(|| {
                    invalid_option(py, option, format_args!("there is no rule `{rule}`"))
                })?;
                policy = set.map_err(|fault| invalid_option(py, option, fault))?;
            }
        }
        Ok(Self {
            policy,
            language: read_language(py, language)?,
        })
    }
}

/// Reads the code of a language; English without one.
pub(crate) fn read_language(py: Python<'_>, language: Option<&str>) -> PyResult<Language> {
    let Some(code) = language else {
        return Ok(Language::English);
    };
    Language::parse(code)
        .ok_or_else(|| invalid_option(py, "language", "it must be one of en, de, fr and it"))
}

/// Reads the limits that replace the default ones.
fn read_limits(py: Python<'_>, given: BTreeMap<String, usize>) -> PyResult<Limits> {
    const EXPECTED: &str = "its names are bytes, depth, records, cell, line, findings and findings_per_rule, each with a whole number";
    let mut limits = Limits::default();
    for (name, number) in given {
        let limit = match name.as_str() {
            "bytes" => &mut limits.bytes,
            "depth" => &mut limits.depth,
            "records" => &mut limits.records,
            "cell" => &mut limits.cell,
            "line" => &mut limits.line,
            "findings" => &mut limits.findings,
            "findings_per_rule" => &mut limits.findings_per_rule,
            _ => return Err(invalid_option(py, "limits", EXPECTED)),
        };
        *limit = number;
    }
    Ok(limits)
}

/// Reads an option that is a document with its own rules, such as a bank profile. Its first finding says what is wrong.
pub(crate) fn read_document<T>(
    py: Python<'_>,
    name: &str,
    document: Option<&Bound<'_, PyAny>>,
    read: impl FnOnce(&[u8], &report::Policy) -> Reading<T>,
) -> PyResult<Option<T>> {
    let read = |source: &[u8], policy: &report::Policy| {
        let reading = read(source, policy);
        (reading.value, reading.report)
    };
    read_reported(py, name, document, read)
}

/// Reads an option like [`read_document`], with a function that returns the value and the report.
pub(crate) fn read_reported<T>(
    py: Python<'_>,
    name: &str,
    document: Option<&Bound<'_, PyAny>>,
    read: impl FnOnce(&[u8], &report::Policy) -> (Option<T>, report::Report),
) -> PyResult<Option<T>> {
    let Some(document) = document else {
        return Ok(None);
    };
    let document = to_document(document)?;
    let (value, report) = read(document.as_bytes(), &report::Policy::new());
    if value.is_some() {
        return Ok(value);
    }
    Err(invalid_option(py, name, first_fault(&report)))
}

/// Returns the JSON of a document: of an object as JSON writes it, or the content of a file.
pub(crate) fn to_document<'py>(document: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let module = document.py().import("universal_accounting._sources")?;
    let bytes = module.call_method1("document", (document,))?;
    Ok(bytes.cast_into::<PyBytes>()?)
}

/// Returns the message of the first finding, and where it is.
pub(crate) fn first_fault(report: &report::Report) -> String {
    let Some(first) = report.findings.first() else {
        return "it can't be used".to_owned();
    };
    match first.pointer.as_str() {
        "" => first.message(),
        pointer => format!("{} at `{pointer}`", first.message()),
    }
}
