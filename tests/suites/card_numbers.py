#!/usr/bin/env python3
"""Counts the texts and references of statements in which a card number is found that is none.

    python3 card_numbers.py UACC FOLDER...

The texts are the cells of CSV files, the values of XML documents, and the lines of other texts, as the files have them. The files are public and anonymised, so what is found is printed.
A number counts as a card's if it is in groups as on a card, or if the text speaks of a card. Exit status 1 if more than one text in ten thousand is reported, or if there is no text.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

from decoding import decode

uacc, folders = sys.argv[1], sys.argv[2:]


def texts(path):
    source = path.read_bytes()
    if path.suffix in (".py", ".md") or b"\0" in source and source[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return
    text = decode(source)
    try:
        yield from (value for element in xml.fromstring(text).iter() for value in (element.text, *element.attrib.values()))
        return
    except (xml.ParseError, ValueError):
        pass
    delimiter = max(";,\t|", key=lambda delimiter: text.count(delimiter))
    is_csv = all(line.count(delimiter) > 1 for line in text.splitlines()[-3:-1])
    for line in text.splitlines():
        yield from next(csv.reader([line], delimiter=delimiter), []) if is_csv else [line]


csv.field_size_limit(1 << 30)
values = []
for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*") if path.is_file()):
    found = (re.sub(r"[\s\0-\x1f]+", " ", value).strip()[:1000] for value in texts(path) if value)
    values += [(path.name, value) for value in found if re.search(r"[A-Za-z]|\d{6}", value)]

alarms = 0
for start in range(0, len(values), 1000):
    part = values[start:start + 1000]
    record = {"accountIdentifier": "a", "bookedAt": "2026-03-31", "amount": "1.00", "currency": "CHF", "creditDebit": "debit"}
    records = [record | {"transactionId": f"t{index}", "text": value} for index, (_, value) in enumerate(part)]
    run = subprocess.run([uacc, "check", "transactions", "-", "--format", "json"], input=json.dumps({"transactions": records}).encode(), capture_output=True)
    for finding in json.loads(run.stdout)["findings"]:
        if finding["rule"] == "card-number":
            name, value = part[int(finding["path"].split("/")[2])]
            is_card = re.search(r"\b\d{4}([ -])\d{4}\1\d{4}\1\d{4}\b|(?i:kart|cart|card)", value)
            alarms += not is_card
            print("a card" if is_card else "no card", name, value[:200], sep="\t")

print(f"{alarms} of {len(values)} texts and references are reported, and are no card")
sys.exit(not values or alarms * 10_000 > len(values))
