//! `uacc verify`.

use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::certificate::{self, CertificateDifference};

use crate::findings::pluralize;
use crate::output::{self, Outcome};
use crate::sanitize::sanitize;
use crate::{files, limits};

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate, as JSON or as a page.
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    /// The folder with the files that the certificate names. By default that of the certificate, and then the current one.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// How the result looks.
    #[arg(long, value_enum, default_value_t = VerifyFormat::Human)]
    format: VerifyFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VerifyFormat {
    /// A line for each thing that differs.
    Human,
    /// A JSON object with all of them.
    Json,
}

pub(crate) fn run(arguments: &Verify) -> Outcome {
    let read = files::read(&arguments.certificate)?;
    let folders = folders(arguments)?;
    let mut find = |name: &str| {
        let paths = folders.iter().flat_map(|folder| paths_in(folder, name));
        let path = paths.into_iter().find(|path| path.is_file())?;
        files::read(&path).ok().map(|file| file.bytes)
    };
    let name = sanitize(&read.name);
    let verification = match certificate::verify(&read.bytes, &mut find, &limits::policy()) {
        Ok(verification) => verification,
        Err(error) => {
            output::print_note(format!("error: {name}: {error}"));
            return Ok(false);
        }
    };
    let differences = &verification.differences;
    if arguments.format == VerifyFormat::Json {
        output::write_stdout(verification.to_json() + "\n")?;
        return Ok(differences.is_empty());
    }
    let mut lines: Vec<String> = differences.iter().map(describe).collect();
    let certified = &verification.certificate;
    if differences.is_empty() {
        lines.push(format!(
            "{name}: verified: {}, {} and every value are as certified",
            pluralize(certified.inputs.len(), "input"),
            pluralize(certified.outputs.len(), "output"),
        ));
    } else if verification.is_of_other_version {
        lines.push(format!(
            "version {} wrote the certificate, and this is version {}: values may differ for this reason alone",
            sanitize(&certified.program),
            env!("CARGO_PKG_VERSION"),
        ));
    }
    output::write_stdout(lines.join("\n") + "\n")?;
    Ok(differences.is_empty())
}

fn describe(difference: &CertificateDifference) -> String {
    format!("differs: {}", sanitize(&difference.to_string()))
}

/// Returns the folders in which files are looked for.
fn folders(arguments: &Verify) -> Result<Vec<PathBuf>, String> {
    if let Some(folder) = &arguments.folder {
        if !folder.is_dir() {
            let folder = output::display_path(folder);
            return Err(format!("--folder: {folder} is no folder"));
        }
        return Ok(vec![folder.clone()]);
    }
    let own = arguments.certificate.parent();
    let own = own.map_or_else(PathBuf::new, Path::to_owned);
    Ok(vec![own, PathBuf::new()])
}

/// Returns where a file may be in a folder: as the certificate names it, or without the folders of its name. No name leads out of the folder.
fn paths_in(folder: &Path, name: &str) -> Vec<PathBuf> {
    let name = Path::new(name);
    let stays = name
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let whole = stays.then(|| folder.join(name));
    let last = name.file_name().map(|last| folder.join(last));
    whole.into_iter().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let paths = |name| paths_in(Path::new("f"), name);
        assert_eq!(
            paths("a/b.csv"),
            [PathBuf::from("f/a/b.csv"), "f/b.csv".into()]
        );
        for name in ["/etc/passwd", "../passwd", "a/../../passwd"] {
            assert_eq!(paths(name), [PathBuf::from("f/passwd")], "{name}");
        }
    }
}
