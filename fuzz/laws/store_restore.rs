//! Bytes are a snapshot of a store or they are refused; a store that is restored is the one that was written.

use sha2::{Digest, Sha256};
use universal_accounting::dedup::{self, MemoryStore, SnapshotError};
use universal_accounting::report::Policy;
use universal_accounting::transactions;

use super::choices::Choices;
use super::payload::payload;

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    match choices.below(4) {
        0 => {
            restored(choices.rest());
        }
        1 => {
            // With a right checksum what stands before it is looked at.
            restored(&with_checksum([b"UACCSTOR\x01\0\0\0", choices.rest()].concat()));
        }
        2 => damaged(&mut choices),
        _ => edited(&mut choices),
    }
}

fn with_checksum(bytes: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&bytes);
    [bytes, checksum.to_vec()].concat()
}

/// Whatever is taken is what its store writes.
fn restored(bytes: &[u8]) -> Option<MemoryStore> {
    let store = match MemoryStore::restore(bytes) {
        Ok(store) => store,
        Err(fault) => {
            assert!(fault != SnapshotError::NotASnapshot || !bytes.starts_with(b"UACCSTOR"));
            return None;
        }
    };
    assert_eq!(store.snapshot(), bytes, "there is one snapshot of a store");
    let mut held = 0;
    store.for_each(|entry| {
        assert!(dedup::Content::from_bytes(entry.content().as_bytes()).as_ref() == Some(entry.content()));
        held += 1;
    });
    assert_eq!((store.len(), store.is_empty()), (held, held == 0));
    Some(store)
}

/// A store that holds what is read of a payload.
fn filled(choices: &mut Choices<'_>) -> MemoryStore {
    let (_, source) = payload(choices);
    let store = MemoryStore::new();
    dedup::import(&store, &transactions::read(&source, &Policy::new()).values).unwrap();
    store
}

/// Two bytes say where and how a snapshot is damaged.
fn damaged(choices: &mut Choices<'_>) {
    let (place, flip) = (choices.byte(), choices.byte());
    let snapshot = filled(choices).snapshot();
    assert!(restored(&snapshot).is_some());
    let mut bytes = snapshot.clone();
    let at = usize::from(place) * snapshot.len() / 256;
    bytes[at] ^= flip.max(1);
    assert!(MemoryStore::restore(&bytes).is_err(), "a byte that differs is seen");
    assert!(MemoryStore::restore(&snapshot[..at]).is_err(), "what is cut short is seen");
    assert!(MemoryStore::restore(&[&snapshot[..], &[flip]].concat()).is_err(), "what is too long is seen");
}

/// A snapshot that somebody changed knowingly: the checksum is right all the same.
fn edited(choices: &mut Choices<'_>) {
    let edits: Vec<(u8, u8, u8)> =
        (0..=choices.below(4)).map(|_| (choices.byte(), choices.byte(), choices.byte())).collect();
    let snapshot = filled(choices).snapshot();
    let mut bytes = snapshot[..snapshot.len() - 32].to_vec();
    for (place, how, byte) in edits {
        let at = 12 + usize::from(place) * (bytes.len() - 12) / 256;
        match how % 3 {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        if bytes.len() <= 13 {
            break;
        }
    }
    restored(&with_checksum(bytes));
}
