//! The first reading of a file: its registers with their accounts, and how dates and amounts are written.

use super::amounts::{DecimalMark, MarkFinder};
use super::dates::OrderFinder;
use super::records::{Line, Lines};
use crate::format::DateOrder;
use crate::format::rules::{DATES_AMBIGUOUS, PART_SKIPPED, QIF_WITHOUT_REGISTER, STYLE_AMBIGUOUS};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;

/// The registers of a file, and how their values are written.
pub(super) struct Outline {
    pub(super) registers: Vec<Register>,
    pub(super) style: Style,
}

/// How the dates and amounts of a file are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) order: DateOrder,
    pub(super) mark: DecimalMark,
}

/// A list of the transactions of an account.
pub(super) struct Register {
    /// The line that begins it.
    pub(super) span: Span,
    pub(super) end: usize,
    /// The name of its account, and its place.
    pub(super) account: Option<(String, Span)>,
}

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Register,
    Accounts,
    /// A list without bookings of an account.
    Other,
}

/// The lists that are passed over, and what messages call them.
pub(super) const LISTS: [(&str, &str); 8] = [
    ("invst", "a register of investments"),
    ("cat", "a list of categories"),
    ("class", "a list of classes"),
    ("memorized", "a list of memorized transactions"),
    ("security", "a list of securities"),
    ("prices", "a list of prices"),
    ("budget", "a list of budgets"),
    ("tag", "a list of tags"),
];

/// The registers of accounts.
pub(super) const REGISTERS: [&str; 5] = ["bank", "cash", "ccard", "oth a", "oth l"];

struct Finder<'f, 'p> {
    findings: &'f mut Collector<'p>,
    registers: Vec<Register>,
    part: Part,
    /// The account that the list of accounts names last.
    account: Option<(String, Span)>,
    skipped: Vec<&'static str>,
    orders: OrderFinder,
    marks: MarkFinder<Span>,
}

impl Outline {
    /// Reads the whole file. `order` is the order of its dates that the caller gave.
    ///
    /// # Errors
    ///
    /// The file has no register, or its dates or amounts can be read in several ways.
    pub(super) fn read(
        text: &str,
        order: Option<DateOrder>,
        findings: &mut Collector<'_>,
    ) -> Result<Self, Diagnostic> {
        let mut finder = Finder {
            findings,
            registers: Vec::new(),
            part: Part::Nothing,
            account: None,
            skipped: Vec::new(),
            orders: OrderFinder::default(),
            marks: MarkFinder::default(),
        };
        for line in Lines::new(text, 0) {
            finder.add(&line);
        }
        finder.close_register(text.len());
        let Finder {
            registers,
            skipped,
            orders,
            marks,
            ..
        } = finder;
        if registers.is_empty() {
            let reason = if skipped.is_empty() {
                "no line names the type of a register, such as `!Type:Bank`"
            } else {
                "it has lists and registers of other kinds only"
            };
            let fault = Diagnostic::new(&QIF_WITHOUT_REGISTER, Span::at(0));
            return Err(fault.param("reason", reason));
        }
        let found = orders
            .finish()
            .map_err(|place| Diagnostic::new(&DATES_AMBIGUOUS, place));
        let order = order.map_or(found, Ok)?;
        let mark = marks
            .finish()
            .map_err(|place| Diagnostic::new(&STYLE_AMBIGUOUS, place))?;
        let style = Style { order, mark };
        Ok(Self { registers, style })
    }
}

impl Finder<'_, '_> {
    fn close_register(&mut self, end: usize) {
        if self.part == Part::Register
            && let Some(register) = self.registers.last_mut()
        {
            register.end = end;
        }
        self.part = Part::Nothing;
    }

    fn add(&mut self, line: &Line<'_>) {
        if line.text.starts_with('!') {
            return self.begin(line);
        }
        let Some((letter, value)) = line.field() else {
            return;
        };
        match (self.part, letter) {
            (Part::Accounts, 'N') => self.account = Some((value.text.to_owned(), value.span)),
            (Part::Register, 'D') => self.orders.add(value.text, value.span),
            (Part::Register, 'T' | 'U' | '$') => self.marks.add(value.text, value.span),
            _ => {}
        }
    }

    /// Begins the part that a line with an exclamation mark names.
    fn begin(&mut self, line: &Line<'_>) {
        self.close_register(line.span.start);
        let name = line.text.to_ascii_lowercase();
        if name.starts_with("!account") {
            (self.part, self.account) = (Part::Accounts, None);
        } else if name.starts_with("!clear") {
            // A list of all accounts ends here. None of them is that of the next register.
            self.account = None;
        } else if let Some(kind) = name.strip_prefix("!type:") {
            self.begin_type(kind.trim(), line.span);
        }
    }

    fn begin_type(&mut self, kind: &str, span: Span) {
        let account = self.account.take();
        if REGISTERS.contains(&kind) {
            self.part = Part::Register;
            self.registers.push(Register {
                span,
                end: span.end,
                account,
            });
            return;
        }
        self.part = Part::Other;
        let known = LISTS.into_iter().find(|(name, _)| *name == kind);
        let part = known.map_or("a part of an unknown kind", |(_, part)| part);
        if !self.skipped.contains(&part) {
            self.skipped.push(part);
            let fault = Diagnostic::new(&PART_SKIPPED, span);
            self.findings.push(fault.param("part", part));
        }
    }
}
