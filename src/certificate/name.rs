//! The names of files in certificates.

use std::path::{Component, Path};

/// Returns the path of a file as a certificate has it. A path from the root or upwards names folders of one machine and its people, so only the name of the file is
/// left of it.
///
/// ```
/// use universal_accounting::certificate::portable_name;
///
/// assert_eq!(portable_name("./2026/march.sta"), "2026/march.sta");
/// assert_eq!(portable_name("/home/anna/march.sta"), "march.sta");
/// assert_eq!(portable_name("../anna/march.sta"), "march.sta");
/// ```
#[must_use]
pub fn portable_name(path: &str) -> String {
    let parts = Path::new(path).components();
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !parts.clone().all(is_plain) {
        let name = Path::new(path).file_name();
        return name.map_or_else(
            || path.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
    }
    let names = parts.filter(|part| *part != Component::CurDir);
    let names: Vec<_> = names
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    names.join("/")
}
