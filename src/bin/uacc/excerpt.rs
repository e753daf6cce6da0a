use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use universal_accounting::internals::source::Decoded;
use universal_accounting::report::{Finding, Policy, Report, Rule, RuleCount, Severity};

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
    findings(input, report, policy).iter().for_each(output::say);
}

/// The findings for people: for each rule the first ones with the faulty line, unless the policy keeps it out, then where the others are.
pub(crate) fn findings(input: &Input, report: &Report, policy: &Policy) -> Vec<String> {
    let decoded = (!policy.is_redacted()).then(|| Decoded::from_bytes(&input.bytes));
    let file = &clean(&input.name);
    let mut told: Vec<&Rule> = Vec::new();
    let mut texts = Vec::new();
    for Finding { rule, .. } in &report.findings {
        if told.contains(rule) {
            continue;
        }
        told.push(rule);
        let all: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == *rule).collect();
        let (first, rest) = all.split_at(SHOWN.min(all.len()));
        texts.extend(first.iter().map(|finding| rendered(file, decoded.as_ref(), finding) + "\n"));
        let count = report.counts.iter().find(|count| count.rule == *rule && !rest.is_empty());
        texts.extend(count.map(|count| further(count, rest) + "\n"));
    }
    texts
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn rendered(file: &str, decoded: Option<&Decoded<'_>>, finding: &Finding) -> String {
    let mut group =
        Group::with_title(level(finding.severity).primary_title(clean(&finding.message())).id(finding.rule.id));
    let label = label(finding);
    let mut place = format!("{file}:{}:{}", finding.line, finding.column);
    // A finding about the file as a whole points at no line of it.
    let whole = finding.span.start == 0 && finding.span.is_empty();
    let window = decoded.filter(|_| !whole).map(|decoded| Window::of(decoded, finding));
    let has_window = window.is_some();
    if let Some(Window { text, span }) = window {
        let annotation = AnnotationKind::Primary.span(span.start..span.end).label(label);
        group = group.element(Snippet::source(text).line_start(finding.line).fold(false).annotation(annotation));
    } else if whole {
        file.clone_into(&mut place);
    } else if !label.is_empty() {
        place = format!("{place}: {label}");
    }
    group = group.element(Level::HELP.message(clean(&finding.help())));
    if let Some(fix) = &finding.fix {
        let kind = if fix.safe { "safe fix" } else { "possible fix" };
        let what = if fix.replacement.is_empty() { "take it away".to_owned() } else { clean(&fix.replacement) };
        group = group.element(Level::NOTE.message(format!("{kind}: {what}")));
    }
    let text = Renderer::styled().render(&[group]);
    // The snippet is cut out of its line, so only we know its column.
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if has_window {
        let indent = finding.line.to_string().len();
        return format!("{title}\n{:indent$}--> {place}\n{rest}", "");
    }
    format!("{title}\n --> {place}\n  {}", rest.trim_start_matches([' ', '|', '\n']))
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
fn further(count: &RuleCount, rest: &[&Finding]) -> String {
    let lines: Vec<usize> = rest.iter().map(|finding| finding.line).collect();
    let records: Option<Vec<usize>> = rest.iter().map(|finding| Some(finding.item.as_ref()?.index)).collect();
    let one_line = lines.len() > 1 && lines.iter().all(|line| lines.first() == Some(line));
    let (what, mut places) = match records {
        Some(records) if one_line => ("record", records),
        _ => ("line", lines),
    };
    places.dedup();
    let plural = if places.len() == 1 { "" } else { "s" };
    let named = places.iter().take(NAMED).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if places.len() > NAMED || count.count > rest.len() + SHOWN { ", …" } else { "" };
    let text = format!("{} more like this, in {what}{plural} {named}{more}", count.count - SHOWN.min(count.count));
    let title = level(count.severity).primary_title(text).id(count.rule.id);
    Renderer::styled().render(&[Group::with_title(title)])
}

pub(crate) fn sums(report: &Report) -> String {
    let counted = |number, word| if number == 0 { format!("no {word}s") } else { number_of(number, word) };
    format!("{}, {}", counted(report.errors, "error"), counted(report.warnings, "warning"))
}

pub(crate) fn number_of(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
