//! Checks a certificate against the files.

use serde_json::Value;

use super::canonical::HASH;
use super::difference::{CertificateDifference, FileKind};
use super::model::{Certificate, Fingerprint};
use super::read::{CertificateError, read};
use super::recipe::{Document, DocumentKind, Recipe};
use super::recompute::{Written, convert};
use crate::report::Policy;

/// How many values that differ are reported. An input that was changed may change all.
const MAX_VALUES: usize = 50;

/// What became of the check of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// The certificate, as it was read.
    pub certificate: Certificate,
    /// What differs. Empty if the certificate, its inputs and its outputs belong together.
    pub differences: Vec<CertificateDifference>,
    /// Whether another version of the program wrote the certificate, whose results may differ for this reason alone.
    pub is_of_other_version: bool,
}

impl Verification {
    /// Returns the differences as a JSON object on one line: `verified`, and for each of `differences` its kind as `what`, its `message`, and what
    /// the message says: `kind` and `name` of a file, `line`, `pointer`, `certified` and `computed`, or `fault`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let differences: Vec<Value> = self
            .differences
            .iter()
            .map(CertificateDifference::to_value)
            .collect();
        serde_json::json!({
            "verified": self.differences.is_empty(),
            "program": self.certificate.program,
            "differences": differences,
        })
        .to_string()
    }
}

/// Reads a certificate, as JSON or as a page, and computes everything in it anew. `find` returns the content of the file with a name.
///
/// See the [module](crate::certificate) for an example.
///
/// # Errors
///
/// The file is no certificate, or was changed so that it can't be read.
pub fn verify(
    certificate: &[u8],
    find: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    policy: &Policy,
) -> Result<Verification, CertificateError> {
    let read = read(certificate)?;
    let certificate = read.certificate;
    let mut differences = Vec::new();
    if !read.has_own_hash {
        differences.push(CertificateDifference::CertificateContent);
    }
    let changed_line = read.changed_line;
    differences.extend(changed_line.map(|line| CertificateDifference::CertificateText { line }));
    let mut files = Files {
        find,
        differences: &mut differences,
    };
    let inputs = files.all(FileKind::Input, &certificate.inputs);
    let documents = files.documents(&certificate);
    let outputs = files.all(FileKind::Output, &certificate.outputs);
    if let (Some(inputs), Some(documents)) = (inputs, documents) {
        let recipe = Recipe::of(&certificate, documents, policy.clone());
        let named = certificate.inputs.iter().zip(&inputs);
        let named: Vec<(&str, &[u8])> = named
            .map(|(input, content)| (input.name.as_str(), content.as_slice()))
            .collect();
        match convert(&named, &recipe) {
            Ok(written) => {
                compare_values(&written, &certificate, &read.value, &mut differences);
                let are_found = outputs.is_some();
                compare_outputs(&written, &certificate, are_found, &mut differences);
            }
            Err(fault) => differences.push(CertificateDifference::Setting {
                fault: fault.to_string(),
            }),
        }
    }
    Ok(Verification {
        is_of_other_version: certificate.program != env!("CARGO_PKG_VERSION"),
        certificate,
        differences,
    })
}

/// The files that a certificate names.
struct Files<'f> {
    find: &'f mut dyn FnMut(&str) -> Option<Vec<u8>>,
    differences: &'f mut Vec<CertificateDifference>,
}

impl Files<'_> {
    /// Returns the content of each file, or `None` if one is missing.
    fn all(&mut self, kind: FileKind, certified: &[Fingerprint]) -> Option<Vec<Vec<u8>>> {
        let found: Vec<Option<Vec<u8>>> =
            certified.iter().map(|file| self.one(kind, file)).collect();
        found.into_iter().collect()
    }

    fn documents(&mut self, certificate: &Certificate) -> Option<Vec<Document>> {
        let mut documents = Vec::new();
        let mut is_complete = true;
        for document in &certificate.documents {
            let fingerprint = Fingerprint {
                name: document.name.clone(),
                bytes: document.bytes,
                sha256: document.sha256.clone(),
            };
            let content = self.one(FileKind::Document, &fingerprint);
            let Some(kind) = DocumentKind::parse(&document.kind) else {
                let kind = &document.kind;
                let fault = format!("there is no kind of document `{kind}`");
                self.differences
                    .push(CertificateDifference::Setting { fault });
                is_complete = false;
                continue;
            };
            match content {
                Some(content) => documents.push(Document::new(kind, &document.name, &content)),
                None => is_complete = false,
            }
        }
        is_complete.then_some(documents)
    }

    fn one(&mut self, kind: FileKind, certified: &Fingerprint) -> Option<Vec<u8>> {
        let name = certified.name.clone();
        let Some(content) = (self.find)(&name) else {
            self.differences
                .push(CertificateDifference::Missing { kind, name });
            return None;
        };
        let found = Fingerprint::of(&name, &content);
        if found != *certified {
            self.differences.push(CertificateDifference::File {
                kind,
                name,
                certified: (certified.bytes, certified.sha256.clone()),
                found: (found.bytes, found.sha256),
            });
        }
        Some(content)
    }
}

/// Compares the values of a certificate with those that the inputs give. The files have been compared already.
fn compare_values(
    written: &Written,
    certificate: &Certificate,
    certified: &Value,
    differences: &mut Vec<CertificateDifference>,
) {
    let mut computed = written.certificate(&[]);
    computed.program.clone_from(&certificate.program);
    computed.inputs.clone_from(&certificate.inputs);
    computed.documents.clone_from(&certificate.documents);
    computed.outputs.clone_from(&certificate.outputs);
    let mut found = Vec::new();
    compare("", certified, &computed.to_value(), &mut found);
    differences.extend(found.into_iter().take(MAX_VALUES));
}

/// Adds what differs. The own hash of a certificate depends on all other values.
fn compare(
    pointer: &str,
    certified: &Value,
    computed: &Value,
    differences: &mut Vec<CertificateDifference>,
) {
    match (certified, computed) {
        (Value::Object(certified), Value::Object(computed)) => {
            for (name, value) in computed {
                if name == HASH && pointer.is_empty() {
                    continue;
                }
                let known = certified.get(name).unwrap_or(&Value::Null);
                compare(&format!("{pointer}/{name}"), known, value, differences);
            }
            let unknown = certified
                .iter()
                .filter(|(name, _)| !computed.contains_key(*name));
            differences.extend(unknown.map(|(name, value)| CertificateDifference::Value {
                pointer: format!("{pointer}/{name}"),
                certified: json(Some(value)),
                computed: String::new(),
            }));
        }
        (Value::Array(certified), Value::Array(computed)) => {
            for index in 0..certified.len().max(computed.len()) {
                let pointer = format!("{pointer}/{index}");
                match (certified.get(index), computed.get(index)) {
                    (Some(known), Some(value)) => compare(&pointer, known, value, differences),
                    (known, value) => differences.push(CertificateDifference::Value {
                        pointer,
                        certified: json(known),
                        computed: json(value),
                    }),
                }
            }
        }
        (certified, computed) if certified != computed => {
            differences.push(CertificateDifference::Value {
                pointer: pointer.to_owned(),
                certified: json(Some(certified)),
                computed: json(Some(computed)),
            });
        }
        _ => {}
    }
}

fn json(value: Option<&Value>) -> String {
    value.map_or_else(String::new, Value::to_string)
}

/// Compares the outputs of a certificate with those that the inputs give. Where an input or an output was changed, this has been said.
fn compare_outputs(
    written: &Written,
    certificate: &Certificate,
    are_found: bool,
    differences: &mut Vec<CertificateDifference>,
) {
    let is_said = differences
        .iter()
        .any(|difference| matches!(difference, CertificateDifference::File { kind, .. } if *kind != FileKind::Output));
    if is_said || !are_found {
        return;
    }
    let (certified, computed) = (certificate.outputs.len(), written.outputs.len());
    if certified != computed {
        differences.push(CertificateDifference::OutputCount {
            certified,
            computed,
        });
        return;
    }
    for (output, content) in certificate.outputs.iter().zip(&written.outputs) {
        if Fingerprint::of(&output.name, content) != *output {
            let name = output.name.clone();
            differences.push(CertificateDifference::Recomputed { name });
        }
    }
}
