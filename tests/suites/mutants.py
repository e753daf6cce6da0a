#!/usr/bin/env python3
"""Damages small workbooks and archives, and checks that the program neither panics nor aborts nor takes memory out of proportion.

Usage: mutants.py UACC [N] [SEED]

Writes an .xls, .ods, .xlsx and .zip itself, changes each of them N times (300 by default), and converts them where a process may have 1 GiB of address space.
Fails at the first status that is neither 0 nor 1, or at more than 256 MiB of memory.
"""

import io
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import zipfile

ADDRESS_SPACE = 1 << 30
MAX_MEMORY = 256 << 20
MAX_SECONDS = 60


def record(kind, data):
    return struct.pack("<HH", kind, len(data)) + data


def text(value):
    return struct.pack("<HB", len(value), 1) + value.encode("utf-16-le")


def xls():
    """A workbook of Excel 97: see `benches/old_workbooks.rs`, which writes the same records."""
    begin = lambda kind: record(0x809, struct.pack("<HH12x", 0x600, kind))
    strings = ["Datum", "Betrag", "Text", "ä" * 5000]
    shared = struct.pack("<II", len(strings), len(strings)) + b"".join(map(text, strings[:3]))
    long = text(strings[3])
    head = begin(5) + record(0x42, struct.pack("<H", 1200)) + record(0x41E, struct.pack("<H", 164) + text("dd.mm.yyyy"))
    head += b"".join(record(0xE0, struct.pack("<HH16x", 0, format)) for format in (0, 14, 164, 10))
    tail = record(0xFC, shared + long[:8003]) + record(0x3C, b"\1" + long[8003:]) + record(0x0A, b"")
    offset = len(head) + len(record(0x85, struct.pack("<IHBB", 0, 0, 1, 0) + b"A")) + len(tail)
    stream = head + record(0x85, struct.pack("<IHBB", offset, 0, 1, 0) + b"A") + tail + begin(16)
    for row in range(30):
        place = lambda column, style: struct.pack("<HHH", row, column, style)
        stream += record(0x208, struct.pack("<HHHHHHI", row, 0, 9, 255, 0, 0, 0x20 if row % 7 == 3 else 0))
        stream += record(0xFD, place(0, 0) + struct.pack("<I", row % 4))
        stream += record(0x203, place(1, 1 + row % 3) + struct.pack("<d", 46000.25 + row))
        stream += record(0x27E, place(2, 0) + struct.pack("<i", row * 100 << 2 | 3))
        stream += record(0xBD, struct.pack("<HHHiHiH", row, 3, 0, 6, 3, 10, 4))
        stream += record(0x204, place(5, 0) + text(f"Wert {row}"))
        stream += record(0x205, place(6, 0) + bytes([0x2A, 1]))
        stream += record(0x06, place(7, 0) + b"\0" * 6 + b"\xff\xff" + b"\0" * 8) + record(0x207, text("Formel"))
    stream += record(0x0A, b"")
    stream = stream.ljust(max(4096, -(-len(stream) // 512) * 512), b"\0")
    sectors = len(stream) // 512
    entry = lambda name, kind, child, start, size: struct.pack(
        "<64sHBBIII36xIII", (name + "\0").encode("utf-16-le"), 2 * len(name) + 2, kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child, start, size, 0
    )
    table = [*range(1, sectors), 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD]
    table += [0xFFFFFFFF] * (128 - len(table))
    header = struct.pack("<8s16xHHHHH10xIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 1, sectors, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", sectors + 1, *[0xFFFFFFFF] * 108)
    directory = (entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry("Workbook", 2, 0xFFFFFFFF, 0, len(stream))).ljust(512, b"\0")
    return header + stream + directory + struct.pack("<128I", *table)


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_STORED if name == "mimetype" else None)
    return out.getvalue()


def ods_parts():
    cell = '<table:table-cell office:value-type="{0}" office:value="{1}" office:date-value="2026-01-02" table:number-columns-repeated="{2}"><text:p>a<text:s text:c="2"/>b</text:p></table:table-cell>'
    kinds = (("float", "1.5"), ("string", ""), ("date", ""), ("percentage", "0.1"), ("currency", "2"))
    row = lambda number: f'<table:table-row table:number-rows-repeated="{1 + number % 3}">' + "".join(cell.format(*kind, 1 + number % 2) for kind in kinds) + "</table:table-row>"
    content = '<office:document-content><office:body><office:spreadsheet><table:table table:name="A">' + "".join(map(row, range(20)))
    content += "</table:table></office:spreadsheet></office:body></office:document-content>"
    return [("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("META-INF/manifest.xml", b"<manifest/>"), ("content.xml", content.encode())]


def xlsx_parts():
    relations = lambda *targets: ("<Relationships>" + "".join(f'<Relationship Id="r{number}" Type="x/{kind}" Target="{target}"/>' for number, (kind, target) in enumerate(targets)) + "</Relationships>").encode()
    row = lambda number: f'<row r="{number}"><c r="A{number}" t="s"><v>{number % 3}</v></c><c r="B{number}" s="1"><v>{46000 + number}</v></c><c r="Z{number}"><v>1.5</v></c></row>'
    return [
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", relations(("officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", b'<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r0"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", relations(("worksheet", "sheet.xml"), ("sharedStrings", "strings.xml"), ("styles", "styles.xml"))),
        ("xl/sheet.xml", ("<worksheet><sheetData>" + "".join(map(row, range(1, 30))) + "</sheetData></worksheet>").encode()),
        ("xl/strings.xml", b"<sst><si><t>Datum</t></si><si><t>Betrag</t></si><si><t>Text</t></si></sst>"),
        ("xl/styles.xml", b'<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
    ]


def zip_parts():
    return [(f"{number}.csv", b"Datum;Betrag\n2026-01-02;1.50\n" * 20) for number in range(5)]


def damaged(content, chance):
    """Changes some bits, bytes or numbers, or deletes, repeats or copies a part."""
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 4, 10])):
        at, kind, length = chance.randrange(len(content)), chance.randrange(7), chance.randrange(1, 200)
        if kind == 0:
            content[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            content[at] = chance.choice([0, 255, 127, 128])
        elif kind == 2:
            content[at : at + 4] = chance.choice([b"\xff" * 4, b"\0" * 4, b"\xff\xff\xff\x7f", b"\0\0\0\x80"])
        elif kind == 3 and len(content) > length:
            del content[at : at + length]
        elif kind == 4:
            content[at:at] = content[at : at + length]
        elif kind == 5:
            start = chance.randrange(len(content))
            content[at : at + length] = content[start : start + length]
        else:
            digits = [index for index, byte in enumerate(content) if byte in b"0123456789"]
            if digits:
                at = chance.choice(digits)
                content[at:at] = b"9" * chance.randrange(1, 9)
        content = content or bytearray(b"x")
    return bytes(content)


def damaged_part(parts, chance):
    """Packs the parts again after a damage of one of them."""
    index = chance.randrange(len(parts))
    return packed([(name, damaged(content, chance) if number == index else content) for number, (name, content) in enumerate(parts)])


def check_is_read(program, path):
    """Checks that the program reads the cells of a whole file, which has the header of no bank."""
    found = subprocess.run([program, "convert", path], capture_output=True, text=True)
    if "[bank-unknown]" not in found.stderr:
        sys.exit(f"{path} is not read:\n{found.stderr}")


def convert(program, path):
    """Returns the exit status, negative for a signal, and the largest memory in bytes."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen([program, "convert", path], stdout=nothing, stderr=nothing, preexec_fn=limit)
    signal.signal(signal.SIGALRM, lambda *_: process.kill())
    signal.alarm(MAX_SECONDS)
    _, status, usage = os.wait4(process.pid, 0)
    signal.alarm(0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss << 10


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    kinds = {"xls": None, "ods": ods_parts(), "xlsx": xlsx_parts(), "zip": zip_parts()}
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, parts in kinds.items():
            whole = packed(parts) if parts else xls()
            path = os.path.join(folder, "a." + kind)
            with open(path, "wb") as file:
                file.write(whole)
            check_is_read(program, path)
            statuses, largest = {}, 0
            for number in range(count):
                in_part = parts and number % 2
                content = damaged_part(parts, chance) if in_part else damaged(whole, chance)
                with open(path, "wb") as file:
                    file.write(content)
                status, memory = convert(program, path)
                statuses[status] = statuses.get(status, 0) + 1
                largest = max(largest, memory)
                if status not in (0, 1) or memory > MAX_MEMORY:
                    failures += 1
                    print(f"{kind} {number}: status {status}, {memory >> 20} MiB")
            print(f"{kind}: {count} mutants, statuses {dict(sorted(statuses.items()))}, at most {largest >> 20} MiB")
    if failures:
        sys.exit(f"{failures} mutants failed")


main()
