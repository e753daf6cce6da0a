//! Certificates: what a conversion read and wrote.

use universal_accounting::certificate::{self, Certificate, Fingerprint, portable_name};
use universal_accounting::report::Policy;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// Files by their names: what was read, and what was written.
#[wasm_bindgen]
#[derive(Default)]
pub struct CertifiedFiles {
    inputs: Vec<(String, Vec<u8>)>,
    outputs: Vec<(String, Vec<u8>)>,
}

/// A certificate in both forms.
#[wasm_bindgen(getter_with_clone)]
pub struct WrittenCertificate {
    /// The certificate as JSON.
    #[wasm_bindgen(readonly)]
    pub json: String,
    /// The certificate as a page.
    #[wasm_bindgen(readonly)]
    pub html: String,
}

#[wasm_bindgen]
impl CertifiedFiles {
    /// Creates a list without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file that was read, or that a certificate is checked against.
    #[wasm_bindgen(js_name = addInput)]
    pub fn add_input(&mut self, name: &str, content: &[u8]) {
        self.inputs.push((portable_name(name), content.to_vec()));
    }

    /// Adds a file that was written.
    #[wasm_bindgen(js_name = addOutput)]
    pub fn add_output(&mut self, name: &str, content: &[u8]) {
        self.outputs.push((portable_name(name), content.to_vec()));
    }

    /// Converts the inputs, and returns the certificate.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn certify(&self, options: &str) -> Result<WrittenCertificate, JsError> {
        let mut options = Options::parse(options)?;
        let recipe = options.recipe()?;
        options.reject_unknown()?;
        let inputs: Vec<(&str, &[u8])> = named(&self.inputs).collect();
        let outputs: Vec<(&str, &[u8])> = named(&self.outputs).collect();
        let written = certificate::convert(&inputs, &recipe);
        let written = written.map_err(|fault| JsError::new(&fault.to_string()))?;
        let certificate = written.certificate(&outputs);
        Ok(WrittenCertificate {
            json: certificate.to_json(),
            html: certificate.to_html(),
        })
    }

    /// Checks a certificate against the files, and returns what differs as JSON; a message if it can't be read.
    ///
    /// A file is found by its name as the certificate has it, without the folders of that name, or by its content: browsers save a second file of a name under another one.
    ///
    /// # Errors
    ///
    /// If the file is no certificate, or was changed so that it can't be read.
    pub fn verify(&self, certificate: &[u8]) -> Result<String, JsError> {
        let policy = Policy::new();
        let mut find = |name: &str| self.content_of(name);
        let verified = certificate::verify(certificate, &mut find, &policy);
        let verified = verified.map_err(|fault| JsError::new(&fault.to_string()))?;
        let certified = certified_files(&verified.certificate);
        let renamed = self.renamed(&certified);
        if renamed.is_empty() {
            return Ok(verified.to_json());
        }
        let mut find = |name: &str| {
            let renamed = renamed.iter().find(|(certified, _)| certified == name);
            let content = renamed.map(|(_, content)| content.to_vec());
            content.or_else(|| self.content_of(name))
        };
        let verified = certificate::verify(certificate, &mut find, &policy);
        let verified = verified.map_err(|fault| JsError::new(&fault.to_string()))?;
        Ok(verified.to_json())
    }

    /// Returns the content of the file with a name, or with the last part of that name.
    fn content_of(&self, name: &str) -> Option<Vec<u8>> {
        let last = name.rsplit('/').next();
        let names = [Some(name), last];
        let mut found = names.into_iter().flatten().filter_map(|wanted| {
            let file = self.inputs.iter().find(|(known, _)| known == wanted);
            file.map(|(_, content)| content)
        });
        found.next().cloned()
    }

    /// Returns the certified files that no file has the name of, each with the file that has its content.
    fn renamed(&self, certified: &[(&str, &str)]) -> Vec<(String, &[u8])> {
        let mut renamed = Vec::new();
        for (name, sha256) in certified {
            if self.content_of(name).is_some() {
                continue;
            }
            let mut known = self.inputs.iter();
            let same = known.find(|(_, content)| Fingerprint::of(name, content).sha256 == *sha256);
            if let Some((_, content)) = same {
                renamed.push(((*name).to_owned(), content.as_slice()));
            }
        }
        renamed
    }
}

/// Returns the name and the SHA-256 of every file that a certificate names.
fn certified_files(certificate: &Certificate) -> Vec<(&str, &str)> {
    let files = certificate.inputs.iter().chain(&certificate.outputs);
    let files = files.map(|file| (file.name.as_str(), file.sha256.as_str()));
    let documents = certificate.documents.iter();
    let documents = documents.map(|document| (document.name.as_str(), document.sha256.as_str()));
    files.chain(documents).collect()
}

fn named(files: &[(String, Vec<u8>)]) -> impl Iterator<Item = (&str, &[u8])> {
    let files = files.iter();
    files.map(|(name, content)| (name.as_str(), content.as_slice()))
}
