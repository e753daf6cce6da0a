//! Terms of statements in four languages, for the headings of tables.

use super::Words;

pub(crate) const ACCOUNT: Words = Words(["account", "Konto", "compte", "conto"]);
pub(crate) const CURRENCY: Words = Words(["currency", "Währung", "monnaie", "valuta"]);
pub(crate) const FROM: Words = Words(["from", "von", "du", "dal"]);
pub(crate) const TO: Words = Words(["to", "bis", "au", "al"]);
pub(crate) const TRANSACTIONS: Words =
    Words(["transactions", "Buchungen", "écritures", "movimenti"]);
pub(crate) const CREDITS: Words = Words(["credits", "Gutschriften", "crédits", "accrediti"]);
pub(crate) const DEBITS: Words = Words(["debits", "Belastungen", "débits", "addebiti"]);
pub(crate) const OPENING_BALANCE: Words = Words([
    "opening balance",
    "Anfangssaldo",
    "solde initial",
    "saldo iniziale",
]);
pub(crate) const CLOSING_BALANCE: Words = Words([
    "closing balance",
    "Schlusssaldo",
    "solde final",
    "saldo finale",
]);
pub(crate) const STATEMENTS: Words =
    Words(["Statements", "Kontoauszüge", "Relevés", "Estratti conto"]);

/// Balances confirm all transactions.
pub(crate) const PROVED: Words = Words(["proved", "bewiesen", "prouvé", "dimostrato"]);
/// Balances confirm some transactions.
pub(crate) const PARTLY: Words = Words(["partly", "teilweise", "en partie", "in parte"]);
/// A balance contradicts transactions.
pub(crate) const CONTRADICTED: Words =
    Words(["contradicted", "widersprochen", "contredit", "contraddetto"]);
/// There are no balances to compare.
pub(crate) const NOT_CHECKED: Words = Words([
    "not checked",
    "nicht geprüft",
    "non contrôlé",
    "non controllato",
]);
