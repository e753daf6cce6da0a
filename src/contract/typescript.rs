use std::fmt::Write as _;

use super::node::{Node, capitalised};
use super::schema::{documents, schemas};
use crate::format;

/// The records, reports and ids as types of TypeScript, rendered from the schemas, the rules and the formats.
///
/// Amounts are strings, ids of rules and of formats are unions of their words.
///
/// ```
/// use universal_accounting::contract;
///
/// let types = contract::typescript();
/// assert!(types.contains("export interface Transaction {\n"));
/// assert!(types.contains("  rule: RuleId;\n"));
/// ```
#[must_use]
pub fn typescript() -> String {
    let mut types = Types {
        text: "// Rendered from the tables and the rules: `BLESS=1 cargo test`.\n".to_owned(),
        known: Vec::new(),
    };
    for (name, document) in documents() {
        // The types inside of a profile have everyday names.
        let prefix = if name == "bank-profile" { "Profile" } else { "" };
        types.declare(&type_name("", document.word("title")), &document, prefix);
        for (name, definition) in document.get("$defs").map(Node::members).unwrap_or_default() {
            types.declare(&type_name(prefix, name), definition, prefix);
        }
    }
    types.union("RuleId", "The rules, by their ids.", super::rules().map(|rule| rule.id));
    types.union(
        "BankId",
        "The formats of bank exports, by their ids.",
        format::profiles().iter().map(|bank| bank.id.as_str()),
    );
    types.union("SchemaName", "The JSON Schemas, by their names.", schemas());
    types.text
}

/// Declarations, each made once.
struct Types {
    text: String,
    known: Vec<String>,
}

impl Types {
    fn declare(&mut self, name: &str, schema: &Node, prefix: &str) {
        if self.known.iter().any(|known| known == name) {
            return;
        }
        self.known.push(name.to_owned());
        self.text.push('\n');
        comment(&mut self.text, "", schema);
        // Writing to a text can't fail.
        let _ = if schema.get("properties").is_some() {
            writeln!(self.text, "export interface {name} {}", body(name, schema, prefix))
        } else {
            writeln!(self.text, "export type {name} = {};", type_of(name, schema, prefix))
        };
    }

    fn union<'i>(&mut self, name: &str, about: &str, ids: impl Iterator<Item = &'i str>) {
        let _ = write!(self.text, "\n/** {about} */\nexport type {name} =");
        for id in ids {
            let _ = write!(self.text, "\n  | \"{id}\"");
        }
        self.text.push_str(";\n");
    }
}

/// The members of an object between braces.
fn body(of: &str, schema: &Node, prefix: &str) -> String {
    let required = schema.get("required").map(Node::words).unwrap_or_default();
    let mut text = String::from("{\n");
    let mut properties: Vec<_> = schema.get("properties").map(Node::members).unwrap_or_default().iter().collect();
    // What was rendered from a type has its members by the alphabet; those that are required are listed in their own order.
    if properties.is_sorted_by_key(|(name, _)| name) {
        let place = |name: &str| required.iter().position(|one| *one == name).unwrap_or(required.len());
        properties.sort_by_key(|(name, _)| place(name));
    }
    for (name, property) in properties {
        comment(&mut text, "  ", property);
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        let _ = writeln!(text, "  {name}{optional}: {};", member_type(of, name, property, prefix, optional.is_empty()));
    }
    text.push('}');
    text
}

/// Ids are told from other strings by where they stand. What is absent is never null.
fn member_type(of: &str, name: &str, property: &Node, prefix: &str, required: bool) -> String {
    match (of, name) {
        ("Finding", "rule") => "RuleId".to_owned(),
        ("Change", "rule") => "RuleId | null".to_owned(),
        ("Bank", "id") => "BankId".to_owned(),
        _ => {
            let all = type_of(of, property, prefix);
            if required { all } else { all.strip_suffix(" | null").unwrap_or(&all).to_owned() }
        }
    }
}

fn type_of(of: &str, schema: &Node, prefix: &str) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Node::as_text) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return type_name(if reference.starts_with('#') { prefix } else { "" }, name);
    }
    let alternatives = ["anyOf", "oneOf"].into_iter().find_map(|keyword| schema.get(keyword)).map(Node::items);
    if let Some(alternatives) = alternatives.filter(|all| !all.is_empty()) {
        return joined(alternatives.iter().map(|one| type_of(of, one, prefix)));
    }
    if let Some(words) = schema.get("enum") {
        return joined(words.items().iter().map(Node::compact));
    }
    if let Some(word) = schema.get("const") {
        return word.compact();
    }
    match schema.get("type") {
        Some(Node::List(types)) => {
            joined(types.iter().filter_map(Node::as_text).map(|name| named(of, name, schema, prefix)))
        }
        Some(Node::Text(name)) => named(of, name, schema, prefix),
        _ => "unknown".to_owned(),
    }
}

fn named(of: &str, name: &str, schema: &Node, prefix: &str) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let items = schema.get("items").map_or("unknown".to_owned(), |items| type_of(of, items, prefix));
            if items.contains(' ') { format!("({items})[]") } else { format!("{items}[]") }
        }
        "object" => match schema.get("additionalProperties") {
            Some(values @ Node::Object(_)) => format!("Record<string, {}>", type_of(of, values, prefix)),
            _ if schema.get("properties").is_some() => body(of, schema, prefix).replace('\n', " ").replace("  ", " "),
            _ => "Record<string, unknown>".to_owned(),
        },
        name => name.to_owned(),
    }
}

fn joined(types: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for one in types {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct.join(" | ")
}

/// What is said of a type or member, with an example and its limit.
fn comment(text: &mut String, indent: &str, schema: &Node) {
    let mut said = schema.word("description").replace("*/", "*\\/");
    if let Some(limit) = schema.get("maxLength").map(Node::compact).filter(|limit| limit != "1") {
        let _ = write!(said, " At most {limit} characters.");
    }
    if let Some(example) = schema.get("examples").filter(|_| !indent.is_empty()).and_then(|all| all.items().first()) {
        let _ = write!(said, " For example `{}`.", example.compact());
    }
    if !said.is_empty() {
        let lines: Vec<&str> = said.lines().collect();
        let _ = writeln!(text, "{indent}/** {} */", lines.join(&format!("\n{indent} * ")));
    }
}

/// `tax-period` and `Tax period` as `TaxPeriod`.
fn type_name(prefix: &str, words: &str) -> String {
    let words = words.split([' ', '-']).map(capitalised);
    std::iter::once(prefix.to_owned()).chain(words).collect()
}
