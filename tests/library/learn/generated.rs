//! Tables with any columns and with damage: a reading that is called proved is right.

use proptest::prelude::*;
use proptest::sample::Index;
use universal_accounting::learn::{Basis, QuestionKind, learn};

use super::{accepting, moved};
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
