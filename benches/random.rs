//! Numbers, amounts and accounts that look like real ones, the same in every run.

#![allow(dead_code, reason = "each benchmark uses a part")]

/// The generator splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a small bound");
        usize::try_from(self.next() % bound).expect("less than the bound")
    }

    /// Returns true with this probability.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub(crate) fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| char::from(b"0123456789"[self.below(10)]))
            .collect()
    }

    /// Returns an amount, mostly small as payments are, and never zero.
    pub(crate) fn amount(&mut self) -> String {
        let max = self.pick(&[2_000, 10_000, 10_000, 100_000, 2_000_000]);
        let cents = 5 + self.below(max);
        format!("{}.{:02}", cents / 100, cents % 100)
    }

    /// Returns a valid IBAN, mostly Swiss.
    pub(crate) fn iban(&mut self) -> String {
        let (country, account) = if self.percent(10) {
            ("DE", self.digits(18))
        } else {
            // Starts with 0, so that it is not a QR-IBAN: their institution numbers start with 30 and 31.
            ("CH", format!("0{}", self.digits(16)))
        };
        let letters = country
            .bytes()
            .map(|letter| (letter - b'A' + 10).to_string());
        let number: String = std::iter::once(account.clone())
            .chain(letters)
            .chain(["00".to_owned()])
            .collect();
        let remainder = number.bytes().fold(0, |remainder, digit| {
            (remainder * 10 + u32::from(digit - b'0')) % 97
        });
        format!("{country}{:02}{account}", 98 - remainder)
    }
}
