use std::fmt::{Display, Write as _};

use super::node::{Node, capitalized};
use super::schema::{all_schemas, schema_names};
use crate::export::statement::StatementTarget;
use crate::format;
use crate::report::ParamKind;

/// Renders the records, reports and ids as TypeScript declarations.
///
/// Amounts are strings. The ids of rules and formats and the names of schemas are unions of string literals.
///
/// ```
/// use universal_accounting::contract;
///
/// let types = contract::typescript();
/// assert!(types.contains("export interface Transaction {\n"));
/// assert!(types.contains("  rule: Id;\n"));
/// ```
#[must_use]
pub fn typescript() -> String {
    let mut declarations = Declarations {
        text: "// Generated from the field tables and the rules by `BLESS=1 cargo test`.\n"
            .to_owned(),
        names: Vec::new(),
    };
    for (name, schema) in all_schemas() {
        // The definitions of a bank profile have general names, so they get a prefix.
        let prefix = if name == "bank-profile" {
            "Profile"
        } else {
            ""
        };
        let scope = Scope {
            prefix,
            keeps_null: name == "journal",
        };
        declarations.declare(&type_name("", schema.text_member("title")), &schema, scope);
        for (name, definition) in schema
            .member("$defs")
            .map(Node::members)
            .unwrap_or_default()
        {
            let name = if name == "finding" {
                FINDING.to_owned()
            } else {
                type_name(prefix, name)
            };
            declarations.declare(&name, definition, scope);
        }
    }
    declarations.declare_findings();
    declarations.declare_union(
        "RuleId",
        "The id of a rule.",
        super::rules().map(|rule| rule.id),
    );
    declarations.declare_union(
        "RuleAlias",
        "The id of a rule that was merged into another one. Options take it, and reports have the other one's.",
        super::rules().flat_map(|rule| rule.aliases.iter().copied()),
    );
    declarations.declare_union(
        "BankId",
        "The id of a bank's format, which an option can name.",
        format::Profile::built_in().map(|bank| bank.id().to_owned()),
    );
    declarations.declare_union(
        "MessageId",
        "The id of a format that is the same for all banks. Its files are recognized, so that no option names it.",
        format::MessageFormat::ALL.iter().map(|message| message.id()),
    );
    declarations.declare_union(
        "StatementFormat",
        "The name of a format that statements are written in.",
        StatementTarget::ALL.iter().map(|target| target.as_str()),
    );
    declarations.declare_union("SchemaName", "The name of a JSON Schema.", schema_names());
    declarations.text
}

/// The schema whose types are declared.
#[derive(Clone, Copy)]
struct Scope<'n> {
    /// What the names of its definitions begin with.
    prefix: &'n str,
    /// Whether an optional member may be `null`. In the schemas of Rust types, such a member is only absent.
    keeps_null: bool,
}

/// Declarations of types. A name is declared only once.
struct Declarations {
    text: String,
    names: Vec<String>,
}

impl Declarations {
    fn declare(&mut self, name: &str, schema: &Node, scope: Scope<'_>) {
        if self.names.iter().any(|known| known == name) {
            return;
        }
        self.names.push(name.to_owned());
        self.text.push('\n');
        write_comment(&mut self.text, "", schema);
        let parameters = if name == FINDING {
            "<Id extends RuleId>"
        } else {
            ""
        };
        // Writing to a `String` can't fail.
        let _ = if schema.member("properties").is_some() {
            writeln!(
                self.text,
                "export interface {name}{parameters} {}",
                object_type(name, schema, scope)
            )
        } else {
            writeln!(
                self.text,
                "export type {name} = {};",
                type_of(name, schema, scope)
            )
        };
    }

    /// Declares findings as a union by their rules, so that a rule decides the type of the parameters.
    fn declare_findings(&mut self) {
        self.text.push_str(
            "\n/** A fault in the input, with its position. Its `rule` decides which `params` it has. */\n\
             export type Finding = { [Id in RuleId]: FindingOf<Id> }[RuleId];\n\n\
             /** The parameters of each rule. */\nexport interface RuleParams {\n",
        );
        for rule in super::rules() {
            let params = rule
                .param_names()
                .into_iter()
                .map(|name| format!("{name}: {}", param_type(name)));
            let params: Vec<String> = params.collect();
            let _ = match params.as_slice() {
                [] => writeln!(self.text, "  \"{}\": {{}};", rule.id),
                params => writeln!(self.text, "  \"{}\": {{ {} }};", rule.id, params.join("; ")),
            };
        }
        self.text.push_str("}\n");
    }

    fn declare_union(&mut self, name: &str, about: &str, ids: impl Iterator<Item = impl Display>) {
        let _ = write!(self.text, "\n/** {about} */\nexport type {name} =");
        for id in ids {
            let _ = write!(self.text, "\n  | \"{id}\"");
        }
        self.text.push_str(";\n");
    }
}

/// The name of the type of a finding of one rule, which is declared in the place of the schema's name.
const FINDING: &str = "FindingOf";

fn param_type(name: &str) -> &'static str {
    match ParamKind::of(name) {
        ParamKind::Text => "string",
        ParamKind::Number => "number",
        ParamKind::TextOrNumber => "string | number",
    }
}

/// Returns the type of an object: its members in braces. `owner` is the name of the declared type.
fn object_type(owner: &str, schema: &Node, scope: Scope<'_>) -> String {
    let required = schema
        .member("required")
        .map(Node::item_texts)
        .unwrap_or_default();
    let mut text = String::from("{\n");
    let mut properties: Vec<_> = schema
        .member("properties")
        .map(Node::members)
        .unwrap_or_default()
        .iter()
        .collect();
    // Schemas from Rust types have their members in alphabetical order, but `required` has the order of the fields.
    if properties.is_sorted_by_key(|(name, _)| name) {
        let index = |name: &str| {
            required
                .iter()
                .position(|field| *field == name)
                .unwrap_or(required.len())
        };
        properties.sort_by_key(|(name, _)| index(name));
    }
    for (name, property) in properties {
        write_comment(&mut text, "  ", property);
        let is_required = required.contains(&name.as_str());
        let optional = if is_required { "" } else { "?" };
        let _ = writeln!(
            text,
            "  {name}{optional}: {};",
            member_type(owner, name, property, scope, is_required)
        );
    }
    text.push('}');
    text
}

/// Returns the type of a member. The members that are ids have their own types.
fn member_type(
    owner: &str,
    name: &str,
    property: &Node,
    scope: Scope<'_>,
    is_required: bool,
) -> String {
    match (owner, name) {
        (FINDING, "rule") => "Id".to_owned(),
        (FINDING, "params") => "RuleParams[Id]".to_owned(),
        ("Change", "rule") => "RuleId | null".to_owned(),
        ("Bank", "id") => "BankId | MessageId".to_owned(),
        _ => {
            let nullable = type_of(owner, property, scope);
            if is_required || scope.keeps_null {
                nullable
            } else {
                nullable
                    .strip_suffix(" | null")
                    .unwrap_or(&nullable)
                    .to_owned()
            }
        }
    }
}

fn type_of(owner: &str, schema: &Node, scope: Scope<'_>) -> String {
    if let Some(reference) = schema.member("$ref").and_then(Node::as_str) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return type_name(
            if reference.starts_with('#') {
                scope.prefix
            } else {
                ""
            },
            name,
        );
    }
    let alternatives = ["anyOf", "oneOf"]
        .into_iter()
        .find_map(|keyword| schema.member(keyword))
        .map(Node::items);
    if let Some(alternatives) = alternatives.filter(|alternatives| !alternatives.is_empty()) {
        return union_of(
            alternatives
                .iter()
                .map(|schema| type_of(owner, schema, scope)),
        );
    }
    if let Some(words) = schema.member("enum") {
        return union_of(words.items().iter().map(Node::to_json));
    }
    if let Some(word) = schema.member("const") {
        return word.to_json();
    }
    match schema.member("type") {
        Some(Node::List(types)) => union_of(
            types
                .iter()
                .filter_map(Node::as_str)
                .map(|name| keyword_type(owner, name, schema, scope)),
        ),
        Some(Node::Text(name)) => keyword_type(owner, name, schema, scope),
        _ => "unknown".to_owned(),
    }
}

/// Returns the type for a value of the keyword `type`.
fn keyword_type(owner: &str, name: &str, schema: &Node, scope: Scope<'_>) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let items = schema
                .member("items")
                .map_or("unknown".to_owned(), |items| type_of(owner, items, scope));
            if items.contains(' ') {
                format!("({items})[]")
            } else {
                format!("{items}[]")
            }
        }
        "object" => match schema.member("additionalProperties") {
            Some(values @ Node::Object(_)) => {
                format!("Record<string, {}>", type_of(owner, values, scope))
            }
            _ if schema.member("properties").is_some() => object_type(owner, schema, scope)
                .replace('\n', " ")
                .replace("  ", " "),
            _ => "Record<string, unknown>".to_owned(),
        },
        name => name.to_owned(),
    }
}

fn union_of(types: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for name in types {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct.join(" | ")
}

/// Writes the description of a type or member as a comment, with its limit and an example.
fn write_comment(text: &mut String, indent: &str, schema: &Node) {
    let mut comment = schema.text_member("description").replace("*/", "*\\/");
    if let Some(limit) = schema
        .member("maxLength")
        .map(Node::to_json)
        .filter(|limit| limit != "1")
    {
        let _ = write!(comment, " At most {limit} characters.");
    }
    let examples = schema.member("examples").filter(|_| !indent.is_empty());
    if let Some(example) = examples.and_then(|examples| examples.items().first()) {
        let _ = write!(comment, " For example `{}`.", example.to_json());
    }
    if !comment.is_empty() {
        let lines: Vec<&str> = comment.lines().collect();
        let _ = writeln!(
            text,
            "{indent}/** {} */",
            lines.join(&format!("\n{indent} * "))
        );
    }
}

/// Returns the name of a type: `tax-period` and `Tax period` become `TaxPeriod`.
fn type_name(prefix: &str, words: &str) -> String {
    let words = words.split([' ', '-']).map(capitalized);
    std::iter::once(prefix.to_owned()).chain(words).collect()
}
