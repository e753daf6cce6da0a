//! Reads a certificate in either form.

use std::fmt;

use serde_json::Value;

use super::canonical::{self, HASH};
use super::model::{Certificate, VERSION};
use super::page::{DATA_END, DATA_START, HASH_END, HASH_START, unescape};

/// A certificate as it was read.
pub(super) struct ReadCertificate {
    pub(super) certificate: Certificate,
    pub(super) value: Value,
    /// Whether the SHA-256 in it is that of its content.
    pub(super) has_own_hash: bool,
    /// The first line that is not as the program writes it, from 1.
    pub(super) changed_line: Option<usize>,
}

/// Why a file can't be read as a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file is not text in UTF-8.
    NotText {
        /// The line of the first byte that is no text, from 1.
        line: usize,
    },
    /// The page has no certificate in it.
    NoData,
    /// The JSON has a fault.
    Json {
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// A later version of the program has written it.
    Later {
        /// The version of its form.
        version: u64,
    },
}

impl fmt::Display for CertificateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText { line } => {
                write!(formatter, "line {line} of the certificate is no text in UTF-8: it was changed")
            }
            Self::NoData => formatter.write_str(
                "this is no certificate: it is neither the JSON nor the page that a conversion writes, or its beginning was changed",
            ),
            Self::Json { line, fault } => {
                write!(formatter, "line {line} of the certificate was changed: {fault}")
            }
            Self::Later { version } => write!(
                formatter,
                "the certificate has form {version}, and this program knows form {VERSION}: it was changed, or a newer program wrote it"
            ),
        }
    }
}

impl std::error::Error for CertificateError {}

/// Reads the JSON or the page.
pub(super) fn read(source: &[u8]) -> Result<ReadCertificate, CertificateError> {
    let text = str::from_utf8(source).map_err(|error| CertificateError::NotText {
        line: line_of(source, error.valid_up_to()),
    })?;
    if text.trim_start().starts_with('{') {
        let (value, certificate) = parse(text, 1)?;
        let changed_line = first_difference(text, &canonical::pretty(&value));
        return Ok(ReadCertificate {
            has_own_hash: has_own_hash(&value),
            certificate,
            value,
            changed_line,
        });
    }
    let (before, data) = text
        .split_once(DATA_START)
        .ok_or(CertificateError::NoData)?;
    let (data, _) = data.split_once(DATA_END).ok_or(CertificateError::NoData)?;
    let json = unescape(data);
    let (value, certificate) = parse(&json, before.matches('\n').count() + 1)?;
    Ok(ReadCertificate {
        has_own_hash: has_own_hash(&value),
        changed_line: first_change_of_page(text, &certificate),
        certificate,
        value,
    })
}

fn parse(json: &str, first_line: usize) -> Result<(Value, Certificate), CertificateError> {
    let fault = |error: &serde_json::Error| CertificateError::Json {
        line: first_line + error.line().saturating_sub(1),
        fault: error.to_string(),
    };
    let value: Value = serde_json::from_str(json).map_err(|error| fault(&error))?;
    let version = value.get("certificate").and_then(Value::as_u64);
    if let Some(version) = version.filter(|version| *version != u64::from(VERSION)) {
        return Err(CertificateError::Later { version });
    }
    let certificate = serde_json::from_str(json).map_err(|error| fault(&error))?;
    Ok((value, certificate))
}

fn has_own_hash(value: &Value) -> bool {
    let hash = value.get(HASH).and_then(Value::as_str);
    hash == Some(canonical::hash_of_content(value).as_str())
}

/// Returns the first line of a page that was changed. The words of a page may be others in another version of the program, but the page has a hash of itself.
fn first_change_of_page(text: &str, certificate: &Certificate) -> Option<usize> {
    if certificate.program == env!("CARGO_PKG_VERSION") {
        return first_difference(text, &certificate.to_html());
    }
    let (above, last) = text.rsplit_once(HASH_START)?;
    let is_intact = last.strip_suffix(HASH_END) == Some(canonical::hex(above.as_bytes()).as_str());
    (!is_intact).then(|| text.lines().count())
}

/// Returns the first line in which two texts differ, from 1.
fn first_difference(text: &str, expected: &str) -> Option<usize> {
    let pairs = text.bytes().zip(expected.bytes());
    let same = pairs
        .take_while(|(found, expected)| found == expected)
        .count();
    if same == text.len() && same == expected.len() {
        return None;
    }
    Some(line_of(text.as_bytes(), same))
}

fn line_of(text: &[u8], at: usize) -> usize {
    let before = text.iter().take(at);
    before.filter(|byte| **byte == b'\n').count() + 1
}
