/// A list of answers to one question, a bit each.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    pub(super) fn push(&mut self, bit: bool) {
        let at = self.length % 64;
        if at == 0 {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(bit) << at;
        }
        self.length += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = bool> {
        self.words.iter().flat_map(|word| (0..64).map(move |at| word >> at & 1 == 1)).take(self.length)
    }
}
