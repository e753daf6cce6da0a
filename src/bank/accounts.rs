use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::account_map::{AccountMap, bare};
use super::options::Options;
use super::preamble::Preamble;
use super::profile::{LabelRole, Role};
use super::rules;
use crate::record::rules::{ACCOUNT_IBAN_INVALID, CARD_NUMBER};
use crate::report::{Collector, Fault};
use crate::source::Span;
use crate::value::{AccountIdentifier, CardNumber, Currency, Iban};

/// No number of an account has so many bytes. Every row carries its account along, so that what stands above the rows must not grow with the file.
const LONGEST: usize = 1000;

/// Says which account a row belongs to. What there is to say of an account is said once, at its first row.
#[derive(Debug)]
pub(super) struct Accounts {
    /// The account that the caller gave, an IBAN in its canonical form.
    given: Option<String>,
    /// The account of the rows that name none.
    whole: Option<Rc<str>>,
    /// Whether that is the one given, and whether a row has it.
    whole_is_given: bool,
    took_given: bool,
    /// The first row that names no account in its column and went to another one.
    unnamed: Option<Span>,
    /// The column in which the first row names its account, and the first row that names it in a less sure one than others do.
    role: Option<(Role, Span)>,
    other_column: Option<Span>,
    /// The accounts that rows name: as the file writes them, and as they are called.
    named: HashMap<String, Option<Rc<str>>>,
    /// The one named last, which most rows name again.
    recent: (String, Option<Rc<str>>),
    map: Option<Arc<AccountMap>>,
    /// Which account of the map a number stands for.
    known: HashMap<String, usize>,
    /// The currencies that the map tells.
    currencies: HashMap<String, Currency>,
}

impl Accounts {
    pub(super) fn new(options: &Options, preamble: &Preamble, header: Span, sink: &mut Collector<'_>) -> Self {
        let given = options.account.as_ref().map(AccountIdentifier::canonical);
        let mut accounts = Self {
            given,
            whole: None,
            whole_is_given: false,
            took_given: false,
            unnamed: None,
            role: None,
            other_column: None,
            named: HashMap::new(),
            recent: (String::new(), None),
            map: options.accounts.clone(),
            known: HashMap::new(),
            currencies: HashMap::new(),
        };
        for (index, known) in options.accounts.iter().flat_map(|map| &map.accounts).enumerate() {
            for written in &known.written {
                accounts.known.entry(bare(written)).or_insert(index);
            }
            if let Some(currency) = known.currency {
                accounts.currencies.entry(known.account.canonical()).or_insert(currency);
            }
        }
        let several = [LabelRole::Iban, LabelRole::Account].into_iter().find_map(|role| {
            let mut values = preamble.labelled(role).filter(|(value, _)| !value.is_empty());
            let (first, _) = values.next()?;
            values.find(|(other, _)| !same(first, other)).map(|(_, span)| span)
        });
        if let Some(span) = several {
            sink.push(Fault::new(&rules::ACCOUNTS_SEVERAL, span));
        }
        // A label without a value is told like one whose value is none.
        let labelled = preamble.get(LabelRole::Iban).or_else(|| preamble.labelled(LabelRole::Iban).next());
        let iban = labelled.and_then(|(text, span)| accounts.identify(text, span, true, sink));
        let number = preamble.get(LabelRole::Account).or_else(|| preamble.get(LabelRole::Card));
        let whole = iban.or_else(|| number.and_then(|(text, span)| accounts.identify(text, span, false, sink)));
        accounts.whole_is_given = whole.is_none();
        if let Some(given) = accounts.given.as_ref().filter(|_| accounts.whole_is_given) {
            shaped_as_iban(given, header, sink);
        }
        accounts.whole = whole.or_else(|| accounts.given.clone()).map(Rc::from);
        accounts
    }

    /// The account of the rows that name none.
    pub(super) fn whole(&mut self) -> Option<Rc<str>> {
        self.took_given |= self.whole_is_given && self.whole.is_some();
        self.whole.clone()
    }

    /// A row whose columns name no account.
    pub(super) fn note_unnamed(&mut self, row: Span) {
        self.unnamed = self.unnamed.or(Some(row));
    }

    /// The first row that names no account, where others do.
    pub(super) fn unnamed_among_others(&self) -> Option<Span> {
        let unnamed = self.unnamed.filter(|_| self.took_given && self.named.values().any(Option::is_some));
        unnamed.or(self.other_column)
    }

    /// Whether a row went to the account that the caller gave.
    pub(super) const fn took_given(&self) -> bool {
        self.took_given
    }

    /// Whether a cell names an account, as an IBAN or otherwise, and not something that can't be used.
    pub(super) fn is_named(&mut self, text: &str, span: Span, iban: bool, sink: &mut Collector<'_>) -> bool {
        if self.recent.0 != text {
            if !self.named.contains_key(text) {
                let account = self.identify(text, span, iban, sink).map(Rc::from);
                self.named.insert(text.to_owned(), account);
            }
            self.recent = (text.to_owned(), self.named.get(text).cloned().flatten());
        }
        self.recent.1.is_some()
    }

    /// The account that was just named, for a row. Where some rows name it in one column and others in another, the first one of
    /// the less sure column is noted.
    pub(super) fn take(&mut self, role: Role, row: Span) -> Option<Rc<str>> {
        match self.role {
            None => self.role = Some((role, row)),
            Some((known, first)) if known != role => {
                let less_sure = if is_surer(known, role) { row } else { first };
                self.other_column = self.other_column.or(Some(less_sure));
            }
            Some(_) => {}
        }
        self.recent.1.clone()
    }

    /// The currency that the caller's map says an account is in.
    pub(super) fn currency_of(&self, account: &str) -> Option<Currency> {
        self.currencies.get(account).copied()
    }

    /// An account as the file writes it, in the form in which it is sent.
    fn identify(&self, text: &str, span: Span, iban: bool, sink: &mut Collector<'_>) -> Option<String> {
        // A quote that lost the other one is part of no account.
        let text = text.trim_matches('"').trim();
        let is_damaged = text.contains(['"', char::REPLACEMENT_CHARACTER]);
        if is_damaged || text.len() > LONGEST || !text.contains(|one: char| one.is_ascii_digit()) {
            sink.push(Fault::new(&rules::ACCOUNT_UNUSABLE, span));
            return None;
        }
        let known = self.known.get(&bare(text)).and_then(|place| self.map.as_ref()?.accounts.get(*place));
        let account = match (known, Iban::parse(text)) {
            (Some(known), _) => known.account.canonical(),
            (None, Ok(iban)) => iban.as_str().to_owned(),
            (None, Err(_)) if shaped_as_iban(text, span, sink) => {
                text.chars().filter(|character| !character.is_whitespace()).collect()
            }
            (None, Err(_)) if iban => {
                sink.push(Fault::new(&rules::ACCOUNT_UNUSABLE, span));
                return None;
            }
            (None, Err(_)) => {
                if CardNumber::is_in(text) {
                    sink.push(Fault::new(&CARD_NUMBER, span).param("field", "accountIdentifier"));
                }
                CardNumber::mask(text).into_owned()
            }
        };
        if self.given.as_ref().is_some_and(|given| *given != account) {
            sink.push(Fault::new(&rules::ACCOUNT_DIFFERS, span));
        }
        Some(account)
    }
}

/// Whether an account is named more surely by the one than by the other: an IBAN, then a number, then a card.
fn is_surer(one: Role, other: Role) -> bool {
    one == Role::Iban || one == Role::Account && other == Role::Card
}

/// Whether two texts name one account, blanks aside.
fn same(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    bare(one) == bare(other)
}

/// Whether an account is shaped as an IBAN and is none, which is said.
fn shaped_as_iban(text: &str, span: Span, sink: &mut Collector<'_>) -> bool {
    let Some(fault) = Iban::parse(text).err().filter(|_| Iban::looks_like(text)) else { return false };
    let finding = Fault::new(&ACCOUNT_IBAN_INVALID, span).param("field", "accountIdentifier");
    sink.push(finding.param("reason", fault.to_string()));
    true
}
