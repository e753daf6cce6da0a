//! Findings for people: each with its line, and the fault in it underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use unicode_width::UnicodeWidthStr;
use universal_accounting::internals::source::Decoded;
use universal_accounting::report::{Finding, Policy, Report, Rule, RuleCount, Severity};

use crate::excerpt::Excerpt;
use crate::files::Input;
use crate::language::language;
use crate::output;
use crate::rules::with_hint;
use crate::sanitize::{sanitize, sanitize_and_mask, sanitize_line, truncate};
use crate::terminal::{is_excerpt, stderr_width};
use crate::verbosity::{is_quiet, name_some};

/// How many findings of a rule are shown in full. For further findings only their lines are listed.
const MAX_SHOWN: usize = 3;

/// How many lines are listed for further findings of a rule.
const MAX_LISTED_LINES: usize = 20;

/// How many characters of a JSON pointer are shown.
const MAX_POINTER_CHARS: usize = 80;

/// What a file lacks and an argument gives, with the argument that gives it to several files.
const NEEDS: [(&str, &str); 2] = [
    (
        "account-missing",
        "--accounts with a map, whose skeleton `uacc accounts` writes",
    ),
    ("currency-missing", "--currency, or --accounts with a map"),
];

/// The text whose lines findings name: a file, or a sheet of a workbook as CSV.
#[derive(Clone, Copy)]
pub(crate) struct ReadText<'f> {
    pub(crate) name: &'f str,
    pub(crate) bytes: &'f [u8],
}

impl<'f> From<&'f Input> for ReadText<'f> {
    fn from(input: &'f Input) -> Self {
        Self {
            name: &input.name,
            bytes: &input.bytes,
        }
    }
}

/// Prints the findings of a file on standard error; with `--quiet` without notes.
pub(crate) fn print<'f>(file: impl Into<ReadText<'f>>, report: &Report, policy: &Policy) {
    let quiet_report = is_quiet().then(|| without_notes(report));
    let report = quiet_report.as_ref().unwrap_or(report);
    render(file, report, policy, stderr_width())
        .iter()
        .for_each(output::print_note);
}

fn without_notes(report: &Report) -> Report {
    let mut report = report.clone();
    report
        .findings
        .retain(|finding| finding.severity != Severity::Note);
    report
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
            let names: Vec<&str> = files
                .iter()
                .filter(|(_, report)| lacks(report))
                .map(|(input, _)| input.name.as_str())
                .collect();
            (names.len() > 1).then_some((rule, arguments, names))
        });
        Self {
            needs: needs.collect(),
        }
    }

    /// Prints the other findings of a file.
    pub(crate) fn print_others(&self, file: ReadText<'_>, report: &Report, policy: &Policy) {
        if self.needs.is_empty() {
            return print(file, report, policy);
        }
        let is_shared =
            |finding: &Finding| self.needs.iter().any(|(rule, ..)| finding.rule.id == *rule);
        let mut report = report.clone();
        report.findings.retain(|finding| !is_shared(finding));
        print(file, &report, policy);
    }

    /// Prints what the files lack, such as `98 files need --currency, or --accounts with a map: a.csv, b.csv, c.csv and 95 more`.
    pub(crate) fn print(&self) {
        for (_, arguments, names) in &self.needs {
            let sanitized: Vec<String> = names.iter().map(|name| sanitize(name)).collect();
            output::print_note(format!(
                "{} files need {arguments}: {}",
                names.len(),
                name_some(&sanitized)
            ));
        }
    }
}

/// Renders the findings of a file. For each rule, shows the first findings in full, with an excerpt unless the policy redacts values, and lists
/// the lines of the others. Excerpts are as wide as a terminal of this width allows.
pub(crate) fn render<'f>(
    file: impl Into<ReadText<'f>>,
    report: &Report,
    policy: &Policy,
    width: Option<usize>,
) -> Vec<String> {
    let ReadText { name, bytes } = file.into();
    let decoded = (!policy.is_redacted()).then(|| Decoded::from_bytes(bytes));
    let file = &sanitize(name);
    let mut rendered_rules: Vec<&Rule> = Vec::new();
    let mut texts = Vec::new();
    for Finding { rule, .. } in &report.findings {
        if rendered_rules.contains(rule) {
            continue;
        }
        rendered_rules.push(rule);
        let all: Vec<&Finding> = report
            .findings
            .iter()
            .filter(|finding| finding.rule == *rule)
            .collect();
        let (first, further) = all.split_at(MAX_SHOWN.min(all.len()));
        texts.extend(
            first
                .iter()
                .map(|finding| render_finding(file, decoded.as_ref(), finding, width) + "\n"),
        );
        let count = report
            .counts
            .iter()
            .find(|count| count.rule == *rule && !further.is_empty());
        texts.extend(count.map(|count| render_further(count, further) + "\n"));
    }
    texts
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn render_finding(
    file: &str,
    decoded: Option<&Decoded<'_>>,
    finding: &Finding,
    width: Option<usize>,
) -> String {
    let mut group = Group::with_title(
        level(finding.severity)
            .primary_title(sanitize(&finding.message_in(language())))
            .id(finding.rule.id),
    );
    let label = label(finding);
    let mut location = format!("{file}:{}:{}", finding.line, finding.column);
    let is_about_file = (finding.span.start, finding.span.end) == (0, 0);
    // Beside the excerpt are the number of its line and a bar.
    let width = width.map(|width| width.saturating_sub(finding.line.to_string().len() + 3));
    let excerpt = decoded
        .filter(|_| !is_about_file)
        .map(|decoded| Excerpt::new(decoded, finding, width));
    let has_excerpt = excerpt.is_some();
    if let Some(Excerpt { text, span }) = excerpt {
        let mut annotation = AnnotationKind::Primary.span(span.start..span.end);
        let end = text
            .get(..span.end)
            .map_or(0, UnicodeWidthStr::width)
            .max(1);
        if width.is_none_or(|width| end + 1 + label.width() <= width) {
            annotation = annotation.label(label);
        } else if !label.is_empty() {
            location = format!("{location}: {label}");
        }
        group = group.element(
            Snippet::source(text)
                .line_start(finding.line)
                .fold(false)
                .annotation(annotation),
        );
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
        let replacement = if fix.replacement.is_empty() {
            "remove it".to_owned()
        } else {
            sanitize_line(&fix.replacement)
        };
        group = group.element(Level::NOTE.message(format!("{kind}: {replacement}")));
    }
    let text = Renderer::styled().render(&[group]);
    // The renderer gets an excerpt, so it does not know the column in the line. Write the location here.
    let (title, body) = text.split_once('\n').unwrap_or((&text, ""));
    if has_excerpt {
        let indent = finding.line.to_string().len();
        return format!("{title}\n{:indent$}--> {location}\n{body}", "");
    }
    // Without an excerpt, the line with the bar alone says nothing.
    let body: Vec<&str> = body
        .lines()
        .skip_while(|line| is_excerpt(line))
        .map(str::trim_start)
        .collect();
    format!("{title}\n --> {location}\n  {}", body.join("\n  "))
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
    let records: Option<Vec<usize>> = further
        .iter()
        .map(|finding| Some(finding.item.as_ref()?.index))
        .collect();
    let one_line = lines.len() > 1 && lines.iter().all(|line| lines.first() == Some(line));
    let (unit, mut numbers) = match records {
        Some(records) if one_line => ("record", records),
        _ => ("line", lines),
    };
    numbers.dedup();
    let plural = if numbers.len() == 1 { "" } else { "s" };
    let listed = numbers
        .iter()
        .take(MAX_LISTED_LINES)
        .map(usize::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    let more = if numbers.len() > MAX_LISTED_LINES || count.count > further.len() + MAX_SHOWN {
        ", …"
    } else {
        ""
    };
    let text = format!(
        "{} more like this, in {unit}{plural} {listed}{more}",
        count.count - MAX_SHOWN.min(count.count)
    );
    let title = level(count.severity).primary_title(text).id(count.rule.id);
    Renderer::styled().render(&[Group::with_title(title)])
}

/// Describes the counts, such as `1 error, no warnings`, or `no errors, 2 warnings, 1 note`. Notes are named only if there are any.
pub(crate) fn count_errors_and_warnings(report: &Report) -> String {
    let counted = |number, word| {
        if number == 0 {
            format!("no {word}s")
        } else {
            pluralize(number, word)
        }
    };
    let mut counts = vec![
        counted(report.errors, "error"),
        counted(report.warnings, "warning"),
    ];
    if report.notes > 0 {
        counts.push(pluralize(report.notes, "note"));
    }
    counts.join(", ")
}

/// Puts a number before a word, such as `1 row` or `3 rows`.
pub(crate) fn pluralize(number: usize, word: &str) -> String {
    if number == 1 {
        format!("1 {word}")
    } else {
        format!("{number} {word}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use universal_accounting::transactions;

    const PAYLOAD: ReadText<'_> = ReadText {
        name: "payload.json",
        bytes: br#"{"transactions":[{"accountIdentifier":"X","transactionId":"1","amount":"0.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#,
    };

    /// Returns a report with an error and a note.
    fn report_with_note() -> Report {
        let mut report = transactions::check(PAYLOAD.bytes, &Policy::new());
        assert_eq!((report.errors, report.warnings), (1, 1));
        (report.warnings, report.notes) = (0, 1);
        for finding in &mut report.findings {
            if finding.severity == Severity::Warning {
                finding.severity = Severity::Note;
            }
        }
        report
    }

    #[test]
    fn notes_are_named_if_there_are_any() {
        let mut report = report_with_note();
        let expected = "1 error, no warnings, 1 note";
        assert_eq!(count_errors_and_warnings(&report), expected);
        report.notes = 2;
        let expected = "1 error, no warnings, 2 notes";
        assert_eq!(count_errors_and_warnings(&report), expected);
        report.notes = 0;
        assert_eq!(count_errors_and_warnings(&report), "1 error, no warnings");
    }

    #[test]
    fn notes_are_shown_unless_the_call_is_quiet() {
        let report = report_with_note();
        let rendered = |report| render(PAYLOAD, report, &Policy::new(), None).concat();
        let (normal, quiet) = (rendered(&report), rendered(&without_notes(&report)));
        assert!(normal.contains("note[direction-missing]"), "{normal}");
        assert!(!quiet.contains("direction-missing"), "{quiet}");
        for text in [normal, quiet] {
            assert!(text.contains("error[amount-zero]"), "{text}");
        }
    }
}
