//! The help of the program, and what is written from the same arguments: completions for shells and man pages.

use std::fmt::Write;
use std::path::Path;
use std::time::SystemTime;
use std::{env, fs, io};

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use universal_accounting::chrono::DateTime;

use crate::files::{self, FilesTogether};
use crate::output::{self, Outcome, display_path};

/// The exit statuses of a command, and what each means.
type ExitStatuses = &'static [(&'static str, &'static str)];

const EXIT_STATUSES: ExitStatuses = &[
    ("0", "no errors (warnings and notes are allowed)"),
    ("1", "the input has errors"),
    (
        "2",
        "the command could not run, or its output could not be written",
    ),
];

const EXIT_STATUS_TITLE: &str = "Exit status:";

/// The commands whose exit statuses mean something else.
const OTHER_EXIT_STATUSES: [(&str, ExitStatuses); 2] = [
    (
        "uacc-diff",
        &[
            (
                "0",
                "nothing changes; with --max-removed, no more than that is removed, whatever else changes",
            ),
            (
                "1",
                "something changes; with --max-removed, more than that is removed",
            ),
            (
                "2",
                "the files can't be compared, or the output could not be written",
            ),
        ],
    ),
    (
        "uacc-store-check",
        &[
            ("0", "all files are whole"),
            ("1", "a file is damaged or can't be read"),
            (
                "2",
                "the command could not run, or its output could not be written",
            ),
        ],
    ),
];

/// The version of the program. In a release build it has the commit, such as `0.1.0 (a49a09e8c1d2)`.
pub(crate) const VERSION: &str = match option_env!("UACC_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Returns the command line. `-h` shows the first sentence of each help. `--help` shows the whole text, and what the exit statuses mean.
pub(crate) fn command<P: CommandFactory>() -> Command {
    complete_help(P::command(), "uacc")
}

/// Completes the help of a command, whose name is that of its man page.
fn complete_help(command: Command, name: &str) -> Command {
    let own = command
        .get_after_long_help()
        .map(|own| plain(own) + "\n\n")
        .unwrap_or_default();
    let mut text = own + EXIT_STATUS_TITLE;
    for (status, meaning) in exit_statuses(name) {
        let _ = write!(text, "\n  {status}  {meaning}");
    }
    let command = command.after_long_help(text).mut_args(shorten_help);
    command.mut_subcommands(|subcommand| {
        let name = format!("{name}-{}", subcommand.get_name());
        complete_help(subcommand, &name)
    })
}

fn exit_statuses(name: &str) -> ExitStatuses {
    OTHER_EXIT_STATUSES
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(EXIT_STATUSES, |(_, statuses)| *statuses)
}

/// Shortens the help of an argument to its first sentence, where it has more than one.
fn shorten_help(argument: Arg) -> Arg {
    let help = argument.get_help().map(plain).unwrap_or_default();
    let Some((first, _)) = help.split_once(". ") else {
        return argument;
    };
    let long = argument
        .get_long_help()
        .map_or_else(|| format!("{help}."), plain);
    argument.help(first.to_owned()).long_help(long)
}

/// Returns the text of a help, which has no styles. Looking for some takes most of the start of the program.
fn plain(help: &StyledStr) -> String {
    help.ansi().to_string()
}

/// Writes the completions for a shell to standard output.
pub(crate) fn write_completions(mut command: Command, shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "uacc", &mut script);
    output::write_stdout(script).map(|()| true)
}

/// Writes a man page for the program and one for each command to a folder, all of them or none. Pages of an earlier version are replaced.
pub(crate) fn write_man_pages(command: Command, folder: &Path) -> Outcome {
    if files::is_standard_stream(folder) {
        return Err("man pages are several files; name a folder for them".to_owned());
    }
    // Without the commit, so that the pages change only if their content does.
    let mut command = command
        .disable_help_subcommand(true)
        .version(env!("CARGO_PKG_VERSION"));
    command.build();
    let mut pages = Vec::new();
    render_man_pages(&command, "uacc", &mut pages).map_err(|error| error.to_string())?;
    fs::create_dir_all(folder)
        .map_err(|error| format!("{} can't be created: {error}", display_path(folder)))?;
    let mut files = FilesTogether::new();
    for (name, page) in &pages {
        files.add(&folder.join(name), |out| out.write_all(page))?;
    }
    files.finish()?;
    Ok(true)
}

/// Adds the page of a command and those of its subcommands to a list of file names and texts.
fn render_man_pages(
    command: &Command,
    name: &str,
    pages: &mut Vec<(String, Vec<u8>)>,
) -> io::Result<()> {
    // The page has a section for the exit statuses.
    let after = command
        .get_after_long_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let own = after
        .split(EXIT_STATUS_TITLE)
        .next()
        .map(str::trim_end)
        .filter(|own| !own.is_empty());
    let own = own.map_or(Resettable::Reset, |own| {
        Resettable::Value(own.to_owned().into())
    });
    let man = Man::new(command.clone().after_long_help(own))
        .title(name.to_uppercase())
        .date(date_of_pages())
        .source(format!("uacc {}", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    let mut page = Vec::new();
    man.render(&mut page)?;
    // `man` ignores a line break beside an empty line, and `mandoc` reports it.
    let mut page = String::from_utf8_lossy(&page).replace("\n.br\n\n.br\n", "\n.sp\n");
    page += ".SH \"EXIT STATUS\"\n";
    for (status, meaning) in exit_statuses(name) {
        let _ = write!(
            page,
            ".TP\n\\fB{status}\\fR\n{}\n",
            meaning.replace('-', "\\-")
        );
    }
    pages.push((format!("{name}.1"), page.into_bytes()));
    command.get_subcommands().try_for_each(|subcommand| {
        render_man_pages(
            subcommand,
            &format!("{name}-{}", subcommand.get_name()),
            pages,
        )
    })
}

/// Returns the day of the pages: today, or the day of `SOURCE_DATE_EPOCH`, with which packages are built again byte for byte.
fn date_of_pages() -> String {
    let given = env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|seconds| seconds.parse().ok());
    let now = || {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .ok()?
            .as_secs()
            .try_into()
            .ok()
    };
    let day = given
        .or_else(now)
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    day.map_or_else(String::new, |day| day.date_naive().to_string())
}
