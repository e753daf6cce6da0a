//! Finds which files of a crate use which other files. Reads every `use` and every path, including those in attributes and bodies of macros.
//!
//! Skips items that are only for tests, which may use all modules. Panics at syntax that the project does not have, such as `#[macro_use]`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::tokens::{
    Segments, after_item, imported_names, is_for_tests, is_punct, path_attribute, word,
};

/// A module: a file, or an inline module.
#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    /// The child modules by name. A name has two modules if a feature chooses between two files.
    children: BTreeMap<String, Vec<usize>>,
    /// The path of each imported name.
    imports: BTreeMap<String, Segments>,
    /// The modules that are imported with `*`.
    globs: Vec<Segments>,
    defined: BTreeSet<String>,
    /// The paths that are used. `*` at the end means all items of a module.
    used: BTreeSet<Segments>,
    /// The paths of `pub use` declarations.
    reexported: BTreeSet<Segments>,
}

/// The modules of a crate.
#[derive(Debug)]
pub(crate) struct Modules(Vec<Module>);

/// The uses of one file by another, with the last segment of each path.
pub(crate) type Uses = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

impl Modules {
    /// Reads the crate with this root file. `read` returns the text of a file, or `None` if it does not exist.
    pub(crate) fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut modules = Self(Vec::new());
        modules.read_file(root, None, true, read);
        modules
    }

    /// Adds the module of a file and all its child modules. Returns the number of the module.
    fn read_file(
        &mut self,
        file: &Path,
        parent: Option<usize>,
        owns_folder: bool,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let text = read(file).unwrap_or_else(|| panic!("{} does not exist", file.display()));
        let tokens: TokenStream = text
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let number = self.0.len();
        self.0.push(Module {
            file: file.to_owned(),
            parent,
            ..Module::default()
        });
        let folder = file.parent().unwrap();
        let folder = if owns_folder {
            folder.to_owned()
        } else {
            folder.join(file.file_stem().unwrap())
        };
        self.read_items(
            number,
            &tokens.into_iter().collect::<Vec<_>>(),
            &folder,
            read,
        );
        number
    }

    /// Reads the items of a module.
    fn read_items(
        &mut self,
        module: usize,
        tokens: &[TokenTree],
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        let (mut at, mut attributes): (usize, Vec<String>) = (0, Vec::new());
        while let Some(token) = tokens.get(at) {
            if let [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] = &tokens[at..]
                && hash.as_char() == '#'
            {
                let text = attribute.stream().to_string();
                assert!(
                    !text.contains("macro_use"),
                    "{} has {text}",
                    self.0[module].file.display()
                );
                attributes.push(text);
                self.read_body(module, &attribute.stream().into_iter().collect::<Vec<_>>());
                at += 2;
                continue;
            }
            if attributes.iter().any(|attribute| is_for_tests(attribute)) {
                at = after_item(tokens, at);
                attributes.clear();
                continue;
            }
            let Some(word) = word(token) else {
                self.read_body(module, std::slice::from_ref(token));
                at += 1;
                continue;
            };
            match (word.as_str(), tokens.get(at + 1).and_then(self::word)) {
                ("mod", Some(name)) => {
                    self.read_module(module, &name, tokens.get(at + 2), &attributes, folder, read);
                    at += 3;
                }
                ("use", _) => at = self.read_use(module, tokens, at),
                ("extern", Some(next)) if next == "crate" => {
                    panic!("{} has {next}", self.0[module].file.display())
                }
                ("const", Some(next)) if next == "fn" => at += 1,
                ("static", Some(next)) if next == "mut" => {
                    self.0[module]
                        .defined
                        .extend(tokens.get(at + 2).and_then(self::word));
                    at += 3;
                }
                (
                    "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static",
                    Some(name),
                ) => {
                    self.0[module].defined.insert(name);
                    at += 2;
                }
                ("macro_rules", None) => {
                    self.0[module]
                        .defined
                        .extend(tokens.get(at + 2).and_then(self::word));
                    at += 3;
                }
                // The attributes belong to the item that follows these words.
                ("pub" | "unsafe" | "async", _) => {
                    at += 1;
                    continue;
                }
                _ => at = self.read_path(module, tokens, at),
            }
            attributes.clear();
        }
    }

    /// Reads a `mod` item.
    fn read_module(
        &mut self,
        module: usize,
        name: &str,
        body: Option<&TokenTree>,
        attributes: &[String],
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        if let Some(TokenTree::Group(body)) = body {
            let number = self.0.len();
            let file = self.0[module].file.clone();
            self.0.push(Module {
                file,
                parent: Some(module),
                ..Module::default()
            });
            self.0[module]
                .children
                .entry(name.to_owned())
                .or_default()
                .push(number);
            self.read_items(
                number,
                &body.stream().into_iter().collect::<Vec<_>>(),
                &folder.join(name),
                read,
            );
            return;
        }
        let paths: Vec<_> = attributes
            .iter()
            .filter_map(|attribute| path_attribute(attribute))
            .collect();
        // A file with a `path` attribute has its child modules beside it, like `mod.rs`.
        let mut files: Vec<(PathBuf, bool)> = paths
            .iter()
            .map(|(path, _)| (resolve(folder, path), true))
            .collect();
        if paths.iter().all(|(_, is_conditional)| *is_conditional) {
            files.push((folder.join(format!("{name}.rs")), false));
            files.push((folder.join(name).join("mod.rs"), true));
        }
        files.retain(|(file, _)| read(file).is_some());
        assert!(
            !files.is_empty(),
            "no file for `mod {name}` in {}",
            self.0[module].file.display()
        );
        for (file, owns_folder) in files {
            let number = self.read_file(&file, Some(module), owns_folder, read);
            self.0[module]
                .children
                .entry(name.to_owned())
                .or_default()
                .push(number);
        }
    }

    /// Reads a `use` item and returns the index of the token after it.
    fn read_use(&mut self, module: usize, tokens: &[TokenTree], at: usize) -> usize {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_reexport = match before {
            Some(TokenTree::Group(scope)) => {
                scope.delimiter() == Delimiter::Parenthesis && scope.stream().to_string() != "self"
            }
            Some(token) => word(token).as_deref() == Some("pub"),
            None => false,
        };
        let end = tokens[at..]
            .iter()
            .position(|token| is_punct(token, ';'))
            .map_or(tokens.len(), |end| at + end);
        let mut names = Vec::new();
        imported_names(&tokens[at + 1..end], &[], &mut names);
        let module = &mut self.0[module];
        for (name, path) in names {
            let mut full_path = path.clone();
            full_path.extend(name.is_none().then(|| "*".to_owned()));
            let _ = if is_reexport {
                module.reexported.insert(full_path)
            } else {
                module.used.insert(full_path)
            };
            match name {
                // Two functions may import different items with the same name. The first one counts.
                Some(name) => drop(module.imports.entry(name).or_insert(path)),
                None => module.globs.push(path),
            }
        }
        end + 1
    }

    /// Reads a path or a single word, and returns the index of the token after it.
    fn read_path(&mut self, module: usize, tokens: &[TokenTree], mut at: usize) -> usize {
        let mut path: Segments = word(&tokens[at]).into_iter().collect();
        at += 1;
        while let [first, second, name, ..] = &tokens[at..]
            && is_punct(first, ':')
            && is_punct(second, ':')
            && let Some(name) = word(name)
        {
            path.push(name);
            at += 3;
        }
        if path.len() > 1 {
            self.0[module].used.insert(path);
        }
        at
    }

    /// Reads the paths and imports in tokens that are not a list of items, such as the body of a function or a macro.
    fn read_body(&mut self, module: usize, tokens: &[TokenTree]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match (token, word(token)) {
                (TokenTree::Group(group), _) => {
                    self.read_body(module, &group.stream().into_iter().collect::<Vec<_>>());
                    at += 1;
                }
                (_, Some(word))
                    if word == "use"
                        && tokens.get(at + 1).is_some_and(|next| !is_punct(next, '<')) =>
                {
                    at = self.read_use(module, tokens, at);
                }
                (_, Some(_)) => at = self.read_path(module, tokens, at),
                _ => at += 1,
            }
        }
    }

    /// Returns the files that define the item of a path.
    fn files_of(&self, module: usize, path: &[String]) -> BTreeSet<&Path> {
        self.start_of(module, path, 0)
            .into_iter()
            .flat_map(|(module, rest)| {
                let found = self.files_below(module, &rest, 0);
                // An item that no module defines by name is defined by a macro of the module.
                if found.is_empty() && !rest.is_empty() {
                    self.file_of_last_module(module, &rest)
                } else {
                    found
                }
            })
            .collect()
    }

    /// Returns the modules of this crate where a path can start, each with the rest of the path. Empty if the path starts in another crate.
    fn start_of(&self, module: usize, path: &[String], depth: usize) -> Vec<(usize, Segments)> {
        assert!(
            depth < 16,
            "{path:?} leads nowhere in {}",
            self.0[module].file.display()
        );
        let Some((first, rest)) = path.split_first() else {
            return Vec::new();
        };
        let here = &self.0[module];
        let at = |modules: &[usize]| {
            modules
                .iter()
                .map(|module| (*module, rest.to_vec()))
                .collect()
        };
        match (
            first.as_str(),
            here.children.get(first),
            here.imports.get(first),
        ) {
            ("crate", ..) => at(&[0]),
            ("self", ..) => at(&[module]),
            ("super", ..) => at(&here.parent.into_iter().collect::<Vec<_>>()),
            (_, Some(children), _) => at(children),
            // The name of another crate is recorded as its own import.
            (_, None, Some(import)) if import.first() != Some(first) => {
                self.start_of(module, &[import, rest].concat(), depth + 1)
            }
            (_, None, Some(_)) => Vec::new(),
            _ => {
                let is_defined = |(module, path): &(usize, Segments)| {
                    !self.files_below(*module, path, depth + 1).is_empty()
                };
                let globs = self.own_globs(module);
                let globs =
                    globs.flat_map(|glob| self.start_of(module, &[glob, path].concat(), depth + 1));
                globs.filter(is_defined).collect()
            }
        }
    }

    /// Returns the glob imports of a module that refer to modules of this crate.
    fn own_globs(&self, module: usize) -> impl Iterator<Item = &Segments> {
        let here = &self.0[module];
        here.globs.iter().filter(|glob| {
            let Some(first) = glob.first() else {
                return false;
            };
            ["crate", "self", "super"].contains(&first.as_str())
                || here.children.contains_key(first)
                || here
                    .imports
                    .get(first)
                    .is_some_and(|import| import.first() != Some(first))
        })
    }

    /// Returns the files that define the item of a path, seen from a module. Empty if they are unknown.
    fn files_below(&self, module: usize, path: &[String], depth: usize) -> BTreeSet<&Path> {
        let here = &self.0[module];
        // Importing a module doesn't use its items. The paths that start with its name use them.
        let Some((name, rest)) = path.split_first() else {
            return BTreeSet::new();
        };
        let follow = |path: &[String]| -> BTreeSet<&Path> {
            let starts = self.start_of(module, path, depth + 1);
            starts
                .into_iter()
                .flat_map(|(module, rest)| self.files_below(module, &rest, depth + 1))
                .collect()
        };
        if name == "*" || here.defined.contains(name) {
            return BTreeSet::from([here.file.as_path()]);
        }
        if name == "super" {
            return here.parent.map_or_else(BTreeSet::new, |parent| {
                self.files_below(parent, rest, depth)
            });
        }
        // A function that is re-exported may have the name of its module.
        let is_reexport = rest.is_empty() && here.imports.contains_key(name);
        if let Some(children) = here.children.get(name)
            && !is_reexport
        {
            return children
                .iter()
                .flat_map(|child| self.files_below(*child, rest, depth))
                .collect();
        }
        match here.imports.get(name) {
            Some(import) => follow(&[import, rest].concat()),
            None => self
                .own_globs(module)
                .flat_map(|glob| follow(&[glob, path].concat()))
                .collect(),
        }
    }

    /// Returns the file of the last module in a path.
    fn file_of_last_module(&self, module: usize, path: &[String]) -> BTreeSet<&Path> {
        let here = &self.0[module];
        match path.split_first() {
            Some((name, rest)) if here.children.contains_key(name) => {
                if rest.is_empty() {
                    return BTreeSet::new();
                }
                here.children[name]
                    .iter()
                    .flat_map(|child| self.file_of_last_module(*child, rest))
                    .collect()
            }
            // An item that is imported from another crate is defined there.
            Some((name, _)) if here.imports.contains_key(name) => BTreeSet::new(),
            _ => BTreeSet::from([here.file.as_path()]),
        }
    }

    /// Returns which files use which other files.
    pub(crate) fn uses(&self) -> Uses {
        self.uses_of(|module| module.used.iter().collect())
    }

    /// For each file, returns the files whose items it uses or re-exports.
    pub(crate) fn uses_and_reexports(&self) -> Uses {
        self.uses_of(|module| module.used.union(&module.reexported).collect())
    }

    fn uses_of(&self, paths: impl Fn(&Module) -> Vec<&Segments>) -> Uses {
        let mut uses = Uses::new();
        for (number, module) in self.0.iter().enumerate() {
            let file = uses.entry(module.file.clone()).or_default();
            for path in paths(module) {
                for other in self
                    .files_of(number, path)
                    .into_iter()
                    .filter(|other| *other != module.file)
                {
                    file.entry(other.to_owned())
                        .or_default()
                        .extend(path.last().cloned());
                }
            }
        }
        uses
    }
}

/// Returns the sets of files that use each other in a cycle.
pub(crate) fn cycles(uses: &Uses) -> Vec<BTreeSet<PathBuf>> {
    let reached = |from: &PathBuf| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(file) = next.pop() {
            next.extend(
                uses[file]
                    .keys()
                    .filter(|other| reached.insert((*other).clone())),
            );
        }
        reached
    };
    let reached: BTreeMap<&PathBuf, BTreeSet<PathBuf>> =
        uses.keys().map(|file| (file, reached(file))).collect();
    let cycle = |file: &PathBuf| {
        reached[file]
            .iter()
            .filter(|other| reached[*other].contains(file))
            .cloned()
            .collect()
    };
    let cycles: BTreeSet<BTreeSet<PathBuf>> = uses.keys().map(cycle).collect();
    cycles
        .into_iter()
        .filter(|cycle| !cycle.is_empty())
        .collect()
}

/// Returns the path of a file relative to a folder. Removes `..`, so that each file has only one path.
fn resolve(folder: &Path, path: &str) -> PathBuf {
    let mut file = folder.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(file.pop()),
            part => file.push(part),
        }
    }
    file
}
