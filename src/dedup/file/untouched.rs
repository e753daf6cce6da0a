use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::{Bound, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};

/// A file that is read and locked as any other, but never written: what a database would write stays in memory.
///
/// Opening a database writes to its file, and one that was left by a kill is repaired. A file that may be damaged, or be no
/// database of ours, is opened through this first.
#[derive(Debug)]
pub(super) struct Untouched {
    file: FileBackend,
    written: Mutex<Written>,
}

/// What stands over the file.
#[derive(Debug)]
struct Written {
    /// How long the file would be, had all been written to it.
    length: u64,
    /// The blocks that were written to, by number.
    blocks: BTreeMap<u64, Box<[u8; BLOCK]>>,
    /// So much of the file itself still counts; what lies behind was cut off at one time and reads as zeros.
    file_length: u64,
}

const BLOCK: usize = 4096;
const BLOCK_LENGTH: u64 = 4096;

impl Untouched {
    pub(super) fn new(file: File) -> Result<Self, DatabaseError> {
        let file = FileBackend::new(file)?;
        let length = file.len()?;
        Ok(Self { file, written: Mutex::new(Written { length, blocks: BTreeMap::new(), file_length: length }) })
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Splits a range of bytes into blocks: the number of each, and the part of it that lies in the range.
fn parts(mut offset: u64, mut left: usize) -> impl Iterator<Item = (u64, Range<usize>)> {
    std::iter::from_fn(move || {
        let start = usize::try_from(offset % BLOCK_LENGTH).ok()?;
        let length = left.min(BLOCK - start);
        let part = (offset / BLOCK_LENGTH, start..start + length);
        offset = offset.checked_add(u64::try_from(length).ok()?)?;
        left -= length;
        (length > 0).then_some(part)
    })
}

impl Written {
    fn block(&self, file: &FileBackend, number: u64) -> io::Result<Box<[u8; BLOCK]>> {
        if let Some(block) = self.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = Box::new([0; BLOCK]);
        let there = self.file_length.saturating_sub(number.saturating_mul(BLOCK_LENGTH)).min(BLOCK_LENGTH);
        let there = usize::try_from(there).unwrap_or_default();
        if let Some(bytes) = block.get_mut(..there).filter(|bytes| !bytes.is_empty()) {
            file.read(number * BLOCK_LENGTH, bytes)?;
        }
        Ok(block)
    }

    fn is_within(&self, offset: u64, length: usize) -> io::Result<()> {
        let end = u64::try_from(length).ok().and_then(|length| offset.checked_add(length));
        end.filter(|end| *end <= self.length).map(drop).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

/// The file is locked as any other.
macro_rules! locks {
    ($($lock:ident -> $locked:ty),*) => {
        $(fn $lock(&self, start: Bound<u64>, end: Bound<u64>) -> Result<$locked, BackendError> {
            self.file.$lock(start, end)
        })*
    };
}

impl StorageBackend for Untouched {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.written().length)
    }

    fn read(&self, offset: u64, mut out: &mut [u8]) -> Result<(), io::Error> {
        let written = self.written();
        written.is_within(offset, out.len())?;
        for (number, part) in parts(offset, out.len()) {
            let (now, later) = out.split_at_mut(part.len());
            now.copy_from_slice(written.block(&self.file, number)?.get(part).unwrap_or_default());
            out = later;
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> Result<(), io::Error> {
        let mut written = self.written();
        if length < written.length {
            written.file_length = written.file_length.min(length);
            // What is cut off reads as zeros, should it come back.
            written.blocks.split_off(&length.div_ceil(BLOCK_LENGTH));
            let kept = usize::try_from(length % BLOCK_LENGTH).unwrap_or_default();
            if let Some(block) = written.blocks.get_mut(&(length / BLOCK_LENGTH)) {
                block.iter_mut().skip(kept).for_each(|byte| *byte = 0);
            }
        }
        written.length = length;
        Ok(())
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        Ok(())
    }

    fn write(&self, offset: u64, mut data: &[u8]) -> Result<(), io::Error> {
        let mut written = self.written();
        written.is_within(offset, data.len())?;
        for (number, part) in parts(offset, data.len()) {
            let mut block = written.block(&self.file, number)?;
            let (now, later) = data.split_at(part.len());
            if let Some(place) = block.get_mut(part) {
                place.copy_from_slice(now);
            }
            written.blocks.insert(number, block);
            data = later;
        }
        Ok(())
    }

    fn close(&self) -> Result<(), io::Error> {
        self.file.close()
    }

    locks! {
        try_lock_range -> bool, try_lock_shared_range -> bool, lock_range -> (), lock_shared_range -> (), unlock_range -> (),
        query_lock_range -> bool
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Step {
        Write(u64, Vec<u8>),
        Length(u64),
        Read(u64, usize),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0_u64..14_000, prop::collection::vec(any::<u8>(), 0..6000)).prop_map(|(at, bytes)| Step::Write(at, bytes)),
            (0_u64..20_000).prop_map(Step::Length),
            (0_u64..20_000, 0_usize..9000).prop_map(|(at, length)| Step::Read(at, length)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_reads_like_a_file_that_was_written_and_leaves_the_file_alone(
            start in prop::collection::vec(any::<u8>(), 0..14_000), steps in prop::collection::vec(step(), 0..20),
        ) {
            let path = std::env::temp_dir().join(format!("uacc-untouched-{}", std::process::id()));
            fs::write(&path, &start).unwrap();
            let untouched = Untouched::new(File::open(&path).unwrap()).unwrap();
            let mut model = start.clone();
            for step in steps {
                match step {
                    Step::Write(at, bytes) => {
                        let from = usize::try_from(at).unwrap();
                        match model.get_mut(from..from + bytes.len()) {
                            Some(place) => {
                                place.copy_from_slice(&bytes);
                                untouched.write(at, &bytes).unwrap();
                            }
                            None => prop_assert!(untouched.write(at, &bytes).is_err()),
                        }
                    }
                    Step::Length(length) => {
                        model.resize(usize::try_from(length).unwrap(), 0);
                        untouched.set_len(length).unwrap();
                    }
                    Step::Read(at, length) => {
                        let from = usize::try_from(at).unwrap();
                        let mut read = vec![1; length];
                        match model.get(from..from + length) {
                            Some(expected) => {
                                untouched.read(at, &mut read).unwrap();
                                prop_assert_eq!(read, expected);
                            }
                            None => prop_assert!(untouched.read(at, &mut read).is_err()),
                        }
                    }
                }
                prop_assert_eq!(untouched.len().unwrap(), u64::try_from(model.len()).unwrap());
            }
            prop_assert_eq!(fs::read(&path).unwrap(), start);
            fs::remove_file(&path).unwrap();
        }
    }
}
