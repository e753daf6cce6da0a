use std::collections::{BTreeSet, HashMap};

use crate::format::message::is_placeholder;
use crate::format::table::detect::{Preamble, label_text, normalized_name};
use crate::format::table::profile::{Label, LabelRole, Numbers, ProfileDefinition};
use crate::format::table::value::{content, number};
use crate::sheet::{Row, Rows};
use crate::source::Certain;
use crate::value::{Currency, is_all_digits};

/// The maximum number of digits before the decimal mark of an amount in a notation that no profile gives.
const MAX_AMOUNT_DIGITS: usize = 10;

/// The maximum number of digits of an amount without decimals.
const MAX_WHOLE_DIGITS: usize = 9;

/// The characters between groups of three digits.
const GROUPING: [char; 7] = ['\'', '\u{2019}', '.', ',', ' ', '\u{a0}', '\u{202f}'];

/// The columns with amounts of a table whose format is not known.
pub(super) struct AmountColumns(Vec<Column>);

struct Column {
    /// The notations in which every cell is a number.
    notations: Vec<Numbers>,
    /// Whether any cell has a sign or decimals, as the number of a customer has none.
    has_amount: bool,
}

impl AmountColumns {
    /// Reads the rows below the line of column names. A column has amounts if each of its cells is a number in one notation, and any has a sign or decimals.
    pub(super) fn find(text: &str, delimiter: u8, header_line: usize) -> Self {
        let mut columns = Vec::new();
        let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
        while rows.next_row(&mut row) {
            if row.line() <= header_line {
                continue;
            }
            columns.resize_with(columns.len().max(row.cells().len()), Column::new);
            for (column, cell) in columns.iter_mut().zip(row.cells()) {
                column.read(&content::text(cell));
            }
        }
        Self(columns)
    }

    /// Returns the decimal mark of a column if it has amounts.
    pub(super) fn decimal_of(&self, index: usize) -> Option<char> {
        let column = self.0.get(index)?;
        let numbers = column.notations.first()?;
        column.has_amount.then_some(numbers.decimal)
    }
}

impl Column {
    fn new() -> Self {
        let notations = ['.', ','].map(|decimal| {
            let mut grouping = GROUPING.to_vec();
            grouping.retain(|mark| *mark != decimal);
            Numbers {
                grouping,
                lakhs: decimal == '.',
                with_currency: true,
                ..Numbers::new(decimal)
            }
        });
        Self {
            notations: notations.into(),
            has_amount: false,
        }
    }

    fn read(&mut self, text: &str) {
        if is_placeholder(text) {
            return;
        }
        self.notations.retain(|numbers| {
            number::parse_with_currency(text, numbers).is_some()
                && !is_account(text, numbers.decimal)
        });
        let has_sign = text.starts_with(['-', '\u{2212}']);
        let mut notations = self.notations.iter();
        self.has_amount |= has_sign || notations.any(|numbers| has_decimals(text, numbers.decimal));
    }
}

/// Returns whether at most two digits follow the last decimal mark of a text.
fn has_decimals(text: &str, decimal: char) -> bool {
    match text.rfind(decimal) {
        Some(mark) => text.len() - mark <= 3,
        None => false,
    }
}

/// Whether a number is more likely that of an account than an amount: no decimals, and as many digits as no amount has.
pub(super) fn is_account(text: &str, decimal: char) -> bool {
    !text.contains(decimal) && count_digits(text) > MAX_WHOLE_DIGITS
}

fn count_digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// Returns the decimal mark of a text that is an amount in any notation: digits with two decimals, and perhaps a sign and a currency.
pub(super) fn decimal_mark(text: &str) -> Option<char> {
    let is_around =
        |character: char| character.is_alphabetic() || " +-€£$\u{a0}\u{2212}".contains(character);
    let digits = text.trim_matches(is_around);
    let (whole, decimals) = digits.rsplit_once(['.', ','])?;
    let has_two_decimals = decimals.len() == 2 && is_all_digits(decimals);
    if !has_two_decimals || !is_whole_number(whole) || count_digits(whole) > MAX_AMOUNT_DIGITS {
        return None;
    }
    let mut currency = text.to_owned();
    currency.retain(char::is_alphabetic);
    if !currency.is_empty() && Currency::parse(&currency).is_err() {
        return None;
    }
    let from_mark = digits.get(whole.len()..)?;
    from_mark.chars().next()
}

/// Returns whether a text consists of digits, perhaps in groups of three.
fn is_whole_number(text: &str) -> bool {
    let mut groups = text.split(GROUPING);
    groups.next().is_some_and(is_all_digits)
        && groups.all(|group| group.len() == 3 && is_all_digits(group))
}

/// What is known of the lines around the rows.
pub(super) struct Labels<'p> {
    /// The labels with each text, as it is compared.
    by_text: HashMap<String, Vec<(&'p str, &'p Label)>>,
    /// The numbers of characters that the texts have.
    lengths: BTreeSet<usize>,
    /// The roles of balances whose labels may be in any language.
    pub(super) unlabelled: Vec<LabelRole>,
    pub(super) dates: Vec<String>,
    /// How the file writes numbers, if its format is known.
    numbers: Option<&'p Numbers>,
    /// The roles of the labels of the line above whose values are below them.
    pub(super) below: Vec<LabelRole>,
}

impl<'p> Labels<'p> {
    pub(super) fn new(
        profiles: impl Iterator<Item = &'p ProfileDefinition>,
        dates: Vec<String>,
        numbers: Option<&'p Numbers>,
    ) -> Self {
        let mut labels = Self {
            by_text: HashMap::new(),
            lengths: BTreeSet::new(),
            unlabelled: Vec::new(),
            dates,
            numbers,
            below: Vec::new(),
        };
        for label in profiles.flat_map(|profile| &profile.preamble) {
            if label.labels.is_empty() && label.role.is_balance() {
                labels.unlabelled.push(label.role);
            }
            for name in &label.labels {
                let text = label_text(name);
                labels.lengths.insert(text.chars().count());
                let same_text = labels.by_text.entry(normalized_name(text));
                same_text.or_default().push((name, label));
            }
        }
        labels
    }

    /// Returns the labels at the start of a text, each with the end of the label and the text after it.
    pub(super) fn of<'t>(&self, text: &'t str) -> Vec<(&'p Label, usize, &'t str)> {
        let mut found = Vec::new();
        let starts = text.char_indices().map(|(at, _)| at);
        for (length, end) in starts.chain([text.len()]).enumerate() {
            if !self.lengths.contains(&length) {
                continue;
            }
            let head = text.get(..end).certain();
            let Some(labels) = self.by_text.get(&normalized_name(head)) else {
                continue;
            };
            for (name, label) in labels {
                if let Some(rest) = Preamble::after_label(text, name) {
                    found.push((*label, end, rest));
                }
            }
        }
        found
    }

    /// Returns the decimal mark of a text if it is an amount.
    pub(super) fn decimal_of(&self, text: &str) -> Option<char> {
        let Some(numbers) = self.numbers else {
            return decimal_mark(text);
        };
        number::parse_with_currency(text, numbers)?;
        Some(numbers.decimal)
    }
}
