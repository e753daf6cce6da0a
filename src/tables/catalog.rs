//! The headings that are known: those of the contract, and those of the files in `headings`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::heading::{fold, without_date};
use super::list::List;
use crate::record::FieldKind;
use crate::source::Certain;

/// The text of each file in `headings`.
const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/headings.rs"));

/// All headings, titles and words.
pub(super) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::read(FILES));

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The field with this index in the list.
    Field(usize),
    /// The name of a company or the last name of a person.
    Name,
    /// Whether the row is a group rather than a record.
    Group,
    /// Something for which base data has no field.
    LeftOut,
    /// Something that the caller leaves out.
    Ignored,
}

impl Meaning {
    /// Returns whether the column holds values of a record.
    pub(super) const fn is_record_value(self) -> bool {
        matches!(self, Self::Field(_) | Self::Name)
    }
}

#[derive(Debug, Default)]
pub(super) struct Catalog {
    lists: Vec<ListHeadings>,
    yes: Vec<String>,
    no: Vec<String>,
    /// Folded words for totals.
    totals: Vec<String>,
    /// Folded words of notes about a year.
    year_words: Vec<String>,
}

/// What is known about the tables of one list.
#[derive(Debug)]
pub(super) struct ListHeadings {
    pub(super) list: List,
    /// Folded names of files and sheets.
    titles: Vec<String>,
    /// The meaning of each folded heading, and the heading as people write it.
    headings: BTreeMap<String, (Meaning, String)>,
    /// What a cell may say in a field, and the value that it means.
    words: Vec<Word>,
    beside: Vec<Beside>,
    /// A folded heading, and the folded words of its column that make a row no record.
    rows_left_out: Vec<(String, Vec<String>)>,
    instead: Vec<Instead>,
}

/// What a cell may say in a field.
#[derive(Debug)]
struct Word {
    /// The index of the field.
    field: usize,
    /// The word as people write it, and folded.
    written: String,
    folded: String,
    /// The value of the contract that it means.
    value: String,
    /// The only heading, folded, in whose column it means that.
    heading: Option<String>,
    /// Whether it is the first word for the value in its file.
    is_first: bool,
}

/// What a heading means beside another one. Both are folded.
#[derive(Debug)]
struct Beside {
    heading: String,
    other: String,
    meaning: Meaning,
}

/// In tables with a heading, which field an empty one takes its value from.
#[derive(Debug)]
struct Instead {
    heading: String,
    field: usize,
    source: usize,
}

impl Catalog {
    /// Reads files of headings. What the first files say stays.
    fn read(files: &[&str]) -> Self {
        let mut catalog = Self {
            lists: List::all().map(ListHeadings::of_contract).collect(),
            ..Self::default()
        };
        for file in files {
            let file: Value = serde_json::from_str(file).certain();
            for headings in &mut catalog.lists {
                if let Some(entry) = file
                    .get("lists")
                    .and_then(|lists| lists.get(headings.list.name()))
                {
                    headings.add(entry);
                }
            }
            catalog.yes.extend(texts(file.get("yes")).map(fold));
            catalog.no.extend(texts(file.get("no")).map(fold));
            catalog.totals.extend(texts(file.get("totals")).map(fold));
            catalog
                .year_words
                .extend(texts(file.get("yearWords")).map(fold));
        }
        catalog
    }

    pub(super) fn lists(&self) -> &[ListHeadings] {
        &self.lists
    }

    /// Returns whether a word names a total.
    pub(super) fn is_total(&self, word: &str) -> bool {
        let word = fold(word);
        self.totals.contains(&word)
    }

    /// Returns whether a word belongs to a note about a year, such as `Jahr` or `Exercice`.
    pub(super) fn is_about_year(&self, word: &str) -> bool {
        let word = fold(word);
        self.year_words.contains(&word)
    }

    /// Returns whether a cell says yes or no, if it says one of the two.
    pub(super) fn yes_or_no(&self, cell: &str) -> Option<bool> {
        let cell = fold(cell);
        match (self.yes.contains(&cell), self.no.contains(&cell)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}

impl ListHeadings {
    /// Returns the names of the contract.
    fn of_contract(list: List) -> Self {
        let headings = list.fields().iter().enumerate();
        Self {
            list,
            titles: vec![fold(list.name())],
            headings: headings
                .map(|(index, field)| {
                    (
                        fold(field.name),
                        (Meaning::Field(index), field.name.to_owned()),
                    )
                })
                .collect(),
            words: Vec::new(),
            beside: Vec::new(),
            rows_left_out: Vec::new(),
            instead: Vec::new(),
        }
    }

    /// Adds what cells of a field may say, each word with the value that it means, in every column or under one heading only.
    fn add_words(&mut self, field: usize, heading: Option<&str>, values: &Value) {
        for (value, words) in values.as_object().into_iter().flatten() {
            let words = texts(Some(words)).enumerate().map(|(number, word)| Word {
                field,
                written: word.to_owned(),
                folded: fold(word),
                value: value.clone(),
                heading: heading.map(fold),
                is_first: number == 0,
            });
            self.words.extend(words);
        }
    }

    fn add(&mut self, entry: &Value) {
        self.titles.extend(texts(entry.get("titles")).map(fold));
        let object = |name: &str| {
            entry
                .get(name)
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
        };
        for (field, headings) in object("headings") {
            let meaning = match (self.list.index_of(field), field.as_str()) {
                (Some(index), _) => Meaning::Field(index),
                (None, "name") => Meaning::Name,
                (None, "isGroup") => Meaning::Group,
                _ => continue,
            };
            for heading in texts(Some(headings)) {
                self.headings
                    .entry(fold(heading))
                    .or_insert_with(|| (meaning, heading.to_owned()));
            }
        }
        for heading in texts(entry.get("leftOut")) {
            self.headings
                .entry(fold(heading))
                .or_insert_with(|| (Meaning::LeftOut, heading.to_owned()));
        }
        for (field, values) in object("words") {
            let Some(index) = self.list.index_of(field) else {
                continue;
            };
            self.add_words(index, None, values);
        }
        for (heading, values) in object("wordsOfHeading") {
            let Some(Meaning::Field(index)) = self.meaning(heading) else {
                continue;
            };
            self.add_words(index, Some(heading), values);
        }
        for (heading, words) in object("rowsLeftOut") {
            let words = texts(Some(words)).map(fold).collect();
            self.rows_left_out.push((fold(heading), words));
        }
        for (heading, fields) in object("instead") {
            for (field, source) in fields.as_object().into_iter().flatten() {
                let source = source
                    .as_str()
                    .and_then(|source| self.list.index_of(source));
                let (Some(field), Some(source)) = (self.list.index_of(field), source) else {
                    continue;
                };
                self.instead.push(Instead {
                    heading: fold(heading),
                    field,
                    source,
                });
            }
        }
        for (heading, meanings) in object("beside") {
            for (field, others) in meanings.as_object().into_iter().flatten() {
                let meaning = match self.list.index_of(field) {
                    Some(index) => Meaning::Field(index),
                    None => Meaning::LeftOut,
                };
                let others = texts(Some(others)).map(|other| Beside {
                    heading: fold(heading),
                    other: fold(other),
                    meaning,
                });
                self.beside.extend(others);
            }
        }
    }

    pub(super) fn meaning(&self, heading: &str) -> Option<Meaning> {
        if let Some((meaning, _)) = self.headings.get(&fold(heading)) {
            return Some(*meaning);
        }
        // Base data has no field for a balance of a day or a budget of a year.
        let dated = without_date(heading).and_then(|name| self.headings.get(&fold(name)));
        if let Some((Meaning::LeftOut, _)) = dated {
            return Some(Meaning::LeftOut);
        }
        let translated = translated_heading(heading)?;
        let is_known = self.headings.contains_key(&fold(translated));
        is_known.then_some(Meaning::LeftOut)
    }

    /// Returns whether a row with this cell below this heading is no record.
    pub(super) fn leaves_row_out(&self, heading: &str, cell: &str) -> bool {
        let (heading, cell) = (fold(heading), fold(cell));
        let is_of = |known: &&(String, Vec<String>)| known.0 == heading;
        let mut words = self.rows_left_out.iter().filter(is_of);
        words.any(|(_, words)| words.contains(&cell))
    }

    /// Iterates over the fields that take the value of another one where they are empty, each with that other one, in a table with these headings.
    pub(super) fn fields_instead(
        &self,
        headings: &[String],
    ) -> impl Iterator<Item = (usize, usize)> {
        let has = |instead: &&Instead| headings.iter().any(|known| fold(known) == instead.heading);
        let instead = self.instead.iter().filter(has);
        instead.map(|instead| (instead.field, instead.source))
    }

    /// Returns whether a folded name of a file or sheet is a title of the list.
    pub(super) fn has_title(&self, folded: &str) -> bool {
        self.titles.iter().any(|title| title == folded)
    }

    /// Iterates over the headings of fields as people write them.
    pub(super) fn known_headings(&self) -> impl Iterator<Item = &str> + Clone {
        self.headings_without(&[])
    }

    /// Iterates over the headings of fields that no column of a table has yet.
    pub(super) fn headings_without<'h>(
        &'h self,
        taken: &'h [Meaning],
    ) -> impl Iterator<Item = &'h str> + Clone {
        let is_open = |meaning: &Meaning| meaning.is_record_value() && !taken.contains(meaning);
        let fields = self
            .headings
            .values()
            .filter(move |(meaning, _)| is_open(meaning));
        fields.map(|(_, heading)| heading.as_str())
    }

    /// Returns the value that a word means in a field, in a column with a heading.
    pub(super) fn value_of(&self, field: usize, word: &str, heading: &str) -> Option<&str> {
        let (word, heading) = (fold(word), fold(heading));
        let is_meant = |known: &&Word| {
            let is_of_heading = known.heading.as_ref().is_none_or(|only| *only == heading);
            known.field == field && known.folded == word && is_of_heading
        };
        self.words
            .iter()
            .find(is_meant)
            .map(|known| known.value.as_str())
    }

    /// Returns what a heading means beside the other headings of its table, if that is not what it means alone.
    pub(super) fn meaning_beside(&self, heading: &str, headings: &[String]) -> Option<Meaning> {
        let heading = fold(heading);
        let mut meanings = self.beside.iter().filter(|beside| beside.other == heading);
        let found =
            meanings.find(|beside| headings.iter().any(|known| fold(known) == beside.heading));
        let meaning = found.map(|beside| beside.meaning)?;
        // A field that another column is for needs no second one.
        let is_taken = headings
            .iter()
            .any(|known| meaning.is_record_value() && self.meaning(known) == Some(meaning));
        (!is_taken).then_some(meaning)
    }

    /// Returns the values of a field, each with a word of each language, such as `ASSET (Aktiven, Actif)`; `None` if the field has no words.
    pub(super) fn words_of(&self, field: usize) -> Option<String> {
        let FieldKind::Choice(values) = self.list.fields().get(field)?.kind else {
            return None;
        };
        let of_value = |value: &&str| {
            let means = |word: &&Word| {
                let is_of_language = !word.written.contains('_') && word.heading.is_none();
                let is_meant = word.field == field && word.value == *value;
                is_meant && word.is_first && is_of_language
            };
            let words = self.words.iter().filter(means);
            let words: Vec<&str> = words.map(|word| word.written.as_str()).collect();
            format!("{value} ({})", words.join(", "))
        };
        let has_words = self.words.iter().any(|word| word.field == field);
        let described: Vec<String> = values.iter().map(of_value).collect();
        has_words.then(|| described.join(", "))
    }
}

/// Returns the heading before the language of a translation: `name` for `name@de` and `name@zh_CN`.
fn translated_heading(heading: &str) -> Option<&str> {
    let (heading, language) = heading.trim().split_once('@')?;
    let code = language.split('_').next()?;
    let is_language =
        matches!(code.len(), 2 | 3) && code.bytes().all(|letter| letter.is_ascii_lowercase());
    is_language.then_some(heading)
}

fn texts(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heading with two meanings would get the one of the first file, and nobody would know.
    #[test]
    fn each_heading_has_one_meaning_in_a_list() {
        for list in List::all() {
            let mut meanings: BTreeMap<String, (String, &str)> = BTreeMap::new();
            for field in list.fields() {
                meanings.insert(fold(field.name), (field.name.to_owned(), field.name));
            }
            for file in FILES {
                let file: Value = serde_json::from_str(file).unwrap();
                let entry = &file["lists"][list.name()];
                // A file of a program has some lists only.
                let of_fields = entry["headings"].as_object().into_iter().flatten();
                let all = of_fields
                    .flat_map(|(field, headings)| {
                        texts(Some(headings)).map(|heading| (field.clone(), heading.to_owned()))
                    })
                    .chain(
                        texts(entry.get("leftOut"))
                            .map(|heading| (String::new(), heading.to_owned())),
                    );
                for (field, heading) in all {
                    assert!(!fold(&heading).is_empty(), "{heading}");
                    let known = meanings
                        .entry(fold(&heading))
                        .or_insert_with(|| (field.clone(), ""));
                    assert_eq!(
                        known.0,
                        field,
                        "`{heading}` of {} in {}",
                        list.name(),
                        file["language"]
                    );
                }
            }
        }
    }

    #[test]
    fn files_name_only_fields_and_words_of_the_contract() {
        for file in FILES {
            let file: Value = serde_json::from_str(file).unwrap();
            for (list, entry) in file["lists"].as_object().unwrap() {
                let list = List::by_name(list).unwrap();
                for field in entry["headings"].as_object().unwrap().keys() {
                    assert!(
                        list.index_of(field).is_some()
                            || field == "name" && list.name() == "contacts"
                            || field == "isGroup" && list.name() == "accounts",
                        "{field}"
                    );
                }
                for (field, values) in entry
                    .get("words")
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                {
                    let field = &list.fields()[list.index_of(field).unwrap()];
                    for value in values.as_object().unwrap().keys() {
                        assert!(
                            !matches!(field.kind, FieldKind::Choice(words) if !words.contains(&value.as_str()))
                        );
                    }
                }
            }
        }
        let catalog = &*CATALOG;
        for word in &catalog.yes {
            assert!(!catalog.no.contains(word), "{word}");
        }
    }
}
