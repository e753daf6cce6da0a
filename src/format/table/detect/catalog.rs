use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

use super::names::{NamedColumn, normalized_name, write_names};
use crate::configuration;
use crate::format::table::profile::ProfileDefinition;
use crate::format::table::value::number::CURRENCY_SIGNS;
use crate::source::sorted_by_key;
use crate::value::Currency;

/// The id of each file in `profiles/`, whether it has no header, how many columns each file of the format has, and its text.
const PROFILES: &[(&str, bool, usize, &str)] = include!(concat!(env!("OUT_DIR"), "/profiles.rs"));

/// The names of the columns of these profiles.
const NAMES: &str = include!(concat!(env!("OUT_DIR"), "/names.rs"));

static BUILT_IN: LazyLock<Profiles> = LazyLock::new(|| {
    let mut list = Vec::with_capacity(PROFILES.len());
    for (id, headerless, required, json) in PROFILES {
        list.push(ListedProfile {
            id: Cow::Borrowed(id),
            headerless: *headerless,
            required: *required,
            json,
            definition: OnceLock::new(),
        });
    }
    Profiles {
        list,
        names: Cow::Borrowed(NAMES),
    }
});

/// A longer cell is no name.
const MAX_NAME_BYTES: usize = 400;

static NONE: Profiles = Profiles {
    list: Vec::new(),
    names: Cow::Borrowed(""),
};

/// Returns the built-in profiles, sorted by id.
pub(in crate::format) fn built_in() -> &'static [ListedProfile] {
    &BUILT_IN.list
}

/// A profile, and what the search for its header needs. The text of a built-in one is read when the profile is used for the first time.
#[derive(Debug)]
pub(in crate::format) struct ListedProfile {
    pub(in crate::format) id: Cow<'static, str>,
    pub(in crate::format) headerless: bool,
    /// The number of columns that are not optional.
    pub(super) required: usize,
    json: &'static str,
    definition: OnceLock<Arc<ProfileDefinition>>,
}

impl ListedProfile {
    fn new(definition: &Arc<ProfileDefinition>) -> Self {
        let columns = definition.columns.iter();
        Self {
            id: Cow::Owned(definition.id.clone()),
            headerless: definition.headerless,
            required: columns.filter(|column| !column.optional).count(),
            json: "",
            definition: OnceLock::from(Arc::clone(definition)),
        }
    }

    #[expect(clippy::expect_used, reason = "a test reads each built-in profile")]
    pub(in crate::format) fn definition(&self) -> &Arc<ProfileDefinition> {
        self.definition.get_or_init(|| {
            Arc::new(configuration::parse(self.json).expect("a built-in profile is valid"))
        })
    }
}

impl Deref for ListedProfile {
    type Target = ProfileDefinition;

    fn deref(&self) -> &ProfileDefinition {
        self.definition()
    }
}

/// Profiles, and all names of their columns as [`write_names`] writes them.
#[derive(Debug)]
struct Profiles {
    list: Vec<ListedProfile>,
    names: Cow<'static, str>,
}

impl Profiles {
    fn new<'d>(definitions: impl Iterator<Item = &'d Arc<ProfileDefinition>>) -> Self {
        let list: Vec<ListedProfile> = definitions.map(ListedProfile::new).collect();
        let mut names = Vec::new();
        for (profile, listed) in list.iter().enumerate() {
            for (index, definition) in listed.columns.iter().enumerate() {
                let column = NamedColumn {
                    profile,
                    column: index,
                    optional: definition.optional,
                };
                for name in definition.names.values().flatten() {
                    names.push((name.clone(), column));
                }
            }
        }
        let names = Cow::Owned(write_names(names));
        Self { list, names }
    }

    /// Calls `visit` with each column of this name. In a name with lost characters, each lost character may have been any non-ASCII character.
    fn columns_named(&self, normalized: &str, visit: &mut dyn FnMut(NamedColumn)) {
        let Some((prefix, _)) = normalized.split_once(char::REPLACEMENT_CHARACTER) else {
            let (name, columns) = split_line(first_line(lines_from(&self.names, normalized)));
            if name == normalized {
                read_columns(columns, visit);
            }
            return;
        };
        let mut lines = lines_from(&self.names, prefix);
        while lines.starts_with(prefix) && !lines.is_empty() {
            let (name, columns) = split_line(first_line(lines));
            if matches_damaged(normalized, name) {
                read_columns(columns, visit);
            }
            lines = lines.split_once('\n').map_or("", |(_, after)| after);
        }
    }
}

/// Returns the lines from the first one whose name is this one or after it. The lines are sorted by name.
fn lines_from<'n>(lines: &'n str, name: &str) -> &'n str {
    let (mut start, mut end) = (0, lines.len());
    while start < end {
        let middle = start + (end - start) / 2;
        // From the line end before the middle to the one after it.
        let before = lines.as_bytes().get(start..middle).unwrap_or(b"");
        let line_start = memchr::memrchr(b'\n', before).map_or(start, |at| start + at + 1);
        let line = first_line(lines.get(line_start..end).unwrap_or(""));
        if split_line(line).0 < name {
            start = line_start + line.len() + 1;
        } else {
            end = line_start;
        }
    }
    lines.get(start..).unwrap_or("")
}

/// Returns the first line without its end.
fn first_line(lines: &str) -> &str {
    let end = memchr::memchr(b'\n', lines.as_bytes());
    end.and_then(|end| lines.get(..end)).unwrap_or(lines)
}

/// Returns the name in a line, and its columns.
fn split_line(line: &str) -> (&str, &str) {
    line.split_once('\t').unwrap_or((line, ""))
}

/// Reads the columns of a line.
fn read_columns(columns: &str, visit: &mut dyn FnMut(NamedColumn)) {
    for text in columns.split('\t') {
        if let Some(column) = read_column(text) {
            visit(column);
        }
    }
}

fn read_column(text: &str) -> Option<NamedColumn> {
    let (profile, column) = text.split_once(['.', '?'])?;
    Some(NamedColumn {
        profile: profile.parse().ok()?,
        column: column.parse().ok()?,
        optional: text.contains('?'),
    })
}

/// The profiles that are searched: those of the caller, then the built-in ones with other ids.
#[derive(Debug)]
pub(in crate::format) struct Catalog {
    own: Profiles,
    built_in: &'static Profiles,
}

impl Catalog {
    /// Returns a catalog with this profile alone.
    pub(in crate::format) fn only(profile: &Arc<ProfileDefinition>) -> Self {
        Self {
            own: Profiles::new(std::iter::once(profile)),
            built_in: &NONE,
        }
    }

    /// Returns a catalog with the built-in profiles, and those of the caller before them.
    pub(in crate::format) fn with_built_in<'d>(
        own: impl Iterator<Item = &'d Arc<ProfileDefinition>>,
    ) -> Self {
        Self {
            own: Profiles::new(own),
            built_in: &BUILT_IN,
        }
    }

    /// Returns the profiles with this id, or all, each with its index.
    pub(in crate::format) fn profiles(
        &self,
        id: Option<&str>,
    ) -> impl Iterator<Item = (usize, &ListedProfile)> {
        let own = &self.own.list;
        let is_replaced = |built_in: &ListedProfile| own.iter().any(|own| own.id == built_in.id);
        let built_in = (own.len()..).zip(&self.built_in.list);
        let built_in = built_in.filter(move |(_, listed)| !is_replaced(listed));
        let all = own.iter().enumerate().chain(built_in);
        all.filter(move |(_, listed)| id.is_none_or(|id| id == listed.id))
    }

    /// Returns whether a profile is one of the caller.
    pub(super) fn is_own(&self, profile: &ListedProfile) -> bool {
        self.own.list.iter().any(|own| std::ptr::eq(own, profile))
    }

    /// Returns the columns that a header cell may be, and the currency in its name.
    pub(super) fn columns_named(&self, header: &str) -> Vec<(NamedColumn, Option<Currency>)> {
        // Extra blanks make a name longer, but not that much.
        if header.len() > MAX_NAME_BYTES {
            return Vec::new();
        }
        let named = self.lookup(header).into_iter();
        let mut columns: Vec<_> = named.map(|column| (column, None)).collect();
        for (before, currency, after) in currencies_in(header) {
            // Profiles write `{currency}` in place of a currency, others the same name with it.
            let named = self.lookup(&format!("{before}{{currency}}{after}"));
            columns.extend(named.into_iter().map(|column| (column, Some(currency))));
        }
        sorted_by_key(columns, |(named, _)| (named.profile, named.column))
    }

    /// Returns whether any column may have this name.
    pub(in crate::format) fn is_name(&self, cell: &str) -> bool {
        // No name starts with a digit, and most values do.
        if cell.is_empty() || cell.starts_with(|first: char| first.is_ascii_digit()) {
            return false;
        }
        !self.columns_named(cell).is_empty()
    }

    fn lookup(&self, name: &str) -> Vec<NamedColumn> {
        let name = normalized_name(name);
        let mut columns = Vec::new();
        self.own
            .columns_named(&name, &mut |named| columns.push(named));
        let own = self.own.list.len();
        self.built_in.columns_named(&name, &mut |named| {
            let profile = own + named.profile;
            columns.push(NamedColumn { profile, ..named });
        });
        // Several names may be the same with lost characters.
        let mut columns =
            sorted_by_key(columns, |named: &NamedColumn| (named.profile, named.column));
        columns.dedup();
        columns
    }
}

/// Returns whether a damaged name may be a known one: each lost character replaces one non-ASCII character.
fn matches_damaged(damaged: &str, known: &str) -> bool {
    if damaged.chars().count() != known.chars().count() {
        return false;
    }
    let mut pairs = damaged.chars().zip(known.chars());
    pairs.all(|(found, original)| {
        let may_be_lost = found == char::REPLACEMENT_CHARACTER && !original.is_ascii();
        found == original || may_be_lost
    })
}

/// Returns the codes and signs of currencies in a text, each with the text before and after it.
pub(in crate::format) fn currencies_in(text: &str) -> impl Iterator<Item = (&str, Currency, &str)> {
    let words = text.split(|character: char| !character.is_alphanumeric());
    let codes = words.filter(|word| word.len() == 3).filter_map(|word| {
        let start = word.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        Some((start, 3, word))
    });
    let signs = CURRENCY_SIGNS
        .iter()
        .filter_map(|(sign, code)| Some((text.find(*sign)?, sign.len_utf8(), *code)));
    codes.chain(signs).filter_map(|(start, length, code)| {
        let (before, rest) = text.split_at_checked(start)?;
        Some((before, Currency::parse(code).ok()?, rest.get(length..)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Policy;

    fn catalog() -> Catalog {
        Catalog::with_built_in(std::iter::empty())
    }

    #[test]
    fn every_file_is_a_profile() {
        let mut ids = Vec::new();
        for listed in built_in() {
            let reading = ProfileDefinition::read(listed.json.as_bytes(), &Policy::new());
            assert!(
                reading.report.findings.is_empty(),
                "{}: {:#?}",
                listed.id,
                reading.report.findings
            );
            ids.push(reading.value.unwrap().id);
        }
        let mut distinct = ids.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), ids.len());
    }

    /// The build script reads the files without the types of profiles.
    #[test]
    fn what_is_listed_of_a_profile_is_what_its_definition_says() {
        for listed in built_in() {
            let ListedProfile {
                id,
                headerless,
                required,
                ..
            } = ListedProfile::new(listed.definition());
            assert_eq!(
                (&id, headerless, required),
                (&listed.id, listed.headerless, listed.required)
            );
        }
        assert_eq!(
            NAMES,
            Profiles::new(built_in().iter().map(ListedProfile::definition)).names
        );
        let longest = NAMES.lines().filter_map(|line| line.find('\t')).max();
        assert!(longest.is_some_and(|longest| 2 * longest < MAX_NAME_BYTES));
    }

    #[test]
    fn a_file_has_the_name_and_country_of_its_profile() {
        for profile in built_in() {
            let country = profile.country.to_lowercase();
            let folder =
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format/table/profiles");
            let places = [country.as_str(), "eu"]
                .map(|place| folder.join(place).join(format!("{}.json", profile.id)));
            assert!(places.iter().any(|path| path.exists()), "{}", profile.id);
        }
    }

    #[test]
    fn finds_the_currency_in_a_name() {
        let known = catalog().columns_named("Gutschrift in EUR ");
        let is_euro = |currency: &Option<Currency>| currency.is_some_and(|it| it.code() == "EUR");
        assert!(!known.is_empty() && known.iter().all(|(_, currency)| is_euro(currency)));
        assert_eq!(catalog().columns_named("Gutschrift in XYZ"), []);
    }

    /// A profile that writes the currency in a name doesn't hide those that write `{currency}`.
    #[test]
    fn finds_a_name_with_its_currency_and_for_any_currency() {
        let own = serde_json::json!({
            "id": "muster-account", "institution": "Muster", "product": "account", "country": "CH", "evidence": "document",
            "columns": [
                { "id": "day", "role": "booked-at", "names": { "de": ["Tag"] } },
                { "id": "credit", "names": { "de": ["Gutschrift in EUR"] } },
            ],
            "variants": [{ "id": "2026", "amount": { "signed": { "column": "credit", "positive": "credit" } } }],
            "styles": [{ "dates": ["dd.mm.yyyy"], "numbers": { "decimal": "." } }],
            "identity": { "version": 1, "columns": [] },
        });
        let own = ProfileDefinition::read(own.to_string().as_bytes(), &Policy::default());
        let catalog = Catalog::with_built_in(std::iter::once(&Arc::new(own.value.unwrap())));
        let currencies = catalog.columns_named("Gutschrift in EUR").into_iter();
        let currencies: Vec<bool> = currencies.map(|(_, it)| it.is_some()).collect();
        assert!(currencies.len() > 1 && !currencies[0] && currencies[1..].iter().all(|it| *it));
    }

    #[test]
    fn every_name_is_found_whole_and_with_a_lost_character() {
        for line in NAMES.lines() {
            let (name, columns) = line.split_once('\t').unwrap();
            let mut found = Vec::new();
            BUILT_IN.columns_named(name, &mut |column| found.push(column));
            let known: Vec<NamedColumn> = columns.split('\t').filter_map(read_column).collect();
            assert_eq!(found, known, "{name}");
            let Some(lost) = name.chars().find(|character| !character.is_ascii()) else {
                continue;
            };
            let damaged = name.replacen(lost, "\u{fffd}", 1);
            let mut found = Vec::new();
            BUILT_IN.columns_named(&damaged, &mut |column| found.push(column));
            assert!(known.iter().all(|column| found.contains(column)), "{name}");
        }
    }

    #[test]
    fn matches_a_name_with_lost_characters() {
        let whole = catalog().columns_named("Währung");
        assert!(!whole.is_empty());
        assert_eq!(catalog().columns_named("W\u{fffd}hrung"), whole);
        assert!(
            !matches_damaged("w\u{fffd}hrung", "wahrung")
                && !matches_damaged("w\u{fffd}hrun", "währung")
        );
    }
}
