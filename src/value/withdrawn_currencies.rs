//! The withdrawn codes of ISO 4217 (list three): the month of withdrawal and the code of the successor, if there is one.
//!
//! Where the list gives a range such as "1989 to 1990", this table has its last month, so that no valid old booking is reported.

use super::text::code_bytes;

type Code = [u8; 3];

/// Builds the table from rows of code, year, month and an optional successor.
macro_rules! withdrawn {
    ($($code:ident $year:literal $month:literal $($successor:ident)?,)*) => {
        [$((code_bytes(stringify!($code)), $year, $month, withdrawn!(@ $($successor)?))),*]
    };
    (@) => { None };
    (@ $successor:ident) => { Some(code_bytes(stringify!($successor))) };
}

/// Code, year and month of withdrawal, and successor, sorted by code.
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
