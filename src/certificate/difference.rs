//! What differs between a certificate and the files.

use std::fmt;

use serde_json::{Value, json};

use crate::source::named_enum;

named_enum! {
    /// What a file of a certificate is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum FileKind {
        /// A file that was read.
        Input = "input",
        /// A file of settings.
        Document = "document",
        /// A file that was written.
        Output = "output",
    }
    /// The name in messages.
    as_str
}

/// Something that differs between a certificate and the files.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateDifference {
    /// The content of the certificate is not what its own SHA-256 says.
    CertificateContent,
    /// The certificate is written otherwise than the program writes it.
    CertificateText {
        /// The first line that differs, from 1.
        line: usize,
    },
    /// There is no file with this name.
    Missing {
        /// What the file is.
        kind: FileKind,
        /// Its name.
        name: String,
    },
    /// The bytes of a file are not those of the certificate.
    File {
        /// What the file is.
        kind: FileKind,
        /// Its name.
        name: String,
        /// The number of bytes and the SHA-256 of the certificate.
        certified: (usize, String),
        /// Those of the file.
        found: (usize, String),
    },
    /// A value of the certificate is not what the inputs give.
    Value {
        /// The JSON pointer of the value, such as `/accounts/0/closing`.
        pointer: String,
        /// The value of the certificate, as JSON; empty if it has none.
        certified: String,
        /// The value that the inputs give, as JSON; empty if they give none.
        computed: String,
    },
    /// The inputs give another content of an output than the certificate says.
    Recomputed {
        /// The name of the output.
        name: String,
    },
    /// The inputs give another number of outputs than the certificate names.
    OutputCount {
        /// The number of the certificate.
        certified: usize,
        /// The number that the inputs give.
        computed: usize,
    },
    /// A setting of the certificate can't be used, so that nothing can be computed anew.
    Setting {
        /// Which one, and why.
        fault: String,
    },
}

impl CertificateDifference {
    /// Returns the name of the kind of difference.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            Self::CertificateContent => "certificate-content",
            Self::CertificateText { .. } => "certificate-text",
            Self::Missing { .. } => "missing",
            Self::File { .. } => "file",
            Self::Value { .. } => "value",
            Self::Recomputed { .. } => "recomputed",
            Self::OutputCount { .. } => "output-count",
            Self::Setting { .. } => "setting",
        }
    }

    /// Returns the difference as a JSON object. Beside its message it has what the message says, so that a caller can say it in another language.
    pub(super) fn to_value(&self) -> Value {
        let mut value = json!({ "what": self.what(), "message": self.to_string() });
        let facts = match self {
            Self::CertificateContent => Vec::new(),
            Self::CertificateText { line } => vec![("line", json!(line))],
            Self::Missing { kind, name } | Self::File { kind, name, .. } => {
                vec![("kind", json!(kind.as_str())), ("name", json!(name))]
            }
            Self::Value {
                pointer,
                certified,
                computed,
            } => vec![
                ("pointer", json!(pointer)),
                ("certified", json!(certified)),
                ("computed", json!(computed)),
            ],
            Self::Recomputed { name } => vec![("name", json!(name))],
            Self::OutputCount {
                certified,
                computed,
            } => vec![
                ("certified", json!(certified.to_string())),
                ("computed", json!(computed.to_string())),
            ],
            Self::Setting { fault } => vec![("fault", json!(fault))],
        };
        if let Some(members) = value.as_object_mut() {
            let facts = facts.into_iter();
            members.extend(facts.map(|(name, fact)| (name.to_owned(), fact)));
        }
        value
    }
}

impl fmt::Display for CertificateDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CertificateContent => formatter.write_str(
                "the certificate was changed: its content does not have the SHA-256 that it states",
            ),
            Self::CertificateText { line } => write!(
                formatter,
                "the certificate was changed in line {line}: it is not as the program wrote it"
            ),
            Self::Missing { kind, name } => {
                let kind = kind.as_str();
                write!(
                    formatter,
                    "{kind} {name} is missing: name the folder that has it"
                )
            }
            Self::File {
                kind,
                name,
                certified,
                found,
            } => {
                let kind = kind.as_str();
                write!(
                    formatter,
                    "{kind} {name} was changed: it has {} bytes and SHA-256 {}, and the certificate says {} bytes and {}",
                    found.0, found.1, certified.0, certified.1
                )
            }
            Self::Value {
                pointer,
                certified,
                computed,
            } => {
                let shown = |value: &str| {
                    if value.is_empty() {
                        "nothing".to_owned()
                    } else {
                        value.to_owned()
                    }
                };
                write!(
                    formatter,
                    "{pointer}: the certificate says {}, the files give {}",
                    shown(certified),
                    shown(computed)
                )
            }
            Self::Recomputed { name } => write!(
                formatter,
                "output {name}: the inputs give another content than the certificate says"
            ),
            Self::OutputCount {
                certified,
                computed,
            } => write!(
                formatter,
                "the certificate names {certified} outputs, and the inputs give {computed}"
            ),
            Self::Setting { fault } => write!(
                formatter,
                "nothing can be computed anew from the inputs: {fault}"
            ),
        }
    }
}
