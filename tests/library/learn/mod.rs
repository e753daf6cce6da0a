//! What is learned of a table without a profile: a reading that is called proved is right, whatever the file.

mod files;
mod generated;
mod questions;
mod samples;

use universal_accounting::format::{ConvertOptions, Format};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::learn::{Answers, Basis, ColumnRole, Draft, QuestionKind, learn};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::BalanceStatus;
use universal_accounting::transactions::CreditDebit;
use universal_accounting::value::{AccountIdentifier, Currency};

fn accepting() -> Answers {
    let mut answers = Answers::new();
    answers.accept = true;
    answers
}

/// Returns what the transactions of a draft move, in hundredths.
fn moved(draft: &Draft) -> Vec<i64> {
    let [conversion] = draft.conversions.as_slice() else {
        panic!("one file: {draft:?}")
    };
    let mut moved = Vec::new();
    for transaction in &conversion.transactions {
        let hundredths: i64 = (Decimal::from(transaction.amount) * Decimal::ONE_HUNDRED)
            .try_into()
            .unwrap();
        moved.push(if transaction.credit_debit == Some(CreditDebit::Debit) {
            -hundredths
        } else {
            hundredths
        });
    }
    moved
}

/// A small statement of one account, newest first, with two columns.
const STATEMENT: &str = "Tag;Was;Raus;Rein;Stand\n\
    12.03.2026;Essen;30.00;;8'758.00\n\
    09.03.2026;Bahn;12.50;;8'788.00\n\
    05.03.2026;Lohn;;5'000.50;8'800.50\n\
    02.03.2026;Miete;1'200.00;;3'800.00\n";

fn roles(draft: &Draft) -> Vec<(ColumnRole, Basis)> {
    draft
        .columns
        .iter()
        .map(|column| (column.role, column.basis))
        .collect()
}

#[test]
fn balances_prove_columns_whose_names_say_nothing() {
    let draft = learn(&[("", STATEMENT.as_bytes())], &accepting()).unwrap();
    let expected = [
        (ColumnRole::BookedAt, Basis::Suggested),
        (ColumnRole::Text, Basis::Suggested),
        (ColumnRole::Debit, Basis::Proved),
        (ColumnRole::Credit, Basis::Proved),
        (ColumnRole::Balance, Basis::Proved),
    ];
    assert_eq!(roles(&draft), expected);
    assert_eq!(moved(&draft), [-3000, -1250, 500_050, -120_000]);
}

fn kinds(draft: &Draft) -> Vec<QuestionKind> {
    draft.questions.iter().map(|asked| asked.kind).collect()
}

/// Dates of one booking are near each other, and where amounts are in euros the day comes first. Both are suggestions, so they prove no order of time.
#[test]
fn day_and_month_are_suggested_by_other_dates_and_by_the_currency() {
    let of_two = "Bought,Posted,Amount,Credit Balance\n04/01/2026,04/02/2026,-10.00,90.00\n04/02/2026,04/05/2026,-20.00,70.00\n04/02/2026,04/05/2026,30.00,100.00\n";
    let of_euros =
        "Date,Amount,Currency\n04/01/2026,-10.00,EUR\n04/01/2026,20.00,EUR\n05/01/2026,20.00,EUR\n";
    for (file, is_month_first) in [(of_two, true), (of_euros, false)] {
        let asked = learn(&[("", file.as_bytes())], &Answers::new()).unwrap();
        assert!(kinds(&asked).contains(&QuestionKind::DayOrMonth), "{file}");
        let mut answers = accepting();
        answers.positive_is_credit = Some(true);
        let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
        assert_ne!(draft.amounts, Basis::Proved, "{file}");
        let conversion = draft.conversions.first().unwrap();
        let day = conversion.transactions[0].day().unwrap();
        assert_eq!(
            day.to_string(),
            if is_month_first {
                "2026-04-01"
            } else {
                "2026-01-04"
            },
            "{file}"
        );
    }
    let of_dollars = of_euros.replace("EUR", "USD");
    let draft = learn(&[("", of_dollars.as_bytes())], &accepting()).unwrap();
    assert!(kinds(&draft).contains(&QuestionKind::DayOrMonth));
}

/// A payment of a balance is a booking.
#[test]
fn a_payment_whose_text_begins_as_a_balance_stays() {
    let file = "Tag;Was;Betrag;Saldo\n\
        02.03.2026;Saldo finale fattura;-200.00;4800.00\n\
        03.03.2026;Miete;-1200.00;3600.00\n\
        05.03.2026;Lohn;5000.50;8600.50\n\
        09.03.2026;Total Tankstelle;-12.50;8588.00\n";
    let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
    assert_eq!(moved(&draft), [-20_000, -120_000, 500_050, -1250]);
}

/// The row of a balance in another file must agree with the bookings there.
#[test]
fn a_learned_row_of_a_balance_is_compared() {
    let file = "Tag;Was;Betrag;Saldo\n\
        02.03.2026;Saldovortrag;5000.00;5000.00\n\
        03.03.2026;Miete;-1200.00;3800.00\n\
        05.03.2026;Lohn;5000.50;8800.50\n\
        09.03.2026;Bahn;-12.50;8788.00\n";
    let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
    let (profile, _) = draft.profile.unwrap();
    let mut options = ConvertOptions::new();
    options.format = Format::Custom(profile);
    options.account = AccountIdentifier::parse("Kasse").ok();
    options.currency = Currency::parse("CHF").ok();
    let lost = file.replace("03.03.2026;Miete;-1200.00;3800.00\n", "");
    let conversion = convert_readable(lost.as_bytes(), &options);
    assert_eq!(conversion.summary.balance_status, BalanceStatus::Broken);
}

#[test]
fn what_shows_the_direction_of_a_signed_column_is_suggested() {
    let of_account = "Date;Text;IBAN;Amount\n02.03.2026;Rent;CH9300762011623852957;-1200.00\n03.03.2026;Pay;CH5604835012345678009;5000.50\n05.03.2026;Pay;CH5604835012345678009;10.00\n";
    let of_card = "Date;Text;Card number;Amount\n02.03.2026;Shop;**** 1234;12.00\n03.03.2026;Shop;**** 1234;50.50\n05.03.2026;Payment;**** 1234;-62.50\n06.03.2026;Shop;**** 1234;1.00\n";
    let of_balances = "Date;Text;Amount;Balance\n02.03.2026;Rent;1200.00;3800.00\n03.03.2026;Train;12.50;3787.50\n";
    let of_words = "Date;Text;Amount;Debit/Credit\n02.03.2026;Rent;1200.00;Debit\n03.03.2026;Train;12.50;Debit\n";
    for (file, expected) in [
        (of_account, vec![-120_000, 500_050, 1000]),
        (of_card, vec![-1200, -5050, 6250, -100]),
        (of_balances, vec![-120_000, -1250]),
        (of_words, vec![-120_000, -1250]),
    ] {
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        assert_eq!(draft.amounts, Basis::Suggested, "{file}");
        assert_eq!(moved(&draft), expected, "{file}");
    }
    let of_texts = "Date;Text;Amount\n02.03.2026;Purchase;12.00\n03.03.2026;Shop;50.50\n05.03.2026;Payment received, thank you;-62.50\n";
    let of_signs =
        "Dato;Hva;Inn;Ut\n02.03.2026;a;;-12.00\n03.03.2026;b;50.50;\n05.03.2026;c;;-1.00\n";
    let of_heading = "Konto;1234\nTag;Was;Betrag\n02.03.2026;a;12.00\n03.03.2026;b;-50.50\n";
    let of_other_names = "Tag;Was;Total Belastung CHF;Total Gutschrift CHF\n02.03.2026;a;12.00;\n03.03.2026;b;;50.50\n";
    for (file, expected) in [
        (of_texts, vec![-1200, -5050, 6250]),
        (of_signs, vec![-1200, 5050, -100]),
        (of_heading, vec![1200, -5050]),
        (of_other_names, vec![-1200, 5050]),
    ] {
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        assert_eq!(draft.amounts, Basis::Suggested, "{file}");
        assert_eq!(moved(&draft), expected, "{file}");
    }
    // Texts that say the opposite of the sign on an account, or a caller who accepts nothing.
    let of_both = of_heading.replace("a;12.00", "purchase;12.00");
    let draft = learn(&[("", of_both.as_bytes())], &accepting()).unwrap();
    assert_eq!(kinds(&draft), [QuestionKind::Direction]);
    let draft = learn(&[("", of_heading.as_bytes())], &Answers::new()).unwrap();
    assert!(kinds(&draft).contains(&QuestionKind::Direction));
    // What a card is for is no direction.
    let of_kind = of_words.replace("Debit/Credit", "Processed as");
    let draft = learn(&[("", of_kind.as_bytes())], &accepting()).unwrap();
    assert_eq!(draft.questions.len(), 1);
}
