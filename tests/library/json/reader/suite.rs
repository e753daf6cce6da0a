//! The JSON test suite.

use std::fs;
use std::path::PathBuf;

use universal_accounting::internals::json::{SyntaxError, SyntaxErrorKind};

use super::{Rejection, compare, read_document_from_bytes};

/// The files that the suite leaves to the implementation, whether our reader accepts them, and why.
const IMPLEMENTATION_DEFINED: [(&str, bool, &str); 35] = {
    const EXPONENT: &str = "a number with any exponent is accepted: it is text";
    const LONG: &str = "any number of digits is accepted: it is text";
    const LONE: &str = "half a surrogate pair is not a character";
    const BYTES: &str = "only UTF-8 is read; other encodings are decoded before";
    [
        ("i_number_double_huge_neg_exp.json", true, EXPONENT),
        ("i_number_huge_exp.json", true, EXPONENT),
        ("i_number_neg_int_huge_exp.json", true, EXPONENT),
        ("i_number_pos_double_huge_exp.json", true, EXPONENT),
        ("i_number_real_neg_overflow.json", true, EXPONENT),
        ("i_number_real_pos_overflow.json", true, EXPONENT),
        ("i_number_real_underflow.json", true, EXPONENT),
        ("i_number_too_big_neg_int.json", true, LONG),
        ("i_number_too_big_pos_int.json", true, LONG),
        ("i_number_very_big_negative_int.json", true, LONG),
        ("i_object_key_lone_2nd_surrogate.json", false, LONE),
        ("i_string_1st_surrogate_but_2nd_missing.json", false, LONE),
        ("i_string_1st_valid_surrogate_2nd_invalid.json", false, LONE),
        ("i_string_UTF-16LE_with_BOM.json", false, BYTES),
        ("i_string_UTF-8_invalid_sequence.json", false, BYTES),
        ("i_string_UTF8_surrogate_U+D800.json", false, BYTES),
        (
            "i_string_incomplete_surrogate_and_escape_valid.json",
            false,
            LONE,
        ),
        ("i_string_incomplete_surrogate_pair.json", false, LONE),
        (
            "i_string_incomplete_surrogates_escape_valid.json",
            false,
            LONE,
        ),
        ("i_string_invalid_lonely_surrogate.json", false, LONE),
        ("i_string_invalid_surrogate.json", false, LONE),
        ("i_string_invalid_utf-8.json", false, BYTES),
        ("i_string_inverted_surrogates_U+1D11E.json", false, LONE),
        ("i_string_iso_latin_1.json", false, BYTES),
        ("i_string_lone_second_surrogate.json", false, LONE),
        ("i_string_lone_utf8_continuation_byte.json", false, BYTES),
        ("i_string_not_in_unicode_range.json", false, BYTES),
        ("i_string_overlong_sequence_2_bytes.json", false, BYTES),
        ("i_string_overlong_sequence_6_bytes.json", false, BYTES),
        ("i_string_overlong_sequence_6_bytes_null.json", false, BYTES),
        ("i_string_truncated-utf-8.json", false, BYTES),
        ("i_string_utf16BE_no_BOM.json", false, BYTES),
        ("i_string_utf16LE_no_BOM.json", false, BYTES),
        (
            "i_structure_500_nested_arrays.json",
            false,
            "more than 128 brackets are open",
        ),
        (
            "i_structure_UTF-8_BOM_empty_object.json",
            false,
            "a byte order mark is removed before, or it is an error",
        ),
    ]
};

#[test]
#[ignore = "needs the suite below UACC_SHARED"]
fn passes_the_json_test_suite() {
    let shared = std::env::var_os("UACC_SHARED").unwrap();
    let folder = PathBuf::from(shared).join("conformance/JSONTestSuite/test_parsing");
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let ours = read_document_from_bytes(&bytes);
        let (kind, accepted) = match name.as_bytes()[0] {
            b'y' => (0, true),
            b'n' => (1, false),
            _ => (
                2,
                IMPLEMENTATION_DEFINED
                    .iter()
                    .find(|(file, ..)| *file == name)
                    .unwrap()
                    .1,
            ),
        };
        counts[kind] += 1;
        assert_eq!(ours.is_ok(), accepted, "{name}: {ours:?}");
        if let Some((_, false, reason)) = IMPLEMENTATION_DEFINED
            .iter()
            .find(|(file, ..)| *file == name)
        {
            let rejection = ours.unwrap_err();
            let is_expected = match rejection {
                Rejection::NotUtf8 => reason.starts_with("only UTF-8"),
                Rejection::SyntaxError(SyntaxError {
                    kind: SyntaxErrorKind::LoneSurrogate,
                    ..
                }) => reason.starts_with("half"),
                Rejection::SyntaxError(SyntaxError {
                    kind: SyntaxErrorKind::TooDeep { .. },
                    ..
                }) => reason.starts_with("more than 128"),
                _ => true,
            };
            assert!(is_expected, "{name}: {rejection:?}");
        }
        compare(&bytes);
    }
    assert_eq!(counts, [95, 188, 35]);
}
