//! Findings for people: each with its line, and the fault in it underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use universal_accounting::internals::source::Decoded;
use universal_accounting::report::{Finding, Policy, Report, Rule, RuleCount, Severity};

use crate::excerpt::Excerpt;
use crate::files::Input;
use crate::hints::with_hint;
use crate::language::language;
use crate::output;
use crate::sanitize::{sanitize, sanitize_and_mask, truncate};

/// How many findings of a rule are shown in full. For further findings only their lines are listed.
const MAX_SHOWN: usize = 3;

/// How many lines are listed for further findings of a rule.
const MAX_LISTED_LINES: usize = 20;

/// How many characters of a JSON pointer are shown.
const MAX_POINTER_CHARS: usize = 80;

/// What a file lacks and an argument gives, with the names of the arguments.
const NEEDS: [(&str, &str); 2] =
    [("account-missing", "--account, or --accounts for all"), ("currency-missing", "--currency")];

/// How many files are named that lack the same.
const MAX_NAMED_FILES: usize = 3;

/// Prints the findings of a file on standard error.
pub(crate) fn print(input: &Input, report: &Report, policy: &Policy) {
    render(input, report, policy).iter().for_each(output::print_note);
}

/// What several files lack, which is said once for all of them.
pub(crate) struct SharedNeeds<'f> {
    /// For each rule, the arguments that help, and the names of the files.
    needs: Vec<(&'static str, &'static str, Vec<&'f str>)>,
}

impl<'f> SharedNeeds<'f> {
    pub(crate) fn find(files: &[(&'f Input, &Report)]) -> Self {
        let needs = NEEDS.into_iter().filter_map(|(rule, arguments)| {
            let lacks = |report: &Report| report.counts.iter().any(|count| count.rule.id == rule);
            let names: Vec<&str> =
                files.iter().filter(|(_, report)| lacks(report)).map(|(input, _)| input.name.as_str()).collect();
            (names.len() > 1).then_some((rule, arguments, names))
        });
        Self { needs: needs.collect() }
    }

    /// Prints the other findings of a file.
    pub(crate) fn print_others(&self, input: &Input, report: &Report, policy: &Policy) {
        if self.needs.is_empty() {
            return print(input, report, policy);
        }
        let is_shared = |finding: &Finding| self.needs.iter().any(|(rule, ..)| finding.rule.id == *rule);
        let mut report = report.clone();
        report.findings.retain(|finding| !is_shared(finding));
        print(input, &report, policy);
    }

    /// Prints what the files lack, such as `98 files need --account, or --accounts for all: a.csv, b.csv, c.csv and 95 more`.
    pub(crate) fn print(&self) {
        for (_, arguments, names) in &self.needs {
            let named: Vec<String> = names.iter().take(MAX_NAMED_FILES).map(|name| sanitize(name)).collect();
            let more = match names.len().saturating_sub(MAX_NAMED_FILES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            output::print_note(format!("{} files need {arguments}: {}{more}", names.len(), named.join(", ")));
        }
    }
}

/// Renders the findings of a file. For each rule, shows the first findings in full, with an excerpt unless the policy redacts values, and lists
/// the lines of the others.
pub(crate) fn render(input: &Input, report: &Report, policy: &Policy) -> Vec<String> {
    let decoded = (!policy.is_redacted()).then(|| Decoded::from_bytes(&input.bytes));
    let file = &sanitize(&input.name);
    let mut rendered_rules: Vec<&Rule> = Vec::new();
    let mut texts = Vec::new();
    for Finding { rule, .. } in &report.findings {
        if rendered_rules.contains(rule) {
            continue;
        }
        rendered_rules.push(rule);
        let all: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == *rule).collect();
        let (first, further) = all.split_at(MAX_SHOWN.min(all.len()));
        texts.extend(first.iter().map(|finding| render_finding(file, decoded.as_ref(), finding) + "\n"));
        let count = report.counts.iter().find(|count| count.rule == *rule && !further.is_empty());
        texts.extend(count.map(|count| render_further(count, further) + "\n"));
    }
    texts
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn render_finding(file: &str, decoded: Option<&Decoded<'_>>, finding: &Finding) -> String {
    let mut group = Group::with_title(
        level(finding.severity).primary_title(sanitize(&finding.message_in(language()))).id(finding.rule.id),
    );
    let label = label(finding);
    let mut location = format!("{file}:{}:{}", finding.line, finding.column);
    let is_about_file = (finding.span.start, finding.span.end) == (0, 0);
    let excerpt = decoded.filter(|_| !is_about_file).map(|decoded| Excerpt::new(decoded, finding));
    let has_excerpt = excerpt.is_some();
    if let Some(Excerpt { text, span }) = excerpt {
        let annotation = AnnotationKind::Primary.span(span.start..span.end).label(label);
        group = group.element(Snippet::source(text).line_start(finding.line).fold(false).annotation(annotation));
    } else if is_about_file {
        file.clone_into(&mut location);
    } else if !label.is_empty() {
        location = format!("{location}: {label}");
    }
    group = group.element(Level::HELP.message(sanitize(&with_hint(
        finding.rule.id,
        finding.help_in(language()),
        language(),
    ))));
    if let Some(fix) = &finding.fix {
        let kind = if fix.safe { "safe fix" } else { "unsafe fix" };
        let replacement = if fix.replacement.is_empty() { "remove it".to_owned() } else { sanitize(&fix.replacement) };
        group = group.element(Level::NOTE.message(format!("{kind}: {replacement}")));
    }
    let text = Renderer::styled().render(&[group]);
    // The renderer gets an excerpt, so it does not know the column in the line. Write the location here.
    let (title, body) = text.split_once('\n').unwrap_or((&text, ""));
    if has_excerpt {
        let indent = finding.line.to_string().len();
        return format!("{title}\n{:indent$}--> {location}\n{body}", "");
    }
    format!("{title}\n --> {location}\n  {}", body.trim_start_matches([' ', '|', '\n']))
}

/// Returns the column or row of a table, or the JSON pointer, that a finding is about.
fn label(finding: &Finding) -> String {
    match &finding.cell {
        Some(cell) if cell.column.is_empty() => format!("row {}", cell.row),
        Some(cell) => format!("column `{}`", sanitize_and_mask(&cell.column)),
        None => truncate(&finding.pointer, MAX_POINTER_CHARS),
    }
}

/// Renders where the further findings of a rule are: their lines, or their records if all are in one line.
fn render_further(count: &RuleCount, further: &[&Finding]) -> String {
    let lines: Vec<usize> = further.iter().map(|finding| finding.line).collect();
    let records: Option<Vec<usize>> = further.iter().map(|finding| Some(finding.item.as_ref()?.index)).collect();
    let one_line = lines.len() > 1 && lines.iter().all(|line| lines.first() == Some(line));
    let (unit, mut numbers) = match records {
        Some(records) if one_line => ("record", records),
        _ => ("line", lines),
    };
    numbers.dedup();
    let plural = if numbers.len() == 1 { "" } else { "s" };
    let listed = numbers.iter().take(MAX_LISTED_LINES).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if numbers.len() > MAX_LISTED_LINES || count.count > further.len() + MAX_SHOWN { ", …" } else { "" };
    let text = format!("{} more like this, in {unit}{plural} {listed}{more}", count.count - MAX_SHOWN.min(count.count));
    let title = level(count.severity).primary_title(text).id(count.rule.id);
    Renderer::styled().render(&[Group::with_title(title)])
}

/// Describes the counts, such as `1 error, no warnings`.
pub(crate) fn count_errors_and_warnings(report: &Report) -> String {
    let counted = |number, word| if number == 0 { format!("no {word}s") } else { pluralize(number, word) };
    format!("{}, {}", counted(report.errors, "error"), counted(report.warnings, "warning"))
}

/// Puts a number before a word, such as `1 row` or `3 rows`.
pub(crate) fn pluralize(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
