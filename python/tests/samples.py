"""Statements for the tests. They are synthetic."""

MT940 = b""":20:A
:25:CH9300762011623852957
:28C:1
:60F:C260302CHF100,00
:61:2603030303D12,50NTRFNONREF
:86:Bakery
:61:2603200320C50,00NTRFNONREF
:86:Refund <b>& more</b>
:62F:C260331CHF137,50
-
"""
"""Two transactions, proved."""

NEXT_MONTH = b""":20:B
:25:CH9300762011623852957
:28C:2
:60F:C260331CHF137,50
:61:2604020402D37,50NTRFNONREF
:86:Rail
:62F:C260430CHF100,00
-
"""
"""The statement after it."""

CSV = b"""IBAN:;CH93 0076 2011 6238 5295 7;

Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3
2026-03-31;2026-03-31;2026-03-31;CHF;-1850.00;;;9930889BN5530012;Rent April;;
2026-03-30;2026-03-30;2026-03-30;CHF;-1,850;;;9930889BN5530013;Rent March;;
2026-03-29;2026-03-29;2026-03-29;CHF;0.00;;;9930889BN5530014;Balance of closing entries;;
"""
"""One transaction, one row that can't be read, one row that moves no money."""

WITHOUT_ACCOUNT = b"""!Type:Bank
D31.03.2026
T-12.50
PBakery
^
"""
"""A QIF file, which names neither an account nor a currency."""

UNKNOWN = b"""Tag;Was;Raus;Rein;Stand
02.03.2026;Miete;1'200.00;;3'800.00
05.03.2026;Lohn;;5'000.50;8'800.50
09.03.2026;Bahn;12.50;;8'788.00
12.03.2026;Essen;30.00;;8'758.00
"""
"""A table that no format matches."""
