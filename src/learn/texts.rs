//! Words of bookings that show a direction, and words about accounts and cards.

/// Words in the texts of money in.
const IN: &[&str] = &[
    "gutschrift",
    "lohn",
    "gehalt",
    "salary",
    "payroll",
    "salaire",
    "stipendio",
    "nómina",
    "nomina",
    "abono",
    "accredito",
    "refund",
    "rückvergütung",
    "erstattung",
    "remboursement",
    "rimborso",
    "einzahlung",
    "eingang",
    "zahlungseingang",
    "deposit",
    "insättning",
    "återköp",
    "devolución",
    "recibido",
    "recibida",
    "recu",
    "reçu",
    "ricevuto",
    "cashback",
    "dividend",
    "incoming",
    "lønn",
    "credit",
];

/// Words in the texts of money out.
const OUT: &[&str] = &[
    "lastschrift",
    "folgelastschrift",
    "erstlastschrift",
    "basislastschrift",
    "dauerauftrag",
    "kartenzahlung",
    "einkauf",
    "kauf",
    "purchase",
    "withdrawal",
    "bezug",
    "auszahlung",
    "ausgang",
    "entgelt",
    "kartenpreis",
    "fee",
    "fees",
    "frais",
    "commissione",
    "prelievo",
    "addebito",
    "prélèvement",
    "retrait",
    "achat",
    "cotisation",
    "kortköp",
    "reintegro",
    "recibo",
    "emitida",
    "debit",
];

/// Words that turn the meaning of others, such as the card in "credit card".
const TURNING: &[&str] = &[
    "card",
    "karte",
    "kreditkarte",
    "carte",
    "carta",
    "tarjeta",
    "reversal",
    "storno",
    "cancelled",
];

/// What a card statement says of a payment to it.
const PAYMENT_TO_CARD: [&str; 2] = ["payment received", "thank you"];

/// How words about accounts begin.
const ACCOUNT: [&str; 10] = [
    "konto",
    "auftragskonto",
    "account",
    "compte",
    "conto",
    "rekening",
    "cuenta",
    "konta",
    "účet",
    "iban",
];

/// What lines about cards contain.
const BRANDS: [&str; 4] = ["visa", "mastercard", "american express", "amex"];

/// Returns whether the texts of a booking say that it is money in. `None` if they say nothing, or both.
pub(super) fn is_credit_by_texts<'t>(texts: impl Iterator<Item = &'t str>) -> Option<bool> {
    let (mut is_in, mut is_out) = (false, false);
    for text in texts {
        let text = text.to_lowercase();
        let has = |known: &[&str]| {
            let mut words = text.split(|letter: char| !letter.is_alphabetic());
            words.any(|word| known.contains(&word))
        };
        is_in |= PAYMENT_TO_CARD.iter().any(|phrase| text.contains(phrase));
        if has(TURNING) {
            continue;
        }
        is_in |= has(IN);
        is_out |= has(OUT);
    }
    (is_in != is_out).then_some(is_in)
}

/// Whether a name of a column, or a line above the table, is about an account.
pub(super) fn is_about_account(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| ACCOUNT.iter().any(|known| word.starts_with(known)))
}

/// Whether a line names the brand of a card.
pub(super) fn is_of_card_brand(name: &str) -> bool {
    let name = name.to_lowercase();
    BRANDS.iter().any(|brand| name.contains(brand))
}
