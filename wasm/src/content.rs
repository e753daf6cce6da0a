use universal_accounting::report::{Normalized, Report};
use universal_accounting::{base_data, documents, transactions};
use wasm_bindgen::JsError;

use crate::options::Options;

/// What a document is.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    BaseData,
    Transactions,
    Document,
    BaseDataResult,
    ImportResult,
    DocumentResult,
}

impl Content {
    /// By the names of the command line.
    pub(crate) fn named(name: &str) -> Result<Self, JsError> {
        Ok(match name {
            "base-data" => Self::BaseData,
            "transactions" => Self::Transactions,
            "document" => Self::Document,
            "base-data-result" => Self::BaseDataResult,
            "import-result" => Self::ImportResult,
            "document-result" => Self::DocumentResult,
            _ => return Err(JsError::new("there is no such kind of document")),
        })
    }

    /// Judges a document by all that is said of it in the options.
    pub(crate) fn check(self, source: &[u8], mut options: Options) -> Result<Report, JsError> {
        let policy = options.policy()?;
        let sent = if matches!(self, Self::ImportResult) { options.sent()? } else { None };
        let request = if matches!(self, Self::DocumentResult) { options.request()? } else { None };
        options.finish()?;
        Ok(match self {
            Self::BaseData => base_data::check(source, &policy),
            Self::Transactions => transactions::check(source, &policy),
            Self::Document => documents::check(source, &policy),
            Self::BaseDataResult => base_data::check_result(source, &policy),
            Self::ImportResult => transactions::check_result(source, sent, &policy),
            Self::DocumentResult => documents::check_result(source, request.as_ref(), &policy),
        })
    }

    /// Applies the fixes that the options name.
    pub(crate) fn normalize(self, source: &[u8], mut options: Options) -> Result<Normalized, JsError> {
        let (policy, fixes) = (options.policy()?, options.fixes()?);
        options.finish()?;
        Ok(match self {
            Self::BaseData => base_data::normalize(source, &policy, fixes),
            Self::Transactions => transactions::normalize(source, &policy, fixes),
            Self::Document => documents::normalize(source, &policy, fixes),
            _ => return Err(JsError::new("an answer of the service is checked, not normalized")),
        })
    }
}
