//! Reads files into tables as text.

use super::built::BuildOptions;
use super::heading::fold;
use super::rules;
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic};
use crate::sheet::rules::{STATEMENT_KIND, TEXT_MISDECODED};
pub(super) use crate::sheet::{CellLook, MergedCells, SheetText};
use crate::sheet::{
    encoding_unclear, find_lost, find_misdecoded, is_workbook, read_all_sheets,
    report_mixed_encoding,
};
use crate::source::{Decoded, FileKind, Span};

/// A file with a name.
#[derive(Debug, Clone, Copy)]
pub struct Source<'b> {
    /// The name of the file. Findings in other tables name it, and it decides between lists with the same headings.
    pub name: &'b str,
    /// The content.
    pub bytes: &'b [u8],
}

/// A table before its header is known.
pub(super) struct TableText<'b> {
    /// The index of its file.
    pub(super) source: usize,
    /// The whole file.
    bytes: &'b [u8],
    /// The sheet of a workbook.
    pub(super) sheet: Option<SheetText>,
    /// The empty sheets of the workbook, reported with its first table.
    empty_sheets: Vec<String>,
    /// Why the file can't be read.
    fault: Option<Diagnostic>,
    kind: FileKind,
}

impl<'b> TableText<'b> {
    /// Returns the tables of a file: one of a CSV file, and one of each sheet that is not empty.
    pub(super) fn read(index: usize, source: Source<'b>, options: &BuildOptions) -> Vec<Self> {
        let kind = FileKind::sniff(source.bytes);
        let table = |bytes, sheet| Self {
            source: index,
            bytes,
            sheet,
            empty_sheets: Vec::new(),
            fault: None,
            kind,
        };
        if !is_workbook(kind) {
            return vec![table(source.bytes, None)];
        }
        let failed = |fault| {
            vec![Self {
                fault: Some(fault),
                ..table(&[][..], None)
            }]
        };
        let (sheets, empty) = match read_all_sheets(source.bytes, kind, options.policy.limits.bytes)
        {
            Ok(read) => read,
            Err(fault) if fault.is(&STATEMENT_KIND) => return failed(unreadable_kind(kind)),
            Err(fault) => return failed(fault),
        };
        let is_skipped = |name: &String| options.skipped_sheets.contains(name);
        let (sheets, skipped): (Vec<SheetText>, Vec<SheetText>) = sheets
            .into_iter()
            .partition(|sheet| !is_skipped(&sheet.name));
        let empty: Vec<String> = empty.into_iter().filter(|name| !is_skipped(name)).collect();
        if sheets.is_empty() && !skipped.is_empty() {
            return Vec::new();
        }
        let mut tables: Vec<Self> = sheets
            .into_iter()
            .map(|sheet| table(&[][..], Some(sheet)))
            .collect();
        match tables.first_mut() {
            Some(first) => first.empty_sheets = empty,
            None => return failed(Diagnostic::new(&rules::TABLE_EMPTY, Span::at(0))),
        }
        tables
    }

    /// Returns the folded names of the file, without its folder and extension, and of the sheet, both without a number or a year around them.
    pub(super) fn names(&self, file: &str) -> Vec<String> {
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let sheet = self.sheet.as_ref().map(|sheet| sheet.name.as_str());
        let names = [Some(stem), sheet].into_iter().flatten();
        names
            .map(|name| fold(name.trim_matches(|letter: char| !letter.is_alphabetic())))
            .collect()
    }

    /// Returns the text of a CSV file, in its encoding, or of a sheet.
    pub(super) fn bytes(&self) -> &[u8] {
        self.sheet
            .as_ref()
            .map_or(self.bytes, |sheet| sheet.text.as_bytes())
    }

    /// Returns why the file can't be read, once.
    pub(super) fn take_fault(&mut self) -> Option<Diagnostic> {
        self.fault.take()
    }

    /// Reports what is wrong with a file that can be read. Returns false if it has no table.
    pub(super) fn check(&self, decoded: &Decoded<'_>, findings: &mut Collector<'_>) -> bool {
        if let Some(sheet) = &self.sheet {
            sheet.report_hidden(findings);
        } else if kind_of_file(self.bytes, findings).is_none() {
            return false;
        }
        if let Some(sheet) = self.empty_sheets.first() {
            let finding = Diagnostic::new(&rules::SHEET_EMPTY, Span::at(0))
                .param("count", self.empty_sheets.len());
            findings.push(finding.param("sheet", sheet.clone()));
        }
        if self.kind != FileKind::Text && self.sheet.is_none() {
            findings.push(unreadable_kind(self.kind));
            return false;
        }
        report_mixed_encoding(decoded, findings);
        let text = decoded.text();
        let lost = || find_lost(text).map(|(span, _)| span);
        if let Some(span) = find_misdecoded(text, decoded.encoding()).or_else(lost) {
            findings.push(Diagnostic::new(&TEXT_MISDECODED, span));
        } else if let Some(word) = decoded.doubtful_word() {
            findings.push(encoding_unclear(word, decoded.encoding()));
        }
        true
    }
}

fn unreadable_kind(kind: FileKind) -> Diagnostic {
    Diagnostic::new(&rules::TABLE_KIND, Span::at(0)).param("found", kind.name())
}
