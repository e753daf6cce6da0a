//! The lists of base data, by the field tables of the contract.

use crate::base_data::PAYLOAD;
use crate::record::{Field, FieldKind};

/// A list of base data, or the organization, which is a table with one row.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    field: &'static Field,
}

/// The fields that an external id may come from: the first of them that a list has.
const ID_SOURCES: [&str; 3] = ["number", "code", "startsAt"];

impl List {
    /// Iterates over the organization and the lists, in the order of the contract.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        PAYLOAD.fields.iter().map(|field| Self { field })
    }

    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|list| list.name() == name)
    }

    /// Returns the name in the contract, such as `taxPeriods`.
    pub(super) const fn name(self) -> &'static str {
        self.field.name
    }

    /// Returns the fields of a record, in the order of the contract.
    pub(super) const fn fields(self) -> &'static [Field] {
        match self.field.kind {
            FieldKind::Record(table) => table.fields,
            FieldKind::List { items, .. } => items.fields,
            _ => &[],
        }
    }

    pub(super) const fn is_required(self) -> bool {
        self.field.is_required()
    }

    pub(super) const fn is_organization(self) -> bool {
        matches!(self.field.kind, FieldKind::Record(_))
    }

    /// Returns the index of a field.
    pub(super) fn index_of(self, field: &str) -> Option<usize> {
        self.fields().iter().position(|known| known.name == field)
    }

    /// Returns the field that external ids come from if a table has none.
    pub(super) fn id_source(self) -> Option<usize> {
        self.index_of("externalId")?;
        ID_SOURCES.iter().find_map(|name| self.index_of(name))
    }

    /// Returns the name of the file that is written for the list, such as `tax-periods.csv`.
    pub(super) fn file_name(self) -> String {
        let mut name = String::new();
        for letter in self.name().chars() {
            if letter.is_ascii_uppercase() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name + ".csv"
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, List};

    #[test]
    fn files_have_the_names_of_the_contract() {
        let names: Vec<String> = List::all().map(List::file_name).collect();
        assert_eq!(names[0], "organization.csv");
        assert_eq!(names[4], "tax-periods.csv");
        assert_eq!(names[6], "cost-centers.csv");
    }

    /// A field alone tells in which list it is absent.
    #[test]
    fn no_two_lists_have_an_equal_required_field() {
        let fields: Vec<&Field> = List::all()
            .flat_map(List::fields)
            .filter(|field| field.is_required())
            .collect();
        assert!(!fields.is_empty());
        for (index, field) in fields.iter().enumerate() {
            let rest = &fields[index + 1..];
            assert!(!rest.contains(field), "{field:?}");
        }
    }

    #[test]
    fn external_ids_come_from_the_number_the_code_or_the_first_day() {
        let sources: Vec<Option<&str>> = List::all()
            .map(|list| {
                list.id_source()
                    .and_then(|index| Some(list.fields().get(index)?.name))
            })
            .collect();
        let (code, number, first_day) = (Some("code"), Some("number"), Some("startsAt"));
        assert_eq!(
            sources,
            [None, number, code, code, first_day, None, code, code]
        );
    }
}
