use super::rules::{EMPTY_FILE, TOO_LARGE};
use crate::report::{Collector, Fault};
use crate::source::{Decoded, File, FileKind, Span};

/// What kind of file an input is, or the finding that it is empty or larger than the caller allows. Before this is known,
/// nothing of it is decoded.
pub(crate) fn kind_of_file(bytes: &[u8], sink: &mut Collector<'_>) -> Option<FileKind> {
    admit(bytes, sink)?;
    filled(FileKind::sniff(bytes), sink)
}

/// The same with what an input says, where it is decoded whatever it is: a short one once for both.
pub(crate) fn decoded_file<'f, 'b>(
    file: &'f File<'b>,
    sink: &mut Collector<'_>,
) -> Option<(FileKind, &'f Decoded<'b>)> {
    admit(file.bytes(), sink)?;
    let decoded = file.decoded();
    Some((filled(FileKind::of(decoded), sink)?, decoded))
}

fn admit(bytes: &[u8], sink: &mut Collector<'_>) -> Option<()> {
    let limit = sink.policy().bounds().bytes;
    if bytes.len() > limit {
        let fault = Fault::new(&TOO_LARGE, Span::at(0));
        sink.push(fault.param("found", bytes.len()).param("limit", limit));
        return None;
    }
    Some(())
}

fn filled(kind: FileKind, sink: &mut Collector<'_>) -> Option<FileKind> {
    if kind == FileKind::Empty {
        sink.push(Fault::new(&EMPTY_FILE, Span::at(0)));
        return None;
    }
    Some(kind)
}
