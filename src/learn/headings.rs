//! What the name of a column means: as the built-in profiles use it, or by the words in it that all banks share.

use super::answers::Answers;
use super::role::ColumnRole;
use crate::format::table::roles_named;

/// What the names of columns about cards contain.
pub(super) const CARD_WORDS: [&str; 6] = ["card", "karte", "carte", "carta", "tarjeta", "kort"];

/// How words for money out begin.
const OUT: [&str; 9] = [
    "debit",
    "débit",
    "debet",
    "belast",
    "lastschrift",
    "addebit",
    "withdraw",
    "uscit",
    "sortie",
];

/// How words for money in begin.
const IN: [&str; 8] = [
    "credit",
    "crédit",
    "gutschrift",
    "accredit",
    "deposit",
    "entrat",
    "entrée",
    "einnahme",
];

/// What the names of balances contain.
const BALANCE: [&str; 4] = ["balance", "saldo", "solde", "kontostand"];

/// How the words begin that say that a name with a word for a direction is about an account.
const ABOUT_ACCOUNTS: [&str; 9] = [
    "account", "konto", "compte", "conto", "cuenta", "rekening", "iban", "name", "valuta",
];

/// How the words begin that say that a name with a word for a direction or a balance is about something else.
const ABOUT_OTHERS: [&str; 9] = [
    "currency", "währung", "devise", "divisa", "date", "datum", "data", "fecha", "limit",
];

/// Returns what most of the built-in profiles use a column of this name for, or else what its words mean. What stands in brackets, such as a currency, may be left
/// out.
pub(super) fn named_role(name: &str, answers: &Answers) -> Option<ColumnRole> {
    let mut roles = roles_named(name, answers.without.as_deref());
    if roles.is_empty() {
        let plain = name.split_once('(').map_or(name, |(before, _)| before);
        let plain = plain.trim_matches(|character: char| !character.is_alphanumeric());
        roles = roles_named(plain, answers.without.as_deref());
    }
    match roles.first() {
        Some((role, _)) => Some(ColumnRole::of_named(*role)),
        None => role_by_words(name),
    }
}

/// Returns the role that the words of a name that no profile uses have in other names.
fn role_by_words(name: &str) -> Option<ColumnRole> {
    let name = name.to_lowercase();
    let has_word = |beginnings: &[&str]| {
        let mut words = name.split(|letter: char| !letter.is_alphabetic());
        words.any(|word| beginnings.iter().any(|known| word.starts_with(known)))
    };
    if is_about_card(&name) || has_word(&ABOUT_OTHERS) {
        return None;
    }
    if BALANCE.iter().any(|word| name.contains(word)) {
        return Some(ColumnRole::Balance);
    }
    if has_word(&ABOUT_ACCOUNTS) {
        return None;
    }
    match (has_word(&OUT), has_word(&IN)) {
        (true, true) => Some(ColumnRole::Amount),
        (true, false) => Some(ColumnRole::Debit),
        (false, true) => Some(ColumnRole::Credit),
        (false, false) => None,
    }
}

/// Whether a name is about cards, which are for debit or credit.
pub(super) fn is_about_card(name: &str) -> bool {
    let name = name.to_lowercase();
    CARD_WORDS.iter().any(|word| name.contains(word))
}
