use std::collections::BTreeMap;

use super::node::{Node, capitalized};
use super::pattern::{AMOUNT, COUNTRY, CURRENCY, DATE, IBAN, SIGNED_AMOUNT, UID, VISIBLE};
use crate::base_data::{self, UpdateResult};
use crate::documents::{CreationRequest, CreationResult};
use crate::journal::JournalRecord;
use crate::record::{Field, FieldKind, FieldTable, Limit};
use crate::report::Example;
use crate::transactions::{self, ImportResult};

/// The schemas that are rendered from a field table, each with a valid example.
static TABLE_SCHEMAS: [(&str, &FieldTable, Example); 7] = [
    (
        "base-data",
        &base_data::PAYLOAD,
        Example::BaseData("contacts", CONTACTS),
    ),
    (
        "transactions",
        &transactions::PAYLOAD,
        Example::Transaction(TRANSACTION),
    ),
    ("journal", JournalRecord::TABLE, Example::Journal(JOURNAL)),
    (
        "document-request",
        CreationRequest::TABLE,
        Example::DocumentRequest(DOCUMENT_REQUEST),
    ),
    (
        "document-result",
        CreationResult::TABLE,
        Example::DocumentResult {
            request: None,
            result: DOCUMENT_RESULT,
        },
    ),
    (
        "base-data-result",
        UpdateResult::TABLE,
        Example::UpdateResult(r#"{"success":true}"#),
    ),
    (
        "import-result",
        ImportResult::TABLE,
        Example::ImportResult {
            sent: Some(15),
            result: IMPORT_RESULT,
        },
    ),
];

macro_rules! schema_files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../schema/", $name, ".schema.json")))),*] };
}

/// The schemas that tests render from Rust types, included from files.
static FILE_SCHEMAS: [(&str, &str); 24] = schema_files! {
    "report" "normalized" "conversion" "converted-batch" "accounts" "import" "import-details" "extraction" "journal-conversion" "base-data-diff" "problem" "banks"
    "candidates" "draft" "account-map" "ledger-accounts" "datev-settings" "bank-profile" "credentials" "forced-response" "delivery-request" "base-data-build" "store-info" "certificate"
};

/// Iterates over the schemas that are included from files.
fn file_schemas() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    FILE_SCHEMAS.iter()
}

const CONTACTS: &str =
    r#"[{"externalId":"k-17","legalType":"COMPANY","companyName":"Beispiel GmbH"}]"#;
const TRANSACTION: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"9999311BN1710030","text":"Einkauf Bäckerei Muster","creditDebit":"debit","amount":"12.50","currency":"CHF","purchasedAt":"2026-03-29","bookedAt":"2026-03-31"}"#;
const JOURNAL: &str = r#"[{"serviceId":"s-81","invoice":{"number":"2026-118","date":"2026-03-28"},"contact":{"name":"Beispiel GmbH","contactId":null,"externalId":"k-17","legalType":"company"},"entries":[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"externalId":"a-6500","number":"6500","currency":null},"tax":{"externalId":"t-vm81","code":"VM81","value":"8.1"},"text":"Toner","dimensions":[{"externalId":"c-10","name":"Verkauf","type":"cost-center"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"externalId":"a-2000","number":"2000","currency":"CHF"},"tax":null}]}],"files":[{"serviceFileId":"file-4711"}]}]"#;
const DOCUMENT_REQUEST: &str =
    r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#;
const DOCUMENT_RESULT: &str = r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"#;
const IMPORT_RESULT: &str =
    r#"{"existingTransactions":3,"newTransactions":12,"errorTransactions":0}"#;

/// Iterates over the names of the JSON Schemas.
pub fn schema_names() -> impl Iterator<Item = &'static str> {
    TABLE_SCHEMAS
        .iter()
        .map(|(name, ..)| *name)
        .chain(file_schemas().map(|(name, _)| *name))
}

/// Returns the JSON Schema (2020-12) with this name, as text over several lines.
///
/// The rules check more than a schema can state. A payload that breaks its schema always breaks the service's contract.
///
/// ```
/// use universal_accounting::contract;
///
/// let schema = contract::schema("base-data").ok_or("no such schema")?;
/// assert!(schema.contains(r#""$id": "urn:universal-accounting:schema:base-data:1""#));
/// assert!(contract::schema_names().all(|name| contract::schema(name).is_some()));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn schema(name: &str) -> Option<String> {
    let table = TABLE_SCHEMAS.iter().find(|(known, ..)| *known == name);
    let file = || {
        file_schemas()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).to_owned())
    };
    table
        .map(|(_, table, example)| render_schema(name, table, example).to_json_pretty())
        .or_else(file)
}

/// Iterates over all schemas with their names.
pub(super) fn all_schemas() -> impl Iterator<Item = (&'static str, Node)> {
    let tables = TABLE_SCHEMAS
        .iter()
        .map(|(name, table, example)| (*name, render_schema(name, table, example)));
    tables.chain(file_schemas().map(|(name, text)| (*name, Node::parse_json(text))))
}

fn render_schema(name: &str, table: &'static FieldTable, example: &Example) -> Node {
    let mut definitions = BTreeMap::new();
    let head = Node::object([
        (
            "$schema",
            Node::text("https://json-schema.org/draft/2020-12/schema"),
        ),
        (
            "$id",
            Node::text(format!("urn:universal-accounting:schema:{name}:1")),
        ),
    ]);
    let members = if name == "journal" {
        list_or_record_schema(table, &mut definitions).into_members()
    } else {
        object_schema(table, &mut definitions).into_members()
    };
    let node = members
        .into_iter()
        .fold(head, |node, (name, value)| node.with_member(&name, value));
    let node = node.with_member(
        "examples",
        Node::List(vec![Node::parse_json(&String::from_utf8_lossy(
            &example.input(),
        ))]),
    );
    if definitions.is_empty() {
        node
    } else {
        node.with_member("$defs", Node::Object(definitions.into_iter().collect()))
    }
}

fn as_sentence(phrase: &str) -> Node {
    Node::text(capitalized(phrase) + ".")
}

/// Returns the schema of a record, and adds the records inside it to the definitions.
fn object_schema(table: &'static FieldTable, definitions: &mut BTreeMap<String, Node>) -> Node {
    let properties = table.fields.iter();
    let properties =
        properties.map(|field| (field.name.to_owned(), property_schema(field, definitions)));
    let required = table
        .fields
        .iter()
        .filter(|field| field.is_required())
        .map(|field| field.name);
    Node::object([
        ("title", Node::text(capitalized(table.name))),
        ("description", as_sentence(table.description)),
        ("type", Node::text("object")),
        ("properties", Node::Object(properties.collect())),
        ("required", Node::texts(required)),
    ])
}

/// Returns the schema of an export, which is a list of records or one record.
fn list_or_record_schema(
    table: &'static FieldTable,
    definitions: &mut BTreeMap<String, Node>,
) -> Node {
    let reference = Node::object([("$ref", definition_reference(table, definitions))]);
    let list = Node::object([("type", Node::text("array")), ("items", reference.clone())]);
    Node::object([
        ("title", Node::text("Journal export")),
        (
            "description",
            Node::text(
                "The business transactions that were booked: a list of them, or a single one.",
            ),
        ),
        ("anyOf", Node::List(vec![list, reference])),
    ])
}

/// Returns a reference to the definition of a record, which is added if it is new.
fn definition_reference(
    table: &'static FieldTable,
    definitions: &mut BTreeMap<String, Node>,
) -> Node {
    let name = table.name.replace(' ', "-");
    if !definitions.contains_key(&name) {
        let definition = object_schema(table, definitions);
        definitions.insert(name.clone(), definition);
    }
    Node::text(format!("#/$defs/{name}"))
}

/// Returns the schema of a field, in which `null` may mean that it is absent.
fn property_schema(field: &'static Field, definitions: &mut BTreeMap<String, Node>) -> Node {
    let node = value_schema(field, definitions);
    if !field.is_nullable() {
        return node;
    }
    let members = node.into_members().into_iter();
    let is_reference = matches!(field.kind, FieldKind::Record(_));
    Node::Object(
        members
            .map(|(keyword, value)| match keyword.as_str() {
                "type" => (keyword, Node::List(vec![value, Node::text("null")])),
                "$ref" if is_reference => {
                    let null = Node::object([("type", Node::text("null"))]);
                    (
                        "anyOf".to_owned(),
                        Node::List(vec![Node::object([("$ref", value)]), null]),
                    )
                }
                _ => (keyword, value),
            })
            .collect(),
    )
}

fn value_schema(field: &'static Field, definitions: &mut BTreeMap<String, Node>) -> Node {
    let described = || Node::object([("description", as_sentence(field.description))]);
    let typed = |name: &str| described().with_member("type", Node::text(name));
    let example = |node: Node, value: Node| node.with_member("examples", Node::List(vec![value]));
    match field.kind {
        FieldKind::Record(table) => {
            described().with_member("$ref", definition_reference(table, definitions))
        }
        FieldKind::List { items, non_empty } => {
            let node = typed("array").with_member(
                "items",
                Node::object([("$ref", definition_reference(items, definitions))]),
            );
            if non_empty {
                node.with_member("minItems", Node::Number(1))
            } else {
                node
            }
        }
        FieldKind::Boolean => match field.default {
            Some(default) => typed("boolean").with_member("default", Node::parse_json(default)),
            None => typed("boolean"),
        },
        FieldKind::Rate => {
            let node = typed("number")
                .with_member("minimum", Node::Number(0))
                .with_member("maximum", Node::Number(100));
            example(node, Node::parse_json(field.example))
        }
        FieldKind::Count => example(
            typed("integer").with_member("minimum", Node::Number(0)),
            Node::parse_json(field.example),
        ),
        FieldKind::OpenChoice(words) => string_schema(field, typed("string"))
            .with_member("examples", Node::texts(words.iter().copied())),
        _ => example(
            string_schema(field, typed("string")),
            Node::text(field.example),
        ),
    }
}

/// Adds the constraints of a string. An optional string without a form may also be blank, which means the same as absent.
fn string_schema(field: &Field, node: Node) -> Node {
    let required = field.is_required();
    let node = match field.limit {
        Some(Limit::Contract(limit)) => node.with_member("maxLength", Node::Number(limit)),
        _ => node,
    };
    let node = if field.kind == FieldKind::Date {
        node.with_member("format", Node::text("date"))
    } else {
        node
    };
    let pattern = match field.kind {
        FieldKind::Choice(words) => {
            return node.with_member("enum", Node::texts(words.iter().copied()));
        }
        FieldKind::Amount { .. } => AMOUNT,
        FieldKind::SignedAmount => SIGNED_AMOUNT,
        FieldKind::Currency => CURRENCY,
        FieldKind::Date => DATE,
        FieldKind::Iban => IBAN,
        FieldKind::Uid => UID,
        FieldKind::Country => COUNTRY,
        _ if required => {
            return node
                .with_member("minLength", Node::Number(1))
                .with_member("pattern", Node::text(VISIBLE));
        }
        _ => return node,
    };
    node.with_member("pattern", Node::text(format!("^(?:{pattern})$")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::PAYLOADS;
    use crate::record::Presence;
    use crate::report::{Language, is_translated};
    use crate::source::FileKind;
    use crate::source::assert_matches_file;

    #[test]
    fn payloads_are_told_apart_by_their_required_fields() {
        let tables = [
            ("base data", &base_data::PAYLOAD),
            ("a payload of transactions", &transactions::PAYLOAD),
            ("a journal export", JournalRecord::TABLE),
        ];
        let names = tables.map(|(name, table)| {
            let fields = table
                .fields
                .iter()
                .filter(|field| field.is_required() && field.is_nested());
            (name, fields.map(|field| field.name).collect::<Vec<_>>())
        });
        assert_eq!(
            names.to_vec(),
            PAYLOADS
                .map(|(name, fields)| (name, fields.to_vec()))
                .to_vec()
        );
    }

    fn collect_phrases(table: &FieldTable, phrases: &mut Vec<String>) {
        phrases.push(table.name.to_owned());
        for field in table.fields {
            if matches!(field.presence, Presence::Required | Presence::Expected) {
                phrases.push(field.description.to_owned());
            }
            phrases.push(field.json_type().name().to_owned());
            match field.kind {
                FieldKind::Record(table) | FieldKind::List { items: table, .. } => {
                    collect_phrases(table, phrases);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn what_messages_say_of_fields_and_files_is_translated() {
        let kinds = FileKind::ALL.iter();
        let mut phrases: Vec<String> = kinds.clone().map(|kind| kind.name().to_owned()).collect();
        phrases.extend(
            kinds
                .filter(|kind| !kind.advice().is_empty())
                .map(|kind| format!("; {}", kind.advice())),
        );
        for (_, table, _) in &TABLE_SCHEMAS {
            collect_phrases(table, &mut phrases);
        }
        for language in Language::all()
            .iter()
            .filter(|language| **language != Language::English)
        {
            let untranslated = phrases
                .iter()
                .filter(|phrase| !is_translated(phrase, *language));
            assert_eq!(
                untranslated.collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "{language:?}"
            );
        }
    }

    #[test]
    fn schema_files_match_the_tables() {
        for (name, table, example) in &TABLE_SCHEMAS {
            assert_matches_file(
                &format!("schema/{name}.schema.json"),
                &render_schema(name, table, example).to_json_pretty(),
            );
        }
    }
}
