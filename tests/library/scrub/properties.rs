//! Laws of damaged files.

use std::fs;

use proptest::prelude::*;
use universal_accounting::scrub::ScrubOptions;

use super::{CAMT, OFX, QIF, scrub_one};
use crate::project::in_project;

fn source() -> impl Strategy<Value = Vec<u8>> {
    let table = fs::read(in_project("tests/bank/ubs-account/2022-11-de.csv")).unwrap();
    let texts = [CAMT, OFX, QIF].map(|text| text.as_bytes().to_vec());
    prop_oneof![Just(table), prop::sample::select(texts.to_vec())]
}

proptest! {
    /// A damaged file is refused, or loses its names too.
    #[test]
    fn damage_shows_no_name(
        source in source(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b";\"\n\r<>&=\x00\xFC1a".to_vec()), 0..3_u8), 0..4),
        end in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut damaged = source;
        for (at, byte, kind) in edits {
            let at = at.index(damaged.len());
            match kind {
                0 => damaged[at] = byte,
                1 => damaged.insert(at, byte),
                _ => drop(damaged.remove(at)),
            }
        }
        if let Some(end) = end {
            damaged.truncate(end.index(damaged.len()));
        }
        let mut options = ScrubOptions::new();
        options.header_line = Some(10);
        if let Ok(copy) = scrub_one(&damaged, &options) {
            let text = String::from_utf8_lossy(&copy.bytes).to_lowercase();
            // The edits may have cut a name in two, but not all four names.
            for name in ["winterthur", "debitkarte", "hausverwaltung", "miete <m\u{e4}rz"] {
                prop_assert!(!text.contains(name), "{name} in {text}");
            }
        }
    }
}
