//! Certificates: what a conversion read and wrote, so that anybody can check later that nothing was changed.
//!
//! A [`Certificate`] has the SHA-256 of every file that was read and written, the accounts with their sums, balances and verdicts, and the settings of the
//! conversion. It is written as JSON or as a page that contains the same JSON. [`verify`] reads either form, computes everything anew from the files, and returns
//! what differs. A certificate is no signature: whoever can change the files can make a new certificate. It shows that files and certificate still belong together,
//! and that the values in it come from the inputs.
//!
//! ```
//! use universal_accounting::certificate::{self, Recipe, verify};
//! use universal_accounting::report::Policy;
//!
//! let march = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:62F:C260331CHF87,50\n-\n";
//! let mut recipe = Recipe::new();
//! recipe.settings.to = "hledger".to_owned();
//! let written = certificate::convert(&[("march.sta", march)], &recipe)?;
//! let journal = written.outputs[0].as_slice();
//! let certificate = written.certificate(&[("march.journal", journal)]);
//! assert_eq!(certificate.accounts[0].balance, "proved");
//!
//! let json = certificate.to_json();
//! let files = |name: &str| match name {
//!     "march.sta" => Some(march.to_vec()),
//!     "march.journal" => Some(journal.to_vec()),
//!     _ => None,
//! };
//! assert!(verify(json.as_bytes(), &mut { files }, &Policy::new())?.differences.is_empty());
//!
//! let changed = verify(json.as_bytes(), &mut |name| files(name).map(|bytes| bytes.to_ascii_lowercase()), &Policy::new())?;
//! assert!(changed.differences[0].to_string().starts_with("input march.sta was changed"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod content;
mod difference;
mod model;
mod page;
mod read;
mod recipe;
mod recompute;
mod verify;
mod words;

pub use content::{CertificateParts, CertifiedFile};
pub use difference::{CertificateDifference, FileKind};
pub use model::{
    Certificate, CertifiedAccount, CertifiedDays, CertifiedDocument, CertifiedSource,
    CertifiedStatement, Fingerprint, MissingDays, Settings, UnconfirmedCount, portable_name,
};
pub use read::CertificateError;
pub use recipe::{Document, DocumentKind, PAYLOAD, PAYLOAD_LINES, Recipe, RecipeError};
pub use recompute::{Written, convert};
pub use verify::{Verification, verify};
