//! Converting bank statements: payloads, several files, formats and profiles.

mod banks;
mod options;
mod outputs;
mod payloads;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";
const ZKB: &str = "\"Datum\";\"Buchungstext\";\"Whg\";\"Betrag Detail\";\"ZKB-Referenz\";\"Referenznummer\";\"Belastung CHF\";\"Gutschrift CHF\";\"Valuta\";\"Saldo CHF\"\n";
