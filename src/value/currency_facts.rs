use std::sync::atomic::{AtomicU32, Ordering};

use super::withdrawn_currencies::WITHDRAWN;

/// The facts that ISO 4217 lists about a code, packed into one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CurrencyFacts(u8);

/// A cache in front of the tables: a lookup in them takes longer than anything else that is done with a code, and a file has few codes. A slot
/// has the facts in its lowest byte and the three letters of the code in the others.
static CACHE: [AtomicU32; 256] = [const { AtomicU32::new(0) }; 256];

/// Codes of list one that are not for accounts. CHE and CHW are not among them, because accounts in WIR exist.
pub(super) static NOT_FOR_ACCOUNTS: [[u8; 3]; 20] = [
    *b"BOV", *b"CLF", *b"COU", *b"MXV", *b"USN", *b"UYI", *b"UYW", *b"XAG", *b"XAU", *b"XBA",
    *b"XBB", *b"XBC", *b"XBD", *b"XDR", *b"XPD", *b"XPT", *b"XSU", *b"XTS", *b"XUA", *b"XXX",
];

const LIST_ONE: u8 = 0x40;
const LIST_THREE: u8 = 0x20;
const NOT_FOR_ACCOUNTS_FLAG: u8 = 0x10;
/// The minor units plus one, or zero for a code without minor units.
const MINOR_UNITS_MASK: u8 = 0x0f;

impl CurrencyFacts {
    #[inline]
    pub(super) fn for_code(code: [u8; 3]) -> Self {
        // Texts are searched for codes, and most of their words are none.
        if !code.iter().all(u8::is_ascii_uppercase) {
            return Self(0);
        }
        let [first, second, third] = code;
        let key = u32::from_le_bytes([0, first, second, third]);
        let [.., slot] = key.wrapping_mul(0x9e37_79b1).to_le_bytes();
        let Some(cached) = CACHE.get(usize::from(slot)) else {
            return Self::from_tables(code);
        };
        let [facts, cached_code @ ..] = cached.load(Ordering::Relaxed).to_le_bytes();
        if cached_code == code {
            return Self(facts);
        }
        let facts = Self::from_tables(code);
        cached.store(key | u32::from(facts.0), Ordering::Relaxed);
        facts
    }

    #[cold]
    fn from_tables(code: [u8; 3]) -> Self {
        let listed = str::from_utf8(&code)
            .ok()
            .and_then(iso_currency::Currency::from_code);
        let withdrawn = WITHDRAWN
            .binary_search_by_key(&code, |(code, ..)| *code)
            .is_ok();
        let units = listed
            .and_then(iso_currency::Currency::exponent)
            .and_then(|units| u8::try_from(units + 1).ok());
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        Self(
            flag(listed.is_some(), LIST_ONE)
                | flag(withdrawn, LIST_THREE)
                | flag(NOT_FOR_ACCOUNTS.contains(&code), NOT_FOR_ACCOUNTS_FLAG)
                | units.unwrap_or_default() & MINOR_UNITS_MASK,
        )
    }

    /// Whether the code is that of a current or withdrawn currency.
    pub(super) const fn is_currency(self) -> bool {
        self.0 & (LIST_ONE | LIST_THREE) != 0
    }

    pub(super) const fn is_withdrawn(self) -> bool {
        self.0 & LIST_THREE != 0
    }

    pub(super) const fn is_not_for_accounts(self) -> bool {
        self.0 & NOT_FOR_ACCOUNTS_FLAG != 0
    }

    pub(super) const fn is_active(self) -> bool {
        self.0 & (LIST_ONE | LIST_THREE | NOT_FOR_ACCOUNTS_FLAG) == LIST_ONE
    }

    pub(super) const fn minor_units(self) -> Option<u8> {
        (self.0 & MINOR_UNITS_MASK).checked_sub(1)
    }
}
