//! `uacc extract`.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sha2::{Digest, Sha256};
use universal_accounting::journal::{self, FileContent, FileNames};
use universal_accounting::render::{self, ExtractedFile, WrittenFile};
use universal_accounting::report::{Policy, Report};

use crate::files::{self, Input};
use crate::findings::{self, pluralize};
use crate::limits;
use crate::new_files::{NewFiles, UnfinishedFiles};
use crate::output::{self, Outcome, display_path};
use crate::sanitize::{sanitize, sanitize_and_mask};
use crate::settings::PolicyArguments;

/// How many lines of the list are written at once.
const MAX_LINES: usize = 1000;

/// How many bytes of a file are written at once.
const BUFFER_LEN: usize = 32 * 1024;

#[derive(Debug, Args)]
pub(crate) struct Extract {
    /// The kind of the file.
    #[arg(value_name = "KIND")]
    kind: Extractable,
    /// The file with the embedded files. `-` reads standard input.
    file: PathBuf,
    /// Write the files to this folder, which is created if it does not exist. No file in it is replaced, and all files are written or none.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The output format of the list.
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    format: ListFormat,
    /// What the service writes in the place of `service` in the names of fields, such as `acme` for `acmeFileId`. Without it, the name is learned.
    #[arg(long, value_name = "NAME")]
    brand: Option<String>,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Extractable {
    /// A journal export.
    Journal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Text with one line per file.
    Human,
    /// One JSON object.
    Json,
}

pub(crate) fn run(arguments: &Extract) -> Outcome {
    let Extractable::Journal = arguments.kind;
    let policy = match &arguments.brand {
        Some(brand) => limits::policy().brand(brand),
        None => limits::policy(),
    };
    let policy = arguments.policy.apply_to(policy.sequence())?;
    let folder = NewFiles::new(&arguments.output)?;
    let mut input = files::read(&arguments.file)?;
    let (report, taken) = check(&input, &policy, &folder);
    let mut extracted = Vec::new();
    if report.is_valid() {
        if let Some(name) = taken {
            return Err(if policy.is_redacted() {
                let folder = display_path(&arguments.output);
                format!(
                    "{folder} has one of the files already; no file was written: choose another folder"
                )
            } else {
                let path = display_path(&arguments.output.join(name));
                format!(
                    "{path} exists already; no file was written: move it, or choose another folder"
                )
            });
        }
        let unfinished = folder.start()?;
        extracted = write_files(&input, &policy, &unfinished)?;
        unfinished.finish(
            &extracted
                .iter()
                .filter_map(|file| Some(file.written.as_ref()?.name.as_str())),
        )?;
        if policy.is_redacted() {
            extracted.iter_mut().for_each(redact);
        }
    }
    if arguments.format == ListFormat::Json {
        // The export is as large as all of its files.
        input.bytes = Vec::new();
        let folder = arguments.output.display().to_string();
        output::write_stdout(
            &(render::extraction_json(&input.name, &folder, &extracted, &report) + "\n"),
        )?;
    } else {
        for files in extracted.chunks(MAX_LINES) {
            output::write_stdout(
                files
                    .iter()
                    .map(|file| describe(file, policy.is_redacted()) + "\n")
                    .collect::<String>(),
            )?;
        }
        findings::print(&input, &report, &policy);
        print_summary(&input, arguments, &extracted, &report);
    }
    Ok(report.is_valid())
}

/// Checks the files of an export before anything is written. Returns the first name of a file that the folder has already.
fn check(input: &Input, policy: &Policy, folder: &NewFiles<'_>) -> (Report, Option<String>) {
    let (mut names, mut taken) = (FileNames::new(), None);
    let Ok(report) = journal::files(&input.bytes, policy, |file| {
        taken = taken
            .take()
            .or_else(|| names.choose(&file).filter(|name| folder.has(name)));
        Ok::<(), Infallible>(())
    });
    (report, taken)
}

fn write_files(
    input: &Input,
    policy: &Policy,
    unfinished: &UnfinishedFiles<'_>,
) -> Result<Vec<ExtractedFile>, String> {
    let (mut names, mut extracted) = (FileNames::new(), Vec::new());
    journal::files(&input.bytes, policy, |file| {
        let written = match (file.content, names.choose(&file)) {
            (Some(content), Some(name)) => Some(write_file(&content, name, unfinished)?),
            _ => None,
        };
        extracted.push(ExtractedFile::new(&file, written));
        Ok::<(), String>(())
    })?;
    Ok(extracted)
}

fn write_file(
    content: &FileContent<'_>,
    name: String,
    unfinished: &UnfinishedFiles<'_>,
) -> Result<WrittenFile, String> {
    let sha256 = unfinished.write(&name, |file| {
        // A content with line breaks is decoded line by line.
        let mut out = BufWriter::with_capacity(
            BUFFER_LEN,
            HashingWriter {
                file,
                hash: Sha256::new(),
            },
        );
        content.write_to(&mut out)?;
        let out = out.into_inner()?;
        Ok(out.hash.finalize().into())
    })?;
    Ok(WrittenFile {
        name,
        size: content.size(),
        sha256,
    })
}

/// Writes to a file and computes the digest of what is written.
struct HashingWriter<'f> {
    file: &'f File,
    hash: Sha256,
}

impl Write for HashingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes the ids from a file of the list, and its name, which has one of them.
fn redact(file: &mut ExtractedFile) {
    (file.record_id, file.id, file.download_path) = (None, None, None);
    if let Some(written) = &mut file.written {
        "…".clone_into(&mut written.name);
    }
}

fn describe(file: &ExtractedFile, is_redacted: bool) -> String {
    let record = match &file.record_id {
        Some(id) => format!("record {}", sanitize_and_mask(id)),
        None => format!("record number {}", file.record_index + 1),
    };
    let id = match &file.id {
        Some(id) => format!("file {}", sanitize_and_mask(id)),
        None => format!("file number {}", file.number),
    };
    match (&file.written, &file.download_path) {
        (Some(written), _) => {
            let WrittenFile { name, size, .. } = written;
            format!(
                "{name}: {}, SHA-256 {}, {record}, {id}",
                pluralize(*size, "byte"),
                written.hex_sha256()
            )
        }
        (None, Some(path)) => {
            let path = sanitize_and_mask(path);
            format!("not in the export: {record}, {id}, GET {path}")
        }
        (None, None) => {
            let without_id = if is_redacted {
                ""
            } else {
                ", without an id for its download"
            };
            format!("not in the export: {record}, {id}{without_id}")
        }
    }
}

fn print_summary(input: &Input, arguments: &Extract, extracted: &[ExtractedFile], report: &Report) {
    let written = extracted
        .iter()
        .filter(|file| file.written.is_some())
        .count();
    let summary = if report.is_valid() {
        let absent = match extracted.len() - written {
            0 => String::new(),
            count => format!(", {} without content", pluralize(count, "file")),
        };
        format!(
            "{} written to {}{absent}",
            pluralize(written, "file"),
            display_path(&arguments.output)
        )
    } else {
        "no file was written".to_owned()
    };
    let counts = findings::count_errors_and_warnings(report);
    output::print_summary(format_args!(
        "{}: {summary}; {counts}",
        sanitize(&input.name)
    ));
}
