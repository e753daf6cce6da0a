/// The old names of fields and words of bank profiles, each with its new name.
///
/// An old name may be listed more than once. The new name that is valid in the same object or list replaces it.
const RENAMED: &[(&str, &str)] = &[
    ("apart", "informational"),
    ("as", "role"),
    ("balances", "runningBalance"),
    ("below", "valueBelow"),
    ("blanks", "emptyValues"),
    ("cells", "filledCells"),
    ("cells", "maxFilledCells"),
    ("day", "date"),
    ("is", "kind"),
    ("key", "id"),
    ("lacks", "excludes"),
    ("needed", "valueRequired"),
    ("needs", "requires"),
    ("part", "detail"),
    ("part", "detail-amount"),
    ("part-currency", "detail-currency"),
    ("pocket", "sub-account"),
    ("refused", "unsupported"),
    ("rest", "overflowColumn"),
    ("says", "matches"),
    ("split", "debitCredit"),
    ("text", "pattern"),
    ("trailing", "rowsMayEndBefore"),
    ("worded", "text"),
    ("words", "directionWords"),
];

/// Returns the new name of an old one, if it is among the known names.
pub(super) fn new_name(old: &str, known: &[&str]) -> Option<&'static str> {
    RENAMED.iter().find(|(name, new)| *name == old && known.contains(new)).map(|(_, new)| *new)
}
