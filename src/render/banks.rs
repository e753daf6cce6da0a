use super::findings::{to_json_line, view};
use crate::format::{Candidate, Evidence, MessageFormat, Profile};

/// The known formats of bank statements.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(title = "Banks", transparent)]
#[expect(dead_code, reason = "only its schema is needed")]
struct BanksView<'b>(Vec<BankView<'b>>);

/// A format of one bank or of all.
#[derive(Clone, Copy)]
enum KnownFormat<'b> {
    OfBank(&'b Profile),
    OfAllBanks(MessageFormat),
}

impl<'b> KnownFormat<'b> {
    const fn profile(self) -> Option<&'b Profile> {
        match self {
            Self::OfBank(profile) => Some(profile),
            Self::OfAllBanks(_) => None,
        }
    }
}

view! {
    /// A format of bank statements.
    struct BankView<'b> as "bank" fn new(format: KnownFormat<'b>) {
        /// The id, such as `ubs-account` or `camt.053`.
        id: &'b str = match format {
            KnownFormat::OfBank(profile) => profile.id(),
            KnownFormat::OfAllBanks(message) => message.id(),
        },
        /// The institution that exports files in this format, or defined it for all banks.
        institution: &'b str = match format {
            KnownFormat::OfBank(profile) => profile.institution(),
            KnownFormat::OfAllBanks(message) => message.institution(),
        },
        /// The product that the files are exported from.
        product: &'b str = match format {
            KnownFormat::OfBank(profile) => profile.product(),
            KnownFormat::OfAllBanks(message) => message.product(),
        },
        /// ISO 3166-1 alpha-2 code of the institution's country; absent if the format is the same for all banks.
        country?: Option<&'b str> = format.profile().map(Profile::country),
        /// The source of the format's definition: files of the bank, the reader of another program, or a document.
        #[cfg_attr(test, schemars(extend("enum" = ["real-file", "parser-source", "document"])))]
        evidence: &'static str = match format.profile().map(Profile::evidence) {
            Some(Evidence::RealFile) => "real-file",
            Some(Evidence::ParserSource) => "parser-source",
            Some(Evidence::Document) | None => "document",
        },
        /// Why files of this format are recognized but not converted, as the end of a sentence.
        refused?: Option<&'b str> = format.profile().and_then(Profile::unsupported),
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

/// Renders all formats of bank statements that are known as one JSON array on one line: those that are the same for all banks, then those of
/// single banks.
///
/// ```
/// use universal_accounting::render;
///
/// let json = render::banks_json();
/// assert!(json.starts_with(r#"[{"id":"camt.052","institution":"ISO 20022","product":"account report","#));
/// assert!(json.contains(r#"{"id":"ubs-account","institution":"UBS","#));
/// ```
#[must_use]
pub fn banks_json() -> String {
    let profiles: Vec<Profile> = Profile::built_in().collect();
    let messages = MessageFormat::ALL.into_iter().map(KnownFormat::OfAllBanks);
    let formats = messages.chain(profiles.iter().map(KnownFormat::OfBank));
    to_json_line(&formats.map(BankView::new).collect::<Vec<_>>())
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
