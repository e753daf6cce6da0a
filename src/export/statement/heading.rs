//! Names of columns and sheets in the language of the reader.

use crate::report::Language;

/// A name in English, German, French and Italian.
pub(super) struct Heading([&'static str; 4]);

impl Heading {
    pub(super) const fn text(&self, language: Language) -> &'static str {
        let [english, german, french, italian] = self.0;
        match language {
            Language::English => english,
            Language::German => german,
            Language::French => french,
            Language::Italian => italian,
        }
    }
}

/// The name of the first sheet.
pub(super) const STATEMENTS: Heading =
    Heading(["Statements", "Kontoauszüge", "Relevés", "Estratti conto"]);

/// The columns of the first sheet.
pub(super) const OVERVIEW: [Heading; 10] = [
    Heading(["account", "Konto", "compte", "conto"]),
    Heading(["currency", "Währung", "monnaie", "valuta"]),
    Heading(["from", "von", "du", "dal"]),
    Heading(["to", "bis", "au", "al"]),
    Heading(["transactions", "Buchungen", "écritures", "movimenti"]),
    Heading(["credits", "Gutschriften", "crédits", "accrediti"]),
    Heading(["debits", "Belastungen", "débits", "addebiti"]),
    Heading([
        "opening balance",
        "Anfangssaldo",
        "solde initial",
        "saldo iniziale",
    ]),
    Heading([
        "closing balance",
        "Schlusssaldo",
        "solde final",
        "saldo finale",
    ]),
    Heading([
        "balance",
        "Saldoprüfung",
        "contrôle du solde",
        "verifica del saldo",
    ]),
];

/// The columns of a sheet of an account.
pub(super) const BOOKINGS: [Heading; 11] = [
    Heading([
        "booked at",
        "Buchungstag",
        "date comptable",
        "data contabile",
    ]),
    Heading(["value date", "Valuta", "date de valeur", "data valuta"]),
    Heading([
        "purchased at",
        "Kaufdatum",
        "date d’achat",
        "data d’acquisto",
    ]),
    Heading(["text", "Text", "texte", "testo"]),
    Heading(["amount", "Betrag", "montant", "importo"]),
    Heading(["balance", "Saldo", "solde", "saldo"]),
    Heading(["currency", "Währung", "monnaie", "valuta"]),
    Heading([
        "original amount",
        "Originalbetrag",
        "montant d’origine",
        "importo originale",
    ]),
    Heading([
        "original currency",
        "Originalwährung",
        "monnaie d’origine",
        "valuta originale",
    ]),
    Heading(["id", "ID", "identifiant", "identificativo"]),
    Heading(["account", "Konto", "compte", "conto"]),
];
