use std::io::{self, Write};

use crate::window::{Window, clean};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use universal_accounting::report::{Count, Finding, Report, Rule, Severity};
use universal_accounting::source::Decoded;

/// So many findings of one rule are shown with their line; of the others the lines are named.
const SHOWN: usize = 3;

/// So many lines are named.
const NAMED: usize = 20;

/// So many characters of a JSON pointer.
const POINTER: usize = 80;

/// Writes the findings for people: for each rule the first ones with the faulty line, then the lines of the others.
pub(crate) fn write(out: &mut impl Write, file: &str, source: &[u8], report: &Report) -> io::Result<()> {
    let decoded = Decoded::from_bytes(source);
    let renderer = Renderer::styled();
    let file = &clean(file);
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
        let window = Window::of(decoded, finding);
        let annotation = AnnotationKind::Primary.span(window.span.start..window.span.end).label(label(finding));
        let snippet = Snippet::source(window.text).line_start(finding.line).fold(false).annotation(annotation);
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
        Some(cell) => format!("column `{}`", clean(&cell.column)),
        None => match finding.pointer.char_indices().nth(POINTER) {
            Some((end, _)) => format!("{}…", clean(finding.pointer.get(..end).unwrap_or_default())),
            None => clean(&finding.pointer),
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
