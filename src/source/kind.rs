use memchr::memmem;

use super::Decoded;
use super::named_enum::named_enum;

/// How many bytes at the start decide the kind of a file.
const HEAD_LEN: usize = 4096;

named_enum! {
    /// The kind of a file, detected from its first bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum FileKind {
        /// An empty file, or one with whitespace only.
        Empty = "an empty file",
        /// Text of no other kind in this list, such as CSV.
        Text = "a text file",
        /// A JSON document.
        Json = "a JSON document",
        /// A PDF document.
        Pdf = "a PDF document",
        /// An Excel workbook since 2007.
        Xlsx = "an Excel workbook (xlsx)",
        /// A spreadsheet of `LibreOffice` and other programs.
        Ods = "an OpenDocument spreadsheet (ods)",
        /// An Excel workbook before 2007.
        Xls = "an old Excel workbook (xls)",
        /// An Excel workbook in the XML of 2003.
        SpreadsheetXml = "an Excel workbook of 2003 (XML)",
        /// A ZIP archive of no other kind in this list.
        Zip = "a ZIP archive",
        /// An ISO 20022 account report (intraday).
        Camt052 = "a camt.052 account report (XML)",
        /// An ISO 20022 bank statement.
        Camt053 = "a camt.053 bank statement (XML)",
        /// An ISO 20022 debit or credit notification.
        Camt054 = "a camt.054 notification (XML)",
        /// An XML document of no other kind in this list.
        Xml = "an XML document",
        /// A web page. Some banks export one with the extension `.xls`.
        Html = "a web page (HTML)",
        /// A SWIFT MT940 or MT942 statement.
        Mt940 = "an MT940 bank statement (SWIFT)",
        /// An OFX or QFX statement.
        Ofx = "an OFX bank statement",
        /// A file in QIF, the interchange format of Quicken.
        Qif = "a QIF file",
        /// A picture or a scan.
        Image = "an image",
        /// Bytes that are not text in any supported encoding.
        Binary = "a binary file",
    }
    /// Returns a noun phrase for messages, such as "a PDF document".
    name
}

impl FileKind {
    /// Detects the kind of a file from its first bytes. The name of the file isn't used.
    ///
    /// ```
    /// use universal_accounting::internals::source::FileKind;
    ///
    /// let kind = FileKind::sniff(b"%PDF-1.7\n");
    /// assert_eq!(kind.name(), "a PDF document");
    /// ```
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Self {
        let head = bytes.get(..HEAD_LEN).unwrap_or(bytes);
        from_signature(head)
            .unwrap_or_else(|| Self::from_head_text(&Decoded::from_bytes(head), bytes))
    }

    /// Detects the kind of a decoded file. This saves decoding a short file twice.
    pub(crate) fn from_decoded(decoded: &Decoded<'_>) -> Self {
        let bytes = decoded.bytes();
        if bytes.len() > HEAD_LEN {
            return Self::sniff(bytes);
        }
        from_signature(bytes).unwrap_or_else(|| Self::from_head_text(decoded, bytes))
    }

    /// Detects the kind of a file without a known signature from the text of its first bytes.
    fn from_head_text(head: &Decoded<'_>, bytes: &[u8]) -> Self {
        let text = head.text().trim_start();
        if text.is_empty() {
            let is_whole = head.bytes().len() == bytes.len();
            let is_blank = is_whole || Decoded::from_bytes(bytes).text().trim_start().is_empty();
            return if is_blank { Self::Empty } else { Self::Text };
        }
        if is_binary(text) {
            Self::Binary
        } else {
            from_text(text)
        }
    }

    /// Returns what to do in addition to exporting the statement as CSV; empty if there is nothing to add.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Ods | Self::Xls => "or open it in a spreadsheet program and save it as xlsx",
            Self::Zip => "unpack it and pass its files",
            Self::Json => {
                "if it is a file for the accounting service, check it instead of converting it"
            }
            _ => "",
        }
    }
}

fn contains(haystack: &[u8], needle: &str) -> bool {
    memmem::find(haystack, needle.as_bytes()).is_some()
}

/// Detects the kinds that start with a fixed sequence of bytes.
fn from_signature(head: &[u8]) -> Option<FileKind> {
    match head {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(from_zip_entries(head)),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => Some(FileKind::Xls),
        // PNG, JPEG, GIF, TIFF in both byte orders, WebP, and HEIC, which phones write.
        [0x89, b'P', b'N', b'G', ..]
        | [0xFF, 0xD8, 0xFF, ..]
        | [b'G', b'I', b'F', b'8', ..]
        | [b'I', b'I', 42, 0, ..]
        | [b'M', b'M', 0, 42, ..]
        | [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ]
        | [
            _,
            _,
            _,
            _,
            b'f',
            b't',
            b'y',
            b'p',
            b'h' | b'm',
            b'e' | b'i',
            ..,
        ] => Some(FileKind::Image),
        // A byte order mark or whitespace may come before the header of a PDF.
        _ => {
            let start = head
                .strip_prefix(b"\xEF\xBB\xBF")
                .unwrap_or(head)
                .trim_ascii_start();
            start.starts_with(b"%PDF-").then_some(FileKind::Pdf)
        }
    }
}

/// Distinguishes the kinds of ZIP archives by the name of their first file. Names further on may be those in an archive inside the archive.
fn from_zip_entries(head: &[u8]) -> FileKind {
    const PACKAGE_PARTS: [&[u8]; 5] = [
        b"[Content_Types].xml",
        b"_rels/",
        b"docProps/",
        b"customXml/",
        b"xl/",
    ];
    let name = match head.get(26..28) {
        Some(&[low, high]) => head
            .get(30..)
            .unwrap_or_default()
            .get(..usize::from(u16::from_le_bytes([low, high]))),
        _ => None,
    };
    let name = name.unwrap_or_default();
    let is_package = PACKAGE_PARTS.iter().any(|part| name.starts_with(part));
    if name == b"mimetype" && contains(head, "application/vnd.oasis.opendocument.spreadsheet") {
        FileKind::Ods
    } else if is_package
        && (contains(head, "xl/") || !contains(head, "word/") && !contains(head, "ppt/"))
    {
        FileKind::Xlsx
    } else {
        FileKind::Zip
    }
}

/// Returns whether a text has too many control characters to be text.
///
/// A few are tolerated, because a real export ends with a NUL. DEL doesn't count, because JSON allows it unescaped.
fn is_binary(text: &str) -> bool {
    // Most files have no control character; a loop without branches finds that out fastest.
    if text.bytes().fold(b' ', u8::min) == b' ' {
        return false;
    }
    let controls = text
        .bytes()
        .map(|byte| u16::from(byte < b' ' && !byte.is_ascii_whitespace()))
        .sum::<u16>();
    controls > 0 && usize::from(controls) * 32 > text.chars().count()
}

fn from_text(text: &str) -> FileKind {
    let begins_message = begins_swift_message(text);
    if text.starts_with(['{', '[']) && !begins_message {
        return FileKind::Json;
    }
    let text = text.to_ascii_lowercase();
    // Lines of the bank may be above the first message.
    let has_line = |start: &str| {
        let after = |end| contains(text.as_bytes(), &format!("{end}{start}"));
        text.starts_with(start) || after('\n') || after('\r')
    };
    let is_statement = has_line(":60") || has_line(":61:") || has_line(":62") || has_line(":34f:");
    if (has_line(":20:") || begins_message) && (has_line(":25") || is_statement) {
        return FileKind::Mt940;
    }
    // Programs leave parts of the header out, or write something else before it.
    if has_line("ofxheader") || contains(text.as_bytes(), "<ofx>") {
        return FileKind::Ofx;
    }
    if ["!type:", "!account", "!option:"].into_iter().any(has_line) {
        return FileKind::Qif;
    }
    if !matches!(text.as_bytes(), [b'<', b'?' | b'!' | b'a'..=b'z', ..]) {
        return FileKind::Text;
    }
    let known = [
        ("<?ofx", FileKind::Ofx),
        ("camt.052", FileKind::Camt052),
        ("camt.053", FileKind::Camt053),
        ("camt.054", FileKind::Camt054),
        (
            "urn:schemas-microsoft-com:office:spreadsheet",
            FileKind::SpreadsheetXml,
        ),
        ("<!doctype html", FileKind::Html),
        ("<html", FileKind::Html),
        ("<table", FileKind::Html),
    ];
    known
        .into_iter()
        .find(|(word, _)| contains(text.as_bytes(), word))
        .map_or(FileKind::Xml, |(_, kind)| kind)
}

/// Whether a text begins with block 1 of a SWIFT message: `{1:`, the application, such as F for FIN, and two digits of the service.
fn begins_swift_message(text: &str) -> bool {
    let header = text.strip_prefix("{1:").map(str::as_bytes);
    matches!(header, Some([application, tens, ones, ..])
        if application.is_ascii_alphabetic() && tens.is_ascii_digit() && ones.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::FileKind;

    fn utf16(text: &str, mark: bool) -> Vec<u8> {
        let mark = mark.then_some(0xFEFF);
        mark.into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect()
    }

    /// The start of an archive: the header of its first file, and what follows.
    fn zip(name: &str, following: &str) -> Vec<u8> {
        let length = u8::try_from(name.len()).unwrap();
        let header = [b"PK\x03\x04".as_slice(), &[0; 22], &[length, 0, 0, 0]].concat();
        [header.as_slice(), name.as_bytes(), following.as_bytes()].concat()
    }

    #[test]
    fn detects_each_kind_from_its_first_bytes() {
        let camt = br#"<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">"#;
        let cases: &[(&[u8], FileKind)] = &[
            (b"", FileKind::Empty),
            (b" \r\n\t", FileKind::Empty),
            (b"\xEF\xBB\xBF\n", FileKind::Empty),
            (b"\xFF\xFE", FileKind::Empty),
            (b"Datum;Betrag\n", FileKind::Text),
            (b"W\xE4hrung;\x80\n", FileKind::Text),
            (b"<1000;>1000\n", FileKind::Text),
            (b"\xEF\xBB\xBF {}", FileKind::Json),
            (b"\n[1]", FileKind::Json),
            (b"%PDF-1.4", FileKind::Pdf),
            (b"\xEF\xBB\xBF\r\n%PDF-1.4", FileKind::Pdf),
            (&zip("[Content_Types].xml", ""), FileKind::Xlsx),
            (&zip("[Content_Types].xml", "word/document.xml"), FileKind::Zip),
            (&zip("docProps/app.xml", "ppt/slide1.xml"), FileKind::Zip),
            (&zip("xl/workbook.xml", ""), FileKind::Xlsx),
            (&zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), FileKind::Ods),
            (&zip("mimetype", "application/epub+zip"), FileKind::Zip),
            (&zip("konto.csv", ""), FileKind::Zip),
            // A workbook inside an archive.
            (&zip("konto.xlsx", "PK\x03\x04[Content_Types].xml xl/workbook.xml"), FileKind::Zip),
            (b"PK\x03\x04", FileKind::Zip),
            (b"PK\x05\x06", FileKind::Zip),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", FileKind::Xls),
            (camt, FileKind::Camt053),
            (b"<?xml version=\"1.0\"?><a/>", FileKind::Xml),
            (
                b"<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>",
                FileKind::SpreadsheetXml,
            ),
            (b"<!DOCTYPE HTML>", FileKind::Html),
            (b"<Table><tr>", FileKind::Html),
            (b"\r\n:20:STARTUMS\r\n:25:1/2\r\n", FileKind::Mt940),
            (b"BANK\n940\n:20:A\n:25:1\n", FileKind::Mt940),
            (b"BANK\r:20:A\r:25:1\r", FileKind::Mt940),
            (b"{1:F01UBSWCHZHAXXX0000000000}{4:\n:25:1/2\n", FileKind::Mt940),
            (b"{1:D02AASDISLNETAXX}\n{4:\n:20:A\n:25:1/2\n", FileKind::Mt940),
            (b"{1:[2]}", FileKind::Json),
            (b"{1:F01UBSWCHZHAXXX0000000000}{2:O101}{4:\n:20:A\n:30:1\n", FileKind::Text),
            (b"OFXHEADER:100\n", FileKind::Ofx),
            (b"DATA:OFXSGML\n<OFX>", FileKind::Ofx),
            (b"<!--\nOFXHEADER:100\n-->\n<OFX>", FileKind::Ofx),
            (b"!Type:Bank\nD1/1/2026\n", FileKind::Qif),
            (b"a comment\n!account\nNCash\n", FileKind::Qif),
            (b"<?xml version=\"1.0\"?><?OFX OFXHEADER=\"200\"?><OFX>", FileKind::Ofx),
            (b"\x89PNG\r\n\x1A\n", FileKind::Image),
            (b"\xFF\xD8\xFF\xE0", FileKind::Image),
            (b"\x7FELF\x02\x01\x01\0\0\0\0\0", FileKind::Binary),
            (b"\0\0\0\0", FileKind::Binary),
        ];
        for (bytes, kind) in cases {
            assert_eq!(
                FileKind::sniff(bytes),
                *kind,
                "{:?}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn detects_the_kind_of_utf16_text() {
        for mark in [true, false] {
            assert_eq!(
                FileKind::sniff(&utf16("Datum;Betrag\r\n", mark)),
                FileKind::Text
            );
            assert_eq!(
                FileKind::sniff(&utf16("<?xml?><Document camt.054/>", mark)),
                FileKind::Camt054
            );
            assert_eq!(FileKind::sniff(&utf16(" {\"a\":1}", mark)), FileKind::Json);
        }
        assert_eq!(FileKind::sniff(&utf16(" \n", true)), FileKind::Empty);
    }

    #[test]
    fn text_with_one_nul_is_not_binary() {
        let text = format!("{};CHF17145.85\0\r\n", "Datum;Betrag;Saldo\r\n".repeat(5));
        assert_eq!(FileKind::sniff(text.as_bytes()), FileKind::Text);
    }

    #[test]
    fn any_amount_of_white_space_may_come_first() {
        let blanks = " \n".repeat(10_000);
        assert_eq!(FileKind::sniff(blanks.as_bytes()), FileKind::Empty);
        assert_eq!(
            FileKind::sniff(format!("{blanks}a;b").as_bytes()),
            FileKind::Text
        );
    }
}
