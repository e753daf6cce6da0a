#![allow(clippy::unused_self, reason = "what threads can be asked")]

use super::TakeKey;
use crate::json::PlainObjects;
use crate::json::list_checks::{ListChecks, ListKind};

/// Nothing is read ahead, as there is nobody to do it.
#[derive(Debug, Default)]
pub(in crate::json) struct Ahead {}

impl Ahead {
    pub(in crate::json) const fn begin(&self) {}

    pub(in crate::json) const fn take<'s>(
        &self,
        _text: &'s str,
        _at: (usize, usize),
        _most: usize,
        _key: &mut TakeKey<'_, 's>,
    ) -> Option<(usize, usize)> {
        None
    }

    pub(in crate::json) const fn send<'s>(
        &self,
        _text: &'s str,
        _at: (usize, usize),
        _kind: &'static ListKind,
        _plain: &PlainObjects<'s>,
        _checks: &dyn ListChecks<'s>,
    ) -> bool {
        false
    }

    pub(in crate::json) const fn ask_again_at(&self, _index: usize) -> usize {
        usize::MAX
    }
}
