//! What a file leaves open is asked, and each answer changes what it says.

use serde_json::Value;
use universal_accounting::contract;
use universal_accounting::learn::{Answers, Basis, ColumnRole, QuestionKind, learn};
use universal_accounting::report::Language;
use universal_accounting::statement::BalanceStatus;

use super::{STATEMENT, accepting, kinds, moved};

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
