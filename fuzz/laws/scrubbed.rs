//! A copy of a file in OFX or QIF that may be shown.

use universal_accounting::format;
use universal_accounting::internals::source::FileKind;
use universal_accounting::scrub::{ScrubKey, ScrubOptions, ScrubSource, scrub};

/// The name that inputs have in texts, comments, and places where no text belongs.
const NAME: &str = "winterthur";

/// Asserts that a copy has no name, unless the file is refused. Every other file of a call is of a kind with laws of its own.
pub(super) fn assert_hides_name(source: &[u8], options: &format::ConvertOptions) {
    if !matches!(FileKind::sniff(source), FileKind::Ofx | FileKind::Qif) {
        return;
    }
    let mut scrubbing = ScrubOptions::new();
    scrubbing.format = options.clone();
    let key = ScrubKey::new(b"a key of the laws").unwrap();
    let source = ScrubSource {
        name: "a.qfx",
        bytes: source,
    };
    for copy in scrub(&[source], &key, &scrubbing).into_iter().flatten() {
        let text = String::from_utf8_lossy(&copy.bytes).to_lowercase();
        assert!(!text.contains(NAME), "{text}");
    }
}
