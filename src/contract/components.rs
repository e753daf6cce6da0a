use std::collections::BTreeMap;

use super::node::Node;
use super::schema::all_schemas;

/// Returns the schemas with these names and the schemas that they refer to, each under its own name, for the components of an OpenAPI document.
pub(crate) fn schema_components<'n>(
    names: impl IntoIterator<Item = &'n str>,
) -> BTreeMap<String, Node> {
    let mut components = BTreeMap::new();
    let names: Vec<&str> = names.into_iter().collect();
    for (name, schema) in all_schemas().filter(|(name, _)| names.contains(name)) {
        let mut members = Vec::new();
        for (keyword, value) in schema.into_members() {
            match keyword.as_str() {
                "$schema" | "$id" => {}
                "$defs" => {
                    let definitions = value.into_members().into_iter();
                    components.extend(
                        definitions.map(|(name, node)| (name, with_component_references(node))),
                    );
                }
                _ => members.push((keyword, with_component_references(value))),
            }
        }
        components.insert(name.to_owned(), Node::Object(members));
    }
    components
}

/// Returns a reference to the component with this name.
pub(crate) fn reference(name: &str) -> Node {
    Node::object([("$ref", component_path(name))])
}

fn component_path(name: &str) -> Node {
    Node::text(format!("#/components/schemas/{name}"))
}

/// Replaces the references to definitions of a schema by references to components.
fn with_component_references(node: Node) -> Node {
    match node {
        Node::List(items) => Node::List(items.into_iter().map(with_component_references).collect()),
        Node::Object(members) => {
            let members = members.into_iter().map(|(keyword, value)| {
                let definition = value
                    .as_str()
                    .and_then(|reference| reference.strip_prefix("#/$defs/"));
                let value = match definition.filter(|_| keyword == "$ref") {
                    Some(name) => component_path(name),
                    None => with_component_references(value),
                };
                (keyword, value)
            });
            Node::Object(members.collect())
        }
        scalar => scalar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::schema_names;

    #[test]
    fn every_reference_leads_to_a_component() {
        let components = schema_components(schema_names());
        let text = Node::Object(components.clone().into_iter().collect()).to_json();
        for part in text.split(r##""$ref":"#"##).skip(1) {
            let name = part
                .strip_prefix("/components/schemas/")
                .and_then(|path| path.split('"').next());
            assert!(
                name.is_some_and(|name| components.contains_key(name)),
                "{part:.60}"
            );
        }
    }

    #[test]
    fn schemas_with_the_same_name_are_equal() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for name in schema_names() {
            for (name, node) in schema_components([name]) {
                let text = node.to_json();
                assert_eq!(
                    *known.entry(name.clone()).or_insert(text.clone()),
                    text,
                    "{name}"
                );
            }
        }
    }
}
