//! Tests of the modules: which uses are found, in all kinds of syntax.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::modules::{Modules, cycles};

/// Returns the modules of a crate with the given files. The first file is the root.
pub(crate) fn modules_of(files: &[(&str, &str)]) -> Modules {
    let read = |path: &Path| {
        files
            .iter()
            .find(|(file, _)| Path::new(file) == path)
            .map(|(_, text)| (*text).to_owned())
    };
    Modules::read(Path::new(files[0].0), &read)
}

/// Returns the uses of a crate with the given files.
fn uses_of(files: &[(&str, &str)]) -> Vec<String> {
    let uses = modules_of(files).uses();
    let line = |file: &PathBuf, other: &PathBuf| format!("{} {}", file.display(), other.display());
    uses.iter()
        .flat_map(|(file, others)| others.keys().map(move |other| line(file, other)))
        .collect()
}

#[test]
fn finds_uses_in_all_kinds_of_syntax() {
    let with = |text: &str| {
        uses_of(&[
            ("lib.rs", "mod a; mod b; mod user;"),
            (
                "a/mod.rs",
                "pub use inner::{Given, inner, other as Renamed}; mod inner; pub struct Own;",
            ),
            (
                "a/inner.rs",
                "pub struct Given; pub fn inner() {} pub fn other() {} pub mod deep { pub struct Deep; }",
            ),
            ("b.rs", "macro_rules! made { () => {} } made!();"),
            ("user.rs", text),
        ])
    };
    let (own, inner, other) = ("user.rs a/mod.rs", "user.rs a/inner.rs", "user.rs b.rs");
    for (text, found) in [
        ("use crate::a::Own;", vec![own]),
        ("use crate::a::Given;", vec![inner]),
        ("use crate::a::Renamed;", vec![inner]),
        ("use crate::{a::{self, Own}, b};", vec![own]),
        ("use crate::a; fn f() { a::Given; }", vec![inner]),
        ("use crate::a; fn f() { a::inner(); }", vec![inner]),
        (
            "use crate::a as renamed; fn f() { renamed::Own; }",
            vec![own],
        ),
        ("use super::a::inner::deep::Deep;", vec![inner]),
        ("fn f() -> super::a::Own { todo() }", vec![own]),
        ("fn f() { use crate::b::Made; }", vec![other]),
        ("use crate::a::*; fn f() {}", vec![own]),
        (
            "use crate::a::*; fn f() { Given::new(); }",
            vec![inner, own],
        ),
        ("use {crate::a::Own, crate::b::Made};", vec![own, other]),
        ("use ::std::fmt; fn f() { fmt::Own; }", vec![]),
        ("const fn own() {} pub(self) use crate::a::Own;", vec![own]),
        ("macro_rules! m { () => { $crate::a::Given } }", vec![inner]),
        ("m! { x => crate::b::Made }", vec![other]),
        ("#[derive(crate::b::Made)] struct X;", vec![other]),
        ("mod nested { use super::super::a::Own; }", vec![own]),
        ("pub use crate::a::Own;", vec![]),
        ("#[cfg(test)] mod tests { use crate::a::Own; }", vec![]),
        (
            "// crate::a::Own\nconst S: &str = \"crate::a::Own\";",
            vec![],
        ),
        ("use other_crate::a::Own; fn f() { std::a::Own; }", vec![]),
    ] {
        assert_eq!(with(text), found, "{text}");
    }
}

#[test]
fn reexports_count_only_for_the_floors() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub use crate::b::B;"),
        ("b.rs", "pub struct B;"),
    ];
    let modules = modules_of(&files);
    assert!(modules.uses()[Path::new("a.rs")].is_empty());
    assert!(modules.uses_and_reexports()[Path::new("a.rs")].contains_key(Path::new("b.rs")));
}

#[test]
fn finds_cycles() {
    let files = |c: &'static str| {
        [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C;"),
            ("c.rs", c),
        ]
    };
    let found = |c: &'static str| cycles(&modules_of(&files(c)).uses());
    assert_eq!(found("pub struct C;"), Vec::<BTreeSet<PathBuf>>::new());
    assert_eq!(
        found("use super::a::A;"),
        [["a.rs", "b.rs", "c.rs"].iter().map(PathBuf::from).collect()]
    );
}

#[test]
fn follows_path_attributes() {
    let files = [
        (
            "tests/a/main.rs",
            "#[path = \"../../shared/mod.rs\"] mod renamed; use renamed::inner::Item;",
        ),
        ("tests/a/renamed.rs", "mod does_not_exist;"),
        ("shared/mod.rs", "pub mod inner; use super::own;"),
        ("shared/inner.rs", "pub struct Item;"),
    ];
    assert_eq!(
        uses_of(&files),
        [
            "shared/mod.rs tests/a/main.rs",
            "tests/a/main.rs shared/inner.rs"
        ]
    );
}
