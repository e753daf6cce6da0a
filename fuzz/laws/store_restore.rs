//! Restoring rejects bytes that are not a snapshot, and a restored store equals the store that was written.

use sha2::{Digest, Sha256};
use universal_accounting::dedup::{self, MemoryStore, SnapshotError};
use universal_accounting::report::Policy;
use universal_accounting::transactions;

use super::choices::Choices;
use super::payload::build_payload;

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    match choices.below(4) {
        0 => {
            restore(choices.rest());
        }
        1 => {
            // With a correct checksum, restoring reads the entries too.
            restore(&with_checksum(
                [b"UACCSTOR\x01\0\0\0", choices.rest()].concat(),
            ));
        }
        2 => assert_damage_is_found(&mut choices),
        _ => restore_edited(&mut choices),
    }
}

fn with_checksum(bytes: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&bytes);
    [bytes, checksum.to_vec()].concat()
}

/// Restores a store from the bytes. Asserts that its snapshot is equal to them.
fn restore(bytes: &[u8]) -> Option<MemoryStore> {
    let store = match MemoryStore::restore(bytes) {
        Ok(store) => store,
        Err(error) => {
            assert!(error != SnapshotError::NotASnapshot || !bytes.starts_with(b"UACCSTOR"));
            return None;
        }
    };
    assert_eq!(store.snapshot(), bytes, "a store has only one snapshot");
    let mut count = 0;
    store.for_each(|entry| {
        assert!(
            dedup::Content::from_bytes(entry.content().as_bytes()).as_ref()
                == Some(entry.content())
        );
        count += 1;
    });
    assert_eq!((store.len(), store.is_empty()), (count, count == 0));
    Some(store)
}

/// Returns a store with the transactions of a payload.
fn filled_store(choices: &mut Choices<'_>) -> MemoryStore {
    let (_, source) = build_payload(choices);
    let store = MemoryStore::new();
    dedup::import(&store, &transactions::read(&source, &Policy::new()).values).unwrap();
    store
}

/// Two bytes choose where and how a snapshot is damaged.
fn assert_damage_is_found(choices: &mut Choices<'_>) {
    let (position, flip) = (choices.byte(), choices.byte());
    let snapshot = filled_store(choices).snapshot();
    assert!(restore(&snapshot).is_some());
    let mut bytes = snapshot.clone();
    let at = usize::from(position) * snapshot.len() / 256;
    bytes[at] ^= flip.max(1);
    assert!(
        MemoryStore::restore(&bytes).is_err(),
        "a changed byte is found"
    );
    assert!(
        MemoryStore::restore(&snapshot[..at]).is_err(),
        "a truncated snapshot is found"
    );
    assert!(
        MemoryStore::restore(&[&snapshot[..], &[flip]].concat()).is_err(),
        "a snapshot that is too long is found"
    );
}

/// Restores a snapshot that was changed on purpose, with a correct checksum.
fn restore_edited(choices: &mut Choices<'_>) {
    let edits: Vec<(u8, u8, u8)> = (0..=choices.below(4))
        .map(|_| (choices.byte(), choices.byte(), choices.byte()))
        .collect();
    let snapshot = filled_store(choices).snapshot();
    let mut bytes = snapshot[..snapshot.len() - 32].to_vec();
    for (position, edit, byte) in edits {
        let at = 12 + usize::from(position) * (bytes.len() - 12) / 256;
        match edit % 3 {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        if bytes.len() <= 13 {
            break;
        }
    }
    restore(&with_checksum(bytes));
}
