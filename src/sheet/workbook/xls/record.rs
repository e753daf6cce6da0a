//! The records of a workbook's stream (MS-XLS), and the numbers and texts in them.

use encoding_rs::Encoding;

use super::super::damage::Damage;

/// The kind of a record that continues the one before it.
const CONTINUE: u16 = 0x003C;

/// A record, whose data may go on in the records after it.
#[derive(Debug, Clone)]
pub(super) struct Record<'s> {
    pub(super) kind: u16,
    /// What was not read yet of the data.
    data: &'s [u8],
    /// The stream after the record.
    after: &'s [u8],
}

impl<'s> Record<'s> {
    /// Takes the first record off a stream. Returns `None` at the end of the stream.
    pub(super) fn take(stream: &mut &'s [u8]) -> Result<Option<Self>, Damage> {
        let (header, rest) = match stream.split_first_chunk::<4>() {
            Some(split) => split,
            None if stream.is_empty() => return Ok(None),
            None => return Err(Damage::Sheet),
        };
        let [kind_low, kind_high, len_low, len_high] = *header;
        let len = usize::from(u16::from_le_bytes([len_low, len_high]));
        let (data, after) = rest.split_at_checked(len).ok_or(Damage::Sheet)?;
        *stream = after;
        Ok(Some(Self {
            kind: u16::from_le_bytes([kind_low, kind_high]),
            data,
            after,
        }))
    }

    pub(super) const fn len(&self) -> usize {
        self.data.len()
    }

    pub(super) fn u8(&mut self) -> Result<u8, Damage> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    /// Takes bytes that are all in the same record.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (taken, rest) = self.data.split_first_chunk().ok_or(Damage::Sheet)?;
        self.data = rest;
        Ok(*taken)
    }

    /// Goes on with the next record if it continues this one, and returns whether it does.
    pub(super) fn go_on(&mut self) -> Result<bool, Damage> {
        let mut after = self.after;
        match Self::take(&mut after) {
            Ok(Some(next)) if next.kind == CONTINUE => {
                (self.data, self.after) = (next.data, next.after);
                Ok(true)
            }
            Ok(_) => Ok(false),
            Err(damage) => Err(damage),
        }
    }

    /// Returns whether everything was read, also of the records that continue it. Goes on with the next one of them.
    pub(super) fn is_at_end(&mut self) -> Result<bool, Damage> {
        while self.data.is_empty() {
            if !self.go_on()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Passes over bytes, also of the records that continue it.
    pub(super) fn skip(&mut self, mut count: usize) -> Result<(), Damage> {
        while count > 0 {
            if self.is_at_end()? {
                return Err(Damage::Sheet);
            }
            let skipped = count.min(self.data.len());
            self.data = self.data.get(skipped..).unwrap_or_default();
            count -= skipped;
        }
        Ok(())
    }

    /// Reads characters, and passes each piece to `push`. A record that continues a text says again how its characters are stored.
    pub(super) fn read_characters(
        &mut self,
        mut count: usize,
        mut storage: Storage,
        mut push: impl FnMut(&str) -> Result<(), Damage>,
    ) -> Result<(), Damage> {
        loop {
            let width = storage.width();
            let taken = count.min(self.data.len() / width);
            let (characters, rest) = self.data.split_at(taken * width);
            self.data = rest;
            count -= taken;
            push(&storage.decode(characters)?)?;
            if count == 0 {
                return Ok(());
            }
            if !self.go_on()? {
                return Err(Damage::Sheet);
            }
            if !matches!(storage, Storage::CodePage(_)) {
                storage = Storage::of_flags(self.u8()?);
            }
        }
    }
}

/// How the characters of a text are stored.
#[derive(Debug, Clone, Copy)]
pub(super) enum Storage {
    /// In the code page of the workbook, if it is a known one.
    CodePage(Option<&'static Encoding>),
    /// The lower bytes of UTF-16 whose upper bytes are 0.
    LowerBytes,
    Utf16,
}

impl Storage {
    pub(super) const fn of_flags(flags: u8) -> Self {
        if flags & 1 == 0 {
            Self::LowerBytes
        } else {
            Self::Utf16
        }
    }

    const fn width(self) -> usize {
        match self {
            Self::CodePage(_) | Self::LowerBytes => 1,
            Self::Utf16 => 2,
        }
    }

    fn decode(self, bytes: &[u8]) -> Result<String, Damage> {
        Ok(match self {
            Self::LowerBytes => bytes.iter().copied().map(char::from).collect(),
            Self::Utf16 => {
                let (units, _) = bytes.as_chunks::<2>();
                let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
                char::decode_utf16(units)
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
            Self::CodePage(Some(encoding)) => {
                encoding.decode_without_bom_handling(bytes).0.into_owned()
            }
            Self::CodePage(None) if bytes.is_ascii() => {
                bytes.iter().copied().map(char::from).collect()
            }
            Self::CodePage(None) => return Err(Damage::CodePage),
        })
    }
}
