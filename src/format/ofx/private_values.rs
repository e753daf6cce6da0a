//! Finds the values of a file that are about a person or an account: everything but the elements, words and codes that OFX defines, dates, and amounts.

use super::tokens::{Token, Tokens};
use super::values::{named_character, parse_amount, parse_day, trim};
use super::words::{is_element, is_header_name, is_word};
use crate::format::message::is_placeholder;
use crate::format::private_value::{PrivateValue, PrivateValuesError, push_between_references};
use crate::source::{Certain, Span};
use crate::value::Currency;

/// The elements with an amount, beside those whose name ends in `AMT`.
const AMOUNTS: [&str; 12] = [
    "VALUE",
    "TOTAL",
    "UNITS",
    "UNITPRICE",
    "COMMISSION",
    "TAXES",
    "FEES",
    "MKTVAL",
    "AVAILCASH",
    "MARGINBALANCE",
    "SHORTBALANCE",
    "BUYPOWER",
];

/// More letters than the name of any element with amounts, dates or words.
const MAX_ELEMENT: usize = 32;

/// The most digits of a number that is a code or a version.
const MAX_CODE_DIGITS: usize = 5;

/// Finds the values. What is no OFX, such as a comment, is a value too.
///
/// # Errors
///
/// The file writes letters or digits as numbers.
pub(in crate::format) fn find_private_values(
    text: &str,
) -> Result<Vec<PrivateValue>, PrivateValuesError> {
    let (mut fields, mut end) = (Vec::new(), 0);
    // The last element that was opened, and whether any was.
    let (mut element, mut is_header) = ("", true);
    for token in Tokens::new(text, 0) {
        let (Token::Open(_, span)
        | Token::Empty(_, span)
        | Token::Close(_, span)
        | Token::Text(_, span)
        | Token::Verbatim(_, span)) = token;
        push_passed_over(text, Span::new(end, span.start), &mut fields);
        end = span.end;
        match token {
            Token::Open(name, span) | Token::Empty(name, span) => {
                push_tag(text, name, Span::new(span.start + 1, span.end), &mut fields);
                (element, is_header) = (name, false);
            }
            Token::Close(name, span) => {
                push_tag(text, name, Span::new(span.start + 2, span.end), &mut fields);
                (element, is_header) = ("", false);
            }
            Token::Text(_, span) if is_header => push_header(text, span, &mut fields),
            Token::Text(value, span) => {
                let (value, span) = trim(value, span);
                match kind_of(element, value) {
                    Kind::Format => {}
                    Kind::Amount(decimal) => fields.push(PrivateValue::amount(span, decimal)),
                    Kind::Text => {
                        push_between_references(text, span, named_character, &mut fields)?;
                    }
                }
            }
            Token::Verbatim(value, span) => {
                let (value, span) = trim(value, span);
                match kind_of(element, value) {
                    Kind::Format => {}
                    Kind::Amount(decimal) => fields.push(PrivateValue::amount(span, decimal)),
                    Kind::Text => fields.push(PrivateValue::text(span)),
                }
            }
        }
    }
    push_passed_over(text, Span::new(end, text.len()), &mut fields);
    Ok(fields)
}

/// What a value is.
enum Kind {
    /// It is the same for everybody.
    Format,
    Amount(char),
    Text,
}

/// Returns what a value of an element is.
fn kind_of(element: &str, value: &str) -> Kind {
    let is_none = is_placeholder(value) && value.contains(char::is_alphanumeric);
    if value.is_empty() || is_none {
        return Kind::Format;
    }
    // The name of an element may be as long as the file, and have many texts.
    let element = element.get(..MAX_ELEMENT).unwrap_or(element);
    let element = element.to_ascii_uppercase();
    let has_amount = element.ends_with("AMT") || AMOUNTS.contains(&element.as_str());
    if has_amount && parse_amount(value).is_some() {
        return Kind::Amount(if value.contains(',') { ',' } else { '.' });
    }
    let is_known = match element.as_str() {
        "CURDEF" | "CURSYM" => Currency::parse(value).is_ok(),
        "CURRATE" => parse_amount(value).is_some(),
        "CODE" => is_short_number(value),
        name if name.starts_with("DT") => is_time(value),
        name if is_header_name(name) => is_word(name, value) || is_short_number(value),
        name => is_word(name, value),
    };
    if is_known { Kind::Format } else { Kind::Text }
}

fn is_short_number(value: &str) -> bool {
    value.len() <= MAX_CODE_DIGITS && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a value is a day, perhaps with a time and a zone such as `[-3:BRT]`, and nothing else.
fn is_time(value: &str) -> bool {
    /// The most letters of the name of a zone.
    const MAX_ZONE: usize = 5;
    let Some((_, rest)) = value.split_at_checked(8) else {
        return false;
    };
    let (time, zone) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
    let has_only = |text: &str, marks: &str| {
        let mut characters = text.chars();
        characters.all(|character| character.is_ascii_digit() || marks.contains(character))
    };
    let zone = zone.strip_prefix('[').unwrap_or(zone);
    let (offset, name) = zone.split_once(':').unwrap_or((zone, ""));
    let name = name.strip_suffix(']').unwrap_or(name);
    let is_name = name.len() <= MAX_ZONE && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    parse_day(value).is_some()
        && time.len() <= "235959.000".len()
        && has_only(time, ".")
        && has_only(offset, "+-.]")
        && offset.len() <= "+05.30]".len()
        && is_name
}

/// Adds the name of an element that OFX doesn't define, and what stands in the tag beside the name. The span is that of the name and the rest of the tag.
fn push_tag(text: &str, name: &str, span: Span, fields: &mut Vec<PrivateValue>) {
    let end = span.start + name.len();
    if !is_element(name) {
        fields.push(PrivateValue::text(Span::new(span.start, end)));
    }
    let beside = Span::new(end, span.end.saturating_sub(1).max(end));
    push_if_written(text, beside, fields);
}

/// Adds a part of the text in which there is a letter or a digit.
fn push_if_written(text: &str, span: Span, fields: &mut Vec<PrivateValue>) {
    let part = text.get(span.start..span.end).certain();
    if part.contains(char::is_alphanumeric) {
        fields.push(PrivateValue::text(span));
    }
}

/// Adds what is between two tokens: the contents of comments and declarations, but for the declarations of XML and OFX.
fn push_passed_over(text: &str, span: Span, fields: &mut Vec<PrivateValue>) {
    let mut start = span.start;
    while let Some(found) = text.get(start..span.end).and_then(|rest| rest.find('<')) {
        let at = start + found;
        let rest = text.get(at..span.end).certain();
        let marks = [("<![CDATA[", ""), ("<!--", "-->"), ("<?", ">"), ("<!", ">")];
        let mark = marks.into_iter().find(|(begin, _)| rest.starts_with(begin));
        let (begin, close) = mark.unwrap_or(("<", ""));
        let inside = at + begin.len();
        let content = text.get(inside..span.end).certain();
        let content = content.get(..content.find(close).unwrap_or(content.len()));
        let content = content.unwrap_or_default();
        start = inside + content.len();
        if begin == "<?" {
            push_declaration(content, inside, fields);
        } else {
            push_if_written(text, Span::new(inside, start), fields);
        }
    }
}

/// Adds the values of a declaration that are not of XML or OFX. An unknown declaration is such a value as a whole.
fn push_declaration(content: &str, offset: usize, fields: &mut Vec<PrivateValue>) {
    let at = |part: &str| offset + (part.as_ptr().addr() - content.as_ptr().addr());
    let mut parts = content.split_whitespace();
    let first = parts.next().unwrap_or_default();
    if !["xml", "OFX"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(first))
    {
        push_if_written_at(content, offset, fields);
        return;
    }
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or(("", part));
        let value = value.trim_end_matches(['?', '"', '\'']);
        let value = value.trim_start_matches(['"', '\'']);
        if !is_header_value(name, value) {
            push_if_written_at(value, at(value), fields);
        }
    }
}

fn push_if_written_at(part: &str, offset: usize, fields: &mut Vec<PrivateValue>) {
    if part.contains(char::is_alphanumeric) {
        fields.push(PrivateValue::text(Span::new(offset, offset + part.len())));
    }
}

/// Whether a value of the header is the same for everybody.
fn is_header_value(name: &str, value: &str) -> bool {
    is_header_name(name) && (matches!(kind_of(name, value), Kind::Format))
}

/// Adds the values above the first element that are not of OFX. All of them may be in one line, without anything between them.
fn push_header(text: &str, span: Span, fields: &mut Vec<PrivateValue>) {
    let header = text.get(span.start..span.end).certain();
    let mut ends: Vec<usize> = header.match_indices(':').map(|(at, _)| at).collect();
    ends.push(header.len());
    let mut from = 0;
    let mut name = "";
    for end in ends {
        // Up to the next colon there is the value of the name before, and the next name.
        let part = header.get(from..end).unwrap_or_default();
        let next = name_at_end(part, end == header.len());
        let value = part.strip_suffix(next).unwrap_or(part);
        let trimmed = value.trim();
        let start = span.start + from + (value.len() - value.trim_start().len());
        if !is_header_value(name, trimmed) {
            push_if_written_at(trimmed, start, fields);
        }
        (name, from) = (next, (end + 1).min(header.len()));
    }
}

/// Returns the name of the header that a text ends with. The last part of the header has none.
fn name_at_end(part: &str, is_last: bool) -> &str {
    if is_last {
        return "";
    }
    let starts = part.char_indices().map(|(at, _)| at);
    let mut names = starts.filter_map(|at| part.get(at..));
    names.find(|name| is_header_name(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::private_value::PrivateValueKind;

    /// Returns a text whose values are replaced by `_`, and whose amounts by `#`.
    fn hide(text: &str) -> String {
        let (mut hidden, mut end) = (String::new(), 0);
        for field in find_private_values(text).unwrap() {
            hidden.push_str(text.get(end..field.span.start).unwrap());
            hidden.push(match field.kind {
                PrivateValueKind::Text => '_',
                PrivateValueKind::Amount { .. } => '#',
            });
            end = field.span.end;
        }
        hidden.push_str(text.get(end..).unwrap());
        hidden
    }

    #[test]
    fn elements_words_days_and_amounts_are_of_the_format() {
        for (text, hidden) in [
            ("<NAME>Hans & Co &amp; Muster\n", "<NAME>_&_&amp;_\n"),
            ("<TRNAMT>-12,50<FITID>A1", "<TRNAMT>#<FITID>_"),
            ("<TRNAMT>1,650.00</TRNAMT>", "<TRNAMT>_</TRNAMT>"),
            ("<DTPOSTED>20260331[-3:BRT]", "<DTPOSTED>20260331[-3:BRT]"),
            ("<DTPOSTED>20260331 Muster", "<DTPOSTED>_"),
            ("<DTUSER>20260331120000.000", "<DTUSER>20260331120000.000"),
            ("<TRNTYPE>debit<CURDEF>USD", "<TRNTYPE>debit<CURDEF>USD"),
            ("<TRNTYPE>Muster<CURDEF>Max", "<TRNTYPE>_<CURDEF>_"),
            ("<FITID>0000<MEMO>NONE", "<FITID>0000<MEMO>NONE"),
            (
                "<NAME>A<![CDATA[Muster]]></NAME>",
                "<NAME>_<![CDATA[_]]></NAME>",
            ),
            ("<Muster.X>1</Muster.X>", "<_>_</_>"),
            (
                "<NAME id='Muster'>1<!-- Muster --></NAME>",
                "<NAME_>_<!--_--></NAME>",
            ),
            ("Muster<?Muster?><!DOCTYPE Muster><OFX>", "_<?_><!_><OFX>"),
        ] {
            assert_eq!(hide(text), hidden, "{text}");
        }
    }

    #[test]
    fn headers_of_every_form_keep_their_words() {
        for (text, hidden) in [
            (
                "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\nOLDFILEUID:NONE\nNEWFILEUID:12345678\n<OFX>",
                "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\nOLDFILEUID:NONE\nNEWFILEUID:_\n<OFX>",
            ),
            (
                "OFXHEADER:100DATA:OFXSGMLVERSION:102NEWFILEUID:MusterSECURITY:NONE<OFX>",
                "OFXHEADER:100DATA:OFXSGMLVERSION:102NEWFILEUID:_SECURITY:NONE<OFX>",
            ),
            (
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><?OFX OFXHEADER=\"200\" VERSION=\"211\" NEWFILEUID=\"1a2b3c\" owner=\"Muster\"?><OFX>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><?OFX OFXHEADER=\"200\" VERSION=\"211\" NEWFILEUID=\"_\" owner=\"_\"?><OFX>",
            ),
            ("DATA:Muster\nowner:Muster<OFX>", "DATA:_:_<OFX>"),
        ] {
            assert_eq!(hide(text), hidden, "{text}");
        }
    }

    #[test]
    fn a_word_that_is_written_as_numbers_is_refused() {
        assert_eq!(
            find_private_values("<NAME>&#77;uster"),
            Err(PrivateValuesError::CharacterReference(6))
        );
    }
}
