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
    /// The most bytes of a word with signs between its letters.
    const MAX_LENGTH: usize = 24;
    let has_content = |character: char| character.is_alphanumeric() && character != '0';
    if !reference.contains(has_content) {
        return true;
    }
    let letters = reference.chars().filter(|letter| letter.is_alphanumeric());
    let letters = letters.map(|letter| letter.to_ascii_uppercase());
    reference.len() <= MAX_LENGTH && WORDS.iter().any(|word| letters.clone().eq(word.chars()))
}
