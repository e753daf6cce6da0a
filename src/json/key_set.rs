use std::borrow::Cow;
use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::JsonText;

/// The keys met in one object, compared as they read once decoded: `"a"` is `"\u0061"`.
///
/// ```
/// use universal_accounting::internals::json::{SyntaxError, KeySet, Reader};
///
/// # fn main() -> Result<(), SyntaxError> {
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
pub struct KeySet<'s>(HashSet<Cow<'s, str>, RandomState>);

/// A larger set is given back: clearing it takes as long as it is large, even if only a few keys were in it.
const KEPT: usize = 1024;

impl<'s> KeySet<'s> {
    /// A set without keys.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key; false if it was there.
    pub fn insert(&mut self, key: JsonText<'s>) -> bool {
        self.0.insert(key.decode())
    }

    /// Forgets all keys, for the next object.
    pub fn clear(&mut self) {
        if self.0.capacity() > KEPT {
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

    fn fresh(set: &mut KeySet<'static>, keys: &[&'static str]) -> Vec<bool> {
        keys.iter().map(|key| set.insert(JsonText::of(key))).collect()
    }

    #[test]
    fn a_key_is_new_once() {
        let mut set = KeySet::new();
        assert_eq!(fresh(&mut set, &["a", "b", "a", "\\u0061", "c", "b"]), [true, true, false, false, true, false]);
    }

    #[test]
    fn keys_are_forgotten() {
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
    fn a_large_set_is_given_back() {
        let names: Vec<String> = (0..5000).map(|number| format!("k{number}")).collect();
        let mut set = KeySet::new();
        for _ in 0..2 {
            for size in [32, 33, names.len()] {
                set.clear();
                assert!(names.iter().take(size).all(|name| set.insert(JsonText::of(name))));
                assert!(!names.iter().take(size).any(|name| set.insert(JsonText::of(name))));
            }
        }
        set.clear();
        assert!(set.0.capacity() <= KEPT);
    }
}
