use std::cell::OnceCell;

use super::Decoded;

/// A file as it came. It is decoded when its text is first asked for, and only then: whoever asks again needn't have it proven once more that it is text.
#[derive(Debug)]
pub(crate) struct File<'b> {
    bytes: &'b [u8],
    decoded: OnceCell<Decoded<'b>>,
}

impl<'b> File<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, decoded: OnceCell::new() }
    }

    pub(crate) const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    pub(crate) fn decoded(&self) -> &Decoded<'b> {
        self.decoded.get_or_init(|| Decoded::from_bytes(self.bytes))
    }
}
