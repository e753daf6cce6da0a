//! The rules of tables of base data.

use crate::report::Example;
use crate::report::rules;

const fn table(text: &'static str) -> Example {
    Example::BaseDataTable(text.as_bytes())
}

rules! {
    "0.1.0":

    error TABLE_EMPTY {
        title: "A table without a cell",
        message: "there is no table: every cell is empty",
        help: "export the table again, or leave the file out",
        why: "An update without a list removes what the service holds. An empty file is more often a failed export than an empty list.",
        bad: table(";;\n;;\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    warning SHEET_EMPTY {
        title: "An empty sheet in a workbook",
        message: "the workbook has sheets without a cell, such as `{sheet}`: {count}",
        help: "check that nothing is missing, and delete the empty sheets",
        why: "New workbooks have empty sheets, so most are no fault. But an empty sheet may also be one that was not filled.",
        bad: table(r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Konten"><Table><Row><Cell><Data ss:Type="String">Konto-Nr.</Data></Cell><Cell><Data ss:Type="String">Bezeichnung</Data></Cell></Row><Row><Cell><Data ss:Type="String">1020</Data></Cell><Cell><Data ss:Type="String">Bank</Data></Cell></Row></Table></Worksheet><Worksheet ss:Name="Steuern"><Table></Table></Worksheet></Workbook>"#),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error TABLE_UNKNOWN {
        title: "A table whose headings are not known",
        message: "no row of the table has the headings of a list of base data{hint}",
        help: "give the columns headings that are known, such as `number` and `description` for accounts, or say in the map of columns what they hold",
        why: "The headings tell which list the table is and what its columns mean. Without them, both would be guessed.",
        bad: table("foo;bar\n1020;Bank\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error TABLE_AMBIGUOUS {
        title: "A table that may be one of two lists",
        message: "the headings of the table fit {lists} equally well",
        help: "name the file or the sheet after the list, such as `projects`, or map a heading to a field of the list, such as `projects.code`",
        why: "Cost centers and projects have the same fields, so a table with these headings may be either.",
        bad: table("externalId;name;code\nk-1;Verkauf;VK\n"),
        good: table("externalId;name;Kostenstelle\nk-1;Verkauf;VK\n"),
    }
    error HEADING_UNKNOWN {
        title: "A heading that is not known",
        message: "this heading of `{list}` is not known{hint}",
        help: "correct it, or map it to a field in the map of columns; null leaves the column out",
        why: "The values of a column that is not known would be lost without a word.",
        bad: table("Konto-Nr.;Bezeichnung;Wärung\n1020;Bank;CHF\n"),
        good: table("Konto-Nr.;Bezeichnung;Währung\n1020;Bank;CHF\n"),
    }
    error HEADING_REPEATED {
        title: "Two columns for one field",
        message: "this column is for `{field}`, and so is column {first}",
        help: "leave one of the two out of the table, or map its heading to null or to another field",
        why: "It is unclear which of the two values is meant.",
        bad: table("Konto-Nr.;Bezeichnung;Kontoname\n1020;Bank;Bankguthaben\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error HEADING_MISSING {
        title: "Values in a column without a heading",
        message: "this cell has no heading above it",
        help: "give the column a heading of its own; a heading that is merged over several columns counts for the first of them",
        why: "Nobody can tell what the values of the column mean, and they would be lost without a word.",
        bad: table("Konto-Nr.;Bezeichnung;\n1020;Bank;CHF\n"),
        good: table("Konto-Nr.;Bezeichnung;Währung\n1020;Bank;CHF\n"),
    }
    error HEADER_MERGED {
        title: "A header of two rows",
        message: "the header takes two rows: here are the headings of columns whose heading above is merged or empty",
        help: "write all headings in one row, and give each column its own",
        why: "A heading that is merged over several columns counts for the first of them, so the others have none.",
        bad: table("Konto-Nr.;Bezeichnung;\n;;Währung\n1020;Bank;CHF\n"),
        good: table("Konto-Nr.;Bezeichnung;Währung\n1020;Bank;CHF\n"),
    }
    error TABLE_SECOND {
        title: "Two tables in one file or sheet",
        message: "here begins a second table, with headings of `{list}`",
        help: "put each table in a file or a sheet of its own; if the row only repeats the header above, delete it",
        why: "The columns of a table mean what its header says. Below another header, they would be read as what they are not.",
        bad: table("Konto-Nr.;Bezeichnung\n1020;Bank\n\nKostenstelle;Bezeichnung\nVK;Verkauf\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    warning ACCOUNT_NUMBER_DOUBTFUL {
        title: "A number that is unlike those of accounts",
        message: "these may not be the numbers of accounts, because {reason}: {count}, in the lines {lines}",
        help: "check that they are accounts, and write each number as your program shows it; put the name in a column of its own, and take notes, totals and marks out of the column",
        why: "`1020 Bank`, `1020*`, `Erstellt` and the year of a note may stand in the column of the numbers, and a spreadsheet makes 1020.00 of 1020 and 27 of 0027. To the service, each is the key of an account.",
        bad: table("Konto-Nr.;Bezeichnung\n1000;Kasse\n1020 Bank;Bank\n"),
        good: table("Konto-Nr.;Bezeichnung\n1000;Kasse\n1020;Bank\n"),
    }
    warning COLUMN_LEFT_OUT {
        title: "Columns for which base data has no field",
        message: "base data has no field for these columns, so they are left out: {columns}",
        help: "nothing needs to be done; to leave them out without a warning, map their headings to null",
        why: "Streets, phone numbers and balances are in many tables, and no field of base data holds them. What is lost is said once.",
        bad: table("Konto-Nr.;Bezeichnung;Saldo\n1020;Bank;12.50\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error COLUMN_MISSING {
        title: "A table without a column for a required field",
        message: "the table has no column for `{field}`",
        help: "add a column for it: {about}",
        why: "Every record needs the field, so no record of the table would be accepted.",
        bad: table("Konto-Nr.;Kontoart\n1020;Aktiven\n"),
        good: table("Konto-Nr.;Bezeichnung;Kontoart\n1020;Bank;Aktiven\n"),
    }
    error TABLE_KIND {
        title: "A file that is no table",
        message: "this is {found}, not a table",
        help: "save the table as CSV or XLSX in the program or the spreadsheet that has it",
        why: "Base data is built from CSV files and from workbooks. For another kind of file, the message names the kind.",
        bad: table(r#"{"accounts":[{"number":"1020","description":"Bank"}]}"#),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    warning SHEET_LEFT_OUT {
        title: "A sheet without the headings of a list",
        message: "no row of this sheet has the headings of a list of base data, so the sheet is left out",
        help: "check that it is a cover sheet or a note; if it is a list, give its columns headings that are known",
        why: "Workbooks have cover sheets and notes. A sheet is left out only if none of its rows has more than two cells, its name is not that of a list, and another sheet of the workbook is a list.",
        bad: table(r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Deckblatt"><Table><Row><Cell><Data ss:Type="String">Muster AG</Data></Cell></Row></Table></Worksheet><Worksheet ss:Name="Konten"><Table><Row><Cell><Data ss:Type="String">Konto-Nr.</Data></Cell><Cell><Data ss:Type="String">Bezeichnung</Data></Cell></Row><Row><Cell><Data ss:Type="String">1020</Data></Cell><Cell><Data ss:Type="String">Bank</Data></Cell></Row></Table></Worksheet></Workbook>"#),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    warning ROWS_LEFT_OUT {
        title: "Groups, titles and totals among records",
        message: "these rows are groups, titles, totals and the like, not `{list}`, so they are left out: {count}, in the lines {lines}{also}",
        help: "check that none of them is meant as a record; if one is, have all rows taken, and remove the others from the table",
        why: "Charts of accounts have groups, such as 1, 10, 100 and 10-19 above 1000, rows with a text only, and totals. Nobody books on them. Some programs have cost centers in the chart, whose numbers begin with a point, a comma, a semicolon or a colon. A number of up to three digits without a currency or an IBAN, unless all rows have one, is a group if half of such numbers stand beside a number that they begin, or if nearly all accounts begin with one of them.",
        bad: table("Konto-Nr.;Bezeichnung\n10;Umlaufvermögen\n1020;Bank\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error CELL_WITHOUT_VALUE {
        title: "A cell whose value the spreadsheet doesn't have",
        message: "this cell has no value: {reason}",
        help: "in the spreadsheet, {advice}",
        why: "A formula may have an error or no stored result, a column may be too narrow to show its numbers, and of merged cells only the first one has the value. Which value was meant is not guessed.",
        bad: table("Konto-Nr.;Bezeichnung\n1020;#REF!\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error KEY_REFORMATTED {
        title: "A number or a code that a spreadsheet has reformatted",
        message: "this `{field}` is {found}, as a spreadsheet makes it from a number or a code",
        help: "format the column as text, and enter it again as your program shows it",
        why: "A spreadsheet takes 1.5 for the first of May, 1-1 for a day, and 1030 for an amount. To the service, what it makes of them is another key.",
        bad: table("Konto-Nr.;Bezeichnung\n1'020;Bank\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error KEY_UNSEEN {
        title: "A key with a character that nobody sees",
        message: "this `{field}` contains {character}, a character that nobody sees",
        help: "enter it again by hand",
        why: "Keys are compared to the letter. Zero-width characters, marks of the writing direction and line breaks come from web pages and documents; with one of them it is another key, and nobody sees the difference.",
        bad: table("Konto-Nr.;Bezeichnung\n1020\u{200b};Bank\n"),
        good: table("Konto-Nr.;Bezeichnung\n1020;Bank\n"),
    }
    error CELL_UNREADABLE {
        title: "A cell that says something else than its field holds",
        message: "`{field}` needs {expected}, and this cell is something else",
        help: "write {expected}",
        why: "Whether a word means yes, or which number was meant, is not guessed.",
        bad: table("Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;normal\n"),
        good: table("Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;8,1 %\n"),
    }
    error NUMBER_ROUNDED {
        title: "A number that a spreadsheet rounded",
        message: "a spreadsheet has rounded this number, so its last digits are lost",
        help: "format the column as text, and enter the number again",
        why: "A spreadsheet keeps 15 digits of a number and shows a long one as 1.23E+15. What the other digits were is nowhere in the file.",
        bad: table("ID;Konto-Nr.;Bezeichnung\n1.23E+15;1020;Bank\n"),
        good: table("ID;Konto-Nr.;Bezeichnung\n1234567890123456;1020;Bank\n"),
    }
    warning DIGITS_REPLACED {
        title: "A long number that ends in zeros",
        message: "this number has more than 15 digits, and zeros from the 16th on, as if a spreadsheet had replaced its digits",
        help: "compare it with the original; if digits were lost, format the column as text, and enter the number again",
        why: "A spreadsheet keeps 15 digits of a number and writes zeros for the others. To the service, the changed number is another one.",
        bad: table("ID;Konto-Nr.;Bezeichnung\n12345678901234500;1020;Bank\n"),
        good: table("ID;Konto-Nr.;Bezeichnung\n12345678901234567;1020;Bank\n"),
    }
    warning LEADING_ZERO_LOST {
        title: "A number without the leading zeros of its neighbours",
        message: "this `{field}` is shorter than those of the column with leading zeros, which have {length} digits",
        help: "if a spreadsheet has dropped its zeros, format the column as text, and enter it again",
        why: "A spreadsheet takes 0017 for the number 17. To the service, 17 is another key.",
        bad: table("ID;Konto-Nr.;Bezeichnung\n0017;1020;Bank\n18;1021;Sparkonto\n"),
        good: table("ID;Konto-Nr.;Bezeichnung\n0017;1020;Bank\n0018;1021;Sparkonto\n"),
    }
    warning ZEROS_DROPPED {
        title: "A number with decimals in the place of a text",
        message: "this `{field}` is stored as a number with decimals, so zeros at its end are dropped",
        help: "compare it with your program; if it ends in a zero there, format the column as text, and enter it again",
        why: "A spreadsheet takes 1020.10 for the number 1020.1. To the service, 1020.1 is another key.",
        bad: table(r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Konten"><Table><Row><Cell><Data ss:Type="String">Konto-Nr.</Data></Cell><Cell><Data ss:Type="String">Bezeichnung</Data></Cell></Row><Row><Cell><Data ss:Type="Number">1020.1</Data></Cell><Cell><Data ss:Type="String">Bank</Data></Cell></Row></Table></Worksheet></Workbook>"#),
        good: table(r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Konten"><Table><Row><Cell><Data ss:Type="String">Konto-Nr.</Data></Cell><Cell><Data ss:Type="String">Bezeichnung</Data></Cell></Row><Row><Cell><Data ss:Type="String">1020.10</Data></Cell><Cell><Data ss:Type="String">Bank</Data></Cell></Row></Table></Worksheet></Workbook>"#),
    }
    warning RATE_DOUBTFUL {
        title: "A rate that no tax has",
        message: "this `{field}` is between 27 % and 100 %, as if its decimal mark were lost",
        help: "write the rate in percent, such as 8.1",
        why: "8.1 becomes 81 where a spreadsheet of another language loses the decimal mark. No value added tax of Europe has such a rate; with 100 %, programs book the tax of an import.",
        bad: table("Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;81\n"),
        good: table("Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;8,1\n"),
    }
    warning ACCOUNT_TYPE_OPEN {
        title: "An account whose type its number does not tell",
        message: "the chart does not tell the type of the account with this number, so it has none",
        help: "add a column with the types of accounts, and write it there",
        why: "In some classes of a chart, income and expense stand side by side. The type is left out rather than guessed.",
        bad: table("Konto-Nr.;Bezeichnung\n9200;Jahresgewinn\n"),
        good: table("Konto-Nr.;Bezeichnung;Kontoart\n9200;Jahresgewinn;Passiven\n"),
    }
    error ORGANIZATION_REPEATED {
        title: "Two organizations",
        message: "this is another organization; base data has one",
        help: "leave one of the two out",
        why: "It is unclear whose books these are.",
        bad: table("companyName;leadCurrency\nMuster AG;CHF\nBeispiel GmbH;CHF\n"),
        good: table("companyName;leadCurrency\nMuster AG;CHF\n"),
    }
}
