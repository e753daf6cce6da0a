//! Reads the list of files in a ZIP archive, and unpacks them one by one.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{
    CompressionMethod, DataDescriptorOutput, ZipArchiveEntryWayfinder, ZipArchiveWriter,
    ZipArchiveWriterBuilder, ZipSliceArchive,
};

use crate::source::Certain;

/// A file that unpacks to more than this many times its packed size is refused. Sheets of equal rows reach a hundred times.
const MAX_RATIO: u64 = 200;

/// A file up to this size does no harm, whatever its packed size is.
const SAFE_SIZE: u64 = 64 << 20;

/// An archive whose files are unpacked on demand, and how many bytes may still be unpacked.
pub(crate) struct Archive<'b> {
    packed: ZipSliceArchive<&'b [u8]>,
    entries: Vec<Entry>,
    bytes_left: u64,
}

/// A file of an archive. Folders are left out.
pub(crate) struct Entry {
    /// The name with its folders, as the archive writes it.
    pub(crate) name: String,
    size: u64,
    packed_size: u64,
    checksum: u32,
    is_encrypted: bool,
    method: CompressionMethod,
    place: ZipArchiveEntryWayfinder,
}

/// Why a file of an archive is not unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZipRefusal {
    Encrypted,
    Method,
    Ratio,
    Total,
    Damaged,
}

impl<'b> Archive<'b> {
    /// Reads the list of files. Returns `None` if it is missing or damaged. All files together may unpack to `max_bytes`.
    pub(crate) fn open(bytes: &'b [u8], max_bytes: usize) -> Option<Self> {
        let archive = rawzip::ZipArchive::from_slice(bytes).ok()?;
        let mut entries = Vec::new();
        for header in archive.entries() {
            let header = header.ok()?;
            let name = match str::from_utf8(header.file_path().as_bytes()) {
                Ok(name) => Cow::Borrowed(name),
                // Old programs write the code page of their system, which the archive doesn't name.
                Err(_) => String::from_utf8_lossy(header.file_path().as_bytes()),
            };
            let flags = header.flags();
            entries.push(Entry {
                name: name.into_owned(),
                size: header.uncompressed_size_hint(),
                packed_size: header.compressed_size_hint(),
                checksum: header.crc32(),
                is_encrypted: flags.is_encrypted(),
                method: header.compression_method(),
                place: header.wayfinder(),
            });
        }
        entries.retain(|entry| !entry.name.ends_with(['/', '\\']));
        Some(Self {
            packed: archive,
            entries,
            bytes_left: u64::try_from(max_bytes).unwrap_or(u64::MAX),
        })
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Unpacks a file.
    pub(crate) fn read(&mut self, entry: usize) -> Result<Vec<u8>, ZipRefusal> {
        let entry = self.entries.get(entry).ok_or(ZipRefusal::Damaged)?;
        if entry.is_encrypted {
            return Err(ZipRefusal::Encrypted);
        }
        if entry.size > SAFE_SIZE && entry.size / MAX_RATIO > entry.packed_size {
            return Err(ZipRefusal::Ratio);
        }
        self.bytes_left = self
            .bytes_left
            .checked_sub(entry.size)
            .ok_or(ZipRefusal::Total)?;
        let size = usize::try_from(entry.size).map_err(|_| ZipRefusal::Total)?;
        let packed = self
            .packed
            .get_entry(entry.place)
            .map_err(|_| ZipRefusal::Damaged)?;
        let content = match entry.method {
            CompressionMethod::STORE => packed.data().to_vec(),
            CompressionMethod::DEFLATE => decompress_to_vec_with_limit(packed.data(), size)
                .map_err(|_| ZipRefusal::Damaged)?,
            _ => return Err(ZipRefusal::Method),
        };
        let is_whole = content.len() == size && crc32(&content) == entry.checksum;
        if is_whole {
            Ok(content)
        } else {
            Err(ZipRefusal::Damaged)
        }
    }
}

/// Returns the CRC-32 of bytes, the checksum of ZIP archives, four bits at a time. The function of `rawzip` is faster, with a table of 16 kB, which would
/// be in the module for JavaScript.
fn crc32(bytes: &[u8]) -> u32 {
    crc32_after(0, bytes)
}

/// Returns the CRC-32 of bytes that follow bytes with the checksum `before`.
fn crc32_after(before: u32, bytes: &[u8]) -> u32 {
    /// The remainders of all numbers of four bits.
    const REMAINDERS: [u32; 16] = [
        0,
        0x1DB7_1064,
        0x3B6E_20C8,
        0x26D9_30AC,
        0x76DC_4190,
        0x6B6B_51F4,
        0x4DB2_6158,
        0x5005_713C,
        0xEDB8_8320,
        0xF00F_9344,
        0xD6D6_A3E8,
        0xCB61_B38C,
        0x9B64_C2B0,
        0x86D3_D2D4,
        0xA00A_E278,
        0xBDBD_F21C,
    ];
    let remainder = |checksum: u32| {
        let [low, ..] = checksum.to_le_bytes();
        REMAINDERS.get(usize::from(low & 15)).copied().certain() ^ checksum >> 4
    };
    !bytes.iter().fold(!before, |checksum, byte| {
        remainder(remainder(checksum ^ u32::from(*byte)))
    })
}

/// The end of a sentence such as "the file is not unpacked: …".
impl fmt::Display for ZipRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Encrypted => "it is encrypted with a password",
            Self::Method => "it is packed by another method than Deflate",
            Self::Ratio => {
                "it would unpack to more than 200 times its size, as only a harmful file does"
            }
            Self::Total => {
                "together with the files before it, it would unpack to more than the limit"
            }
            Self::Damaged => {
                "its content doesn't have the size and the checksum that the archive states"
            }
        })
    }
}

/// How much time is spent to find repeats, from 0 to 10.
const COMPRESSION_LEVEL: i32 = 6;

/// Packs files into a ZIP archive, in their order and without their times, so that the same files give the same archive. Neither the files nor the archive are
/// held in memory.
pub(crate) struct Packer<'o> {
    archive: ZipArchiveWriter<Out<'o>>,
}

/// What takes bytes piece by piece.
pub(crate) type TakePiece<'t> = &'t mut dyn FnMut(&[u8]);

/// What takes the archive.
struct Out<'o>(TakePiece<'o>);

impl Write for Out<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        (self.0)(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'o> Packer<'o> {
    pub(crate) fn new(out: TakePiece<'o>) -> Self {
        Self {
            archive: ZipArchiveWriterBuilder::new().build(Out(out)),
        }
    }

    /// Adds a file, whose content `write` passes to its argument piece by piece.
    pub(crate) fn add(&mut self, name: &str, write: &mut dyn FnMut(TakePiece<'_>)) {
        // `out` takes everything, and our names are short and relative.
        let _ = self.push(name, write);
    }

    fn push(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(TakePiece<'_>),
    ) -> Result<(), rawzip::Error> {
        let (mut file, _) = self
            .archive
            .new_file(name)
            .compression_method(CompressionMethod::DEFLATE)
            .start()?;
        let mut compressor =
            CompressorOxide::new(create_comp_flags_from_zip_params(COMPRESSION_LEVEL, 0, 0));
        let mut deflate = |piece: &[u8], flush| {
            compress_to_output(&mut compressor, piece, flush, |compressed| {
                file.write_all(compressed).is_ok()
            });
        };
        let (mut checksum, mut size) = (0, 0_u64);
        write(&mut |piece| {
            checksum = crc32_after(checksum, piece);
            size += u64::try_from(piece.len()).unwrap_or(u64::MAX);
            deflate(piece, TDEFLFlush::None);
        });
        deflate(&[], TDEFLFlush::Finish);
        file.finish(DataDescriptorOutput::new(checksum, size))?;
        Ok(())
    }

    /// Writes the list of files.
    pub(crate) fn finish(self) {
        let _ = self.archive.finish();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::{crc32, *};
    use crate::archive::Archive;

    #[test]
    fn the_checksum_is_that_of_rawzip() {
        let bytes: Vec<u8> = (0..1000_u32)
            .map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()[3])
            .collect();
        for length in [0, 1, 2, 9, 256, 1000] {
            assert_eq!(crc32(&bytes[..length]), rawzip::crc32(&bytes[..length]));
        }
    }

    #[test]
    fn readers_find_the_same_files() {
        let files = [("a.xml", "<a/>".repeat(1000)), ("xl/b.xml", String::new())];
        let mut packed = Vec::new();
        let mut out = |piece: &[u8]| packed.extend_from_slice(piece);
        let mut archive = Packer::new(&mut out);
        for (name, content) in &files {
            // The content comes in pieces.
            archive.add(name, &mut |out| {
                content.as_bytes().chunks(7).for_each(&mut *out);
            });
        }
        archive.finish();
        assert!(packed.len() < 400);
        let mut own = Archive::open(&packed, 1 << 20).unwrap();
        let mut other = zip::ZipArchive::new(Cursor::new(&packed)).unwrap();
        assert_eq!((own.entries().len(), other.len()), (2, 2));
        for (index, (name, content)) in files.iter().enumerate() {
            assert_eq!(own.entries()[index].name, *name);
            assert_eq!(own.read(index).unwrap(), content.as_bytes());
            let mut text = String::new();
            other
                .by_name(name)
                .unwrap()
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, *content);
        }
    }
}
