//! Snapshots: their frozen format, and changed ones.

use universal_accounting::dedup::{MemoryStore, SnapshotError};

use super::sample_store;
use crate::dedup::oracle;

/// Snapshots must stay readable for ever.
#[test]
fn the_snapshot_format_is_frozen() {
    let frozen = include_str!("../snapshot.hex")
        .split_whitespace()
        .collect::<String>();
    let frozen: Vec<u8> = (0..frozen.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&frozen[at..at + 2], 16).unwrap())
        .collect();
    assert_eq!(sample_store().snapshot(), frozen);
    assert!(MemoryStore::restore(&frozen).unwrap() == sample_store());
}

#[test]
fn a_changed_snapshot_is_rejected() {
    let snapshot = sample_store().snapshot();
    for at in 0..snapshot.len() {
        for bit in [1, 16, 128] {
            let mut changed = snapshot.clone();
            changed[at] ^= bit;
            let expected = match at {
                0..8 => SnapshotError::NotASnapshot,
                8..12 => SnapshotError::UnsupportedVersion(u32::from_le_bytes(
                    changed[8..12].try_into().unwrap(),
                )),
                _ => SnapshotError::Damaged,
            };
            assert_eq!(
                MemoryStore::restore(&changed).unwrap_err(),
                expected,
                "byte {at}"
            );
        }
        let cut = MemoryStore::restore(&snapshot[..at]).unwrap_err();
        assert_eq!(
            cut,
            if at < 8 {
                SnapshotError::NotASnapshot
            } else {
                SnapshotError::Damaged
            },
            "cut at {at}"
        );
    }
    assert_eq!(
        MemoryStore::restore(&[&snapshot[..], b"\0"].concat()).unwrap_err(),
        SnapshotError::Damaged
    );
}

#[test]
fn a_snapshot_with_a_valid_checksum_is_still_checked() {
    let snapshot = sample_store().snapshot();
    let content = &snapshot[..snapshot.len() - 32];
    let (mut rejected, mut read) = (0, 0);
    for at in 12..content.len() {
        for value in [
            0,
            1,
            0x7f,
            0x80,
            0xff,
            content[at].wrapping_add(1),
            content[at] ^ 0x20,
        ] {
            let mut changed = content.to_vec();
            changed[at] = value;
            match MemoryStore::restore(&oracle::with_checksum(&changed)) {
                // Another letter in an id is valid. The store must then write the same snapshot again.
                Ok(store) => {
                    assert_eq!(
                        store.snapshot(),
                        oracle::with_checksum(&changed),
                        "byte {at} as {value}"
                    );
                    read += 1;
                }
                Err(error) => {
                    assert_eq!(error, SnapshotError::Damaged);
                    rejected += 1;
                }
            }
        }
        assert_eq!(
            MemoryStore::restore(&oracle::with_checksum(&content[..at])).unwrap_err(),
            SnapshotError::Damaged
        );
    }
    assert!(
        rejected > 200 && read > 100,
        "{rejected} rejected, {read} read"
    );
    // Memory must not be reserved for a length that is longer than the snapshot.
    let huge = [
        &content[..12],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    ]
    .concat();
    assert_eq!(
        MemoryStore::restore(&oracle::with_checksum(&huge)).unwrap_err(),
        SnapshotError::Damaged
    );
}
