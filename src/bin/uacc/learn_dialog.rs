//! The questions of `uacc learn` at a terminal, one at a time.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use universal_accounting::learn::{Answers, ColumnRole, Draft, Question, QuestionKind};
use universal_accounting::report::Language;

use crate::sanitize::sanitize;

/// Asks what is open until nothing is, or until a line is empty or the input ends. `learn` learns the file again with all answers so far.
///
/// # Errors
///
/// If the input can't be read or a question can't be shown.
pub(crate) fn ask(
    mut draft: Draft,
    answers: &mut Answers,
    language: Language,
    learn: impl Fn(&Answers) -> Option<Draft>,
    (input, output): (&mut impl BufRead, &mut impl Write),
) -> std::io::Result<Draft> {
    let mut asked = BTreeSet::new();
    while let Some(question) = next(&draft, &mut asked, language) {
        writeln!(output, "\n{}", sanitize(&question.text(language)))?;
        for (index, choice) in question.choices.iter().enumerate() {
            let text = choice.text(language);
            writeln!(output, "  {}  {}", index + 1, sanitize(&text))?;
        }
        let Some(answer) = read_answer(question, input, output)? else {
            break;
        };
        answers.add(&answer);
        match learn(answers) {
            Some(learned) => draft = learned,
            None => break,
        }
    }
    Ok(draft)
}

/// Returns the next question that has answers and was not asked yet.
fn next<'d>(
    draft: &'d Draft,
    asked: &mut BTreeSet<String>,
    language: Language,
) -> Option<&'d Question> {
    let mut questions = draft.questions.iter();
    questions.find(|question| !question.choices.is_empty() && asked.insert(question.text(language)))
}

/// Reads lines until one is an answer. An empty line is none.
fn read_answer(
    question: &Question,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<Option<Answers>> {
    let has_role = question.kind == QuestionKind::Suggested;
    let also = if has_role { ", or a role" } else { "" };
    loop {
        write!(
            output,
            "Number from 1 to {}{also}, or nothing to stop: ",
            question.choices.len()
        )?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(None);
        }
        let line = line.trim();
        let number = line.parse::<usize>().ok();
        let index = number.and_then(|number| number.checked_sub(1));
        if let Some(choice) = index.and_then(|index| question.choices.get(index)) {
            return Ok(Some(choice.answers.clone()));
        }
        let role = ColumnRole::parse(line);
        match (role, &question.column) {
            (Ok(role), Some(column)) if has_role => {
                let mut answers = Answers::new();
                answers.roles.push((column.clone(), role));
                return Ok(Some(answers));
            }
            (Err(error), _) if has_role && number.is_none() => writeln!(output, "{error}")?,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use universal_accounting::learn::learn;

    use super::*;

    const CARD: &[u8] = b"Tag;Was;Zahl;Dazu\n\
        03.04.2026;Coop;23.40;\n\
        04.04.2026;Migros;17.10;\n\
        05.04.2026;Gutschrift;-40.00;\n";

    fn dialog(input: &str) -> (Draft, Answers, String) {
        let mut answers = Answers::new();
        answers.currency = universal_accounting::value::Currency::parse("CHF").ok();
        let draft = learn(&[("", CARD)], &answers).unwrap();
        let mut output = Vec::new();
        let learn = |answers: &Answers| learn(&[("", CARD)], answers).ok();
        let io = (&mut input.as_bytes(), &mut output);
        let draft = ask(draft, &mut answers, Language::English, learn, io).unwrap();
        (draft, answers, String::from_utf8(output).unwrap())
    }

    #[test]
    fn each_answer_leads_to_the_next_question() {
        let (draft, _, output) = dialog("1\n1\n1\n");
        assert!(
            output.starts_with(
                "\nline 2: 03.04.2026 | Coop | 23.40. Money out or in?\n  1  money out of the account\n  2  money into the account\nNumber from 1 to 2, or nothing to stop: "
            ),
            "{output}"
        );
        assert!(
            output.contains("\ndoes `Tag` have the booking date?\n  1  yes\n"),
            "{output}"
        );
        assert!(draft.questions.is_empty(), "{output}");
        let conversion = draft.conversions.first().unwrap();
        let first = conversion.transactions.first().unwrap();
        assert_eq!(
            first.credit_debit,
            Some(universal_accounting::transactions::CreditDebit::Debit)
        );
    }

    #[test]
    fn an_empty_line_or_the_end_stops() {
        for input in ["", "\n", "1\n\n"] {
            let (draft, _, output) = dialog(input);
            assert!(draft.profile.is_none(), "{output}");
        }
    }

    #[test]
    fn what_is_no_answer_is_asked_again() {
        let (_, answers, output) = dialog("3\nx\n1\ndate\nvaluta-at\n\n");
        assert_eq!(output.matches("Money out or in?").count(), 1);
        assert_eq!(output.matches("Number from 1 to 2, or nothing").count(), 3);
        assert!(
            output.contains("there is no role \"date\"; the roles are booked-at, "),
            "{output}"
        );
        assert_eq!(answers.roles, [("Tag".to_owned(), ColumnRole::ValutaAt)]);
    }
}
