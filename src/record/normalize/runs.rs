//! Records that are canonical as they stand, so that they needn't be written anew.

use crate::record::list::Found;
use crate::source::Span;

/// Where in a text records are canonical as they stand, in runs of those with nothing but a comma between them.
///
/// Most payloads are written by programs, without blanks and in the order of the contract: then a whole list is one run.
#[derive(Debug, Default)]
pub(crate) struct Runs(Vec<Span>);

impl Runs {
    /// Takes notice of an item of a list, each behind those before.
    pub(crate) fn meet(&mut self, found: &Found<'_, '_>) {
        let Found::Clean(object) = found else { return };
        let span = object.object;
        if !object.is_canonical() {
            return;
        }
        match self.0.last_mut() {
            // Between two records one byte can only be a comma.
            Some(last) if last.end + 1 == span.start => last.end = span.end,
            Some(last) if last.end > span.start => {}
            _ => self.0.push(span),
        }
    }

    /// Where the run ends that begins at an offset, if one does.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        let place = self.0.binary_search_by_key(&start, |run| run.start).ok()?;
        self.0.get(place).map(|run| run.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::record::fast::{FastReader, Members};
    use crate::record::{Field, Kind, Presence};

    const fn field(name: &'static str, kind: Kind) -> Field {
        Field { name, kind, presence: Presence::Optional, default: None, limit: None, about: "", example: "" }
    }

    static FIELDS: [Field; 4] =
        [field("a", Kind::Text), field("bc", Kind::Rate), field("d", Kind::Code), field("efg", Kind::Boolean)];

    const VALUES: [&str; 4] = ["\"x y\"", "7.5", "\"z\"", "true"];

    /// Members of one object, the blanks before and behind each of their parts, and whether the text is escaped.
    fn object() -> impl Strategy<Value = (Vec<usize>, Vec<&'static str>, bool)> {
        let places = prop_oneof![
            3 => prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4),
            1 => prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4).prop_shuffle(),
        ];
        let blanks = prop_oneof![
            3 => Just(vec![""; 17]),
            2 => Just([["\n  ", "", " ", ""].repeat(4), vec!["\n"]].concat()),
            1 => prop::collection::vec(prop_oneof![8 => Just(""), 1 => Just(" ")], 17),
        ];
        (places, blanks, prop::bool::weighted(0.1))
    }

    proptest! {
        #[test]
        fn what_is_canonical_is_what_would_be_written(objects in prop_oneof![prop::collection::vec(object(), 1..30), prop::collection::vec(object(), 1..3)]) {
            let written = |members: &[usize], blanks: &[&str], is_escaped: bool| {
                let members = members.iter().enumerate().map(|(place, member)| {
                    let [before, behind, between, after] = [0, 1, 2, 3].map(|part| blanks[place * 4 + part]);
                    let value = if is_escaped { VALUES[*member].replace('x', "\\u0078") } else { VALUES[*member].to_owned() };
                    format!("{before}\"{}\"{behind}:{between}{value}{after}", FIELDS[*member].name)
                });
                format!("{{{}{}}}", members.collect::<Vec<_>>().join(","), blanks[16])
            };
            let texts: Vec<String> =
                objects.iter().map(|(members, blanks, is_escaped)| written(members, blanks, *is_escaped)).collect();
            let list = texts.join(",");
            let is_dense = objects.iter().all(|(_, blanks, _)| blanks.iter().all(|blank| blank.is_empty()));
            let members = Members::of(&FIELDS);
            let mut fast = FastReader::new(&members);
            let mut start = 0;
            for ((members, ..), text) in objects.iter().zip(&texts) {
                let mut sorted = members.clone();
                sorted.sort_unstable();
                let is_canonical = *text == written(&sorted, &[""; 17], false);
                // One with blanks may be left to others, and one without behind many with blanks be taken for one of them.
                match fast.read(&list, start) {
                    Some(_) if is_dense => prop_assert_eq!(fast.is_canonical(), is_canonical, "{}", text),
                    Some(_) => prop_assert!(is_canonical || !fast.is_canonical(), "{}", text),
                    None => prop_assert!(!is_dense, "{}", text),
                }
                start += text.len() + 1;
            }
        }
    }
}
