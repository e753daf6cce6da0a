//! The files in ZIP archives.

use universal_accounting::report::Report;
use universal_accounting::{archive, render};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::options::Options;

#[wasm_bindgen]
extern "C" {
    /// The receiver of files, a JavaScript object.
    pub type MemberSink;

    /// Receives a file: its name, its content unless it was refused, and the report as JSON. The bytes are in the memory of the module and only valid
    /// during the call.
    #[wasm_bindgen(method, structural, catch)]
    fn take(
        this: &MemberSink,
        name: String,
        content: Option<&[u8]>,
        report: String,
    ) -> Result<(), JsValue>;
}

/// Returns whether a file is a ZIP archive, and not a workbook.
#[wasm_bindgen(js_name = isArchive)]
#[must_use]
pub fn is_archive(source: &[u8]) -> bool {
    archive::is_archive(source)
}

/// Sends each file of an archive to `sink`, and returns the report on the archive.
///
/// # Errors
///
/// If an option does not exist or its value is invalid, or with the error of `sink`.
#[wasm_bindgen(js_name = unpackArchive)]
pub fn unpack_archive(source: &[u8], options: &str, sink: &MemberSink) -> Result<String, JsValue> {
    let mut options = Options::parse(options)?;
    let (file, policy) = (options.file()?, options.policy()?);
    options.reject_unknown()?;
    let report = match archive::unpack(source, &policy) {
        Ok(members) => {
            for member in members {
                let content = member.report.is_valid().then_some(&member.content[..]);
                sink.take(
                    member.name.clone(),
                    content,
                    render::report_json(&member.name, &member.report),
                )?;
            }
            Report::default()
        }
        Err(report) => report,
    };
    Ok(render::report_json(&file, &report))
}
