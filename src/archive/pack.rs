use std::io::{self, Write};

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter, ZipArchiveWriterBuilder};

use super::zip::crc32_after;

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

    use super::*;
    use crate::archive::Archive;

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
