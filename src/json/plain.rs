//! The quick way through an object of which there is nothing to say.

use std::borrow::Cow;

use super::number::number_end;
use super::text::plain_length;
use crate::record::{Field, JsonType, Kind, PlainValues, Record, State};
use crate::source::same;

/// Reads objects of one table that are as they should be: names of the table, each once, and values in which there is nothing to
/// find, strings without escapes. Whatever is not is left to the reader that can tell why.
///
/// Keys mostly come in the order of the object before, so that order is learned and each key compared with one.
#[derive(Debug)]
pub(crate) struct PlainObjects<'s> {
    fields: &'static [Field],
    names: Vec<Name>,
    /// The field that comes first, and the one after each field.
    first: usize,
    after: Vec<usize>,
    required: u64,
    values: PlainValues<'s>,
}

/// A name in quotes with its colon, and the quote of the string that follows, as three words of eight bytes each that are compared
/// at once.
#[derive(Debug, Clone, Copy)]
struct Name {
    words: [u64; 3],
    /// The bits that count.
    masks: [u64; 3],
    length: usize,
}

impl Name {
    /// A name that is too long for the words never stands anywhere, which only costs time.
    fn of(field: &Field) -> Self {
        let quote = if field.json_type() == JsonType::String { "\"" } else { "" };
        let quoted = format!("\"{}\":{quote}", field.name);
        let mut bytes = [0; 24];
        let mut counts = [0xff; 24];
        if let Some(place) = bytes.get_mut(..quoted.len()) {
            place.copy_from_slice(quoted.as_bytes());
            counts.iter_mut().skip(quoted.len()).for_each(|count| *count = 0);
        }
        Self { words: words(&bytes), masks: words(&counts), length: quoted.len() - quote.len() }
    }

    #[inline]
    fn stands_at(&self, bytes: &[u8], at: usize) -> bool {
        let Some(here) = bytes.get(at..).and_then(<[u8]>::first_chunk::<24>) else { return false };
        let pairs = words(here).into_iter().zip(self.words).zip(self.masks);
        pairs.fold(0, |differences, ((found, word), mask)| differences | (found ^ word) & mask) == 0
    }
}

#[inline]
fn words(bytes: &[u8; 24]) -> [u64; 3] {
    let (chunks, _) = bytes.as_chunks::<8>();
    let mut words = [0; 3];
    for (word, chunk) in words.iter_mut().zip(chunks) {
        *word = u64::from_le_bytes(*chunk);
    }
    words
}

/// The values of an object in the order of its table. What is absent is empty: no plain value is.
#[derive(Debug)]
pub(crate) struct PlainTexts<'s>(Vec<&'s str>);

impl<'s> PlainTexts<'s> {
    pub(crate) fn new(fields: &[Field]) -> Self {
        Self(vec![""; fields.len()])
    }

    /// The value of a field; empty where it is absent.
    #[inline]
    pub(crate) fn text(&self, field: usize) -> &'s str {
        self.0.get(field).copied().unwrap_or_default()
    }

    /// The value of a field, if it is there.
    pub(crate) fn value(&self, field: usize) -> Option<&'s str> {
        self.0.get(field).copied().filter(|text| !text.is_empty())
    }
}

impl<'s> PlainObjects<'s> {
    pub(crate) fn new(fields: &'static [Field]) -> Self {
        let required = fields.iter().enumerate().filter(|(_, field)| field.is_required());
        Self {
            fields,
            names: fields.iter().map(Name::of).collect(),
            first: 0,
            after: (1..=fields.len()).collect(),
            required: required.fold(0, |mask, (index, _)| mask | 1 << index),
            values: PlainValues::default(),
        }
    }

    /// Reads the object whose opening bracket stands at `start`, puts its values into `texts` and gives the offset after it.
    #[inline]
    pub(crate) fn read(&mut self, text: &'s str, start: usize, texts: &mut PlainTexts<'s>) -> Option<usize> {
        let bytes = text.as_bytes();
        if bytes.get(start) != Some(&b'{') {
            return None;
        }
        texts.0.fill("");
        let mut seen = 0_u64;
        let mut at = start + 1;
        let mut guess = self.first;
        let mut before = None;
        loop {
            at = after_blanks(bytes, at);
            let (index, colon_end) = self.name(text, at, guess)?;
            if index != guess {
                *before.map_or(Some(&mut self.first), |before| self.after.get_mut::<usize>(before))? = index;
            }
            at = after_blanks(bytes, colon_end);
            let field = self.fields.get(index)?;
            let (value, end) = self.value(text, at, field)?;
            if seen & (1 << index) != 0 {
                return None;
            }
            seen |= 1 << index;
            *texts.0.get_mut(index)? = value;
            at = after_blanks(bytes, end);
            match bytes.get(at)? {
                b',' => at += 1,
                b'}' => break,
                _ => return None,
            }
            before = Some(index);
            guess = *self.after.get(index)?;
        }
        (seen & self.required == self.required).then_some(at + 1)
    }

    /// The value at `at`, if it plainly is right in the field, and the offset after it.
    ///
    /// Of most kinds it is known how long a right one is, or which ones there are, so its end is not looked for.
    #[inline]
    fn value(&mut self, text: &'s str, at: usize, field: &Field) -> Option<(&'s str, usize)> {
        let bytes = text.as_bytes();
        let start = at + 1;
        let end = match field.kind {
            Kind::Boolean | Kind::Rate | Kind::Count | Kind::Record(_) | Kind::List { .. } => {
                return scalar(text, at, field).filter(|(value, _)| self.values.pass(field, value));
            }
            _ if bytes.get(at) != Some(&b'"') => return None,
            Kind::Choice(words) => start + words.iter().find(|word| stands_at(bytes, start, word))?.len(),
            Kind::Account if stands_at(bytes, start, self.values.last_account()) => {
                start + self.values.last_account().len()
            }
            Kind::Date if stands_at(bytes, start, self.values.last_day()) => start + self.values.last_day().len(),
            _ => {
                let end = match field.kind {
                    // What passes as one of these has no quote in it.
                    Kind::Date if bytes.get(start + 10) == Some(&b'"') => start + 10,
                    Kind::Currency if bytes.get(start + 3) == Some(&b'"') => start + 3,
                    _ => start + plain_length(bytes.get(start..)?),
                };
                // What is empty is as good as absent, which somebody may have to be told.
                let plain = bytes.get(end) == Some(&b'"') && end > start;
                let value = text.get(start..end).filter(|_| plain)?;
                return self.values.pass(field, value).then_some((value, end + 1));
            }
        };
        Some((text.get(start..end)?, end + 1))
    }

    /// Settles the values of a record of which there plainly is nothing to say, so that the others alone are judged.
    pub(crate) fn settle(&mut self, record: &mut Record<'s>) {
        for (field, slot) in self.fields.iter().zip(&mut record.slots) {
            if let Cow::Borrowed(text) = slot.text
                && slot.state == State::Present
                && !slot.null
                && slot.mistyped.is_none()
                && !text.is_empty()
            {
                slot.settled |= self.values.pass(field, text);
            }
        }
    }

    /// The field whose name stands at `at`, and the offset after its colon.
    #[inline]
    fn name(&self, text: &str, at: usize, guess: usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        if let Some(name) = self.names.get(guess)
            && name.stands_at(bytes, at)
        {
            return Some((guess, at + name.length));
        }
        if bytes.get(at) != Some(&b'"') {
            return None;
        }
        let end = at + 1 + plain_length(bytes.get(at + 1..)?);
        let name = text.get(at + 1..end)?;
        let index = self.fields.iter().position(|field| field.name == name)?;
        let colon = after_blanks(bytes, end + 1);
        (bytes.get(end) == Some(&b'"') && bytes.get(colon) == Some(&b':')).then_some((index, colon + 1))
    }
}

/// The text of a scalar of the field's type that is no string, and the offset after it.
fn scalar<'s>(text: &'s str, at: usize, field: &Field) -> Option<(&'s str, usize)> {
    let bytes = text.as_bytes();
    match field.json_type() {
        JsonType::Number => {
            if !matches!(bytes.get(at), Some(b'-' | b'0'..=b'9')) {
                return None;
            }
            let end = number_end(bytes, at).ok()?;
            Some((text.get(at..end)?, end))
        }
        JsonType::Boolean => {
            let word = ["true", "false"].into_iter().find(|word| text.get(at..at + word.len()) == Some(word))?;
            Some((word, at + word.len()))
        }
        JsonType::String | JsonType::Object | JsonType::Array => None,
    }
}

/// Whether a string that begins at `start` is this one, which isn't empty.
#[inline]
fn stands_at(bytes: &[u8], start: usize, known: &str) -> bool {
    let end = start + known.len();
    !known.is_empty()
        && bytes.get(end) == Some(&b'"')
        && bytes.get(start..end).is_some_and(|next| same(next, known.as_bytes()))
}

#[inline]
fn after_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|byte| *byte <= b' ' && matches!(byte, b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}
