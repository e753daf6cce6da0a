//! Names of columns and sheets in the language of the reader.

use crate::report::Words;

/// The name of the first sheet.
pub(super) const STATEMENTS: Words =
    Words(["Statements", "Kontoauszüge", "Relevés", "Estratti conto"]);

/// The columns of the first sheet.
pub(super) const OVERVIEW: [Words; 10] = [
    Words(["account", "Konto", "compte", "conto"]),
    Words(["currency", "Währung", "monnaie", "valuta"]),
    Words(["from", "von", "du", "dal"]),
    Words(["to", "bis", "au", "al"]),
    Words(["transactions", "Buchungen", "écritures", "movimenti"]),
    Words(["credits", "Gutschriften", "crédits", "accrediti"]),
    Words(["debits", "Belastungen", "débits", "addebiti"]),
    Words([
        "opening balance",
        "Anfangssaldo",
        "solde initial",
        "saldo iniziale",
    ]),
    Words([
        "closing balance",
        "Schlusssaldo",
        "solde final",
        "saldo finale",
    ]),
    Words([
        "balance",
        "Saldoprüfung",
        "contrôle du solde",
        "verifica del saldo",
    ]),
];

/// The columns of a sheet of an account.
pub(super) const BOOKINGS: [Words; 11] = [
    Words([
        "booked at",
        "Buchungstag",
        "date comptable",
        "data contabile",
    ]),
    Words(["value date", "Valuta", "date de valeur", "data valuta"]),
    Words([
        "purchased at",
        "Kaufdatum",
        "date d’achat",
        "data d’acquisto",
    ]),
    Words(["text", "Text", "texte", "testo"]),
    Words(["amount", "Betrag", "montant", "importo"]),
    Words(["balance", "Saldo", "solde", "saldo"]),
    Words(["currency", "Währung", "monnaie", "valuta"]),
    Words([
        "original amount",
        "Originalbetrag",
        "montant d’origine",
        "importo originale",
    ]),
    Words([
        "original currency",
        "Originalwährung",
        "monnaie d’origine",
        "valuta originale",
    ]),
    Words(["id", "ID", "identifiant", "identificativo"]),
    Words(["account", "Konto", "compte", "conto"]),
];
