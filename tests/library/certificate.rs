//! The law of certificates: files and certificate belong together, or the check names what doesn't.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use universal_accounting::certificate::{
    self, Certificate, CertificateDifference, CertificateError, Document, DocumentKind, FileKind,
    Recipe, Verification, verify,
};
use universal_accounting::report::Policy;

use crate::ubs::UBS_WITHOUT_BALANCES;

const MARCH: &str = ":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603030303D12,50NTRFNONREF\n:86:Bakery\n\
    :61:2603200320C50,00NTRFNONREF\n:86:Refund\n:62F:C260331CHF137,50\n-\n";
const MAP: &str = r#"{"accounts":[{"written":["**** 1111"],"account":"card-1111 </pre><b>"}]}"#;

/// Returns a statement of a card, whose account and text would be markup in HTML.
fn card() -> String {
    format!(
        "IBAN:;**** 1111;\n\n{UBS_WITHOUT_BALANCES}\n\
         2026-03-31;2026-03-31;2026-03-31;CHF;-1850.00;;;9930889BN5530012;Rent </pre><script>;;\n"
    )
}

type Files = BTreeMap<String, Vec<u8>>;

struct Case {
    files: Files,
    certificate: Certificate,
}

/// A conversion of two files with an account map.
static CASE: LazyLock<Case> = LazyLock::new(|| certify("csv", 1000));

fn certify(to: &str, batch: usize) -> Case {
    let mut recipe = Recipe::new();
    to.clone_into(&mut recipe.settings.to);
    recipe.settings.batch = batch;
    "de".clone_into(&mut recipe.settings.language);
    recipe.documents = vec![Document::new(
        DocumentKind::Accounts,
        "accounts.json",
        MAP.as_bytes(),
    )];
    let card = card();
    let inputs = [
        ("in/march.sta", MARCH.as_bytes()),
        ("in/card.csv", card.as_bytes()),
    ];
    let written = certificate::convert(&inputs, &recipe).unwrap();
    assert!(!written.outputs.is_empty(), "{:?}", written.refused);
    let names: Vec<String> = (1..=written.outputs.len())
        .map(|number| format!("out-{number}"))
        .collect();
    let outputs = names.iter().zip(&written.outputs);
    let outputs: Vec<(&str, &[u8])> = outputs
        .map(|(name, content)| (name.as_str(), content.as_slice()))
        .collect();
    let given = [("accounts.json", MAP.as_bytes())];
    let files = inputs.iter().chain(&outputs).chain(&given);
    Case {
        files: files
            .map(|(name, content)| ((*name).to_owned(), content.to_vec()))
            .collect(),
        certificate: written.certificate(&outputs),
    }
}

fn check(certificate: &[u8], files: &Files) -> Result<Verification, CertificateError> {
    verify(
        certificate,
        &mut |name| files.get(name).cloned(),
        &Policy::new(),
    )
}

/// Returns both forms of a certificate.
fn forms(certificate: &Certificate) -> [String; 2] {
    [certificate.to_json(), certificate.to_html()]
}

#[test]
fn what_was_not_changed_is_verified_in_every_format() {
    for (to, batch) in [
        ("payload", 1000),
        ("payload", 2),
        ("payload-lines", 1000),
        ("payload-lines", 2),
        ("csv", 1000),
        ("hledger", 1000),
        ("xlsx", 1000),
    ] {
        let case = certify(to, batch);
        for form in forms(&case.certificate) {
            let verification = check(form.as_bytes(), &case.files).unwrap();
            assert_eq!(verification.differences, [], "{to}");
            assert_eq!(verification.certificate, case.certificate);
            assert!(verification.to_json().contains("\"verified\":true"));
        }
    }
    let accounts = &CASE.certificate.accounts;
    let found: Vec<_> = accounts
        .iter()
        .map(|account| {
            (
                account.balance.as_str(),
                account.closing.as_deref(),
                account.unconfirmed.len(),
            )
        })
        .collect();
    assert_eq!(found, [("proved", Some("137.50"), 0), ("none", None, 1)]);
}

#[test]
fn the_page_has_the_language_of_the_settings_and_no_element_of_a_file() {
    let page = CASE.certificate.to_html();
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html lang=\"de\">"),
        "{page}"
    );
    for text in [
        "Protokoll einer Umwandlung",
        "bewiesen",
        "es gibt keine Salden",
        "card-1111 &lt;/pre&gt;&lt;b&gt;",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("</pre>").count(), 1);
    assert!(!page.contains("<script") && !page.contains("<b>") && !page.contains("http://"));
}

#[test]
fn the_same_conversion_has_the_same_certificate() {
    assert_eq!(certify("csv", 1000).certificate, CASE.certificate);
}

#[test]
fn what_is_missing_is_named() {
    for name in CASE.files.keys() {
        let mut files = CASE.files.clone();
        files.remove(name);
        let found = check(CASE.certificate.to_json().as_bytes(), &files).unwrap();
        let is_named = |difference: &CertificateDifference| matches!(difference, CertificateDifference::Missing { name: missing, .. } if missing == name);
        assert!(found.differences.iter().any(is_named), "{name}");
    }
}

/// Whoever changes a value and computes the hash anew is found by the inputs.
#[test]
fn a_forged_value_is_not_what_the_inputs_give() {
    let mut forged = CASE.certificate.clone();
    forged.accounts[0].closing = Some("9999.99".to_owned());
    for form in forms(&forged) {
        let found = check(form.as_bytes(), &CASE.files).unwrap();
        let [
            CertificateDifference::Value {
                pointer,
                certified,
                computed,
            },
        ] = found.differences.as_slice()
        else {
            panic!("{:?}", found.differences);
        };
        assert_eq!(
            (pointer.as_str(), certified.as_str(), computed.as_str()),
            ("/accounts/0/closing", "\"9999.99\"", "\"137.50\"")
        );
    }
    let mut forged = CASE.certificate.clone();
    forged.settings.to = "qif".to_owned();
    let found = check(forged.to_json().as_bytes(), &CASE.files).unwrap();
    assert!(
        found
            .differences
            .contains(&CertificateDifference::Recomputed {
                name: "out-1".to_owned()
            }),
        "{:?}",
        found.differences
    );
}

/// A page that shows something else than its data has is found, also if its last line has the right hash.
#[test]
fn a_page_shows_what_its_data_has() {
    let page = CASE
        .certificate
        .to_html()
        .replacen("137.50</td>", "999.50</td>", 1);
    let found = check(page.as_bytes(), &CASE.files).unwrap();
    assert!(matches!(
        found.differences.as_slice(),
        [CertificateDifference::CertificateText { .. }]
    ));
}

#[test]
fn other_files_are_no_certificates() {
    for (file, error) in [
        ("", "this is no certificate"),
        ("<html></html>", "this is no certificate"),
        ("{}", "line 1 of the certificate was changed: missing field"),
        ("{\"certificate\": 2}", "the certificate has form 2"),
        (
            "{\n\"certificate\": x}",
            "line 2 of the certificate was changed",
        ),
    ] {
        let found = check(file.as_bytes(), &CASE.files).unwrap_err().to_string();
        assert!(found.starts_with(error), "{file}: {found}");
    }
    assert_eq!(
        check(b"{\n\xff", &CASE.files),
        Err(CertificateError::NotText { line: 2 })
    );
}

/// Changes a byte to another one.
fn changed(content: &[u8], at: prop::sample::Index, by: u8) -> Vec<u8> {
    let mut content = content.to_vec();
    let at = at.index(content.len());
    content[at] ^= by;
    content
}

proptest! {
    /// One byte of a file: the check names the file, and says what it is.
    #[test]
    fn a_changed_byte_of_a_file_is_named(file: prop::sample::Index, at: prop::sample::Index, by in 1_u8..) {
        let name = CASE.files.keys().nth(file.index(CASE.files.len())).unwrap();
        let mut files = CASE.files.clone();
        files.insert(name.clone(), changed(&CASE.files[name], at, by));
        let found = check(CASE.certificate.to_json().as_bytes(), &files).unwrap();
        let expected = match name.as_str() {
            "accounts.json" => FileKind::Document,
            "out-1" => FileKind::Output,
            _ => FileKind::Input,
        };
        let named: Vec<_> = found.differences.iter().filter_map(|difference| match difference {
            CertificateDifference::File { kind, name, .. } => Some((*kind, name.as_str())),
            _ => None,
        }).collect();
        prop_assert_eq!(named, [(expected, name.as_str())]);
    }

    /// One byte of a certificate, in either form: the check says that the certificate was changed.
    #[test]
    fn a_changed_byte_of_a_certificate_is_found(form in 0_usize..2, at: prop::sample::Index, by in 1_u8..) {
        let certificate = &forms(&CASE.certificate)[form];
        let message = match check(&changed(certificate.as_bytes(), at, by), &CASE.files) {
            Ok(found) => found.differences.first().map(ToString::to_string).unwrap_or_default(),
            Err(error) => error.to_string(),
        };
        prop_assert!(message.contains("certificate") && message.contains("changed"), "{}", message);
    }

    /// What is cut off or appended shows as well.
    #[test]
    fn a_certificate_ends_where_it_ended(form in 0_usize..2, at: prop::sample::Index, more in ".{1,3}") {
        let certificate = &forms(&CASE.certificate)[form];
        let cut = &certificate.as_bytes()[..at.index(certificate.len())];
        for changed in [cut.to_vec(), [certificate.as_bytes(), more.as_bytes()].concat()] {
            let found = check(&changed, &CASE.files);
            prop_assert!(found.map_or(true, |found| !found.differences.is_empty()));
        }
    }
}
