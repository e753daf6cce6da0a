//! Samples of known formats: without their profile, each is learned right, or something is asked.

use std::collections::HashSet;
use std::path::PathBuf;
use std::{env, fs};

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::learn::without;
use universal_accounting::learn::{Basis, Draft, LearnError, learn};
use universal_accounting::report::Language;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency, Date};

use super::{accepting, moved};
use crate::project::in_project;

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
    let folders = fs::read_dir(in_project("src/format/table/profiles")).unwrap();
    let paths = folders.map(|folder| folder.unwrap().path().join(format!("{}.json", format.id)));
    let mut texts = paths.filter_map(|path| fs::read_to_string(path).ok());
    texts.any(|text| text.contains("\"role\": \"balance"))
}

/// Converts a file with the first of some accounts and currencies that it needs.
fn convert_given(file: &[u8]) -> Conversion {
    let account = AccountIdentifier::parse("unknown").ok();
    let currency = Currency::parse("CHF").ok();
    let mut conversion = convert_readable(file, &ConvertOptions::new());
    for given in [
        (None, currency),
        (account.clone(), None),
        (account, currency),
    ] {
        if conversion.transactions.is_empty() {
            let mut options = ConvertOptions::new();
            (options.account, options.currency) = given;
            conversion = convert_readable(file, &options);
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
