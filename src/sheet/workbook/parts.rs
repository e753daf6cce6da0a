//! Finds the parts of an Excel workbook (ECMA-376): a ZIP archive of XML documents that name each other.

use std::collections::HashMap;
use std::rc::Rc;

use super::damage::Damage;
use super::number_format::{NumberFormat, shown_currency};
use super::serial_date::DateSystem;
use super::sheet::{SharedTexts, SheetList};
use super::worksheet::{self, MAX_DEPTH, Shared, is_true};
use super::xstring::unescape;
use crate::archive::Archive;
use crate::source::Decoded;
use crate::value::Currency;
use crate::xml::{Attribute, XmlEvent, XmlReader};

/// A part that another part names.
struct Relationship {
    id: String,
    /// The last word of its type, such as `worksheet`.
    kind: String,
    /// The name of the part in the archive.
    target: String,
}

/// Reads all sheets of a workbook, and returns whether it has sheets of macros, which are left out.
pub(super) fn read(
    source: &[u8],
    max_bytes: usize,
    sheets: &mut SheetList,
) -> Result<bool, Damage> {
    let mut package = Package::open(source, max_bytes)?;
    let root = package.relationships("")?;
    let workbook = root
        .into_iter()
        .find(|part| part.kind == "officeDocument")
        .ok_or(Damage::Structure)?
        .target;
    let parts = package.relationships(&workbook)?;
    let target = |kind: &str| {
        parts
            .iter()
            .find(|part| part.kind == kind)
            .map(|part| part.target.as_str())
    };
    let (entries, date_system) =
        read_workbook(&package.text(&workbook)?.ok_or(Damage::Structure)?)?;
    let optional =
        |package: &mut Package<'_>, kind| target(kind).map_or(Ok(None), |name| package.text(name));
    let strings = optional(&mut package, "sharedStrings")?
        .map_or(Ok(SharedTexts::default()), |xml| read_strings(&xml))?;
    let styles = optional(&mut package, "styles")?;
    let (formats, currencies) =
        styles.map_or(Ok((Vec::new(), Vec::new())), |xml| read_formats(&xml))?;
    let shared = Shared {
        strings: Rc::new(strings),
        formats,
        currencies,
        date_system,
    };
    let mut has_macros = parts.iter().any(|part| part.kind == "vbaProject");
    // Of two parts with one id, the first counts.
    let parts_by_id: HashMap<&str, &Relationship> = parts
        .iter()
        .rev()
        .map(|part| (part.id.as_str(), part))
        .collect();
    for SheetEntry {
        name,
        id,
        is_hidden,
    } in entries
    {
        let Some(part) = parts_by_id.get(id.as_str()) else {
            return Err(Damage::Structure);
        };
        match part.kind.as_str() {
            "worksheet" => {
                let xml = package.text(&part.target)?.ok_or(Damage::Structure)?;
                sheets.add(name, is_hidden, &shared.strings);
                worksheet::read(&xml, &shared, sheets.last_mut()?)?;
            }
            "xlMacrosheet" | "xlIntlMacrosheet" => has_macros = true,
            // A sheet that is one chart or one dialog.
            _ => {}
        }
    }
    Ok(has_macros)
}

/// The parts of a workbook in a ZIP archive.
pub(super) struct Package<'b> {
    archive: Archive<'b>,
    /// The index of each part, by its name in small letters.
    parts: HashMap<String, usize>,
}

impl<'b> Package<'b> {
    /// Reads the list of parts. All parts together may unpack to `max_bytes`.
    pub(super) fn open(source: &'b [u8], max_bytes: usize) -> Result<Self, Damage> {
        let archive = Archive::open(source, max_bytes).ok_or(Damage::Archive)?;
        let mut parts = HashMap::new();
        for (index, entry) in archive.entries().iter().enumerate() {
            let name = entry.name.trim_start_matches('/').replace('\\', "/");
            // Of two parts with one name, the first counts.
            parts.entry(name.to_ascii_lowercase()).or_insert(index);
        }
        Ok(Self { archive, parts })
    }

    /// Returns the text of a part, or `None` if there is no such part.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Damage> {
        // Names of parts are compared regardless of their case.
        let Some(index) = self.parts.get(&name.to_ascii_lowercase()) else {
            return Ok(None);
        };
        let bytes = self.archive.read(*index).map_err(Damage::Part)?;
        // A text in UTF-16 without a mark is valid UTF-8 too, but has zeros.
        let bytes = match memchr::memchr(0, &bytes) {
            None => match String::from_utf8(bytes) {
                Ok(text) => return Ok(Some(text)),
                Err(error) => error.into_bytes(),
            },
            Some(_) => bytes,
        };
        let decoded = Decoded::from_bytes(&bytes);
        if decoded.encoding().is_unicode() && decoded.first_invalid_utf8().is_none() {
            Ok(Some(decoded.text().to_owned()))
        } else {
            Err(Damage::Structure)
        }
    }

    /// Reads what a part refers to; the empty name is the whole package.
    fn relationships(&mut self, part: &str) -> Result<Vec<Relationship>, Damage> {
        let (folder, name) = part
            .rsplit_once('/')
            .map_or(("", part), |(folder, name)| (folder, name));
        let slash = if folder.is_empty() { "" } else { "/" };
        let Some(xml) = self.text(&format!("{folder}{slash}_rels/{name}.rels"))? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for_each_element(&xml, |element, attributes, _| {
            if element == "Relationship" {
                let value = |name: &str| value_of(attributes, name).unwrap_or_default();
                found.push(Relationship {
                    id: value("Id"),
                    kind: value("Type")
                        .rsplit('/')
                        .next()
                        .unwrap_or_default()
                        .to_owned(),
                    target: resolve(folder, &value("Target")),
                });
            }
        })?;
        Ok(found)
    }
}

/// Returns the name of a part that another part in `folder` refers to.
fn resolve(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A sheet in the list of a workbook.
struct SheetEntry {
    name: String,
    id: String,
    is_hidden: bool,
}

fn read_workbook(xml: &str) -> Result<(Vec<SheetEntry>, DateSystem), Damage> {
    let (mut sheets, mut date_system) = (Vec::new(), DateSystem::From1900);
    for_each_element(xml, |element, attributes, _| match element {
        "workbookPr" if value_of(attributes, "date1904").is_some_and(|value| is_true(&value)) => {
            date_system = DateSystem::From1904;
        }
        "sheet" => sheets.push(SheetEntry {
            name: value_of(attributes, "name").unwrap_or_default(),
            // With its prefix: the attribute without one is another number.
            id: attributes
                .iter()
                .find(|attribute| attribute.name.ends_with(":id"))
                .map(|id| id.value.to_string())
                .unwrap_or_default(),
            is_hidden: value_of(attributes, "state").is_some_and(|state| state != "visible"),
        }),
        _ => {}
    })?;
    Ok((sheets, date_system))
}

/// Reads the format of each style of a cell, and the currency that it shows.
fn read_formats(xml: &str) -> Result<(Vec<NumberFormat>, Vec<Option<Currency>>), Damage> {
    let mut codes: HashMap<u32, (NumberFormat, Option<Currency>)> = HashMap::new();
    let mut formats = Vec::new();
    for_each_element(xml, |element, attributes, parent| {
        let id = |name| {
            value_of(attributes, name)
                .and_then(|id| id.trim().parse::<u32>().ok())
                .unwrap_or_default()
        };
        match (element, parent) {
            ("numFmt", _) => {
                let code = value_of(attributes, "formatCode").unwrap_or_default();
                let format = (NumberFormat::of_code(&code), shown_currency(&code));
                // Of two formats with one number, the first counts.
                codes.entry(id("numFmtId")).or_insert(format);
            }
            ("xf", "cellXfs") => {
                let id = id("numFmtId");
                let defined = codes.get(&id).copied();
                formats.push(defined.unwrap_or_else(|| (NumberFormat::built_in(id), None)));
            }
            _ => {}
        }
    })?;
    Ok(formats.into_iter().unzip())
}

/// Reads the list of texts that cells refer to by number. A text in several fonts comes in parts; its pronunciation is left out.
fn read_strings(xml: &str) -> Result<SharedTexts, Damage> {
    let mut xml = XmlReader::new(xml, 0, MAX_DEPTH);
    let (mut strings, mut open): (SharedTexts, Vec<&str>) = (SharedTexts::default(), Vec::new());
    loop {
        match xml.next().map_err(|_| Damage::Structure)? {
            XmlEvent::Start(tag) => {
                if tag.name == "si" {
                    strings.begin()?;
                }
                open.push(tag.name);
            }
            XmlEvent::Text(text, _) => {
                if open.last() == Some(&"t") && !open.contains(&"rPh") {
                    strings.push_str(&unescape(&text))?;
                }
            }
            XmlEvent::End(_) => drop(open.pop()),
            XmlEvent::EndOfDocument => return Ok(strings),
        }
    }
}

/// Calls `visit` with the name, the attributes and the parent of each element.
fn for_each_element(
    xml: &str,
    mut visit: impl FnMut(&str, &[Attribute<'_>], &str),
) -> Result<(), Damage> {
    let mut xml = XmlReader::new(xml, 0, MAX_DEPTH);
    let mut open: Vec<&str> = Vec::new();
    loop {
        match xml.next().map_err(|_| Damage::Structure)? {
            XmlEvent::Start(tag) => {
                visit(
                    tag.name,
                    xml.attributes(),
                    open.last().copied().unwrap_or_default(),
                );
                open.push(tag.name);
            }
            XmlEvent::End(_) => drop(open.pop()),
            XmlEvent::Text(..) => {}
            XmlEvent::EndOfDocument => return Ok(()),
        }
    }
}

fn value_of(attributes: &[Attribute<'_>], name: &str) -> Option<String> {
    attributes
        .iter()
        .find(|attribute| attribute.name == name)
        .map(|attribute| attribute.value.to_string())
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn resolves_the_names_of_parts() {
        for (folder, target, expected) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/styles.xml", "xl/styles.xml"),
            ("xl/worksheets", "../media/a.png", "xl/media/a.png"),
            ("", "./xl/workbook.xml", "xl/workbook.xml"),
            ("", "../../a", "a"),
        ] {
            assert_eq!(resolve(folder, target), expected);
        }
    }
}
