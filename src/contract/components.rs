use std::collections::BTreeMap;

use super::node::Node;
use super::schema::documents;

/// The schemas of these names, and all that they refer to, each under its own name as a document of OpenAPI holds them together.
pub(crate) fn components<'n>(names: impl IntoIterator<Item = &'n str>) -> BTreeMap<String, Node> {
    let mut components = BTreeMap::new();
    let names: Vec<&str> = names.into_iter().collect();
    for (name, document) in documents().filter(|(name, _)| names.contains(name)) {
        let mut own = Vec::new();
        for (keyword, value) in document.into_members() {
            match keyword.as_str() {
                "$schema" | "$id" => {}
                "$defs" => components.extend(value.into_members().into_iter().map(|(name, node)| (name, moved(node)))),
                _ => own.push((keyword, moved(value))),
            }
        }
        components.insert(name.to_owned(), Node::Object(own));
    }
    components
}

pub(crate) fn reference(name: &str) -> Node {
    Node::object([("$ref", place(name))])
}

fn place(name: &str) -> Node {
    Node::text(format!("#/components/schemas/{name}"))
}

/// A schema whose references lead to components.
fn moved(node: Node) -> Node {
    match node {
        Node::List(items) => Node::List(items.into_iter().map(moved).collect()),
        Node::Object(members) => {
            let members = members.into_iter().map(|(keyword, value)| {
                let definition = value.as_text().and_then(|at| at.strip_prefix("#/$defs/"));
                let value = match definition.filter(|_| keyword == "$ref") {
                    Some(name) => place(name),
                    None => moved(value),
                };
                (keyword, value)
            });
            Node::Object(members.collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::schemas;

    #[test]
    fn every_reference_leads_to_a_component() {
        let components = components(schemas());
        let text = Node::Object(components.clone().into_iter().collect()).compact();
        for part in text.split(r##""$ref":"#"##).skip(1) {
            let name = part.strip_prefix("/components/schemas/").and_then(|rest| rest.split('"').next());
            assert!(name.is_some_and(|name| components.contains_key(name)), "{part:.60}");
        }
    }

    #[test]
    fn one_name_means_one_schema() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for name in schemas() {
            for (name, node) in components([name]) {
                let text = node.compact();
                assert_eq!(*known.entry(name.clone()).or_insert(text.clone()), text, "{name}");
            }
        }
    }
}
