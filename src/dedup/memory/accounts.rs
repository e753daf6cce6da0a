use crate::dedup::account::canonical;
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
    hash: u64,
    /// Its canonical spelling, where that is another one.
    canonical: Option<(Box<str>, u64)>,
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
        let sent = Name { text: account.identifier.as_str(), hash: account.hash };
        let canonical = account.canonical.as_ref().map_or(sent, |(text, hash)| Name { text, hash: *hash });
        Some((sent, canonical))
    }

    /// The number of an account, which is added where it is new; none where there is no place for it.
    #[inline]
    pub(super) fn number(&mut self, identifier: &AccountIdentifier, sent: Name<'_>) -> Option<usize> {
        let is = |known: &Account| known.hash == sent.hash && known.identifier == *identifier;
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
        let canonical = canonical(identifier);
        let canonical = (canonical != sent.text).then(|| (Box::from(&*canonical), Name::new(&canonical).hash));
        let all = &self.all;
        self.numbers.add(sent.hash, place, |place| all.get(at(place)).map(|account| account.hash));
        self.all.push(Account { identifier: identifier.clone(), hash: sent.hash, canonical });
        Some(number)
    }
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
