use std::collections::HashSet;

use super::compare::{compare, differing_findings};
use super::options::{Factor, ScrubKey, ScrubOptions, ScrubRefusal};
use super::replacer::{Replacer, avoided};
use crate::format::{
    self, PrivateValue, PrivateValueKind, PrivateValuesError, convert_readable, find_private_values,
};
use crate::source::{Certain, Decoded, Span};
use crate::statement::Conversion;
use crate::value::{AccountIdentifier, Currency};

/// A file to scrub.
#[derive(Debug, Clone, Copy)]
pub struct ScrubSource<'b> {
    /// The name of the file, without its folder.
    pub name: &'b str,
    /// The content.
    pub bytes: &'b [u8],
}

/// A copy of a file that may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Copy {
    /// The name of the file with its words replaced, and its extension. No two copies of a call have the same name.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// Whether a format reads the file. Otherwise, the copy could not be compared row by row.
    pub is_read: bool,
    /// The number of texts in which something was replaced.
    pub replaced: usize,
    /// The number of words and numbers that have the replacement of another one, because the files have so many of their length that none is left.
    pub shared: usize,
    /// The rules that are reported for the file or the copy only, each with its line.
    pub differing_findings: Vec<(&'static str, usize)>,
}

/// How often other replacements are tried if a file is read in another way, since a replacement may be a date or the number of a card by chance.
const MAX_TRIES: u32 = 8;

/// Makes copies of files that may be shown. Replacements are the same in all of them, and for the same files and key always.
///
/// The result has a copy for each file, or why the file can't be made safe.
#[must_use]
pub fn scrub(
    sources: &[ScrubSource<'_>],
    key: &ScrubKey,
    options: &ScrubOptions,
) -> Vec<Result<Copy, ScrubRefusal>> {
    let read: Vec<Result<ReadFile<'_>, ScrubRefusal>> = sources
        .iter()
        .map(|source| ReadFile::new(source, options))
        .collect();
    let source = read.iter().flatten().flat_map(ReadFile::avoided).collect();
    let copy = |files: &[&Result<ReadFile<'_>, ScrubRefusal>], attempt| {
        copy_files(files, &mut Replacer::new(key, attempt, &source), options)
    };
    let all: Vec<_> = read.iter().collect();
    let mut attempt = 0;
    loop {
        let copies = copy(&all, attempt);
        let pairs = read.iter().zip(&copies);
        let differing: Vec<_> = pairs
            .filter(|(_, copy)| is_different(copy))
            .map(|(file, _)| file)
            .collect();
        // Other replacements change every copy, so the files that differ are tried alone first.
        let mut later = (attempt + 1..MAX_TRIES).filter(|_| !differing.is_empty());
        match later.find(|attempt| !copy(&differing, *attempt).iter().any(is_different)) {
            Some(next) => attempt = next,
            None => return copies,
        }
    }
}

fn copy_files(
    files: &[&Result<ReadFile<'_>, ScrubRefusal>],
    replacer: &mut Replacer<'_>,
    options: &ScrubOptions,
) -> Vec<Result<Copy, ScrubRefusal>> {
    let mut names = HashSet::new();
    let copies = files.iter().map(|file| {
        file.as_ref()
            .map_err(Clone::clone)?
            .copy(replacer, &mut names, options)
    });
    copies.collect()
}

fn is_different(copy: &Result<Copy, ScrubRefusal>) -> bool {
    matches!(copy, Err(ScrubRefusal::Differs { .. }))
}

/// A file whose fields are known, and how it is converted.
struct ReadFile<'b> {
    source: ScrubSource<'b>,
    decoded: Decoded<'b>,
    fields: Vec<PrivateValue>,
    options: format::ConvertOptions,
    conversion: Conversion,
}

impl<'b> ReadFile<'b> {
    fn new(source: &ScrubSource<'b>, options: &ScrubOptions) -> Result<Self, ScrubRefusal> {
        let decoded = Decoded::from_bytes(source.bytes);
        let header_line = options.header_line;
        let mut options = options.format.clone();
        // Without them, most rows of some files would be rejected, and little could be compared.
        options.account = options
            .account
            .or_else(|| AccountIdentifier::parse("unknown").ok());
        options.currency = options.currency.or_else(|| Currency::parse("CHF").ok());
        let conversion = convert_readable(source.bytes, &options);
        let fields = find_private_values(&decoded, &options, header_line, &conversion);
        let fields = fields.map_err(|error| refuse(&decoded, &error))?;
        Ok(Self {
            source: *source,
            decoded,
            fields,
            options,
            conversion,
        })
    }

    /// Returns the words and numbers that no replacement may be.
    fn avoided(&self) -> impl Iterator<Item = String> {
        let texts = self
            .fields
            .iter()
            .filter(|field| field.kind == PrivateValueKind::Text)
            .map(|field| self.text_of(field));
        std::iter::once(split_name(self.source.name).0)
            .chain(texts)
            .flat_map(avoided)
    }

    fn text_of(&self, field: &PrivateValue) -> &str {
        self.decoded
            .text()
            .get(field.span.start..field.span.end)
            .certain()
    }

    fn copy(
        &self,
        replacer: &mut Replacer<'_>,
        names: &mut HashSet<String>,
        options: &ScrubOptions,
    ) -> Result<Copy, ScrubRefusal> {
        let factor = options.amounts.map_or(1, Factor::get);
        let mut replacements: Vec<(Span, String)> = Vec::new();
        let mut count = 0;
        let shared_before = replacer.shared();
        for field in &self.fields {
            // Two templates may find the same amount.
            let end = replacements.last().map_or(0, |(last, _)| last.end);
            if field.span.end <= end {
                continue;
            }
            let span = Span::new(field.span.start.max(end), field.span.end);
            let found = self.decoded.text().get(span.start..span.end).certain();
            let replacement = match field.kind {
                PrivateValueKind::Text => replacer.replace(found),
                PrivateValueKind::Amount { decimal } if factor > 1 => scale(found, factor, decimal),
                PrivateValueKind::Amount { .. } => continue,
            };
            if replacement != found {
                count += usize::from(field.kind == PrivateValueKind::Text);
                replacements.push((span, replacement));
            }
        }
        if replacer.lacks_replacement() {
            return Err(ScrubRefusal::NoReplacement);
        }
        let bytes = self.decoded.with_replacements(&replacements);
        let converted = convert_readable(&bytes, &self.options);
        compare(&self.conversion, &converted, factor)?;
        let differing_findings = differing_findings(&self.conversion, &converted);
        let name = copied_name(self.source.name, replacer, names);
        let is_read = self.conversion.summary.format.is_some();
        Ok(Copy {
            name,
            bytes,
            is_read,
            replaced: count,
            shared: replacer.shared() - shared_before,
            differing_findings,
        })
    }
}

fn refuse(decoded: &Decoded<'_>, error: &PrivateValuesError) -> ScrubRefusal {
    let line = |at: usize| decoded.locator().locate(at).line;
    match error {
        PrivateValuesError::Kind(kind) => ScrubRefusal::Kind(kind),
        PrivateValuesError::UnknownTable => ScrubRefusal::UnknownTable,
        PrivateValuesError::UnknownDocument => ScrubRefusal::UnknownDocument,
        PrivateValuesError::DocumentType(at) => ScrubRefusal::DocumentType(line(*at)),
        PrivateValuesError::Syntax(at) => ScrubRefusal::Syntax(line(*at)),
        PrivateValuesError::CharacterReference(at) => ScrubRefusal::CharacterReference(line(*at)),
    }
}

/// The extensions of statements, which stay.
const EXTENSIONS: [&str; 12] = [
    "csv", "txt", "tsv", "xml", "camt", "c52", "c53", "c54", "ofx", "qfx", "qbo", "qif",
];

/// Splits the name of a file before its extension, if that is one of a statement.
fn split_name(name: &str) -> (&str, &str) {
    let is_known = |extension: &str| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    };
    let known = name
        .rsplit_once('.')
        .filter(|(_, extension)| is_known(extension));
    name.split_at_checked(known.map_or(name.len(), |(stem, _)| stem.len()))
        .unwrap_or((name, ""))
}

/// Returns the name of a copy, with a number if another copy has the name already.
fn copied_name(name: &str, replacer: &mut Replacer<'_>, names: &mut HashSet<String>) -> String {
    let (stem, extension) = split_name(name);
    let stem = replacer.replace(stem);
    let numbered = (1..).map(|number| match number {
        1 => format!("{stem}{extension}"),
        number => format!("{stem}-{number}{extension}"),
    });
    let mut free = numbered.filter(|name| names.insert(name.to_lowercase()));
    free.next().unwrap_or_default()
}

/// Returns an amount multiplied by a whole number, written like the amount: with its sign, its marks and as many decimals. `decimal` is the decimal mark.
pub(super) fn scale(text: &str, factor: u32, decimal: char) -> String {
    let mut carry = 0_u64;
    let (mut reversed, mut whole_digits) = (Vec::new(), 0);
    let whole_end = text.rfind(decimal).unwrap_or(text.len());
    let first_digit = text.find(|character: char| character.is_ascii_digit());
    let mut grouping = None;
    // The digits since the last mark, and the size of the groups above the thousands: two in `1,23,456`.
    let (mut group_digits, mut group_size) = (0, 3);
    for (at, character) in text.char_indices().rev() {
        let Some(digit) = character.to_digit(10) else {
            let is_within = first_digit.is_some_and(|first| first < at) && at < whole_end;
            if is_within && grouping == Some(character) && group_digits == 2 {
                group_size = 2;
            }
            group_digits = 0;
            grouping = grouping.or(Some(character).filter(|_| is_within && whole_digits > 0));
            reversed.push(character);
            continue;
        };
        whole_digits += usize::from(at < whole_end);
        group_digits += 1;
        carry += u64::from(digit) * u64::from(factor);
        reversed.extend(
            u32::try_from(carry % 10)
                .ok()
                .and_then(|digit| char::from_digit(digit, 10)),
        );
        carry /= 10;
        if Some(at) == first_digit {
            while carry > 0 {
                let begins_group = group_digits == group_size;
                if begins_group {
                    reversed.extend(grouping);
                    group_digits = 0;
                }
                reversed.extend(
                    u32::try_from(carry % 10)
                        .ok()
                        .and_then(|digit| char::from_digit(digit, 10)),
                );
                group_digits += 1;
                carry /= 10;
            }
        }
    }
    reversed.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_in_every_notation() {
        for (text, factor, decimal, expected) in [
            ("12.50", 3, '.', "37.50"),
            ("-98.45", 7, '.', "-689.15"),
            ("1'234.50", 3, '.', "3'703.50"),
            ("999'999.99", 9, '.', "8'999'999.91"),
            ("9,99,999.99", 9, '.', "89,99,999.91"),
            ("99,99,999.99", 99, '.', "98,99,99,999.01"),
            ("999,99-", 12, ',', "11999,88-"),
            ("1.234,50 EUR", 10, ',', "12.345,00 EUR"),
            ("CHF 5", 100, '.', "CHF 500"),
            ("0.05", 3, '.', "0.15"),
            ("0.00", 3, '.', "0.00"),
            ("", 3, '.', ""),
        ] {
            assert_eq!(scale(text, factor, decimal), expected, "{text}");
        }
    }
}
