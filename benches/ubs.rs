//! The column names of statements of UBS, for benchmarks and tests.

/// The names in German, with running balances.
pub(crate) const UBS: &str = "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;";

/// The names in English, without running balances.
pub(crate) const UBS_WITHOUT_BALANCES: &str = "Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3";
