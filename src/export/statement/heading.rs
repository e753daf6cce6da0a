//! Names of columns and sheets in the language of the reader.

use crate::report::Words;
pub(super) use crate::report::language::STATEMENTS;
use crate::report::language::{
    ACCOUNT, CLOSING_BALANCE, CONTRADICTED, CREDITS, CURRENCY, DEBITS, FROM, NOT_CHECKED,
    OPENING_BALANCE, PARTLY, PROVED, TO, TRANSACTIONS,
};
use crate::statement::BalanceStatus;

/// Returns what balances prove.
pub(super) const fn status(status: BalanceStatus) -> Words {
    match status {
        BalanceStatus::Proved => PROVED,
        BalanceStatus::Partly => PARTLY,
        BalanceStatus::Broken => CONTRADICTED,
        BalanceStatus::None => NOT_CHECKED,
    }
}

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
