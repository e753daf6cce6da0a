//! The IBANs of the parties of payments, where a message names them so.

use std::collections::HashSet;

use crate::report::Diagnostic;
use crate::source::Span;
use crate::statement::rules::PARTY_IBAN_INVALID;
use crate::value::{Iban, IbanError};

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
