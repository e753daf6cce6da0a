use super::options::ConvertOptions;
use super::workbook::read_sheet;
use crate::record::kind_of_file;
use crate::report::{Collector, Finding, Policy};
use crate::sheet::is_workbook;
use crate::source::Decoded;

/// Returns the text of a file: decoded, or the sheet of a workbook, written as a table with the dates and numbers of the standards.
///
/// # Errors
///
/// The workbook can't be read.
pub(crate) fn file_text(bytes: &[u8]) -> Result<String, Box<Finding>> {
    let (options, policy) = (ConvertOptions::new(), Policy::new());
    let mut findings = Collector::new(&policy);
    let kind = kind_of_file(bytes, &mut findings);
    let Some(kind) = kind.filter(|kind| is_workbook(*kind)) else {
        return Ok(Decoded::from_bytes(bytes).text().to_owned());
    };
    match read_sheet(bytes, kind, &options) {
        Ok(sheet) => Ok(sheet.text),
        Err(fault) => {
            let mut findings = Collector::new(&policy);
            findings.push(fault);
            let report = findings.into_report(&Decoded::from_bytes(b""), None);
            let mut findings = report.into_iter();
            // What was pushed is reported.
            findings
                .next()
                .map_or(Ok(String::new()), |finding| Err(Box::new(finding)))
        }
    }
}
