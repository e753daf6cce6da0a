use super::{Cell, Count, Finding, Fix, Item, Param, Policy, Report, Rule, Severity};
use crate::source::{Decoded, Position, Span, in_order};

/// A finding as a check sees it: spans lie in the decoded text, lines and pointers come when the report closes. Faults are rare and
/// travel as errors, so what they hold stands apart.
#[derive(Debug)]
pub(crate) struct Diagnostic(Box<Seen>);

#[derive(Debug)]
struct Seen {
    finding: Finding,
    /// Whether it is the mark before the text that is at fault, which no span of the text reaches.
    at_mark: bool,
}

impl Diagnostic {
    pub(crate) fn new(rule: &'static Rule, span: Span) -> Self {
        Self(Box::new(Seen { finding: Finding::new(rule, span), at_mark: false }))
    }

    /// A byte order mark that should not be there.
    pub(crate) fn at_mark(rule: &'static Rule) -> Self {
        Self(Box::new(Seen { finding: Finding::new(rule, Span::at(0)), at_mark: true }))
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.0.finding.params.push((name, value.into()));
        self
    }

    pub(crate) fn cell(mut self, cell: Cell) -> Self {
        self.0.finding.cell = Some(cell);
        self
    }

    /// Names the cell of the fault by its span, if it has none and lies in one.
    pub(crate) fn locate(mut self, cell: impl FnOnce(Span) -> Option<Cell>) -> Self {
        let finding = &mut self.0.finding;
        finding.cell = finding.cell.take().or_else(|| cell(finding.span));
        self
    }

    pub(crate) fn fix(mut self, fix: Option<Fix>) -> Self {
        self.0.finding.fix = fix;
        self
    }

    /// Whether the policy wants nothing but fixes, and it has such a one.
    fn is_wanted_by(&self, policy: &Policy) -> bool {
        let has = |fixes| self.0.at_mark || self.0.finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
        policy.fixes_alone.is_some_and(has)
    }
}

/// Takes faults while an input is read, counts all and keeps as many as the policy's limits allow.
#[derive(Debug)]
pub(crate) struct Collector<'p> {
    policy: &'p Policy,
    counts: Vec<Count>,
    faults: Vec<Diagnostic>,
    /// Breaches of the contract, counted with those that are not kept.
    breaches: usize,
    /// Those of them that lie in a record.
    breaches_in_records: usize,
    /// Whether any fault has a fix that is wanted alone.
    mendable: bool,
}

/// Gives the JSON pointer of each span, in ascending order.
pub(crate) type Pointers<'p> = dyn Fn(&[Span]) -> Vec<String> + 'p;

/// How far a collector was when a record began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    faults: usize,
    breaches: usize,
}

impl<'p> Collector<'p> {
    pub(crate) const fn new(policy: &'p Policy) -> Self {
        Self { policy, counts: Vec::new(), faults: Vec::new(), breaches: 0, breaches_in_records: 0, mendable: false }
    }

    pub(crate) const fn policy(&self) -> &'p Policy {
        self.policy
    }

    pub(crate) fn push(&mut self, mut fault: Diagnostic) {
        let Some((severity, counted)) = self.count(fault.0.finding.rule, 1) else { return };
        fault.0.finding.severity = severity;
        if fault.is_wanted_by(self.policy) {
            self.mendable = true;
        } else if counted <= self.policy.limits.findings_per_rule {
            // A fix that is shown never carries a card number, whoever proposes it.
            fault.0.finding.fix.take_if(|fix| fix.holds_card_number());
        } else {
            return;
        }
        self.faults.push(fault);
    }

    /// Takes a fault, of which `more` tells what there is to tell beside its place: nobody asks of one that is only counted.
    pub(crate) fn tell(&mut self, rule: &'static Rule, span: Span, more: impl FnOnce(Diagnostic) -> Diagnostic) {
        if !self.is_only_counted(rule) {
            self.push(more(Diagnostic::new(rule, span)));
        }
    }

    /// Counts a finding of a rule of which no further one is kept; false where it is to be told.
    // Whoever has something to tell asks, so it stands here once.
    #[inline(never)]
    pub(crate) fn is_only_counted(&mut self, rule: &'static Rule) -> bool {
        let most = self.policy.limits.findings_per_rule;
        let is_full = |count: &Count| std::ptr::eq(count.rule, rule) && count.count >= most;
        // Of those that are wanted for their fixes all are kept.
        self.policy.fixes_alone.is_none() && self.counts.iter().any(is_full) && self.count(rule, 1).is_some()
    }

    /// Counts findings of a rule that are not kept. Gives the rule's severity and how many it has now; nothing where it is
    /// allowed.
    pub(crate) fn count(&mut self, rule: &'static Rule, more: usize) -> Option<(Severity, usize)> {
        let severity = self.policy.severity(rule).filter(|_| more > 0)?;
        self.breaches += if rule.severity == Severity::Error { more } else { 0 };
        if let Some(count) = self.counts.iter_mut().find(|count| std::ptr::eq(count.rule, rule)) {
            count.count += more;
            return Some((severity, count.count));
        }
        self.counts.push(Count { rule, severity, count: more });
        Some((severity, more))
    }

    /// Whether each error so far has a safe fix.
    pub(crate) fn can_be_mended(&self) -> bool {
        let is_mended = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.safe);
        self.faults
            .iter()
            .all(|Diagnostic(seen)| seen.finding.severity == Severity::Warning || is_mended(&seen.finding))
    }

    /// How far it is, to be handed to [`Collector::identify`] when a record has been read.
    pub(crate) const fn mark(&self) -> Mark {
        Mark { faults: self.faults.len(), breaches: self.breaches }
    }

    /// Names the record to which all faults since `mark` belong.
    pub(crate) fn identify(&mut self, mark: Mark, index: usize, id: Option<&str>) {
        self.breaches_in_records += self.breaches - mark.breaches;
        for Diagnostic(seen) in self.faults.iter_mut().skip(mark.faults) {
            seen.finding.item = Some(Item::new(index, id));
        }
    }

    /// Names the cell of each fault since `mark`, for those whose span lies in one.
    pub(crate) fn locate(&mut self, mark: Mark, cell: impl Fn(Span) -> Option<Cell>) {
        for Diagnostic(seen) in self.faults.iter_mut().skip(mark.faults).filter(|fault| fault.0.finding.cell.is_none())
        {
            seen.finding.cell = cell(seen.finding.span);
        }
    }

    /// Puts every kept fault at its place. Nothing but JSON has pointers.
    pub(crate) fn close(mut self, source: &Decoded<'_>, pointers: Option<&Pointers<'_>>) -> Report {
        if self.counts.is_empty() {
            return Report::default();
        }
        if self.mendable {
            self.faults.retain(|fault| fault.is_wanted_by(self.policy));
        }
        let mut faults = in_order(self.faults, |Diagnostic(seen)| (seen.finding.span.start, seen.finding.span.end));
        // Errors are kept before warnings, and of each the first.
        let limit = if self.mendable { usize::MAX } else { self.policy.limits.findings };
        let is_error = |fault: &Diagnostic| fault.0.finding.severity == Severity::Error;
        let errors = faults.iter().filter(|fault| is_error(fault)).count();
        let (mut errors_left, mut warnings_left) = (limit, limit.saturating_sub(errors));
        faults.retain(|fault| {
            let left = if is_error(fault) { &mut errors_left } else { &mut warnings_left };
            let kept = *left > 0;
            *left -= usize::from(kept);
            kept
        });

        let spans: Vec<Span> = faults.iter().map(|fault| fault.0.finding.span).collect();
        let pointers = pointers.filter(|_| !spans.is_empty()).map_or(Vec::new(), |pointers| pointers(&spans));
        let mut pointers = pointers.into_iter();
        let places = Places::of(source, &faults);
        let place = |Diagnostic(seen)| {
            let Seen { mut finding, at_mark } = *seen;
            if self.policy.is_redacted() && !self.mendable {
                finding.redact();
            }
            finding.pointer = pointers.next().unwrap_or_default();
            let (start, end) = (places.at(finding.span.start), places.at(finding.span.end));
            (finding.line, finding.column) = (start.line, start.column);
            (finding.end_line, finding.end_column) = (end.line, end.column);
            if at_mark {
                (finding.span, finding.utf16) = (Span::new(0, start.offset), Span::new(0, start.utf16));
                finding.fix = Some(Fix { utf16: finding.utf16, ..Fix::safe(finding.span, String::new()) });
            } else {
                (finding.span, finding.utf16) = places.of_span(finding.span);
                finding.fix = finding.fix.map(|fix| places.of_fix(fix));
            }
            finding
        };
        let findings = faults.into_iter().map(place).collect();
        let sum = |severity| -> usize {
            self.counts.iter().filter(|count| count.severity == severity).map(|count| count.count).sum()
        };
        Report {
            findings,
            errors: sum(Severity::Error),
            warnings: sum(Severity::Warning),
            breaches_of_whole: self.breaches - self.breaches_in_records,
            counts: self.counts,
        }
    }
}

/// The positions of all offsets that a report names, found in one pass over the text.
struct Places(Vec<(usize, Position)>);

impl Places {
    fn of(source: &Decoded<'_>, faults: &[Diagnostic]) -> Self {
        let spans = faults.iter().flat_map(|Diagnostic(seen)| {
            let fix = seen.finding.fix.as_ref();
            [Some(seen.finding.span), fix.map(|fix| fix.span), fix.and_then(|fix| Some(fix.kept?.0))]
        });
        let offsets = spans.flatten().flat_map(|span| [span.start, span.end]).collect();
        let mut offsets = in_order(offsets, |offset: &usize| (*offset, 0));
        offsets.dedup();
        let mut locator = source.locator();
        Self(offsets.into_iter().map(|offset| (offset, locator.locate(offset))).collect())
    }

    fn at(&self, offset: usize) -> Position {
        let found = self.0.binary_search_by_key(&offset, |(known, _)| *known);
        let known = found.ok().and_then(|index| self.0.get(index));
        known.map_or(Position { line: 1, column: 1, offset: 0, utf16: 0 }, |(_, position)| *position)
    }

    /// The span in the file, in bytes and in code units of UTF-16.
    fn of_span(&self, span: Span) -> (Span, Span) {
        let (start, end) = (self.at(span.start), self.at(span.end));
        (Span::new(start.offset, end.offset), Span::new(start.utf16, end.utf16))
    }

    fn of_fix(&self, fix: Fix) -> Fix {
        let (span, utf16) = self.of_span(fix.span);
        Fix { span, utf16, kept: fix.kept.map(|(span, at)| (self.of_span(span).0, at)), ..fix }
    }
}
