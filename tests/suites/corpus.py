#!/usr/bin/env python3
"""Convert public bank files and hold the results against the figures of tests/bank/corpus.tsv.

    python3 corpus.py UACC FOLDER

FOLDER holds copies of the public repositories that the table names, or of single files of them, under whatever names: a file is known by its SHA-256.
A figure that is empty in the table is not known, and not compared. Exit status 1 when a figure differs or when no file is there.
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
        return sum((decimal.Decimal(one["amount"]) for one in transactions if one.get("creditDebit") == direction), decimal.Decimal(0))

    days = sorted(one.get("bookedAt") or one.get("valutaAt") or one.get("purchasedAt") for one in transactions)
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
        found[name] = sum(1 for one in report["skipped"] if one["reason"] == reason)
    return found


def differences(row, report):
    for name, found in figures(report).items():
        wanted = row[name]
        if name in ("credit", "debit"):
            differs = wanted and decimal.Decimal(wanted) != found
        else:
            differs = wanted and str(found) != wanted
        if differs:
            yield f"{name} {found}, expected {wanted}"


seen = wrong = 0
for path in sorted(path for path in folder.rglob("*") if path.is_file()):
    row = rows.pop(hashlib.sha256(path.read_bytes()).hexdigest(), None)
    if row is None:
        continue
    call = [uacc, "convert", str(path), "--account", "CH9300762011623852957", "--currency", row["currency"], "--format", "json"]
    done = subprocess.run(call, capture_output=True, timeout=60)
    seen += 1
    found = list(differences(row, json.loads(done.stdout)))
    if found:
        wrong += 1
        print(f"{row['repository']} {row['path']}: {'; '.join(found)}")
print(f"{seen} files of the table are there, {len(rows)} are not; {wrong} differ")
sys.exit(1 if wrong or not seen else 0)
