use std::borrow::Cow;
use std::collections::HashSet;

use super::JsonText;

/// The keys met in one object, compared as they read once decoded: `"a"` is `"\u0061"`.
///
/// Most objects repeat the keys of the one before them, in its order. A cleared set therefore expects them again, which makes it one
/// comparison a key. Else a few keys are searched one by one; many go to a hash table, so that a million of them take linear time.
///
/// ```
/// use universal_accounting::json::{SyntaxFault, KeySet, Reader};
///
/// # fn main() -> Result<(), SyntaxFault> {
/// let mut reader = Reader::new(r#"{"a": 1, "b": 2, "\u0061": 3}"#);
/// let mut keys = KeySet::new();
/// let mut twice = 0;
/// reader.value()?;
/// while let Some(key) = reader.member()? {
///     twice += u32::from(!keys.insert(key.text));
///     reader.value()?;
/// }
/// assert_eq!(twice, 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct KeySet<'s> {
    /// The keys met, then those that the object before had from there on.
    few: Vec<Cow<'s, str>>,
    /// How many of `few` were met.
    met: usize,
    /// All keys met, once they are many; `few` is empty then.
    many: HashSet<Cow<'s, str>>,
}

/// Up to so many keys a search costs no more than hashing.
const FEW: usize = 32;

/// A larger table is given back: clearing it takes as long as it is large, even if only a few keys were in it.
const KEPT: usize = 1024;

impl<'s> KeySet<'s> {
    /// A set without keys.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key; false if it was there.
    pub fn insert(&mut self, key: JsonText<'s>) -> bool {
        if self.many.is_empty() {
            if self.few.get(self.met).is_some_and(|expected| key.is(expected)) {
                self.met += 1;
                return true;
            }
            self.few.truncate(self.met);
            if self.few.iter().any(|other| key.is(other)) {
                return false;
            }
            if self.few.len() < FEW {
                self.few.push(key.decode());
                self.met += 1;
                return true;
            }
            self.met = 0;
            self.many.extend(self.few.drain(..));
        }
        self.many.insert(key.decode())
    }

    /// Forgets all keys, for the next object.
    pub fn clear(&mut self) {
        self.met = 0;
        if self.many.capacity() > KEPT {
            self.many = HashSet::new();
        } else {
            self.many.clear();
        }
    }
}

impl<'s> FromIterator<JsonText<'s>> for KeySet<'s> {
    fn from_iter<I: IntoIterator<Item = JsonText<'s>>>(keys: I) -> Self {
        let mut set = Self::new();
        for key in keys {
            set.insert(key);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(set: &mut KeySet<'static>, keys: &[&'static str]) -> Vec<bool> {
        keys.iter().map(|key| set.insert(JsonText::of(key))).collect()
    }

    #[test]
    fn a_key_is_new_once() {
        let mut set = KeySet::new();
        assert_eq!(fresh(&mut set, &["a", "b", "a", "\\u0061", "c", "b"]), [true, true, false, false, true, false]);
    }

    #[test]
    fn expected_keys_are_not_met_keys() {
        let mut set = KeySet::new();
        assert_eq!(fresh(&mut set, &["a", "b", "c"]), [true; 3]);
        set.clear();
        assert_eq!(fresh(&mut set, &["c", "a", "b", "c"]), [true, true, true, false]);
        set.clear();
        assert_eq!(fresh(&mut set, &["c", "a", "c", "b", "a"]), [true, true, false, true, false]);
        set.clear();
        assert_eq!(fresh(&mut set, &["c", "c"]), [true, false]);
    }

    #[test]
    fn many_keys_are_few_no_more() {
        let names: Vec<String> = (0..5000).map(|number| format!("k{number}")).collect();
        let mut set = KeySet::new();
        for _ in 0..2 {
            for size in [FEW, FEW + 1, names.len()] {
                set.clear();
                assert!(names.iter().take(size).all(|name| set.insert(JsonText::of(name))));
                assert!(!names.iter().take(size).any(|name| set.insert(JsonText::of(name))));
            }
        }
        set.clear();
        assert!(set.many.capacity() <= KEPT);
    }
}
