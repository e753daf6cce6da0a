"""Checks that each element of the given camt messages is in the list of what comes out, or of what is left out with a reason.

    python3 tests/suites/elements.py FOLDER

tests/library/format/elements.rs proves that the values of the list come out. A path that no row has is printed with its file, and the exit status is 1."""

import csv
import fnmatch
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

LIST = pathlib.Path(__file__).parent.parent / "statements" / "elements.tsv"
STATEMENTS = {"Stmt", "Rpt", "Ntfctn"}


def listed_paths():
    with open(LIST, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row[0] for row in rows if row and not row[0].startswith("#")]


def name(element):
    return element.tag.rsplit("}", 1)[-1]


def leaves(element, path):
    """Yields the paths of the elements below that have a text. The first versions have the details without an element around them."""
    for child in element:
        below = [*path, name(child)]
        if path == ["Ntry"] and name(child) in ("TxDtls", "Btch"):
            below = ["Ntry", "NtryDtls", name(child)]
        yield from leaves(child, below)
    if not len(element) and (element.text or "").strip():
        yield "/".join(path)


def main():
    listed, unknown, files = listed_paths(), {}, 0
    for file in sorted(pathlib.Path(sys.argv[1]).glob("camt*.xml")):
        try:
            root = ElementTree.parse(file).getroot()
        except ElementTree.ParseError:
            continue  # A damaged message, which other suites convert.
        files += 1
        for statement in (element for element in root.iter() if name(element) in STATEMENTS):
            for path in leaves(statement, []):
                if not any(fnmatch.fnmatchcase(path, pattern) for pattern in listed):
                    unknown.setdefault(path, file.name)
    for path, file in sorted(unknown.items()):
        print(f"{path}\t{file}")
    print(f"{files} messages, {len(unknown)} elements that are in no list")
    sys.exit(bool(unknown) or not files)


main()
