//! The file of an item: a line with a checksum, then the bytes of the item.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// What every file begins with. The SHA-256 follows, in hexadecimal digits, and a line end.
const MARK: &[u8] = b"universal-accounting item 1 ";

/// The length of the first line.
const LINE_LENGTH: usize = MARK.len() + 64 + 1;

/// Returns the first line of the file of an item. Its checksum is also that of the item's place, so a file in the place of another one is not valid.
pub(super) fn first_line(place: &str, item: &[u8]) -> Vec<u8> {
    let place_length = u64::try_from(place.len()).unwrap_or(u64::MAX);
    let digest = Sha256::new()
        .chain_update(place_length.to_be_bytes())
        .chain_update(place)
        .chain_update(item)
        .finalize();
    let mut checksum = String::with_capacity(65);
    for byte in digest {
        // Writing to a text can't fail.
        let _ = write!(checksum, "{byte:02x}");
    }
    checksum.push('\n');
    [MARK, checksum.as_bytes()].concat()
}

/// Returns the item in a file, or `None` if the file is not as it was written.
pub(super) fn read(place: &str, mut file: Vec<u8>) -> Option<Vec<u8>> {
    let item = file.get(LINE_LENGTH..)?;
    if !file.starts_with(&first_line(place, item)) {
        return None;
    }
    file.drain(..LINE_LENGTH);
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_changed_bit_is_read_in_silence() {
        let item = b"{\"organization\":null}";
        let file = [first_line("a/base-data", item).as_slice(), item].concat();
        assert_eq!(
            read("a/base-data", file.clone()).as_deref(),
            Some(item.as_slice())
        );
        assert_eq!(read("b/base-data", file.clone()), None);
        for bit in 0..file.len() * 8 {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(read("a/base-data", changed), None, "{bit}");
        }
        for length in 0..file.len() {
            assert_eq!(
                read("a/base-data", file[..length].to_vec()),
                None,
                "{length}"
            );
        }
    }
}
