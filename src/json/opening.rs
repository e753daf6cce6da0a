//! The quick way into the parts of a payload, which mostly come in the order of the contract.

use super::plain::after_blanks;
use super::{Open, Reader};
use crate::source::{Span, same};

impl Reader<'_> {
    /// Opens the container that comes next, if it has this bracket and may be opened, and gives the place of the bracket. Else nothing is read, and the
    /// [value](Reader::value) is to be asked for.
    pub(crate) fn opens(&mut self, bracket: u8) -> Option<Span> {
        self.open_at(self.at, bracket)
    }

    /// The same where the container is the value of the next member, and that has this name. To be handed a key and a value takes longer than to look
    /// whether they are those that are expected.
    pub(super) fn opens_under(&mut self, name: &str, bracket: u8) -> Option<Span> {
        let Some(Open::Object(_)) = self.open.last() else { return None };
        let bytes = self.text.as_bytes();
        let behind = |mark: u8, from: usize| {
            let at = after_blanks(bytes, from);
            (bytes.get(at) == Some(&mark)).then_some(at + 1)
        };
        let before = if self.fresh { self.at } else { behind(b',', self.at)? };
        let start = behind(b'"', before)?;
        let end = start + name.len();
        if !same(bytes.get(start..end)?, name.as_bytes()) || bytes.get(end) != Some(&b'"') {
            return None;
        }
        self.open_at(behind(b':', end + 1)?, bracket)
    }

    fn open_at(&mut self, from: usize, bracket: u8) -> Option<Span> {
        let start = after_blanks(self.text.as_bytes(), from);
        if self.text.as_bytes().get(start) != Some(&bracket) || !self.can_open() {
            return None;
        }
        self.open.push(if bracket == b'{' { Open::Object(start) } else { Open::Array(start) });
        (self.at, self.fresh) = (start + 1, true);
        Some(Span::new(start, self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_expected_is_opened() {
        let text = " { \"a\" : [ ] , \"bc\":{},\"d\":1}";
        let mut reader = Reader::new(text);
        assert_eq!((reader.opens(b'['), reader.position()), (None, 0));
        assert_eq!(reader.opens(b'{'), Some(Span::new(1, 2)));
        for (name, bracket) in [("", b'['), ("b", b'['), ("ab", b'['), ("a", b'{')] {
            assert_eq!((reader.opens_under(name, bracket), reader.position(), reader.depth()), (None, 2, 1));
        }
        assert_eq!(reader.opens_under("a", b'['), Some(Span::new(9, 10)));
        assert_eq!((reader.opens_under("bc", b'{'), reader.element()), (None, Ok(false)));
        assert_eq!(reader.opens_under("bc", b'{'), Some(Span::new(20, 21)));
        assert_eq!((reader.member(), reader.opens_under("d", b'[')), (Ok(None), None));
        assert_eq!(reader.member().unwrap().unwrap().text.raw(), "d");
    }

    #[test]
    fn a_bracket_too_many_is_left_for_others_to_tell() {
        let mut reader = Reader::new("{\"a\":[]}").with_depth_limit(1);
        assert!(reader.opens(b'{').is_some());
        assert_eq!((reader.opens_under("a", b'['), reader.position()), (None, 1));
        assert_eq!(Reader::new("{}").with_depth_limit(0).opens(b'{'), None);
    }
}
