use std::borrow::Cow;

use super::{Field, Fields, JsonType, ListedFields, Presence, quoted, rules};
use crate::report::{Collector, Diagnostic, Fix, Param, Rule, Severity};
use crate::source::Span;

/// What is known of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// There is none.
    Absent,
    /// There is an empty text, which says as little as nothing; that has been told.
    Empty,
    /// There is text, and nothing wrong was found in it so far.
    Present,
    /// There is something, and a finding says what is wrong with it.
    Faulty,
}

/// The value of one field in one record.
#[derive(Debug, Clone)]
pub(crate) struct Slot<'s> {
    pub(crate) state: State,
    /// The text with its escapes undone.
    pub(crate) text: Cow<'s, str>,
    /// The whole value, quotes included.
    pub(crate) span: Span,
    /// What to take away so that the field is gone.
    pub(crate) removal: Option<Span>,
    /// What stands in JSON where the field has another type.
    pub(crate) mistyped: Option<JsonType>,
    /// Whether the value was judged before the record was put together.
    pub(crate) settled: bool,
    /// Whether the field stands there twice, so that nobody knows which one counts.
    pub(crate) doubtful: bool,
}

impl<'s> Slot<'s> {
    const fn absent() -> Self {
        Self {
            state: State::Absent,
            text: Cow::Borrowed(""),
            span: Span::at(0),
            removal: None,
            mistyped: None,
            settled: false,
            doubtful: false,
        }
    }

    pub(crate) fn present(text: Cow<'s, str>, span: Span) -> Self {
        Self { state: State::Present, text, span, ..Self::absent() }
    }

    /// Makes another slot of it where it stands: to move one there takes longer than to fill it.
    #[inline]
    pub(crate) fn refill(&mut self, state: State, text: &'s str, span: Span) {
        self.text = Cow::Borrowed(text);
        (self.state, self.span, self.removal, self.mistyped) = (state, span, None, None);
        (self.settled, self.doubtful) = (false, false);
    }
}

static ABSENT: Slot<'static> = Slot::absent();

/// The fields of one record, in the order of their table.
#[derive(Debug)]
pub(crate) struct Record<'s> {
    /// Whether it was read from JSON: in a statement of a bank there is nothing to mend.
    pub(crate) can_be_mended: bool,
    /// The text that all spans lie in.
    pub(crate) source: &'s str,
    pub(crate) fields: &'static [Field],
    /// Where findings about the record as a whole point.
    pub(crate) span: Span,
    pub(crate) slots: Vec<Slot<'s>>,
    /// Whether a finding that is an error of the contract was made.
    pub(crate) faulty: bool,
}

impl<'s> Record<'s> {
    /// A record of JSON without any value.
    pub(crate) fn new(source: &'s str, fields: &'static [Field], span: Span) -> Self {
        let mut slots = Vec::with_capacity(fields.len());
        slots.resize_with(fields.len(), Slot::absent);
        Self { can_be_mended: true, source, fields, span, slots, faulty: false }
    }

    /// Puts another record of the same form in its place, each slot of which is to be filled anew: this spares memory from being asked for.
    pub(crate) fn begin(&mut self, source: &'s str, fields: &'static [Field], span: Span) {
        (self.source, self.fields, self.span) = (source, fields, span);
        self.slots.resize_with(fields.len(), Slot::absent);
        self.faulty = false;
    }

    pub(crate) fn slot(&self, index: usize) -> &Slot<'s> {
        self.slots.get(index).unwrap_or(&ABSENT)
    }

    /// The text of a field in which no fault was found.
    pub(crate) fn text(&self, index: usize) -> Option<&str> {
        let slot = self.slot(index);
        (slot.state == State::Present).then_some(&*slot.text)
    }

    /// Whether the field has no value, or an empty one.
    pub(crate) fn says_nothing(&self, index: usize) -> bool {
        matches!(self.slot(index).state, State::Absent | State::Empty)
    }

    pub(crate) fn put(&mut self, index: usize, slot: Slot<'s>) {
        if let Some(place) = self.slots.get_mut(index) {
            *place = slot;
        }
    }

    /// A field stands there twice: the record is refused, and no fix may choose between the two.
    pub(crate) fn doubt(&mut self, index: usize) {
        self.faulty = true;
        if let Some(slot) = self.slots.get_mut(index) {
            slot.doubtful = true;
        }
    }

    /// Puts a field into another state: of one that is faulty nothing more is said, and no value is built from it.
    pub(crate) fn turn(&mut self, index: usize, state: State) {
        if let Some(slot) = self.slots.get_mut(index) {
            slot.state = state;
        }
    }

    /// Reports what nearly every record has and this one lacks.
    pub(crate) fn report_unexpected_absence(&self, sink: &mut Collector<'_>) {
        for (index, field) in self.fields.iter().enumerate() {
            if field.presence == Presence::Expected && !self.has(index) {
                sink.push_with(&rules::shape::EXPECTED_FIELD_MISSING, self.span, |fault| {
                    fault.param("field", field.name).param("about", field.about)
                });
            }
        }
    }

    /// Reports that a field breaks a rule; after an error nothing more is said of it.
    pub(crate) fn blame(&mut self, index: usize, rule: &'static Rule, sink: &mut Collector<'_>, more: Remark) {
        self.blame_for(index, rule, sink, |_| more);
    }

    /// The same, where what the finding says beside the field's name takes a while to put together: nobody does so of findings that are only counted.
    pub(crate) fn blame_for(
        &mut self,
        index: usize,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        more: impl FnOnce(&Self) -> Remark,
    ) {
        self.tell(Some(index), rule, sink, |record| Remark { names_field: true, ..more(record) });
    }

    /// Reports what a rule over several fields found; after an error nothing more is said of its field.
    pub(crate) fn remark(&mut self, rule: &'static Rule, remark: Remark, sink: &mut Collector<'_>) {
        self.tell(remark.field, rule, sink, |_| remark);
    }

    fn tell(
        &mut self,
        field: Option<usize>,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        remark: impl FnOnce(&Self) -> Remark,
    ) {
        if !sink.count_if_full(rule) {
            let remark = remark(self);
            self.push(field, rule, sink, remark);
        }
        if let (Some(field), Severity::Error) = (field, rule.severity) {
            self.faulty = true;
            self.turn(field, State::Faulty);
        }
    }

    /// Apart from [`Record::tell`], which would be compiled once for each that calls it.
    fn push(&self, field: Option<usize>, rule: &'static Rule, sink: &mut Collector<'_>, remark: Remark) {
        let Remark { names_field, params, mend, .. } = remark;
        let mut fault = Diagnostic::new(rule, field.map_or(self.span, |field| self.place_of(field)));
        if let Some((field, slot)) = field.and_then(|field| Some((self.fields.get(field)?, self.slot(field)))) {
            fault = if names_field { fault.param("field", field.name) } else { fault };
            fault = fault.fix(self.fix(slot, field, mend));
        }
        sink.push(params.into_iter().fold(fault, |fault, (name, value)| fault.param(name, value)));
    }

    fn fix(&self, slot: &Slot<'_>, field: &Field, mend: Mend) -> Option<Fix> {
        if !self.can_be_mended || slot.doubtful {
            return None;
        }
        let json = |text: String| if field.json_type() == JsonType::String { quoted(&text) } else { text };
        match mend {
            Mend::No => None,
            Mend::Safe(text) => Some(Fix::safe(slot.span, json(text))),
            Mend::Unsafe(text) => Some(Fix::unsafe_(slot.span, json(text))),
            // To take a key away, be it an empty one, is to change it, which a safe fix never does.
            Mend::Remove | Mend::RemoveNull => {
                let safe = matches!(mend, Mend::RemoveNull) || !field.kind.is_identity();
                slot.removal.map(|span| Fix::new(safe, span, String::new()))
            }
            Mend::Edit(fix) => Some(fix),
        }
    }
}

impl Fields for Record<'_> {
    fn has(&self, field: usize) -> bool {
        self.slot(field).state != State::Absent
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.text(field).map(Cow::Borrowed)
    }

    fn written(&self, field: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.slot(field).text)
    }
}

impl<'s> ListedFields<'s> for Record<'s> {
    fn lasting_text(&self, field: usize) -> Option<Cow<'s, str>> {
        self.text(field).map(|_| self.slot(field).text.clone())
    }

    fn place_of(&self, field: usize) -> Span {
        if self.has(field) { self.slot(field).span } else { self.span }
    }
}

/// How the value of a field could be mended, before it is known how a fix is written.
#[derive(Debug, Default)]
pub(crate) enum Mend {
    #[default]
    No,
    /// Another text that means the same.
    Safe(String),
    /// Another text that may mean something else.
    Unsafe(String),
    /// Without the field the record means the same.
    Remove,
    /// The same for a null, which is no key either.
    RemoveNull,
    /// An edit that reaches beyond the field.
    Edit(Fix),
}

/// What a rule has to report of a record, or of one of its fields.
#[derive(Debug, Default)]
pub(crate) struct Remark {
    /// The field at whose place it is; none where that is the place of the record, or of the value that is judged.
    field: Option<usize>,
    /// Whether the finding names the field.
    names_field: bool,
    params: Vec<(&'static str, Param)>,
    mend: Mend,
}

impl Remark {
    /// A remark at the place of a field.
    pub(crate) fn at(field: usize) -> Self {
        Self { field: Some(field), ..Self::default() }
    }

    /// A remark at the place of a field, whose finding names the field.
    pub(crate) fn about(field: usize) -> Self {
        Self { names_field: true, ..Self::at(field) }
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((name, value.into()));
        self
    }
}

impl Mend {
    /// Another text that means the same, or may mean something else.
    pub(crate) fn graded(safe: bool, text: impl Into<String>) -> Self {
        if safe { Self::Safe(text.into()) } else { Self::Unsafe(text.into()) }
    }

    /// Another text that may mean something else, where there is one.
    pub(crate) fn guess(text: Option<impl ToString>) -> Self {
        text.map_or(Self::No, |text| Self::Unsafe(text.to_string()))
    }
}

impl From<Mend> for Remark {
    fn from(mend: Mend) -> Self {
        Self { mend, ..Self::default() }
    }
}
