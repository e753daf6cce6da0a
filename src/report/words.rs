use super::language::Language;

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
