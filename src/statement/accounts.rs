use std::collections::HashMap;
use std::rc::Rc;

use super::account_map::{AccountMap, normalize_number};
use super::entry::{AccountNumberKind, Entry, is_rounded};
use super::metadata::{StatementMetadata, StatementOptions};
use super::rules;
use crate::record::rules::{ACCOUNT_IBAN_INVALID, CARD_NUMBER, QR_IBAN};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::value::{AccountIdentifier, CardNumber, Currency, Iban};

/// The maximum number of bytes of an account number. Every transaction repeats its account, so without a limit a long text above the entries
/// would make the output grow with the square of the file's size.
const MAX_NUMBER_BYTES: usize = 1000;

/// Finds the account of each entry, as an index. Findings about an account are reported once, at its first entry.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    /// The account that the caller gave, with an IBAN in its canonical form.
    given: Option<String>,
    /// The account of entries that name no account.
    default: Option<usize>,
    /// Whether the default account is the given account, and whether an entry was assigned to it.
    default_is_given: bool,
    used_given: bool,
    /// The first entry that names no account and was assigned to the default account, in a file whose entries may name accounts.
    first_unnamed: Option<Span>,
    /// Whether a statement names its account, and the first entry that was assigned to the given account because its statement names none.
    has_named_statement: bool,
    first_given: Option<Span>,
    /// The kind of account number in the first entry, and the first entry whose kind is less reliable than that of other entries.
    first_kind: Option<(AccountNumberKind, Span)>,
    first_less_reliable: Option<Span>,
    /// The accounts that entries name, by the text in the file. `None` if the text is unusable.
    by_text: HashMap<String, Option<usize>>,
    /// The text and account of the previous entry, which most entries share.
    previous: (String, Option<usize>),
    /// The accounts in the form in which they are sent, and their indexes.
    names: Vec<Rc<str>>,
    indexes: HashMap<Rc<str>, usize>,
    account_map: Option<AccountMap>,
    /// For each normalized number in the account map, the index of its account in the map.
    map_indexes: HashMap<String, usize>,
    /// The currencies of accounts in the account map.
    mapped_currencies: HashMap<String, Currency>,
}

impl Accounts {
    pub(super) fn new(options: &StatementOptions<'_>) -> Self {
        let mut accounts = Self {
            given: options.account.map(AccountIdentifier::canonical),
            account_map: options.account_map.cloned(),
            ..Self::default()
        };
        let known_accounts = options
            .account_map
            .iter()
            .flat_map(|map| map.accounts.iter())
            .enumerate();
        for (index, known) in known_accounts.filter(|(_, known)| known.is_for(options.bank)) {
            for number in &known.bank_numbers {
                accounts
                    .map_indexes
                    .entry(normalize_number(number))
                    .or_insert(index);
            }
            if let Some(currency) = known.currency {
                accounts
                    .mapped_currencies
                    .entry(known.account.canonical())
                    .or_insert(currency);
            }
        }
        accounts
    }

    /// Finds the account of the entries of a statement that name none.
    pub(super) fn begin_statement(
        &mut self,
        metadata: &StatementMetadata,
        findings: &mut Collector<'_>,
    ) {
        let of_kind = |kind| {
            metadata
                .account_numbers
                .iter()
                .filter(move |number| number.kind == kind)
        };
        let filled = |kind| of_kind(kind).find(|number| !number.text.is_empty());
        let several = [AccountNumberKind::Iban, AccountNumberKind::BankNumber]
            .into_iter()
            .find_map(|kind| {
                let mut numbers = of_kind(kind).filter(|number| !number.text.is_empty());
                let first = numbers.next()?;
                numbers
                    .find(|number| !is_same_number(&first.text, &number.text))
                    .map(|number| number.span)
            });
        if let Some(span) = several {
            findings.push(Diagnostic::new(&rules::ACCOUNTS_SEVERAL, span));
        }
        // A label without a value is reported like a value that is not an account.
        let iban =
            filled(AccountNumberKind::Iban).or_else(|| of_kind(AccountNumberKind::Iban).next());
        let iban = iban.and_then(|number| {
            self.canonical_account(&number.text, number.span, number.kind, findings)
        });
        let number = [
            AccountNumberKind::BankNumber,
            AccountNumberKind::Card,
            AccountNumberKind::Name,
        ]
        .into_iter()
        .find_map(filled);
        let named = iban.or_else(|| {
            number.and_then(|number| {
                self.canonical_account(&number.text, number.span, number.kind, findings)
            })
        });
        self.default_is_given = named.is_none();
        self.has_named_statement |= named.is_some();
        let given = self
            .given
            .as_ref()
            .filter(|given| self.default_is_given && Iban::looks_like(given));
        if let Some(fault) = given.and_then(|given| Iban::parse(given).err()) {
            let finding = Diagnostic::new(&rules::GIVEN_ACCOUNT_INVALID, metadata.span);
            findings.push(finding.param("reason", fault.to_string()));
        }
        self.default = named
            .or_else(|| self.given.clone())
            .map(|name| self.index_of(&name));
    }

    /// Returns the account of an entry: the account that the entry names, else the account of the statement, else the given account.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        entry: &Entry<'_>,
        metadata: &StatementMetadata,
        findings: &mut Collector<'_>,
    ) -> Option<usize> {
        for number in &entry.account_numbers {
            if self.look_up(&number.text, number.span, number.kind, findings) {
                self.note_kind(number.kind, entry.position.span);
                return self.previous.1;
            }
        }
        if metadata.entries_name_accounts {
            self.first_unnamed = self.first_unnamed.or(Some(entry.position.span));
        }
        if self.default_is_given && self.default.is_some() {
            self.used_given = true;
            self.first_given = self.first_given.or(Some(entry.position.span));
        }
        self.default
    }

    /// Returns the index of an account in the form in which it is sent, and adds the account if it is new.
    pub(super) fn index_of(&mut self, name: &str) -> usize {
        if let Some(index) = self.indexes.get(name) {
            return *index;
        }
        let (name, index): (Rc<str>, usize) = (Rc::from(name), self.names.len());
        self.indexes.insert(Rc::clone(&name), index);
        self.names.push(name);
        index
    }

    /// Returns the account with an index, in the form in which it is sent.
    pub(super) fn name(&self, index: usize) -> &str {
        self.names.get(index).map_or("", |name| name)
    }

    /// Returns the first entry that names no account, or names it by a less reliable kind of number, while other entries name one.
    pub(super) fn first_unnamed_entry(&self) -> Option<Span> {
        let unnamed = self
            .first_unnamed
            .filter(|_| self.used_given && self.by_text.values().any(Option::is_some));
        let of_statement = self.first_given.filter(|_| self.has_named_statement);
        unnamed.or(of_statement).or(self.first_less_reliable)
    }

    /// Returns the account of entries that name none.
    pub(super) const fn default_account(&self) -> Option<usize> {
        self.default
    }

    /// Whether an entry was assigned to the account that the caller gave.
    pub(super) const fn used_given(&self) -> bool {
        self.used_given
    }

    /// Looks up the account that a text names and stores it in `previous`. Returns whether the text is usable.
    fn look_up(
        &mut self,
        text: &str,
        span: Span,
        kind: AccountNumberKind,
        findings: &mut Collector<'_>,
    ) -> bool {
        if self.previous.0 != text {
            if !self.by_text.contains_key(text) {
                let account = self
                    .canonical_account(text, span, kind, findings)
                    .map(|name| self.index_of(&name));
                self.by_text.insert(text.to_owned(), account);
            }
            self.previous = (text.to_owned(), self.by_text.get(text).copied().flatten());
        }
        self.previous.1.is_some()
    }

    /// Notes the kind of number that an entry names its account by, to find the first entry with a less reliable kind than others.
    fn note_kind(&mut self, kind: AccountNumberKind, entry: Span) {
        match self.first_kind {
            None => self.first_kind = Some((kind, entry)),
            Some((known, first)) if known != kind => {
                let less_reliable = if known < kind { entry } else { first };
                self.first_less_reliable = self.first_less_reliable.or(Some(less_reliable));
            }
            Some(_) => {}
        }
    }

    /// Returns the currency of an account in the caller's account map.
    pub(super) fn mapped_currency(&self, index: usize) -> Option<Currency> {
        self.mapped_currencies.get(self.name(index)).copied()
    }

    /// Converts an account number in the file to the form in which it is sent, and reports its faults.
    fn canonical_account(
        &self,
        text: &str,
        span: Span,
        kind: AccountNumberKind,
        findings: &mut Collector<'_>,
    ) -> Option<String> {
        // An unpaired quote is not part of an account number.
        let text = text.trim_matches('"').trim();
        let is_damaged =
            text.contains(['"', char::REPLACEMENT_CHARACTER]) || text.contains(char::is_control);
        let needed = |character: char| match kind {
            AccountNumberKind::Name => character.is_alphanumeric(),
            _ => character.is_ascii_digit(),
        };
        let has_digit = text.contains(needed);
        let is_rounded = is_rounded(text);
        if is_damaged || is_rounded || text.len() > MAX_NUMBER_BYTES || !has_digit {
            findings.push(unusable(span, is_rounded));
            return None;
        }
        let index = self.map_indexes.get(&normalize_number(text));
        let known = index.and_then(|index| self.account_map.as_ref()?.accounts.get(*index));
        let account = match (known, Iban::parse(text)) {
            (Some(known), _) => known.account.canonical(),
            (None, Ok(iban)) => {
                if iban.is_qr() {
                    let finding = Diagnostic::new(&QR_IBAN, span);
                    findings.push(finding.param("field", "accountIdentifier"));
                }
                iban.as_str().to_owned()
            }
            (None, Err(fault)) if Iban::looks_like(text) => {
                let finding = Diagnostic::new(&ACCOUNT_IBAN_INVALID, span)
                    .param("field", "accountIdentifier");
                findings.push(finding.param("reason", fault.to_string()));
                text.chars()
                    .filter(|character| !character.is_whitespace())
                    .collect()
            }
            (None, Err(_)) if kind == AccountNumberKind::Iban => {
                findings.push(unusable(span, false));
                return None;
            }
            (None, Err(_)) => {
                if CardNumber::is_in(text) {
                    findings.push(
                        Diagnostic::new(&CARD_NUMBER, span).param("field", "accountIdentifier"),
                    );
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

fn unusable(span: Span, is_rounded: bool) -> Diagnostic {
    let what = if is_rounded {
        "a spreadsheet rounded this number"
    } else {
        "this is neither an IBAN nor another account number"
    };
    Diagnostic::new(&rules::ACCOUNT_UNUSABLE, span).param("what", what)
}

/// Whether two texts are the same account number, ignoring whitespace.
fn is_same_number(first: &str, second: &str) -> bool {
    let compact = |text: &str| {
        text.chars()
            .filter(|character| !character.is_whitespace())
            .collect::<String>()
    };
    compact(first) == compact(second)
}
