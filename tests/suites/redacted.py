#!/usr/bin/env python3
"""Converts, exports and imports all samples of bank statements with --redact, and looks in both streams for what is in the samples.

    python3 redacted.py UACC SHARED

SHARED is a folder with bank-formats and statements, each with samples.

No cell of six characters with a digit (accounts, amounts, days, ids) and no word of eight letters of a sample is printed, unless it may stay: the path of
the sample, names of columns, and the words that the program itself has: those of its rules, its formats and its help. The result goes to a file. Exit status 1 if anything else is printed, or if the same calls print nothing without --redact.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

from decoding import decode

uacc, shared = sys.argv[1], pathlib.Path(sys.argv[2])
GIVEN = ["--account", "given", "--currency", "CHF", "--partial", "--redact"]
seen, failures = collections.Counter(), []


def texts(path):
    """Returns the texts of a file: one, or the parts of a workbook or archive."""
    source = path.read_bytes()
    if source[:2] == b"PK":
        with zipfile.ZipFile(path) as archive:
            return [decode(archive.read(name)) for name in archive.namelist()]
    return [decode(source)]


def words(text):
    return {word.lower() for word in re.findall(r"[^\W\d_]{8,}", text)}


def numbers(text):
    """Returns what stands between delimiters, quotes, tags and blanks and has a digit: an amount, an account, a day, an id."""
    found = {cell.strip(" '.,:()") for cell in re.split(r"[;\t|\"<>\n\r,]", text)}
    found |= {part.strip(" '.,:()") for part in re.split(r"[\s;|\"<>=/,]+", text)}
    return {cell for cell in found if 6 <= len(cell) <= 60 and re.search(r"\d", cell)}


def run(*arguments):
    done = subprocess.run([uacc, *arguments], capture_output=True, timeout=600)
    return (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace")


def header_line(path):
    """Returns the line of the header, whose names may stay."""
    found = re.search(r"the header in line (\d+)", run("convert", str(path), "-o", "/dev/null", "--verbose", *GIVEN))
    return int(found.group(1)) if found else 1


def is_printed(cell, output):
    """Whether a cell stands in an output on its own, and not as a part of a longer number or word."""
    return any(
        not output[start - 1 : start].isalnum() and not output[start + len(cell) : start + len(cell) + 1].isalnum()
        for start in (match.start() for match in re.finditer(re.escape(cell), output))
    )


def columns_of(output):
    """Returns the names of columns that findings have in quotes."""
    return " ".join(re.findall(r"`([^`]*)`", output))


own = run("rules", "--format", "json") + run("banks") + run("convert", "--help") + run("import", "--help")
own_words = words(own) | {"transactions", "transaction", "currency", "balances", "skipped", "rejected", "warnings", "institution", "notification"}
folders = [shared / "statements/samples", shared / "statements/ofx", shared / "bank-formats/samples"]
samples = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".md"))
shows = 0
with tempfile.TemporaryDirectory() as scratch:
    out = str(pathlib.Path(scratch) / "out")
    calls = {
        "convert": lambda path: ["convert", path, "-o", out, *GIVEN],
        "sarif": lambda path: ["convert", path, "--format", "sarif", *GIVEN],
        "hledger": lambda path: ["convert", path, "--to", "hledger", "-o", out, *GIVEN],
        "import": lambda path: ["import", path, "--store", out + ".store", *GIVEN],
        "import again": lambda path: ["import", path, "--store", out + ".store", *GIVEN],
    }
    for path in samples:
        # What a program prints of a file has the path of the file.
        name = str(path)
        all_texts = texts(path)
        lines = [line for text in all_texts for line in text.splitlines()]
        header = " ".join(lines[: header_line(path)][-1:])
        values = set().union(*map(numbers, all_texts))
        letters = set().union(*map(words, all_texts)) - own_words - words(header) - words(name)
        for call, arguments in calls.items():
            output = run(*arguments(name))
            seen[call] += 1
            cleaned = output.replace(name, "")
            columns = columns_of(cleaned)
            leaks = {value for value in values if value in cleaned and is_printed(value, cleaned) and value not in header and value not in columns and value not in own}
            leaks |= (words(cleaned) & letters) - words(columns)
            if leaks:
                failures.append(f"{name}: {call}: {sorted(leaks)[:8]}")
        shown = run("convert", name, "-o", out, "--account", "given", "--currency", "CHF", "--partial").replace(name, "")
        shows += any(value in shown and is_printed(value, shown) for value in values)
print("\n".join(failures))
print(f"{len(samples)} samples, {sum(seen.values())} calls; {len(failures)} print a value; without --redact, {shows} samples are shown with values")
sys.exit(bool(failures) or not shows)
