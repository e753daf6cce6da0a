use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use universal_accounting::report::{Count, Finding, Policy, Report, Rule, Severity};
use universal_accounting::source::Decoded;

use crate::files::Input;
use crate::output;
use crate::window::{Window, clean, clean_and_masked, shortened};

/// So many findings of one rule are shown with their line; of the others the lines are named.
const SHOWN: usize = 3;

/// So many lines are named.
const NAMED: usize = 20;

/// So many characters of a JSON pointer.
const POINTER: usize = 80;

/// Tells on standard error what was found in a file.
pub(crate) fn tell(input: &Input, report: &Report, policy: &Policy) {
    findings(&input.name, &input.bytes, report, policy).iter().for_each(output::say);
}

/// The findings for people: for each rule the first ones with the faulty line, unless the policy keeps it out, then where the others are.
pub(crate) fn findings(file: &str, source: &[u8], report: &Report, policy: &Policy) -> Vec<String> {
    let decoded = (!policy.is_redacted()).then(|| Decoded::from_bytes(source));
    let renderer = Renderer::styled();
    let file = &clean(file);
    let mut told: Vec<&Rule> = Vec::new();
    let mut texts = Vec::new();
    for first in &report.findings {
        if told.contains(&first.rule) {
            continue;
        }
        told.push(first.rule);
        let all: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == first.rule).collect();
        texts.extend(
            all.iter().take(SHOWN).map(|finding| format!("{}\n", rendered(&renderer, file, decoded.as_ref(), finding))),
        );
        let count = report.counts.iter().find(|count| count.rule == first.rule);
        let rest = all.get(SHOWN..).unwrap_or_default();
        if let Some(count) = count.filter(|_| !rest.is_empty()) {
            texts.push(format!("{}\n", further(&renderer, count, rest)));
        }
    }
    texts
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn rendered(renderer: &Renderer, file: &str, decoded: Option<&Decoded<'_>>, finding: &Finding) -> String {
    let mut group =
        Group::with_title(level(finding.severity).primary_title(clean(&finding.message())).id(finding.rule.id));
    // A finding about the file as a whole points at no line of it.
    let whole = finding.span.start == 0 && finding.span.is_empty();
    if let Some(decoded) = decoded.filter(|_| !whole) {
        let window = Window::of(decoded, finding);
        let annotation = AnnotationKind::Primary.span(window.span.start..window.span.end).label(label(finding));
        let snippet = Snippet::source(window.text).line_start(finding.line).fold(false).annotation(annotation);
        group = group.element(snippet);
    }
    group = group.element(Level::HELP.message(clean(&finding.help())));
    if let Some(fix) = &finding.fix {
        let kind = if fix.safe { "safe fix" } else { "possible fix" };
        let what = if fix.replacement.is_empty() { "take it away".to_owned() } else { clean(&fix.replacement) };
        group = group.element(Level::NOTE.message(format!("{kind}: {what}")));
    }
    let text = renderer.render(&[group]);
    // The snippet is cut out of its line, so only we know its column.
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if whole || decoded.is_none() {
        let rest = rest.trim_start_matches([' ', '|', '\n']);
        let label = label(finding);
        let place = match (whole, label.is_empty()) {
            (true, _) => String::new(),
            (false, true) => format!(":{}:{}", finding.line, finding.column),
            (false, false) => format!(":{}:{}: {label}", finding.line, finding.column),
        };
        return format!("{title}\n --> {file}{place}\n  {rest}");
    }
    let indent = finding.line.to_string().len();
    format!("{title}\n{:indent$}--> {file}:{}:{}\n{rest}", "", finding.line, finding.column)
}

/// What the fault lies in: the column of a table, the place in a JSON document.
fn label(finding: &Finding) -> String {
    match &finding.cell {
        Some(cell) if cell.column.is_empty() => format!("row {}", cell.row),
        Some(cell) => format!("column `{}`", clean_and_masked(&cell.column)),
        None => shortened(&finding.pointer, POINTER),
    }
}

/// Where further findings of a rule are: by line, or by record where all stand in one line.
fn further(renderer: &Renderer, count: &Count, rest: &[&Finding]) -> String {
    let one_line =
        rest.len() > 1 && rest.iter().all(|finding| finding.line == rest.first().map_or(0, |first| first.line));
    let records =
        || rest.iter().map(|finding| finding.item.as_ref().map(|item| item.index)).collect::<Option<Vec<_>>>();
    let (what, mut places) = match records().filter(|_| one_line) {
        Some(records) => ("record", records),
        None => ("line", rest.iter().map(|finding| finding.line).collect()),
    };
    places.dedup();
    let hidden = places.len() > NAMED || count.count > rest.len() + SHOWN;
    let plural = if places.len() == 1 { "" } else { "s" };
    let named = places.iter().take(NAMED).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if hidden { ", …" } else { "" };
    let text = format!("{} more like this, in {what}{plural} {named}{more}", count.count - SHOWN.min(count.count));
    let title = level(count.severity).primary_title(text).id(count.rule.id);
    renderer.render(&[Group::with_title(title)])
}

/// How many findings there are, in words.
pub(crate) fn sums(report: &Report) -> String {
    format!("{}, {}", counted(report.errors, "error"), counted(report.warnings, "warning"))
}

fn counted(number: usize, word: &str) -> String {
    if number == 0 { format!("no {word}s") } else { number_of(number, word) }
}

/// A number and its word.
pub(crate) fn number_of(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
