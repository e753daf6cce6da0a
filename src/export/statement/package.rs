//! The parts of a workbook beside its sheets, and how they are packed.

use super::sheet::{DECLARATION, SPREADSHEET, STYLES};
use super::xml::{XmlWriter, escape};
use crate::archive::{Packer, TakePiece};
use crate::source::Certain;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// A workbook, to which the sheets are added in the order of their names.
pub(super) struct Package<'o> {
    packer: Packer<'o>,
    paths: Vec<String>,
    /// The number of sheets so far.
    added: usize,
}

impl<'o> Package<'o> {
    /// Writes everything but the sheets.
    pub(super) fn new(names: &[String], out: &'o mut dyn FnMut(&[u8])) -> Self {
        let paths: Vec<String> = (1..=names.len())
            .map(|number| format!("worksheets/sheet{number}.xml"))
            .collect();
        let styles =
            format!("{DECLARATION}<styleSheet xmlns=\"{SPREADSHEET}\">{STYLES}</styleSheet>");
        let targets = paths
            .iter()
            .map(|path| ("worksheet", path.as_str()))
            .chain([("styles", "styles.xml")]);
        let mut packer = Packer::new(out);
        for (path, xml) in [
            ("[Content_Types].xml", content_types(&paths)),
            (
                "_rels/.rels",
                relationships([("officeDocument", "xl/workbook.xml")]),
            ),
            ("xl/workbook.xml", workbook(names)),
            ("xl/_rels/workbook.xml.rels", relationships(targets)),
            ("xl/styles.xml", styles),
        ] {
            packer.add(path, &mut |out| out(xml.as_bytes()));
        }
        Self {
            packer,
            paths,
            added: 0,
        }
    }

    /// Adds the next sheet, whose XML `write` passes to its argument.
    pub(super) fn add_sheet(&mut self, write: &mut dyn FnMut(TakePiece<'_>)) {
        if let Some(path) = self.paths.get(self.added) {
            self.packer.add(&format!("xl/{path}"), write);
            self.added += 1;
        }
    }

    pub(super) fn finish(self) {
        self.packer.finish();
    }
}

/// Returns a small document.
fn document(write: impl FnOnce(&mut XmlWriter<'_>)) -> String {
    let mut document = Vec::new();
    let mut out = |piece: &[u8]| document.extend_from_slice(piece);
    let mut xml = XmlWriter::new(DECLARATION, &mut out);
    write(&mut xml);
    xml.finish();
    String::from_utf8(document).certain()
}

fn content_types(sheets: &[String]) -> String {
    document(|xml| {
        xml.start("Types", &format!(" xmlns=\"{PACKAGE}/content-types\""));
        for (extension, kind) in [
            (
                "rels",
                "application/vnd.openxmlformats-package.relationships+xml",
            ),
            ("xml", "application/xml"),
        ] {
            xml.empty(
                "Default",
                &format!(" Extension=\"{extension}\" ContentType=\"{kind}\""),
            );
        }
        let sheets = sheets.iter().map(|path| (path.as_str(), "worksheet"));
        for (path, kind) in [("workbook.xml", "sheet.main"), ("styles.xml", "styles")]
            .into_iter()
            .chain(sheets)
        {
            xml.empty(
                "Override",
                &format!(" PartName=\"/xl/{path}\" ContentType=\"{CONTENT_TYPE}.{kind}+xml\""),
            );
        }
    })
}

/// Numbers the targets, each with its kind.
fn relationships<'t>(targets: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    document(|xml| {
        xml.start(
            "Relationships",
            &format!(" xmlns=\"{PACKAGE}/relationships\""),
        );
        for ((kind, target), number) in targets.into_iter().zip(1..) {
            xml.empty(
                "Relationship",
                &format!(" Id=\"rId{number}\" Type=\"{RELATIONSHIPS}/{kind}\" Target=\"{target}\""),
            );
        }
    })
}

fn workbook(names: &[String]) -> String {
    document(|xml| {
        xml.start(
            "workbook",
            &format!(" xmlns=\"{SPREADSHEET}\" xmlns:r=\"{RELATIONSHIPS}\""),
        );
        xml.start("sheets", "");
        for (name, number) in names.iter().zip(1..) {
            let (name, _) = escape(name);
            xml.empty(
                "sheet",
                &format!(" name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\""),
            );
        }
    })
}
