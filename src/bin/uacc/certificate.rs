//! `uacc convert --certificate`: what was read and written.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use universal_accounting::certificate::{
    Certificate, CertificateParts, CertifiedFile, Document, DocumentKind, Fingerprint, PAYLOAD,
    Recipe, portable_name,
};
use universal_accounting::continuity::History;
use universal_accounting::format::ConvertOptions;
use universal_accounting::statement::Summary;

use crate::files::{self, Input};
use crate::language::language;
use crate::output::{self, display_path};
use crate::sanitize::sanitize;
use crate::statement_export::StatementExport;

/// A certificate that is written after the outputs.
pub(crate) struct CertificateDraft<'p> {
    path: &'p Path,
    inputs: Vec<Fingerprint>,
    /// The name of each input in messages, in the order of `inputs`.
    names: Vec<String>,
}

/// What a conversion has done.
pub(crate) struct Done<'d> {
    pub(crate) files: &'d [(&'d Input, &'d Summary)],
    pub(crate) history: &'d History,
    pub(crate) outputs: &'d [PathBuf],
    pub(crate) recipe: &'d Recipe,
}

impl<'p> CertificateDraft<'p> {
    /// Takes down what the inputs are, before archives are unpacked.
    pub(crate) fn start(path: &'p Path, inputs: &[Input]) -> Result<Self, String> {
        let certified = inputs
            .iter()
            .map(|input| Fingerprint::of(&portable_name(&input.name), &input.bytes));
        let draft = Self {
            path,
            inputs: certified.collect(),
            names: inputs.iter().map(|input| input.name.clone()).collect(),
        };
        if draft.names.iter().any(|name| name == "<stdin>") {
            return Err(
                "a certificate names every input; add --stdin-name with the name of the file that standard input has"
                    .to_owned(),
            );
        }
        check_names_differ(draft.inputs.iter().map(|input| input.name.as_str()))?;
        Ok(draft)
    }

    /// Writes the certificate: JSON if the name of its file ends with `.json`, or else a page.
    pub(crate) fn write(&self, done: &Done<'_>) -> Result<(), String> {
        let names: Vec<String> = done
            .files
            .iter()
            .map(|(input, _)| self.name_of(&input.name))
            .collect();
        let files = names.iter().zip(done.files);
        let files: Vec<CertifiedFile<'_>> = files
            .map(|(name, (input, summary))| CertifiedFile {
                name,
                content: &input.bytes,
                summary,
            })
            .collect();
        let outputs = done
            .outputs
            .iter()
            .map(|path| {
                let written = files::read(path)?;
                let name = portable_name(&path.display().to_string());
                Ok(Fingerprint::of(&name, &written.bytes))
            })
            .collect::<Result<Vec<_>, String>>()?;
        let inputs = self.inputs.iter().chain(&outputs);
        check_names_differ(inputs.map(|file| file.name.as_str()))?;
        let certificate = Certificate::of(&CertificateParts {
            recipe: done.recipe,
            inputs: &self.inputs,
            files: &files,
            history: done.history,
            outputs: &outputs,
        });
        let is_json = self
            .path
            .extension()
            .is_some_and(|extension| extension == "json");
        let content = if is_json {
            certificate.to_json()
        } else {
            certificate.to_html()
        };
        files::write_output(Some(self.path), content)?;
        output::print_summary(format!(
            "certificate written to {}; `uacc verify` checks it",
            display_path(self.path)
        ));
        Ok(())
    }

    /// Returns the name of an input, or of a file in an archive, as the certificate has it.
    fn name_of(&self, name: &str) -> String {
        for (input, known) in self.inputs.iter().zip(&self.names) {
            if let Some(member) = name.strip_prefix(known.as_str())
                && (member.is_empty() || member.starts_with('/'))
            {
                return format!("{}{member}", input.name);
            }
        }
        portable_name(name)
    }
}

/// Returns how the conversion can be done again.
pub(crate) fn recipe(
    options: &ConvertOptions,
    partial: bool,
    batch: usize,
    export: Option<&StatementExport>,
    documents: Vec<(DocumentKind, PathBuf)>,
) -> Result<Recipe, String> {
    let mut recipe = Recipe::new();
    recipe.settings.set_conversion(options);
    recipe.settings.partial = partial;
    recipe.settings.batch = batch;
    language().code().clone_into(&mut recipe.settings.language);
    PAYLOAD.clone_into(&mut recipe.settings.to);
    if let Some(export) = export {
        recipe
            .settings
            .set_export(export.target(), &export.options());
    }
    for (kind, path) in documents {
        let read = files::read(&path)?;
        let name = portable_name(&read.name);
        recipe
            .documents
            .push(Document::new(kind, &name, &read.bytes));
    }
    Ok(recipe)
}

fn check_names_differ<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), String> {
    let mut known = HashSet::new();
    for name in names {
        if !known.insert(name) {
            return Err(format!(
                "two files would be {} in the certificate, which has no names of folders from the root; call uacc in the folder above them, with relative paths",
                sanitize(name)
            ));
        }
    }
    Ok(())
}
