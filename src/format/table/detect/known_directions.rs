use std::collections::BTreeMap;

use super::catalog::built_in;

/// Pairs of words that banks write for money in and out, beside those of profiles.
const USUAL_WORDS: &[(&str, &str)] = &[
    ("credit", "debit"),
    ("cr", "dr"),
    ("crdt", "dbit"),
    ("c", "d"),
    ("+", "-"),
    ("h", "s"),
    ("haben", "soll"),
    ("bij", "af"),
    ("gutschrift", "belastung"),
    ("crédit", "débit"),
    ("accredito", "addebito"),
    ("in", "out"),
    ("deposit", "withdrawal"),
];

/// The words of the built-in profiles for money in and money out.
pub(crate) struct KnownDirections(BTreeMap<String, Meaning>);

#[derive(Default)]
struct Meaning {
    is_credit: bool,
    is_debit: bool,
    /// The words for the other direction beside which it is used.
    opposites: Vec<String>,
}

impl KnownDirections {
    /// Collects the words. One profile may be left out.
    pub(crate) fn new(without: Option<&str>) -> Self {
        let mut known = Self(BTreeMap::new());
        let profiles = built_in().iter();
        let used = profiles.filter(|profile| without != Some(&*profile.id));
        let variants = used.flat_map(|profile| &profile.variants);
        for words in variants.filter_map(|variant| variant.amount.direction_words()) {
            known.add(&words.credit, &words.debit);
        }
        for (credit, debit) in USUAL_WORDS {
            known.add(&[(*credit).to_owned()], &[(*debit).to_owned()]);
        }
        known
    }

    fn add(&mut self, credit: &[String], debit: &[String]) {
        for (words, others, is_credit) in [(credit, debit, true), (debit, credit, false)] {
            for word in words {
                let meaning = self.0.entry(word.to_lowercase()).or_default();
                meaning.is_credit |= is_credit;
                meaning.is_debit |= !is_credit;
                meaning.opposites.extend_from_slice(others);
            }
        }
    }

    /// Returns whether a word means money in, if all profiles that know it agree.
    pub(crate) fn is_credit(&self, word: &str) -> Option<bool> {
        let meaning = self.0.get(&word.to_lowercase())?;
        (meaning.is_credit != meaning.is_debit).then_some(meaning.is_credit)
    }

    /// Returns the words for the other direction, each once.
    pub(crate) fn opposites(&self, words: &[String]) -> Vec<String> {
        let meanings = words
            .iter()
            .filter_map(|word| self.0.get(&word.to_lowercase()));
        let mut found: Vec<String> = Vec::new();
        for word in meanings.flat_map(|meaning| &meaning.opposites) {
            if !found.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                found.push(word.clone());
            }
        }
        found
    }
}
