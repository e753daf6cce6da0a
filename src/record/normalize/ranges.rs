//! Records that are already canonical, so that they are copied instead of written.

use crate::record::Record;
use crate::source::Span;

/// The ranges of a text that hold only canonical records, with a comma between them.
///
/// Most payloads are written by programs, without blanks and in the order of the contract. Then a whole list is one range.
#[derive(Debug, Default)]
pub(crate) struct CanonicalRanges(Vec<Span>);

impl CanonicalRanges {
    /// Adds a checked record of a list. Records must be added in the order of the text.
    pub(crate) fn add(&mut self, record: &Record<'_>) {
        if !record.is_canonical {
            return;
        }
        let span = Span::new(record.span.start, record.end);
        match self.0.last_mut() {
            // A single byte between two records can only be a comma.
            Some(last) if last.end + 1 == span.start => last.end = span.end,
            Some(last) if last.end > span.start => {}
            _ => self.0.push(span),
        }
    }

    /// Returns the end of the range that begins at an offset, if there is such a range.
    pub(super) fn end_of_range(&self, start: usize) -> Option<usize> {
        let found = self.0.binary_search_by_key(&start, |range| range.start);
        let range = self.0.get(found.ok()?)?;
        Some(range.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::record::object::{LazyMembers, ObjectReader};
    use crate::record::{Field, FieldKind, Presence};

    const fn field(name: &'static str, kind: FieldKind) -> Field {
        Field {
            name,
            kind,
            presence: Presence::Optional,
            default: None,
            limit: None,
            description: "",
            example: "",
        }
    }

    static FIELDS: [Field; 4] = [
        field("a", FieldKind::Text),
        field("bc", FieldKind::Rate),
        field("d", FieldKind::Code),
        field("efg", FieldKind::Boolean),
    ];

    const VALUES: [&str; 4] = ["\"x y\"", "7.5", "\"z\"", "true"];

    /// The members of one object, the blanks around each of their parts, and whether the text is escaped.
    fn object() -> impl Strategy<Value = (Vec<usize>, Vec<&'static str>, bool)> {
        let members = prop_oneof![
            3 => prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4),
            1 => prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4).prop_shuffle(),
        ];
        let blanks = prop_oneof![
            3 => Just(vec![""; 17]),
            2 => Just([["\n  ", "", " ", ""].repeat(4), vec!["\n"]].concat()),
            1 => prop::collection::vec(prop_oneof![8 => Just(""), 1 => Just(" ")], 17),
        ];
        (members, blanks, prop::bool::weighted(0.1))
    }

    proptest! {
        #[test]
        fn an_object_is_canonical_if_it_equals_its_canonical_form(objects in prop_oneof![prop::collection::vec(object(), 1..30), prop::collection::vec(object(), 1..3)]) {
            let write = |members: &[usize], blanks: &[&str], is_escaped: bool| {
                let members = members.iter().enumerate().map(|(index, member)| {
                    let [before_name, after_name, before_value, after_value] = [0, 1, 2, 3].map(|part| blanks[index * 4 + part]);
                    let value = if is_escaped { VALUES[*member].replace('x', "\\u0078") } else { VALUES[*member].to_owned() };
                    format!("{before_name}\"{}\"{after_name}:{before_value}{value}{after_value}", FIELDS[*member].name)
                });
                format!("{{{}{}}}", members.collect::<Vec<_>>().join(","), blanks[16])
            };
            let texts: Vec<String> =
                objects.iter().map(|(members, blanks, is_escaped)| write(members, blanks, *is_escaped)).collect();
            let list = texts.join(",");
            let is_compact = objects.iter().all(|(_, blanks, _)| blanks.iter().all(|blank| blank.is_empty()));
            let members = LazyMembers::new(&FIELDS);
            let mut fast = ObjectReader::new(&members);
            let mut start = 0;
            for ((members, ..), text) in objects.iter().zip(&texts) {
                let mut sorted = members.clone();
                sorted.sort_unstable();
                let is_canonical = *text == write(&sorted, &[""; 17], false);
                // An object with blanks may be left to the general reader. An object without blanks may not be recognized as canonical after many with blanks.
                match fast.read(&list, start) {
                    Some(_) if is_compact => prop_assert_eq!(fast.record.is_canonical, is_canonical, "{}", text),
                    Some(_) => prop_assert!(is_canonical || !fast.record.is_canonical, "{}", text),
                    None => prop_assert!(!is_compact, "{}", text),
                }
                start += text.len() + 1;
            }
        }
    }
}
