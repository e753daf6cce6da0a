use super::Content;
use super::lookup::{HashedAccount, MatchFields};
use super::marks::Marks;
use crate::transactions::{ReferenceId, Transaction};
use crate::value::{AccountIdentifier, Text};

/// A transaction in a store, with the fields by which other transactions are compared with it.
///
/// ```
/// use universal_accounting::dedup::{Content, KnownTransaction};
/// use universal_accounting::value::{AccountIdentifier, Text};
///
/// // The columns of a row in a database.
/// let account = AccountIdentifier::parse("CH9300762011623852957")?;
/// let id = Some(Text::parse("9999311BN1710030")?);
/// let content = Content::from_bytes(b"\x02CHF\x01\x7d").ok_or("not the bytes of a content")?;
/// let known = KnownTransaction::new(account, id, content, Some("Einkauf Bäckerei Muster"));
/// assert_eq!(known.transaction_id().map(Text::as_str), Some("9999311BN1710030"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownTransaction {
    account: AccountIdentifier,
    canonical_account: CanonicalAccount,
    transaction_id: Option<Text>,
    content: Content,
    marks: Marks,
}

/// The columns of a stored transaction, as a database returns them.
#[cfg(any(feature = "file-store", feature = "postgres"))]
pub(super) struct StoredColumns<'r> {
    pub(super) account: &'r [u8],
    pub(super) transaction_id: Option<&'r [u8]>,
    pub(super) content: &'r [u8],
    pub(super) marks: &'r [u8],
}

/// Why stored columns can't be read.
#[cfg(any(feature = "file-store", feature = "postgres"))]
pub(super) enum ColumnsError {
    /// Bytes that must be UTF-8 are not: no version wrote them.
    Damaged,
    /// A newer version may be able to read them.
    Unreadable,
}

impl KnownTransaction {
    /// Creates a known transaction from its key, its content and its text.
    #[must_use]
    pub fn new(
        account: AccountIdentifier,
        transaction_id: Option<Text>,
        content: Content,
        text: Option<&str>,
    ) -> Self {
        let marks = Marks::new(
            text,
            reference_id(transaction_id.as_ref(), &content).as_ref(),
        );
        Self::with_marks(account, transaction_id, content, marks)
    }

    pub(super) fn with_marks(
        account: AccountIdentifier,
        transaction_id: Option<Text>,
        content: Content,
        marks: Marks,
    ) -> Self {
        Self {
            canonical_account: CanonicalAccount::new(&account),
            account,
            transaction_id,
            content,
            marks,
        }
    }

    /// Reads a transaction from its stored columns.
    #[cfg(any(feature = "file-store", feature = "postgres"))]
    pub(super) fn from_columns(columns: &StoredColumns<'_>) -> Result<Self, ColumnsError> {
        let decode = |bytes| str::from_utf8(bytes).map_err(|_| ColumnsError::Damaged);
        let account = AccountIdentifier::parse(decode(columns.account)?)
            .map_err(|_| ColumnsError::Unreadable)?;
        let id = columns.transaction_id.map(decode).transpose()?;
        let id = id
            .map(Text::parse)
            .transpose()
            .map_err(|_| ColumnsError::Unreadable)?;
        let content = Content::from_bytes(columns.content).ok_or(ColumnsError::Unreadable)?;
        let marks = Marks::from_bytes(columns.marks).ok_or(ColumnsError::Unreadable)?;
        Ok(Self::with_marks(account, id, content, marks))
    }

    /// Returns the account as it was sent.
    #[must_use]
    pub const fn account(&self) -> &AccountIdentifier {
        &self.account
    }

    /// Returns the id of the transaction on its account.
    #[must_use]
    pub const fn transaction_id(&self) -> Option<&Text> {
        self.transaction_id.as_ref()
    }

    /// Returns the content that makes another transaction the same booking.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    pub(super) const fn marks(&self) -> Marks {
        self.marks
    }

    pub(super) fn match_fields(&self) -> MatchFields<'_> {
        let id = self
            .transaction_id
            .as_ref()
            .map(|id| id.as_str().as_bytes());
        self.canonical_account
            .match_fields(&self.account, id, self.content.as_bytes())
    }
}

impl From<&Transaction> for KnownTransaction {
    fn from(transaction: &Transaction) -> Self {
        Self::new(
            transaction.account_identifier.clone(),
            transaction.transaction_id.clone(),
            Content::from(transaction),
            transaction.text.as_ref().map(Text::as_str),
        )
    }
}

/// Returns the id of a transaction, if it is made with a reference of the bank.
fn reference_id<'a>(id: Option<&'a Text>, content: &Content) -> Option<ReferenceId<'a>> {
    let id = id?.as_str();
    // The form rules out most other ids without a hash.
    ReferenceId::reference_in(id)?;
    ReferenceId::parse(id, &content.booking_key()?)
}

/// The canonical spelling of an account, with the hashes of the sent and the canonical spelling.
///
/// The canonical spelling of an IBAN has no blanks and only upper case; any other account has only the spelling in which it was sent.
/// Databases keep canonical spellings, so they must stay the same from version to version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CanonicalAccount {
    sent_hash: u64,
    /// The canonical spelling and its hash, if it differs from the sent spelling.
    canonical: Option<(Box<str>, u64)>,
}

impl CanonicalAccount {
    pub(super) fn new(account: &AccountIdentifier) -> Self {
        let canonical = account
            .iban()
            .filter(|iban| iban.as_str() != account.as_str());
        Self {
            sent_hash: HashedAccount::new(account.as_str()).hash,
            canonical: canonical.map(|iban| {
                (
                    Box::from(iban.as_str()),
                    HashedAccount::new(iban.as_str()).hash,
                )
            }),
        }
    }

    /// Returns the account as it was sent, with its hash. `account` must be the account that this was made from.
    #[inline]
    pub(super) fn as_sent<'a>(&self, account: &'a AccountIdentifier) -> HashedAccount<'a> {
        HashedAccount {
            text: account.as_str(),
            hash: self.sent_hash,
        }
    }

    #[inline]
    pub(super) fn match_fields<'a>(
        &'a self,
        account: &'a AccountIdentifier,
        transaction_id: Option<&'a [u8]>,
        content: &'a [u8],
    ) -> MatchFields<'a> {
        let account = self.as_sent(account);
        let canonical = self.canonical.as_ref();
        let canonical_account =
            canonical.map_or(account, |(text, hash)| HashedAccount { text, hash: *hash });
        MatchFields {
            account,
            canonical_account,
            transaction_id,
            content,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ibans_have_a_canonical_spelling_of_their_own() {
        for (sent, expected) in [
            ("CH9300762011623852957", "CH9300762011623852957"),
            ("CH93 0076 2011 6238 5295 7", "CH9300762011623852957"),
            (" ch93-0076-2011-6238-5295-7", "CH9300762011623852957"),
            ("li21\u{a0}0881 0000 2324 013a a", "LI21088100002324013AA"),
            // Wrong check digits: it is not an IBAN, so its other spellings are unknown.
            ("CH94 0076 2011 6238 5295 7", "CH94 0076 2011 6238 5295 7"),
            (" Kasse", " Kasse"),
            ("4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("XXXX XXXX XXXX 1111", "XXXX XXXX XXXX 1111"),
        ] {
            let account = AccountIdentifier::parse(sent).unwrap();
            let canonical = CanonicalAccount::new(&account);
            assert_eq!(
                canonical
                    .match_fields(&account, None, b"")
                    .canonical_account
                    .text,
                expected
            );
        }
    }
}
