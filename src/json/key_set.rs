use std::borrow::Cow;
use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::JsonText;

/// The set of keys of an object, for finding duplicates. Keys are compared unescaped: `"a"` equals `"\u0061"`.
///
/// ```
/// use universal_accounting::internals::json::{SyntaxError, KeySet, Reader};
///
/// # fn main() -> Result<(), SyntaxError> {
/// let mut reader = Reader::new(r#"{"a": 1, "b": 2, "\u0061": 3}"#);
/// let mut keys = KeySet::new();
/// let mut duplicates = 0;
/// reader.read_value()?;
/// while let Some(key) = reader.next_member()? {
///     duplicates += u32::from(!keys.insert(key.text));
///     reader.read_value()?;
/// }
/// assert_eq!(duplicates, 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct KeySet<'s>(HashSet<Cow<'s, str>, RandomState>);

/// Sets with a larger capacity are freed instead of cleared: the time to clear a set depends on its capacity, not on the number of keys.
const MAX_KEPT_CAPACITY: usize = 1024;

impl<'s> KeySet<'s> {
    /// Returns an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key, and returns whether it is new.
    pub fn insert(&mut self, key: JsonText<'s>) -> bool {
        self.0.insert(key.decode())
    }

    /// Removes all keys, so that the set can be used for the next object.
    pub fn clear(&mut self) {
        if self.0.capacity() > MAX_KEPT_CAPACITY {
            *self = Self::new();
        }
        self.0.clear();
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

    fn insert_all(set: &mut KeySet<'static>, keys: &[&'static str]) -> Vec<bool> {
        keys.iter()
            .map(|key| set.insert(JsonText::from_raw(key)))
            .collect()
    }

    #[test]
    fn a_repeated_key_is_not_new() {
        let mut set = KeySet::new();
        assert_eq!(
            insert_all(&mut set, &["a", "b", "a", "\\u0061", "c", "b"]),
            [true, true, false, false, true, false]
        );
    }

    #[test]
    fn clear_removes_all_keys() {
        let mut set = KeySet::new();
        assert_eq!(insert_all(&mut set, &["a", "b", "c"]), [true; 3]);
        set.clear();
        assert_eq!(
            insert_all(&mut set, &["c", "a", "b", "c"]),
            [true, true, true, false]
        );
        set.clear();
        assert_eq!(
            insert_all(&mut set, &["c", "a", "c", "b", "a"]),
            [true, true, false, true, false]
        );
        set.clear();
        assert_eq!(insert_all(&mut set, &["c", "c"]), [true, false]);
    }

    #[test]
    fn clear_frees_a_large_set() {
        let names: Vec<String> = (0..5000).map(|number| format!("k{number}")).collect();
        let mut set = KeySet::new();
        for _ in 0..2 {
            for size in [32, 33, names.len()] {
                set.clear();
                assert!(
                    names
                        .iter()
                        .take(size)
                        .all(|name| set.insert(JsonText::from_raw(name)))
                );
                assert!(
                    !names
                        .iter()
                        .take(size)
                        .any(|name| set.insert(JsonText::from_raw(name)))
                );
            }
        }
        set.clear();
        assert!(set.0.capacity() <= MAX_KEPT_CAPACITY);
    }
}
