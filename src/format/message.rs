use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use memchr::memchr_iter;

use super::rules;
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{Collector, Diagnostic, Limits};
use crate::sheet::{find_lost, find_misdecoded, report_mixed_encoding};
use crate::source::{Certain, Decoded, Span, undecoded_encoding};
use crate::statement::rules::PARTY_IBAN_INVALID;
use crate::statement::{
    Column, Converted, Item, StatementMetadata, StatementOptions, StatementReader, StatementSource,
    Summary, convert_statements,
};
use crate::value::{Iban, IbanError};

/// The number of entries so far, of all statements of a file, and their limit. None are counted where entries are read again.
#[derive(Debug, Clone, Default)]
pub(super) struct EntryLimit(Option<(Rc<Cell<usize>>, usize)>);

impl EntryLimit {
    pub(super) fn new(limits: &Limits) -> Self {
        Self(Some((Rc::default(), limits.records)))
    }

    pub(super) const fn is_counted(&self) -> bool {
        self.0.is_some()
    }

    /// Counts an entry. Returns it as rejected if it is one too many; the first of these is reported.
    pub(super) fn reject_surplus(&self, span: Span, findings: &mut Collector<'_>) -> Option<Item> {
        let (count, limit) = self.0.as_ref()?;
        let found = count.get() + 1;
        count.set(found);
        if found == limit.saturating_add(1) {
            let fault = Diagnostic::new(&TOO_MANY_RECORDS, span).param("found", found);
            findings.push(fault.param("what", "entries").param("limit", *limit));
        }
        (found > *limit).then_some(Item::Rejected(None))
    }
}

/// Returns the columns of every statement of a format: the parts of its entries.
pub(super) fn columns(names: impl IntoIterator<Item: ToString>) -> Arc<[Column]> {
    let names = names.into_iter().map(|name| name.to_string());
    let column = |name: String| Column {
        unique_name: name.clone(),
        name,
    };
    names.map(column).collect()
}

/// Converts the statements of a file that is no table, each with its reader.
///
/// # Errors
///
/// No statement has an entry.
pub(super) fn convert_with_readers<'s, R: StatementReader<'s>>(
    metadata: &[StatementMetadata],
    readers: impl Iterator<Item = R>,
    options: &StatementOptions<'_>,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<(), Diagnostic> {
    let mut readers: Vec<R> = readers.collect();
    let mut statements: Vec<StatementSource<'s, '_>> = metadata
        .iter()
        .zip(&mut readers)
        .map(|(metadata, reader)| StatementSource { metadata, reader })
        .collect();
    convert_statements(&mut statements, options, findings, summary, sink);
    if summary.rows > 0 {
        return Ok(());
    }
    let first = metadata.first();
    let span = first.map_or(Span::at(0), |metadata| metadata.span);
    Err(Diagnostic::new(&rules::STATEMENT_EMPTY, span))
}

/// Reports what shows that a text is in another encoding than the one it was decoded from. Returns a word that may be, which only the format of the file tells.
pub(super) fn report_encoding(decoded: &Decoded<'_>, findings: &mut Collector<'_>) -> Option<Span> {
    report_mixed_encoding(decoded, findings);
    let mut unclear = decoded.doubtful_word();
    if let Some(span) = find_misdecoded(decoded.text(), decoded.encoding()) {
        findings.push(Diagnostic::new(&rules::TEXT_MISDECODED, span));
        unclear = None;
    }
    if let Some((span, count)) = find_lost(decoded.text()) {
        let fault = Diagnostic::new(&rules::CHARACTERS_LOST, span);
        findings.push(fault.param("count", count));
    }
    if let Some(declared) = undecoded_encoding(decoded.text(), decoded.encoding()) {
        let fault = Diagnostic::new(&rules::ENCODING_DECLARED, Span::at(0))
            .param("declared", declared.to_owned());
        findings.push(fault.param("found", decoded.encoding().name()));
    }
    unclear
}

/// How many statements a file may have to be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementLimit {
    Any,
    /// Not more than one. The transactions of several may be the same, which only all of them tell.
    One,
}

impl StatementLimit {
    /// Returns whether a file with so many statements may be converted.
    pub(super) fn allows(self, statements: usize) -> bool {
        self == Self::Any || statements <= 1
    }
}

/// Counts lines up to offsets that only grow.
#[derive(Clone, Copy)]
pub(in crate::format) struct LineCounter<'s> {
    pub(in crate::format) text: &'s str,
    offset: usize,
    line: usize,
}

impl<'s> LineCounter<'s> {
    pub(in crate::format) const fn new(text: &'s str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
        }
    }

    /// Counts up to an offset, and returns a copy that goes on from there.
    pub(in crate::format) fn at(&mut self, offset: usize) -> Self {
        self.line_of(offset);
        *self
    }

    /// Returns the number of the line with an offset, from 1.
    pub(in crate::format) fn line_of(&mut self, offset: usize) -> usize {
        let between = self.text.as_bytes().get(self.offset..offset).certain();
        self.line += memchr_iter(b'\n', between).count();
        self.offset = offset.max(self.offset);
        self.line
    }
}

/// Whether a reference is a word for none, or has only zeros. Blanks, points, hyphens and brackets in the word don't count.
pub(super) fn is_placeholder(reference: &str) -> bool {
    const WORDS: [&str; 11] = [
        "NOTPROVIDED",
        "NONREF",
        "NOREF",
        "NOTAVAILABLE",
        "UNKNOWN",
        "NONE",
        "NA",
        "NULL",
        "KEINE",
        "NICHTANGEGEBEN",
        "ANONYMIZED",
    ];
    /// The most bytes of a word with signs between its letters.
    const MAX_LENGTH: usize = 24;
    let has_content = |character: char| character.is_alphanumeric() && character != '0';
    if !reference.contains(has_content) {
        return true;
    }
    let letters = reference.chars().filter(|letter| letter.is_alphanumeric());
    let letters = letters.map(|letter| letter.to_ascii_uppercase());
    reference.len() <= MAX_LENGTH && WORDS.iter().any(|word| letters.clone().eq(word.chars()))
}

/// Finds wrong IBANs in the entries of a statement. A party may have many payments, and is reported once.
#[derive(Debug)]
pub(super) struct PartyIbans {
    reported: HashSet<String>,
}

impl PartyIbans {
    /// A wrong IBAN of the statement's own account is reported as such.
    pub(super) fn new(own_account: &str) -> Self {
        Self {
            reported: HashSet::from([own_account.to_owned()]),
        }
    }

    /// Returns what is wrong with a text that its element names an IBAN, if this was not reported before.
    pub(super) fn find_new_fault(&mut self, text: &str, span: Span) -> Option<Diagnostic> {
        // Some banks write an account number in the place of an IBAN, and others hide it.
        let is_number = text.chars().all(|character| !character.is_alphabetic());
        let fault = Iban::find_fault(text).filter(|_| !is_number && !is_hidden(text))?;
        self.report_once(text, span, fault)
    }

    /// Returns what is wrong with the part of a text that it names an IBAN. Other words may follow it.
    pub(super) fn find_new_fault_in_text(&mut self, text: &str, span: Span) -> Option<Diagnostic> {
        let first_word = text.split_whitespace().next().unwrap_or_default();
        let is_iban = Iban::looks_like(text) && Iban::find_fault(first_word).is_some();
        if is_iban {
            self.find_new_fault(text, span)
        } else {
            None
        }
    }

    /// Returns what is wrong with a text in the place of an IBAN or of another account number, if it is most likely meant as an IBAN and has its length.
    pub(super) fn find_new_fault_of_number(
        &mut self,
        text: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let is_iban = Iban::looks_like(text) && !is_hidden(text);
        let fault = Iban::find_fault(text).filter(|_| is_iban);
        let fault = fault.filter(|fault| *fault == IbanError::CheckDigits)?;
        self.report_once(text, span, fault)
    }

    fn report_once(&mut self, text: &str, span: Span, fault: IbanError) -> Option<Diagnostic> {
        let is_new = self.reported.insert(text.to_owned());
        let finding = Diagnostic::new(&PARTY_IBAN_INVALID, span);
        let finding = finding.param("reason", fault.to_string());
        is_new.then_some(finding)
    }
}

/// Whether a text stands for an IBAN that is not shown: with stars, or with one character in the place of all of the account's.
fn is_hidden(text: &str) -> bool {
    let compact: String = text.split_whitespace().collect();
    let account = compact.get(4..).unwrap_or_default();
    let mut characters = account.chars();
    let first = characters.next();
    let is_one = characters.all(|character| Some(character) == first);
    let has_mask = account.to_ascii_uppercase().contains("XXX");
    compact.contains('*') || is_one || has_mask
}
