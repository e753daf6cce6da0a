use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use super::bookings::{book_document, book_transaction};
use super::books::Books;
use super::endpoints::DOCUMENT;
use super::problem::Problem;
use super::state::UnreadableItem;
use super::{Identifier, ItemKey, Response, Service, State, WebhookDelivery};
use crate::base_data::{self, BaseData};
use crate::cross_check::{self, Mismatch};
use crate::documents::{self, CreationRequest};
use crate::endpoint::Organization;
use crate::journal::{self, JournalRecord};
use crate::report::Policy;
use crate::sandbox::{DeliveryRequest, FileContents};

/// The most transactions, and the most documents, that a journal is made of.
const MAX_RECORDS: usize = 100_000;

/// The most bytes of files in a journal, as a multiple of the limit for bodies.
const FILES_LIMIT_FACTOR: usize = 4;

/// Why there is no journal.
///
/// ```
/// use universal_accounting::endpoint::Organization;
/// use universal_accounting::sandbox::FileContents;
/// use universal_accounting::service::Service;
///
/// let error = Service::new().journal(&Organization::sandbox(), FileContents::Ids).err();
/// let error = error.ok_or("a journal of nothing")?;
/// assert_eq!(
///     error.to_string(),
///     "A journal needs base data, for its accounts. It needs documents or transactions, which it books. Send them first."
/// );
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum JournalError<E> {
    /// Something is missing, as these sentences say.
    Missing(String),
    /// What the state has under this key can't be read.
    Unreadable(ItemKey),
    /// The state can't be read or changed.
    State(E),
}

impl<E> JournalError<E> {
    fn missing(reason: impl Into<String>) -> Self {
        Self::Missing(reason.into())
    }
}

impl<E: fmt::Display> fmt::Display for JournalError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(reason) => formatter.write_str(reason),
            Self::Unreadable(key) => UnreadableItem(*key).fmt(formatter),
            Self::State(error) => error.fmt(formatter),
        }
    }
}

impl<E: Error + 'static> Error for JournalError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Missing(_) | Self::Unreadable(_) => None,
            Self::State(error) => error.source(),
        }
    }
}

impl Response {
    pub(super) fn no_journal(error: JournalError<impl Error + 'static>) -> Self {
        match &error {
            JournalError::Missing(reason) => Self::problem(&Problem::NoJournal(reason)),
            JournalError::Unreadable(_) | JournalError::State(_) => Self::unavailable(error),
        }
    }
}

/// A document, with the content of its file if it is exported too.
struct HeldDocument {
    file: Identifier,
    request: CreationRequest,
    content: Option<Vec<u8>>,
}

impl<S: State> Service<S> {
    /// Makes up a journal of the documents and transactions of an organization, with the accounts, taxes, contacts, cost centers and projects of its
    /// base data.
    ///
    /// Each transaction is booked on its day, and each document on some day of the last tax period. Every entry balances. Equal data and an equal seed
    /// give an equal journal. A document's record has the `serviceId` of its creation.
    ///
    /// # Errors
    ///
    /// There is nothing to book, the base data lacks what a booking needs, or the state can't be read.
    pub fn journal(
        &mut self,
        organization: &Organization,
        files: FileContents,
    ) -> Result<Vec<JournalRecord>, JournalError<S::Error>> {
        let base_data = self.read_base_data(organization)?;
        let documents = self.read_documents(organization, files)?;
        let transactions = self
            .state
            .first_transactions(organization, MAX_RECORDS + 1)
            .map_err(JournalError::State)?;
        let base_data = match (base_data, documents.is_empty() && transactions.is_empty()) {
            (Some(base_data), false) => base_data,
            (base_data, nothing) => {
                return Err(JournalError::Missing(missing(base_data.is_none(), nothing)));
            }
        };
        if transactions.len().max(documents.len()) > MAX_RECORDS {
            return Err(JournalError::missing(format!(
                "A journal is made of at most {MAX_RECORDS} transactions and as many documents. Start another service for more."
            )));
        }
        let seed = self.session(organization, |session| session.seed);
        let books = Books::new(&base_data);
        let transactions = (1..).zip(&transactions).map(|(number, transaction)| {
            book_transaction(
                &books,
                Identifier::new(seed, organization, "transaction", number),
                transaction,
            )
        });
        let documents = documents.into_iter().map(
            |HeldDocument {
                 file,
                 request,
                 content,
             }| {
                book_document(&books, file.derive(DOCUMENT), file, &request, content)
            },
        );
        let mut records = Vec::new();
        for booked in documents.chain(transactions) {
            let too_few = || {
                JournalError::missing(
                    "The base data has fewer than two accounts, and an entry needs two.",
                )
            };
            records.push(booked.ok().flatten().ok_or_else(too_few)?);
        }
        match mismatch_reason(&cross_check::journal(&records, &base_data)) {
            Some(reason) => Err(JournalError::Missing(reason)),
            None => Ok(records),
        }
    }

    /// Creates the delivery of the journal that a test asks for, and marks the documents in it as exported.
    ///
    /// # Errors
    ///
    /// The same errors as [`journal`](Self::journal), and that the state can't be changed.
    pub fn delivery(
        &mut self,
        organization: &Organization,
        request: &DeliveryRequest,
    ) -> Result<WebhookDelivery, JournalError<S::Error>> {
        let records = self.journal(organization, request.files)?;
        let body = self.write_journal(&records);
        let delivery = WebhookDelivery::new(request, body)
            .map_err(|error| JournalError::missing(format!("{error}.")))?;
        for file in records.iter().flat_map(|record| &record.files) {
            if let Some(id) = file
                .service_file_id
                .as_ref()
                .and_then(|id| Identifier::parse(id.as_str()))
            {
                self.mark_exported(organization, id)
                    .map_err(JournalError::State)?;
            }
        }
        Ok(delivery)
    }

    /// Writes a journal with the brand of the policy.
    pub(super) fn write_journal(&self, records: &[JournalRecord]) -> String {
        match self.options.policy.brand_name() {
            Some(brand) => journal::write_with_brand(records, brand),
            None => journal::write(records),
        }
    }

    fn read_base_data(
        &mut self,
        organization: &Organization,
    ) -> Result<Option<BaseData>, JournalError<S::Error>> {
        let json = self
            .state
            .read_item(organization, ItemKey::BaseData)
            .map_err(JournalError::State)?;
        let Some(json) = json else {
            return Ok(None);
        };
        let held = base_data::read(&json, &Policy::new()).value;
        held.map(Some)
            .ok_or(JournalError::Unreadable(ItemKey::BaseData))
    }

    fn read_documents(
        &mut self,
        organization: &Organization,
        files: FileContents,
    ) -> Result<Vec<HeldDocument>, JournalError<S::Error>> {
        let limit = self.options.body_limit.saturating_mul(FILES_LIMIT_FACTOR);
        let (mut documents, mut size) = (Vec::new(), 0_usize);
        for file in self
            .state
            .document_ids(organization)
            .map_err(JournalError::State)?
        {
            let mut read = |key| {
                self.state
                    .read_item(organization, key)
                    .map_err(JournalError::State)
            };
            let key = ItemKey::Document(file);
            let json = read(key)?.ok_or(JournalError::Unreadable(key))?;
            let request = documents::read(&json, &Policy::new()).value;
            let request = request.ok_or(JournalError::Unreadable(key))?;
            let upload = Identifier::parse(request.signed_file_name.as_str());
            let content = match (files, upload) {
                (FileContents::Contents, Some(upload)) => read(ItemKey::Upload(upload))?,
                _ => None,
            };
            size = size.saturating_add(content.as_ref().map_or(0, Vec::len));
            if size > limit {
                return Err(JournalError::missing(format!(
                    "The files have more than {limit} bytes. Ask for their ids alone."
                )));
            }
            documents.push(HeldDocument {
                file,
                request,
                content,
            });
        }
        Ok(documents)
    }
}

/// Returns what is missing for a journal, as sentences.
fn missing(lacks_base_data: bool, has_nothing_to_book: bool) -> String {
    let base_data = if lacks_base_data {
        "A journal needs base data, for its accounts. "
    } else {
        ""
    };
    let records = match (has_nothing_to_book, lacks_base_data) {
        (true, true) => "It needs documents or transactions, which it books. ",
        (true, false) => "A journal needs documents or transactions, which it books. ",
        (false, _) => "",
    };
    format!("{base_data}{records}Send them first.")
}

/// Returns what the bookings need and the base data lacks, as sentences, or `None` if it lacks nothing.
fn mismatch_reason(mismatches: &[Mismatch]) -> Option<String> {
    let mut reasons: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for mismatch in mismatches {
        reasons
            .entry(mismatch.message())
            .or_default()
            .insert(mismatch.index);
    }
    let describe = |(message, records): (&String, &BTreeSet<usize>)| match records.len() {
        1 => format!("{message} (1 record)"),
        count => format!("{message} ({count} records)"),
    };
    let lacks = reasons.iter().map(describe).collect::<Vec<_>>().join("; ");
    (!lacks.is_empty())
        .then(|| format!("The base data lacks what the bookings need: {lacks}. Add it, and send the base data again."))
}
