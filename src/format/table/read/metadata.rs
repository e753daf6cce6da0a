use std::collections::HashSet;
use std::sync::Arc;

use crate::format::rules;
use crate::format::table::detect::{ColumnMapping, Header, Preamble};
use crate::format::table::profile::LabelRole;
use crate::format::table::value::{content, number};
use crate::report::{Collector, Diagnostic};
use crate::statement::rules::{CURRENCY_CONFLICT, CURRENCY_DIFFERS};
use crate::statement::{
    AccountNumber, AccountNumberKind, Column, Identification, MessageTotals, StatedBalance,
    StatementMetadata,
};
use crate::value::{CardNumber, Currency};

/// Returns the metadata of a statement: the values above the header, and the columns.
pub(super) fn read_metadata(
    header: &Header<'_>,
    mapping: &ColumnMapping<'_>,
    preamble: &Preamble,
    findings: &mut Collector<'_>,
) -> StatementMetadata {
    let currency = currency(header, preamble, findings);
    for (span, expected) in preamble.unreadable_values(mapping.style) {
        findings.push(Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", expected));
    }
    let balance = |role| {
        let (text, span) = preamble.get(role)?;
        let parsed = number::parse_with_currency(text, &mapping.style.numbers)?;
        Some(StatedBalance {
            balance: parsed.number,
            currency: parsed.currency,
            day: None,
            span,
        })
    };
    let columns = columns(&header.names);
    let balance_column = mapping
        .balance
        .or(mapping.balance_before)
        .and_then(|balance| columns.get(balance));
    let mut amount_cells = mapping.amount_cells().into_iter().flatten();
    let entry_count = preamble.get(LabelRole::EntryCount);
    StatementMetadata {
        span: header.span,
        account_numbers: account_numbers(preamble),
        entries_name_accounts: !mapping.accounts.is_empty(),
        currency,
        incomplete_at: None,
        currencies_conflict: header.currencies().len() > 1,
        amount_currency: amount_cells.find_map(|cell| header.currency_of(cell)),
        period: preamble.period(&mapping.style.dates),
        created: None,
        identification: Identification::default(),
        opening_balance: balance(LabelRole::OpeningBalance),
        closing_balance: balance(LabelRole::ClosingBalance),
        always_decimals: mapping.style.numbers.always_decimals,
        entry_count: entry_count.and_then(|(text, span)| Some((text.parse().ok()?, span))),
        sums: None,
        message_totals: MessageTotals::default(),
        row_order: header.profile.order,
        balance_granularity: header.profile.running_balance,
        identity_version: header.profile.identity.version,
        balance_column: balance_column.map_or(String::new(), |column| column.name.clone()),
        columns,
        cell_content: content::text,
    }
}

fn account_numbers(preamble: &Preamble) -> Vec<AccountNumber<'static>> {
    let mut numbers = Vec::new();
    for (role, text, span) in &preamble.values {
        let kind = match role {
            LabelRole::Iban => AccountNumberKind::Iban,
            LabelRole::Account => AccountNumberKind::BankNumber,
            LabelRole::Card => AccountNumberKind::Card,
            _ => continue,
        };
        numbers.push(AccountNumber {
            kind,
            text: text.clone().into(),
            span: *span,
        });
    }
    numbers
}

/// Returns the currency of rows that name none: from the names of columns, from the preamble, or the only currency of the format.
///
/// A difference between these is reported. If the names of columns differ, there is no currency.
fn currency(
    header: &Header<'_>,
    preamble: &Preamble,
    findings: &mut Collector<'_>,
) -> Option<Currency> {
    let named = header.currencies();
    if named.len() > 1 {
        findings.push(Diagnostic::new(&CURRENCY_CONFLICT, header.span));
        return None;
    }
    let parse = |(code, span)| Some((Currency::parse(code).ok()?, span));
    let named = named.first().map(|currency| (*currency, header.span));
    let stated = preamble.get(LabelRole::Currency);
    let only = header.profile.currency.as_deref();
    let only = only.map(|code| (code, header.span));
    let sources = [named, stated.and_then(parse), only.and_then(parse)];
    let mut sources = sources.into_iter().flatten();
    let (currency, _) = sources.next()?;
    if let Some((_, span)) = sources.find(|(other, _)| *other != currency) {
        let fault = Diagnostic::new(&CURRENCY_DIFFERS, span);
        findings.push(fault.param("used", "that of the columns or rows"));
    }
    Some(currency)
}

/// Returns the names of columns for output. The labels of further columns with the same name are numbered.
fn columns(names: &[String]) -> Arc<[Column]> {
    let mut taken = HashSet::new();
    let mut column = |name: &String| {
        let name = masked(name);
        let mut label = name.clone();
        let mut number = 1;
        while !taken.insert(label.clone()) {
            number += 1;
            label = format!("{name} #{number}");
        }
        Column {
            name,
            unique_name: label,
        }
    };
    names.iter().map(&mut column).collect()
}

/// The maximum length of a name. A name is written beside a cell of every row, so it must not grow with the file.
const MAX_NAME_CHARS: usize = 200;

/// Returns a name for output, with card numbers masked.
fn masked(name: &str) -> String {
    let masked = CardNumber::mask(name);
    match masked.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", masked.get(..end).unwrap_or_default()),
        None => masked.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(names: &[String]) -> Vec<String> {
        columns(names)
            .iter()
            .map(|column| column.unique_name.clone())
            .collect()
    }

    #[test]
    fn numbers_equal_labels() {
        let names = ["X #2", "X", "X", "4111 1111 1111 1111", "X"].map(str::to_owned);
        assert_eq!(
            labels(&names),
            ["X #2", "X", "X #3", "**** **** **** 1111", "X #4"]
        );
    }

    #[test]
    fn truncates_long_labels() {
        let labels = labels(&["ä".repeat(200), "ä".repeat(201), "ä".repeat(1000)]);
        let cut = format!("{}…", "ä".repeat(200));
        assert_eq!(labels, ["ä".repeat(200), cut.clone(), format!("{cut} #2")]);
    }
}
