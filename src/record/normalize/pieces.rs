//! Canonical text that is flushed piece by piece.

use std::borrow::Cow;

use super::{Normalizer, Rewritten};
use crate::report::{Change, Fixes, Normalized, Policy, Report};
use crate::source::Span;

/// The result of normalizing a file whose canonical text was flushed piece by piece.
pub struct NormalizedPieces {
    /// The spans of the given text in the order in which they are the canonical text. `None` if the file isn't JSON and can't be corrected: then what was
    /// given is of no use.
    pub order: Option<Vec<Span>>,
    /// The first changes, in the order of their positions.
    pub changes: Vec<Change>,
    /// The number of all changes.
    pub change_count: usize,
    /// The remaining findings, with positions in the file if there is no canonical text. `None` if the canonical text has to be checked.
    pub report: Option<Report>,
    /// The file as it was given.
    pub source: Vec<u8>,
}

impl NormalizedPieces {
    /// Returns the result without the text.
    #[must_use]
    pub fn without_text(self, report: Report) -> Normalized {
        Normalized {
            json: None,
            changes: self.changes,
            report,
        }
    }
}

impl Normalizer {
    /// Applies fixes until none is left, then gives the file in canonical form to `write`, piece by piece: for files so large that a copy of them is one too
    /// many. Of the changes, only so many are described.
    pub fn normalize_to(
        &self,
        source: Vec<u8>,
        policy: &Policy,
        fixes: Fixes,
        max_changes: usize,
        write: &mut dyn FnMut(&str),
    ) -> NormalizedPieces {
        let Rewritten {
            source,
            written,
            changes,
            change_count,
            report,
        } = self.rewrite(
            Cow::Owned(source),
            policy,
            fixes,
            max_changes,
            Some(&mut *write),
        );
        let mut remaining = report;
        let mut order = None;
        match written {
            Some(written) => {
                write(&written.json);
                order = Some(written.order);
            }
            None if remaining.is_none() => remaining = Some(self.check(&source, policy)),
            None => {}
        }
        NormalizedPieces {
            order,
            changes,
            change_count,
            report: remaining,
            source: source.into_owned(),
        }
    }
}
