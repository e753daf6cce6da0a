//! Headings of columns as they are compared.

/// Returns a heading with small letters and digits only, and letters without accents: `Konto-Nr.` and `KONTO NR` are one heading, and so are
/// `Libellé` and `libelle`.
pub(super) fn fold(heading: &str) -> String {
    let mut folded = String::with_capacity(heading.len());
    for letter in heading
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|letter| letter.is_alphanumeric())
    {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => folded.push('a'),
            'ç' => folded.push('c'),
            'è' | 'é' | 'ê' | 'ë' => folded.push('e'),
            'ì' | 'í' | 'î' | 'ï' => folded.push('i'),
            'ñ' => folded.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => folded.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => folded.push('u'),
            'œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            letter => folded.push(letter),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn spellings_of_a_heading_are_one() {
        for (heading, folded) in [
            ("Konto-Nr.", "kontonr"),
            (" KONTO NR ", "kontonr"),
            ("Libellé", "libelle"),
            ("Satz %", "satz"),
            ("Straße", "strasse"),
            ("N° de compte", "ndecompte"),
            ("externalId", "externalid"),
            ("%", ""),
        ] {
            assert_eq!(fold(heading), folded);
        }
    }
}
