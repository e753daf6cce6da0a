//! Counts the characters of code in a file.

use proc_macro2::{TokenStream, TokenTree};

use super::tokens::{after_item, is_for_tests, is_punct};

/// Returns the number of characters of all tokens, without comments, documentation, white space and what is only for tests. So neither layout nor an
/// explanation makes a file larger.
pub(crate) fn count(text: &str) -> usize {
    let tokens: TokenStream = text.parse().unwrap();
    count_tokens(tokens)
}

fn count_tokens(tokens: TokenStream) -> usize {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut at, mut characters) = (0, 0);
    while let Some(token) = tokens.get(at) {
        match attribute(&tokens[at..]) {
            Some((text, length)) if text.starts_with("doc =") => at += length,
            Some((text, length)) if is_for_tests(&text) => at = after_item(&tokens, at + length),
            _ => {
                characters += match token {
                    TokenTree::Group(group) => 2 + count_tokens(group.stream()),
                    other => other.to_string().chars().count(),
                };
                at += 1;
            }
        }
    }
    characters
}

/// Returns the text and the number of tokens of the attribute that the tokens begin with.
fn attribute(tokens: &[TokenTree]) -> Option<(String, usize)> {
    let (hash, rest) = tokens.split_first()?;
    let is_inner = rest.first().is_some_and(|token| is_punct(token, '!'));
    match rest.get(usize::from(is_inner))? {
        TokenTree::Group(group) if is_punct(hash, '#') => {
            Some((group.stream().to_string(), 2 + usize::from(is_inner)))
        }
        _ => None,
    }
}

#[test]
fn counts_code_only() {
    let code = "pub fn f(x: &str) -> u8 { x[0] }";
    let characters = code.replace(' ', "").len();
    for same in [
        code,
        "//! A page.\n// A comment.\npub fn f(x: &str)\n    -> u8 {\n\n    x[0] // the first\n}",
        "/// Documentation.\npub fn f(x: &str) -> u8 { x[0] }\n#[cfg(test)]\nmod tests { fn g() {} }",
        "#[cfg(test)] #[must_use] fn g() {} pub fn f(x: &str) -> u8 { x[0] }",
    ] {
        assert_eq!(count(same), characters, "{same}");
    }
    assert_eq!(count("#[inline] fn f() {}"), "#[inline]fnf(){}".len());
    assert_eq!(
        count("const S: &str = \"a b\";"),
        "constS:&str=\"a b\";".len()
    );
}
