//! The certificate as a page.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::canonical;
use super::model::{Certificate, CertifiedAccount, CertifiedDocument, Fingerprint};
use super::words::{self, translate};
use crate::report::{Language, Words};
use crate::source::Certain;

/// What stands before and after the JSON in the page.
pub(super) const DATA_START: &str = "<pre id=\"certificate\">";
pub(super) const DATA_END: &str = "</pre>";
/// What stands before and after the SHA-256 of everything above it, in the last line of the page.
pub(super) const HASH_START: &str = "<!-- sha256 ";
pub(super) const HASH_END: &str = " -->\n";

const STYLE: &str = "\
body{font:9pt/1.3 system-ui,sans-serif;margin:1.2cm;color:#111}\
h1{font-size:15pt;margin:0 0 .2em}h2{font-size:10.5pt;margin:.9em 0 .2em}p{margin:.2em 0}\
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #bbb;padding:.1em .4em;text-align:left;vertical-align:top}\
td.number,th.number{text-align:right;white-space:nowrap}code{font-size:7.5pt;word-break:break-all}pre{font-size:7pt;white-space:pre-wrap}\
@page{size:A4;margin:1cm}@media print{body{margin:0}details{display:none}}";

impl Certificate {
    /// Returns the certificate as a page in the language of its settings, which prints on one sheet where few accounts are in it, and contains the JSON too. It
    /// needs no other file and runs no script.
    #[must_use]
    pub fn to_html(&self) -> String {
        let language = Language::parse(&self.settings.language).unwrap_or(Language::English);
        let mut page = Page {
            html: String::new(),
            language,
        };
        page.write(self);
        let hash = canonical::hex(page.html.as_bytes());
        page.html + HASH_START + &hash + HASH_END
    }
}

struct Page {
    html: String,
    language: Language,
}

impl Page {
    fn write(&mut self, certificate: &Certificate) {
        let (title, about) = (
            words::TITLE.text(self.language),
            words::ABOUT.text(self.language),
        );
        self.push("<!DOCTYPE html>\n<html lang=\"");
        self.push(self.language.code());
        self.push("\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>");
        self.text(title);
        self.push("</title>\n<style>");
        self.push(STYLE);
        self.push("</style>\n</head>\n<body>\n<h1>");
        self.text(title);
        self.push("</h1>\n");
        self.line(about);
        let program = format!(
            "{}: universal-accounting {}",
            words::WRITTEN_BY.text(self.language),
            certificate.program
        );
        self.line(&program);
        if let Some(created) = &certificate.created {
            let created = format!("{}: {created}", words::CREATED.text(self.language));
            self.line(&created);
        }
        self.accounts(certificate);
        self.calendar(certificate);
        self.statements(certificate);
        self.fingerprints(&words::INPUTS, &certificate.inputs);
        self.files(certificate);
        self.documents(&certificate.documents);
        self.fingerprints(&words::OUTPUTS, &certificate.outputs);
        self.settings(certificate);
        self.data(certificate);
        self.push("</body>\n</html>\n");
    }

    fn accounts(&mut self, certificate: &Certificate) {
        let rows = certificate.accounts.iter();
        let rows: Vec<Vec<String>> = rows.map(|account| self.account(account)).collect();
        self.table(&words::ACCOUNTS, &words::ACCOUNT_COLUMNS, &rows, 4);
        for account in &certificate.accounts {
            self.reasons(account);
        }
    }

    fn account(&self, account: &CertifiedAccount) -> Vec<String> {
        let verdict = translate(&account.balance, self.language);
        let verdict = if account.confirmed < account.transactions && account.confirmed > 0 {
            format!("{verdict} ({}/{})", account.confirmed, account.transactions)
        } else {
            verdict.to_owned()
        };
        vec![
            or_unknown(account.account.as_ref()),
            or_unknown(account.currency.as_ref()),
            or_unknown(account.first.as_ref()),
            or_unknown(account.last.as_ref()),
            account.transactions.to_string(),
            or_unknown(account.opening.as_ref()),
            or_unknown(account.credit.as_ref()),
            or_unknown(account.debit.as_ref()),
            or_unknown(account.closing.as_ref()),
            verdict,
        ]
    }

    /// Says what no balance confirms, and why.
    fn reasons(&mut self, account: &CertifiedAccount) {
        let unconfirmed = account.unconfirmed.iter().map(|rows| {
            let reason = translate(&rows.reason, self.language);
            format!("{}: {reason}", rows.transactions)
        });
        let doubts = account.doubts.iter();
        let doubts = doubts.map(|doubt| translate(doubt, self.language).to_owned());
        let reasons: Vec<String> = unconfirmed.chain(doubts).collect();
        if reasons.is_empty() {
            return;
        }
        let (account, about) = (
            or_unknown(account.account.as_ref()),
            words::NO_BALANCE_CONFIRMS.text(self.language),
        );
        let line = format!("{account}: {about}: {}", reasons.join("; "));
        self.line(&line);
    }

    fn calendar(&mut self, certificate: &Certificate) {
        let mut rows = Vec::new();
        for account in &certificate.accounts {
            for days in &account.days {
                let coverage = translate(&days.coverage, self.language).to_owned();
                let name = or_unknown(account.account.as_ref());
                rows.push(vec![name, days.from.clone(), days.until.clone(), coverage]);
            }
        }
        let [account, _, from, to, ..] = &words::ACCOUNT_COLUMNS;
        let [.., balances] = &words::ACCOUNT_COLUMNS;
        self.table(
            &words::CALENDAR,
            &[
                Words(account.0),
                Words(from.0),
                Words(to.0),
                Words(balances.0),
            ],
            &rows,
            4,
        );
    }

    fn statements(&mut self, certificate: &Certificate) {
        let statements = certificate
            .accounts
            .iter()
            .flat_map(|account| &account.statements);
        let rows: Vec<Vec<String>> = statements
            .map(|statement| {
                vec![
                    statement.file.clone(),
                    statement.number.clone().unwrap_or_default(),
                    or_unknown(statement.from.as_ref()),
                    or_unknown(statement.until.as_ref()),
                    or_unknown(statement.opening.as_ref()),
                    or_unknown(statement.closing.as_ref()),
                    statement.transactions.to_string(),
                    translate(&statement.balance, self.language).to_owned(),
                ]
            })
            .collect();
        self.table(&words::STATEMENTS, &words::STATEMENT_COLUMNS, &rows, 4);
    }

    fn files(&mut self, certificate: &Certificate) {
        let files = certificate.files.iter();
        let rows: Vec<Vec<String>> = files
            .map(|file| {
                let format = [&file.institution, &file.format, &file.variant];
                let format: Vec<&str> = format.into_iter().filter_map(Option::as_deref).collect();
                let counts = [
                    file.rows,
                    file.transactions,
                    file.details,
                    file.skipped,
                    file.rejected,
                ];
                let mut row = vec![file.name.clone(), format.join(", ")];
                row.extend(counts.map(|count| count.to_string()));
                row.push(translate(&file.balance, self.language).to_owned());
                row
            })
            .collect();
        self.table(&words::FILES, &words::SOURCE_COLUMNS, &rows, 2);
    }

    fn documents(&mut self, documents: &[CertifiedDocument]) {
        let documents = documents.iter();
        let named: Vec<Fingerprint> = documents
            .map(|document| {
                let kind = translate(&document.kind, self.language);
                Fingerprint {
                    name: format!("{kind}: {}", document.name),
                    bytes: document.bytes,
                    sha256: document.sha256.clone(),
                }
            })
            .collect();
        self.fingerprints(&words::DOCUMENTS, &named);
    }

    fn fingerprints(&mut self, heading: &Words, files: &[Fingerprint]) {
        let files = files.iter();
        let rows: Vec<Vec<String>> = files
            .map(|file| {
                vec![
                    file.name.clone(),
                    file.bytes.to_string(),
                    file.sha256.clone(),
                ]
            })
            .collect();
        self.table(heading, &words::FILE_COLUMNS, &rows, 1);
    }

    /// Lists the settings that are not the usual ones, by their names in the JSON.
    fn settings(&mut self, certificate: &Certificate) {
        let usual = serde_json::to_value(super::model::Settings::new()).certain();
        let value = serde_json::to_value(&certificate.settings).certain();
        let Some(members) = value.as_object() else {
            return;
        };
        let is_shown = |name: &str| name == "to" || members.get(name) != usual.get(name);
        let shown = members.iter().filter(|(name, _)| is_shown(name));
        let mut shown: Vec<String> = shown
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        shown.sort();
        self.heading(&words::SETTINGS);
        self.line(&shown.join(", "));
    }

    fn data(&mut self, certificate: &Certificate) {
        let hash = canonical::hash_of_content(&certificate.to_value());
        self.heading(&words::OWN_HASH);
        self.push("<p><code>");
        self.text(&hash);
        self.push("</code></p>\n<details>\n<summary>");
        self.text(words::DATA.text(self.language));
        self.push("</summary>\n");
        self.push(DATA_START);
        self.text(&certificate.to_json());
        self.push(DATA_END);
        self.push("\n</details>\n");
    }

    /// Writes a table, unless it has no rows. The columns from `numbers` on are aligned to the right, but the last one.
    fn table(&mut self, heading: &Words, columns: &[Words], rows: &[Vec<String>], numbers: usize) {
        if rows.is_empty() {
            return;
        }
        self.heading(heading);
        let class = |column: usize| {
            if column >= numbers && column + 1 < columns.len() {
                " class=\"number\""
            } else {
                ""
            }
        };
        self.push("<table>\n<tr>");
        for (index, column) in columns.iter().enumerate() {
            self.html.extend(["<th", class(index), ">"]);
            self.text(column.text(self.language));
            self.push("</th>");
        }
        self.push("</tr>\n");
        for row in rows {
            self.push("<tr>");
            for (index, cell) in row.iter().enumerate() {
                self.html.extend(["<td", class(index), ">"]);
                let is_hash = cell.len() == 64;
                self.push(if is_hash { "<code>" } else { "" });
                self.text(cell);
                self.push(if is_hash { "</code>" } else { "" });
                self.push("</td>");
            }
            self.push("</tr>\n");
        }
        self.push("</table>\n");
    }

    fn heading(&mut self, heading: &Words) {
        self.push("<h2>");
        self.text(heading.text(self.language));
        self.push("</h2>\n");
    }

    fn line(&mut self, text: &str) {
        self.push("<p>");
        self.text(text);
        self.push("</p>\n");
    }

    fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }

    fn text(&mut self, text: &str) {
        self.html.push_str(&escape(text));
    }
}

fn or_unknown(text: Option<&String>) -> String {
    text.map_or_else(|| "?".to_owned(), String::clone)
}

/// Escapes a text, so that nothing in a name or an account is an element. Controls and marks that change the direction of a text become visible.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push('\n'),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns the text that [`escape`] has written. JSON has no control characters but line ends.
pub(super) fn unescape(html: &str) -> Cow<'_, str> {
    if !html.contains('&') {
        return Cow::Borrowed(html);
    }
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let Some((name, following)) = after.split_once(';') else {
            rest = after;
            text.push('&');
            continue;
        };
        match character_of(name) {
            Some(character) => {
                text.push(character);
                rest = following;
            }
            None => {
                text.push('&');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

fn character_of(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        _ => char::from_u32(name.strip_prefix('#')?.parse().ok()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_an_element_and_each_comes_back() {
        let text = "a</pre><script>\"&amp;\" \u{202e}é\n";
        let escaped = escape(text);
        assert_eq!(
            escaped,
            "a&lt;/pre&gt;&lt;script&gt;&quot;&amp;amp;&quot; &#8238;é\n"
        );
        assert_eq!(unescape(&escaped), text);
        assert_eq!(unescape("a & b &x; &"), "a & b &x; &");
    }
}
