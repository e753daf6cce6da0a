#!/usr/bin/env python3
"""Converts public bank files, and compares the results with the figures in tests/bank/corpus.tsv.

    python3 corpus.py UACC FOLDER

FOLDER contains copies of the public repositories in the table, or of single files of them, with any names: files are identified by their SHA-256.
An empty figure in the table is unknown and not compared. Exit status 1 if a figure differs or if no file is found.
"""
import csv
import decimal
import hashlib
import json
import pathlib
import subprocess
import sys

table = pathlib.Path(__file__).resolve().parent.parent / "bank" / "corpus.tsv"
uacc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
rows = {row["sha256"]: row for row in csv.DictReader(table.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)}
REASONS = {"pending": "pending", "zero": "zero-amount", "status": "status"}


def figures(report):
    transactions = report["transactions"]

    def total(direction):
        return sum((decimal.Decimal(transaction["amount"]) for transaction in transactions if transaction.get("creditDebit") == direction), decimal.Decimal(0))

    days = sorted(transaction.get("bookedAt") or transaction.get("valutaAt") or transaction.get("purchasedAt") for transaction in transactions)
    found = {
        "transactions": len(transactions),
        "credit": total("credit"),
        "debit": total("debit"),
        "details": report["details"],
        "rejected": len(report["rejected"]),
        "first": days[0] if days else "",
        "last": days[-1] if days else "",
    }
    for name, reason in REASONS.items():
        found[name] = sum(1 for skipped in report["skipped"] if skipped["reason"] == reason)
    return found


def differences(row, report):
    for name, found in figures(report).items():
        expected = row[name]
        if name in ("credit", "debit"):
            differs = expected and decimal.Decimal(expected) != found
        else:
            differs = expected and str(found) != expected
        if differs:
            yield f"{name} {found}, expected {expected}"


compared = different = 0
for path in sorted(path for path in folder.rglob("*") if path.is_file()):
    row = rows.pop(hashlib.sha256(path.read_bytes()).hexdigest(), None)
    if row is None:
        continue
    command = [uacc, "convert", str(path), "--account", "CH9300762011623852957", "--currency", row["currency"], "--format", "json"]
    result = subprocess.run(command, capture_output=True, timeout=60)
    compared += 1
    found = list(differences(row, json.loads(result.stdout.splitlines()[0])))
    if found:
        different += 1
        print(f"{row['repository']} {row['path']}: {'; '.join(found)}")
print(f"{compared} files of the table were found, {len(rows)} were not; {different} differ")
sys.exit(1 if different or not compared else 0)
