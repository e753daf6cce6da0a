use super::findings::to_json_line;
use super::view::view;
use crate::format::{Candidate, Evidence, Profile};

/// The known formats of bank exports.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(title = "Banks", transparent)]
#[expect(dead_code, reason = "only its schema is needed")]
struct BanksView<'b>(Vec<BankView<'b>>);

view! {
    /// A format of bank exports.
    struct BankView<'b> as "bank" fn new(profile: &'b Profile) {
        /// The id, such as `ubs-account`.
        id: &'b str = profile.id(),
        /// The institution that exports files in this format.
        institution: &'b str = profile.institution(),
        /// The product that the files are exported from.
        product: &'b str = profile.product(),
        /// ISO 3166-1 alpha-2 code of the institution's country.
        country: &'b str = profile.country(),
        /// The source of the format's definition: files of the bank, the reader of another program, or a document.
        #[cfg_attr(test, schemars(extend("enum" = ["real-file", "parser-source", "document"])))]
        evidence: &'static str = match profile.evidence() {
            Evidence::RealFile => "real-file",
            Evidence::ParserSource => "parser-source",
            Evidence::Document => "document",
        },
        /// Why files of this format are recognized but not converted, as the end of a sentence.
        refused?: Option<&'b str> = profile.unsupported(),
    }
}

/// How well the formats match a file, best match first.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(title = "Candidates", transparent)]
#[expect(dead_code, reason = "only its schema is needed")]
struct CandidatesView<'b>(Vec<CandidateView<'b>>);

view! {
    /// How well a format matches a file.
    struct CandidateView<'b> as "candidate" fn new(candidate: &'b Candidate) {
        /// The id of the format.
        bank: &'b str = candidate.profile.id(),
        /// Whether the file is read in this format.
        chosen: bool = candidate.chosen,
        /// The matching variant of the format; null if there is none.
        variant: Option<&'b str> = candidate.variant.as_deref(),
        /// The line that matches the header best, counted from 1; null for a format without a header.
        line: Option<usize> = candidate.line,
        /// The number of columns found; for a format without a header, the number of matching rows.
        found: usize = candidate.found,
        /// The number of expected columns or rows.
        expected: usize = candidate.expected,
        /// The missing columns.
        missing: &'b [String] = &candidate.missing,
        /// The column names in the file that the format doesn't know, card numbers masked.
        strangers: &'b [String] = &candidate.unknown_columns,
    }
}

/// Renders formats of bank exports as one JSON array on one line.
///
/// ```
/// use universal_accounting::{format::Profile, render};
///
/// let json = render::banks_json(&Profile::built_in().collect::<Vec<_>>());
/// assert!(json.contains(r#"{"id":"ubs-account","institution":"UBS","#));
/// ```
#[must_use]
pub fn banks_json(profiles: &[Profile]) -> String {
    to_json_line(&profiles.iter().map(BankView::new).collect::<Vec<_>>())
}

/// Renders how well formats match a file as one JSON array on one line.
///
/// ```
/// use universal_accounting::{format, render};
///
/// let candidates = format::detect(b"IBAN;Booked At;Text;Amount;Valuta Date\n", &format::ConvertOptions::new());
/// assert!(render::candidates_json(&candidates).starts_with(r#"[{"bank":"raiffeisen-account","chosen":false,"#));
/// ```
#[must_use]
pub fn candidates_json(candidates: &[Candidate]) -> String {
    to_json_line(
        &candidates
            .iter()
            .map(CandidateView::new)
            .collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_files_match_the_views() {
        assert_schema_matches_file::<BanksView<'_>>("banks");
        assert_schema_matches_file::<CandidatesView<'_>>("candidates");
    }
}
