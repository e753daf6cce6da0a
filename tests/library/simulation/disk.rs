//! A disk in memory on which much goes wrong.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard};

use redb::StorageBackend;

use crate::random::Random;

const BLOCK: usize = 4096;
const SECTOR: usize = 512;

/// What a disk does with one write, which it acknowledges all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lie {
    Loses,
    Tears,
    Zeroes,
    Misdirects,
    /// The write lands after some others.
    Stalls,
}

pub(crate) const LIES: [Lie; 5] = [
    Lie::Loses,
    Lie::Tears,
    Lie::Zeroes,
    Lie::Misdirects,
    Lie::Stalls,
];

#[derive(Debug, Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Write(offset, data) => {
                let end = offset + data.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[*offset..end].copy_from_slice(data);
            }
            Self::Length(length) => bytes.resize(*length, 0),
        }
    }

    /// Splits a write at the sectors of the disk.
    fn sectors(&self) -> Vec<Self> {
        let Self::Write(offset, data) = self else {
            return vec![self.clone()];
        };
        let (mut sectors, mut offset, mut rest) = (Vec::new(), *offset, &data[..]);
        while !rest.is_empty() {
            let length = rest.len().min(SECTOR - offset % SECTOR);
            let (sector, behind) = rest.split_at(length);
            sectors.push(Self::Write(offset, sector.to_vec()));
            (offset, rest) = (offset + length, behind);
        }
        sectors
    }
}

/// A copy that another program makes of the file, from its beginning to its end, while it is written.
#[derive(Debug)]
struct Copy {
    bytes: Vec<u8>,
    /// How many bytes are copied with each write to the file.
    speed: usize,
}

#[derive(Debug, Default)]
struct Platters {
    bytes: Vec<u8>,
    /// What is there for certain after a loss of power.
    synced: Vec<u8>,
    unsynced: Vec<Change>,
    /// The number of the process that may use the disk.
    process: usize,
    /// After how many writes the process ends.
    writes_left: Option<usize>,
    /// The lie with which the disk answers, after so many writes.
    lie: Option<(usize, Lie)>,
    has_lied: bool,
    late: Option<(usize, Change)>,
    copy: Option<Copy>,
}

/// The disk.
#[derive(Debug, Clone, Default)]
pub(crate) struct Disk(Arc<Mutex<Platters>>);

/// The disk as one process sees it.
#[derive(Debug)]
pub(crate) struct Handle {
    disk: Disk,
    process: usize,
}

impl Disk {
    pub(crate) fn with_bytes(bytes: Vec<u8>) -> Self {
        let disk = Self::default();
        disk.lock().bytes = bytes;
        disk
    }

    fn lock(&self) -> MutexGuard<'_, Platters> {
        self.0.lock().unwrap()
    }

    pub(crate) fn handle(&self) -> Handle {
        let process = self.lock().process;
        Handle {
            disk: self.clone(),
            process,
        }
    }

    /// Kills the process after some writes.
    pub(crate) fn kill_after(&self, writes: usize) {
        self.lock().writes_left = Some(writes);
    }

    /// Takes back that the process is to be killed.
    pub(crate) fn let_live(&self) {
        self.lock().writes_left = None;
    }

    /// Lies about a write, after some others.
    pub(crate) fn lie_after(&self, writes: usize, lie: Lie) {
        self.lock().lie = Some((writes, lie));
    }

    /// Returns whether the disk has lied.
    pub(crate) fn has_lied(&self) -> bool {
        self.lock().has_lied
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.lock().writes_left == Some(0)
    }

    /// Starts the next process. Those before it can't write any more.
    pub(crate) fn start_process(&self) {
        let mut platters = self.lock();
        platters.process += 1;
        platters.writes_left = None;
        platters.lie = None;
        if let Some((_, change)) = platters.late.take() {
            change.apply(&mut platters.bytes);
        }
    }

    /// Takes the power away: any sector that was not synced may be there or not.
    pub(crate) fn lose_power(&self, random: &mut Random) {
        let mut platters = self.lock();
        let kept = random.pick(&[0, 10, 50, 90, 100]);
        let mut bytes = std::mem::take(&mut platters.synced);
        for change in platters.unsynced.drain(..) {
            for sector in change.sectors() {
                if random.percent(kept) {
                    sector.apply(&mut bytes);
                }
            }
        }
        platters.synced.clone_from(&bytes);
        platters.bytes = bytes;
    }

    /// Starts a copy of the file.
    pub(crate) fn start_copy(&self, speed: usize) {
        self.lock().copy = Some(Copy {
            bytes: Vec::new(),
            speed,
        });
    }

    /// Returns the copy if it is complete.
    pub(crate) fn take_copy(&self) -> Option<Vec<u8>> {
        let mut platters = self.lock();
        let is_complete = platters
            .copy
            .as_ref()
            .is_some_and(|copy| copy.bytes.len() >= platters.bytes.len());
        let copy = is_complete.then(|| platters.copy.take());
        copy.flatten().map(|copy| copy.bytes)
    }
}

impl Platters {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.bytes);
        self.unsynced.push(change);
    }

    /// Counts a write, and returns an error if the process is dead.
    fn count(&mut self, process: usize) -> io::Result<()> {
        let is_alive = process == self.process && self.writes_left != Some(0);
        if !is_alive {
            return Err(io::Error::other("the process is dead"));
        }
        self.writes_left = self.writes_left.map(|left| left - 1);
        if let Some(Copy { bytes, speed }) = &mut self.copy {
            let end = self.bytes.len().min(bytes.len() + *speed);
            bytes.extend(self.bytes.get(bytes.len()..end).unwrap_or_default());
        }
        Ok(())
    }

    /// Returns what becomes of a write.
    fn on_disk(&mut self, offset: usize, data: &[u8]) -> Option<Change> {
        let change = Change::Write(offset, data.to_vec());
        match self.lie {
            Some((0, lie)) => {
                self.lie = None;
                self.has_lied = true;
                match lie {
                    Lie::Loses => None,
                    Lie::Tears => Some(Change::Write(offset, data[..data.len() / 2].to_vec())),
                    Lie::Zeroes => Some(Change::Write(offset, vec![0; data.len()])),
                    Lie::Misdirects => {
                        let blocks = self.bytes.len() / BLOCK;
                        Some(Change::Write(
                            (offset + BLOCK * (blocks / 2)) % self.bytes.len().max(1),
                            data.to_vec(),
                        ))
                    }
                    Lie::Stalls => {
                        self.late = Some((3, change));
                        None
                    }
                }
            }
            Some((left, lie)) => {
                self.lie = Some((left - 1, lie));
                Some(change)
            }
            None => Some(change),
        }
    }
}

impl StorageBackend for Handle {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk.lock().bytes.len().try_into().unwrap())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap();
        let platters = self.disk.lock();
        let bytes = platters.bytes.get(start..start + out.len());
        out.copy_from_slice(bytes.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut platters = self.disk.lock();
        platters.count(self.process)?;
        platters.change(Change::Length(length.try_into().unwrap()));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut platters = self.disk.lock();
        platters.count(self.process)?;
        platters.unsynced.clear();
        let Platters { bytes, synced, .. } = &mut *platters;
        synced.clone_from(bytes);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut platters = self.disk.lock();
        platters.count(self.process)?;
        if let Some(change) = platters.on_disk(offset.try_into().unwrap(), data) {
            platters.change(change);
        }
        match platters.late.take() {
            Some((0, change)) => platters.change(change),
            Some((left, change)) => platters.late = Some((left - 1, change)),
            None => {}
        }
        Ok(())
    }
}
