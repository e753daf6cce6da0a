//! Writes records as the JSON of a payload, which the check of base data reads.

use std::collections::HashSet;

use super::list::List;
use super::record::Record;
use crate::source::Span;

/// The records of the organization and of each list, in the order of the contract. `None` for a list that no table holds.
#[derive(Debug, Default)]
pub(super) struct Records {
    lists: Vec<(List, Vec<Record>)>,
}

impl Records {
    /// Adds the records of a table to those of its list.
    pub(super) fn add(&mut self, list: List, records: Vec<Record>) {
        match self.lists.iter_mut().find(|(known, _)| *known == list) {
            Some((_, all)) => all.extend(records),
            None => self.lists.push((list, records)),
        }
    }

    pub(super) fn of(&self, list: List) -> Option<&[Record]> {
        self.lists
            .iter()
            .find(|(known, _)| *known == list)
            .map(|(_, records)| records.as_slice())
    }

    pub(super) fn get(&self, list: List, index: usize) -> Option<&Record> {
        self.of(list)?.get(index)
    }

    /// Returns the values of a field in all records, as JSON, each once, in the order of the records.
    pub(super) fn distinct(&self, list: &str, field: &str) -> Vec<&str> {
        let found =
            List::by_name(list).and_then(|list| Some((self.of(list)?, list.index_of(field)?)));
        let Some((records, index)) = found else {
            return Vec::new();
        };
        let mut seen = HashSet::new();
        let values = records
            .iter()
            .filter_map(|record| record.value(index))
            .filter(|value| !value.is_faulty)
            .map(|value| value.json.as_str());
        values.filter(|json| seen.insert(*json)).collect()
    }
}

/// A payload under construction.
pub(super) struct Payload {
    pub(super) json: String,
    /// Where the organization is that the caller gave as JSON.
    pub(super) organization: Option<Span>,
}

/// Writes the payload. `organization` is JSON and takes the place of a table with the organization; `currencies` are codes as JSON, for a payload without a
/// table of currencies.
pub(super) fn write(
    records: &Records,
    organization: Option<&str>,
    currencies: &[String],
) -> Payload {
    let mut payload = Payload {
        json: String::from("{"),
        organization: None,
    };
    for list in List::all() {
        let json = &mut payload.json;
        let begin = |json: &mut String| {
            let comma = if json.len() > 1 { "," } else { "" };
            json.extend([comma, "\"", list.name(), "\":"]);
        };
        match (records.of(list), organization) {
            (_, Some(organization)) if list.is_organization() => {
                begin(json);
                payload.organization = Some(Span::new(json.len(), json.len() + organization.len()));
                json.push_str(organization);
            }
            (Some(records), _) if list.is_organization() => {
                if let Some(record) = records.first() {
                    begin(json);
                    push_record(json, list, record);
                }
            }
            (Some(records), _) => {
                begin(json);
                json.push('[');
                for (index, record) in records.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    push_record(json, list, record);
                }
                json.push(']');
            }
            (None, _) if list.name() == "currencies" && !currencies.is_empty() => {
                begin(json);
                let items: Vec<String> = currencies
                    .iter()
                    .map(|code| format!("{{\"externalId\":{code},\"code\":{code}}}"))
                    .collect();
                json.extend(["[", &items.join(","), "]"]);
            }
            (None, _) => {}
        }
    }
    payload.json.push('}');
    payload
}

fn push_record(json: &mut String, list: List, record: &Record) {
    json.push('{');
    let fields = list.fields().iter().enumerate();
    for (number, (name, value)) in fields
        .filter_map(|(index, field)| Some((field.name, record.value(index)?)))
        .enumerate()
    {
        json.extend([
            if number == 0 { "\"" } else { ",\"" },
            name,
            "\":",
            &value.json,
        ]);
    }
    json.push('}');
}
