use super::node::Node;
use crate::export::statement::StatementTarget;

/// Renders the formats that the page offers as the module `wasm/playground/formats.js`.
#[must_use]
pub fn page_formats() -> String {
    let formats = StatementTarget::ALL.iter().map(|target| {
        let name = target.as_str().to_owned();
        (name, Node::text(target.extension()))
    });
    let formats = Node::Object(formats.collect());
    format!(
        "// Generated from the formats of the library by `BLESS=1 cargo test`.\n\n\
         /** For each format that statements are written in, the extension of its files. */\n\
         export const FORMATS = {};\n",
        formats.to_json_pretty().trim_end()
    )
}
