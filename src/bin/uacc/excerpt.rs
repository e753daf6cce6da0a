use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use universal_accounting::report::{Count, Finding, Report, Rule, Severity};
use universal_accounting::source::{Decoded, Span, line_at};
use universal_accounting::value::CardNumber;

/// So many findings of one rule are shown with their line; of the others the lines are named.
const SHOWN: usize = 3;

/// So many lines are named.
const NAMED: usize = 20;

/// So many characters of a line are shown before and after the fault.
const BEFORE: usize = 60;
const AFTER: usize = 70;

/// So many characters of a JSON pointer.
const POINTER: usize = 80;

/// Writes the findings for people: for each rule the first ones with the faulty line, then the lines of the others.
pub(crate) fn write(out: &mut impl Write, file: &str, source: &[u8], report: &Report) -> io::Result<()> {
    let decoded = Decoded::from_bytes(source);
    let renderer = Renderer::styled();
    let mut told: Vec<&Rule> = Vec::new();
    for first in &report.findings {
        if told.contains(&first.rule) {
            continue;
        }
        told.push(first.rule);
        let all: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == first.rule).collect();
        for finding in all.iter().take(SHOWN) {
            writeln!(out, "{}\n", rendered(&renderer, file, &decoded, finding))?;
        }
        let count = report.counts.iter().find(|count| count.rule == first.rule);
        let rest = all.get(SHOWN..).unwrap_or_default();
        if let Some(count) = count.filter(|_| !rest.is_empty()) {
            writeln!(out, "{}\n", further(&renderer, count, rest))?;
        }
    }
    Ok(())
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn rendered(renderer: &Renderer, file: &str, decoded: &Decoded<'_>, finding: &Finding) -> String {
    let mut group = Group::with_title(level(finding.severity).primary_title(finding.message()).id(finding.rule.id));
    // A finding about the file as a whole points at no line of it.
    let whole = finding.span.start == 0 && finding.span.is_empty();
    if !whole {
        let excerpt = Excerpt::of(decoded, finding);
        let annotation = AnnotationKind::Primary.span(excerpt.span.start..excerpt.span.end).label(label(finding));
        let snippet = Snippet::source(excerpt.text).line_start(finding.line).fold(false).annotation(annotation);
        group = group.element(snippet);
    }
    group = group.element(Level::HELP.message(finding.help()));
    if let Some(fix) = finding.fix.as_ref().filter(|fix| !fix.replacement.is_empty()) {
        let kind = if fix.safe { "safe fix" } else { "possible fix" };
        group = group.element(Level::NOTE.message(format!("{kind}: {}", fix.replacement)));
    }
    let text = renderer.render(&[group]);
    // The snippet is cut out of its line, so only we know its column.
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if whole {
        return format!("{title}\n--> {file}\n{rest}");
    }
    let indent = finding.line.to_string().len();
    format!("{title}\n{:indent$}--> {file}:{}:{}\n{rest}", "", finding.line, finding.column)
}

/// What the fault lies in: the column of a table, the place in a JSON document.
fn label(finding: &Finding) -> String {
    match &finding.cell {
        Some(cell) if cell.column.is_empty() => format!("row {}", cell.row),
        Some(cell) => format!("column `{}`", cell.column),
        None => match finding.pointer.char_indices().nth(POINTER) {
            Some((end, _)) => format!("{}…", finding.pointer.get(..end).unwrap_or_default()),
            None => finding.pointer.clone(),
        },
    }
}

fn further(renderer: &Renderer, count: &Count, rest: &[&Finding]) -> String {
    let mut lines: Vec<usize> = rest.iter().map(|finding| finding.line).collect();
    lines.dedup();
    let hidden = lines.len() > NAMED;
    let named = lines.iter().take(NAMED).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let text = format!(
        "{} more like this{}{named}{}",
        count.count - SHOWN.min(count.count),
        if lines.len() == 1 { ", in line " } else { ", in lines " },
        if hidden || count.count > rest.len() + SHOWN { ", …" } else { "" },
    );
    let title = level(count.severity).primary_title(text).id(count.rule.id);
    renderer.render(&[Group::with_title(title)])
}

/// How many findings there are, in words.
pub(crate) fn sums(report: &Report) -> String {
    format!("{}, {}", counted(report.errors, "error"), counted(report.warnings, "warning"))
}

pub(crate) fn counted(number: usize, word: &str) -> String {
    match number {
        0 => format!("no {word}s"),
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    }
}

/// The part of a line around a fault, card numbers masked.
struct Excerpt {
    text: String,
    /// Where the fault stands in the text.
    span: Span,
}

impl Excerpt {
    fn of(decoded: &Decoded<'_>, finding: &Finding) -> Self {
        let text = decoded.text();
        let start = offset_of(text, finding.line, finding.column);
        let line = line_at(text, start);
        let whole = text.get(line.start..line.end).unwrap_or_default();
        let within = start.saturating_sub(line.start).min(whole.len());
        let end = if finding.end_line == finding.line {
            let length = finding.end_column.saturating_sub(finding.column);
            after(whole, within, length)
        } else {
            whole.len()
        };
        let (from, to) = (before(whole, within, BEFORE), after(whole, within, AFTER));
        let end = end.min(to);
        let prefix = if from > 0 { "…" } else { "" };
        let suffix = if to < whole.len() { "…" } else { "" };
        // Masking keeps every character's length, so what is underlined stays in its place.
        let masked = match CardNumber::mask(whole.get(from..to).unwrap_or_default()) {
            Cow::Borrowed(text) => text.to_owned(),
            Cow::Owned(text) => text,
        };
        let span = Span::new(within - from + prefix.len(), end.max(within) - from + prefix.len());
        Self { text: format!("{prefix}{masked}{suffix}"), span }
    }
}

/// The offset of a line and column in the decoded text.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        let end = line_at(text, start).end;
        let rest = text.get(end..).unwrap_or_default();
        start = end + if rest.starts_with("\r\n") { 2 } else { 1 };
    }
    after(text, start, column.saturating_sub(1))
}

/// The offset `count` characters after another.
fn after(text: &str, offset: usize, count: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    rest.char_indices().nth(count).map_or(text.len(), |(index, _)| offset + index)
}

/// The offset `count` characters before another.
fn before(text: &str, offset: usize, count: usize) -> usize {
    let head = text.get(..offset).unwrap_or_default();
    head.char_indices().rev().nth(count.saturating_sub(1)).map_or(0, |(index, _)| index)
}
