use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::account_map::{AccountMap, bare};
use super::entry::{AccountKind, Entry};
use super::head::{Given, Head};
use super::rules;
use crate::record::rules::{ACCOUNT_IBAN_INVALID, CARD_NUMBER};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::value::{AccountIdentifier, CardNumber, Currency, Iban};

/// No number of an account has so many bytes. Every entry carries its account along, so that what stands above the entries must not grow with the file.
const LONGEST: usize = 1000;

/// Tells to which account an entry belongs, as the number of the account. What there is to report of an account is reported
/// once, at its first entry.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    /// The account that the caller gave, an IBAN in its canonical form.
    given: Option<String>,
    /// The account of the entries that name none.
    whole: Option<usize>,
    /// Whether that is the one given, and whether an entry has it.
    whole_is_given: bool,
    took_given: bool,
    /// The first entry that could name an account, names none and went to another one.
    unnamed: Option<Span>,
    /// What names the account of the first entry, and the first entry that names it by something less sure than others do.
    kind: Option<(AccountKind, Span)>,
    other_kind: Option<Span>,
    /// The accounts that entries name, by the text of the file.
    named: HashMap<String, Option<usize>>,
    /// The one named last, which most entries name again.
    recent: (String, Option<usize>),
    /// The accounts in the form in which they are sent, and their numbers.
    names: Vec<Rc<str>>,
    numbers: HashMap<Rc<str>, usize>,
    map: Option<Arc<AccountMap>>,
    /// Which account of the map a number stands for.
    known: HashMap<String, usize>,
    /// The currencies that the map names.
    currencies: HashMap<String, Currency>,
}

impl Accounts {
    pub(super) fn new(given: &Given<'_>, head: &Head, findings: &mut Collector<'_>) -> Self {
        let mut accounts = Self {
            given: given.account.map(AccountIdentifier::canonical),
            map: given.accounts.cloned(),
            ..Self::default()
        };
        for (index, known) in given.accounts.iter().flat_map(|map| &map.accounts).enumerate() {
            for written in &known.written {
                accounts.known.entry(bare(written)).or_insert(index);
            }
            if let Some(currency) = known.currency {
                accounts.currencies.entry(known.account.canonical()).or_insert(currency);
            }
        }
        let labelled = |kind| head.accounts.iter().filter(move |name| name.kind == kind);
        let filled = |kind| labelled(kind).find(|name| !name.text.is_empty());
        let several = [AccountKind::Iban, AccountKind::Number].into_iter().find_map(|kind| {
            let mut values = labelled(kind).filter(|name| !name.text.is_empty());
            let first = values.next()?;
            values.find(|other| !same(&first.text, &other.text)).map(|other| other.span)
        });
        if let Some(span) = several {
            findings.push(Diagnostic::new(&rules::ACCOUNTS_SEVERAL, span));
        }
        // A label without a value is reported like one whose value is no account.
        let iban = filled(AccountKind::Iban).or_else(|| labelled(AccountKind::Iban).next());
        let iban = iban.and_then(|name| accounts.identify(&name.text, name.span, true, findings));
        let number = filled(AccountKind::Number).or_else(|| filled(AccountKind::Card));
        let whole = iban.or_else(|| number.and_then(|name| accounts.identify(&name.text, name.span, false, findings)));
        accounts.whole_is_given = whole.is_none();
        if let Some(given) = accounts.given.as_ref().filter(|_| accounts.whole_is_given) {
            shaped_as_iban(given, head.span, findings);
        }
        accounts.whole = whole.or_else(|| accounts.given.clone()).map(|name| accounts.numbered(&name));
        accounts
    }

    /// The account of an entry: that which it names, else that of the statement, else the one given.
    #[inline]
    pub(super) fn of(&mut self, entry: &Entry<'_>, head: &Head, findings: &mut Collector<'_>) -> Option<usize> {
        for name in &entry.accounts {
            if self.is_named(&name.text, name.span, name.kind == AccountKind::Iban, findings) {
                return self.take(name.kind, entry.place.span);
            }
        }
        if head.entries_name_accounts {
            self.unnamed = self.unnamed.or(Some(entry.place.span));
        }
        self.took_given |= self.whole_is_given && self.whole.is_some();
        self.whole
    }

    /// The number of an account in the form in which it is sent.
    pub(super) fn numbered(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let (name, number): (Rc<str>, usize) = (Rc::from(name), self.names.len());
        self.numbers.insert(Rc::clone(&name), number);
        self.names.push(name);
        number
    }

    /// The account of a number.
    pub(super) fn name(&self, number: usize) -> &str {
        self.names.get(number).map_or("", |name| name)
    }

    /// The first entry that names no account, where others do.
    pub(super) fn unnamed_among_others(&self) -> Option<Span> {
        let unnamed = self.unnamed.filter(|_| self.took_given && self.named.values().any(Option::is_some));
        unnamed.or(self.other_kind)
    }

    /// Whether an entry went to the account that the caller gave.
    pub(super) const fn took_given(&self) -> bool {
        self.took_given
    }

    /// Whether a text names an account, as an IBAN or otherwise, and not something that can't be used.
    fn is_named(&mut self, text: &str, span: Span, iban: bool, findings: &mut Collector<'_>) -> bool {
        if self.recent.0 != text {
            if !self.named.contains_key(text) {
                let account = self.identify(text, span, iban, findings).map(|name| self.numbered(&name));
                self.named.insert(text.to_owned(), account);
            }
            self.recent = (text.to_owned(), self.named.get(text).copied().flatten());
        }
        self.recent.1.is_some()
    }

    /// The account that was just named, for an entry. Where some entries name it by one thing and others by another, the first
    /// one of the less sure kind is noted.
    fn take(&mut self, kind: AccountKind, entry: Span) -> Option<usize> {
        match self.kind {
            None => self.kind = Some((kind, entry)),
            Some((known, first)) if known != kind => {
                let less_sure = if known < kind { entry } else { first };
                self.other_kind = self.other_kind.or(Some(less_sure));
            }
            Some(_) => {}
        }
        self.recent.1
    }

    /// The currency that the caller's map says an account is in.
    pub(super) fn currency_of(&self, number: usize) -> Option<Currency> {
        self.currencies.get(self.name(number)).copied()
    }

    /// An account as the file writes it, in the form in which it is sent.
    fn identify(&self, text: &str, span: Span, iban: bool, findings: &mut Collector<'_>) -> Option<String> {
        // A quote that lost the other one is part of no account.
        let text = text.trim_matches('"').trim();
        let is_damaged = text.contains(['"', char::REPLACEMENT_CHARACTER]);
        if is_damaged || text.len() > LONGEST || !text.contains(|one: char| one.is_ascii_digit()) {
            findings.push(Diagnostic::new(&rules::ACCOUNT_UNUSABLE, span));
            return None;
        }
        let known = self.known.get(&bare(text)).and_then(|place| self.map.as_ref()?.accounts.get(*place));
        let account = match (known, Iban::parse(text)) {
            (Some(known), _) => known.account.canonical(),
            (None, Ok(iban)) => iban.as_str().to_owned(),
            (None, Err(_)) if shaped_as_iban(text, span, findings) => {
                text.chars().filter(|character| !character.is_whitespace()).collect()
            }
            (None, Err(_)) if iban => {
                findings.push(Diagnostic::new(&rules::ACCOUNT_UNUSABLE, span));
                return None;
            }
            (None, Err(_)) => {
                if CardNumber::is_in(text) {
                    findings.push(Diagnostic::new(&CARD_NUMBER, span).param("field", "accountIdentifier"));
                }
                CardNumber::mask(text).into_owned()
            }
        };
        if self.given.as_ref().is_some_and(|given| *given != account) {
            findings.push(Diagnostic::new(&rules::ACCOUNT_DIFFERS, span));
        }
        Some(account)
    }
}

/// Whether two texts name one account, blanks aside.
fn same(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    bare(one) == bare(other)
}

/// Whether an account is shaped as an IBAN and is none, which is said.
fn shaped_as_iban(text: &str, span: Span, findings: &mut Collector<'_>) -> bool {
    let Some(fault) = Iban::parse(text).err().filter(|_| Iban::looks_like(text)) else { return false };
    let finding = Diagnostic::new(&ACCOUNT_IBAN_INVALID, span).param("field", "accountIdentifier");
    findings.push(finding.param("reason", fault.to_string()));
    true
}
