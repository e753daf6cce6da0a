//! Reads the digits of running text as runs of groups.
//!
//! A run is a sequence of digits with at most two separators between two of them, or three if a sign has a blank on each side. The separators split
//! the run into groups. Digits of full width count as digits, and characters without width as nothing.

use std::ops::Range;

use crate::source::MIN_CARD_DIGITS;

/// Digits without a separator between them.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The bytes from the first to the last digit.
    pub(super) span: Range<usize>,
    /// The number of digits.
    pub(super) length: usize,
}

/// Returns the value of a digit, which may have full width.
pub(super) fn digit_value(character: char) -> Option<u8> {
    let first = match character {
        '0'..='9' => '0',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    u8::try_from(u32::from(character) - u32::from(first)).ok()
}

fn is_digit(character: char) -> bool {
    digit_value(character).is_some()
}

/// Whether a character has no width, so that digits on its sides look like neighbours.
pub(super) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Whether a character is a blank of any width.
const fn is_blank(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Whether a character separates the groups of a number: a blank, a dash, a point, a slash or an underscore.
pub(super) const fn is_separator(character: char) -> bool {
    is_blank(character)
        || matches!(character, '-' | '.' | '/' | '_')
        || matches!(
            character,
            '\u{b7}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' | '\u{ff0e}'
        )
}

/// The digits of groups, as values 0 to 9.
pub(super) fn digit_values(text: &str, groups: &[Group]) -> impl Iterator<Item = u8> {
    let groups = groups
        .iter()
        .filter_map(|group| text.get(group.span.clone()));
    groups.flat_map(str::chars).filter_map(digit_value)
}

/// Returns the groups of a text that is one run and nothing else.
pub(super) fn parse_groups(text: &str) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    find_run(text, 0, &mut groups)?;
    (groups.first()?.span.start == 0 && groups.last()?.span.end == text.len()).then_some(groups)
}

/// Writes the groups of the first run at or after `from` into `groups` and returns the end of the run.
pub(super) fn find_run(text: &str, from: usize, groups: &mut Vec<Group>) -> Option<usize> {
    groups.clear();
    let is_start = |byte: &u8| byte.is_ascii_digit() || *byte == FULL_WIDTH_DIGIT;
    let mut start = from;
    while !char_at(text, start).is_some_and(is_digit) {
        // In other characters, this byte is passed over.
        start += text
            .as_bytes()
            .get(start + 1..)?
            .iter()
            .position(is_start)?
            + 1;
    }
    loop {
        let group = Group::at(text, start);
        let end = group.span.end;
        groups.push(group);
        match separator_end(text, end) {
            Some(next) => start = next,
            None => return Some(end),
        }
    }
}

/// Returns a range at or after `from`, such that the first run with [`MIN_CARD_DIGITS`] digits begins at or after its start and ends after its end.
/// Returns `None` if there is no such run.
///
/// This passes over other digits faster than [`find_run`].
pub(super) fn find_long_run(text: &str, from: usize) -> Option<Range<usize>> {
    // Separators and digits may also be outside ASCII.
    let may_be_in_run = |byte: &&u8| {
        byte.is_ascii_digit() || matches!(byte, b' ' | b'\t' | b'-' | b'.' | b'/' | b'_' | 0x80..)
    };
    // The second byte of a digit of full width.
    let may_be_digit = |byte: &&u8| byte.is_ascii_digit() || **byte == 0xbc;
    let mut start = from;
    loop {
        let rest = text.as_bytes().get(start..)?;
        // A long run can't start before the last of these bytes that is outside of runs, so the search continues after that byte.
        let mut length = MIN_CARD_DIGITS
            - rest
                .get(..MIN_CARD_DIGITS)?
                .iter()
                .rev()
                .take_while(may_be_in_run)
                .count();
        if length == 0 {
            let run = rest.iter().take_while(may_be_in_run);
            let mut digits = run
                .clone()
                .enumerate()
                .filter(|(_, byte)| may_be_digit(byte));
            if let Some((last, _)) = digits.nth(MIN_CARD_DIGITS - 1) {
                return Some(start..start + last);
            }
            length = run.count();
        }
        start += length;
    }
}

/// The first byte of a digit of full width.
const FULL_WIDTH_DIGIT: u8 = 0xef;

/// Returns the character at an offset, unless it is inside of another one.
#[inline]
fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(at..)?.chars().next(),
    }
}

impl Group {
    /// Returns the digits from an offset on.
    fn at(text: &str, start: usize) -> Self {
        let (mut end, mut length, mut at) = (start, 0, start);
        while let Some(character) = char_at(text, at) {
            at += character.len_utf8();
            if is_digit(character) {
                (end, length) = (at, length + 1);
            } else if !is_invisible(character) {
                break;
            }
        }
        Self {
            span: start..end,
            length,
        }
    }
}

/// Returns the end of the separators at an offset, if another group follows them.
fn separator_end(text: &str, start: usize) -> Option<usize> {
    let (mut at, mut count) = (start, 0);
    let mut separators = [' '; 3];
    loop {
        let character = char_at(text, at)?;
        if is_digit(character) {
            // A sign may have a blank on each side.
            let is_sign_between_blanks = separators.map(is_blank) == [true, false, true];
            return (count < separators.len() || is_sign_between_blanks).then_some(at);
        }
        if !is_invisible(character) {
            *separators
                .get_mut(count)
                .filter(|_| is_separator(character))? = character;
            count += 1;
        }
        at += character.len_utf8();
    }
}

/// Returns whether a text is one ASCII digit or more, and nothing else.
pub(crate) fn is_all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
