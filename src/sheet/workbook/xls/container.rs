//! Finds a stream in a compound file (MS-CFB), the container of old Excel workbooks.
//!
//! The files of the crates that read this format trust the sizes in it. This reader copies nothing but the stream, which can't be longer than the file.

use super::super::damage::Damage;

/// The size of the header, whose rest is empty where sectors are larger.
const HEADER_LEN: usize = 512;

/// The size of the sectors of small streams.
const MINI_SECTOR_LEN: usize = 64;

/// The size from which on a stream is not small.
const MIN_STREAM_LEN: usize = 4096;

/// The size of an entry of the directory.
const ENTRY_LEN: usize = 128;

/// The first of the numbers that are no sector.
const FIRST_RESERVED: u32 = 0xFFFF_FFFA;
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;

/// A compound file whose table of sectors is read on demand.
pub(super) struct Container<'b> {
    bytes: &'b [u8],
    sector_len: usize,
    /// The sectors of the table that has the next sector for each sector.
    table: Vec<u32>,
    /// The stream with the directory.
    directory: Vec<u8>,
}

impl<'b> Container<'b> {
    /// Reads the header, the places of the table of sectors, and the directory.
    pub(super) fn open(bytes: &'b [u8]) -> Result<Self, Damage> {
        let header = bytes.get(..HEADER_LEN).ok_or(Damage::Structure)?;
        let sector_len = match u16_at(header, 30)? {
            9 => 512,
            12 => 4096,
            _ => return Err(Damage::Structure),
        };
        let mut container = Self {
            bytes,
            sector_len,
            table: Vec::new(),
            directory: Vec::new(),
        };
        container.read_table_places(header)?;
        container.directory = container.read_chain(u32_at(header, 48)?, usize::MAX)?;
        Ok(container)
    }

    /// Reads the numbers of the sectors with the table: some are in the header, the others in a chain of sectors whose last number is the next of them.
    fn read_table_places(&mut self, header: &[u8]) -> Result<(), Damage> {
        let in_header = numbers(header.get(76..).unwrap_or_default());
        self.table
            .extend(in_header.filter(|number| is_sector(*number)));
        let mut next = u32_at(header, 68)?;
        let mut left = self.sector_count();
        while is_sector(next) {
            left = left.checked_sub(1).ok_or(Damage::Structure)?;
            let places = self.sector(next)?;
            let (places, last) = places
                .split_at_checked(self.sector_len - 4)
                .ok_or(Damage::Structure)?;
            self.table
                .extend(numbers(places).filter(|number| is_sector(*number)));
            next = u32_at(last, 0)?;
        }
        Ok(())
    }

    /// Returns a stream by the names that it may have, the first one that is there.
    pub(super) fn stream(&self, names: [&str; 2]) -> Result<Vec<u8>, Damage> {
        let entries = || self.directory.chunks_exact(ENTRY_LEN);
        let find = |name: &str| entries().find(|entry| is_named(entry, name));
        let [first, second] = names;
        let entry = find(first)
            .or_else(|| find(second))
            .ok_or(Damage::Structure)?;
        let (start, len) = self.place(entry)?;
        if len >= MIN_STREAM_LEN {
            return self.read_chain(start, len);
        }
        let root = entries().next().ok_or(Damage::Structure)?;
        let (root_start, root_len) = self.place(root)?;
        let small_streams = self.read_chain(root_start, root_len)?;
        let table = self.read_chain(u32_at(self.bytes, 60)?, usize::MAX)?;
        let next_of = |sector: u32| u32_at(&table, index(sector)?.saturating_mul(4));
        let sector_of = |sector: u32| {
            let start = index(sector)?.saturating_mul(MINI_SECTOR_LEN);
            sector_at(&small_streams, start, MINI_SECTOR_LEN)
        };
        read_sectors(start, len, small_streams.len(), sector_of, next_of)
    }

    /// Returns the first sector and the size of the stream of an entry.
    fn place(&self, entry: &[u8]) -> Result<(u32, usize), Damage> {
        let len = u32_at(entry, 120)?;
        // Files with small sectors may have anything in the upper half of the size.
        let upper = if self.sector_len == 512 {
            0
        } else {
            u32_at(entry, 124)?
        };
        if upper != 0 {
            return Err(Damage::Structure);
        }
        Ok((u32_at(entry, 116)?, index(len)?))
    }

    /// Reads a chain of sectors up to a length.
    fn read_chain(&self, start: u32, len: usize) -> Result<Vec<u8>, Damage> {
        let sector_of = |sector: u32| self.sector(sector);
        let next_of = |sector: u32| {
            let offset = index(sector)?.saturating_mul(4);
            let place = self.table.get(offset / self.sector_len);
            u32_at(
                self.sector(*place.ok_or(Damage::Structure)?)?,
                offset % self.sector_len,
            )
        };
        read_sectors(start, len, self.bytes.len(), sector_of, next_of)
    }

    /// Returns a sector. The last one of a file may be shorter.
    fn sector(&self, sector: u32) -> Result<&'b [u8], Damage> {
        let start = index(sector)?
            .saturating_add(1)
            .saturating_mul(self.sector_len);
        sector_at(self.bytes, start, self.sector_len)
    }

    /// Returns how many sectors the file can have.
    const fn sector_count(&self) -> usize {
        self.bytes.len() / self.sector_len + 1
    }
}

/// Joins the sectors of a chain, up to a length. A chain that is longer than all sectors together runs in a circle.
fn read_sectors<'b>(
    start: u32,
    len: usize,
    max_len: usize,
    sector_of: impl Fn(u32) -> Result<&'b [u8], Damage>,
    next_of: impl Fn(u32) -> Result<u32, Damage>,
) -> Result<Vec<u8>, Damage> {
    let mut stream = Vec::new();
    let mut sector = start;
    while sector != END_OF_CHAIN && stream.len() < len {
        let content = sector_of(sector)?;
        let left = len - stream.len();
        stream.extend_from_slice(content.get(..left).unwrap_or(content));
        if stream.len() > max_len {
            return Err(Damage::Structure);
        }
        if stream.len() < len {
            sector = next_of(sector)?;
        }
    }
    Ok(stream)
}

fn sector_at(bytes: &[u8], start: usize, len: usize) -> Result<&[u8], Damage> {
    let rest = bytes.get(start..).filter(|rest| !rest.is_empty());
    let rest = rest.ok_or(Damage::Structure)?;
    Ok(rest.get(..len).unwrap_or(rest))
}

/// Whether an entry of the directory has a name, in UTF-16, regardless of its case.
fn is_named(entry: &[u8], name: &str) -> bool {
    let (units, _) = entry.get(..64).unwrap_or_default().as_chunks::<2>();
    let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
    let found = units.take_while(|unit| *unit != 0);
    let lower =
        |unit: u16| u8::try_from(unit).map_or(unit, |byte| byte.to_ascii_lowercase().into());
    found.map(lower).eq(name.encode_utf16().map(lower))
}

/// Whether a number is that of a sector, and not one with a meaning of its own.
const fn is_sector(number: u32) -> bool {
    number < FIRST_RESERVED
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| u32::from_le_bytes(*number))
}

fn index(number: u32) -> Result<usize, Damage> {
    usize::try_from(number).map_err(|_| Damage::Structure)
}

fn u16_at(bytes: &[u8], offset: usize) -> Result<u16, Damage> {
    let number = bytes.get(offset..).and_then(|rest| rest.first_chunk());
    Ok(u16::from_le_bytes(*number.ok_or(Damage::Structure)?))
}

fn u32_at(bytes: &[u8], offset: usize) -> Result<u32, Damage> {
    let number = bytes.get(offset..).and_then(|rest| rest.first_chunk());
    Ok(u32::from_le_bytes(*number.ok_or(Damage::Structure)?))
}
