//! Rules of archives.

use crate::report::Example::Archive;
use crate::report::rules;

/// An archive with the small file `a.csv`.
const GOOD: crate::report::Example = Archive(
    b"PK\x03\x04\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0a.csvTag;Wert\n\
      PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01\0\0\0\0a.csv\
      PK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0,\0\0\0\0\0",
);

rules! {
    "0.1.0":

    error ARCHIVE_UNREADABLE {
        title: "An archive that can't be read",
        message: "the archive can't be read: {reason}",
        help: "download the archive again; if it stays so, unpack it with another program and pass its files",
        why: "The list of the files stands at the end of an archive. Without it, a file could be missing and nobody would know.",
        bad: Archive(b"PK\x03\x04\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0"),
        good: GOOD,
    }
    error MEMBER_REFUSED {
        title: "A file of an archive that is not unpacked",
        message: "the file is not unpacked: {reason}",
        help: "unpack the archive with another program, look at the file, and pass it alone",
        why: "An archive can hold names that lead out of its folder, files that unpack to a thousand times their size, and archives in archives. None is needed for a statement.",
        bad: Archive(
            b"PK\x03\x04\x14\0\x01\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0a.csvTag;Wert\n\
              PK\x01\x02\x14\0\x14\0\x01\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01\0\0\0\0a.csv\
              PK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0,\0\0\0\0\0",
        ),
        good: GOOD,
    }
}
