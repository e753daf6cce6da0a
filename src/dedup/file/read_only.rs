use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::StorageBackend;

use super::checked_file::{BLOCK_BYTES, BLOCK_LENGTH, block_ranges};
use crate::source::Certain;

/// A file that is read like any other, but never written. What the database writes stays in memory.
///
/// Opening a database writes to its file, and repairs it if a killed process left it open. So a file that may be damaged, or may not be a
/// store, is opened through this type first.
#[derive(Debug)]
pub(super) struct ReadOnlyFile<F> {
    file: F,
    overlay: Mutex<Overlay>,
}

/// The changes that would have been written to the file.
#[derive(Debug)]
struct Overlay {
    /// The length of the file with the changes.
    length: u64,
    /// The changed blocks, by number.
    blocks: BTreeMap<u64, Box<[u8; BLOCK_BYTES]>>,
    /// The length up to which the file itself is still valid. Bytes after it were cut off at some time and read as zeros.
    file_length: u64,
}

impl<F: StorageBackend> ReadOnlyFile<F> {
    pub(super) fn new(file: F) -> io::Result<Self> {
        let length = file.len()?;
        Ok(Self {
            file,
            overlay: Mutex::new(Overlay {
                length,
                blocks: BTreeMap::new(),
                file_length: length,
            }),
        })
    }

    fn overlay(&self) -> MutexGuard<'_, Overlay> {
        self.overlay.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Overlay {
    fn block(&self, file: &dyn StorageBackend, number: u64) -> io::Result<Box<[u8; BLOCK_BYTES]>> {
        if let Some(block) = self.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = Box::new([0; BLOCK_BYTES]);
        let in_file = self
            .file_length
            .saturating_sub(number.saturating_mul(BLOCK_LENGTH))
            .min(BLOCK_LENGTH);
        let in_file = usize::try_from(in_file).unwrap_or_default();
        if let Some(bytes) = block.get_mut(..in_file).filter(|bytes| !bytes.is_empty()) {
            file.read(number * BLOCK_LENGTH, bytes)?;
        }
        Ok(block)
    }

    fn check_range(&self, offset: u64, length: usize) -> io::Result<()> {
        let end = u64::try_from(length)
            .ok()
            .and_then(|length| offset.checked_add(length));
        end.filter(|end| *end <= self.length)
            .map(drop)
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl<F: StorageBackend> StorageBackend for ReadOnlyFile<F> {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.overlay().length)
    }

    fn read(&self, offset: u64, mut out: &mut [u8]) -> Result<(), io::Error> {
        let overlay = self.overlay();
        overlay.check_range(offset, out.len())?;
        for (number, range) in block_ranges(offset, out.len()) {
            let (part, rest) = out.split_at_mut(range.len());
            part.copy_from_slice(
                overlay
                    .block(&self.file, number)?
                    .get(range)
                    .unwrap_or_default(),
            );
            out = rest;
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> Result<(), io::Error> {
        let mut overlay = self.overlay();
        if length < overlay.length {
            overlay.file_length = overlay.file_length.min(length);
            // Bytes that are cut off read as zeros if the file grows again.
            overlay.blocks.split_off(&length.div_ceil(BLOCK_LENGTH));
            let kept = usize::try_from(length % BLOCK_LENGTH).certain();
            if let Some(block) = overlay.blocks.get_mut(&(length / BLOCK_LENGTH)) {
                block.iter_mut().skip(kept).for_each(|byte| *byte = 0);
            }
        }
        overlay.length = length;
        Ok(())
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        Ok(())
    }

    fn write(&self, offset: u64, mut data: &[u8]) -> Result<(), io::Error> {
        let mut overlay = self.overlay();
        overlay.check_range(offset, data.len())?;
        for (number, range) in block_ranges(offset, data.len()) {
            let mut block = overlay.block(&self.file, number)?;
            let (part, rest) = data.split_at(range.len());
            if let Some(target) = block.get_mut(range) {
                target.copy_from_slice(part);
            }
            overlay.blocks.insert(number, block);
            data = rest;
        }
        Ok(())
    }

    fn close(&self) -> Result<(), io::Error> {
        self.file.close()
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use proptest::prelude::*;
    use redb::backends::FileBackend;
    use tempfile::NamedTempFile;

    use super::*;

    #[derive(Debug, Clone)]
    enum Operation {
        Write(u64, Vec<u8>),
        SetLength(u64),
        Read(u64, usize),
    }

    fn operation() -> impl Strategy<Value = Operation> {
        prop_oneof![
            (0_u64..14_000, prop::collection::vec(any::<u8>(), 0..6000))
                .prop_map(|(offset, bytes)| Operation::Write(offset, bytes)),
            (0_u64..20_000).prop_map(Operation::SetLength),
            (0_u64..20_000, 0_usize..9000)
                .prop_map(|(offset, length)| Operation::Read(offset, length)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reads_like_a_written_file_and_never_changes_the_file(
            start in prop::collection::vec(any::<u8>(), 0..14_000), operations in prop::collection::vec(operation(), 0..20),
        ) {
            let source = NamedTempFile::new().unwrap();
            fs::write(&source, &start).unwrap();
            let file = ReadOnlyFile::new(FileBackend::new(File::open(&source).unwrap()).unwrap()).unwrap();
            let mut model = start.clone();
            for operation in operations {
                match operation {
                    Operation::Write(offset, bytes) => {
                        let from = usize::try_from(offset).unwrap();
                        match model.get_mut(from..from + bytes.len()) {
                            Some(target) => {
                                target.copy_from_slice(&bytes);
                                file.write(offset, &bytes).unwrap();
                            }
                            None => prop_assert!(file.write(offset, &bytes).is_err()),
                        }
                    }
                    Operation::SetLength(length) => {
                        model.resize(usize::try_from(length).unwrap(), 0);
                        file.set_len(length).unwrap();
                    }
                    Operation::Read(offset, length) => {
                        let from = usize::try_from(offset).unwrap();
                        let mut read = vec![1; length];
                        match model.get(from..from + length) {
                            Some(expected) => {
                                file.read(offset, &mut read).unwrap();
                                prop_assert_eq!(read, expected);
                            }
                            None => prop_assert!(file.read(offset, &mut read).is_err()),
                        }
                    }
                }
                prop_assert_eq!(file.len().unwrap(), u64::try_from(model.len()).unwrap());
            }
            prop_assert_eq!(fs::read(&source).unwrap(), start);
        }
    }
}
