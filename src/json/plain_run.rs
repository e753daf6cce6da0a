//! Records that follow each other and of which there is nothing to say.

use super::PlainObjects;
use super::list_checks::ListChecks;
use super::plain::element_behind;

/// How a run ended.
pub(super) struct PlainRun {
    /// Where the next element begins, if one follows.
    pub(super) next: Option<usize>,
    /// Whether there may be something to say of that one.
    pub(super) is_odd: bool,
}

/// Passes the elements from the one on that begins at `start` and is at `index`. Each that passed is shown with where it begins and ends, and the run goes
/// on if the answer is yes.
#[inline]
pub(super) fn plain_run<'s>(
    plain: &mut PlainObjects<'s>,
    checks: &mut dyn ListChecks<'s>,
    text: &'s str,
    (mut index, mut start): (usize, usize),
    mut passed: impl FnMut(&PlainObjects<'s>, usize, usize) -> bool,
) -> PlainRun {
    loop {
        match plain.read(text, start) {
            Some(end) if plain.is_plain() && checks.pass(plain, index) => {
                let goes_on = passed(plain, start, end);
                match element_behind(text, end) {
                    Some(next) if goes_on => start = next,
                    next => return PlainRun { next, is_odd: false },
                }
            }
            _ => return PlainRun { next: Some(start), is_odd: true },
        }
        index += 1;
    }
}
