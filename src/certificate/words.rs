//! The words of the page in four languages.

pub(super) use crate::report::language::STATEMENTS;
use crate::report::language::{
    self, ACCOUNT, CLOSING_BALANCE, CREDITS, CURRENCY, DEBITS, FROM, OPENING_BALANCE, TO,
    TRANSACTIONS,
};
use crate::report::{Language, Words};

pub(super) const TITLE: Words = Words([
    "Certificate of a conversion",
    "Protokoll einer Umwandlung",
    "Attestation de conversion",
    "Attestato di conversione",
]);
pub(super) const ABOUT: Words = Words([
    "This page states what was read and written, byte for byte. `uacc verify` computes it anew from the files and says what differs. It is not a signature.",
    "Diese Seite hält auf das Byte genau fest, was gelesen und geschrieben wurde. `uacc verify` berechnet alles neu aus den Dateien und sagt, was abweicht. Sie ist keine Unterschrift.",
    "Cette page atteste, à l’octet près, ce qui a été lu et écrit. `uacc verify` recalcule tout à partir des fichiers et dit ce qui diffère. Ce n’est pas une signature.",
    "Questa pagina attesta, byte per byte, che cosa è stato letto e scritto. `uacc verify` ricalcola tutto dai file e dice che cosa è diverso. Non è una firma.",
]);
pub(super) const WRITTEN_BY: Words = Words(["Program", "Programm", "Programme", "Programma"]);
pub(super) const CREATED: Words = Words(["Created", "Erstellt", "Créé", "Creato"]);
pub(super) const INPUTS: Words = Words(["Inputs", "Eingaben", "Entrées", "File letti"]);
pub(super) const DOCUMENTS: Words = Words([
    "Files of settings",
    "Dateien mit Einstellungen",
    "Fichiers de réglages",
    "File di impostazioni",
]);
pub(super) const FILES: Words = Words([
    "What was read",
    "Was gelesen wurde",
    "Ce qui a été lu",
    "Che cosa è stato letto",
]);
pub(super) const OUTPUTS: Words = Words(["Outputs", "Ausgaben", "Sorties", "File scritti"]);
pub(super) const ACCOUNTS: Words = Words(["Accounts", "Konten", "Comptes", "Conti"]);
pub(super) const CALENDAR: Words = Words([
    "Days that the statements cover",
    "Tage, die die Auszüge abdecken",
    "Jours couverts par les relevés",
    "Giorni coperti dagli estratti",
]);
pub(super) const SETTINGS: Words = Words(["Settings", "Einstellungen", "Réglages", "Impostazioni"]);
pub(super) const DATA: Words = Words([
    "The same as JSON",
    "Dasselbe als JSON",
    "La même chose en JSON",
    "Lo stesso in JSON",
]);
pub(super) const OWN_HASH: Words = Words([
    "SHA-256 of this certificate’s content",
    "SHA-256 des Inhalts dieses Protokolls",
    "SHA-256 du contenu de cette attestation",
    "SHA-256 del contenuto di questo attestato",
]);
pub(super) const NO_BALANCE_CONFIRMS: Words = Words([
    "No balance confirms",
    "Kein Saldo bestätigt",
    "Aucun solde ne confirme",
    "Nessun saldo conferma",
]);

/// Columns of a table of files.
pub(super) const FILE_COLUMNS: [Words; 3] = [
    Words(["file", "Datei", "fichier", "file"]),
    Words(["bytes", "Bytes", "octets", "byte"]),
    Words(["SHA-256", "SHA-256", "SHA-256", "SHA-256"]),
];

/// Columns of the table of what was read.
pub(super) const SOURCE_COLUMNS: [Words; 8] = [
    Words(["file", "Datei", "fichier", "file"]),
    Words(["format", "Format", "format", "formato"]),
    Words(["rows", "Zeilen", "lignes", "righe"]),
    TRANSACTIONS,
    Words(["details", "Details", "détails", "dettagli"]),
    Words(["skipped", "übergangen", "ignorées", "ignorate"]),
    Words(["rejected", "abgewiesen", "rejetées", "rifiutate"]),
    Words(["balances", "Salden", "soldes", "saldi"]),
];

/// Columns of the table of accounts.
pub(super) const ACCOUNT_COLUMNS: [Words; 10] = [
    ACCOUNT,
    CURRENCY,
    FROM,
    TO,
    TRANSACTIONS,
    OPENING_BALANCE,
    CREDITS,
    DEBITS,
    CLOSING_BALANCE,
    Words(["balances", "Salden", "soldes", "saldi"]),
];

/// Columns of the table of statements.
pub(super) const STATEMENT_COLUMNS: [Words; 8] = [
    Words(["file", "Datei", "fichier", "file"]),
    Words(["number", "Nummer", "numéro", "numero"]),
    FROM,
    TO,
    OPENING_BALANCE,
    CLOSING_BALANCE,
    TRANSACTIONS,
    Words(["balances", "Salden", "soldes", "saldi"]),
];

/// The words in a certificate that the page translates: verdicts, reasons, and what is said about days.
const KNOWN: [(&str, Words); 23] = [
    ("proved", language::PROVED),
    ("partly", language::PARTLY),
    ("broken", language::CONTRADICTED),
    ("none", language::NOT_CHECKED),
    (
        "unreadable-row",
        Words([
            "a row beside them can’t be read",
            "eine Zeile daneben ist nicht lesbar",
            "une ligne voisine est illisible",
            "una riga vicina non è leggibile",
        ]),
    ),
    (
        "unexported-row",
        Words([
            "the balances include a row that is not exported",
            "die Salden enthalten eine Zeile, die nicht ausgegeben wird",
            "les soldes comprennent une ligne qui n’est pas exportée",
            "i saldi comprendono una riga che non viene esportata",
        ]),
    ),
    (
        "no-opening-balance",
        Words([
            "the balance before them is unknown",
            "der Saldo davor ist nicht bekannt",
            "le solde précédent est inconnu",
            "il saldo precedente non è noto",
        ]),
    ),
    (
        "no-closing-balance",
        Words([
            "the balance after them is unknown",
            "der Saldo danach ist nicht bekannt",
            "le solde suivant est inconnu",
            "il saldo successivo non è noto",
        ]),
    ),
    (
        "no-balance",
        Words([
            "there are no balances",
            "es gibt keine Salden",
            "il n’y a pas de soldes",
            "non ci sono saldi",
        ]),
    ),
    (
        "missing-statement",
        Words([
            "a statement is missing",
            "ein Auszug fehlt",
            "un relevé manque",
            "manca un estratto",
        ]),
    ),
    (
        "contradicting-day",
        Words([
            "a day contradicts its statement",
            "ein Tag widerspricht seinem Auszug",
            "un jour contredit son relevé",
            "un giorno contraddice il suo estratto",
        ]),
    ),
    (
        "incomplete",
        Words([
            "a row was rejected, or a part is missing",
            "eine Zeile wurde abgewiesen, oder ein Teil fehlt",
            "une ligne a été rejetée, ou une partie manque",
            "una riga è stata rifiutata, o manca una parte",
        ]),
    ),
    (
        "unchecked",
        Words(["no balances", "keine Salden", "sans soldes", "senza saldi"]),
    ),
    (
        "overlapping",
        Words([
            "two statements overlap",
            "zwei Auszüge überlappen sich",
            "deux relevés se chevauchent",
            "due estratti si sovrappongono",
        ]),
    ),
    (
        "resting",
        Words([
            "no statement, the balance stays the same",
            "kein Auszug, der Saldo bleibt gleich",
            "pas de relevé, le solde reste le même",
            "nessun estratto, il saldo resta uguale",
        ]),
    ),
    ("missing", Words(["missing", "fehlt", "manque", "manca"])),
    (
        "accounts",
        Words([
            "account map",
            "Kontenzuordnung",
            "table des comptes",
            "tabella dei conti",
        ]),
    ),
    (
        "profile",
        Words([
            "bank profile",
            "Bankprofil",
            "profil de banque",
            "profilo bancario",
        ]),
    ),
    (
        "base-data",
        Words(["base data", "Stammdaten", "données de base", "dati di base"]),
    ),
    (
        "ledger-accounts",
        Words([
            "ledger accounts",
            "Konten der Buchhaltung",
            "comptes du grand livre",
            "conti del libro mastro",
        ]),
    ),
    ("datev", Words(["DATEV", "DATEV", "DATEV", "DATEV"])),
    (
        "payload",
        Words(["payload", "Payload", "payload", "payload"]),
    ),
    (
        "payload-lines",
        Words([
            "payloads, one per line",
            "Payloads, einer pro Zeile",
            "payloads, un par ligne",
            "payload, uno per riga",
        ]),
    ),
];

/// Returns a word of a certificate in a language, or as it is if it is not known.
pub(super) fn translate(word: &str, language: Language) -> &str {
    let known = KNOWN.iter().find(|(known, _)| *known == word);
    known.map_or(word, |(_, words)| words.text(language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::DocumentKind;
    use crate::dedup::Coverage;
    use crate::statement::{BalanceStatus, UnconfirmedReason};

    #[test]
    fn every_word_of_a_certificate_has_a_translation() {
        let coverages = Coverage::ALL.iter().map(|word| word.as_str());
        let statuses = BalanceStatus::ALL.iter().map(|word| word.as_str());
        let reasons = UnconfirmedReason::ALL.iter().map(|word| word.as_str());
        let documents = DocumentKind::ALL.iter().map(|word| word.as_str());
        for word in coverages.chain(statuses).chain(reasons).chain(documents) {
            assert!(KNOWN.iter().any(|(known, _)| *known == word), "{word}");
        }
    }
}
