//! The kinds of payloads.

use universal_accounting::report::{Normalized, Report};
use universal_accounting::{base_data, documents, journal, transactions};
use wasm_bindgen::JsError;

use crate::options::Options;

/// The kind of a payload.
#[derive(Clone, Copy)]
pub(crate) enum PayloadKind {
    BaseData,
    Transactions,
    Journal,
    Document,
    BaseDataResult,
    ImportResult,
    DocumentResult,
}

impl PayloadKind {
    /// Returns the kind of payload with this name. The command line of `uacc` has the same names.
    pub(crate) fn from_name(name: &str) -> Result<Self, JsError> {
        Ok(match name {
            "base-data" => Self::BaseData,
            "transactions" => Self::Transactions,
            "journal" => Self::Journal,
            "document" => Self::Document,
            "base-data-result" => Self::BaseDataResult,
            "import-result" => Self::ImportResult,
            "document-result" => Self::DocumentResult,
            _ => return Err(JsError::new("there is no payload of this kind")),
        })
    }

    /// Checks a payload.
    pub(crate) fn check(self, source: &[u8], mut options: Options) -> Result<Report, JsError> {
        let policy = options.policy()?;
        let sent = if matches!(self, Self::ImportResult) { options.sent()? } else { None };
        let request = if matches!(self, Self::DocumentResult) { options.request()? } else { None };
        options.reject_unknown()?;
        Ok(match self {
            Self::BaseData => base_data::check(source, &policy),
            Self::Transactions => transactions::check(source, &policy),
            Self::Journal => journal::check(source, &policy),
            Self::Document => documents::check(source, &policy),
            Self::BaseDataResult => base_data::check_result(source, &policy),
            Self::ImportResult => transactions::check_result(source, sent, &policy),
            Self::DocumentResult => documents::check_result(source, request.as_ref(), &policy),
        })
    }

    /// Applies fixes to a payload.
    pub(crate) fn normalize(self, source: &[u8], mut options: Options) -> Result<Normalized, JsError> {
        let (policy, fixes) = (options.policy()?, options.fixes()?);
        options.reject_unknown()?;
        Ok(match self {
            Self::BaseData => base_data::normalize(source, &policy, fixes),
            Self::Transactions => transactions::normalize(source, &policy, fixes),
            Self::Journal => journal::normalize(source, &policy, fixes),
            Self::Document => documents::normalize(source, &policy, fixes),
            _ => return Err(JsError::new("a response of the service can be checked, but not normalized")),
        })
    }
}
