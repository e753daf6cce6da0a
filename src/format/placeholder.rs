/// Whether a reference is a word for none, or has only zeros. Blanks, points, hyphens and brackets in the word don't count.
pub(super) fn is_placeholder(reference: &str) -> bool {
    const WORDS: [&str; 11] = [
        "NOTPROVIDED",
        "NONREF",
        "NOREF",
        "NOTAVAILABLE",
        "UNKNOWN",
        "NONE",
        "NA",
        "NULL",
        "KEINE",
        "NICHTANGEGEBEN",
        "ANONYMIZED",
    ];
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphanumeric());
        letters.collect::<String>().to_ascii_uppercase()
    };
    let is_long = reference.len() > 24;
    let has_content = |character: char| character.is_alphanumeric() && character != '0';
    !reference.contains(has_content) || !is_long && WORDS.contains(&letters(reference).as_str())
}
