//! The rules over journal records, each written once for both readers.

use super::balance::EntryBalance;
use super::ids::{Identified, JournalIds};
use super::model::{BillingPeriod, Dimension, Entry, File, JournalRecord, Line};
use super::rules;
use crate::record::rules::{ORIGINAL_INCOMPLETE, VALUE_UNUSUAL};
use crate::record::{
    FieldTable, Fields, NestedRules, Record, Violation, index_of, is_disabled, original_incomplete,
};
use crate::report::{Collector, Rule};

/// The records of a journal that have rules of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Record,
    BillingPeriod,
    Entry,
    Line,
    Dimension,
    File,
    Other,
}

impl Level {
    pub(super) fn of(table: &'static FieldTable) -> Self {
        let levels = [
            (JournalRecord::TABLE, Self::Record),
            (BillingPeriod::TABLE, Self::BillingPeriod),
            (Entry::TABLE, Self::Entry),
            (Line::TABLE, Self::Line),
            (Dimension::TABLE, Self::Dimension),
            (File::TABLE, Self::File),
        ];
        levels
            .iter()
            .find(|(known, _)| known.name == table.name)
            .map_or(Self::Other, |(_, level)| *level)
    }
}

/// The rules, and what they know of the record that is being read.
#[derive(Debug, Default)]
pub(super) struct JournalRules<'s> {
    pub(super) ids: JournalIds<'s>,
    balance: EntryBalance,
    /// The numbers of the entry and of the line before the next one.
    last_entry: u64,
    last_line: u64,
}

const SERVICE_ID: usize = index_of(JournalRecord::FIELDS, "serviceId");
const CONTACT: usize = index_of(JournalRecord::FIELDS, "contact");
const CONTACTS: usize = index_of(JournalRecord::FIELDS, "contacts");
const FROM: usize = index_of(BillingPeriod::FIELDS, "from");
const TO: usize = index_of(BillingPeriod::FIELDS, "to");
const ENTRY_ID: usize = index_of(Entry::FIELDS, "entryId");
const ENTRY_NUMBER: usize = index_of(Entry::FIELDS, "entryNumber");
const LINES: usize = index_of(Entry::FIELDS, "lines");
const LINE_ID: usize = index_of(Line::FIELDS, "lineId");
const LINE_NUMBER: usize = index_of(Line::FIELDS, "lineNumber");
const CREDIT_DEBIT: usize = index_of(Line::FIELDS, "creditDebit");
const AMOUNT: usize = index_of(Line::FIELDS, "amount");
const CURRENCY: usize = index_of(Line::FIELDS, "currency");
const ORIGINAL_AMOUNT: usize = index_of(Line::FIELDS, "originalAmount");
const ORIGINAL_CURRENCY: usize = index_of(Line::FIELDS, "originalCurrency");
const DIMENSION_ID: usize = index_of(Dimension::FIELDS, "externalId");
const DIMENSION_TYPE: usize = index_of(Dimension::FIELDS, "type");
const FILE_ID: usize = index_of(File::FIELDS, "serviceFileId");
const FILE_CONTENT: usize = index_of(File::FIELDS, "contentAsBase64");

/// A function that is called with each violation.
type OnViolation<'f> = dyn FnMut(&'static Rule, Violation) + 'f;

impl<'s> JournalRules<'s> {
    /// Checks the rules of one record, whose inner records were checked before.
    fn visit(&mut self, level: Level, fields: &Record<'s>, report: &mut OnViolation<'_>) {
        let report = &mut |rule: &'static Rule, violation: Option<Violation>| {
            if let Some(violation) = violation.filter(|_| !is_disabled(rule)) {
                report(rule, violation);
            }
        };
        match level {
            Level::Record => {
                self.add_id(Identified::Record, fields, SERVICE_ID);
                let has_both = fields.has(CONTACT) && fields.has(CONTACTS);
                report(
                    &rules::CONTACT_IN_BOTH_FORMS,
                    has_both.then(|| Violation::at(CONTACTS)),
                );
            }
            Level::BillingPeriod => {
                report(
                    &rules::BILLING_PERIOD_REVERSED,
                    fields.is_before(TO, FROM).then(|| Violation::at(TO)),
                );
            }
            Level::Entry => {
                self.add_id(Identified::Entry, fields, ENTRY_ID);
                report(
                    &rules::JOURNAL_NUMBER_JUMPS,
                    number_jumps(fields, ENTRY_NUMBER, &mut self.last_entry),
                );
                self.visit_balance(fields, report);
            }
            Level::Line => {
                self.add_id(Identified::Line, fields, LINE_ID);
                report(
                    &rules::JOURNAL_NUMBER_JUMPS,
                    number_jumps(fields, LINE_NUMBER, &mut self.last_line),
                );
                let is_debit = fields.with_bytes(CREDIT_DEBIT, |side| side == b"debit");
                let currency = fields.letters(CURRENCY);
                fields
                    .with_bytes(AMOUNT, |amount| {
                        self.balance.add(is_debit, Some(amount), currency);
                    })
                    .unwrap_or_else(|| self.balance.add(is_debit, None, currency));
                report(&rules::LINE_AMOUNT_ZERO, amount_is_zero(fields));
                report(&rules::LINE_AMOUNT_SIGNED, amount_is_signed(fields));
                let original =
                    original_incomplete(fields, Line::FIELDS, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY);
                report(&ORIGINAL_INCOMPLETE, original);
            }
            Level::Dimension => {
                let is_card_statement = fields
                    .with_bytes(DIMENSION_TYPE, is_card_statement)
                    .unwrap_or_default();
                let lacks_id = !fields.has(DIMENSION_ID) && !is_card_statement;
                report(
                    &rules::DIMENSION_WITHOUT_ID,
                    lacks_id.then(Violation::default),
                );
                report(
                    &VALUE_UNUSUAL,
                    dimension_type_unusual(fields, is_card_statement),
                );
            }
            Level::File => {
                let is_lost = !fields.has(FILE_ID) && !fields.has(FILE_CONTENT);
                report(&rules::FILE_UNREACHABLE, is_lost.then(Violation::default));
            }
            Level::Other => {}
        }
        #[cfg(test)]
        report(
            &crate::record::TEST_RULE,
            crate::record::check_test_rule(fields),
        );
    }

    fn visit_balance(
        &self,
        fields: &impl Fields,
        report: &mut impl FnMut(&'static Rule, Option<Violation>),
    ) {
        let violation = |is_violated: bool| is_violated.then(|| Violation::at(LINES));
        let lines = self.balance.lines;
        report(
            &rules::ENTRY_WITHOUT_LINES,
            violation(lines == 0 && fields.text(LINES).is_some()),
        );
        report(&rules::ENTRY_LINE_ALONE, violation(lines == 1));
        report(
            &rules::ENTRY_IN_SEVERAL_CURRENCIES,
            violation(self.balance.has_several_currencies()),
        );
        report(
            &rules::ENTRY_UNBALANCED,
            violation(self.balance.is_unbalanced()),
        );
    }

    fn add_id(&mut self, what: Identified, fields: &Record<'s>, field: usize) {
        if let Some(id) = fields.text(field) {
            self.ids.add(what, id, fields.span_of(field).start + 1);
        }
    }
}

/// Returns a violation if the number of a record is not the one after the number of the record before.
fn number_jumps(fields: &impl Fields, field: usize, last: &mut u64) -> Option<Violation> {
    let number = fields.with_bytes(field, |digits| {
        str::from_utf8(digits).ok()?.parse::<u64>().ok()
    })??;
    let expected = last.checked_add(1);
    *last = number;
    (Some(number) != expected).then(|| Violation::naming(field))
}

fn amount_is_zero(fields: &impl Fields) -> Option<Violation> {
    let is_zero = fields.with_bytes(AMOUNT, |amount| {
        !amount.iter().any(|byte| matches!(byte, b'1'..=b'9'))
    })?;
    is_zero.then(|| Violation::naming(AMOUNT))
}

fn amount_is_signed(fields: &impl Fields) -> Option<Violation> {
    let is_signed = fields.with_bytes(AMOUNT, |amount| {
        amount.first() == Some(&b'-') && amount.iter().any(|byte| matches!(byte, b'1'..=b'9'))
    })?;
    is_signed.then(|| Violation::naming(AMOUNT))
}

/// Returns whether the type of a dimension is that of a card statement, which has the brand of the service in its middle.
fn is_card_statement(dimension_type: &[u8]) -> bool {
    dimension_type.starts_with(b"credit-card-statement-file-") && dimension_type.ends_with(b"-id")
}

fn dimension_type_unusual(fields: &impl Fields, is_card_statement: bool) -> Option<Violation> {
    const USUAL: [&str; 2] = ["cost-center", "project"];

    fields.text(DIMENSION_TYPE)?;
    let is_usual = is_card_statement
        || USUAL
            .iter()
            .any(|usual| fields.equals(DIMENSION_TYPE, usual));
    (!is_usual).then(|| Violation::naming(DIMENSION_TYPE).param("expected", USUAL.join(", ")))
}

impl<'s> NestedRules<'s> for JournalRules<'s> {
    type Level = Level;

    fn begin(&mut self, level: Level) {
        match level {
            Level::Record => {
                self.ids.begin_record();
                self.last_entry = 0;
            }
            Level::Entry => (self.balance, self.last_line) = (EntryBalance::default(), 0),
            _ => {}
        }
    }

    fn check(&mut self, level: Level, record: &mut Record<'s>, sink: &mut Collector<'_>) {
        let mut violations = Vec::new();
        self.visit(level, record, &mut |rule, violation| {
            violations.push((rule, violation));
        });
        for (rule, violation) in violations {
            record.report_violation(rule, violation, sink);
        }
    }

    fn passes(&mut self, level: Level, record: &Record<'s>) -> bool {
        let mut passes = true;
        self.visit(level, record, &mut |_, _| passes = false);
        passes
    }

    fn add_non_record(&mut self, level: Level) {
        if level == Level::Line {
            self.balance.add_unreadable_line();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contract;
    use crate::journal::check;
    use crate::record::{FALLBACKS, TEST_RULE, rules as of_record, with_test_rule, without_rule};
    use crate::report::{Example, Policy, RulePage};

    /// Rules over several fields whose examples are of other payloads, as examples of journals.
    const MORE_EXAMPLES: [(&str, &str); 2] = [
        (
            "value-unusual",
            r#"{"serviceId":"s","entries":[{"entryId":"e","entryNumber":1,"type":"x","date":"2026-03-31","lines":[{"lineId":"l","lineNumber":1,"creditDebit":"debit","amount":"5","currency":"CHF","account":{"number":"1"},"dimensions":[{"externalId":"c","type":"costcenter"}]},{"lineId":"m","lineNumber":2,"creditDebit":"credit","amount":"5","currency":"CHF","account":{"number":"2"}}]}]}"#,
        ),
        (
            "original-incomplete",
            r#"{"serviceId":"s","entries":[{"entryId":"e","entryNumber":1,"type":"x","date":"2026-03-31","lines":[{"lineId":"l","lineNumber":1,"creditDebit":"debit","amount":"5","currency":"CHF","account":{"number":"1"},"originalAmount":"7"},{"lineId":"m","lineNumber":2,"creditDebit":"credit","amount":"5","currency":"CHF","account":{"number":"2"}}]}]}"#,
        ),
    ];

    /// Returns an export, which takes the fast path, and the same export with an escape in the first name of each object, which does not.
    fn fast_and_slow(export: &str) -> [String; 2] {
        let escaped = export.split("{\"").enumerate().map(|(index, part)| {
            let letter = part.chars().next().map_or(0, u32::from);
            if index == 0 {
                return part.to_owned();
            }
            format!("\\u{letter:04x}{}", part.get(1..).unwrap_or_default())
        });
        [export.to_owned(), escaped.collect::<Vec<_>>().join("{\"")]
    }

    /// Returns the rules that an export breaks, and how many of its records the fast path leaves to the general reader.
    fn check_export(export: &str) -> (Vec<&'static str>, usize) {
        FALLBACKS.set(0);
        let report = check(export.as_bytes(), &Policy::new());
        (
            report
                .findings
                .iter()
                .map(|finding| finding.rule.id)
                .collect(),
            FALLBACKS.get(),
        )
    }

    fn journal_pages() -> impl Iterator<Item = (&'static RulePage, String)> {
        let of_journal = |page: &&RulePage| {
            matches!(
                page.bad,
                Example::Journal(_) | Example::JournalMember(..) | Example::JournalLines(_)
            )
        };
        // The fast path reads no empty objects.
        let text = |page: &'static RulePage| {
            let text = String::from_utf8(page.bad.input().into_owned()).unwrap();
            (page, text.replace("{}", "{\"serviceFileId\":null}"))
        };
        let more = MORE_EXAMPLES
            .into_iter()
            .map(|(id, text)| (contract::page(id).unwrap(), text.to_owned()));
        contract::pages().filter(of_journal).map(text).chain(more)
    }

    /// Each rule is implemented once: a rule that is turned off reports nothing in either reader, and the fast path reads what broke it.
    #[test]
    fn each_rule_is_implemented_once() {
        let mut count = 0;
        for (page, export) in journal_pages() {
            let is_over_values = of_record::shape::RULES.contains(&page.rule)
                || of_record::json::RULES.contains(&page.rule);
            // This one is reported once the file was read, when all ids are known.
            if is_over_values || page.rule.id == "journal-id-repeated" {
                continue;
            }
            count += 1;
            let [fast, slow] = fast_and_slow(&export);
            assert_eq!(check_export(&fast), (vec![page.rule.id], 1), "{fast}");
            assert_eq!(check_export(&slow), (vec![page.rule.id], 1), "{slow}");
            without_rule(page.rule, || {
                assert_eq!(
                    check_export(&fast),
                    (vec![], 0),
                    "{} is implemented on the fast path",
                    page.rule.id
                );
                assert_eq!(
                    check_export(&slow),
                    (vec![], 1),
                    "{} is implemented twice",
                    page.rule.id
                );
            });
        }
        assert!(count > 12, "{count}");
    }

    /// A rule that a test adds to all records is reported for records of every kind, by both readers.
    #[test]
    fn an_added_rule_is_checked_in_every_record() {
        let export = r#"[{"serviceId":"s","invoice":{"number":"1","billingPeriod":{"from":"2026-03-01","to":"2026-03-31"}},"contact":{"name":"n","address":{"street":"s"}},"entries":[{"entryId":"e","entryNumber":1,"type":"x","date":"2026-03-31","lines":[{"lineId":"l","lineNumber":1,"creditDebit":"debit","amount":"5","currency":"CHF","account":{"externalId":"a","number":"1"},"tax":{"externalId":"t"},"dimensions":[{"externalId":"c"}]},{"lineId":"m","lineNumber":2,"creditDebit":"credit","amount":"5","currency":"CHF","account":{"number":"2"}}]}],"files":[{"serviceFileId":"f"}]}]"#;
        for export in fast_and_slow(export) {
            assert_eq!(check_export(&export).0, [""; 0]);
            // The account of the second line lacks its first field.
            assert_eq!(
                with_test_rule(|| check_export(&export)).0,
                [TEST_RULE.id; 12],
                "{export}"
            );
        }
    }
}
