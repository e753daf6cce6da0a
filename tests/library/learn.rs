//! What is learned of a table without a profile: a reading that is called proved is right, whatever the file.

use std::collections::HashSet;
use std::path::PathBuf;
use std::{env, fs};

use proptest::prelude::*;
use proptest::sample::Index;
use rust_decimal::Decimal;
use serde_json::Value;
use universal_accounting::contract;
use universal_accounting::format::{self, ConvertOptions, Format};
use universal_accounting::internals::learn::without;
use universal_accounting::learn::{
    Answers, Basis, ColumnRole, Draft, LearnError, QuestionKind, learn,
};
use universal_accounting::report::Language;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Currency, Date};

use crate::cases::cases;

/// How a table gives the direction of its amounts.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Signed,
    Reversed,
    Columns,
    Words,
}

/// A table as a bank could write it.
#[derive(Debug, Clone)]
struct Statement {
    /// The number of days after the booking before, and the amount in hundredths.
    bookings: Vec<(u32, i64)>,
    opening: i64,
    shape: Shape,
    is_newest_first: bool,
    has_balance_before: bool,
    mark: char,
    /// The names of the columns of money out, money in or both, a word, and the balance.
    names: [&'static str; 4],
}

#[derive(Debug, Clone)]
enum Damage {
    None,
    Dropped(Index),
    Doubled(Index),
    Exchanged(Index),
    Flipped(Index),
}

fn statement() -> impl Strategy<Value = Statement> {
    let amount =
        prop_oneof![3 => -90_000i64..90_000, 1 => prop::sample::select(vec![-500i64, 500, 1000])];
    let bookings = prop::collection::vec(
        (
            0u32..4,
            amount.prop_filter("money moves", |amount| *amount != 0),
        ),
        3..14,
    );
    let shape = prop::sample::select(vec![
        Shape::Signed,
        Shape::Reversed,
        Shape::Columns,
        Shape::Words,
    ]);
    let names = prop::sample::select(vec![
        ["Belastung", "Gutschrift", "Art", "Saldo"],
        ["Gutschrift", "Belastung", "Art", "Saldo"],
        ["Qqq", "Www", "Eee", "Rrr"],
    ]);
    (
        bookings,
        -50_000i64..500_000,
        shape,
        any::<bool>(),
        prop::bool::weighted(0.2),
        prop::sample::select(vec!['.', ',']),
        names,
    )
        .prop_map(
            |(bookings, opening, shape, is_newest_first, has_balance_before, mark, names)| {
                Statement {
                    bookings,
                    opening,
                    shape,
                    is_newest_first,
                    has_balance_before,
                    mark,
                    names,
                }
            },
        )
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        2 => Just(Damage::None),
        1 => any::<Index>().prop_map(Damage::Dropped),
        1 => any::<Index>().prop_map(Damage::Doubled),
        1 => any::<Index>().prop_map(Damage::Exchanged),
        1 => any::<Index>().prop_map(Damage::Flipped),
    ]
}

impl Statement {
    fn number(&self, hundredths: i64) -> String {
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        format!("{sign}{whole}{}{rest:02}", self.mark)
    }

    /// Returns the file, and what each of its rows moves, in hundredths.
    fn write(&self, damage: &Damage) -> (String, Vec<i64>) {
        let mut balance = self.opening;
        let mut day = 0;
        let mut rows: Vec<(String, i64)> = Vec::new();
        for (index, (days, amount)) in self.bookings.iter().enumerate() {
            day += days;
            let before = balance;
            balance += amount;
            let shown = self.number(if self.has_balance_before {
                before
            } else {
                balance
            });
            let written = match damage {
                Damage::Flipped(at) if at.index(self.bookings.len()) == index => -amount,
                _ => *amount,
            };
            let money = match self.shape {
                Shape::Signed => self.number(written),
                Shape::Reversed => self.number(-written),
                Shape::Columns if written < 0 => format!("{};", self.number(-written)),
                Shape::Columns => format!(";{}", self.number(written)),
                Shape::Words => format!(
                    "{};{}",
                    self.number(written.abs()),
                    if written < 0 { "Raus" } else { "Rein" }
                ),
            };
            rows.push((
                format!(
                    "{:02}.{:02}.2026;Text {index};{money};{shown}",
                    day % 28 + 1,
                    day / 28 + 1
                ),
                written,
            ));
        }
        if self.is_newest_first {
            rows.reverse();
        }
        let last = rows.len() - 1;
        match damage {
            Damage::Dropped(at) => drop(rows.remove(at.index(rows.len()))),
            Damage::Doubled(at) => {
                let at = at.index(rows.len());
                rows.insert(at, rows[at].clone());
            }
            Damage::Exchanged(at) => rows.swap(at.index(last), at.index(last) + 1),
            Damage::None | Damage::Flipped(_) => {}
        }
        let [out, into, word, stand] = self.names;
        let columns = match self.shape {
            Shape::Signed | Shape::Reversed => out.to_owned(),
            Shape::Columns => format!("{out};{into}"),
            Shape::Words => format!("{out};{word}"),
        };
        let lines: Vec<&str> = rows.iter().map(|(row, _)| row.as_str()).collect();
        let moved = rows.iter().map(|(_, moved)| *moved).collect();
        (
            format!("Tag;Was;{columns};{stand}\n{}\n", lines.join("\n")),
            moved,
        )
    }
}

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

proptest! {
    #![proptest_config(cases(600))]

    /// A row whose sign was turned moves what it says: only its balance could tell, and then nothing is proved.
    #[test]
    fn what_is_called_proved_is_right(statement in statement(), damage in damage()) {
        let (file, mut expected) = statement.write(&damage);
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        if draft.amounts == Basis::Proved && draft.profile.is_some() {
            let mut moved = moved(&draft);
            moved.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(moved, expected, "{}", file);
        }
    }

    /// What the balances of an undamaged statement can prove, they prove.
    #[test]
    fn a_statement_with_enough_evidence_is_proved(statement in statement()) {
        prop_assume!(!statement.has_balance_before);
        let amounts: Vec<i64> = statement.bookings.iter().skip(1).map(|(_, amount)| *amount).collect();
        let changes = statement.bookings.iter().skip(1).filter(|(days, _)| *days > 0).count();
        prop_assume!(changes >= 2 && amounts.len() >= 3 && amounts.iter().any(|amount| *amount < 0) && amounts.iter().any(|amount| *amount > 0));
        let (file, _) = statement.write(&Damage::None);
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        let is_asked = draft.questions.iter().any(|question| matches!(question.kind, QuestionKind::Rivals | QuestionKind::Direction));
        prop_assert!(draft.amounts == Basis::Proved || is_asked, "{:?}\n{}", draft.questions, file);
    }
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

#[test]
fn without_consent_each_suggestion_is_a_question() {
    let draft = learn(&[("", STATEMENT.as_bytes())], &Answers::new()).unwrap();
    assert!(draft.profile.is_none());
    let [question] = draft.questions.as_slice() else {
        panic!("{:?}", draft.questions)
    };
    assert_eq!(
        question.text(Language::English),
        "does `Tag` have the booking date?"
    );
    assert_eq!(
        question.text(Language::German),
        "Enthält `Tag` das Buchungsdatum?"
    );
    let mut answers = Answers::new();
    answers.add(&question.choices[0].answers);
    assert!(
        learn(&[("", STATEMENT.as_bytes())], &answers)
            .unwrap()
            .profile
            .is_some()
    );
}

/// Balances that stand before the booking satisfy the opposite reading, all signs and time turned. Nothing is guessed.
#[test]
fn a_mirrored_reading_is_asked() {
    let file = "Tag;Was;Betrag;Stand\n\
        02.03.2026;Miete;-1200.00;5000.00\n05.03.2026;Lohn;5000.50;3800.00\n09.03.2026;Bahn;-12.50;8800.50\n12.03.2026;Essen;-30.00;8788.00\n";
    let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
    assert!(
        draft.profile.is_none() && kinds(&draft) == [QuestionKind::Direction],
        "{:?}",
        draft.questions
    );
}

/// The name of the column of amounts says nothing of their sign, so it does not settle a mirrored reading.
#[test]
fn a_given_column_does_not_settle_the_sign() {
    let file = "Tag;Was;Qqq;Stand\n\
        02.03.2026;Miete;-1200.00;5000.00\n05.03.2026;Lohn;5000.50;3800.00\n09.03.2026;Bahn;-12.50;8800.50\n12.03.2026;Essen;-30.00;8788.00\n";
    let mut answers = accepting();
    answers.roles = vec![("Qqq".to_owned(), ColumnRole::Amount)];
    let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
    assert!(draft.profile.is_none() && kinds(&draft) == [QuestionKind::Direction]);
    answers.positive_is_credit = Some(true);
    let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
    assert_eq!(moved(&draft), [-120_000, 500_050, -1250, -3000]);
}

/// Each of these files leaves one thing open: one day only, a fee that the balance ignores, exchanged names, rows that may not be booked, days that are months, a
/// card, columns without a known name.
const OPEN: &[(&str, QuestionKind, &str)] = &[
    (
        "Tag;Was;Qqq;Stand\n02.03.2026;a;-10.00;90.00\n02.03.2026;b;-20.00;70.00\n02.03.2026;c;30.00;100.00\n02.03.2026;d;-5.00;95.00\n",
        QuestionKind::Direction,
        "line 4: 02.03.2026 | c | 30.00 | 100.00. Money out or in?",
    ),
    (
        "Tag;Was;Betrag;Gebühr;Stand\n02.03.2026;a;-10.00;0.00;90.00\n03.03.2026;b;-20.00;0.50;70.00\n04.03.2026;c;30.00;0.00;100.00\n05.03.2026;d;-5.00;0.00;95.00\n",
        QuestionKind::Fee,
        "is `Gebühr` a fee beside the amount?",
    ),
    (
        "Tag;Was;Gutschrift;Belastung;Stand\n12.03.2026;Essen;30.00;;8'758.00\n09.03.2026;Bahn;12.50;;8'788.00\n05.03.2026;Lohn;;5'000.50;8'800.50\n02.03.2026;Miete;1'200.00;;3'800.00\n",
        QuestionKind::Rivals,
        "where are the amounts? The balances or the names admit several readings",
    ),
    (
        "Tag;Was;Betrag;Status\n02.03.2026;a;-10.00;COMPLETED\n03.03.2026;b;-20.00;PENDING\n04.03.2026;c;30.00;COMPLETED\n05.03.2026;d;-7.00;COMPLETED\n06.03.2026;e;-8.00;COMPLETED\n",
        QuestionKind::Status,
        "are rows with `PENDING` in `Status` booked?",
    ),
    (
        "Date,What,Amount\n03/02/2026,a,-10.00\n03/02/2026,b,-20.00\n04/02/2026,c,30.00\n",
        QuestionKind::DayOrMonth,
        "is `03/02/2026` on line 2 written with the day first?",
    ),
    (
        "Datum;Was;Betrag\n12.03.2026;a;10.00\n14.03.2026;b;20.00\n16.03.2026;c;-30.00\n",
        QuestionKind::Direction,
        "line 2: 12.03.2026 | a | 10.00. Money out or in?",
    ),
    (
        "Ord;Was;Qqq;Rrr\n12.03.2026;a;10.00;\n14.03.2026;b;;20.00\n16.03.2026;c;30.00;\n",
        QuestionKind::Amounts,
        "which columns have the amounts? Line 2: 12.03.2026 | a | 10.00",
    ),
    // A balance contradicts two columns that look like money out and in. It is no amount for that.
    (
        "Dato;Motivo;Salida;Entrada;Queda\n13/09/2026;Compra;30,00;;70,00\n14/09/2026;Abono;;15,50;85,50\n15/09/2026;Compra;95,50;;-9,00\n16/09/2026;Compra;1,00;;-10,00\n",
        QuestionKind::Amounts,
        "which columns have the amounts? Line 2: 13/09/2026 | Compra | 30,00 | 70,00",
    ),
];

fn kinds(draft: &Draft) -> Vec<QuestionKind> {
    draft.questions.iter().map(|asked| asked.kind).collect()
}

#[test]
fn what_a_file_leaves_open_is_asked() {
    for (file, kind, text) in OPEN {
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        assert!(draft.profile.is_none(), "{file}");
        assert_eq!(kinds(&draft), [*kind], "{file}");
        assert_eq!(draft.questions[0].text(Language::English), *text);
        for language in Language::all() {
            let texts = draft.questions[0]
                .choices
                .iter()
                .map(|choice| choice.text(*language));
            assert!(texts.count() >= 2, "{file}");
        }
    }
}

/// Whatever is answered, no question comes again, and in the end there is a profile, or a question without an answer.
#[test]
fn every_answer_leads_on() {
    for (file, ..) in OPEN {
        follow(file, &Answers::new(), 0);
    }
}

fn follow(file: &str, answers: &Answers, depth: usize) {
    assert!(depth < 8, "{file}\n{answers:?}");
    let draft = learn(&[("", file.as_bytes())], answers).unwrap();
    let Some(question) = draft.questions.first() else {
        assert!(draft.profile.is_some(), "{file}\n{answers:?}");
        return;
    };
    for choice in &question.choices {
        let mut answers = answers.clone();
        answers.add(&choice.answers);
        follow(file, &answers, depth + 1);
    }
}

/// A draft with questions, and one with a profile, is as its schema says.
#[test]
fn drafts_are_valid_against_their_schema() {
    let schema: Value = serde_json::from_str(&contract::schema("draft").unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let files = OPEN.iter().map(|(file, ..)| *file);
    for file in files.chain([STATEMENT, "Tag;Was\n02.03.2026;1\n"]) {
        for answers in [Answers::new(), accepting()] {
            let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
            let json: Value = serde_json::from_str(&draft.to_json()).unwrap();
            let errors: Vec<String> = validator
                .iter_errors(&json)
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{errors:?}\n{json}");
        }
    }
}

/// A program sends the answers back as the draft has them.
#[test]
fn answers_are_read_as_they_are_written() {
    for (file, ..) in OPEN {
        let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
        let json: Value = serde_json::from_str(&draft.to_json()).unwrap();
        let written = json["questions"][0]["choices"].as_array().unwrap();
        assert_eq!(written.len(), draft.questions[0].choices.len());
        for (choice, written) in draft.questions[0].choices.iter().zip(written) {
            let (mut answers, mut read) = (accepting(), accepting());
            answers.add(&choice.answers);
            read.add(&Answers::read(&written["answers"].to_string()).unwrap());
            let drafts =
                [answers, read].map(|answers| learn(&[("", file.as_bytes())], &answers).unwrap());
            let [one, other] = drafts.map(|draft| draft.to_json());
            assert_eq!(one, other, "{file}");
        }
    }
    for wrong in [
        r#"{"role": {}}"#,
        r#"{"roles": {"Tag": "day"}}"#,
        r#"{"dates": "ydm"}"#,
        r#"{"positive": true}"#,
        r#"{"positive": "in"}"#,
        r#"{"decimal": ";"}"#,
        r#"{"currency": "XXA"}"#,
        r#"{"country": "Switzerland"}"#,
    ] {
        assert!(Answers::read(wrong).is_err(), "{wrong}");
    }
}

/// What is answered is in the transactions.
#[test]
fn answers_say_what_rows_move() {
    let answered = |index: usize, choice: usize| {
        let (file, ..) = OPEN[index];
        let mut answers = accepting();
        let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
        answers.add(&draft.questions[0].choices[choice].answers);
        moved(&learn(&[("", file.as_bytes())], &answers).unwrap())
    };
    assert_eq!(answered(0, 1), [-1000, -2000, 3000, -500]);
    assert_eq!(answered(1, 1), [-1000, -2000, 3000, -500]);
    assert_eq!(answered(3, 0), [-1000, -2000, 3000, -700, -800]);
    assert_eq!(answered(3, 1), [-1000, 3000, -700, -800]);
    assert_eq!(answered(5, 0), [-1000, -2000, 3000]);
    assert_eq!(answered(6, 0), [-1000, 2000, -3000]);
    assert_eq!(answered(6, 1), [1000, -2000, 3000]);
}

/// Where the amount before a fee and the fee add up to the amount in every row, nothing is asked.
#[test]
fn a_fee_that_the_amount_has_is_not_asked() {
    let file = "Tag;Was;Vor Gebühr;Gebühr;Netto;Stand\n\
        02.03.2026;a;100.00;-3.00;97.00;197.00\n03.03.2026;b;-20.00;0.00;-20.00;177.00\n04.03.2026;c;50.00;-1.50;48.50;225.50\n05.03.2026;d;-5.00;0.00;-5.00;220.50\n";
    let draft = learn(&[("", file.as_bytes())], &accepting()).unwrap();
    assert_eq!((draft.amounts, kinds(&draft)), (Basis::Proved, Vec::new()));
    assert_eq!(moved(&draft), [9700, -2000, 4850, -500]);
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
    let conversion = format::convert(lost.as_bytes(), &options);
    assert_eq!(conversion.summary.balance_status, BalanceStatus::Broken);
}

/// How many real files come out right. A file that a profile knows is learned without the names of this profile.
#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn samples_are_learned_right_or_asked() {
    let shared = PathBuf::from(env::var_os("UACC_SHARED").unwrap());
    let (mut right, mut proved, mut asked, mut wrong) = (0, 0, 0, Vec::new());
    let (mut provable, mut unproved) = (0, Vec::new());
    for folder in ["bank-formats", "bank-formats/world"].map(|folder| shared.join(folder)) {
        let facts = fs::read_to_string(folder.join("facts.tsv")).unwrap();
        let mut lines = facts
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>());
        let names = lines.next().unwrap();
        let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
        let [sample, credits, debits] = ["sample", "credit_sum", "debit_sum"].map(column);
        for cells in lines {
            let file = fs::read(folder.join("samples").join(cells[sample])).unwrap();
            let conversion = convert_given(&file);
            let answers = match &conversion.summary.format {
                Some(known) => without(accepting(), &known.id),
                None => accepting(),
            };
            if is_provable(&conversion) {
                provable += 1;
                let draft = learn(&[("", file.as_slice())], &answers);
                if draft.is_ok_and(|draft| draft.amounts != Basis::Proved) {
                    unproved.push(cells[sample].to_owned());
                }
            }
            let learned = learn(&[("", file.as_slice())], &answers);
            let draft = match learned {
                Ok(draft) if draft.profile.is_some() => draft,
                learned => {
                    asked += 1;
                    println!("{}: {}", cells[sample], open_questions(&learned));
                    continue;
                }
            };
            let stated =
                [credits, debits].map(|column| cells[column].parse().unwrap_or(Decimal::ZERO));
            let sum = |is_meant: fn(&i64) -> bool| {
                let hundredths: i64 = moved(&draft)
                    .into_iter()
                    .filter(is_meant)
                    .map(i64::abs)
                    .sum();
                Decimal::new(hundredths, 2)
            };
            if stated == [sum(|moved| *moved > 0), sum(|moved| *moved < 0)] {
                right += 1;
                proved += usize::from(draft.amounts == Basis::Proved);
            } else {
                wrong.push((cells[sample].to_owned(), draft.amounts));
            }
        }
    }
    println!("{right} right, {proved} of them proved; {asked} asked; wrong: {wrong:?}");
    println!("{provable} have balances that allow a proof; not proved: {unproved:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(unproved.len() * 10 <= provable, "{unproved:?}");
    assert!(
        right >= RIGHT && proved >= PROVED,
        "{right} are right and {proved} proved; before, {RIGHT} and {PROVED} were"
    );
}

/// Returns why there is no profile: the questions of a draft, each with its kind, or the error.
fn open_questions(learned: &Result<Draft, LearnError>) -> String {
    match learned {
        Ok(draft) => {
            let questions = draft.questions.iter();
            let questions = questions.map(|question| {
                let text = question.text(Language::English);
                format!("[{}] {text}", question.kind.as_str())
            });
            questions.collect::<Vec<String>>().join("; ")
        }
        Err(error) => error.to_string(),
    }
}

/// Whether the format of a file has a column of balances.
fn has_balances(conversion: &Conversion) -> bool {
    let Some(format) = &conversion.summary.format else {
        return false;
    };
    let folders = fs::read_dir("src/format/table/profiles").unwrap();
    let paths = folders.map(|folder| folder.unwrap().path().join(format!("{}.json", format.id)));
    let mut texts = paths.filter_map(|path| fs::read_to_string(path).ok());
    texts.any(|text| text.contains("\"role\": \"balance"))
}

/// Converts a file with the first of some accounts and currencies that it needs.
fn convert_given(file: &[u8]) -> Conversion {
    let account = AccountIdentifier::parse("unknown").ok();
    let currency = Currency::parse("CHF").ok();
    let mut conversion = format::convert(file, &ConvertOptions::new());
    for given in [
        (None, currency),
        (account.clone(), None),
        (account, currency),
    ] {
        if conversion.transactions.is_empty() {
            let mut options = ConvertOptions::new();
            (options.account, options.currency) = given;
            conversion = format::convert(file, &options);
        }
    }
    conversion
}

/// Whether a file shows what a proof needs: a running balance that confirms every row but the oldest, money in both directions, and dates that change at least
/// twice, all in one direction.
fn is_provable(conversion: &Conversion) -> bool {
    let transactions = &conversion.transactions;
    let directions = transactions
        .iter()
        .map(|transaction| transaction.credit_debit);
    let is_both = directions.collect::<HashSet<_>>().len() == 2;
    let days: Vec<Date> = transactions.iter().filter_map(Transaction::day).collect();
    let steps = || days.windows(2).filter(|pair| pair[0] != pair[1]);
    let forward = steps().filter(|pair| pair[0] < pair[1]).count();
    let is_one_way = steps().count() >= 2 && (forward == 0 || forward == steps().count());
    let is_confirmed = conversion.summary.confirmed() + 1 >= transactions.len();
    is_both && is_one_way && is_confirmed && transactions.len() > 3 && has_balances(conversion)
}

/// Of 265 files. Cards and files without balances need an answer, such as what a number without a sign means.
const RIGHT: usize = 195;
const PROVED: usize = 43;

/// Two statements of one account. Each alone leaves the direction open: neither has money out and money in.
const OUT: &str = "Tag;Was;Zahl;Stand\n\
    02.03.2026;Miete;1200.00;3800.00\n\
    05.03.2026;Bahn;12.50;3787.50\n\
    09.03.2026;Essen;30.00;3757.50\n";
const IN: &str = "Tag;Was;Zahl;Stand\n\
    02.04.2026;Lohn;-5000.00;8757.50\n\
    25.04.2026;Zins;-10.00;8767.50\n\
    28.04.2026;Lohn;-100.00;8867.50\n";

#[test]
fn files_of_one_bank_are_learned_together() {
    let [out, into] = [("march.csv", OUT.as_bytes()), ("april.csv", IN.as_bytes())];
    let alone = learn(&[out], &accepting()).unwrap();
    assert_ne!(alone.amounts, Basis::Proved);
    for files in [[out, into], [into, out]] {
        let draft = learn(&files, &accepting()).unwrap();
        assert_eq!(draft.amounts, Basis::Proved, "{}", draft.to_json());
        assert_eq!((draft.entries, draft.conversions.len()), (6, 2));
        assert_eq!(draft.balance_status(), Some(BalanceStatus::Partly));
        assert!(draft.profile.is_some());
    }
}

#[test]
fn balances_of_one_file_prove_nothing_of_another() {
    let wrong = IN.replace("28.04.2026;Lohn;-100.00", "28.04.2026;Lohn;-101.00");
    let files = [
        ("march.csv", OUT.as_bytes()),
        ("april.csv", wrong.as_bytes()),
    ];
    let draft = learn(&files, &accepting()).unwrap();
    assert_ne!(draft.amounts, Basis::Proved, "{}", draft.to_json());
}

#[test]
fn a_question_names_the_file_of_its_line() {
    let unclear = |text: &str| {
        text.lines()
            .map(|line| line.rsplit_once(';').unwrap().0.replace("Lohn", "Wer") + "\n")
            .collect::<String>()
    };
    let texts = [OUT, IN].map(unclear);
    let files = [
        ("march.csv", texts[0].as_bytes()),
        ("april.csv", texts[1].as_bytes()),
    ];
    let draft = learn(&files, &accepting()).unwrap();
    let asked = draft.questions.first().unwrap().text(Language::English);
    assert_eq!(
        asked,
        "line 2 (march.csv): 02.03.2026 | Miete | 1200.00. Money out or in?"
    );
}

#[test]
fn files_with_other_columns_are_not_learned_together() {
    let other = OUT.replace("Zahl", "Betrag");
    let files = [
        ("march.csv", OUT.as_bytes()),
        ("april.csv", other.as_bytes()),
    ];
    let error = learn(&files, &accepting()).unwrap_err();
    assert_eq!(error, LearnError::OtherColumns { file: 1 });
    let error = learn(&[("text", b"Hello")], &accepting()).unwrap_err();
    assert_eq!(error, LearnError::NoTable { file: 0 });
}

#[test]
fn a_workbook_is_learned_from_the_sheet_with_bookings() {
    let cell =
        |kind: &str, value: &str| format!("<Cell><Data ss:Type=\"{kind}\">{value}</Data></Cell>");
    let sheet = |name: &str, rows: &[String]| {
        let rows = rows.join("</Row><Row>");
        format!("<Worksheet ss:Name=\"{name}\"><Table><Row>{rows}</Row></Table></Worksheet>")
    };
    let mut rows = vec![
        ["Tag", "Was", "Zahl", "Stand"]
            .map(|name| cell("String", name))
            .concat(),
    ];
    for [day, text, amount, balance] in [
        ["2026-03-02", "Miete", "-1200", "3800"],
        ["2026-03-05", "Lohn", "5000.5", "8800.5"],
        ["2026-03-09", "Bahn", "-12.5", "8788"],
        ["2026-03-12", "Essen", "-30", "8758"],
    ] {
        let day = cell("DateTime", &format!("{day}T00:00:00.000"));
        rows.push(day + &cell("String", text) + &cell("Number", amount) + &cell("Number", balance));
    }
    let explanation = [
        cell("String", "Explanation"),
        cell("String", "All amounts in CHF"),
    ];
    let workbook = format!(
        "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">{}{}</Workbook>",
        sheet("Info", &explanation),
        sheet("Umsätze", &rows),
    );
    let draft = learn(&[("statement.xls", workbook.as_bytes())], &accepting()).unwrap();
    assert_eq!(draft.amounts, Basis::Proved, "{}", draft.to_json());
    assert_eq!(moved(&draft), [-120_000, 500_050, -1250, -3000]);
    let damaged = workbook.replace("</Workbook>", "");
    let error = learn(&[("statement.xls", damaged.as_bytes())], &accepting()).unwrap_err();
    assert!(error.to_string().contains("workbook"), "{error}");
}

#[test]
fn a_balance_in_the_first_or_last_row_is_asked() {
    let file = "Tag;Was;Betrag;Saldo\n\
        02.03.2026;Saldovortrag;5000.00;5000.00\n\
        03.03.2026;Miete;-1200.00;3800.00\n\
        05.03.2026;Lohn;5000.50;8800.50\n\
        09.03.2026;Bahn;-12.50;8788.00\n\
        10.03.2026;Essen;-8.00;8780.00\n";
    let asked = learn(&[("", file.as_bytes())], &Answers::new()).unwrap();
    let asked = asked.questions.iter();
    let asked: Vec<_> = asked
        .filter(|asked| asked.kind == QuestionKind::Balance)
        .collect();
    assert_eq!(
        asked[0].text(Language::English),
        "are rows with `Saldovortrag` in `Was` bookings?"
    );
    let [balance, booking] = [0, 1].map(|choice| asked[0].choices[choice].answers.clone());
    let mut accepted = accepting();
    accepted.add(&balance);
    for answers in [accepting(), accepted] {
        let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
        assert_eq!(moved(&draft), [-120_000, 500_050, -1250, -800]);
        assert_eq!(draft.amounts, Basis::Proved);
        // The row counts as the balance before the others.
        assert_eq!(draft.balance_status(), Some(BalanceStatus::Proved));
    }
    let mut answers = accepting();
    answers.add(&booking);
    let draft = learn(&[("", file.as_bytes())], &answers).unwrap();
    assert_eq!(draft.entries, 5);
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
