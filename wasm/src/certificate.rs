//! Certificates: what a conversion read and wrote.

use universal_accounting::certificate::{self, portable_name};
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
    /// # Errors
    ///
    /// If the file is no certificate, or was changed so that it can't be read.
    pub fn verify(&self, certificate: &[u8]) -> Result<String, JsError> {
        let mut find = |name: &str| {
            let (_, content) = self.inputs.iter().find(|(known, _)| known == name)?;
            Some(content.clone())
        };
        let verified = certificate::verify(certificate, &mut find, &Policy::new());
        let verified = verified.map_err(|fault| JsError::new(&fault.to_string()))?;
        Ok(verified.to_json())
    }
}

fn named(files: &[(String, Vec<u8>)]) -> impl Iterator<Item = (&str, &[u8])> {
    let files = files.iter();
    files.map(|(name, content)| (name.as_str(), content.as_slice()))
}
