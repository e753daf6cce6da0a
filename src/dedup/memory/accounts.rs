use crate::dedup::account::Spelling;
use crate::dedup::index::Index;
use crate::dedup::tables::Name;
use crate::value::AccountIdentifier;

/// The accounts that transactions belong to, each held once and numbered in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(super) struct Accounts {
    all: Vec<Account>,
    numbers: Index,
    /// The one asked for last, which most imports are all about.
    last: usize,
}

/// An account in the spelling in which it was sent.
#[derive(Debug, Clone)]
struct Account {
    identifier: AccountIdentifier,
    spelling: Spelling,
}

impl Accounts {
    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether so many more can be numbered.
    pub(super) fn have_room(&self, more: usize) -> bool {
        u32::try_from(self.all.len().saturating_add(more)).is_ok()
    }

    /// Every account in the order of their numbers.
    pub(super) fn identifiers(&self) -> impl Iterator<Item = &AccountIdentifier> {
        self.all.iter().map(|account| &account.identifier)
    }

    pub(super) fn identifier(&self, number: usize) -> Option<&AccountIdentifier> {
        self.all.get(number).map(|account| &account.identifier)
    }

    /// The account with a number: as it was sent, and in its canonical spelling.
    #[inline]
    pub(super) fn names(&self, number: usize) -> Option<(Name<'_>, Name<'_>)> {
        let account = self.all.get(number)?;
        Some((account.spelling.sent(&account.identifier), account.spelling.canonical(&account.identifier)))
    }

    /// The number of an account, which is added where it is new; none where there is no place for it.
    #[inline]
    pub(super) fn number(&mut self, identifier: &AccountIdentifier, sent: Name<'_>) -> Option<usize> {
        let is = |known: &Account| known.spelling.sent(&known.identifier).is(sent);
        if !self.all.get(self.last).is_some_and(is) {
            let found = self.numbers.find(sent.hash, |place| self.all.get(at(place)).is_some_and(is));
            self.last = match found {
                Some(place) => at(place),
                None => self.add(identifier, sent)?,
            };
        }
        Some(self.last)
    }

    #[cold]
    fn add(&mut self, identifier: &AccountIdentifier, sent: Name<'_>) -> Option<usize> {
        let number = self.all.len();
        let place = u32::try_from(number).ok()?;
        let all = &self.all;
        let hash_of = |place| all.get(at(place)).map(|known| known.spelling.sent(&known.identifier).hash);
        self.numbers.add(sent.hash, place, hash_of);
        self.all.push(Account { identifier: identifier.clone(), spelling: Spelling::of(identifier) });
        Some(number)
    }
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
