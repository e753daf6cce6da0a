//! Jobs with statements in messages, workbooks and archives.

use crate::job::{Job, job};
use crate::message_inputs;
use crate::steps::{convert, convert_all, scrub, unpack};

pub(crate) const MESSAGES: &[Job] = &[
    job("entries", 1 << 14, message_inputs::entries, convert),
    job(
        "entries of one reference",
        1 << 14,
        message_inputs::entries_of_one_reference,
        convert,
    ),
    job(
        "statements of a message",
        1 << 13,
        message_inputs::statements,
        convert,
    ),
    job(
        "pages of a statement",
        1 << 13,
        message_inputs::pages,
        convert,
    ),
    job(
        "details of one entry",
        1 << 15,
        message_inputs::details_of_one_entry,
        convert,
    ),
    job(
        "texts of one detail",
        1 << 15,
        message_inputs::texts_of_one_detail,
        convert,
    ),
    job(
        "parts of a text",
        1 << 16,
        message_inputs::parts_of_a_text,
        convert,
    ),
    job(
        "attributes of an element",
        1 << 18,
        message_inputs::attributes,
        convert,
    ),
    job(
        "elements in elements",
        1 << 18,
        message_inputs::deep_elements,
        convert_all,
    ),
    job(
        "elements without an end",
        1 << 16,
        message_inputs::open_elements,
        convert_all,
    ),
    job(
        "lines of an MT940",
        1 << 14,
        message_inputs::lines_of_an_mt940,
        convert,
    ),
    job(
        "a long text of an MT940",
        1 << 18,
        message_inputs::text_of_one_line,
        convert_all,
    ),
    job(
        "messages of an MT940",
        1 << 13,
        message_inputs::messages_of_an_mt940,
        convert,
    ),
    job(
        "lines of no tag",
        1 << 18,
        message_inputs::unknown_tags,
        convert_all,
    ),
    job(
        "entries of an OFX",
        1 << 14,
        message_inputs::entries_of_an_ofx,
        convert,
    ),
    job(
        "statements of an OFX",
        1 << 12,
        message_inputs::statements_of_an_ofx,
        convert,
    ),
    job(
        "parts of a text of an OFX",
        1 << 17,
        message_inputs::parts_of_a_text_of_an_ofx,
        convert,
    ),
    job(
        "elements of an OFX without an end",
        1 << 15,
        message_inputs::open_elements_of_an_ofx,
        convert_all,
    ),
    job(
        "signs of an OFX that begin nothing",
        1 << 18,
        message_inputs::signs_of_an_ofx,
        convert,
    ),
    job(
        "entries of an OFX, scrubbed",
        1 << 12,
        message_inputs::entries_of_an_ofx,
        scrub,
    ),
    job(
        "records of a QIF",
        1 << 14,
        message_inputs::records_of_a_qif,
        convert,
    ),
    job(
        "registers of a QIF",
        1 << 12,
        message_inputs::registers_of_a_qif,
        convert,
    ),
    job(
        "splits of a record of a QIF",
        1 << 15,
        message_inputs::splits_of_a_qif,
        convert,
    ),
    job(
        "fields of a record of a QIF",
        1 << 15,
        message_inputs::fields_of_a_qif,
        convert_all,
    ),
    job(
        "records of a QIF, scrubbed",
        1 << 12,
        message_inputs::records_of_a_qif,
        scrub,
    ),
    job(
        "rows of a workbook",
        1 << 14,
        message_inputs::rows_of_a_workbook,
        convert,
    ),
    job(
        "equal cells of a workbook",
        1 << 14,
        message_inputs::equal_cells,
        convert,
    ),
    #[cfg(feature = "old-workbooks")]
    job(
        "rows of an old workbook",
        1 << 15,
        message_inputs::rows_of_an_old_workbook,
        convert,
    ),
    #[cfg(feature = "old-workbooks")]
    job(
        "rows of an ods workbook",
        1 << 16,
        message_inputs::rows_of_an_open_document,
        convert,
    ),
    job(
        "files of a zip archive",
        1 << 13,
        message_inputs::files_of_an_archive,
        unpack,
    ),
    job(
        "rows of a table in HTML",
        1 << 16,
        message_inputs::rows_of_a_table,
        convert,
    ),
    job(
        "wide cells of a table in HTML",
        1 << 10,
        message_inputs::wide_cells,
        convert,
    ),
];
