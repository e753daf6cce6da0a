//! The content of a certificate.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::canonical::{self, HASH};
use crate::source::Certain;

/// The version of the form of certificates, which this program writes.
pub(super) const VERSION: u32 = 1;

/// Defines structs of a certificate. Each is written to JSON and read from it; members that a later version adds are ignored.
macro_rules! certified {
    ($($(#[$about:meta])* pub struct $name:ident { $($(#[$meaning:meta])* pub $member:ident: $type:ty,)* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
            #[cfg_attr(test, derive(schemars::JsonSchema))]
            #[serde(rename_all = "camelCase")]
            $(#[$about])*
            #[non_exhaustive]
            pub struct $name { $($(#[$meaning])* pub $member: $type,)* }
        )*
    };
}

certified! {
    /// What a conversion read and wrote. It is written with the SHA-256 of its own content.
    #[cfg_attr(test, schemars(transform = tests::add_hash))]
    pub struct Certificate {
        /// The version of this form, 1.
        pub certificate: u32,
        /// The version of the program that wrote it.
        pub program: String,
        /// When the caller says that it was written, such as `2026-03-31T12:00:00`.
        pub created: Option<String>,
        /// What was asked for.
        pub settings: Settings,
        /// The files of settings, such as an account map.
        pub documents: Vec<CertifiedDocument>,
        /// The files that were read. An archive is one file.
        pub inputs: Vec<Fingerprint>,
        /// What was read of each statement file, also of those in archives.
        pub files: Vec<CertifiedSource>,
        /// The files that were written.
        pub outputs: Vec<Fingerprint>,
        /// The history of each account in each currency.
        pub accounts: Vec<CertifiedAccount>,
    }

    /// What was asked for.
    #[cfg_attr(test, schemars(rename = "CertifiedSettings"))]
    pub struct Settings {
        /// The id of the format, if it was given.
        pub bank: Option<String>,
        /// The account of files that name none.
        pub account: Option<String>,
        /// The currency of files that name none.
        pub currency: Option<String>,
        /// The balance before the oldest row of a file that states none.
        pub opening: Option<String>,
        /// The order of day and month in the dates of a QIF file: `dmy`, `mdy` or `ymd`.
        pub dates: Option<String>,
        /// Whether each payment of a batch booking became a transaction.
        pub split_batches: bool,
        /// Whether transactions were written although rows were rejected.
        pub partial: bool,
        /// What was written: `payload`, `payload-lines` for all payloads in one file, or the name of a format.
        pub to: String,
        /// The maximum number of transactions in a payload.
        pub batch: usize,
        /// The character between the cells of a CSV table.
        pub delimiter: char,
        /// Whether a CSV table begins with a byte order mark.
        pub byte_order_mark: bool,
        /// Whether amounts in a CSV table have a comma before their decimals.
        pub decimal_comma: bool,
        /// Whether the amounts of debits in a CSV table are negative.
        pub signed_amounts: bool,
        /// Whether texts in MT940 are in numbered fields.
        pub numbered_fields: bool,
        /// The number that Intuit gave the bank.
        pub bank_number: Option<u32>,
        /// The language of headings, and of the certificate: `en`, `de`, `fr` or `it`.
        pub language: String,
    }

    /// A file, and what its bytes are.
    #[cfg_attr(test, schemars(rename = "CertifiedFile"))]
    pub struct Fingerprint {
        /// The name.
        pub name: String,
        /// The number of bytes.
        pub bytes: usize,
        /// The SHA-256 in hexadecimal digits.
        pub sha256: String,
    }

    /// A file of settings.
    pub struct CertifiedDocument {
        /// What it is: `accounts`, `profile`, `base-data`, `ledger-accounts` or `datev`.
        pub kind: String,
        /// The name.
        pub name: String,
        /// The number of bytes.
        pub bytes: usize,
        /// The SHA-256 in hexadecimal digits.
        pub sha256: String,
    }

    /// What was read of a statement file.
    pub struct CertifiedSource {
        /// The name. A file in an archive has the name of the archive before its own.
        pub name: String,
        /// The id of the format; null if none matches.
        pub format: Option<String>,
        /// The bank or other institution.
        pub institution: Option<String>,
        /// The variant of the format.
        pub variant: Option<String>,
        /// The number of rows: transactions, details, skipped and rejected ones.
        pub rows: usize,
        /// The number of rows that became a transaction.
        pub transactions: usize,
        /// The number of rows that are details of another row.
        pub details: usize,
        /// The number of rows that are no bookings, or whose transaction an earlier statement has.
        pub skipped: usize,
        /// The number of rows that can't be read.
        pub rejected: usize,
        /// What the balances prove: `proved`, `partly`, `broken` or `none`.
        pub balance: String,
    }

    /// The history of an account in one currency. Amounts are decimals as texts. A transaction that several statements have counts once.
    pub struct CertifiedAccount {
        /// The account, as in the transactions.
        pub account: Option<String>,
        /// The currency.
        pub currency: Option<String>,
        /// The number of transactions.
        pub transactions: usize,
        /// The number of entries of a statement that an earlier one has too.
        pub repeated: usize,
        /// The sum of the credits.
        pub credit: Option<String>,
        /// The sum of the debits, positive.
        pub debit: Option<String>,
        /// The day of the first transaction.
        pub first: Option<String>,
        /// The day of the last transaction.
        pub last: Option<String>,
        /// The balance before the first statement.
        pub opening: Option<String>,
        /// The balance after the last statement.
        pub closing: Option<String>,
        /// What all balances prove: `proved`, `partly`, `broken` or `none`.
        pub balance: String,
        /// The number of transactions that balances confirm.
        pub confirmed: usize,
        /// The transactions that no balance confirms, by the reason.
        pub unconfirmed: Vec<UnconfirmedCount>,
        /// What else keeps the balances from proving everything: `missing-statement`, `unexported-row`, `contradicting-day` or `incomplete`.
        pub doubts: Vec<String>,
        /// The statements in their order.
        pub statements: Vec<CertifiedStatement>,
        /// The days from the first to the last one, and what the statements say about them.
        pub days: Vec<CertifiedDays>,
        /// The days for which the bank should be asked for a statement.
        pub missing: Vec<MissingDays>,
    }

    /// How many transactions no balance confirms for one reason.
    pub struct UnconfirmedCount {
        /// The reason: `broken`, `unreadable-row`, `unexported-row`, `no-opening-balance`, `no-closing-balance` or `no-balance`.
        pub reason: String,
        /// The number of transactions.
        pub transactions: usize,
    }

    /// A statement of an account.
    pub struct CertifiedStatement {
        /// The name of its file.
        pub file: String,
        /// The number that the bank gives it.
        pub number: Option<String>,
        /// Its first day.
        pub from: Option<String>,
        /// Its last day.
        pub until: Option<String>,
        /// The balance before its first entry.
        pub opening: Option<String>,
        /// The balance after its last entry.
        pub closing: Option<String>,
        /// The number of its transactions.
        pub transactions: usize,
        /// The number of those that another statement has.
        pub repeated: usize,
        /// How it is linked to another statement: `unknown`, `copy`, `part`, `follows`, `overlap` or `gap`.
        pub link: String,
        /// What its own balances prove.
        pub balance: String,
    }

    /// Adjacent days of an account.
    pub struct CertifiedDays {
        /// The first day.
        pub from: String,
        /// The last day.
        pub until: String,
        /// What the statements say: `proved`, `partly`, `broken`, `unchecked`, `overlapping`, `resting` or `missing`.
        pub coverage: String,
    }

    /// Days for which a statement is missing.
    pub struct MissingDays {
        /// The first day.
        pub from: String,
        /// The last day.
        pub until: String,
        /// What the account moved meanwhile, if balances before and after say so.
        pub difference: Option<String>,
    }
}

impl Certificate {
    /// Returns the certificate as JSON over several lines, with the SHA-256 of its own content.
    #[must_use]
    pub fn to_json(&self) -> String {
        canonical::pretty(&self.to_value())
    }

    /// Returns the JSON with the SHA-256 of the content.
    pub(super) fn to_value(&self) -> serde_json::Value {
        // Texts, numbers and lists can always be written.
        let mut value = serde_json::to_value(self).certain();
        let hash = canonical::hash_of_content(&value);
        if let serde_json::Value::Object(members) = &mut value {
            members.insert(HASH.to_owned(), hash.into());
        }
        value
    }
}

impl Fingerprint {
    /// Returns what the bytes of a file are.
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            bytes: content.len(),
            sha256: canonical::hex(content),
        }
    }
}

/// Returns the path of a file as a certificate has it. A path from the root or upwards names folders of one machine and its people, so only the name of the file is
/// left of it.
///
/// ```
/// use universal_accounting::certificate::portable_name;
///
/// assert_eq!(portable_name("./2026/march.sta"), "2026/march.sta");
/// assert_eq!(portable_name("/home/anna/march.sta"), "march.sta");
/// assert_eq!(portable_name("../anna/march.sta"), "march.sta");
/// ```
#[must_use]
pub fn portable_name(path: &str) -> String {
    let parts = Path::new(path).components();
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !parts.clone().all(is_plain) {
        let name = Path::new(path).file_name();
        return name.map_or_else(
            || path.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
    }
    let names = parts.filter(|part| *part != Component::CurDir);
    let names: Vec<_> = names
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use schemars::Schema;

    use super::*;
    use crate::source::assert_schema_matches_file;

    /// Adds the hash, which a certificate has when it is written.
    pub(super) fn add_hash(schema: &mut Schema) {
        let hash = serde_json::json!({
            "type": "string",
            "description": "The SHA-256 of the JSON without this member, without spaces, and with the members of each object by their names (RFC 8785)."
        });
        schema.get_mut("properties").unwrap()[HASH] = hash;
        let required = schema.get_mut("required").unwrap();
        required.as_array_mut().unwrap().push(HASH.into());
    }

    #[test]
    fn the_schema_file_matches_the_certificate() {
        assert_schema_matches_file::<Certificate>("certificate");
    }
}
