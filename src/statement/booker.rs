//! Turns the items that a reader yields into transactions, whatever the format of the file.

use rust_decimal::Decimal;

use super::conversion::{Converted, IdKind, Outcome, Reason, Skipped, Summary};
use super::description::DescriptionBuilder;
use super::draft::Draft;
use super::entry::{Amount, CurrencyCode, Entry, Identity, Moved, Place, Reference, locate};
use super::head::{Given, Head};
use super::ids::{Identified, Ids};
use super::occurrences::Counts;
use super::owners::Owners;
use super::reader::{Detail, Item, Part, StatementReader};
use super::reconciliation::Reconciliation;
use super::rules;
use super::small_decimal::sum;
use crate::record::TypedRecord;
use crate::report::{Checkpoint, Collector, Diagnostic};
use crate::source::sorted_by_key;
use crate::transactions::{CreditDebit, Transaction, check_record};
use crate::value::{Currency, format_amount};

/// Gives each transaction of a statement to `sink`, and puts into `summary` what it comes to.
pub(crate) fn book<'s>(
    head: &Head,
    reader: &mut dyn StatementReader<'s>,
    given: &Given<'_>,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>),
) {
    let owners = Owners::new(given, head, findings);
    let mut booker = Booker {
        head,
        given,
        owners,
        ids: Ids::default(),
        reconciliation: Reconciliation::new(head),
        above: Above::Nothing,
        spare: None,
        description: DescriptionBuilder::default(),
        id: String::new(),
        findings,
        summary,
        sink,
    };
    let mut entry = Box::new(Entry::default());
    while let Some(item) = reader.next(&mut entry, booker.findings) {
        booker.take(item, &mut entry, reader);
    }
    booker.finish(reader);
}

/// Counts the entries of each derived id in a whole statement, of which the oldest entry is to be numbered first though it
/// comes last.
fn count_derived(reader: &dyn StatementReader<'_>, head: &Head, given: &Given<'_>) -> Counts {
    let mut findings = Collector::new(given.policy);
    let (mut owners, mut ids, mut counts) =
        (Owners::new(given, head, &mut findings), Ids::default(), Counts::default());
    let mut reader = reader.restart();
    let mut entry = Entry::default();
    while let Some(item) = reader.next(&mut entry, &mut findings) {
        if let (Item::Entry, Moved::Booked(amount)) = (item, entry.moved)
            && !amount.value.is_zero()
            && !matches!(entry.reference, Reference::Usable(_))
            && let Ok(owner) = owners.of(&mut entry, &mut findings)
        {
            ids.count(&identified(head, &owners, owner, amount, &entry.identity), &mut counts);
        }
    }
    counts
}

/// What the derived id of an entry is made of.
fn identified<'a>(
    head: &Head,
    owners: &'a Owners<'_>,
    owner: usize,
    amount: Amount,
    identity: &'a Identity<'a>,
) -> Identified<'a> {
    let (_, account, currency) = owners.get(owner);
    Identified { version: head.identity_version, account, currency, owner, amount, identity }
}

struct Booker<'s, 'b, 'p> {
    head: &'b Head,
    given: &'b Given<'b>,
    owners: Owners<'b>,
    ids: Ids<'s>,
    reconciliation: Reconciliation<'b>,
    above: Above<'s>,
    /// The entry given out last, whose buffers the next one takes over, and buffers of what is built for each.
    spare: Option<Box<Held<'s>>>,
    description: DescriptionBuilder,
    id: String,
    findings: &'b mut Collector<'p>,
    summary: &'b mut Summary,
    sink: &'b mut dyn FnMut(Converted<'_>),
}

/// The item above, to which a detail belongs.
enum Above<'s> {
    Nothing,
    Entry(Box<Held<'s>>),
    /// An item that becomes no transaction, whose details go with it.
    Passed,
}

/// An entry that is held until its details have come.
struct Held<'s> {
    entry: Box<Entry<'s>>,
    owner: usize,
    amount: Amount,
    details: Vec<Detail>,
}

impl<'s> Booker<'s, '_, '_> {
    fn take(&mut self, item: Item, entry: &mut Box<Entry<'s>>, reader: &dyn StatementReader<'s>) {
        self.summary.rows += 1;
        if let Item::Detail(detail) = item {
            if let Above::Entry(held) = &mut self.above {
                held.details.push(*detail);
            }
            self.summary.details += 1;
            return;
        }
        self.give_out(reader);
        match item {
            Item::Entry => self.take_entry(entry),
            Item::Skipped(reason) => self.skip(entry.place, reason),
            Item::Balance(bound) => {
                self.reconciliation.state(bound, entry.balance);
                self.skip(entry.place, Reason::Total);
            }
            Item::Rejected(fault) => self.reject(entry.place, fault),
            Item::Detail(_) => {}
        }
    }

    fn take_entry(&mut self, entry: &mut Box<Entry<'s>>) {
        let mark = self.findings.checkpoint();
        match entry.moved {
            Moved::Pending(amount) => {
                self.follow_skipped(entry, amount, true);
                self.skip(entry.place, Reason::Pending);
            }
            Moved::Booked(amount) if amount.value.is_zero() => {
                self.follow_skipped(entry, Some(amount), false);
                self.skip(entry.place, Reason::ZeroAmount);
            }
            Moved::Booked(amount) => match self.owners.of(entry, self.findings) {
                Ok(owner) => return self.hold(entry, owner, amount, mark),
                Err(fault) => self.reject(entry.place, fault),
            },
        }
        self.locate(mark, entry);
    }

    /// Follows the balance through an entry that becomes no transaction.
    fn follow_skipped(&mut self, entry: &mut Entry<'s>, amount: Option<Amount>, pending: bool) {
        let followed = match amount {
            Some(amount) => self.owners.of_skipped(entry, self.findings).map(|owner| (owner, amount)),
            None => {
                self.owners.accounts.of(entry, self.head, self.findings);
                None
            }
        };
        match followed {
            Some((owner, amount)) => {
                self.report_row(entry);
                self.reconciliation.follow(entry, owner, &amount, pending);
            }
            // What is not booked and can't be read is not the statement's word either.
            None if pending => {}
            None => self.reconciliation.lose(),
        }
    }

    /// Holds an entry until its details have come.
    fn hold(&mut self, entry: &mut Box<Entry<'s>>, owner: usize, amount: Amount, mark: Checkpoint) {
        self.report_row(entry);
        self.reconciliation.follow(entry, owner, &amount, false);
        self.locate(mark, entry);
        let mut held = match self.spare.take() {
            Some(mut spare) => {
                (spare.owner, spare.amount) = (owner, amount);
                spare.details.clear();
                spare
            }
            None => Box::new(Held { entry: Box::default(), owner, amount, details: Vec::new() }),
        };
        std::mem::swap(&mut held.entry, entry);
        self.above = Above::Entry(held);
    }

    /// Gives out the entry that is held, now that its details are known.
    fn give_out(&mut self, reader: &dyn StatementReader<'s>) {
        let Above::Entry(mut held) = std::mem::replace(&mut self.above, Above::Passed) else { return };
        let mark = self.findings.checkpoint();
        for fault in held.entry.faults.drain(..) {
            self.findings.push(fault);
        }
        let id_kind = self.identify(&mut held, reader);
        let Held { entry, owner, amount, details } = &*held;
        let (_, account, currency) = self.owners.get(*owner);
        self.description.build(&entry.texts, |text| add_details(text, details, amount, currency));
        let draft = Draft {
            entry,
            account,
            currency,
            amount: *amount,
            id: &self.id,
            // The bank's own was looked at, or it would not be taken.
            id_is_checked: id_kind == IdKind::Bank,
            text: self.description.as_str(),
            needs_no_escape: self.description.needs_no_escape(),
            original: entry.original,
        }
        .in_minor_units();
        let outcome = draft.clean().map(Outcome::Draft).or_else(|| {
            let mut record = draft.record();
            check_record(&mut record, self.findings);
            let is_right = !record.faulty;
            let transaction = is_right.then(|| Transaction::from_texts(&|field| record.text(field))).flatten();
            transaction.map(Outcome::Built)
        });
        if sum_of_parts(details, currency).is_some_and(|parts| parts.abs() != amount.value) {
            self.findings.push(Diagnostic::new(&rules::PARTS_DIFFER, amount.span));
        }
        match outcome {
            Some(outcome) => {
                self.findings.set_item(mark, self.summary.converted, Some(&self.id));
                self.summary.converted += 1;
                self.reconciliation.book(*owner, amount, entry.days.of_booking());
                (self.sink)(Converted::new(outcome, id_kind, entry, self.head));
            }
            None => {
                self.summary.rejected.push(entry.place.line);
                self.reconciliation.lose();
            }
        }
        self.locate(mark, entry);
        self.spare = Some(held);
    }

    /// Writes the bank's id of an entry where it can be used, else one that is derived.
    fn identify(&mut self, held: &mut Held<'s>, reader: &dyn StatementReader<'s>) -> IdKind {
        self.id.clear();
        let Held { entry, owner, amount, .. } = held;
        match std::mem::take(&mut entry.reference) {
            Reference::Usable(id) => {
                self.id.push_str(&id);
                let (account, ..) = self.owners.get(*owner);
                if let Some(first) = self.ids.first_line(account, id, entry.place.line) {
                    let fault = Diagnostic::new(&rules::BANK_ID_REPEATED, entry.reference_span);
                    self.findings.push(fault.param("first", first));
                }
                return IdKind::Bank;
            }
            Reference::Unusable(rule) => {
                self.findings.push(Diagnostic::new(rule, entry.reference_span).param("field", "transactionId"));
            }
            Reference::None => {}
        }
        if self.ids.wants_order() {
            let is_newest_first = reader.is_newest_first();
            self.ids.set_order(is_newest_first.then(|| count_derived(reader, self.head, self.given)));
        }
        let identified = identified(self.head, &self.owners, *owner, *amount, &entry.identity);
        self.ids.derive(&identified, &mut self.id);
        IdKind::Derived
    }

    /// Reports what there is to report of the row of an entry.
    fn report_row(&mut self, entry: &mut Entry<'s>) {
        for fault in entry.row_faults.drain(..) {
            self.findings.push(fault);
        }
    }

    fn skip(&mut self, place: Place, reason: Reason) {
        self.above = Above::Passed;
        self.summary.skipped.push(Skipped { line: place.line, reason });
    }

    fn reject(&mut self, place: Place, fault: Option<Diagnostic>) {
        if let Some(fault) = fault {
            self.findings.push(fault);
        }
        self.above = Above::Passed;
        self.summary.rejected.push(place.line);
        self.reconciliation.lose();
    }

    /// Names the cell of each finding since `mark` that lies in an entry.
    fn locate(&mut self, mark: Checkpoint, entry: &Entry<'_>) {
        // Nearly every entry has no finding.
        if self.findings.checkpoint() != mark {
            self.findings.locate_cells(mark, |span| locate(span, entry.place, &entry.cells, &self.head.columns));
        }
    }

    fn finish(mut self, reader: &dyn StatementReader<'s>) {
        self.give_out(reader);
        let summary = self.summary;
        summary.period = self.head.period;
        summary.rejected = sorted_by_key(std::mem::take(&mut summary.rejected), |line| (*line, 0));
        (summary.totals, summary.balance) = {
            let (totals, balance) = self.reconciliation.close(&self.owners, self.findings);
            // Where every row was rejected, the balances of what is pending prove nothing.
            let counts = summary.converted > 0 || summary.rejected.is_empty();
            (totals, if counts { balance } else { summary.balance })
        };
        let accounts = &self.owners.accounts;
        summary.took_account = accounts.took_given();
        if let Some(span) = accounts.unnamed_among_others() {
            self.findings.push(Diagnostic::new(&rules::ACCOUNT_FILLED_IN, span));
        }
    }
}

/// Adds to the text of an entry what its details say, and its charges.
fn add_details(text: &mut DescriptionBuilder, details: &[Detail], amount: &Amount, currency: &CurrencyCode<'_>) {
    let parts = || details.iter().filter_map(|detail| detail.part.as_ref());
    // Where one part is negative, all show their direction by their sign; else they have that of the entry.
    let signed = parts().any(|part| part.amount.is_sign_negative());
    for Detail { text: more, part } in details {
        let Some(part) = part else {
            if !more.is_empty() {
                text.join(" | ", more);
            }
            continue;
        };
        let direction = if part.amount.is_sign_negative() { CreditDebit::Debit } else { CreditDebit::Credit };
        let sign = if signed && direction != amount.direction { "-" } else { "" };
        let other = part.is_in_other_than(currency).then_some(part.currency.as_str());
        let minor_units = Currency::parse(other.unwrap_or(currency)).ok().and_then(Currency::minor_units);
        let shown = format_amount(part.amount, minor_units);
        let code = other.map_or(String::new(), |code| format!(" {code}"));
        text.join(" | ", format!("{sign}{shown}{code} {more}").trim_end());
    }
    if let Some(charges) = amount.charges {
        let what = if charges.is_sign_negative() { "fee returned" } else { "fee" };
        let minor_units = currency.known().and_then(Currency::minor_units);
        text.join("; ", &format!("{what} {} {}", format_amount(charges, minor_units), &**currency));
    }
}

/// What the parts of a batch entry add up to; nothing where it has none, or one can't be added to the others.
fn sum_of_parts(details: &[Detail], currency: &CurrencyCode<'_>) -> Option<Decimal> {
    let mut parts = details.iter().filter_map(|detail| detail.part.as_ref()).filter(|part| part.counts).peekable();
    parts.peek()?;
    parts.try_fold(Decimal::ZERO, |so_far, part| {
        // A part in another currency can be shown, but not added.
        if part.is_in_other_than(currency) { None } else { sum(so_far, part.amount) }
    })
}

impl Part {
    fn is_in_other_than(&self, currency: &str) -> bool {
        !self.currency.is_empty() && self.currency != currency
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::iter::{Enumerate, Peekable};
    use std::rc::Rc;
    use std::str::Lines;

    use super::*;
    use crate::report::{Policy, Report};
    use crate::source::{Decoded, Span};
    use crate::statement::{AccountKind, AccountName, Balance, Balances, Bound, Cell, Column, Order};
    use crate::value::Date;

    /// A format that is no table: a word says what each line is.
    ///
    /// ```text
    /// account CH9300762011623852957
    /// opening 100.00
    /// entry 2026-03-30 -12.50 CHF 87.50 Bakery
    /// detail two loaves
    /// pending 2026-03-31 -5.00 CHF - Kiosk
    /// ```
    struct Toy<'s> {
        text: &'s str,
        lines: Peekable<Enumerate<Lines<'s>>>,
        number: usize,
        newest_first: bool,
    }

    impl<'s> Toy<'s> {
        fn open(text: &'s str, newest_first: bool) -> (Head, Self) {
            let mut toy = Self { text, lines: text.lines().enumerate().peekable(), number: 0, newest_first };
            let mut accounts = Vec::new();
            while let Some((_, line)) = toy.lines.next_if(|(_, line)| line.starts_with("account")) {
                let text = Cow::Owned(line.trim_start_matches("account").trim().to_owned());
                accounts.push(AccountName { kind: AccountKind::Iban, text, span: toy.span(line) });
            }
            let column = |name: &str| Column { name: name.to_owned(), label: name.to_owned() };
            let columns: Rc<[Column]> = [column("day"), column("amount"), column("text")].into();
            let order = if newest_first { Order::NewestFirst } else { Order::OldestFirst };
            let head = Head {
                span: Span::at(0),
                accounts,
                entries_name_accounts: false,
                currency: None,
                currencies_conflict: false,
                amount_currency: None,
                period: [None; 2],
                opening: None,
                closing: None,
                order,
                balances: Balances::PerRow,
                identity_version: 1,
                columns,
                balance_column: "balance".to_owned(),
                content: |cell| Cow::Borrowed(cell.raw()),
            };
            (head, toy)
        }

        fn span(&self, part: &str) -> Span {
            let start = part.as_ptr().addr() - self.text.as_ptr().addr();
            Span::new(start, start + part.len())
        }

        fn entry(&self, words: &[&'s str], is_pending: bool, entry: &mut Entry<'s>) -> Option<()> {
            let [_, day, amount, currency, balance, text] = words else { return None };
            let number = |text: &str| text.parse::<Decimal>().ok();
            let value = number(amount)?;
            entry.clear();
            let direction = if value.is_sign_negative() { CreditDebit::Debit } else { CreditDebit::Credit };
            let amount_of = Amount { value: value.abs(), direction, span: self.span(amount), charges: None };
            entry.moved = if is_pending { Moved::Pending(Some(amount_of)) } else { Moved::Booked(amount_of) };
            (entry.currency, entry.currency_span) =
                (Some(CurrencyCode::of(Cow::Borrowed(currency))), self.span(currency));
            entry.balance = number(balance).map(|number| (number, self.span(balance)));
            entry.days.booked = Some((Date::parse(day).ok()?, self.span(day)));
            entry.reference_span = self.span(day);
            entry.identity.date = entry.days.of_booking();
            entry.identity.parts.push(Cow::Borrowed(text));
            entry.texts.push(Cow::Borrowed(text));
            entry.cells = [day, amount, text].map(|part| Cell::bare(self.text, self.span(part))).to_vec();
            Some(())
        }
    }

    impl<'s> StatementReader<'s> for Toy<'s> {
        fn next(&mut self, entry: &mut Entry<'s>, _findings: &mut Collector<'_>) -> Option<Item> {
            let (index, line) = self.lines.next()?;
            self.number += 1;
            entry.place = Place { span: self.span(line), line: index + 1, number: self.number };
            let words: Vec<&str> = line.splitn(6, ' ').collect();
            Some(match words.as_slice() {
                ["opening", amount] => {
                    entry.balance = amount.parse().ok().map(|amount| (amount, self.span(line)));
                    Item::Balance(Bound::Opening)
                }
                ["detail", ..] => {
                    Item::Detail(Box::new(Detail { text: line.trim_start_matches("detail ").to_owned(), part: None }))
                }
                ["note", ..] => Item::Skipped(Reason::Other),
                [kind @ ("entry" | "pending"), ..] => match self.entry(&words, *kind == "pending", entry) {
                    Some(()) => Item::Entry,
                    None => Item::Rejected(Some(Diagnostic::new(&rules::AMOUNT_UNREADABLE, self.span(line)))),
                },
                _ => Item::Rejected(None),
            })
        }

        fn is_newest_first(&self) -> bool {
            self.newest_first
        }

        fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
            Box::new(Self::open(self.text, self.newest_first).1)
        }
    }

    fn convert(text: &str, newest_first: bool) -> (Vec<Transaction>, Summary) {
        let policy = Policy::new();
        let mut findings = Collector::new(&policy);
        let decoded = Decoded::from_bytes(text.as_bytes());
        let mut summary = Summary { encoding: decoded.encoding(), ..Summary::default() };
        let given = Given { account: None, currency: None, accounts: None, policy: &policy };
        let (head, mut toy) = Toy::open(text, newest_first);
        let mut transactions = Vec::new();
        book(&head, &mut toy, &given, &mut findings, &mut summary, &mut |converted| {
            transactions.push(converted.into_transaction());
        });
        summary.report = findings.into_report(&decoded, None);
        (transactions, summary)
    }

    fn rules_of(report: &Report) -> Vec<(&str, usize)> {
        report.findings.iter().map(|finding| (finding.rule.id, finding.line)).collect()
    }

    const STATEMENT: &str = "account CH9300762011623852957\nopening 100.00\n\
        entry 2026-03-30 -12.50 CHF 87.50 Bakery\ndetail two loaves\nnote no entry\n\
        entry 2026-03-31 20.00 CHF 107.50 Refund\nentry 2026-03-31 20.00 CHF 127.50 Refund\n\
        pending 2026-04-01 -5.00 CHF - Kiosk\n";

    #[test]
    fn a_format_that_is_no_table_is_booked_like_any_other() {
        let (transactions, summary) = convert(STATEMENT, false);
        let texts: Vec<String> = transactions.iter().filter_map(|one| one.text.clone()).map(String::from).collect();
        assert_eq!(texts, ["Bakery | two loaves", "Refund", "Refund"]);
        assert_eq!(transactions[0].account_identifier.as_str(), "CH9300762011623852957");
        assert_eq!((summary.rows, summary.converted, summary.details), (7, 3, 1));
        let skipped: Vec<&str> = summary.skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
        assert_eq!(skipped, ["total", "other", "pending"]);
        assert_eq!(summary.balance, Balance::Proved);
        let [total] = summary.totals.as_slice() else { panic!("one account in one currency") };
        assert_eq!((total.opening, total.closing), ("100.00".parse().ok(), "127.50".parse().ok()));
        assert_eq!(rules_of(&summary.report), []);
    }

    #[test]
    fn what_is_wrong_is_found_at_its_line() {
        let text = STATEMENT.replace("107.50", "107.60").replace("-12.50 CHF", "x CHF").replace("note", "?");
        let (transactions, summary) = convert(&text, false);
        assert_eq!((transactions.len(), summary.rejected), (2, vec![3, 5]));
        assert_eq!(summary.balance, Balance::Broken);
        assert_eq!(rules_of(&summary.report), [("amount-unreadable", 3), ("balance-broken", 7)]);
    }

    #[test]
    fn entries_that_are_alike_have_the_same_ids_in_either_order() {
        let (oldest_first, _) = convert(STATEMENT, false);
        let mut lines: Vec<&str> = STATEMENT.lines().filter(|line| line.starts_with("entry")).collect();
        lines.push("account CH9300762011623852957");
        lines.reverse();
        let (mut newest_first, _) = convert(&lines.join("\n"), true);
        newest_first.reverse();
        let ids = |transactions: &[Transaction]| -> Vec<_> {
            transactions.iter().map(|one| one.transaction_id.clone().map(String::from)).collect()
        };
        assert_eq!(ids(&oldest_first), ids(&newest_first));
        assert!(ids(&oldest_first)[2].as_ref().is_some_and(|id| id.ends_with("-2")));
    }
}
