//! What the caller says about columns whose headings are not known.

use std::error::Error;
use std::fmt;

use super::catalog::Meaning;
use super::heading::fold;
use super::list::List;
use crate::record::nearest;

/// Says which field the columns with some headings hold. It overrides the headings that are known.
///
/// It is a JSON object. Each heading has the name of a field, the name of a list and a field, or null for a column that is left out.
///
/// ```
/// use universal_accounting::tables::ColumnMap;
///
/// let map = ColumnMap::parse(br#"{"Kto": "number", "Rubrik": "accounts.type", "Notiz": null}"#)?;
/// let fault = ColumnMap::parse(br#"{"Kto": "numbr"}"#).unwrap_err();
/// assert_eq!(fault.to_string(), "`Kto`: there is no field `numbr`; is `number` meant?");
/// # _ = map;
/// # Ok::<(), universal_accounting::tables::ColumnMapError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnMap {
    /// Folded headings, each with the field that the column holds, or `None` if it is left out.
    entries: Vec<(String, Option<Target>)>,
}

/// A field, in one list or in all lists that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    list: Option<&'static str>,
    field: &'static str,
}

/// Why a text is not a map of columns.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnMapError(String);

impl ColumnMap {
    /// Reads a map of columns.
    ///
    /// # Errors
    ///
    /// The text is not a JSON object, or names a list or a field that base data doesn't have.
    pub fn parse(json: &[u8]) -> Result<Self, ColumnMapError> {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json).map_err(|fault| {
            ColumnMapError(format!(
                "{fault}; write an object such as {{\"Kto\": \"accounts.number\", \"Notiz\": null}}"
            ))
        })?;
        let entries = object.into_iter().map(|(heading, target)| {
            let failed = |what: String| Err(ColumnMapError(format!("`{heading}`: {what}")));
            if fold(&heading).is_empty() {
                return failed("a heading has a letter or a digit".to_owned());
            }
            let target = match target {
                serde_json::Value::Null => None,
                serde_json::Value::String(target) => Some(target),
                _ => {
                    return failed(
                        "write the name of a field, or null to leave the column out".to_owned(),
                    );
                }
            };
            match target.as_deref().map(parse_target).transpose() {
                Ok(target) => Ok((fold(&heading), target)),
                Err(what) => failed(what),
            }
        });
        Ok(Self {
            entries: entries.collect::<Result<_, _>>()?,
        })
    }

    /// Returns what a column with this heading holds in a table of a list, if the map says it.
    pub(super) fn meaning(&self, heading: &str, list: List) -> Option<Meaning> {
        match self.target(heading)? {
            None => Some(Meaning::Ignored),
            Some(target) if target.is_of(list) => list.index_of(target.field).map(Meaning::Field),
            Some(_) => None,
        }
    }

    /// Returns whether the map says that a column with this heading belongs to another list.
    pub(super) fn is_of_another(&self, heading: &str, list: List) -> bool {
        self.target(heading)
            .is_some_and(|target| target.as_ref().is_some_and(|target| !target.is_of(list)))
    }

    fn target(&self, heading: &str) -> Option<&Option<Target>> {
        let heading = fold(heading);
        self.entries
            .iter()
            .find(|(known, _)| *known == heading)
            .map(|(_, target)| target)
    }
}

impl Target {
    fn is_of(&self, list: List) -> bool {
        self.list.is_none_or(|name| name == list.name())
    }
}

/// Reads `number` or `accounts.number`.
fn parse_target(target: &str) -> Result<Target, String> {
    let (list, field) = target
        .split_once('.')
        .map_or((None, target), |(list, field)| (Some(list), field));
    let hint = |found: Option<&str>| {
        found.map_or_else(String::new, |found| format!("; is `{found}` meant?"))
    };
    let list = match list {
        None => None,
        Some(name) => {
            let names = List::all().map(List::name).collect::<Vec<_>>();
            let unknown = || {
                format!(
                    "there is no list `{name}`{}",
                    hint(nearest(name, names.iter().copied()).map(|(found, _)| found))
                )
            };
            Some(List::by_name(name).ok_or_else(unknown)?)
        }
    };
    let fields = List::all()
        .filter(|known| list.is_none_or(|list| list == *known))
        .flat_map(List::fields);
    let fields: Vec<&'static str> = fields.map(|field| field.name).collect();
    let unknown = || {
        format!(
            "there is no field `{field}`{}",
            hint(nearest(field, fields.iter().copied()).map(|(found, _)| found))
        )
    };
    let field = fields
        .iter()
        .copied()
        .find(|known| *known == field)
        .ok_or_else(unknown)?;
    Ok(Target {
        list: list.map(List::name),
        field,
    })
}

impl fmt::Display for ColumnMapError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for ColumnMapError {}
