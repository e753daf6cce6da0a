use std::io::Write;

use miniz_oxide::deflate::compress_to_vec;
use rawzip::{CompressionMethod, ZipArchiveWriter, ZipArchiveWriterBuilder};

use super::zip::crc32;

/// How much time is spent to find repeats, from 0 to 10.
const COMPRESSION_LEVEL: u8 = 6;

/// Packs files into a ZIP archive, in their order and without their times, so that the same files give the same archive.
pub(crate) fn pack<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<u8> {
    let mut archive: ZipArchiveWriter<Vec<u8>> = ZipArchiveWriterBuilder::new().build(Vec::new());
    for (name, content) in files {
        // Writing to memory does not fail, and our names are short and relative.
        let _ = push(&mut archive, name, content);
    }
    archive.finish().unwrap_or_default()
}

fn push(archive: &mut ZipArchiveWriter<Vec<u8>>, name: &str, content: &[u8]) -> Result<(), rawzip::Error> {
    let (mut file, _) = archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start()?;
    file.write_all(&compress_to_vec(content, COMPRESSION_LEVEL))?;
    let size = u64::try_from(content.len()).unwrap_or(u64::MAX);
    file.finish(rawzip::DataDescriptorOutput::new(crc32(content), size))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;
    use crate::archive::Archive;

    #[test]
    fn readers_find_the_same_files() {
        let files = [("a.xml", "<a/>".repeat(1000)), ("xl/b.xml", String::new())];
        let packed = pack(files.iter().map(|(name, content)| (*name, content.as_bytes())));
        assert!(packed.len() < 400);
        let mut own = Archive::open(&packed, 1 << 20).unwrap();
        let mut other = zip::ZipArchive::new(Cursor::new(&packed)).unwrap();
        assert_eq!((own.entries().len(), other.len()), (2, 2));
        for (index, (name, content)) in files.iter().enumerate() {
            assert_eq!(own.entries()[index].name, *name);
            assert_eq!(own.read(index).unwrap(), content.as_bytes());
            let mut text = String::new();
            other.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, *content);
        }
    }
}
