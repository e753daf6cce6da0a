//! Names of columns and sheets in the language of the reader.

use crate::report::Words;
pub(super) use crate::report::terms::STATEMENTS;
use crate::report::terms::{
    ACCOUNT, CLOSING_BALANCE, CREDITS, CURRENCY, DEBITS, FROM, OPENING_BALANCE, TO, TRANSACTIONS,
};

/// The columns of the first sheet.
pub(super) const OVERVIEW: [Words; 10] = [
    ACCOUNT,
    CURRENCY,
    FROM,
    TO,
    TRANSACTIONS,
    CREDITS,
    DEBITS,
    OPENING_BALANCE,
    CLOSING_BALANCE,
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
    CURRENCY,
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
    ACCOUNT,
];
