//! The elements of a file that statements are made of.

use std::borrow::Cow;

use super::tokens::{Token, Tokens};
use super::values::{decode, trim};
use crate::source::Span;

/// An element with other elements in it. Others that are not listed count as elements without content, so their elements belong to the one around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aggregate {
    File,
    /// `STMTRS`, or `CCSTMTRS` for a card.
    Statement,
    CardStatement,
    /// A statement of investments, with everything in it.
    Investments,
    Transfer,
    Account,
    Ledger,
    OtherBalance,
    Entry,
    PendingEntry,
    Currency,
    OriginalCurrency,
    OtherAccount,
    List,
}

impl Aggregate {
    fn from_name(name: &str) -> Option<Self> {
        const NAMES: [(&str, Aggregate); 20] = [
            ("OFX", Aggregate::File),
            ("STMTRS", Aggregate::Statement),
            ("CCSTMTRS", Aggregate::CardStatement),
            ("INVSTMTRS", Aggregate::Investments),
            ("INTRARS", Aggregate::Transfer),
            ("INTERRS", Aggregate::Transfer),
            ("BANKACCTFROM", Aggregate::Account),
            ("CCACCTFROM", Aggregate::Account),
            ("LEDGERBAL", Aggregate::Ledger),
            ("AVAILBAL", Aggregate::OtherBalance),
            ("BAL", Aggregate::OtherBalance),
            ("BALLIST", Aggregate::OtherBalance),
            ("STMTTRN", Aggregate::Entry),
            ("STMTTRNP", Aggregate::PendingEntry),
            ("CURRENCY", Aggregate::Currency),
            ("ORIGCURRENCY", Aggregate::OriginalCurrency),
            ("BANKACCTTO", Aggregate::OtherAccount),
            ("CCACCTTO", Aggregate::OtherAccount),
            ("BANKTRANLIST", Aggregate::List),
            ("BANKTRANLISTP", Aggregate::List),
        ];
        let mut names = NAMES.into_iter();
        names.find_map(|(known, aggregate)| known.eq_ignore_ascii_case(name).then_some(aggregate))
    }

    pub(super) const fn is_statement(self) -> bool {
        matches!(self, Self::Statement | Self::CardStatement)
    }

    pub(super) const fn is_part_of_entry(self) -> bool {
        matches!(
            self,
            Self::Currency | Self::OriginalCurrency | Self::OtherAccount
        )
    }

    pub(super) const fn is_entry(self) -> bool {
        matches!(self, Self::Entry | Self::PendingEntry)
    }
}

/// A value: an element without others in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Kind,
    Posted,
    /// The day of a pending entry.
    Expected,
    Purchased,
    Available,
    Amount,
    Id,
    CorrectedId,
    Correction,
    CheckNumber,
    Reference,
    Name,
    Payee,
    Memo,
    CurrencySymbol,
    DefaultCurrency,
    Bank,
    Branch,
    AccountNumber,
    FirstDay,
    LastDay,
    Balance,
    BalanceDay,
    /// Whether a status is that of an error.
    Severity,
}

impl Leaf {
    fn from_name(name: &str) -> Option<Self> {
        const NAMES: [(&str, Leaf); 24] = [
            ("TRNTYPE", Leaf::Kind),
            ("DTPOSTED", Leaf::Posted),
            ("DTTRAN", Leaf::Expected),
            ("DTUSER", Leaf::Purchased),
            ("DTAVAIL", Leaf::Available),
            ("TRNAMT", Leaf::Amount),
            ("FITID", Leaf::Id),
            ("CORRECTFITID", Leaf::CorrectedId),
            ("CORRECTACTION", Leaf::Correction),
            ("CHECKNUM", Leaf::CheckNumber),
            ("REFNUM", Leaf::Reference),
            ("NAME", Leaf::Name),
            ("PAYEE", Leaf::Payee),
            ("MEMO", Leaf::Memo),
            ("CURSYM", Leaf::CurrencySymbol),
            ("CURDEF", Leaf::DefaultCurrency),
            ("BANKID", Leaf::Bank),
            ("BRANCHID", Leaf::Branch),
            ("ACCTID", Leaf::AccountNumber),
            ("DTSTART", Leaf::FirstDay),
            ("DTEND", Leaf::LastDay),
            ("BALAMT", Leaf::Balance),
            ("DTASOF", Leaf::BalanceDay),
            ("SEVERITY", Leaf::Severity),
        ];
        let mut names = NAMES.into_iter();
        names.find_map(|(known, leaf)| known.eq_ignore_ascii_case(name).then_some(leaf))
    }
}

/// A step through a file.
#[derive(Debug, Clone)]
pub(super) enum Step<'s> {
    Begin(Aggregate, Span),
    End(Aggregate, Span),
    /// A value without the blanks around it, and its place. A value that is not there is empty.
    Value(Leaf, Cow<'s, str>, Span),
    /// A text where none belongs.
    Stray(Span),
}

/// Walks through the elements of a file. Whether values are closed makes no difference.
#[derive(Debug, Clone)]
pub(super) struct Walker<'s> {
    tokens: Tokens<'s>,
    ahead: Option<Token<'s>>,
}

impl<'s> Walker<'s> {
    pub(super) const fn new(text: &'s str, offset: usize) -> Self {
        Self {
            tokens: Tokens::new(text, offset),
            ahead: None,
        }
    }

    /// Reads the texts up to the next tag, without blanks around them.
    fn read_text(&mut self, start: usize) -> (Cow<'s, str>, Span) {
        let mut whole = (Cow::Borrowed(""), Span::at(start));
        loop {
            let (part, span) = match self.tokens.next() {
                Some(Token::Text(text, span)) => {
                    let (text, span) = trim(text, span);
                    (decode(text), span)
                }
                Some(Token::Verbatim(text, span)) => {
                    let (text, span) = trim(text, span);
                    (Cow::Borrowed(text), span)
                }
                other => {
                    self.ahead = other;
                    return whole;
                }
            };
            if part.is_empty() {
                continue;
            }
            let (text, place) = whole;
            whole = if text.is_empty() {
                (part, span)
            } else {
                // Only the first part is copied, so that a text of many parts takes no more time.
                let mut joined = text.into_owned();
                joined.push_str(&part);
                (Cow::Owned(joined), Span::new(place.start, span.end))
            };
        }
    }
}

impl<'s> Iterator for Walker<'s> {
    type Item = Step<'s>;

    fn next(&mut self) -> Option<Step<'s>> {
        loop {
            let token = self.ahead.take().or_else(|| self.tokens.next())?;
            match token {
                Token::Open(name, span) => {
                    if let Some(aggregate) = Aggregate::from_name(name) {
                        return Some(Step::Begin(aggregate, span));
                    }
                    let (text, place) = self.read_text(span.end);
                    if let Some(leaf) = Leaf::from_name(name) {
                        return Some(Step::Value(leaf, text, place));
                    }
                }
                Token::Empty(name, span) => {
                    if let Some(leaf) = Leaf::from_name(name) {
                        return Some(Step::Value(leaf, Cow::Borrowed(""), Span::at(span.end)));
                    }
                }
                Token::Close(name, span) => {
                    if let Some(aggregate) = Aggregate::from_name(name) {
                        return Some(Step::End(aggregate, span));
                    }
                }
                Token::Text(text, span) | Token::Verbatim(text, span) => {
                    let (text, span) = trim(text, span);
                    if !text.is_empty() {
                        return Some(Step::Stray(span));
                    }
                }
            }
        }
    }
}
