use super::hints::{Place, hints};
use super::node::Node;
use crate::export::statement::StatementTarget;
use crate::report::Language;

const GENERATED: &str = "// Generated from the hints of the library by `BLESS=1 cargo test`.\n\n";

/// Renders the hints of the package's command line as the module `wasm/js/hints.js`.
#[must_use]
pub fn package_hints() -> String {
    let about = "/** For each rule id, the text that the command line adds to its help. */\n";
    let hints = hints_node(Place::Package, Language::English);
    [GENERATED, about, &export(&hints)].concat()
}

/// Renders the hints of the page as the module `wasm/playground/hint-texts.js`.
#[must_use]
pub fn page_hints() -> String {
    let about = "/** For each language and rule id, the text that the page adds to the help of the rule. */\n";
    let languages = Language::all().iter().map(|language| {
        let hints = hints_node(Place::Page, *language);
        (language.code().to_owned(), hints)
    });
    let hints = Node::Object(languages.collect());
    [GENERATED, about, &export(&hints)].concat()
}

fn export(hints: &Node) -> String {
    format!(
        "export const HINTS = {};\n",
        hints.to_json_pretty().trim_end()
    )
}

fn hints_node(place: Place, language: Language) -> Node {
    let members = hints(place, language).map(|(rule, hint)| (rule.to_owned(), Node::text(hint)));
    Node::Object(members.collect())
}

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
