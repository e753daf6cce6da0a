use std::borrow::Cow;
use std::collections::HashMap;

/// The bank's references of the booked entries of a file. A reference that several entries of an account have is the id of none.
#[derive(Debug, Default)]
pub(super) struct References<'s> {
    /// For each account, by its text, the references, and whether several entries have one.
    by_account: HashMap<String, HashMap<Cow<'s, str>, bool>>,
}

impl<'s> References<'s> {
    /// Adds the reference of an entry, unless it is a word for none.
    pub(super) fn add(&mut self, account: &str, reference: Cow<'s, str>) {
        if is_placeholder(&reference) {
            return;
        }
        if !self.by_account.contains_key(account) {
            self.by_account.insert(account.to_owned(), HashMap::new());
        }
        if let Some(known) = self.by_account.get_mut(account) {
            known.entry(reference).and_modify(|is_repeated| *is_repeated = true).or_insert(false);
        }
    }

    /// Whether several entries of an account have this reference.
    pub(super) fn is_repeated(&self, account: &str, reference: &str) -> bool {
        self.by_account.get(account).and_then(|known| known.get(reference)).copied().unwrap_or_default()
    }
}

/// Whether a reference is a word for none, or has only zeros.
pub(super) fn is_placeholder(reference: &str) -> bool {
    const WORDS: [&str; 6] = ["NOTPROVIDED", "NOT PROVIDED", "NONREF", "NOREF", "NOTAVAILABLE", "UNKNOWN"];
    let has_content = |character: char| character.is_alphanumeric() && character != '0';
    !reference.contains(has_content) || WORDS.iter().any(|word| reference.eq_ignore_ascii_case(word))
}
