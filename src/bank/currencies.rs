use super::header::Header;
use super::options::Options;
use super::preamble::Preamble;
use super::profile::LabelRole;
use super::rules;
use crate::report::{Collector, Fault};
use crate::value::Currency;

/// The currency that the file names for rows that name none: that of the columns' names, or of the preamble, or the only one of
/// the format. Where they differ, or the one given does, it is said; columns that differ among themselves have none.
pub(super) fn of_rows_that_name_none(
    header: &Header<'_>,
    preamble: &Preamble,
    options: &Options,
    findings: &mut Collector<'_>,
) -> Option<Currency> {
    let named = header.currencies();
    if named.len() > 1 {
        findings.push(Fault::new(&rules::CURRENCY_CONFLICT, header.span));
        return None;
    }
    let stated = preamble.get(LabelRole::Currency).and_then(|(code, span)| Some((Currency::parse(code).ok()?, span)));
    let given = options.currency.map(|currency| (currency, header.span));
    let named = named.first().map(|currency| (*currency, header.span));
    let only = header.profile.currency.as_ref().and_then(|code| Some((Currency::parse(code).ok()?, header.span)));
    let mut sources = [named, stated, only].into_iter().flatten();
    let (currency, _) = sources.next()?;
    if let Some((_, span)) = sources.chain(given).find(|(other, _)| *other != currency) {
        findings.push(Fault::new(&rules::CURRENCY_DIFFERS, span));
    }
    Some(currency)
}
