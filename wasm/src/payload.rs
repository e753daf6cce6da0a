//! The kinds of payloads.

#![allow(
    clippy::float_cmp,
    reason = "the macro compares the number from JavaScript, which is a whole one"
)]

use universal_accounting::report::{self, Report};
use universal_accounting::{base_data, cross_check, documents, internals, transactions};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::Options;

/// The kind of a payload. Journal exports have functions of their own, so that a module without journals doesn't contain the code for them.
///
/// A number for JavaScript: a name would have to be copied into the module, which takes a tenth of the time of a small payload.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum PayloadKind {
    /// The organization, its accounts, taxes and so on.
    BaseData,
    /// Bank transactions.
    Transactions,
    /// A request to create a document.
    Document,
    /// The response to an update of base data.
    BaseDataResult,
    /// The response to an import of transactions.
    ImportResult,
    /// The response to a request to create a document.
    DocumentResult,
}

impl PayloadKind {
    /// Checks a payload.
    pub(crate) fn check(self, source: &[u8], mut options: Options) -> Result<Report, JsError> {
        let policy = options.policy()?;
        let sent = if matches!(self, Self::ImportResult) {
            options.sent()?
        } else {
            None
        };
        let request = if matches!(self, Self::DocumentResult) {
            options.request()?
        } else {
            None
        };
        let base_data = if matches!(self, Self::Transactions) {
            options.base_data()?
        } else {
            None
        };
        options.reject_unknown()?;
        Ok(match (self, &base_data) {
            (Self::Transactions, Some(base_data)) => {
                cross_check::check_transactions(source, base_data, &policy)
            }
            (Self::BaseData, _) => base_data::check(source, &policy),
            (Self::Transactions, None) => transactions::check(source, &policy),
            (Self::Document, _) => documents::check(source, &policy),
            (Self::BaseDataResult, _) => base_data::check_result(source, &policy),
            (Self::ImportResult, _) => transactions::check_result(source, sent, &policy),
            (Self::DocumentResult, _) => documents::check_result(source, request.as_ref(), &policy),
        })
    }

    /// Applies fixes to a payload.
    pub(crate) fn normalize(
        self,
        source: &[u8],
        mut options: Options,
    ) -> Result<report::Normalized, JsError> {
        let (policy, fixes) = (options.policy()?, options.fixes()?);
        options.reject_unknown()?;
        Ok(match self {
            Self::BaseData => base_data::normalize(source, &policy, fixes),
            Self::Transactions => transactions::normalize(source, &policy, fixes),
            Self::Document => documents::normalize(source, &policy, fixes),
            _ => {
                return Err(JsError::new(
                    "a response of the service can be checked, but not normalized",
                ));
            }
        })
    }
}

/// The result of normalizing.
///
/// The canonical documents are not part of the report's JSON and stay text, because JavaScript would lose digits of their numbers.
#[wasm_bindgen(getter_with_clone)]
pub struct Normalized {
    /// The canonical documents, each on a line. `None` if the input is not JSON.
    #[wasm_bindgen(readonly)]
    pub json: Option<String>,
    /// The changes and the remaining findings, as JSON.
    #[wasm_bindgen(readonly)]
    pub report: String,
}

impl Normalized {
    pub(crate) fn new(file: &str, normalized: report::Normalized) -> Self {
        Self {
            report: internals::render::normalized_changes_json(file, &normalized),
            json: normalized.json,
        }
    }
}
