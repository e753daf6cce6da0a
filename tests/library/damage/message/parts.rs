//! The parts of a message that damage is done to, found without the readers of the library: entries, amounts, days, directions, balances and references.

use std::ops::Range;

/// A place in the bytes of a message.
pub(crate) type Place = Range<usize>;

/// How a message is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    Camt,
    Mt940,
    Ofx,
    Qif,
}

/// A message with its parts. A character stands for a byte, so nothing is lost whatever the encoding is.
pub(crate) struct Message {
    pub(crate) form: Form,
    pub(crate) text: String,
    pub(crate) statements: Vec<Place>,
    pub(crate) entries: Vec<Place>,
    /// The amount of each entry, without its sign.
    pub(crate) amounts: Vec<Place>,
    pub(crate) days: Vec<Place>,
    pub(crate) directions: Vec<Place>,
    /// The amounts of balances.
    pub(crate) balances: Vec<Place>,
    pub(crate) currencies: Vec<Place>,
    pub(crate) references: Vec<Place>,
    pub(crate) texts: Vec<Place>,
}

impl Message {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        // Places are bytes of the text, so it must have one for each character; others are only damaged as a whole.
        if !text.is_ascii() {
            return Self::read(&ascii(bytes)).filter(|message| !message.entries.is_empty());
        }
        let form = form_of(&text)?;
        let mut message = Self {
            form,
            statements: Vec::new(),
            entries: Vec::new(),
            amounts: Vec::new(),
            days: Vec::new(),
            directions: Vec::new(),
            balances: Vec::new(),
            currencies: Vec::new(),
            references: Vec::new(),
            texts: Vec::new(),
            text,
        };
        match form {
            Form::Camt => message.find_in_camt(),
            Form::Mt940 => message.find_in_mt940(),
            Form::Ofx => message.find_in_ofx(),
            Form::Qif => message.find_in_qif(),
        }
        Some(message)
    }

    fn find_in_camt(&mut self) {
        let text = self.text.clone();
        let all = 0..text.len();
        self.statements = ["Stmt", "Rpt", "Ntfctn"]
            .iter()
            .flat_map(|name| elements(&text, &all, name))
            .collect();
        self.entries = elements(&text, &all, "Ntry");
        for entry in self.entries.clone() {
            self.amounts.extend(first_content(&text, &entry, "Amt"));
            self.directions
                .extend(first_content(&text, &entry, "CdtDbtInd"));
            for name in ["BookgDt", "ValDt"] {
                let date = elements(&text, &entry, name).into_iter().next();
                self.days
                    .extend(date.and_then(|date| first_content(&text, &date, "Dt")));
            }
            self.references
                .extend(first_content(&text, &entry, "AcctSvcrRef"));
            self.texts.extend(first_content(&text, &entry, "Ustrd"));
            self.currencies.extend(attribute(&text, &entry, "Ccy"));
        }
        for balance in elements(&text, &all, "Bal") {
            self.balances.extend(first_content(&text, &balance, "Amt"));
        }
    }

    fn find_in_mt940(&mut self) {
        let text = self.text.clone();
        let lines = lines(&text);
        let mut begin = None;
        for (index, line) in lines.iter().enumerate() {
            let content = &text[line.clone()];
            if let Some(rest) = content.strip_prefix(":61:") {
                self.find_in_line(line.start + 4, rest);
                let following = &lines[index + 1..];
                let end = following.iter().find(|next| {
                    let next = &text[(*next).clone()];
                    next.starts_with(':') && !next.starts_with(":86:") || next.starts_with('-')
                });
                let end = end.map_or(text.len(), |next| next.start);
                self.entries.push(line.start..end);
            } else if content.starts_with(":60") || content.starts_with(":62") {
                let amount = content.trim_end().rfind(|c: char| c.is_ascii_alphabetic());
                if let Some(at) = amount.filter(|at| *at > 5) {
                    let end = content.trim_end().len();
                    self.balances.push(line.start + at + 1..line.start + end);
                    self.currencies
                        .push(line.start + at - 2..line.start + at + 1);
                }
            } else if content.starts_with(":86:") {
                let end = content.trim_end().len();
                self.texts.push(line.start + 4..line.start + end.max(4));
            }
            if content.starts_with(":20:")
                && let Some(begin) = begin.replace(line.start)
            {
                self.statements.push(begin..line.start);
            }
        }
        if let Some(begin) = begin {
            self.statements.push(begin..text.len());
        }
    }

    /// Finds the parts of what follows `:61:`.
    fn find_in_line(&mut self, start: usize, rest: &str) {
        if rest.len() < 6 || !rest.as_bytes()[..6].iter().all(u8::is_ascii_digit) {
            return;
        }
        self.days.push(start..start + 6);
        let mut at = 6;
        if rest[at..].len() > 4 && rest[at..at + 4].bytes().all(|byte| byte.is_ascii_digit()) {
            at += 4;
        }
        let mark = rest[at..]
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        self.directions.push(start + at..start + at + mark);
        at += mark;
        let digits = rest[at..]
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || *byte == b',');
        let end = at + digits.count();
        self.amounts.push(start + at..start + end);
        if let Some(slashes) = rest.find("//") {
            self.references
                .push(start + slashes + 2..start + rest.trim_end().len());
        }
    }

    fn find_in_ofx(&mut self) {
        let text = self.text.clone();
        let all = 0..text.len();
        self.statements = ["STMTTRNRS", "CCSTMTTRNRS"]
            .iter()
            .flat_map(|name| elements(&text, &all, name))
            .collect();
        self.entries = elements(&text, &all, "STMTTRN");
        for entry in self.entries.clone() {
            let amount = value_of(&text, &entry, "TRNAMT");
            self.amounts.extend(amount.map(|place| {
                let sign = text[place.clone()].starts_with(['-', '+']);
                place.start + usize::from(sign)..place.end
            }));
            self.days.extend(
                value_of(&text, &entry, "DTPOSTED")
                    .map(|place| place.start..place.end.min(place.start + 8)),
            );
            self.references.extend(value_of(&text, &entry, "FITID"));
            self.texts.extend(value_of(&text, &entry, "NAME"));
        }
        for balance in elements(&text, &all, "LEDGERBAL") {
            self.balances.extend(value_of(&text, &balance, "BALAMT"));
        }
        self.currencies.extend(value_of(&text, &all, "CURDEF"));
    }

    fn find_in_qif(&mut self) {
        let text = self.text.clone();
        let mut begin = None;
        for line in lines(&text) {
            let content = &text[line.clone()];
            let value = line.start + 1..line.start + content.trim_end().len().max(1);
            match content.as_bytes().first() {
                Some(b'!') => begin = None,
                Some(b'^') => {
                    if let Some(begin) = begin.take() {
                        self.entries.push(begin..line.end);
                    }
                    continue;
                }
                Some(b'T') => {
                    let sign = text[value.clone()].starts_with(['-', '+']);
                    self.amounts
                        .push(value.start + usize::from(sign)..value.end);
                }
                Some(b'D') => self.days.push(value),
                Some(b'P') => self.texts.push(value),
                _ => {}
            }
            if !content.starts_with('!') {
                begin.get_or_insert(line.start);
            }
        }
    }
}

/// Replaces what is no ASCII, so that places are bytes. What stands in the texts changes no law.
fn ascii(bytes: &[u8]) -> Vec<u8> {
    let text = bytes.iter();
    text.map(|byte| if byte.is_ascii() { *byte } else { b'x' })
        .collect()
}

fn form_of(text: &str) -> Option<Form> {
    if text.contains("Document") && text.contains("Ntry>") {
        Some(Form::Camt)
    } else if text.contains("<OFX>") {
        Some(Form::Ofx)
    } else if text.contains(":61:") {
        Some(Form::Mt940)
    } else if text.trim_start().starts_with('!') {
        Some(Form::Qif)
    } else {
        None
    }
}

/// Returns the lines with their ends.
pub(crate) fn lines(text: &str) -> Vec<Place> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let place = start..start + line.len();
        start = place.end;
        place
    });
    lines.collect()
}

/// Returns the elements with a name, with any prefix of a namespace. None of them has one of the same name inside.
fn elements(text: &str, within: &Place, name: &str) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = within.start;
    while let Some(open) = text[at..within.end].find('<').map(|offset| at + offset) {
        at = open + 1;
        let rest = &text[at..within.end];
        let end = rest.find(['>', ' ', '\n', '\r', '/']).unwrap_or(rest.len());
        let tag = &rest[..end];
        if tag.rsplit(':').next() != Some(name) {
            continue;
        }
        let close = format!("</{tag}>");
        let Some(length) = text[at..within.end].find(&close) else {
            continue;
        };
        let end = at + length + close.len();
        found.push(open..end);
        at = end;
    }
    found
}

/// Returns the text in the first element with a name, without blanks.
fn first_content(text: &str, within: &Place, name: &str) -> Option<Place> {
    let element = elements(text, within, name).into_iter().next()?;
    let start = element.start + text[element.clone()].find('>')? + 1;
    let end = element.start + text[element].rfind("</")?;
    Some(start..end.max(start))
}

fn attribute(text: &str, within: &Place, name: &str) -> Option<Place> {
    let before = format!("{name}=\"");
    let start = within.start + text[within.clone()].find(&before)? + before.len();
    let length = text[start..within.end].find('"')?;
    Some(start..start + length)
}

/// Returns the value of an SGML element, which may not be closed.
fn value_of(text: &str, within: &Place, name: &str) -> Option<Place> {
    let tag = format!("<{name}>");
    let start = within.start + text[within.clone()].find(&tag)? + tag.len();
    let rest = &text[start..within.end];
    let length = rest.find(['<', '\r', '\n']).unwrap_or(rest.len());
    Some(start..start + length)
}
