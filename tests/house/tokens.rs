//! What single tokens mean: words, attributes, the ends of items, and the names that a `use` imports.

use proc_macro2::{Delimiter, TokenTree};

/// Segments of a path, such as `crate`, `value`, `Date`.
pub(crate) type Segments = Vec<String>;

pub(crate) fn word(token: &TokenTree) -> Option<String> {
    if let TokenTree::Ident(ident) = token {
        Some(ident.to_string())
    } else {
        None
    }
}

pub(crate) fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Returns the file that an attribute names for a module, and whether it does so only with some features.
pub(crate) fn path_attribute(attribute: &str) -> Option<(&str, bool)> {
    let (before, path) = attribute.split_once("path = \"")?;
    Some((path.split('"').next()?, !before.is_empty()))
}

/// Returns whether an attribute, such as `cfg(test)`, limits an item to tests.
pub(crate) fn is_for_tests(attribute: &str) -> bool {
    let attribute = attribute.replace(' ', "");
    attribute.starts_with("cfg(test") || attribute.starts_with("cfg(all(test")
}

/// Returns the index of the token after an item. An item ends with a semicolon or a body.
pub(crate) fn after_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| {
        is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens[at..]
        .iter()
        .position(ends)
        .map_or(tokens.len(), |end| at + end + 1)
}

/// Collects the names of a `use` tree with their paths. A glob import has no name.
pub(crate) fn imported_names(
    tokens: &[TokenTree],
    before: &[String],
    names: &mut Vec<(Option<String>, Segments)>,
) {
    for item in tokens.split(|token| is_punct(token, ',')) {
        let mut path = before.to_vec();
        let mut renamed = None;
        let mut at = 0;
        let mut is_list = false;
        while let Some(token) = item.get(at) {
            match token {
                TokenTree::Ident(ident) if ident == "as" => {
                    renamed = item.get(at + 1).and_then(word);
                    at += 1;
                }
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                TokenTree::Group(group) => {
                    imported_names(
                        &group.stream().into_iter().collect::<Vec<_>>(),
                        &path,
                        names,
                    );
                    is_list = true;
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    names.push((None, path.clone()));
                    is_list = true;
                }
                _ => {}
            }
            at += 1;
        }
        if is_list || path.len() == before.len() {
            continue;
        }
        // `self` in a list names the module itself.
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        names.push((renamed.or_else(|| path.last().cloned()), path));
    }
}
