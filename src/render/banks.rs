use std::sync::Arc;

use serde::Serialize;

use super::findings::line;
use super::view::view;
use crate::format::{Candidate, Profile, profile::Evidence};

/// The formats of bank exports that are known.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Banks"))]
#[serde(transparent)]
struct BanksView<'b>(Vec<BankView<'b>>);

view! {
    /// A format of a bank's exports.
    struct BankView<'b> as "bank" fn new(profile: &'b Profile) {
        /// Its name, such as `ubs-account`.
        id: &'b str = &profile.id,
        /// Who writes it.
        institution: &'b str = &profile.institution,
        /// What it is an export of.
        product: &'b str = &profile.product,
        /// ISO 3166-1 alpha-2 code of the institution's country.
        country: &'b str = &profile.country,
        /// What the format was learned from: files of the bank, another program's reader, or a description.
        #[cfg_attr(test, schemars(extend("enum" = ["real-file", "parser-source", "document"])))]
        evidence: &'static str = match profile.evidence {
            Evidence::RealFile => "real-file",
            Evidence::ParserSource => "parser-source",
            Evidence::Document => "document",
        },
        /// Why files of this kind are told by name and not converted, as the end of a sentence.
        refused?: Option<&'b str> = profile.unsupported.as_deref(),
    }
}

/// How near a file comes to formats, the nearest first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Candidates"))]
#[serde(transparent)]
struct CandidatesView<'b>(Vec<CandidateView<'b>>);

view! {
    /// How near a file comes to a format.
    struct CandidateView<'b> as "candidate" fn new(candidate: &'b Candidate) {
        /// The format.
        bank: &'b str = &candidate.profile.id,
        /// Whether the file is read by it.
        chosen: bool = candidate.chosen,
        /// The generation that fits, where one does.
        variant: Option<&'b str> = candidate.variant.as_deref(),
        /// The line whose cells come nearest to its header, counted from 1; null for a format without a header.
        line: Option<usize> = candidate.line,
        /// How many columns of the format, or rows of its shape, are there.
        found: usize = candidate.found,
        /// How many there would be.
        expected: usize = candidate.expected,
        /// The columns that are missing.
        missing: &'b [String] = &candidate.missing,
        /// The names in the file that the format doesn't know, card numbers masked.
        strangers: &'b [String] = &candidate.unknown_columns,
    }
}

/// Formats of bank exports as one JSON array on one line.
///
/// ```
/// use universal_accounting::{format, render};
///
/// let json = render::banks_json(format::profiles());
/// assert!(json.contains(r#"{"id":"ubs-account","institution":"UBS","#));
/// ```
#[must_use]
pub fn banks_json(profiles: &[Arc<Profile>]) -> String {
    line(&BanksView(profiles.iter().map(|profile| BankView::new(profile)).collect()))
}

/// How near a file comes to formats, as one JSON array on one line.
///
/// ```
/// use universal_accounting::{format, render};
///
/// let nearest = format::detect(b"IBAN;Booked At;Text;Amount;Valuta Date\n", &format::Options::new());
/// assert!(render::candidates_json(&nearest).starts_with(r#"[{"bank":"raiffeisen-account","chosen":false,"#));
/// ```
#[must_use]
pub fn candidates_json(candidates: &[Candidate]) -> String {
    line(&CandidatesView(candidates.iter().map(CandidateView::new).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schemas_are_those_of_what_is_written() {
        assert_schema_matches_file::<BanksView<'_>>("banks");
        assert_schema_matches_file::<CandidatesView<'_>>("candidates");
    }
}
