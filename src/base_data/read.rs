use super::Organization;
use super::check::{Keep, KeepList, each};
use super::model::{BaseData, Records, with_lists};
use crate::record::{Found, Repeated, Texts, TypedRecord};
use crate::report::{Policy, Report};
use crate::source::File;

/// What reading a payload gave.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The base data, where the payload has no error.
    pub value: Option<BaseData>,
    /// The records without an error, where the payload as a whole has one; else nothing.
    pub salvaged: Records,
    /// All that was found.
    pub report: Report,
}

/// Reads a base data payload into typed values; the findings are those of [`check`](super::check).
///
/// A warning never keeps a value from being built, also where the policy denies it.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let reading = base_data::read(br#"{"projects": [{"name": "Neubau"}, {"name": 7}]}"#, &Policy::new());
/// assert!(reading.value.is_none() && !reading.report.is_valid());
/// assert_eq!(reading.salvaged.projects.len(), 1);
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> Reading {
    let mut records = Records::default();
    let report = each(&File::new(source), policy, Some(&mut records));
    // A payload is taken whole or not at all, and errors that a policy made of warnings don't count.
    if report.breaks_the_contract() {
        return Reading { value: None, salvaged: records, report };
    }
    // An external id that stands twice would have been an error.
    Reading { value: BaseData::complete(records).ok(), salvaged: Records::default(), report }
}

impl Keep for Records {
    fn organization(&mut self, text: &Texts<'_, '_>) {
        self.organization = Organization::from_texts(text);
    }

    fn list<'k>(&'k mut self, name: &str) -> Option<Box<dyn KeepList + 'k>> {
        macro_rules! gathered {
            ($($known:literal $list:ident: $record:ty, $table:ident, $filled:literal, $about:literal;)*) => {
                match name {
                    $($known => Some(Gathered::of(&mut self.$list)),)*
                    _ => None,
                }
            };
        }
        with_lists! { gathered }
    }
}

/// The records of a list that is being read, and where they go when it is at its end.
struct Gathered<'v, T> {
    built: Vec<T>,
    /// Of the first record, and of each before which others are missing, the place in the list and the place here.
    runs: Vec<(usize, usize)>,
    /// The place in the list of the next record, if none is missing before it.
    next: usize,
    values: &'v mut Vec<T>,
}

impl<'v, T: TypedRecord + 'v> Gathered<'v, T> {
    fn of(values: &'v mut Vec<T>) -> Box<dyn KeepList + 'v> {
        Box::new(Self { built: Vec::new(), runs: vec![(0, 0)], next: 0, values })
    }
}

impl<T: TypedRecord> KeepList for Gathered<'_, T> {
    fn take(&mut self, index: usize, found: &Found<'_, '_>) {
        let Some(record) = found.build::<T>() else { return };
        if index != self.next {
            self.runs.push((index, self.built.len()));
        }
        self.built.push(record);
        self.next = index + 1;
    }

    fn end(&mut self, repeated: &[Repeated]) {
        if !repeated.is_empty() {
            self.drop_repeated(repeated);
        }
        // Mostly they go to where none are yet, as they are.
        let built = std::mem::take(&mut self.built);
        if self.values.is_empty() {
            *self.values = built;
        } else {
            self.values.extend(built);
        }
    }
}

impl<T> Gathered<'_, T> {
    fn drop_repeated(&mut self, repeated: &[Repeated]) {
        let is_repeated = |index: usize| repeated.binary_search_by_key(&index, |one| one.index).is_ok();
        let mut runs = self.runs.iter().copied().peekable();
        let (mut index, mut place) = (0, 0);
        self.built.retain(|_| {
            while let Some((first, _)) = runs.next_if(|(_, start)| *start == place) {
                index = first;
            }
            let kept = !is_repeated(index);
            (index, place) = (index + 1, place + 1);
            kept
        });
    }
}
