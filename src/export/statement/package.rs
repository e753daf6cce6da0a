//! The parts of a workbook beside its sheets, and how they are packed.

use super::sheet::{DECLARATION, SPREADSHEET, STYLES};
use super::xml::{XmlWriter, escape};
use crate::archive;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// Packs sheets with their names into a workbook.
pub(super) fn package(names: &[String], sheets: &[String]) -> Vec<u8> {
    let paths: Vec<String> = (1..=sheets.len()).map(|number| format!("worksheets/sheet{number}.xml")).collect();
    let styles = format!("{DECLARATION}<styleSheet xmlns=\"{SPREADSHEET}\">{STYLES}</styleSheet>");
    let targets = paths.iter().map(|path| ("worksheet", path.as_str())).chain([("styles", "styles.xml")]);
    let parts = [
        ("[Content_Types].xml", content_types(&paths)),
        ("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", workbook(names)),
        ("xl/_rels/workbook.xml.rels", relationships(targets)),
        ("xl/styles.xml", styles),
    ];
    let parts = parts.iter().map(|(path, xml)| ((*path).to_owned(), xml.as_bytes()));
    let sheets = paths.iter().zip(sheets).map(|(path, sheet)| (format!("xl/{path}"), sheet.as_bytes()));
    let files: Vec<(String, &[u8])> = parts.chain(sheets).collect();
    archive::pack(files.iter().map(|(path, content)| (path.as_str(), *content)))
}

fn content_types(sheets: &[String]) -> String {
    let mut xml = XmlWriter::new(DECLARATION);
    xml.start("Types", &format!(" xmlns=\"{PACKAGE}/content-types\""));
    for (extension, kind) in
        [("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml")]
    {
        xml.empty("Default", &format!(" Extension=\"{extension}\" ContentType=\"{kind}\""));
    }
    let sheets = sheets.iter().map(|path| (path.as_str(), "worksheet"));
    for (path, kind) in [("workbook.xml", "sheet.main"), ("styles.xml", "styles")].into_iter().chain(sheets) {
        xml.empty("Override", &format!(" PartName=\"/xl/{path}\" ContentType=\"{CONTENT_TYPE}.{kind}+xml\""));
    }
    xml.finish()
}

/// Numbers the targets, each with its kind.
fn relationships<'t>(targets: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    let mut xml = XmlWriter::new(DECLARATION);
    xml.start("Relationships", &format!(" xmlns=\"{PACKAGE}/relationships\""));
    for ((kind, target), number) in targets.into_iter().zip(1..) {
        xml.empty("Relationship", &format!(" Id=\"rId{number}\" Type=\"{RELATIONSHIPS}/{kind}\" Target=\"{target}\""));
    }
    xml.finish()
}

fn workbook(names: &[String]) -> String {
    let mut xml = XmlWriter::new(DECLARATION);
    xml.start("workbook", &format!(" xmlns=\"{SPREADSHEET}\" xmlns:r=\"{RELATIONSHIPS}\""));
    xml.start("sheets", "");
    for (name, number) in names.iter().zip(1..) {
        let (name, _) = escape(name);
        xml.empty("sheet", &format!(" name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\""));
    }
    xml.finish()
}
