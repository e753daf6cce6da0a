//! What an export has lost, altered or assumed.

use universal_accounting::export::{Note, NoteKind};
use universal_accounting::report::Language;

use crate::language::language;
use crate::output;

/// Prints the notes. In English, those about left out fields are on one line.
pub(crate) fn print(notes: &[Note]) {
    if language() != Language::English {
        for note in notes {
            output::print_note(format_args!("note: {}", note.message_in(language())));
        }
        return;
    }
    let (mut no_place, mut other_line) = (Vec::new(), Vec::new());
    for note in notes {
        match note.kind {
            NoteKind::NoPlace { field } => no_place.push(format!("{field} ({})", note.count)),
            NoteKind::OtherLine { field } => other_line.push(format!("{field} ({})", note.count)),
            _ => output::print_note(format_args!("note: {note}")),
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
            output::print_note(format_args!("note: {reason}: {}", fields.join(", ")));
        }
    }
}
