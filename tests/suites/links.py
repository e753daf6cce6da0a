"""Checks the links of the rendered documentation: `links.py FOLDER`, the folder of the crate below `target/doc`.

rustdoc checks links to items. A link to a file, such as a page of the repository, is copied as it is, so it is checked here: a relative link must lead to a rendered file, and to an
anchor in it.
"""

import html
import pathlib
import re
import sys
import urllib.parse


def plain(text):
    return html.unescape(urllib.parse.unquote(text))


folder = pathlib.Path(sys.argv[1])
anchors = {}


def anchors_of(file):
    if file not in anchors:
        anchors[file] = set(map(plain, re.findall(r'id="([^"]+)"', file.read_text(encoding="utf-8"))))
    return anchors[file]


links, broken = 0, []
for page in sorted(folder.rglob("*.html")):
    for link in re.findall(r'<a [^>]*href="([^"]+)"', page.read_text(encoding="utf-8")):
        target, _, anchor = plain(link).partition("#")
        if "://" in target or "/src/" in target or target.startswith(("mailto:", "javascript:")):
            continue
        links += 1
        file = (page.parent / target).resolve() if target else page.resolve()
        if not file.is_file() or (anchor and file.suffix == ".html" and anchor not in anchors_of(file)):
            broken.append(f"{page.relative_to(folder)}: {link}")

print(f"{links} links of the documentation, {len(broken)} broken")
print("\n".join(sorted(set(broken))), end="\n" if broken else "")
sys.exit(1 if broken or links < 1000 else 0)
