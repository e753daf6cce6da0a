//! What the id of an entry is made from.

use crate::statement::cash_accounts::CashAccounts;
use crate::statement::entry::{EntryAmount, EntryDates, Identity};
use crate::statement::id_generator::IdInput;
use crate::statement::metadata::StatementMetadata;
use crate::transactions::{BookingKey, ReferenceId};

pub(super) fn id_input<'a>(
    metadata: &StatementMetadata,
    cash_accounts: &'a CashAccounts<'_>,
    cash_account: usize,
    amount: EntryAmount,
    identity: &'a Identity<'a>,
) -> IdInput<'a> {
    let (_, account, currency) = cash_accounts.get(cash_account);
    IdInput {
        version: metadata.identity_version,
        account,
        currency,
        cash_account,
        amount,
        date: identity.date,
        parts: &identity.parts,
    }
}

/// Returns the id of the first entry with a reference. The day is that of the booking, also where derived ids of the format depend on another one.
pub(super) fn reference_id<'r>(
    reference: &'r str,
    amount: EntryAmount,
    dates: &EntryDates,
) -> ReferenceId<'r> {
    let key = BookingKey {
        direction: amount.direction,
        amount: amount.value,
        day: dates.booking_date(),
    };
    ReferenceId::parse(reference, &key).unwrap_or_else(|| ReferenceId::new(reference, &key))
}
