//! Reading ahead of the one that judges, where there are threads for it.

#[cfg_attr(not(feature = "parallel"), path = "alone.rs")]
mod threads;

pub(super) use threads::Ahead;

/// Takes the key of a record that was read ahead: the record's index, its id, the scope of that, and where the id begins.
pub(super) type TakeKey<'f, 's> = dyn FnMut(usize, &'s str, &'s str, usize) + 'f;
