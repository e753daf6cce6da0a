//! Jobs with payloads: checks, normalizations, comparisons and imports.

use crate::job::{Job, batch, job};
use crate::steps::{
    check, check_all, check_at_any_depth, check_base_data, convert, diff, import, normalize,
    normalize_base_data, plan, read, read_base_data,
};
use crate::{payload_inputs, table_inputs};

/// Common jobs with common inputs.
pub(crate) const COMMON: &[Job] = &[
    job(
        "check transactions, thousands",
        1024,
        payload_inputs::clean,
        check,
    ),
    job(
        "check transactions with a fault each, thousands",
        1024,
        payload_inputs::faulty,
        check,
    ),
    job(
        "check base data, thousands",
        1024,
        payload_inputs::base_data,
        check_base_data,
    ),
    job(
        "read transactions, thousands",
        1024,
        payload_inputs::clean,
        read,
    ),
    job(
        "read base data, thousands",
        1024,
        payload_inputs::base_data,
        read_base_data,
    ),
    job(
        "normalize transactions, thousands",
        1024,
        payload_inputs::clean,
        normalize,
    ),
    job(
        "normalize base data, thousands",
        1024,
        payload_inputs::base_data,
        normalize_base_data,
    ),
    job(
        "convert rows with ids, thousands",
        1024,
        |thousands| table_inputs::bank_ids(thousands * 1000),
        convert,
    ),
    job(
        "convert rows without ids, thousands",
        1024,
        |thousands| table_inputs::days(thousands * 1000),
        convert,
    ),
];

pub(crate) const CHECKS: &[Job] = &[
    job(
        "transactions with a fault each, all findings stored",
        64,
        payload_inputs::faulty,
        check_all,
    ),
    job(
        "no records, all findings stored",
        1 << 18,
        payload_inputs::no_records,
        check_all,
    ),
    job(
        "empty records",
        1 << 18,
        payload_inputs::empty_records,
        check,
    ),
    job(
        "empty records of base data",
        1 << 18,
        payload_inputs::empty_accounts,
        check_base_data,
    ),
    job(
        "one id in all records",
        1 << 19,
        payload_inputs::one_id,
        check,
    ),
    job("one key all over", 1 << 20, payload_inputs::one_key, check),
    job(
        "one unknown key all over",
        1 << 20,
        payload_inputs::one_unknown_key,
        check,
    ),
    job(
        "unknown keys, each twice",
        1 << 18,
        payload_inputs::keys_twice,
        check,
    ),
    job(
        "unknown keys one level below, each twice",
        1 << 20,
        payload_inputs::keys_twice_below,
        check,
    ),
    job(
        "unknown keys, each twice, all findings stored",
        1 << 18,
        payload_inputs::keys_twice_below,
        check_all,
    ),
    job(
        "names similar to one field",
        1 << 18,
        payload_inputs::similar_names,
        check,
    ),
    job(
        "records of similar names",
        1 << 17,
        payload_inputs::similar_names_in_records,
        check,
    ),
    job("commas too many", 1 << 19, payload_inputs::commas, check),
    job(
        "commas that are missing",
        1 << 18,
        payload_inputs::missing_commas,
        check,
    ),
    job(
        "stray characters",
        1 << 18,
        payload_inputs::stray_characters,
        check,
    ),
    job(
        "arrays in arrays",
        1 << 20,
        payload_inputs::deep_arrays,
        check_all,
    ),
    job(
        "objects in objects",
        1 << 18,
        payload_inputs::deep_objects,
        check_all,
    ),
    job(
        "objects in objects, a fault in each",
        1 << 15,
        payload_inputs::deep_faults,
        check_at_any_depth,
    ),
    job(
        "payloads that break off",
        1 << 17,
        payload_inputs::bodies_cut_off,
        check,
    ),
    job("a long text", 1 << 22, payload_inputs::long_text, check),
    job("a text of escapes", 1 << 21, payload_inputs::escapes, check),
    job(
        "a text of pairs of escapes",
        1 << 20,
        payload_inputs::surrogates,
        check,
    ),
    job(
        "a text of digits and blanks",
        1 << 20,
        payload_inputs::digits,
        check,
    ),
    job(
        "a text of digits",
        1 << 20,
        payload_inputs::digits_alone,
        check,
    ),
    job("a long number", 1 << 22, payload_inputs::long_number, check),
    job("a long amount", 1 << 20, payload_inputs::long_amount, check),
    job("a long key", 1 << 18, payload_inputs::long_key, check),
    job(
        "tax periods in order",
        1 << 18,
        payload_inputs::periods_in_order,
        check_base_data,
    ),
    job(
        "tax periods in reverse",
        1 << 18,
        payload_inputs::periods_in_reverse,
        check_base_data,
    ),
    job(
        "tax periods that overlap",
        1 << 18,
        payload_inputs::periods_that_overlap,
        check_base_data,
    ),
    job(
        "tax periods in tax periods",
        1 << 18,
        payload_inputs::periods_in_periods,
        check_base_data,
    ),
];

pub(crate) const NORMALIZATIONS: &[Job] = &[
    job(
        "normalize faulty ones, thousands",
        32,
        payload_inputs::faulty,
        normalize,
    ),
    job(
        "normalize commas too many",
        1 << 15,
        payload_inputs::commas,
        normalize,
    ),
    job(
        "normalize unknown keys",
        1 << 17,
        payload_inputs::keys_twice,
        normalize,
    ),
    job(
        "normalize similar names",
        1 << 14,
        payload_inputs::similar_names_in_records,
        normalize,
    ),
    job(
        "normalize a text of escapes",
        1 << 20,
        payload_inputs::escapes,
        normalize,
    ),
    job(
        "normalize objects in objects",
        1 << 17,
        payload_inputs::deep_objects,
        normalize,
    ),
];

pub(crate) const DIFFS: &[Job] = &[
    job(
        "diff of unknown fields",
        1 << 16,
        payload_inputs::unknown_fields,
        diff,
    ),
    job(
        "diff of unknown fields in reverse",
        1 << 16,
        payload_inputs::unknown_fields_in_reverse,
        diff,
    ),
    job(
        "diff of unknown fields of an account",
        1 << 16,
        payload_inputs::unknown_fields_of_an_account,
        diff,
    ),
];

pub(crate) const IMPORTS: &[Job] = &[
    batch(
        "plan of equal keys",
        1 << 18,
        payload_inputs::equal_keys,
        plan,
    ),
    batch(
        "plan of equal contents",
        1 << 18,
        payload_inputs::equal_contents,
        plan,
    ),
    batch("plan without keys", 1 << 18, payload_inputs::no_keys, plan),
    batch(
        "import of equal contents, thousand by thousand",
        1 << 16,
        payload_inputs::equal_contents,
        import,
    ),
    batch(
        "import without keys, thousand by thousand",
        1 << 16,
        payload_inputs::no_keys,
        import,
    ),
];
