//! What a format cannot express is refused or noted.

use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{
    self, StatementExportOptions, StatementRefusalReason, StatementTarget,
};
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Text};

use super::{APRIL, MARCH, convert, joined, note, text, write};

/// Returns a conversion after a change to its first transaction.
fn changed(change: impl FnOnce(&mut Transaction)) -> Conversion {
    let mut conversion = convert(MARCH, None);
    change(&mut conversion.transactions[0]);
    conversion
}

#[test]
fn what_a_format_can_not_express_is_refused_with_its_line() {
    let too_long =
        |amount: &str| changed(|transaction| transaction.amount = Amount::parse(amount).unwrap());
    let cases: [(Conversion, StatementTarget, StatementRefusalReason); 5] = [
        (
            changed(|transaction| (transaction.booked_at, transaction.valuta_at) = (None, None)),
            StatementTarget::Hledger,
            StatementRefusalReason::NoDate,
        ),
        (
            changed(|transaction| transaction.credit_debit = None),
            StatementTarget::Xlsx,
            StatementRefusalReason::NoDirection,
        ),
        (
            too_long("1000000000000000000"),
            StatementTarget::Camt053,
            StatementRefusalReason::AmountTooLong,
        ),
        (
            too_long("0.000001"),
            StatementTarget::Camt053,
            StatementRefusalReason::AmountTooLong,
        ),
        (
            changed(|transaction| {
                transaction.account_identifier = AccountIdentifier::parse(&"9".repeat(35)).unwrap();
            }),
            StatementTarget::Camt053,
            StatementRefusalReason::AccountTooLong,
        ),
    ];
    for (conversion, target, reason) in cases {
        let refused = statement::write(
            &joined(&[convert(APRIL, None), conversion]),
            target,
            &StatementExportOptions::new(),
        )
        .unwrap_err();
        assert!(
            refused
                .iter()
                .any(|refusal| (refusal.file, refusal.line, refusal.reason) == (1, 2, reason)),
            "{refused:?}"
        );
        assert!(refused.iter().all(|refusal| refusal.file == 1));
    }
    let dateless =
        changed(|transaction| (transaction.booked_at, transaction.valuta_at) = (None, None));
    let refused = statement::write(
        &joined(std::slice::from_ref(&dateless)),
        StatementTarget::Ofx,
        &StatementExportOptions::new(),
    )
    .unwrap_err();
    assert_eq!(
        refused[0].to_string(),
        "line 2: the transaction has no date, which the format needs; CSV does without it"
    );
    assert_eq!(write(&[dateless], StatementTarget::Csv).transactions, 2);
}

#[test]
fn losses_are_noted() {
    let long_id = changed(|transaction| {
        transaction.transaction_id = Text::parse("01893c5a-7b6f-7d3a-9c41-2f5c1d8e0a11").ok();
    });
    assert_eq!(
        note(
            &write(&[long_id], StatementTarget::Camt053).notes,
            NoteKind::HashedId
        ),
        1
    );
    let control = changed(|transaction| transaction.text = Text::parse("a\u{1}b").ok());
    let export = write(std::slice::from_ref(&control), StatementTarget::Camt053);
    assert_eq!(note(&export.notes, NoteKind::ReplacedCharacters), 1);
    assert!(text(&export).contains("<AddtlNtryInf>a b</AddtlNtryInf>"));
    assert_eq!(
        note(
            &write(&[control], StatementTarget::Ofx).notes,
            NoteKind::ReplacedCharacters
        ),
        1
    );
    let long = changed(|transaction| {
        transaction.text = Text::parse(&"Wort ".repeat(60)).ok();
        transaction.original_amount = Amount::parse("1").ok();
        transaction.original_currency = Currency::parse("EUR").ok();
    });
    let export = write(&[long], StatementTarget::Ofx);
    assert_eq!(note(&export.notes, NoteKind::CutText), 1);
    assert_eq!(
        note(
            &export.notes,
            NoteKind::NoPlace {
                field: "originalAmount"
            }
        ),
        1
    );
    // A single balance can't be compared with anything.
    assert_eq!(
        note(
            &write(&[convert(APRIL, None)], StatementTarget::Ofx).notes,
            NoteKind::NoClosingBalance
        ),
        1
    );
}
