use super::rules::{SINGLE_ENTRIES_COLUMN_UNKNOWN, SINGLE_ENTRIES_UNKNOWN};
use crate::journal::{
    Address, BillingPeriod, Contact, Dimension, Entry, Invoice, Line, LineAccount, LineTax,
};
use crate::record::{Brand, Field, nearest};
use crate::report::{Collector, Diagnostic, sanitize_name};
use crate::sheet::rules::COLUMN_TWICE;
use crate::sheet::{DELIMITERS, Row, Rows};
use crate::source::Span;
use crate::value::is_all_digits;

/// How many columns of a header must be known, so that a text is taken for single entries.
const MIN_KNOWN_COLUMNS: usize = 3;

/// The part of a record that a column belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The id of the record.
    RecordId,
    Invoice,
    BillingPeriod,
    /// Both days of the billing period.
    BillingPeriodText,
    Contact,
    Address,
    Entry,
    Line,
    DebitAccount,
    CreditAccount,
    Tax,
    /// A dimension, by its number.
    Dimension(u32),
}

impl Part {
    /// The beginnings of the names of columns, the longest of several that fit first.
    const PREFIXES: [(&'static str, Self); 9] = [
        ("invoice-billingPeriod_", Self::BillingPeriod),
        ("invoice-", Self::Invoice),
        ("contact-address-", Self::Address),
        ("contact-", Self::Contact),
        ("entry-debitAccount-", Self::DebitAccount),
        ("entry-creditAccount-", Self::CreditAccount),
        ("entry-tax-", Self::Tax),
        ("entry-", Self::Entry),
        ("entry-", Self::Line),
    ];

    /// Returns the fields of the part.
    pub(super) const fn fields(self) -> &'static [Field] {
        match self {
            Self::RecordId | Self::BillingPeriodText => &[],
            Self::Invoice => Invoice::FIELDS,
            Self::BillingPeriod => BillingPeriod::FIELDS,
            Self::Contact => Contact::FIELDS,
            Self::Address => Address::FIELDS,
            Self::Entry => Entry::FIELDS,
            Self::Line => Line::FIELDS,
            Self::DebitAccount | Self::CreditAccount => LineAccount::FIELDS,
            Self::Tax => LineTax::FIELDS,
            Self::Dimension(_) => Dimension::FIELDS,
        }
    }
}

/// The meaning of a column: a field of a part. Parts without fields are one value.
pub(super) type Meaning = (Part, Option<&'static str>);

/// The columns without which no row can be read.
const REQUIRED: [Meaning; 8] = [
    (Part::RecordId, None),
    (Part::Entry, Some("entryId")),
    (Part::Entry, Some("date")),
    (Part::Line, Some("lineId")),
    (Part::Line, Some("amount")),
    (Part::Line, Some("currency")),
    (Part::DebitAccount, Some("number")),
    (Part::CreditAccount, Some("number")),
];

/// The columns of a file.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) delimiter: u8,
    /// The names of the columns as the file spells them.
    pub(super) names: Vec<String>,
    /// The known columns: the meaning and the index in a row, sorted.
    columns: Vec<(Meaning, usize)>,
    pub(super) brand: Option<Brand>,
    pub(super) span: Span,
    /// How many rows are before the first row of data.
    pub(super) rows: usize,
}

impl Header {
    /// Reads the header of a text, and reports unknown columns.
    pub(super) fn read(text: &str, sink: &mut Collector<'_>) -> Result<Self, Diagnostic> {
        let brand = sink.policy().brand_name().and_then(Brand::parse);
        let best = DELIMITERS
            .iter()
            .rev()
            .filter_map(|delimiter| Self::split(text, *delimiter, brand.as_ref()));
        // Of equal numbers, `max_by_key` returns the last, which is that of the first delimiter.
        let Some((header, unknown)) = best.max_by_key(|(header, _)| header.columns.len()) else {
            return Err(unknown_file(Span::at(0), "it has no row"));
        };
        if header.columns.len() < MIN_KNOWN_COLUMNS {
            return Err(unknown_file(
                header.span,
                "its first row has no known columns",
            ));
        }
        header.check_required()?;
        header.check_unique()?;
        for (name, span) in unknown {
            sink.push(header.report_unknown(&name, span));
        }
        Ok(header)
    }

    /// Returns an error if a column is missing without which no row can be read.
    fn check_required(&self) -> Result<(), Diagnostic> {
        let missing = REQUIRED.into_iter().filter(|required| !self.has(*required));
        let missing: Vec<String> = missing
            .map(|meaning| format!("`{}`", name_of(meaning)))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let what = format!("its header lacks {}", missing.join(", "));
        Err(unknown_file(self.span, &what))
    }

    /// Returns an error if two columns mean the same.
    fn check_unique(&self) -> Result<(), Diagnostic> {
        let mut twice = Vec::new();
        for pair in self.columns.windows(2) {
            if let [(first, _), (second, index)] = pair
                && first == second
            {
                twice.push(*index);
            }
        }
        // The period as a text, beside the columns of its parts.
        if self.columns_of(Part::BillingPeriod).next().is_some() {
            twice.extend(self.column((Part::BillingPeriodText, None)));
        }
        if twice.is_empty() {
            return Ok(());
        }
        let names = twice
            .into_iter()
            .map(|index| format!("`{}`", self.name(index)));
        let names: Vec<String> = names.collect();
        Err(Diagnostic::new(&COLUMN_TWICE, self.span).param("names", names.join(", ")))
    }

    /// Reports a column that is not known, with the name that was probably meant if no other column has it.
    fn report_unknown(&self, name: &str, span: Span) -> Diagnostic {
        let is_free = |near: &str| !self.names.iter().any(|known| known == near);
        let hint = match nearest_column(name) {
            Some(near) if is_free(&near) => format!("; `{near}` was probably meant"),
            _ => String::new(),
        };
        let diagnostic = Diagnostic::new(&SINGLE_ENTRIES_COLUMN_UNKNOWN, span);
        diagnostic
            .param("name", sanitize_name(name))
            .param("hint", hint)
    }

    /// Splits the first row that is not empty. Returns the header, and the unknown columns with their spans.
    fn split(
        text: &str,
        delimiter: u8,
        given: Option<&Brand>,
    ) -> Option<(Self, Vec<(String, Span)>)> {
        let (mut rows, mut row, mut count) = (Rows::new(text, delimiter), Row::default(), 0);
        loop {
            if !rows.next_line(&mut row) {
                return None;
            }
            count += 1;
            if row.cells().iter().any(|cell| !cell.raw().trim().is_empty()) {
                break;
            }
        }
        let names: Vec<String> = row
            .cells()
            .iter()
            .map(|cell| cell.value().trim().to_owned())
            .collect();
        let brand = find_brand(&names, given);
        let (mut columns, mut unknown) = (Vec::new(), Vec::new());
        for (index, (name, cell)) in names.iter().zip(row.cells()).enumerate() {
            let is_id = name == "serviceId"
                || brand
                    .as_ref()
                    .is_some_and(|brand| *name == brand.branded_name("serviceId"));
            match if is_id {
                Some((Part::RecordId, None))
            } else {
                meaning_of(name)
            } {
                Some(meaning) => columns.push((meaning, index)),
                None if name.is_empty() => {}
                None => unknown.push((name.clone(), cell.span)),
            }
        }
        columns.sort_unstable();
        Some((
            Self {
                delimiter,
                names,
                columns,
                brand,
                span: row.span(),
                rows: count,
            },
            unknown,
        ))
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, index: usize) -> &str {
        self.names.get(index).map_or("", String::as_str)
    }

    /// Returns whether a column has this meaning.
    pub(super) fn has(&self, meaning: Meaning) -> bool {
        self.column(meaning).is_some()
    }

    /// Returns the index of the column with this meaning.
    pub(super) fn column(&self, meaning: Meaning) -> Option<usize> {
        let at = self
            .columns
            .binary_search_by_key(&meaning, |(known, _)| *known)
            .ok()?;
        self.columns.get(at).map(|(_, index)| *index)
    }

    /// Iterates over the columns of a part.
    pub(super) fn columns_of(&self, part: Part) -> impl Iterator<Item = usize> {
        let first = self
            .columns
            .partition_point(|((known, _), _)| *known < part);
        self.columns
            .iter()
            .skip(first)
            .take_while(move |((known, _), _)| *known == part)
            .map(|(_, index)| *index)
    }

    /// Iterates over the dimensions, in the order of their numbers.
    pub(super) fn dimensions(&self) -> impl Iterator<Item = Part> {
        let mut last = None;
        self.columns.iter().filter_map(move |((part, _), _)| {
            let is_new = matches!(part, Part::Dimension(_)) && last.replace(*part) != Some(*part);
            is_new.then_some(*part)
        })
    }
}

/// Returns whether a text begins with the header of single entries.
pub(in crate::journal) fn is_single_entries(text: &str) -> bool {
    DELIMITERS
        .iter()
        .filter_map(|delimiter| Header::split(text, *delimiter, None))
        .any(|(header, _)| {
            header.columns.len() >= MIN_KNOWN_COLUMNS && header.has((Part::Entry, Some("entryId")))
        })
}

fn unknown_file(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(&SINGLE_ENTRIES_UNKNOWN, span).param("why", why.to_owned())
}

/// Returns the brand: the given one, or the word before `Id` in the name of the only column that can be the id of the record.
fn find_brand(names: &[String], given: Option<&Brand>) -> Option<Brand> {
    if given.is_some() || names.iter().any(|name| name == "serviceId") {
        return given.cloned();
    }
    let mut words = names
        .iter()
        .filter_map(|name| Brand::parse(name.strip_suffix("Id")?));
    words.next().filter(|_| words.next().is_none())
}

/// Returns the meaning of a column by its name.
fn meaning_of(name: &str) -> Option<Meaning> {
    match name {
        "invoice-billingPeriod" => return Some((Part::BillingPeriodText, None)),
        // The publisher's reference writes it so.
        "contact-externalIdd" => return meaning_of("contact-externalId"),
        _ => {}
    }
    if let Some(rest) = name.strip_prefix("entry-dimensions-") {
        let (number, field) = rest.split_once('-')?;
        let part = Part::Dimension(
            Some(number)
                .filter(|number| is_all_digits(number))?
                .parse()
                .ok()?,
        );
        return Some((part, Some(field_name(part, field)?)));
    }
    Part::PREFIXES.iter().find_map(|(prefix, part)| {
        Some((*part, Some(field_name(*part, name.strip_prefix(prefix)?)?)))
    })
}

/// Returns the name of a field that has a column.
fn field_name(part: Part, name: &str) -> Option<&'static str> {
    // A row says the side by its accounts, and which of its two accounts an amount in the currency of the account is for is not known.
    const WITHOUT_COLUMN: [&str; 2] = ["creditDebit", "amountInAccountCurrency"];
    let mut fields = part
        .fields()
        .iter()
        .filter(|field| !field.is_nested() && !WITHOUT_COLUMN.contains(&field.name));
    fields
        .find(|field| field.name == name)
        .map(|field| field.name)
}

/// Returns the name of the column with a meaning, as the publisher writes it.
fn name_of((part, field): Meaning) -> String {
    let prefix = Part::PREFIXES
        .iter()
        .find(|(_, known)| *known == part)
        .map_or("", |(prefix, _)| prefix);
    match (part, field) {
        (Part::RecordId, _) => "serviceId".to_owned(),
        (Part::BillingPeriodText, _) => "invoice-billingPeriod".to_owned(),
        (Part::Dimension(number), field) => {
            format!("entry-dimensions-{number}-{}", field.unwrap_or_default())
        }
        (_, field) => format!("{prefix}{}", field.unwrap_or_default()),
    }
}

/// Returns the known column that an unknown name is nearly the same as.
fn nearest_column(name: &str) -> Option<String> {
    let known = Part::PREFIXES.iter().flat_map(|(_, part)| {
        let fields = part
            .fields()
            .iter()
            .filter_map(|field| field_name(*part, field.name));
        fields.map(|field| name_of((*part, Some(field))))
    });
    let known: Vec<String> = known.collect();
    nearest(name, known.iter().map(String::as_str)).map(|(near, _)| near.to_owned())
}
