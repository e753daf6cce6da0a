//! What a misspelt name was probably meant to be.

use universal_accounting::format::Profile;
use universal_accounting::internals::words::nearest;

/// How many formats are suggested.
const MAX_SUGGESTED: usize = 3;

/// Returns a question with the known name that a word is near to, such as ` Did you mean `amount-zero`?`, or nothing.
pub(crate) fn did_you_mean<'k>(word: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    nearest(word, known).map_or_else(String::new, |near| ask(&[near]))
}

/// Returns a question with the formats that are near to a word or have it in their names, or nothing.
pub(crate) fn which_format(word: &str) -> String {
    let profiles: Vec<Profile> = Profile::built_in().collect();
    if let Some(near) = nearest(word, profiles.iter().map(Profile::id)) {
        return ask(&[near]);
    }
    let found: Vec<&str> = profiles
        .iter()
        .filter(|profile| has_words(&names_of(profile), word))
        .map(Profile::id)
        .collect();
    // A word that many formats have, such as `account`, says nothing.
    if found.len() > MAX_SUGGESTED {
        String::new()
    } else {
        ask(&found)
    }
}

/// Returns whether the names of a format have each word of a text together, in any case.
pub(crate) fn has_words(names: &[&str], text: &str) -> bool {
    let names = names.join(" ").to_lowercase();
    let mut words = text.split_whitespace().map(str::to_lowercase).peekable();
    words.peek().is_some() && words.all(|word| names.contains(&word))
}

/// Returns the id, the country, the institution and the product of a format. The country has its code and its name.
fn names_of(profile: &Profile) -> [&str; 5] {
    [
        profile.id(),
        profile.country(),
        country_name(profile.country()),
        profile.institution(),
        profile.product(),
    ]
}

fn ask(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => format!(" Did you mean {only}?"),
        [several @ .., last] => format!(" Did you mean {} or {last}?", several.join(", ")),
    }
}

/// Returns the English short name of a country, or its code if that is not assigned.
pub(crate) fn country_name(code: &str) -> &str {
    let at = NAMES.binary_search_by_key(&code, |(known, _)| known);
    at.ok()
        .and_then(|index| NAMES.get(index))
        .map_or(code, |(_, name)| name)
}

/// The assigned codes of ISO 3166-1 alpha-2 with the names in common use, sorted by code.
#[rustfmt::skip]
static NAMES: &[(&str, &str)] = &[
    ("AD", "Andorra"), ("AE", "United Arab Emirates"), ("AF", "Afghanistan"), ("AG", "Antigua and Barbuda"), ("AI", "Anguilla"), ("AL", "Albania"),
    ("AM", "Armenia"), ("AO", "Angola"), ("AQ", "Antarctica"), ("AR", "Argentina"), ("AS", "American Samoa"), ("AT", "Austria"), ("AU", "Australia"),
    ("AW", "Aruba"), ("AX", "Åland Islands"), ("AZ", "Azerbaijan"), ("BA", "Bosnia and Herzegovina"), ("BB", "Barbados"), ("BD", "Bangladesh"),
    ("BE", "Belgium"), ("BF", "Burkina Faso"), ("BG", "Bulgaria"), ("BH", "Bahrain"), ("BI", "Burundi"), ("BJ", "Benin"), ("BL", "Saint Barthélemy"),
    ("BM", "Bermuda"), ("BN", "Brunei"), ("BO", "Bolivia"), ("BQ", "Caribbean Netherlands"), ("BR", "Brazil"), ("BS", "Bahamas"), ("BT", "Bhutan"),
    ("BV", "Bouvet Island"), ("BW", "Botswana"), ("BY", "Belarus"), ("BZ", "Belize"), ("CA", "Canada"), ("CC", "Cocos Islands"), ("CD", "DR Congo"),
    ("CF", "Central African Republic"), ("CG", "Congo"), ("CH", "Switzerland"), ("CI", "Côte d’Ivoire"), ("CK", "Cook Islands"), ("CL", "Chile"),
    ("CM", "Cameroon"), ("CN", "China"), ("CO", "Colombia"), ("CR", "Costa Rica"), ("CU", "Cuba"), ("CV", "Cabo Verde"), ("CW", "Curaçao"),
    ("CX", "Christmas Island"), ("CY", "Cyprus"), ("CZ", "Czechia"), ("DE", "Germany"), ("DJ", "Djibouti"), ("DK", "Denmark"), ("DM", "Dominica"),
    ("DO", "Dominican Republic"), ("DZ", "Algeria"), ("EC", "Ecuador"), ("EE", "Estonia"), ("EG", "Egypt"), ("EH", "Western Sahara"), ("ER", "Eritrea"),
    ("ES", "Spain"), ("ET", "Ethiopia"), ("FI", "Finland"), ("FJ", "Fiji"), ("FK", "Falkland Islands"), ("FM", "Micronesia"), ("FO", "Faroe Islands"),
    ("FR", "France"), ("GA", "Gabon"), ("GB", "United Kingdom"), ("GD", "Grenada"), ("GE", "Georgia"), ("GF", "French Guiana"), ("GG", "Guernsey"),
    ("GH", "Ghana"), ("GI", "Gibraltar"), ("GL", "Greenland"), ("GM", "Gambia"), ("GN", "Guinea"), ("GP", "Guadeloupe"), ("GQ", "Equatorial Guinea"),
    ("GR", "Greece"), ("GS", "South Georgia"), ("GT", "Guatemala"), ("GU", "Guam"), ("GW", "Guinea-Bissau"), ("GY", "Guyana"), ("HK", "Hong Kong"),
    ("HM", "Heard and McDonald Islands"), ("HN", "Honduras"), ("HR", "Croatia"), ("HT", "Haiti"), ("HU", "Hungary"), ("ID", "Indonesia"), ("IE", "Ireland"),
    ("IL", "Israel"), ("IM", "Isle of Man"), ("IN", "India"), ("IO", "British Indian Ocean Territory"), ("IQ", "Iraq"), ("IR", "Iran"), ("IS", "Iceland"),
    ("IT", "Italy"), ("JE", "Jersey"), ("JM", "Jamaica"), ("JO", "Jordan"), ("JP", "Japan"), ("KE", "Kenya"), ("KG", "Kyrgyzstan"), ("KH", "Cambodia"),
    ("KI", "Kiribati"), ("KM", "Comoros"), ("KN", "Saint Kitts and Nevis"), ("KP", "North Korea"), ("KR", "South Korea"), ("KW", "Kuwait"),
    ("KY", "Cayman Islands"), ("KZ", "Kazakhstan"), ("LA", "Laos"), ("LB", "Lebanon"), ("LC", "Saint Lucia"), ("LI", "Liechtenstein"), ("LK", "Sri Lanka"),
    ("LR", "Liberia"), ("LS", "Lesotho"), ("LT", "Lithuania"), ("LU", "Luxembourg"), ("LV", "Latvia"), ("LY", "Libya"), ("MA", "Morocco"), ("MC", "Monaco"),
    ("MD", "Moldova"), ("ME", "Montenegro"), ("MF", "Saint Martin"), ("MG", "Madagascar"), ("MH", "Marshall Islands"), ("MK", "North Macedonia"),
    ("ML", "Mali"), ("MM", "Myanmar"), ("MN", "Mongolia"), ("MO", "Macao"), ("MP", "Northern Mariana Islands"), ("MQ", "Martinique"), ("MR", "Mauritania"),
    ("MS", "Montserrat"), ("MT", "Malta"), ("MU", "Mauritius"), ("MV", "Maldives"), ("MW", "Malawi"), ("MX", "Mexico"), ("MY", "Malaysia"),
    ("MZ", "Mozambique"), ("NA", "Namibia"), ("NC", "New Caledonia"), ("NE", "Niger"), ("NF", "Norfolk Island"), ("NG", "Nigeria"), ("NI", "Nicaragua"),
    ("NL", "Netherlands"), ("NO", "Norway"), ("NP", "Nepal"), ("NR", "Nauru"), ("NU", "Niue"), ("NZ", "New Zealand"), ("OM", "Oman"), ("PA", "Panama"),
    ("PE", "Peru"), ("PF", "French Polynesia"), ("PG", "Papua New Guinea"), ("PH", "Philippines"), ("PK", "Pakistan"), ("PL", "Poland"),
    ("PM", "Saint Pierre and Miquelon"), ("PN", "Pitcairn"), ("PR", "Puerto Rico"), ("PS", "Palestine"), ("PT", "Portugal"), ("PW", "Palau"),
    ("PY", "Paraguay"), ("QA", "Qatar"), ("RE", "Réunion"), ("RO", "Romania"), ("RS", "Serbia"), ("RU", "Russia"), ("RW", "Rwanda"), ("SA", "Saudi Arabia"),
    ("SB", "Solomon Islands"), ("SC", "Seychelles"), ("SD", "Sudan"), ("SE", "Sweden"), ("SG", "Singapore"), ("SH", "Saint Helena"), ("SI", "Slovenia"),
    ("SJ", "Svalbard and Jan Mayen"), ("SK", "Slovakia"), ("SL", "Sierra Leone"), ("SM", "San Marino"), ("SN", "Senegal"), ("SO", "Somalia"),
    ("SR", "Suriname"), ("SS", "South Sudan"), ("ST", "São Tomé and Príncipe"), ("SV", "El Salvador"), ("SX", "Sint Maarten"), ("SY", "Syria"),
    ("SZ", "Eswatini"), ("TC", "Turks and Caicos Islands"), ("TD", "Chad"), ("TF", "French Southern Territories"), ("TG", "Togo"), ("TH", "Thailand"),
    ("TJ", "Tajikistan"), ("TK", "Tokelau"), ("TL", "Timor-Leste"), ("TM", "Turkmenistan"), ("TN", "Tunisia"), ("TO", "Tonga"), ("TR", "Türkiye"),
    ("TT", "Trinidad and Tobago"), ("TV", "Tuvalu"), ("TW", "Taiwan"), ("TZ", "Tanzania"), ("UA", "Ukraine"), ("UG", "Uganda"),
    ("UM", "US Outlying Islands"), ("US", "United States"), ("UY", "Uruguay"), ("UZ", "Uzbekistan"), ("VA", "Vatican City"),
    ("VC", "Saint Vincent and the Grenadines"), ("VE", "Venezuela"), ("VG", "British Virgin Islands"), ("VI", "US Virgin Islands"), ("VN", "Vietnam"),
    ("VU", "Vanuatu"), ("WF", "Wallis and Futuna"), ("WS", "Samoa"), ("YE", "Yemen"), ("YT", "Mayotte"), ("ZA", "South Africa"), ("ZM", "Zambia"),
    ("ZW", "Zimbabwe"),
];

#[cfg(test)]
mod tests {
    use universal_accounting::value::Country;

    use super::*;

    #[test]
    fn formats_are_suggested_by_id_or_by_name() {
        assert_eq!(which_format("ubs-acount"), " Did you mean `ubs-account`?");
        assert_eq!(which_format("UBS-Account"), " Did you mean `ubs-account`?");
        assert_eq!(
            which_format("Viseca"),
            " Did you mean `viseca-business-card` or `viseca-card`?"
        );
        assert_eq!(which_format("account"), "");
        assert_eq!(which_format("no such bank"), "");
        assert_eq!(which_format(" "), "");
    }

    #[test]
    fn several_names_are_joined() {
        assert_eq!(ask(&["a", "b", "c"]), " Did you mean `a`, `b` or `c`?");
    }

    #[test]
    fn every_assigned_code_has_a_name() {
        let letters = 'A'..='Z';
        for first in letters.clone() {
            for second in letters.clone() {
                let code = format!("{first}{second}");
                let is_assigned = Country::parse(&code).unwrap().is_assigned();
                assert_eq!(country_name(&code) != code, is_assigned, "{code}");
            }
        }
    }
}
