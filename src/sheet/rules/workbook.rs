//! Rules of workbooks.

use crate::report::Example::Statement;
use crate::report::rules;

/// A workbook in the XML of Excel 2003: what stands after its table and after its only sheet, the tag of its row, and the cell of its text.
macro_rules! workbook {
    ($options:literal, $further:expr, $row:literal, $text:literal) => {
        Statement {
            text: concat!(
                "<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">\n",
                "<Worksheet ss:Name=\"A\"><Table>\n",
                header!(),
                $row,
                "<Cell><Data>CH9300762011623852957</Data></Cell><Cell><Data ss:Type=\"DateTime\">2026-03-31T00:00:00.000</Data></Cell>",
                $text,
                "<Cell><Data ss:Type=\"Number\">-12.5</Data></Cell><Cell><Data ss:Type=\"Number\">87.5</Data></Cell>",
                "<Cell><Data ss:Type=\"DateTime\">2026-03-31T00:00:00.000</Data></Cell></Row>\n</Table>",
                $options,
                "</Worksheet>\n",
                $further,
                "</Workbook>\n"
            )
            .as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("100.00"),
        }
    };
}

/// The header of a statement.
macro_rules! header {
    () => {
        concat!(
            "<Row><Cell><Data>IBAN</Data></Cell><Cell><Data>Booked At</Data></Cell><Cell><Data>Text</Data></Cell>",
            "<Cell><Data>Credit/Debit Amount</Data></Cell><Cell><Data>Balance</Data></Cell><Cell><Data>Valuta Date</Data></Cell></Row>\n"
        )
    };
}

const GOOD_WORKBOOK: crate::report::Example =
    workbook!("", "", "<Row>", "<Cell><Data>Bakery</Data></Cell>");

rules! {
    "0.1.0":

    error WORKBOOK_UNREADABLE {
        title: "A workbook that can't be read",
        message: "the workbook can't be read: {reason}",
        help: "download the file again; if it stays so, open it in a spreadsheet program and save it as xlsx",
        why: "A workbook is an archive of several documents. If one of them is damaged, rows could be missing and nobody would know.",
        bad: Statement {
            text: b"PK\x03\x04\x14\0\0\0\x08\0\0\0\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\x0F\0\0\0xl/workbook.xml",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD_WORKBOOK,
    }
    error WORKBOOK_ENCRYPTED {
        title: "A workbook with a password",
        message: "the workbook is encrypted with a password",
        help: "open it in a spreadsheet program with the password, and save it without one",
        why: "Its content can only be read with the password, which is not asked for.",
        bad: Statement {
            text: b"\xD0\xCF\x11\xE0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0",
            account: None,
            currency: None,
            opening: None,
        },
        good: GOOD_WORKBOOK,
    }
    error WORKBOOK_TOO_LARGE {
        title: "A workbook whose sheets expand beyond the limit",
        message: "the sheets of the workbook expand to {found} bytes, which is more than the limit of {limit}",
        help: "delete the cells that are far below or beside the table, or save the table as CSV",
        why: "A small workbook can repeat rows, cells and texts millions of times, or have cells in distant columns, which would use up the memory. The limit is the maximum size of a file, and for a file of less than 5 MiB two hundred times its own size or 32 MiB.",
        bad: workbook!("", "", "<Row ss:Index=\"1000000\">", "<Cell><Data>Bakery</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    error SHEETS_AMBIGUOUS {
        title: "A workbook with several statements",
        message: "the sheets {sheets} of the workbook have the header of a statement",
        help: "save each of these sheets as a workbook of its own",
        why: "The lines of findings and the totals are those of one table. Of two tables, one would be left out or both would be mixed.",
        bad: workbook!("", concat!("<Worksheet ss:Name=\"B\"><Table>", header!(), "</Table></Worksheet>\n"), "<Row>", "<Cell><Data>Bakery</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    warning SHEETS_UNREAD {
        title: "Rows on other sheets",
        message: "other sheets of the workbook ({sheets}) have rows with a date and a number, which are not read",
        help: "if they belong to the statement, save each sheet as a workbook of its own, with its header",
        why: "A statement may go on in a second sheet. Only the sheet with the header of a known format is read, since nothing says what the columns of another one mean.",
        bad: workbook!("", "<Worksheet ss:Name=\"B\"><Table><Row><Cell><Data>2026-03-31</Data></Cell><Cell><Data>Rent</Data></Cell><Cell><Data>-5.00</Data></Cell></Row></Table></Worksheet>\n", "<Row>", "<Cell><Data>Bakery</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    warning SHEET_HIDDEN {
        title: "The statement is in a hidden sheet",
        message: "the sheet that is read is hidden in the workbook",
        help: "check that it is the sheet that you mean",
        why: "Who opens the workbook doesn't see this sheet. It is read because no other one has the header of a statement.",
        bad: workbook!("<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>", "", "<Row>", "<Cell><Data>Bakery</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    warning ROWS_HIDDEN {
        title: "Hidden rows in a sheet",
        message: "the sheet has hidden rows, which are read like the others: {count}, the first is row {row}",
        help: "check whether they belong to the table; if they don't, delete them in a copy",
        why: "A filter hides rows and keeps them. The money of a hidden row moved like that of any other, so leaving it out would be wrong more often than reading it.",
        bad: workbook!("", "", "<Row ss:Hidden=\"1\">", "<Cell><Data>Bakery</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    warning NUMBER_INEXACT {
        title: "A number without an exact decimal",
        message: "the number in this cell is no decimal of at most 15 digits, so it is not read as a number",
        help: "enter the amount, or the text of the reference, in the cell again",
        why: "A workbook keeps numbers in binary. 0.30000000000000004 is the result of a computation, and nobody knows which amount was meant; a reference of 20 digits has lost its last digits.",
        bad: workbook!("", "", "<Row>", "<Cell><Data ss:Type=\"Number\">12345678901234567</Data></Cell>"),
        good: GOOD_WORKBOOK,
    }
    warning FORMULA_UNCALCULATED {
        title: "A formula without a stored result",
        message: "the formula in this cell has no stored result, and is not computed",
        help: "open the workbook in a spreadsheet program and save it; the result is then in it",
        why: "Programs that write workbooks may leave the results of formulas out, and spreadsheet programs fill them in. Without its result, the cell says nothing.",
        bad: workbook!("", "", "<Row>", "<Cell ss:Formula=\"=R1C1\"/>"),
        good: GOOD_WORKBOOK,
    }
    warning CURRENCY_SHOWN_DIFFERS {
        title: "The cells show another currency",
        message: "the cells of the workbook show their numbers in {shown}, but the bookings are in another currency",
        help: "check in which currency the account is kept; if you named it, correct that",
        why: "A spreadsheet shows a currency beside each number if its format says so. That is no statement of the bank, so nothing is changed by it, but both are seldom right.",
        bad: Statement {
            text: concat!(
                "<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">\n",
                "<Styles><Style ss:ID=\"euro\"><NumberFormat ss:Format=\"#,##0.00 &quot;€&quot;\"/></Style></Styles>\n",
                "<Worksheet ss:Name=\"A\"><Table>\n",
                header!(),
                "<Row><Cell><Data>CH9300762011623852957</Data></Cell><Cell><Data ss:Type=\"DateTime\">2026-03-31T00:00:00.000</Data></Cell>",
                "<Cell><Data>Bakery</Data></Cell><Cell ss:StyleID=\"euro\"><Data ss:Type=\"Number\">-12.5</Data></Cell>",
                "<Cell ss:StyleID=\"euro\"><Data ss:Type=\"Number\">87.5</Data></Cell>",
                "<Cell><Data ss:Type=\"DateTime\">2026-03-31T00:00:00.000</Data></Cell></Row>\n</Table></Worksheet>\n",
                "</Workbook>\n"
            )
            .as_bytes(),
            account: None,
            currency: Some("CHF"),
            opening: Some("100.00"),
        },
        good: GOOD_WORKBOOK,
    }
}
