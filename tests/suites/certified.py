#!/usr/bin/env python3
"""Certifies conversions of real statements that cover many months, and changes one byte of an input, an output and the certificate, in many places.

    python3 certified.py UACC SHARED

SHARED is a folder with bank-formats, statements and statements/ofx, each with facts.tsv and samples. `uacc verify` must verify what was not changed. Of each change it must say
what differs, and name the file that was changed: a change of the certificate may also be one of what it says of a file.
"""
import collections
import csv
import datetime
import pathlib
import shutil
import subprocess
import sys
import tempfile

uacc, shared = sys.argv[1], pathlib.Path(sys.argv[2])
DAYS = 250
SAMPLES = 8
# How many places of each file are changed.
PLACES = 12
KINDS = ["csv", "xlsx", "camt.053", "beancount", "payload", "qif", "ofx", "hledger"]
seen, failures = collections.Counter(), []


def days_of(row):
    try:
        first, last = map(datetime.date.fromisoformat, (row["first_date"], row["last_date"]))
    except ValueError:
        return 0
    return (last - first).days


def samples():
    """Returns the samples over many months that have the most transactions, also of messages, OFX and QIF."""
    found = []
    for folder, count in [("bank-formats", SAMPLES - 3), ("statements", 1), ("statements/ofx", 2)]:
        with (shared / folder / "facts.tsv").open(encoding="utf-8", newline="") as lines:
            rows = [row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row["transactions"].isdigit() and days_of(row) >= DAYS]
        rows.sort(key=lambda row: (-int(row["transactions"]), row["sample"]))
        found += [(shared / folder / "samples" / row["sample"], row) for row in rows[:count]]
    return found


def verify(certificate):
    run = subprocess.run([uacc, "verify", str(certificate)], capture_output=True, text=True, timeout=60)
    return run.returncode, run.stdout + run.stderr


def check(condition, name, what):
    if not condition:
        failures.append(f"{name}: {what}")


def check_sample(number, source, row, folder):
    kind, form = KINDS[number % len(KINDS)], ["json", "html"][number % 2]
    name = f"{source.name} as {kind}"
    given, output, certificate = folder / source.name, folder / f"out.{kind}", folder / f"certificate.{form}"
    shutil.copy(source, given)
    command = [uacc, "convert", str(given), "-o", str(output), "--certificate", str(certificate), "--partial", "--account", "CH9300762011623852957"]
    currency = row.get("main_currency") or row.get("currency")
    command += ["--currency", currency if len(currency) == 3 else "CHF"]
    run = subprocess.run([*command, *([] if kind == "payload" else ["--to", kind])], capture_output=True, text=True)
    if not certificate.exists():
        check(False, name, f"no certificate: {run.stderr[-300:]}")
        return
    status, text = verify(certificate)
    check(status == 0 and ": verified: " in text, name, f"not verified: {text}")
    seen[f"certificates of {DAYS} days or more"] += 1
    seen["days that they cover"] += days_of(row)
    seen["transactions in them"] += int(row["transactions"])
    for path, what in [(given, "an input"), (output, "an output"), (certificate, "a certificate")]:
        whole = path.read_bytes()
        for place in range(PLACES):
            at = place * (len(whole) - 1) // (PLACES - 1)
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            status, text = verify(certificate)
            names = [path.name] if path != certificate else [path.name, "certificate", given.name, output.name, "differs: "]
            check(status == 1 and any(known in text for known in names), name, f"byte {at} of {what} is changed: status {status}, {text[:300]}")
            seen[f"changed bytes of {what} that are found and named"] += status == 1
        path.write_bytes(whole)
    check(verify(certificate)[0] == 0, name, "not verified after all changes are undone")


def main():
    for number, (source, row) in enumerate(samples()):
        with tempfile.TemporaryDirectory() as folder:
            check_sample(number, source, row, pathlib.Path(folder))
    for what, count in sorted(seen.items()):
        print(f"{count:5} {what}")
    print(*failures[:30], sep="\n")
    print(f"{len(failures)} failures")
    sys.exit(bool(failures) or not seen)


main()
