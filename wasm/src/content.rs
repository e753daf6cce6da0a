use universal_accounting::report::{Normalized, Policy, Report};
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

    pub(crate) fn check(self, source: &[u8], options: &mut Options) -> Result<Report, JsError> {
        let policy = options.policy()?;
        Ok(match self {
            Self::BaseData => base_data::check(source, &policy),
            Self::Transactions => transactions::check(source, &policy),
            Self::Document => documents::check(source, &policy),
            Self::BaseDataResult => base_data::check_result(source, &policy),
            Self::ImportResult => transactions::check_result(source, options.sent()?, &policy),
            Self::DocumentResult => documents::check_result(source, options.request()?.as_ref(), &policy),
        })
    }

    pub(crate) fn normalize(self, source: &[u8], options: &mut Options) -> Result<Normalized, JsError> {
        let (policy, fixes): (Policy, _) = (options.policy()?, options.fixes()?);
        Ok(match self {
            Self::BaseData => base_data::normalize(source, &policy, fixes),
            Self::Transactions => transactions::normalize(source, &policy, fixes),
            Self::Document => documents::normalize(source, &policy, fixes),
            _ => return Err(JsError::new("an answer of the service is checked, not normalized")),
        })
    }
}
