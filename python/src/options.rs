//! What the caller knows about a statement.

use pyo3::prelude::*;
use universal_accounting::certificate::{Document, DocumentKind, Recipe};
use universal_accounting::format::{self, DateOrder, Format, Profile};
use universal_accounting::internals::balance;
use universal_accounting::report::{self, Language};
use universal_accounting::statement::AccountMap;
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::error::invalid_option;
use crate::policy::{Policy, read_document, to_document};

/// What the caller knows about a statement in addition to the file, and how findings are graded.
#[pyclass(frozen, module = "universal_accounting._native")]
pub(crate) struct Options {
    conversion: format::ConvertOptions,
    language: Language,
    /// The account map and the profile, which a certificate names.
    documents: Vec<Document>,
}

impl Options {
    /// Returns the options for a file with this name.
    pub(crate) fn for_file(&self, name: &str) -> format::ConvertOptions {
        self.conversion.for_file(name)
    }

    pub(crate) const fn policy(&self) -> &report::Policy {
        &self.conversion.policy
    }

    /// Returns what a certificate has of the options.
    pub(crate) fn recipe(&self) -> Recipe {
        let mut recipe = Recipe::new();
        recipe.settings.set_conversion(&self.conversion);
        recipe.documents.clone_from(&self.documents);
        recipe.policy = self.conversion.policy.clone();
        recipe
    }

    pub(crate) const fn language(&self) -> Language {
        self.language
    }
}

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (policy, *, bank=None, profile=None, account=None, currency=None, accounts=None, opening_balance=None, dates=None, split_batches=false))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        policy: &Policy,
        bank: Option<&str>,
        profile: Option<&Bound<'_, PyAny>>,
        account: Option<&str>,
        currency: Option<&str>,
        accounts: Option<&Bound<'_, PyAny>>,
        opening_balance: Option<&str>,
        dates: Option<&str>,
        split_batches: bool,
    ) -> PyResult<Self> {
        let mut options = format::ConvertOptions::new();
        options.policy = policy.policy.clone();
        options.split_batches = split_batches;
        if let Some(id) = bank {
            let chosen = options.choose_format(id);
            chosen.map_err(|fault| {
                let fault = format_args!("{fault}; banks() lists all formats");
                invalid_option(py, "bank", fault)
            })?;
        }
        if let Some(profile) = read_document(py, "profile", profile, Profile::read)? {
            options.format = Format::Custom(profile);
        }
        if let Some(account) = account {
            let account = AccountIdentifier::parse(account);
            options.account = Some(account.map_err(|fault| invalid_option(py, "account", fault))?);
        }
        if let Some(code) = currency {
            let currency = Currency::parse(code);
            options.currency =
                Some(currency.map_err(|fault| invalid_option(py, "currency", fault))?);
        }
        if let Some(order) = dates {
            let order = DateOrder::parse(order);
            let expected = "it must be one of dmy, mdy and ymd";
            options.dates = Some(order.ok_or_else(|| invalid_option(py, "dates", expected))?);
        }
        if let Some(amount) = opening_balance {
            let balance = balance::parse(amount);
            options.opening_balance =
                Some(balance.map_err(|fault| invalid_option(py, "opening_balance", fault))?);
        }
        options.accounts = read_document(py, "accounts", accounts, AccountMap::read)?;
        let given = [
            (DocumentKind::Accounts, accounts),
            (DocumentKind::Profile, profile),
        ];
        Ok(Self {
            conversion: options,
            language: policy.language,
            documents: certified_documents(&given)?,
        })
    }
}

/// Returns documents as a certificate has them, each under the name of its kind.
pub(crate) fn certified_documents(
    given: &[(DocumentKind, Option<&Bound<'_, PyAny>>)],
) -> PyResult<Vec<Document>> {
    let mut documents = Vec::new();
    for (kind, document) in given {
        if let Some(document) = document {
            let content = to_document(document)?;
            let name = format!("{}.json", kind.as_str());
            documents.push(Document::new(*kind, &name, content.as_bytes()));
        }
    }
    Ok(documents)
}
