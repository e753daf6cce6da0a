"""Reads the samples with the Python library mt-940, for the comparison in main.rs: `python3 mt_940.py STATEMENTS > results.tsv`.

For each file that it reads: the name, the number of transactions with an amount, and the sums of credits and debits. Needs `pip install mt-940`.
"""

import pathlib
import sys

import mt940

for sample in sorted((pathlib.Path(sys.argv[1]) / "samples").glob("mt94*")):
    try:
        transactions = list(mt940.parse(str(sample)))
        # The library makes the amount of a debit negative, and leaves that of a reversal as it is.
        amounts = [(transaction.data["amount"].amount, transaction.data["status"]) for transaction in transactions]
    except Exception:
        continue
    booked = [(amount, status) for amount, status in amounts if amount != 0 and not status.startswith("E")]
    credits = sum(amount for amount, _ in booked if amount > 0)
    debits = -sum(amount for amount, _ in booked if amount < 0)
    print(sample.name, len(booked), f"{credits:.2f}", f"{debits:.2f}", sep="\t")
