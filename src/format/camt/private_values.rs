//! Finds the values of a message that are about a person or an account: everything but tags, dates, amounts, and the codes that ISO 20022 defines.

use std::collections::HashSet;

use crate::format::message::is_placeholder;
use crate::format::private_value::{PrivateValue, PrivateValuesError, push_between_references};
use crate::format::rules::{XML_DOCTYPE, XML_SYNTAX};
use crate::report::Rule;
use crate::source::{Certain, Span};
use crate::statement::Conversion;
use crate::value::{Currency, Date};
use crate::xml::{XmlEvent, XmlReader, unescape};

/// The elements that count, number or rate something.
const NUMBERS: [&str; 8] = [
    "PgNb",
    "ElctrncSeqNb",
    "LglSeqNb",
    "NbOfTxs",
    "NbOfNtries",
    "XchgRate",
    "PreAgrdXchgRate",
    "Rate",
];
/// The elements whose codes ISO 20022 lists.
const CODES: [&str; 10] = [
    "Cd",
    "CdtDbtInd",
    "SubFmlyCd",
    "Sts",
    "ChrgBr",
    "RvslInd",
    "LastPgInd",
    "BtchBookg",
    "Ctry",
    "CtryOfRes",
];

/// Finds the values in a file of messages. After a fault of the document, everything is such a value but the names of elements that occur before it.
///
/// # Errors
///
/// The document has no statements, or writes letters or digits as numbers.
pub(in crate::format) fn find_private_values(
    text: &str,
    max_depth: usize,
    conversion: &Conversion,
) -> Result<Vec<PrivateValue>, PrivateValuesError> {
    let fault = |rule: &Rule| {
        let mut findings = conversion.summary.report.findings.iter();
        findings
            .find(|finding| finding.rule == rule)
            .map(|finding| finding.span.start)
    };
    if conversion.summary.format.is_none() {
        let document_type = fault(&XML_DOCTYPE).map(PrivateValuesError::DocumentType);
        let syntax = || fault(&XML_SYNTAX).map(PrivateValuesError::Syntax);
        return Err(document_type
            .or_else(syntax)
            .unwrap_or(PrivateValuesError::UnknownDocument));
    }
    let mut xml = XmlReader::new(text, 0, max_depth);
    let (mut fields, mut open, mut end) = (Vec::new(), Vec::new(), 0);
    let mut names = HashSet::new();
    loop {
        // A file may have several documents.
        xml.begin_document();
        let span = match xml.next() {
            Ok(XmlEvent::Start(tag)) => {
                let attributes = xml.attributes().iter();
                let shown =
                    attributes.filter(|attribute| !is_of_format(attribute.name, &attribute.value));
                for attribute in shown {
                    push_between_entities(text, attribute.span, &mut fields)?;
                }
                names.insert(name_at(text, tag.span.start + 1));
                let has_currency = xml
                    .attributes()
                    .iter()
                    .any(|attribute| attribute.name == "Ccy");
                open.push((tag.name, has_currency));
                tag.span
            }
            Ok(XmlEvent::End(span)) => {
                open.pop();
                span
            }
            Ok(XmlEvent::Text(value, span)) => {
                push_text(text, &open, value.trim(), span, &mut fields)?;
                span
            }
            Ok(XmlEvent::EndOfDocument) => {
                push_passed_over(text, Span::new(end, text.len()), &mut fields);
                break;
            }
            Err(_) => {
                push_after_fault(text, end, &names, &mut fields);
                break;
            }
        };
        push_passed_over(text, Span::new(end, span.start), &mut fields);
        end = span.end.max(end);
    }
    fields.sort_unstable_by_key(|field| field.span.start);
    Ok(fields)
}

/// Whether an attribute is part of the format: a currency, or the name of a schema of ISO 20022 or of XML.
fn is_of_format(name: &str, value: &str) -> bool {
    let names_schemas =
        name == "xmlns" || name.starts_with("xmlns:") || name.ends_with("schemaLocation");
    let is_public =
        || value.starts_with("urn:iso:std:iso:20022:") || value.starts_with("http://www.w3.org/");
    name == "Ccy" && Currency::parse(value).is_ok()
        || names_schemas && is_public()
        || value.is_empty()
}

/// Adds the text of an element, unless it is part of the format.
fn push_text(
    text: &str,
    open: &[(&str, bool)],
    value: &str,
    span: Span,
    fields: &mut Vec<PrivateValue>,
) -> Result<(), PrivateValuesError> {
    let (name, has_currency) = open.last().copied().unwrap_or_default();
    let parent = open.iter().rev().nth(1).map_or("", |(name, _)| *name);
    if value.is_empty() || is_placeholder(value) && value.contains(char::is_alphanumeric) {
        return Ok(());
    }
    let is_number = value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    if (has_currency || name.ends_with("Amt") || name == "Sum") && is_number {
        fields.push(PrivateValue::amount(span, '.'));
        return Ok(());
    }
    let is_code = CODES.contains(&name) || name == "Prtry" && matches!(parent, "Sts" | "CdOrPrtry");
    if NUMBERS.contains(&name) && is_number
        || is_code && has_form_of_code(value)
        || name.ends_with("Ccy") && Currency::parse(value).is_ok()
        || (name.ends_with("Dt") || name.ends_with("Tm"))
            && is_date(value)
            && !name.contains("Birth")
    {
        return Ok(());
    }
    match text.get(span.start..span.end) {
        // A CDATA section has no entities.
        Some(raw) if raw.starts_with("<![CDATA[") => {
            fields.push(PrivateValue::text(Span::new(
                span.start + 9,
                span.end.saturating_sub(3),
            )));
            Ok(())
        }
        _ => push_between_entities(text, span, fields),
    }
}

/// Whether a text is a truth value or a code of at most four letters and digits in upper case.
fn has_form_of_code(value: &str) -> bool {
    matches!(value, "true" | "false")
        || value.len() <= 4
            && value
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Whether a text is a date, or a date with a time or a time zone.
fn is_date(value: &str) -> bool {
    let Some((day, rest)) = value.split_at_checked(10) else {
        return false;
    };
    let (time, zone) = rest.split_at(rest.find(['Z', '+', '-']).unwrap_or(rest.len()));
    let has_form = |text: &str, form: &str| {
        text.len() == form.len()
            && text
                .bytes()
                .zip(form.bytes())
                .all(|(byte, form)| byte == form || form == b'0' && byte.is_ascii_digit())
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    Date::parse(day).is_ok()
        && (time.is_empty() || has_form(time, "T00:00:00"))
        && (1..=9).contains(&fraction.len())
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && (matches!(zone, "" | "Z") || has_form(zone, "+00:00") || has_form(zone, "-00:00"))
}

/// Adds what is between the entities of a text.
fn push_between_entities(
    text: &str,
    span: Span,
    fields: &mut Vec<PrivateValue>,
) -> Result<(), PrivateValuesError> {
    push_between_references(text, span, read_entity, fields)
}

/// Returns the character of an entity at the start of a text, and the length of the entity.
fn read_entity(text: &str) -> Option<(char, usize)> {
    let entity = text.split_inclusive(';').next()?;
    let character = unescape(entity)?.chars().next()?;
    Some((character, entity.len()))
}

/// Returns the name of an element with its prefix.
fn name_at(text: &str, start: usize) -> &str {
    let rest = text.get(start..).certain();
    let is_of_name = |character: char| character.is_alphanumeric() || "_-.:".contains(character);
    rest.get(
        ..rest
            .find(|character| !is_of_name(character))
            .unwrap_or(rest.len()),
    )
    .unwrap_or_default()
}

/// Adds everything from an offset on but the known names of elements.
fn push_after_fault(
    text: &str,
    from: usize,
    known: &HashSet<&str>,
    fields: &mut Vec<PrivateValue>,
) {
    let mut start = from;
    for (at, _) in text.match_indices('<').skip_while(|(at, _)| *at < from) {
        let is_end = text.get(at + 1..).is_some_and(|rest| rest.starts_with('/'));
        let begin = at + 1 + usize::from(is_end);
        let name = name_at(text, begin);
        if known.contains(name) {
            fields.push(PrivateValue::text(Span::new(start, begin)));
            start = begin + name.len();
        }
    }
    fields.push(PrivateValue::text(Span::new(start, text.len())));
}

/// Adds the comments and processing instructions between two parts of a document, except for the declaration of XML.
fn push_passed_over(text: &str, span: Span, fields: &mut Vec<PrivateValue>) {
    let mut start = span.start;
    while let Some(found) = text.get(start..span.end).and_then(|rest| rest.find('<')) {
        let rest = text.get(start + found..span.end).certain();
        let Some((begin, end)) = [("<!--", "-->"), ("<?", "?>")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin))
        else {
            start += found + 1;
            continue;
        };
        let inside = start + found + begin.len();
        let length = text
            .get(inside..span.end)
            .and_then(|rest| rest.find(end))
            .unwrap_or(span.end - inside);
        start = inside + length;
        if !text.get(inside..start).is_some_and(is_declaration) {
            fields.push(PrivateValue::text(Span::new(inside, start)));
        }
        start = (start + end.len()).min(span.end);
    }
}

/// Whether the content of a processing instruction is the declaration of XML.
fn is_declaration(content: &str) -> bool {
    let mut parts = content.split_whitespace();
    let is_known = |part: &str| {
        ["version=", "encoding=", "standalone="]
            .iter()
            .any(|known| part.starts_with(known))
    };
    parts.next() == Some("xml") && parts.all(is_known)
}
