//! A conversion from beginning to end, as a recipe says.

use super::content::{CertificateParts, CertifiedFile};
use super::model::{Certificate, Fingerprint, Settings};
use super::recipe::{PAYLOAD_LINES, Recipe, RecipeError};
use crate::archive;
use crate::continuity::{Conversions, History};
use crate::export::statement;
use crate::format::{self, Input};
use crate::statement::Summary;
use crate::transactions::{self, Transaction};

/// What a conversion read, and what it would write.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Written {
    /// The content of each file that is written: payloads, or one file in the format of another program. Empty if nothing can be written.
    pub outputs: Vec<Vec<u8>>,
    /// Why nothing was written in the format of another program.
    pub refused: Vec<statement::StatementRefusal>,
    recipe: Recipe,
    inputs: Vec<Fingerprint>,
    files: Vec<File>,
    history: History,
}

#[derive(Debug, Clone)]
struct File {
    name: String,
    content: Vec<u8>,
    summary: Summary,
}

impl Written {
    /// Returns the certificate of the conversion. `outputs` are the files that were written, each with its name.
    #[must_use]
    pub fn certificate(&self, outputs: &[(&str, &[u8])]) -> Certificate {
        let outputs = outputs.iter();
        let outputs: Vec<Fingerprint> = outputs
            .map(|(name, content)| Fingerprint::of(name, content))
            .collect();
        let files = self.files.iter();
        let files: Vec<CertifiedFile<'_>> = files
            .map(|file| CertifiedFile {
                name: &file.name,
                content: &file.content,
                summary: &file.summary,
            })
            .collect();
        Certificate::of(&CertificateParts {
            recipe: &self.recipe,
            inputs: &self.inputs,
            files: &files,
            history: &self.history,
            outputs: &outputs,
        })
    }
}

/// Converts files, each with its name, as a recipe says. An archive is replaced by its files.
///
/// # Errors
///
/// A setting can't be used.
pub fn convert(inputs: &[(&str, &[u8])], recipe: &Recipe) -> Result<Written, RecipeError> {
    let (options, export) = (recipe.conversion()?, recipe.export()?);
    let mut sources = Vec::new();
    for (name, content) in inputs {
        sources.extend(unpack(name, content, recipe));
    }
    let files: Vec<Input<'_>> = sources
        .iter()
        .map(|(name, content)| Input::new(name, content))
        .collect();
    let conversions = format::convert_all(&files, &options);
    let (mut outputs, mut refused) = (Vec::new(), Vec::new());
    match export {
        None => outputs = payloads(&conversions, &recipe.settings),
        Some(export) => match statement::write(&conversions, export.target, &export.options()) {
            Ok(written) => outputs.push(written.bytes),
            Err(all) => refused = all,
        },
    }
    let inputs = inputs.iter();
    let Conversions { files, history, .. } = conversions;
    let files = sources.into_iter().zip(files);
    Ok(Written {
        outputs,
        refused,
        recipe: recipe.clone(),
        inputs: inputs
            .map(|(name, content)| Fingerprint::of(name, content))
            .collect(),
        files: files
            .map(|((name, content), conversion)| File {
                name,
                content,
                summary: conversion.summary,
            })
            .collect(),
        history,
    })
}

/// Returns a file, or the files of an archive. One that can't be unpacked has no bytes.
fn unpack(name: &str, content: &[u8], recipe: &Recipe) -> Vec<(String, Vec<u8>)> {
    if !archive::is_archive(content) {
        return vec![(name.to_owned(), content.to_vec())];
    }
    let Ok(members) = archive::unpack(content, &recipe.policy) else {
        return vec![(name.to_owned(), Vec::new())];
    };
    let members = members.into_iter();
    members
        .map(|member| (format!("{name}/{}", member.name), member.content))
        .collect()
}

/// Returns payloads as the program writes them, each with a line end.
fn payloads(conversions: &Conversions, settings: &Settings) -> Vec<Vec<u8>> {
    let batch = settings.batch.max(1);
    if settings.to == PAYLOAD_LINES {
        return vec![payload_lines(conversions, batch)];
    }
    let all: Vec<&Transaction> = conversions.transactions().collect();
    all.chunks(batch).map(payload).collect()
}

/// Returns payloads in one file as the page writes them: each on a line, with transactions of one input.
fn payload_lines(conversions: &Conversions, batch: usize) -> Vec<u8> {
    let mut lines = Vec::new();
    for conversion in &conversions.files {
        let transactions: Vec<&Transaction> = conversion.transactions.iter().collect();
        for chunk in transactions.chunks(batch) {
            lines.extend(payload(chunk));
        }
    }
    lines
}

fn payload(batch: &[&Transaction]) -> Vec<u8> {
    let payload = transactions::write(batch.iter().copied()) + "\n";
    payload.into_bytes()
}
