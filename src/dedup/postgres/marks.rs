use sha2::{Digest, Sha256};

use crate::dedup::key::Key;

/// A SHA-256, by which a transaction is found.
pub(super) type Mark = [u8; 32];

/// All by which a transaction is found. The one who sends texts chooses them: with a weaker hash two could meet.
pub(super) struct Marks {
    /// Of the account as it was sent and the id, where there is one.
    pub(super) exact: Option<Mark>,
    /// Of the canonical account and the id, where the account is spelled otherwise.
    pub(super) spelled: Option<Mark>,
    /// Of the canonical account and the content.
    pub(super) alike: Mark,
}

impl Marks {
    pub(super) fn of(key: &Key<'_>) -> Self {
        let (account, canonical) = (key.account().as_str(), key.canonical_account());
        let id = key.transaction_id().map(|id| id.as_str().as_bytes());
        let exact = id.map(|id| mark(account, id));
        let spelled = id.filter(|_| account != canonical).map(|id| mark(canonical, id));
        Self { exact, spelled, alike: mark(canonical, key.content().as_bytes()) }
    }

    /// Of the canonical account and the id, however the account is spelled.
    pub(super) fn canonical(&self) -> Option<Mark> {
        self.spelled.or(self.exact)
    }
}

/// The length keeps what is marked together apart.
fn mark(account: &str, more: &[u8]) -> Mark {
    let length = u64::try_from(account.len()).unwrap_or(u64::MAX).to_be_bytes();
    Sha256::new().chain_update(length).chain_update(account).chain_update(more).finalize().into()
}

/// The name of something, of any length and with any character.
pub(super) fn name_mark(name: &str) -> Mark {
    Sha256::digest(name).into()
}
