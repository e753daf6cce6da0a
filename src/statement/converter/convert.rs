use std::ops::ControlFlow;

use super::state::Converter;
use crate::report::Collector;
use crate::statement::cash_accounts::CashAccounts;
use crate::statement::conversion::{Converted, Summary};
use crate::statement::description::DescriptionBuilder;
use crate::statement::entry::Entry;
use crate::statement::entry_checks::EntryChecks;
use crate::statement::id_generator::IdGenerator;
use crate::statement::metadata::{StatementMetadata, StatementOptions};
use crate::statement::reader::StatementReader;
use crate::statement::reconciliation::Reconciliation;

/// A statement of a file that is to be converted: what does not depend on a single entry, and the reader of its items.
pub(crate) struct StatementSource<'s, 'b> {
    pub(crate) metadata: &'b StatementMetadata,
    pub(crate) reader: &'b mut dyn StatementReader<'s>,
}

/// The number of items that are read before they are converted. The processor's first cache can't hold the code for both at once, so changing from one to
/// the other for each item takes more time.
const ITEMS_READ_AHEAD: usize = 16;

/// Converts the statements of a file. Passes each transaction to `sink` and fills in `summary`.
pub(crate) fn convert_statements<'s, 'b>(
    statements: &mut [StatementSource<'s, 'b>],
    options: &StatementOptions<'_>,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) {
    let Some(StatementSource { metadata, .. }) = statements.first() else {
        return;
    };
    let mut converter = Converter {
        metadata,
        options,
        cash_accounts: CashAccounts::new(options, metadata),
        ids: IdGenerator::default(),
        reconciliation: Reconciliation::new(metadata, options),
        checks: EntryChecks::new(metadata),
        reversals: Vec::new(),
        converted_before: 0,
        rejected_before: 0,
        names_accounts: None,
        open_entry: None,
        spare: None,
        description: DescriptionBuilder::default(),
        id: String::new(),
        findings,
        summary,
        sink,
        is_stopped: false,
    };
    let mut entries: Vec<Box<Entry<'_>>> = (0..ITEMS_READ_AHEAD).map(|_| Box::default()).collect();
    let mut items = Vec::new();
    for statement in statements {
        converter.begin_statement(statement.metadata);
        let mut is_read = false;
        while !converter.is_stopped && !is_read {
            items.extend(
                entries
                    .iter_mut()
                    .map_while(|entry| statement.reader.next(entry, converter.findings)),
            );
            is_read = items.len() < entries.len();
            for (item, entry) in items.drain(..).zip(&mut entries) {
                if !converter.is_stopped {
                    converter.push_item(item, entry, statement.reader);
                }
            }
        }
        converter.end_statement(statement.reader);
    }
    converter.finish();
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::iter::{Enumerate, Peekable};
    use std::ops::ControlFlow;
    use std::str::Lines;
    use std::sync::Arc;

    use rust_decimal::Decimal;

    use super::*;
    use crate::report::{Diagnostic, Policy, Report};
    use crate::sheet::Cell;
    use crate::source::{Decoded, Span};
    use crate::statement::conversion::SkipReason;
    use crate::statement::entry::{CurrencyCode, EntryAmount, EntryStatus, RowPosition};
    use crate::statement::reader::{Detail, Item};
    use crate::statement::rules;
    use crate::statement::{
        AccountNumber, AccountNumberKind, BalanceKind, BalanceStatus, Column, RowOrder,
        StatedBalance,
    };
    use crate::transactions::CreditDebit;
    use crate::transactions::Transaction;
    use crate::value::Date;

    /// A reader of a format that is not a table. The first word of each line is the kind of the item.
    ///
    /// ```text
    /// account CH9300762011623852957
    /// opening 100.00
    /// entry 2026-03-30 -12.50 CHF 87.50 Bakery
    /// detail two loaves
    /// pending 2026-03-31 -5.00 CHF - Kiosk
    /// ```
    struct LineReader<'s> {
        text: &'s str,
        lines: Peekable<Enumerate<Lines<'s>>>,
        row: usize,
        is_newest_first: bool,
    }

    impl<'s> LineReader<'s> {
        fn open(text: &'s str, is_newest_first: bool) -> (StatementMetadata, Self) {
            let mut reader = Self {
                text,
                lines: text.lines().enumerate().peekable(),
                row: 0,
                is_newest_first,
            };
            let mut account_numbers = Vec::new();
            while let Some((_, line)) = reader
                .lines
                .next_if(|(_, line)| line.starts_with("account"))
            {
                let text = Cow::Owned(line.trim_start_matches("account").trim().to_owned());
                account_numbers.push(AccountNumber {
                    kind: AccountNumberKind::Iban,
                    text,
                    span: reader.span(line),
                });
            }
            let column = |name: &str| Column {
                name: name.to_owned(),
                unique_name: name.to_owned(),
            };
            let columns: Arc<[Column]> = [column("day"), column("amount"), column("text")].into();
            let row_order = if is_newest_first {
                RowOrder::NewestFirst
            } else {
                RowOrder::OldestFirst
            };
            let metadata = StatementMetadata {
                account_numbers,
                row_order,
                ..StatementMetadata::new(Span::at(0), &columns, "balance", |cell| {
                    Cow::Borrowed(cell.raw())
                })
            };
            (metadata, reader)
        }

        fn span(&self, part: &str) -> Span {
            let start = part.as_ptr().addr() - self.text.as_ptr().addr();
            Span::new(start, start + part.len())
        }

        fn entry(&self, words: &[&'s str], is_pending: bool, entry: &mut Entry<'s>) -> Option<()> {
            let [_, day, amount, currency, balance, text] = words else {
                return None;
            };
            let number = |text: &str| text.parse::<Decimal>().ok();
            let value = number(amount)?;
            entry.clear();
            let direction = if value.is_sign_negative() {
                CreditDebit::Debit
            } else {
                CreditDebit::Credit
            };
            let entry_amount = EntryAmount {
                value: value.abs(),
                direction,
                span: self.span(amount),
                charges: None,
            };
            entry.status = if is_pending {
                EntryStatus::Pending(Some(entry_amount))
            } else {
                EntryStatus::Booked(entry_amount)
            };
            (entry.currency, entry.currency_span) = (
                Some(CurrencyCode::from_text(Cow::Borrowed(currency))),
                self.span(currency),
            );
            entry.balance = number(balance).map(|number| (number, self.span(balance)));
            entry.dates.booked = Some((Date::parse(day).ok()?, self.span(day)));
            entry.bank_id_span = self.span(day);
            entry.identity.date = entry.dates.booking_date();
            entry.identity.parts.push(Cow::Borrowed(text));
            entry.texts.push(Cow::Borrowed(text));
            entry.cells = [day, amount, text]
                .map(|part| Cell::unquoted(self.text, self.span(part)))
                .to_vec();
            Some(())
        }
    }

    impl<'s> StatementReader<'s> for LineReader<'s> {
        fn next(&mut self, entry: &mut Entry<'s>, _findings: &mut Collector<'_>) -> Option<Item> {
            let (index, line) = self.lines.next()?;
            self.row += 1;
            entry.position = RowPosition {
                span: self.span(line),
                line: index + 1,
                row: self.row,
            };
            let words: Vec<&str> = line.splitn(6, ' ').collect();
            Some(match words.as_slice() {
                ["opening", amount] => {
                    let stated = |balance| StatedBalance {
                        balance,
                        currency: None,
                        day: None,
                        span: self.span(line),
                    };
                    Item::Balance(BalanceKind::Opening, amount.parse().ok().map(stated))
                }
                ["detail", ..] => Item::Detail(Box::new(Detail {
                    position: entry.position,
                    text: line.trim_start_matches("detail ").to_owned(),
                    ..Detail::default()
                })),
                ["note", ..] => Item::Skipped(SkipReason::Other),
                [kind @ ("entry" | "pending"), ..] => {
                    match self.entry(&words, *kind == "pending", entry) {
                        Some(()) => Item::Entry,
                        None => {
                            let diagnostic =
                                Diagnostic::new(&rules::AMOUNT_UNREADABLE, self.span(line));
                            Item::Rejected(Some(
                                diagnostic
                                    .param("decimal", ".")
                                    .param("advice", rules::CELL_ADVICE),
                            ))
                        }
                    }
                }
                _ => Item::Rejected(None),
            })
        }

        fn is_newest_first(&self) -> bool {
            self.is_newest_first
        }

        fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
            Box::new(Self::open(self.text, self.is_newest_first).1)
        }
    }

    fn convert(text: &str, is_newest_first: bool) -> (Vec<Transaction>, Summary) {
        let policy = Policy::new();
        let mut findings = Collector::new(&policy);
        let decoded = Decoded::from_bytes(text.as_bytes());
        let mut summary = Summary {
            encoding: decoded.encoding(),
            ..Summary::default()
        };
        let options = StatementOptions {
            account: None,
            currency: None,
            opening_balance: None,
            account_map: None,
            split_batches: false,
            bank: None,
            policy: &policy,
        };
        let (metadata, mut reader) = LineReader::open(text, is_newest_first);
        let mut transactions = Vec::new();
        let statement = StatementSource {
            metadata: &metadata,
            reader: &mut reader,
        };
        convert_statements(
            &mut [statement],
            &options,
            &mut findings,
            &mut summary,
            &mut |converted| {
                transactions.push(converted.into_transaction());
                ControlFlow::Continue(())
            },
        );
        summary.report = findings.into_report(&decoded, None);
        (transactions, summary)
    }

    fn rules_of(report: &Report) -> Vec<(&str, usize)> {
        report
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.line))
            .collect()
    }

    const STATEMENT: &str = "account CH9300762011623852957\nopening 100.00\n\
        entry 2026-03-30 -12.50 CHF 87.50 Bakery\ndetail two loaves\nnote no entry\n\
        entry 2026-03-31 20.00 CHF 107.50 Refund\nentry 2026-03-31 20.00 CHF 127.50 Refund\n\
        pending 2026-04-01 -5.00 CHF - Kiosk\n";

    #[test]
    fn converts_a_format_that_is_not_a_table() {
        let (transactions, summary) = convert(STATEMENT, false);
        let texts: Vec<String> = transactions
            .iter()
            .filter_map(|transaction| transaction.text.clone())
            .map(String::from)
            .collect();
        assert_eq!(texts, ["Bakery | two loaves", "Refund", "Refund"]);
        assert_eq!(
            transactions[0].account_identifier.as_str(),
            "CH9300762011623852957"
        );
        assert_eq!(
            (summary.rows, summary.converted, summary.details),
            (7, 3, 1)
        );
        let skipped: Vec<&str> = summary
            .skipped
            .iter()
            .map(|skipped| skipped.reason.as_str())
            .collect();
        assert_eq!(skipped, ["total", "other", "pending"]);
        let [statement] = summary.statements.as_slice() else {
            panic!("one account in one currency")
        };
        assert_eq!(statement.balance_status, BalanceStatus::Proved);
        assert_eq!(
            (statement.opening_balance, statement.closing_balance),
            ("100.00".parse().ok(), "127.50".parse().ok())
        );
        assert_eq!(rules_of(&summary.report), []);
    }

    #[test]
    fn reports_faults_at_their_lines() {
        let text = STATEMENT
            .replace("107.50", "107.60")
            .replace("-12.50 CHF", "x CHF")
            .replace("note", "?");
        let (transactions, summary) = convert(&text, false);
        assert_eq!((transactions.len(), summary.rejected), (2, vec![3, 5]));
        assert_eq!(summary.statements[0].balance_status, BalanceStatus::Broken);
        assert_eq!(
            rules_of(&summary.report),
            [("amount-unreadable", 3), ("balance-broken", 7)]
        );
    }

    #[test]
    fn a_short_statement_that_occurs_twice_is_not_proved() {
        let account = "account CH9300762011623852957\n";
        let opening = "opening 100.00\n";
        let entries =
            "entry 2026-03-30 1000.00 CHF 1100.00 Loan\nentry 2026-03-30 -1000.00 CHF 100.00 Car\n";
        let (_, once) = convert(&format!("{account}{opening}{entries}"), false);
        assert_eq!(once.statements[0].balance_status, BalanceStatus::Proved);
        assert_eq!(rules_of(&once.report), []);
        let with_opening = format!("{opening}{entries}");
        let without_balances = with_opening
            .replace("1100.00", "-")
            .replace("CHF 100.00", "CHF -");
        for (text, line) in [
            (format!("{account}{with_opening}{with_opening}"), 5),
            (format!("{account}{opening}{entries}{entries}"), 5),
            (format!("{account}{without_balances}{without_balances}"), 5),
        ] {
            for is_newest_first in [false, true] {
                let (_, summary) = convert(&text, is_newest_first);
                let found = rules_of(&summary.report);
                assert!(found.contains(&("block-repeated", line)), "{text}{found:?}");
                assert_ne!(
                    summary.statements[0].balance_status,
                    BalanceStatus::Proved,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn nothing_is_proved_beside_a_rejected_row() {
        let newest = "entry 2026-04-01 x CHF 121.50 Kiosk\n";
        let (transactions, summary) = convert(&format!("{STATEMENT}{newest}"), false);
        let statement = &summary.statements[0];
        assert_eq!((transactions.len(), statement.confirmed), (3, 3));
        assert_eq!(statement.balance_status, BalanceStatus::Partly);
        assert!(statement.is_doubtful);
    }

    #[test]
    fn duplicate_entries_have_the_same_ids_in_either_order() {
        let (oldest_first, _) = convert(STATEMENT, false);
        let mut lines: Vec<&str> = STATEMENT
            .lines()
            .filter(|line| line.starts_with("entry"))
            .collect();
        lines.push("account CH9300762011623852957");
        lines.reverse();
        let (mut newest_first, _) = convert(&lines.join("\n"), true);
        newest_first.reverse();
        let ids = |transactions: &[Transaction]| -> Vec<_> {
            transactions
                .iter()
                .map(|transaction| transaction.transaction_id.clone().map(String::from))
                .collect()
        };
        assert_eq!(ids(&oldest_first), ids(&newest_first));
        assert!(
            ids(&oldest_first)[2]
                .as_ref()
                .is_some_and(|id| id.ends_with("-2"))
        );
    }
}
