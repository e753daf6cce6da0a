#!/usr/bin/env python3
"""Imports statements that overlap, in both orders, and looks for bookings that are in the store twice or not at all.

    python3 pairs.py UACC STATEMENTS

STATEMENTS is a folder with pairs.tsv, facts.tsv and samples. For each pair the number of transactions in the store is compared with the number of
different bookings that the table states. A difference is accepted only if the second import says so: with a conflict for each booking that is missing,
and a suspect for each that may be in the store twice.

Exit status 1 if a pair differs without a word.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

uacc, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def table(name):
    with (folder / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


facts = {row["sample"]: row for row in table("facts.tsv")}

# Files with messages and copies of them, which the table counts twice.
TOGETHER = {"mt940-cmxl-fixtures-mt940.txt": 16}


def import_file(store, sample):
    """Returns the numbers of new transactions, conflicts and suspects."""
    call = [uacc, "import", "--store", str(store), "--partial", str(folder / "samples" / sample)]
    if facts[sample]["names_account"] == "no":
        call += ["--account", "CH9300762011623852957"]
    if facts[sample]["names_currency"] == "no":
        call += ["--currency", facts[sample]["currency"]]
    done = subprocess.run(call, capture_output=True, timeout=120)
    # The columns after the name of the file: transactions, existing, new, rejected, conflicts, suspects, changed text.
    rows = re.findall(r"^\S+((?:\s+\d+){7})\s*$", done.stdout.decode() + done.stderr.decode(errors="replace"), re.MULTILINE)
    numbers = [int(number) for number in rows[-1].split()] if rows else [0] * 7
    return numbers[2], numbers[4], numbers[5]


silent = differing = 0
for pair in table("pairs.tsv"):
    known = [TOGETHER[pair[which]] for which in ("first", "second") if pair[which] in TOGETHER]
    together = known[0] if known else int(pair["together"])
    for order in (["first", "second"], ["second", "first"]):
        with tempfile.TemporaryDirectory() as scratch:
            counts = [import_file(pathlib.Path(scratch, "store"), pair[which]) for which in order]
        new = sum(count[0] for count in counts)
        _, conflicts, suspects = counts[1]
        # Each booking that is missing must be a conflict, and each that may be twice a suspect.
        is_said = conflicts >= together - new and suspects >= new - together
        silent += not is_said
        differing += new != together
        if new != together:
            print(f"{pair[order[0]]} + {pair[order[1]]}: {new} of {together}, {conflicts} conflicts, {suspects} suspects; {pair['notes']}")
print(f"{differing} imports differ from the table, {silent} without a word")
sys.exit(1 if silent else 0)
