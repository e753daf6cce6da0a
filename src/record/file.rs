use super::rules::{EMPTY_FILE, TOO_LARGE};
use crate::report::{Collector, Fault};
use crate::source::{FileKind, Span};

/// What kind of file an input is, or the finding that it is empty or larger than the caller allows. Before this is known,
/// nothing of it is decoded.
pub(crate) fn kind_of_file(bytes: &[u8], sink: &mut Collector<'_>) -> Option<FileKind> {
    let limit = sink.policy().bounds().bytes;
    if bytes.len() > limit {
        let fault = Fault::new(&TOO_LARGE, Span::at(0));
        sink.push(fault.param("found", bytes.len()).param("limit", limit));
        return None;
    }
    let kind = FileKind::sniff(bytes);
    if kind == FileKind::Empty {
        sink.push(Fault::new(&EMPTY_FILE, Span::at(0)));
        return None;
    }
    Some(kind)
}
