//! Damages of files, of any kind.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::zip_files::archive;

/// A change of some bytes.
#[derive(Debug, Clone)]
pub(super) enum Mutation {
    FlipBit(u8),
    /// Replaces as many bytes as there are new ones.
    Overwrite(Vec<u8>),
    Insert(Vec<u8>),
    Remove(usize),
    /// Puts these bytes there, instead of the bytes up to as many after it.
    Copy {
        from: Index,
        length: usize,
        replaced: usize,
    },
    /// Adds digits to the next number.
    Enlarge(String),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let byte = prop_oneof![any::<u8>(), Just(0), Just(255), Just(127)];
    let number = select(vec![u32::MAX, 0, 0x7FFF_FFFF, 0x8000_0000]);
    let markup = "[0-9]{1,9}|[<>/\"=a-z ]{1,3}";
    let length = 1_usize..200;
    prop_oneof![
        (0_u8..8).prop_map(Mutation::FlipBit),
        byte.prop_map(|byte| Mutation::Overwrite(vec![byte])),
        number.prop_map(|number| Mutation::Overwrite(number.to_le_bytes().to_vec())),
        markup.prop_map(|text| Mutation::Insert(text.into_bytes())),
        length.clone().prop_map(Mutation::Remove),
        (any::<Index>(), length.clone(), 0..length.end).prop_map(|(from, length, replaced)| {
            Mutation::Copy {
                from,
                length,
                replaced,
            }
        }),
        "9{1,9}".prop_map(Mutation::Enlarge),
    ]
}

/// Generates mutations, each with its place.
pub(super) fn mutations() -> impl Strategy<Value = Vec<(Index, Mutation)>> {
    prop::collection::vec((any::<Index>(), mutation()), 1..10)
}

pub(super) fn mutate(bytes: &mut Vec<u8>, mutations: &[(Index, Mutation)]) {
    for (at, mutation) in mutations {
        let at = at.index(bytes.len() + 1);
        let end_of = |length: usize| (at + length).min(bytes.len());
        let (end, new) = match mutation {
            Mutation::FlipBit(bit) => {
                let flipped = bytes.get(at).map(|byte| byte ^ 1 << bit);
                (end_of(1), flipped.into_iter().collect())
            }
            Mutation::Overwrite(new) => (end_of(new.len()), new.clone()),
            Mutation::Insert(new) => (at, new.clone()),
            Mutation::Remove(length) => (end_of(*length), Vec::new()),
            Mutation::Copy {
                from,
                length,
                replaced,
            } => {
                let rest = &bytes[from.index(bytes.len() + 1)..];
                (end_of(*replaced), rest[..rest.len().min(*length)].to_vec())
            }
            Mutation::Enlarge(digits) => {
                let number = bytes[at..].iter().position(u8::is_ascii_digit);
                let at = at + number.unwrap_or(0);
                bytes.splice(at..at, digits.bytes());
                continue;
            }
        };
        bytes.splice(at..end, new);
    }
}

/// Packs files after a mutation of one of them, or mutates the archive of all.
pub(super) fn mutated_archive(
    files: &[(&str, &[u8])],
    part: Option<Index>,
    mutations: &[(Index, Mutation)],
) -> Vec<u8> {
    let Some(part) = part else {
        let mut packed = archive(files);
        mutate(&mut packed, mutations);
        return packed;
    };
    let part = part.index(files.len());
    let mut content = files[part].1.to_vec();
    mutate(&mut content, mutations);
    let mut files = files.to_vec();
    files[part].1 = &content;
    archive(&files)
}

/// Generates the part to mutate, or none for the archive as a whole.
pub(super) fn part() -> impl Strategy<Value = Option<Index>> {
    prop::option::of(any::<Index>())
}
