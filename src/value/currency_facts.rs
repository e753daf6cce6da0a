use std::sync::atomic::{AtomicU32, Ordering};

use super::text::code_bytes;

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

type Code = [u8; 3];

/// Builds the table from rows of code, year, month and an optional successor.
macro_rules! withdrawn {
    ($($code:ident $year:literal $month:literal $($successor:ident)?,)*) => {
        [$((code_bytes(stringify!($code)), $year, $month, withdrawn!(@ $($successor)?))),*]
    };
    (@) => { None };
    (@ $successor:ident) => { Some(code_bytes(stringify!($successor))) };
}

/// The withdrawn codes of ISO 4217 (list three), sorted: year and month of the withdrawal, and the successor, if there is one.
///
/// Where the list gives a range such as "1989 to 1990", this table has its last month, so that no valid old booking is reported.
pub(super) static WITHDRAWN: [(Code, u16, u8, Option<Code>); 129] = withdrawn! {
    ADP 2003 7, AFA 2003 1 AFN, ALK 1989 12, ANG 2025 3 XCG, AOK 1991 3, AON 2000 2, AOR 2000 2,
    ARA 1992 1, ARP 1985 7, ARY 1990 12, ATS 2002 3 EUR, AYM 2005 10, AZM 2005 12 AZN,
    BAD 1998 7, BEC 1990 3, BEF 2002 3 EUR, BEL 1990 3, BGJ 1990 12, BGK 1990 12, BGL 2003 11,
    BGN 2026 1 EUR, BOP 1987 2, BRB 1986 3, BRC 1989 2, BRE 1993 3, BRN 1990 3, BRR 1994 7, BUK 1990 2,
    BYB 2001 1, BYR 2017 1 BYN,
    CHC 2004 11 CHW, CSD 2006 10 RSD, CSJ 1990 12, CSK 1993 3, CUC 2021 6 CUP, CYP 2008 1 EUR,
    DDM 1990 9, DEM 2002 3 EUR,
    ECS 2000 9, ECV 2000 9, EEK 2011 1 EUR, ESA 1981 12, ESB 1994 12, ESP 2002 3 EUR,
    FIM 2002 3 EUR, FRF 2002 3 EUR,
    GEK 1995 10, GHC 2008 1 GHS, GHP 2007 6, GNE 1989 12, GNS 1986 2, GQE 1986 6, GRD 2002 3 EUR,
    GWE 1981 12, GWP 1997 5,
    HRD 1995 1, HRK 2023 1 EUR,
    IEP 2002 3 EUR, ILP 1981 12, ILR 1990 12, ISJ 1990 12, ITL 2002 3 EUR,
    LAJ 1979 12, LSM 1985 5, LTL 2014 12 EUR, LTT 1993 7, LUC 1990 3, LUF 2002 3 EUR, LUL 1990 3,
    LVL 2014 1 EUR, LVR 1994 12,
    MGF 2004 12, MLF 1984 11, MRO 2017 12 MRU, MTL 2008 1 EUR, MTP 1983 6, MVQ 1989 12, MXP 1993 1,
    MZE 1981 12, MZM 2006 6 MZN,
    NIC 1990 10, NLG 2002 3 EUR,
    PEH 1990 12, PEI 1991 7, PES 1986 2, PLZ 1997 1, PTE 2002 3 EUR,
    RHD 1981 12, ROK 1990 12, ROL 2005 6 RON, RUR 2004 1 RUB,
    SDD 2007 7 SDG, SDP 1998 6, SIT 2007 1 EUR, SKK 2009 1 EUR, SLL 2023 12 SLE, SRG 2003 12,
    STD 2017 12 STN, SUR 1990 12,
    TJR 2001 4, TMM 2009 1 TMT, TPE 2002 11, TRL 2005 12 TRY,
    UAK 1996 9, UGS 1987 5, UGW 1990 12, USS 2014 3, UYN 1989 12, UYP 1993 3,
    VEB 2008 1 VEF, VEF 2018 8 VES, VNC 1990 12,
    XEU 1999 1, XFO 2006 10, XFU 2013 11, XRE 1999 11,
    YDD 1991 9, YUD 1990 1, YUM 2003 7 RSD, YUN 1995 11,
    ZAL 1995 3, ZMK 2012 12 ZMW, ZRN 1999 6, ZRZ 1994 2, ZWC 1989 12, ZWD 2008 8, ZWL 2024 9 ZWG,
    ZWN 2006 9, ZWR 2009 6,
};
