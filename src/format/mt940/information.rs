//! The text of `:86:`, information to the account's owner: plain, in the numbered parts of German banks, or in the coded parts of Dutch and Belgian ones.

use std::borrow::Cow;

use super::tags::lines;
use crate::format::message::is_placeholder;
use crate::source::Certain;
use crate::transactions::{END_TO_END, MANDATE};

/// The width of a line of the tag. A line of this width may end inside a word.
const LINE_WIDTH: usize = 65;
/// The width of a numbered part for the purpose. A part of this width may end inside a word.
const PART_WIDTH: usize = 27;

/// Returns the parts of a text, in a readable order.
pub(super) fn texts(content: &str) -> Vec<Cow<'static, str>> {
    let joined = join_lines(content);
    if let Some(parts) = numbered_parts(&joined) {
        return from_numbered(&parts);
    }
    if let Some(parts) = coded_parts(&joined) {
        return from_coded(&parts);
    }
    vec![Cow::Owned(joined)]
}

/// Returns the accounts of the other party in a text, and whether the text names each an IBAN. Otherwise it may be another number.
pub(super) fn party_accounts(content: &str) -> Vec<(String, bool)> {
    let joined = join_lines(content);
    let mut accounts = Vec::new();
    if let Some(parts) = numbered_parts(&joined) {
        let numbers = parts.iter().filter(|(number, _)| matches!(number, 31 | 38));
        accounts.extend(numbers.map(|(_, text)| ((*text).trim().to_owned(), false)));
        let purpose = join_purpose(&parts);
        let (_, parts) = split_purpose(&purpose);
        let ibans = parts.iter().filter(|(code, ..)| *code == "IBAN+");
        accounts.extend(ibans.map(|(.., text)| ((*text).to_owned(), true)));
    } else if let Some(parts) = coded_parts(&joined) {
        let ibans = parts.iter().filter(|(code, _)| *code == "IBAN");
        let texts = ibans.filter_map(|(_, text)| text.split('/').next());
        accounts.extend(texts.map(|text| (text.trim().to_owned(), true)));
    }
    accounts
}

/// Joins lines: without a blank if a line is so full that a word may go on in the next one.
fn join_lines(content: &str) -> String {
    let mut joined = String::with_capacity(content.len());
    let mut is_full = true;
    for line in lines(content) {
        if !is_full {
            joined.push(' ');
        }
        joined.push_str(line);
        is_full = line.trim_end().chars().count() >= LINE_WIDTH || line.ends_with(' ');
    }
    joined.trim().to_owned()
}

/// Splits a text such as `166?00GUTSCHRIFT?20EREF+1` into its numbered parts. The sign before the numbers is what follows the three digits of the code.
fn numbered_parts(text: &str) -> Option<Vec<(u8, &str)>> {
    let (code, rest) = text.split_at_checked(3)?;
    let sign = rest
        .chars()
        .next()
        .filter(|sign| !sign.is_alphanumeric() && !sign.is_whitespace() && *sign != '/')?;
    let is_code = code.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.get(..2)?.parse::<u8>().ok();
    let parts: Vec<&str> = rest.get(sign.len_utf8()..)?.split(sign).collect();
    if !is_code || number(parts.first()?).is_none() {
        return None;
    }
    let mut numbered: Vec<(u8, &str)> = Vec::new();
    for part in parts {
        match number(part) {
            Some(number) => numbered.push((number, part.get(2..)?)),
            // The sign may also be in a text, and is then left out.
            None => numbered.push((numbered.last().map_or(20, |(number, _)| *number), part)),
        }
    }
    Some(numbered)
}

/// Joins the parts with certain numbers. A part of `width` characters may end inside a word.
fn join_parts(parts: &[(u8, &str)], numbers: impl Fn(u8) -> bool, width: usize) -> String {
    let mut joined = String::new();
    let mut is_full = true;
    for (_, part) in parts.iter().filter(|(number, _)| numbers(*number)) {
        if !is_full {
            joined.push(' ');
        }
        joined.push_str(part);
        is_full = part.chars().count() >= width || part.ends_with(' ');
    }
    joined.trim().to_owned()
}

fn join_purpose(parts: &[(u8, &str)]) -> String {
    let is_purpose = |number| matches!(number, 20..=29 | 60..=63);
    join_parts(parts, is_purpose, PART_WIDTH)
}

fn from_numbered(parts: &[(u8, &str)]) -> Vec<Cow<'static, str>> {
    let is_kind = |number| number == 0;
    let is_name = |number| matches!(number, 32 | 33);
    let is_account = |number| matches!(number, 31 | 38);
    let mut texts = vec![
        Cow::Owned(join_parts(parts, is_kind, PART_WIDTH)),
        Cow::Owned(join_parts(parts, is_name, PART_WIDTH)),
        Cow::Owned(join_parts(parts, is_account, usize::MAX)),
    ];
    push_purpose(&join_purpose(parts), &mut texts);
    texts
}

/// The codes of SEPA in a purpose, each with its label. A purpose without a label is the remittance information.
const SEPA_CODES: [(&str, Option<&str>); 12] = [
    ("SVWZ+", None),
    ("EREF+", Some(END_TO_END)),
    ("KREF+", Some("reference")),
    ("MREF+", Some(MANDATE)),
    ("CRED+", Some("creditor")),
    ("DEBT+", Some("debtor")),
    ("COAM+", Some("charges")),
    ("OAMT+", Some("original amount")),
    ("ABWA+", Some("on behalf of")),
    ("ABWE+", Some("on behalf of")),
    ("IBAN+", Some("account")),
    ("BIC+", Some("bank")),
];

/// A part of a purpose: its code of SEPA, its label and its text.
type PurposePart<'p> = (&'static str, Option<&'static str>, &'p str);

/// Splits a purpose at the codes of SEPA. Returns what is before the first one, and the parts.
fn split_purpose(purpose: &str) -> (&str, Vec<PurposePart<'_>>) {
    let mut starts: Vec<(usize, &str, Option<&str>)> = Vec::new();
    for (code, label) in SEPA_CODES {
        let places = purpose.match_indices(code);
        starts.extend(places.map(|(at, _)| (at, code, label)));
    }
    starts.sort_unstable_by_key(|(at, ..)| *at);
    let ends = starts
        .iter()
        .skip(1)
        .map(|(at, ..)| *at)
        .chain([purpose.len()]);
    let before = purpose
        .get(..starts.first().map_or(purpose.len(), |(at, ..)| *at))
        .unwrap_or_default();
    let parts = starts.iter().zip(ends).map(|((at, code, label), end)| {
        let text = purpose.get(at + code.len()..end).certain();
        (*code, *label, text.trim())
    });
    (before.trim(), parts.collect())
}

/// Adds a purpose: the remittance information first, then the references of SEPA.
fn push_purpose(purpose: &str, texts: &mut Vec<Cow<'static, str>>) {
    let (before, parts) = split_purpose(purpose);
    texts.push(Cow::Owned(before.to_owned()));
    texts.extend(
        parts
            .iter()
            .filter(|(_, label, _)| label.is_none())
            .map(|(.., text)| Cow::Owned((*text).to_owned())),
    );
    for (_, label, text) in &parts {
        push_labelled(*label, text, texts);
    }
}

fn push_labelled(label: Option<&str>, text: &str, texts: &mut Vec<Cow<'static, str>>) {
    if let Some(label) = label
        && !is_placeholder(text)
    {
        texts.push(Cow::Owned(format!("{label} {text}")));
    }
}

/// The codes of Dutch and Belgian banks, each with its label, in the order of a readable text.
const CODES: [(&str, &str); 24] = [
    ("TRTP", ""),
    ("TRCD", "kind"),
    ("NAME", ""),
    ("ORDP", ""),
    ("BENM", ""),
    ("CNTP", ""),
    ("ULTD", "on behalf of"),
    ("ULTC", "on behalf of"),
    ("IBAN", ""),
    ("REMI", ""),
    ("PURP", "purpose"),
    ("EREF", END_TO_END),
    ("PREF", "payment"),
    ("IREF", "instruction"),
    ("MARF", MANDATE),
    ("CSID", "creditor"),
    ("ORDC", "on behalf of"),
    ("RTRN", "return reason"),
    ("ISDT", "day"),
    ("BIC", "bank"),
    ("ID", "id"),
    ("ADDR", ""),
    ("OCMT", "original amount"),
    ("EXCH", "exchange rate"),
];

/// Splits a text such as `/TRTP/SEPA/IBAN/NL…/REMI/…` at its codes. A text is coded if it begins with a code.
fn coded_parts(text: &str) -> Option<Vec<(&'static str, &str)>> {
    let code_at = |at: usize| {
        let rest = text.get(at..)?.strip_prefix('/')?;
        CODES.iter().find(|(code, _)| {
            rest.strip_prefix(code)
                .is_some_and(|rest| rest.starts_with('/'))
        })
    };
    code_at(0)?;
    let starts: Vec<(usize, &str)> = text
        .match_indices('/')
        .filter_map(|(at, _)| Some((at, code_at(at)?.0)))
        .collect();
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let part = |((at, code), end): (&(usize, &'static str), usize)| {
        (*code, text.get(at + code.len() + 2..end).certain())
    };
    Some(starts.iter().zip(ends).map(part).collect())
}

fn from_coded(parts: &[(&str, &str)]) -> Vec<Cow<'static, str>> {
    let mut texts = Vec::new();
    for (code, label) in CODES {
        for (_, text) in parts.iter().filter(|(known, _)| *known == code) {
            // Slashes separate the parts of a value, such as a name and a city, or the kind of the remittance information.
            let words: Vec<&str> = text
                .split('/')
                .map(str::trim)
                .filter(|word| !word.is_empty() && *word != "USTD")
                .collect();
            let text = words.join(" ");
            if label.is_empty() {
                texts.push(Cow::Owned(text));
            } else {
                push_labelled(Some(label), &text, &mut texts);
            }
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(content: &str) -> String {
        texts(content)
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    }

    #[test]
    fn reads_each_form() {
        for (content, text) in [
            ("Miete\r\nMärz", "Miete März"),
            (
                "166?00GUTSCHRIFT?109310?20EREF+R-7?21SVWZ+Rechnung 118 vom 3.?223.2026?30BANK?31DE02?32Muster?33GmbH",
                "GUTSCHRIFT; Muster GmbH; DE02; Rechnung 118 vom 3. 3.2026; end-to-end R-7",
            ),
            ("020?00Lohn?20EREF+NOTPROVIDED SVWZ+März", "Lohn; März"),
            (
                "/TRTP/SEPA OVERBOEKING/IBAN/NL91/BIC/ABNA/NAME/J. Jansen/REMI/USTD//Factuur 7/EREF/E-1",
                "SEPA OVERBOEKING; J. Jansen; NL91; Factuur 7; end-to-end E-1; bank ABNA",
            ),
            ("12/3 a/b?c", "12/3 a/b?c"),
        ] {
            assert_eq!(joined(content), text);
        }
        let full = "x".repeat(LINE_WIDTH);
        assert_eq!(joined(&format!("{full}\nyz\na")), format!("{full}yz a"));
    }
}
