//! Several files of one bank, and workbooks.

use universal_accounting::learn::{Basis, LearnError, learn};
use universal_accounting::report::Language;
use universal_accounting::statement::BalanceStatus;

use super::{accepting, moved};

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
