use std::collections::BTreeMap;
use std::fmt::Write;

use universal_accounting::dedup::{Conflict, Key, Likeness, Plan, Verdict};
use universal_accounting::value::{AccountIdentifier, Text};

use crate::excerpt::number_of;
use crate::totals::aligned;
use crate::window::{clean, shortened};

/// So many conflicts, and suspects of a kind, are told one by one.
const TOLD: usize = 1000;

/// So many characters of an id, an account or a value are shown.
const LONGEST: usize = 100;

/// Where a transaction comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) file: usize,
    pub(crate) line: usize,
    /// Of a payload, its place in the list.
    pub(crate) index: Option<usize>,
}

/// What an import came to, for people.
pub(crate) struct Imported<'i> {
    pub(crate) plan: &'i Plan<'i>,
    /// Of each transaction of the plan.
    pub(crate) origins: &'i [Origin],
    pub(crate) files: &'i [&'i str],
    /// How many transactions of each file could not be read.
    pub(crate) rejected: &'i [usize],
}

impl Imported<'_> {
    /// Whether there is something that a person should look at.
    pub(crate) fn is_strange(&self) -> bool {
        self.plan.verdicts().any(|(_, verdict)| matches!(verdict, Verdict::Conflict(_) | Verdict::Suspect(_)))
    }

    /// The conflicts with both values, and the suspects with what they are like, each kind under what it means.
    pub(crate) fn strange(&self) -> String {
        let mut told = String::new();
        let conflicts =
            self.picked(|verdict| if let Verdict::Conflict(conflict) = verdict { Some(&**conflict) } else { None });
        if !conflicts.is_empty() {
            let count = number_of(conflicts.len(), "conflict");
            let exist = if conflicts.len() == 1 { "this one exists" } else { "these exist" };
            let _ =
                writeln!(told, "{count}: {exist} with other content; nothing was overwritten, find out which is right");
            for (index, key, conflict) in conflicts.iter().take(TOLD) {
                self.tell_conflict(*index, key, conflict, &mut told);
            }
            tell_further(conflicts.len(), &mut told);
            told.push('\n');
        }
        for likeness in [Likeness::OtherSpelling, Likeness::OtherId, Likeness::NoId] {
            self.tell_suspects(likeness, &mut told);
        }
        told
    }

    /// The transactions with a verdict of a kind.
    fn picked<T>(&self, pick: impl Fn(&Verdict) -> Option<&T>) -> Vec<(usize, &Key<'_>, &T)> {
        let verdicts = self.plan.verdicts().enumerate();
        verdicts.filter_map(|(index, (key, verdict))| Some((index, key, pick(verdict)?))).collect()
    }

    /// Lists the suspects of one kind. Those that are like another one of their own file, such as two coffees of one day, are only counted.
    fn tell_suspects(&self, likeness: Likeness, told: &mut String) {
        let suspects = self.picked(|verdict| match verdict {
            Verdict::Suspect(suspect) if suspect.likeness == likeness => Some(&**suspect),
            _ => None,
        });
        let Some((_, _, first)) = suspects.first() else { return };
        let _ = writeln!(told, "{}: {first}", number_of(suspects.len(), "suspect"));
        let file = |index: usize| self.origins.get(index).map(|origin| origin.file);
        let mut listed = 0;
        let mut of_file: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
        for (index, key, suspect) in suspects {
            if let (Some(own), Some(earlier)) = (file(index), suspect.earlier)
                && file(earlier) == Some(own)
                && likeness != Likeness::OtherSpelling
            {
                of_file.entry(own).or_insert((0, index, earlier)).0 += 1;
                continue;
            }
            listed += 1;
            if listed > TOLD {
                continue;
            }
            let other = named(suspect.like.account(), suspect.like.transaction_id());
            let here = suspect.earlier.map_or(String::new(), |earlier| format!(", {}", self.place(earlier)));
            let this = named(key.account(), key.transaction_id());
            let _ = writeln!(told, "  {}: {this} is like {other}{here}", self.place(index));
        }
        tell_further(listed, told);
        for (count, index, earlier) in of_file.into_values() {
            let (this, other) = (self.place(index), self.place(earlier));
            let _ = writeln!(told, "  {count} like an earlier one of the same file: {this} is like {other}, for one");
        }
        told.push('\n');
    }

    fn tell_conflict(&self, index: usize, key: &Key<'_>, conflict: &Conflict, told: &mut String) {
        let here = conflict.earlier.map_or(String::new(), |earlier| format!(" as in {}", self.place(earlier)));
        let value =
            |value: &Option<String>| value.as_deref().map_or("none".to_owned(), |text| shortened(text, LONGEST));
        let _ = writeln!(told, "  {}: {}", self.place(index), named(key.account(), key.transaction_id()));
        for difference in &conflict.differences {
            let (known, sent) = (value(&difference.known), value(&difference.sent));
            let _ = writeln!(told, "    {}: {known} stays{here}, {sent} was sent", difference.field);
        }
    }

    /// A line for each file and one for all: what was sent and what became of it.
    pub(crate) fn table(&self) -> String {
        let header = ["", "sent", "existing", "new", "errors", "conflicts", "suspects", "other text"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let mut counts = vec![[0; 7]; self.files.len()];
        for (counts, rejected) in counts.iter_mut().zip(self.rejected) {
            let [sent, _, _, errors, ..] = counts;
            (*sent, *errors) = (*rejected, *rejected);
        }
        for ((_, verdict), origin) in self.plan.verdicts().zip(self.origins) {
            let Some([sent, existing, new, _, conflicts, suspects, texts]) = counts.get_mut(origin.file) else {
                continue;
            };
            *sent += 1;
            *(if verdict.is_new() { new } else { existing }) += 1;
            match verdict {
                Verdict::Conflict(_) => *conflicts += 1,
                Verdict::Suspect(_) => *suspects += 1,
                Verdict::Existing { other_text: true } => *texts += 1,
                _ => {}
            }
        }
        let row = |name: &str, counts: &[usize; 7]| {
            std::iter::once(name.to_owned()).chain(counts.iter().map(usize::to_string)).collect::<Vec<_>>()
        };
        rows.extend(self.files.iter().zip(&counts).map(|(name, counts)| row(&clean(name), counts)));
        if counts.len() > 1 {
            let mut all = [0; 7];
            for counts in &counts {
                all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
            }
            rows.push(row("all", &all));
        }
        aligned(&rows, &[1, 2, 3, 4, 5, 6, 7])
    }

    fn place(&self, index: usize) -> String {
        let Some(origin) = self.origins.get(index) else { return String::new() };
        let name = self.files.get(origin.file).map_or(String::new(), |name| clean(name));
        let pointer = origin.index.map_or(String::new(), |index| format!(" /transactions/{index}"));
        format!("{name}:{}{pointer}", origin.line)
    }
}

/// How many of some are not told one by one.
fn tell_further(count: usize, told: &mut String) {
    if count > TOLD {
        let _ = writeln!(told, "  … and {} more", count - TOLD);
    }
}

fn named(account: &AccountIdentifier, id: Option<&Text>) -> String {
    let account = shortened(account.as_str(), LONGEST);
    match id {
        Some(id) => format!("{} on {account}", shortened(id.as_str(), LONGEST)),
        None => format!("one without an id on {account}"),
    }
}
