use super::translation::Translation;
use super::{Finding, Param, Rule, RulePage};
use crate::source::named_enum;

#[cfg(test)]
use super::IntoParam;

named_enum! {
    /// A language of titles, messages and helps.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Language {
        /// The language in which the rules are defined.
        English = "en",
        /// German as it is written in Switzerland.
        German = "de",
        /// French as it is written in Switzerland.
        French = "fr",
        /// Italian as it is written in Switzerland.
        Italian = "it",
    }
    /// Returns the code of ISO 639-1, such as `de`.
    code
}

impl Language {
    /// Returns the language of a code or of a locale, or `None` if there are no texts in that language.
    ///
    /// ```
    /// use universal_accounting::report::Language;
    ///
    /// assert_eq!(Language::parse("fr"), Some(Language::French));
    /// assert_eq!(Language::parse("de_CH.UTF-8"), Some(Language::German));
    /// assert_eq!(Language::parse("IT-ch"), Some(Language::Italian));
    /// assert_eq!(Language::parse("rm_CH"), None);
    /// ```
    #[must_use]
    pub fn parse(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL
            .iter()
            .copied()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Returns all languages.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        Self::ALL
    }
}

impl Finding {
    /// Returns what [`message`](Self::message) returns, in a language. A text that has no translation is in English.
    ///
    /// ```
    /// use universal_accounting::report::{Language, Policy};
    /// use universal_accounting::transactions;
    ///
    /// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
    /// assert_eq!(report.findings[0].message_in(Language::German), "`transactions` ist leer");
    /// ```
    #[must_use]
    pub fn message_in(&self, language: Language) -> String {
        message_in(self.rule, &self.params, language).unwrap_or_else(|| self.message())
    }

    /// Returns what [`help`](Self::help) returns, in a language. A text that has no translation is in English.
    #[must_use]
    pub fn help_in(&self, language: Language) -> String {
        help_in(self.rule, &self.params, language).unwrap_or_else(|| self.help())
    }
}

impl RulePage {
    /// Returns the title in a language. A title that has no translation is in English.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        Translation::of(language)
            .and_then(|texts| texts.title(self.rule.id))
            .unwrap_or(self.title)
    }
}

/// Returns the message of a rule in a language, if it has a translation.
pub(crate) fn message_in(
    rule: &Rule,
    params: &[(&'static str, Param)],
    language: Language,
) -> Option<String> {
    let texts = Translation::of(language)?;
    texts.fill(texts.message(rule.id)?, params)
}

/// Returns the help of a rule in a language, if it has a translation.
pub(crate) fn help_in(
    rule: &Rule,
    params: &[(&'static str, Param)],
    language: Language,
) -> Option<String> {
    let texts = Translation::of(language)?;
    texts.fill(texts.help(rule.id)?, params)
}

/// Returns whether a phrase that a message may contain has a translation.
#[cfg(test)]
pub(crate) fn is_translated(phrase: &str, language: Language) -> bool {
    Translation::of(language).is_some_and(|texts| {
        texts
            .fill("{a, phrase}", &[("a", phrase.to_owned().into_param())])
            .is_some()
    })
}

/// A text in English, German, French and Italian, for people who read a file or a page that the library writes. Texts of rules are in files.
pub(crate) struct Words(pub(crate) [&'static str; 4]);

impl Words {
    pub(crate) const fn text(&self, language: Language) -> &'static str {
        let [english, german, french, italian] = self.0;
        match language {
            Language::English => english,
            Language::German => german,
            Language::French => french,
            Language::Italian => italian,
        }
    }
}

pub(crate) const ACCOUNT: Words = Words(["account", "Konto", "compte", "conto"]);
pub(crate) const CURRENCY: Words = Words(["currency", "Währung", "monnaie", "valuta"]);
pub(crate) const FROM: Words = Words(["from", "von", "du", "dal"]);
pub(crate) const TO: Words = Words(["to", "bis", "au", "al"]);
pub(crate) const TRANSACTIONS: Words =
    Words(["transactions", "Buchungen", "écritures", "movimenti"]);
pub(crate) const CREDITS: Words = Words(["credits", "Gutschriften", "crédits", "accrediti"]);
pub(crate) const DEBITS: Words = Words(["debits", "Belastungen", "débits", "addebiti"]);
pub(crate) const OPENING_BALANCE: Words = Words([
    "opening balance",
    "Anfangssaldo",
    "solde initial",
    "saldo iniziale",
]);
pub(crate) const CLOSING_BALANCE: Words = Words([
    "closing balance",
    "Schlusssaldo",
    "solde final",
    "saldo finale",
]);
pub(crate) const STATEMENTS: Words =
    Words(["Statements", "Kontoauszüge", "Relevés", "Estratti conto"]);

/// Balances confirm all transactions.
pub(crate) const PROVED: Words = Words(["proved", "bewiesen", "prouvé", "dimostrato"]);
/// Balances confirm some transactions.
pub(crate) const PARTLY: Words = Words(["partly", "teilweise", "en partie", "in parte"]);
/// A balance contradicts transactions.
pub(crate) const CONTRADICTED: Words =
    Words(["contradicted", "widersprochen", "contredit", "contraddetto"]);
/// There are no balances to compare.
pub(crate) const NOT_CHECKED: Words = Words([
    "not checked",
    "nicht geprüft",
    "non contrôlé",
    "non controllato",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_codes_and_locales() {
        for (locale, language) in [
            ("en_US.UTF-8", Some(Language::English)),
            ("de", Some(Language::German)),
            ("de_CH@euro", Some(Language::German)),
            ("FR-ch", Some(Language::French)),
            ("it.ISO-8859-1", Some(Language::Italian)),
            ("C", None),
            ("POSIX", None),
            ("deu", None),
            ("", None),
        ] {
            assert_eq!(Language::parse(locale), language, "{locale}");
        }
    }
}
