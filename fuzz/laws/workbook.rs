//! Converting a workbook has the laws of converting any file, whatever its parts contain.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::choices::Choices;
use super::convert;

/// The data are choices of options, and then the sheet, the strings and the styles, each ended by a NUL.
pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let options = convert::options(&mut choices);
    let mut parts = choices.rest().split(|byte| *byte == 0);
    let mut next = || parts.next().unwrap_or_default();
    let relationship = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"x/{kind}\" Target=\"{target}\"/>")
    };
    let list = |relationships: &[String]| {
        format!("<Relationships>{}</Relationships>", relationships.concat())
    };
    let root = list(&[relationship("r1", "officeDocument", "xl/workbook.xml")]);
    let workbook = list(&[
        relationship("r1", "worksheet", "sheet.xml"),
        relationship("r2", "sharedStrings", "strings.xml"),
        relationship("r3", "styles", "styles.xml"),
    ]);
    let files: [(&str, &[u8]); 6] = [
        ("_rels/.rels", root.as_bytes()),
        (
            "xl/workbook.xml",
            b"<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>",
        ),
        ("xl/_rels/workbook.xml.rels", workbook.as_bytes()),
        ("xl/sheet.xml", next()),
        ("xl/strings.xml", next()),
        ("xl/styles.xml", next()),
    ];
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer
            .start_file(
                name,
                SimpleFileOptions::default().compression_method(CompressionMethod::Stored),
            )
            .unwrap();
        writer.write_all(content).unwrap();
    }
    convert::assert_converts(&writer.finish().unwrap().into_inner(), &options);
}
