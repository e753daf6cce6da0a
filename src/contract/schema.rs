use std::collections::BTreeMap;

use super::node::{Node, capitalised};
use super::pattern::{AMOUNT, BLANK, COUNTRY, CURRENCY, DATE, IBAN, UID, VISIBLE};
use crate::base_data::{self, UpdateResult};
use crate::documents::{CreationRequest, CreationResult};
use crate::record::{Field, Kind, Limit, Table};
use crate::report::Example;
use crate::transactions::{self, ImportResult};

/// The schemas that are rendered from a table, each with a payload without a fault.
static TABLES: [(&str, &Table, Example); 6] = [
    ("base-data", &base_data::PAYLOAD, Example::BaseData("contacts", CONTACTS)),
    ("transactions", &transactions::PAYLOAD, Example::Transaction(TRANSACTION)),
    ("document-request", CreationRequest::TABLE, Example::DocumentRequest(DOCUMENT_REQUEST)),
    ("document-result", CreationResult::TABLE, Example::DocumentResult { request: None, result: DOCUMENT_RESULT }),
    ("base-data-result", UpdateResult::TABLE, Example::UpdateResult(r#"{"success":true}"#)),
    ("import-result", ImportResult::TABLE, Example::ImportResult { sent: Some(15), result: IMPORT_RESULT }),
];

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../schema/", $name, ".schema.json")))),*] };
}

/// The schemas of another shape than the tables have, kept as files.
static FILES: [(&str, &str); 13] = files! {
    "report" "normalized" "conversion" "converted-batch" "import" "import-answer" "problem" "banks"
    "candidates" "account-map" "bank-profile" "credentials" "forced-response"
};

const CONTACTS: &str = r#"[{"externalId":"k-17","legalType":"COMPANY","companyName":"Beispiel GmbH"}]"#;
const TRANSACTION: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"9999311BN1710030","text":"Einkauf Bäckerei Muster","creditDebit":"debit","amount":"12.50","currency":"CHF","purchasedAt":"2026-03-29","bookedAt":"2026-03-31"}"#;
const DOCUMENT_REQUEST: &str = r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#;
const DOCUMENT_RESULT: &str = r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"#;
const IMPORT_RESULT: &str = r#"{"existingTransactions":3,"newTransactions":12,"errorTransactions":0}"#;

/// The names of the schemas.
pub fn schemas() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, ..)| *name).chain(FILES.iter().map(|(name, _)| *name))
}

/// The JSON Schema (2020-12) of that name, as text over several lines.
///
/// It states all that a schema can state of the contract; what breaks it breaks the contract. The rules know more.
///
/// ```
/// use universal_accounting::contract;
///
/// let schema = contract::schema("base-data").ok_or("no such schema")?;
/// assert!(schema.contains(r#""$id": "urn:universal-accounting:schema:base-data:1""#));
/// assert!(contract::schemas().all(|name| contract::schema(name).is_some()));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn schema(name: &str) -> Option<String> {
    let table = TABLES.iter().find(|(known, ..)| *known == name);
    let file = || FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    table.map(|(_, table, example)| rendered(name, table, example).pretty()).or_else(file)
}

/// The schemas with their names, each with its members.
pub(super) fn documents() -> impl Iterator<Item = (&'static str, Node)> {
    let tables = TABLES.iter().map(|(name, table, example)| (*name, rendered(name, table, example)));
    tables.chain(FILES.iter().map(|(name, text)| (*name, Node::of_json(text))))
}

fn rendered(name: &str, table: &'static Table, example: &Example) -> Node {
    let mut definitions = BTreeMap::new();
    let head = Node::object([
        ("$schema", Node::text("https://json-schema.org/draft/2020-12/schema")),
        ("$id", Node::text(format!("urn:universal-accounting:schema:{name}:1"))),
    ]);
    let members = record(table, &mut definitions).into_members();
    let node = members.into_iter().fold(head, |node, (name, value)| node.with(&name, value));
    let node = node.with("examples", Node::List(vec![Node::of_json(&String::from_utf8_lossy(&example.input()))]));
    if definitions.is_empty() { node } else { node.with("$defs", Node::Object(definitions.into_iter().collect())) }
}

fn sentence(phrase: &str) -> Node {
    Node::text(capitalised(phrase) + ".")
}

/// A record; what it refers to goes into the definitions.
fn record(table: &'static Table, definitions: &mut BTreeMap<String, Node>) -> Node {
    let properties = table.fields.iter().map(|field| (field.name.to_owned(), property(field, definitions))).collect();
    let required = table.fields.iter().filter(|field| field.is_required()).map(|field| field.name);
    Node::object([
        ("title", Node::text(capitalised(table.name))),
        ("description", sentence(table.about)),
        ("type", Node::text("object")),
        ("properties", Node::Object(properties)),
        ("required", Node::texts(required)),
    ])
}

/// Adds the definition of a record where it is new, and returns a reference to it.
fn refer(table: &'static Table, definitions: &mut BTreeMap<String, Node>) -> Node {
    let name = table.name.replace(' ', "-");
    if !definitions.contains_key(&name) {
        let definition = record(table, definitions);
        definitions.insert(name.clone(), definition);
    }
    Node::text(format!("#/$defs/{name}"))
}

fn property(field: &'static Field, definitions: &mut BTreeMap<String, Node>) -> Node {
    let described = || Node::object([("description", sentence(field.about))]);
    let typed = |name: &str| described().with("type", Node::text(name));
    let example = |node: Node, value: Node| node.with("examples", Node::List(vec![value]));
    match field.kind {
        Kind::Record(table) => described().with("$ref", refer(table, definitions)),
        Kind::List { items, filled } => {
            let node = typed("array").with("items", Node::object([("$ref", refer(items, definitions))]));
            if filled { node.with("minItems", Node::Number(1)) } else { node }
        }
        Kind::Boolean => match field.default {
            Some(default) => typed("boolean").with("default", Node::of_json(default)),
            None => typed("boolean"),
        },
        Kind::Rate => {
            let node = typed("number").with("minimum", Node::Number(0)).with("maximum", Node::Number(100));
            example(node, Node::of_json(field.example))
        }
        Kind::Count => example(typed("integer").with("minimum", Node::Number(0)), Node::of_json(field.example)),
        Kind::OpenChoice(words) => string(field, typed("string")).with("examples", Node::texts(words.iter().copied())),
        _ => example(string(field, typed("string")), Node::text(field.example)),
    }
}

/// What a string must be; what is optional may also be blank, which says the same as nothing.
fn string(field: &Field, node: Node) -> Node {
    let required = field.is_required();
    let node = match field.limit {
        Some(Limit::Contract(limit)) => node.with("maxLength", Node::Number(limit)),
        _ => node,
    };
    let node = if required && field.kind == Kind::Date { node.with("format", Node::text("date")) } else { node };
    let form = match field.kind {
        Kind::Choice(words) => {
            // An empty word is a warning where none is needed.
            let words = words.iter().copied().chain((!required).then_some(""));
            return node.with("enum", Node::texts(words));
        }
        Kind::Amount { .. } => AMOUNT,
        Kind::Currency => CURRENCY,
        Kind::Date => DATE,
        Kind::Iban => IBAN,
        Kind::Uid => UID,
        Kind::Country => COUNTRY,
        _ if required => return node.with("minLength", Node::Number(1)).with("pattern", Node::text(VISIBLE)),
        _ => return node,
    };
    let pattern = if required { format!("^(?:{form})$") } else { format!("^(?:{form}|[{BLANK}]*)$") };
    node.with("pattern", Node::text(pattern))
}
