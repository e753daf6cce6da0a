use super::number::non_finite_len;
use super::{Expected, NumberError, OpenToken, SyntaxError, SyntaxErrorKind};

const LITERALS: [&str; 3] = ["true", "false", "null"];

/// Returns the error for the text at `at`, which is not what is `expected` there.
pub(super) fn diagnose(
    text: &str,
    at: usize,
    open: Option<OpenToken>,
    expected: Expected,
) -> SyntaxError {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let Some(found) = rest.chars().next() else {
        return SyntaxError::new(at, at, SyntaxErrorKind::UnexpectedEnd { open });
    };
    let error = |length: usize, kind| SyntaxError::new(at, at + length, kind);
    match (found, open) {
        ('}' | ']', Some(open)) if open.closer() != found => {
            return error(1, SyntaxErrorKind::WrongBracket { open });
        }
        (_, Some(_))
            if expected == Expected::Value
                && LITERALS.iter().any(|literal| literal.starts_with(rest)) =>
        {
            // The text ends inside a literal.
            return SyntaxError::new(
                text.len(),
                text.len(),
                SyntaxErrorKind::UnexpectedEnd { open },
            );
        }
        ('/', _) if rest.starts_with("//") || rest.starts_with("/*") => {
            return error(2, SyntaxErrorKind::Comment);
        }
        _ => {}
    }
    match expected {
        // The quotes of other languages and of word processors.
        Expected::Value | Expected::Key
            if matches!(found, '\'' | '`' | '\u{2018}'..='\u{201f}') =>
        {
            error(found.len_utf8(), SyntaxErrorKind::WrongQuote)
        }
        Expected::Value => misspelled_value(rest, found).map_or_else(
            || unexpected(at, found, expected),
            |(length, kind)| error(length, kind),
        ),
        Expected::CommaOrBrace | Expected::CommaOrBracket
            if begins_next_item(before, found, expected) =>
        {
            let end = before.trim_end_matches([' ', '\n', '\r', '\t']).len();
            SyntaxError::new(end, end, SyntaxErrorKind::MissingComma)
        }
        _ => unexpected(at, found, expected),
    }
}

fn unexpected(at: usize, found: char, expected: Expected) -> SyntaxError {
    let token = matches!(found, '{' | '}' | '[' | ']' | ',' | ':' | '"').then_some(found);
    SyntaxError::new(
        at,
        at + found.len_utf8(),
        SyntaxErrorKind::Unexpected {
            found: token,
            expected,
        },
    )
}

/// Returns the length and the error of a misspelled number or literal.
fn misspelled_value(rest: &str, found: char) -> Option<(usize, SyntaxErrorKind)> {
    match found {
        '+' => return Some((1, SyntaxErrorKind::InvalidNumber(NumberError::LeadingPlus))),
        '.' => return Some((1, SyntaxErrorKind::InvalidNumber(NumberError::NoInteger))),
        _ => {}
    }
    let non_finite = non_finite_len(rest.as_bytes());
    if non_finite > 0 {
        return Some((
            non_finite,
            SyntaxErrorKind::InvalidNumber(NumberError::NotFinite),
        ));
    }
    let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let word = rest.get(..length)?;
    intended_literal(word).map(|literal| (length, SyntaxErrorKind::MisspelledLiteral { literal }))
}

/// Returns the literal that `word` misspells: in another case, truncated, or from another language.
fn intended_literal(word: &str) -> Option<&'static str> {
    let equals = |literal: &str| word.eq_ignore_ascii_case(literal);
    if ["none", "nil", "undefined"].into_iter().any(equals) {
        return Some("null");
    }
    LITERALS
        .into_iter()
        .find(|literal| !word.is_empty() && literal.get(..word.len()).is_some_and(equals))
}

/// Returns whether another member or element starts here, so that only the comma is missing.
fn begins_next_item(before: &str, found: char, expected: Expected) -> bool {
    let is_separated = before.ends_with([' ', '\n', '\r', '\t']);
    match found {
        '"' => true,
        '{' | '[' => expected == Expected::CommaOrBracket,
        '-' | '0'..='9' | 't' | 'f' | 'n' => is_separated && expected == Expected::CommaOrBracket,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Expected, NumberError, OpenToken, Reader, SyntaxError, SyntaxErrorKind};
    use crate::source::Span;

    /// Returns the first error in a text, from which the reader may recover.
    fn syntax_error(text: &str) -> SyntaxError {
        let mut reader = Reader::new(text);
        loop {
            let read = reader.read_value().and_then(|value| reader.skip(&value));
            match (reader.recovered_syntax_errors(), read) {
                ([first, ..], _) => return *first,
                (_, Err(error)) => return error,
                _ => {}
            }
        }
    }

    const fn unexpected(found: Option<char>, expected: Expected) -> SyntaxErrorKind {
        SyntaxErrorKind::Unexpected { found, expected }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn every_error_has_its_kind_and_span() {
        use Expected::{Colon, CommaOrBrace, CommaOrBracket, Key, Value};
        use NumberError::{LeadingPlus, LeadingZero, NoExponent, NoFraction, NoInteger, NotFinite};
        use SyntaxErrorKind::{
            Comment, ControlCharacter, InvalidEscape, InvalidNumber, LoneSurrogate, MissingComma,
            StrayCharacters, UnexpectedEnd, WrongBracket, WrongQuote,
        };
        let literal = |literal| SyntaxErrorKind::MisspelledLiteral { literal };
        let cases = [
            ("", 0, 0, UnexpectedEnd { open: None }),
            (" \n", 2, 2, UnexpectedEnd { open: None }),
            (
                "{",
                1,
                1,
                UnexpectedEnd {
                    open: Some(OpenToken::Object(0)),
                },
            ),
            (
                r#"[{"a""#,
                5,
                5,
                UnexpectedEnd {
                    open: Some(OpenToken::Object(1)),
                },
            ),
            (
                r#"{"a":"#,
                5,
                5,
                UnexpectedEnd {
                    open: Some(OpenToken::Object(0)),
                },
            ),
            (
                r#"{"a":1"#,
                6,
                6,
                UnexpectedEnd {
                    open: Some(OpenToken::Object(0)),
                },
            ),
            (
                r#"{"a":1, "#,
                8,
                8,
                UnexpectedEnd {
                    open: Some(OpenToken::Object(0)),
                },
            ),
            (
                r#"{"a":[1"#,
                7,
                7,
                UnexpectedEnd {
                    open: Some(OpenToken::Array(5)),
                },
            ),
            (
                r#"{"a":[1, "#,
                9,
                9,
                UnexpectedEnd {
                    open: Some(OpenToken::Array(5)),
                },
            ),
            (
                "[fal",
                4,
                4,
                UnexpectedEnd {
                    open: Some(OpenToken::Array(0)),
                },
            ),
            (
                r#"["abc"#,
                5,
                5,
                UnexpectedEnd {
                    open: Some(OpenToken::Text(1)),
                },
            ),
            (
                r#"{"abc"#,
                5,
                5,
                UnexpectedEnd {
                    open: Some(OpenToken::Text(1)),
                },
            ),
            (
                r#"["abc\"#,
                6,
                6,
                UnexpectedEnd {
                    open: Some(OpenToken::Text(1)),
                },
            ),
            (
                r#"["abc\u00"#,
                9,
                9,
                UnexpectedEnd {
                    open: Some(OpenToken::Text(1)),
                },
            ),
            ("[,1]", 1, 2, unexpected(Some(','), Value)),
            ("[1,,2]", 3, 4, unexpected(Some(','), Value)),
            ("[1,,]", 3, 4, unexpected(Some(','), Value)),
            ("}", 0, 1, unexpected(Some('}'), Value)),
            ("[é]", 1, 3, unexpected(None, Value)),
            ("[hello]", 1, 2, unexpected(None, Value)),
            ("\u{feff}1", 0, 3, unexpected(None, Value)),
            ("[\u{a0}1]", 1, 3, unexpected(None, Value)),
            ("{1:2}", 1, 2, unexpected(None, Key)),
            (r#"{,"a":1}"#, 1, 2, unexpected(Some(','), Key)),
            (r#"{"a":1,,}"#, 7, 8, unexpected(Some(','), Key)),
            (r#"{"a" 1}"#, 5, 6, unexpected(None, Colon)),
            (r#"{"a","#, 4, 5, unexpected(Some(','), Colon)),
            (r#"{"a":1;"b":2}"#, 6, 7, StrayCharacters),
            (r#"{"a":1:"#, 6, 7, unexpected(Some(':'), CommaOrBrace)),
            ("[1a]", 2, 3, unexpected(None, CommaOrBracket)),
            ("[truefalse]", 5, 10, unexpected(None, CommaOrBracket)),
            ("[0x1F]", 2, 3, unexpected(None, CommaOrBracket)),
            ("[1'000]", 2, 3, unexpected(None, CommaOrBracket)),
            (
                "[1}",
                2,
                3,
                WrongBracket {
                    open: OpenToken::Array(0),
                },
            ),
            (
                "[}",
                1,
                2,
                WrongBracket {
                    open: OpenToken::Array(0),
                },
            ),
            (
                r#"[{"a":1]"#,
                7,
                8,
                WrongBracket {
                    open: OpenToken::Object(1),
                },
            ),
            (
                r#"{"a":]"#,
                5,
                6,
                WrongBracket {
                    open: OpenToken::Object(0),
                },
            ),
            ("[1 2]", 2, 2, MissingComma),
            (r#"["a""b"]"#, 4, 4, MissingComma),
            ("[[1]\n [2]]", 4, 4, MissingComma),
            ("{\"a\":1\n\"b\":2}", 6, 6, MissingComma),
            ("[1 true]", 2, 2, MissingComma),
            ("[\"a\tb\"]", 3, 4, ControlCharacter { code: 9 }),
            ("[\"a\nb\"]", 3, 4, ControlCharacter { code: 10 }),
            ("{\"\0\":1}", 2, 3, ControlCharacter { code: 0 }),
            (r#"["a\x"]"#, 3, 5, InvalidEscape),
            (r#"["a\é"]"#, 3, 6, InvalidEscape),
            (r#"["\u00"]"#, 2, 6, InvalidEscape),
            (r#"["\u00é9"]"#, 2, 8, InvalidEscape),
            ("[\"\\\n\"]", 2, 3, InvalidEscape),
            (r#"["a\ud83d"]"#, 3, 9, LoneSurrogate),
            (r#"["\ud83d\n"]"#, 2, 8, LoneSurrogate),
            ("[-012]", 1, 5, InvalidNumber(LeadingZero)),
            ("[+1]", 1, 2, InvalidNumber(LeadingPlus)),
            ("[.5]", 1, 2, InvalidNumber(NoInteger)),
            ("[-]", 1, 2, InvalidNumber(NoInteger)),
            ("[1.]", 1, 3, InvalidNumber(NoFraction)),
            ("[1e+]", 1, 4, InvalidNumber(NoExponent)),
            ("[NaN]", 1, 4, InvalidNumber(NotFinite)),
            ("[-Infinity]", 1, 10, InvalidNumber(NotFinite)),
            ("True", 0, 4, literal("true")),
            ("[fals]", 1, 5, literal("false")),
            ("nul", 0, 3, literal("null")),
            ("[None]", 1, 5, literal("null")),
            ("['a']", 1, 2, WrongQuote),
            ("{'a':1}", 1, 2, WrongQuote),
            ("{“a”:1}", 1, 4, WrongQuote),
            ("// a", 0, 2, Comment),
            ("[1 /* a */]", 3, 5, Comment),
            ("{\"a\" // b", 5, 7, Comment),
            ("{} /* a */", 3, 5, Comment),
        ];
        for (text, start, end, kind) in cases {
            let error = syntax_error(text);
            assert_eq!(
                error,
                SyntaxError {
                    span: Span::new(start, end),
                    kind
                },
                "{text}"
            );
            assert!(text.get(start..end).is_some());
        }
    }

    #[test]
    fn rejects_more_open_brackets_than_the_limit() {
        let mut reader = Reader::new(r#"[{"a":[1]}]"#).with_depth_limit(2);
        let value = reader.read_value().unwrap();
        let error = reader.skip(&value).unwrap_err();
        assert_eq!(
            error,
            SyntaxError {
                span: Span::new(6, 7),
                kind: SyntaxErrorKind::TooDeep { limit: 2 }
            }
        );
        assert_eq!(
            error.to_string(),
            "more than 2 brackets are open at once: nest less deeply"
        );
    }

    #[test]
    fn messages_say_what_to_do() {
        for (text, message) in [
            ("", "the text ends where a value is expected"),
            (
                "[",
                "the text ends inside an array: it was cut off, or `]` is missing",
            ),
            (
                "{",
                "the text ends inside an object: it was cut off, or `}` is missing",
            ),
            (
                "\"",
                "the text ends inside a string: it was cut off, or `\"` is missing",
            ),
            ("[,]", "expected a value, found `,`"),
            (
                "secret",
                "expected a value: a string in double quotes, a number, `true`, `false`, `null`, `{` or `[`",
            ),
            ("{secret", "expected a key in double quotes"),
            (r#"{"a"}"#, "expected `:`, found `}`"),
            (r#"{"a":1;"#, "expected `,` or `}`"),
            ("[1:", "expected `,` or `]`, found `:`"),
            (
                "[}",
                "this bracket can't close an array: close it with `]` first",
            ),
            (r#"["a" "b"]"#, "a comma is missing: write `,` here"),
            (
                "\"\n\"",
                "a line break inside a string: write `\\n`, or end the string with `\"`",
            ),
            (
                "\"\r\"",
                "a carriage return inside a string: write `\\r`, or end the string with `\"`",
            ),
            ("\"\t\"", "a tab inside a string: write `\\t`"),
            (
                "\"\u{1f}\"",
                "the control character U+001F inside a string: remove it, or write `\\u001f`",
            ),
            (
                r#""\q""#,
                "a backslash must be followed by one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t` or by `u` and four hexadecimal digits: \
                 for a backslash itself write `\\\\`",
            ),
            (
                r#""\ude00""#,
                "this escape is one half of a surrogate pair: write both halves, or the character itself, unescaped",
            ),
            (
                "01",
                "a number can't start with an extra zero: remove it, or put the number in quotes if it is an id",
            ),
            ("+1", "a number can't start with a plus sign: remove it"),
            (
                "-.1",
                "a number needs a digit before the point: write `0` if there is none",
            ),
            (
                "1.",
                "a number needs a digit after the point: write one, or remove the point",
            ),
            (
                "1e",
                "a number needs a digit after `e`: write one, or remove the exponent",
            ),
            (
                "nan",
                "JSON has no such number: write a finite one, or leave the field out",
            ),
            ("FALSE", "JSON doesn't know this word: write `false`"),
            (
                "'a'",
                "keys and strings are written in double quotes: write `\"`",
            ),
            ("//", "JSON has no comments: remove it"),
        ] {
            assert_eq!(syntax_error(text).to_string(), message, "{text}");
        }
    }
}
