use std::rc::Rc;

use crate::format::rules;
use crate::format::table::detect::{ColumnMapping, Header, Preamble, label};
use crate::format::table::profile::LabelRole;
use crate::format::table::value::{content, number};
use crate::report::{Collector, Fault};
use crate::statement::rules::{CURRENCY_CONFLICT, CURRENCY_DIFFERS};
use crate::statement::{AccountKind, AccountName, Column, Given, Head};
use crate::value::Currency;

/// The head of the statement below a header: what stands above it, and what its columns are.
pub(super) fn read(
    header: &Header<'_>,
    mapping: &ColumnMapping<'_>,
    preamble: &Preamble,
    given: &Given<'_>,
    findings: &mut Collector<'_>,
) -> Head {
    let currency = currency(header, preamble, given, findings);
    for (span, expected) in preamble.unread(mapping.style) {
        findings.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", expected));
    }
    let account = |role| match role {
        LabelRole::Iban => Some(AccountKind::Iban),
        LabelRole::Account => Some(AccountKind::Number),
        LabelRole::Card => Some(AccountKind::Card),
        _ => None,
    };
    let accounts = preamble.values().filter_map(|(role, text, span)| {
        Some(AccountName { kind: account(role)?, text: text.to_owned().into(), span })
    });
    let balance = |role| {
        let (text, span) = preamble.get(role)?;
        Some((number::parse(text, &mapping.style.numbers)?.number, span))
    };
    let columns: Rc<[Column]> = header
        .names
        .iter()
        .zip(&header.labels)
        .map(|(name, label_of)| Column { name: label(name), label: label_of.clone() })
        .collect();
    let balance_column = mapping.balance.and_then(|balance| columns.get(balance));
    Head {
        span: header.span,
        accounts: accounts.collect(),
        entries_name_accounts: !mapping.accounts.is_empty(),
        currency,
        currencies_conflict: header.currencies().len() > 1,
        amount_currency: mapping.named,
        period: preamble.period(&mapping.style.dates),
        opening: balance(LabelRole::OpeningBalance),
        closing: balance(LabelRole::ClosingBalance),
        order: header.profile.order,
        balances: header.profile.balances,
        identity_version: header.profile.identity.version,
        balance_column: balance_column.map_or(String::new(), |column| column.name.clone()),
        columns,
        content: content::content,
    }
}

/// The currency that the file names for rows that name none: that of the columns' names, or of the preamble, or the only one of
/// the format. Where they differ, or the one given does, it is reported; columns that differ among themselves have none.
fn currency(
    header: &Header<'_>,
    preamble: &Preamble,
    given: &Given<'_>,
    findings: &mut Collector<'_>,
) -> Option<Currency> {
    let named = header.currencies();
    if named.len() > 1 {
        findings.push(Fault::new(&CURRENCY_CONFLICT, header.span));
        return None;
    }
    let stated = preamble.get(LabelRole::Currency).and_then(|(code, span)| Some((Currency::parse(code).ok()?, span)));
    let given = given.currency.map(|currency| (currency, header.span));
    let named = named.first().map(|currency| (*currency, header.span));
    let only = header.profile.currency.as_ref().and_then(|code| Some((Currency::parse(code).ok()?, header.span)));
    let mut sources = [named, stated, only].into_iter().flatten();
    let (currency, _) = sources.next()?;
    if let Some((_, span)) = sources.chain(given).find(|(other, _)| *other != currency) {
        findings.push(Fault::new(&CURRENCY_DIFFERS, span));
    }
    Some(currency)
}
