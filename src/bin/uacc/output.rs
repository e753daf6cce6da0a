//! Standard output and standard error.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::ColorChoice;
use clap::ValueEnum;
use universal_accounting::export::{Note, NoteKind};
use universal_accounting::report::Language;

use crate::language::language;
use crate::progress;
use crate::sanitize::{VisibleWriter, sanitize};
use crate::store_address::{looks_like_address, mask_address};
use crate::terminal::{stderr_width, stdout_width, wrap};
use crate::verbosity::is_quiet;

/// How many bytes are written at a time.
pub(crate) const BUFFER_LEN: usize = 64 << 10;

/// The result of a command: whether the input has no errors, or why the command could not run.
pub(crate) type Outcome = Result<bool, String>;

/// When colours are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// Where a terminal supports them.
    #[default]
    Auto,
    /// Also to files and pipes.
    Always,
    /// Nowhere.
    Never,
}

/// Sets when colours are written, once, before a command runs.
pub(crate) fn set_colours(colours: Colours) {
    let choice = match colours {
        Colours::Auto => ColorChoice::Auto,
        Colours::Always => ColorChoice::Always,
        Colours::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Returns a path for a message. An address of a database in its place is shown without its password.
pub(crate) fn display_path(path: &Path) -> String {
    sanitize(&mask_address(&path.to_string_lossy()))
}

/// Prints a line on standard error. Ignores a closed standard error, because the exit status and the output do not depend on it.
pub(crate) fn print_note(text: impl Display) {
    let text = text.to_string();
    progress::suspended(|| {
        let _ = writeln!(
            anstream::stderr(),
            "{}",
            wrap(&emphasize(&text), stderr_width())
        );
    });
}

/// Gives the words `error`, `warning` and `note` at the start of a line the colours that they have in findings.
fn emphasize(text: &str) -> String {
    for (word, colour) in [
        ("error", "\u{1b}[1m\u{1b}[91m"),
        ("warning", "\u{1b}[1m\u{1b}[33m"),
        ("note", "\u{1b}[1m\u{1b}[92m"),
    ] {
        if let Some(rest) = text
            .strip_prefix(word)
            .filter(|rest| rest.starts_with(": "))
        {
            return format!("{colour}{word}\u{1b}[0m{rest}");
        }
    }
    text.to_owned()
}

/// Prints why the arguments can't be used, without the passwords in addresses among them.
pub(crate) fn print_argument_error(error: &clap::Error) {
    let mut text = error.render().ansi().to_string();
    for argument in env::args_os() {
        let argument = argument.to_string_lossy();
        // As in `--store=ADDRESS`.
        let value = argument
            .strip_prefix("--")
            .and_then(|option| option.split_once('='));
        let address = value.map_or(&*argument, |(_, value)| value);
        if looks_like_address(address) {
            text = text.replace(address, &mask_address(address));
        }
    }
    let _ = write!(anstream::stderr(), "{text}");
}

/// Prints what a call has done, which is neither an error nor a warning, unless `--quiet` is given.
pub(crate) fn print_summary(text: impl Display) {
    if !is_quiet() {
        print_note(text);
    }
}

/// Writes a result to standard output: byte for byte to a file or a pipe, and to a terminal with invisible characters escaped.
pub(crate) fn write_stdout(content: impl AsRef<[u8]>) -> Result<(), String> {
    write_stdout_with(|out| out.write_all(content.as_ref()))
}

/// Writes a result to standard output piece by piece, as [`write_stdout`] does.
pub(crate) fn write_stdout_with(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    let out = io::stdout().lock();
    let written = if out.is_terminal() {
        write_until_closed(VisibleWriter::new(out), write)
    } else {
        write_until_closed(out, write)
    };
    written.map_err(stdout_error)
}

/// Writes text for people to standard output, with colours if a terminal supports them. Removes escape sequences otherwise, so results must
/// be written with [`write_stdout`].
pub(crate) fn write_styled(text: &str) -> Result<(), String> {
    let text = wrap(text, stdout_width());
    write_until_closed(anstream::stdout().lock(), |out| {
        out.write_all(text.as_bytes())
    })
    .map_err(stdout_error)
}

fn stdout_error(error: impl Display) -> String {
    format!("standard output can't be written whole: {error}")
}

/// Writes the content of a file. A reader that closes the pipe early, such as `head`, is no error.
pub(crate) fn write_until_closed(
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(BUFFER_LEN, out);
    match write(&mut buffered).and_then(|()| buffered.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Prints the notes. In English, those about left out fields are on one line.
pub(crate) fn print(notes: &[Note]) {
    if language() != Language::English {
        for note in notes {
            print_note(format_args!("note: {}", note.message_in(language())));
        }
        return;
    }
    let (mut no_place, mut other_line) = (Vec::new(), Vec::new());
    for note in notes {
        match note.kind {
            NoteKind::NoPlace { field } => no_place.push(format!("{field} ({})", note.count)),
            NoteKind::OtherLine { field } => other_line.push(format!("{field} ({})", note.count)),
            _ => print_note(format_args!("note: {note}")),
        }
    }
    for (fields, reason) in [
        (no_place, "left out, because the format has no place for it"),
        (
            other_line,
            "left out, because a row takes it from the line on the side with several lines, or from the debit line",
        ),
    ] {
        if !fields.is_empty() {
            print_note(format_args!("note: {reason}: {}", fields.join(", ")));
        }
    }
}
