"""Damaged inputs: no crash, no exception, and memory stays as it is.

    python tests/damaged.py COUNT [FILE …]

Damages the files, or synthetic statements, in COUNT ways, the same in every run.
"""

from __future__ import annotations

import random
import resource
import sys
from pathlib import Path

from samples import CSV, MT940, NEXT_MONTH, UNKNOWN, WITHOUT_ACCOUNT

import universal_accounting as ua

MAX_SIZE = 100_000
"""Larger files would take long and show nothing more."""
WARM_UP = 0.2
"""The part of the inputs after which memory may no longer grow."""
MAX_GROWTH = 20_000
"""In KiB. A leak of one input a time would be more."""


def damage(random_: random.Random, source: bytes) -> bytes:
    """Returns the bytes with one or more faults."""
    bytes_ = bytearray(source)
    for _ in range(random_.choice([1, 1, 2, 5, 20])):
        at = random_.randrange(len(bytes_) + 1)
        kind = random_.randrange(5)
        if kind == 0:
            del bytes_[at : at + random_.choice([1, 2, 50])]
        elif kind == 1:
            bytes_[at:at] = random_.randbytes(random_.choice([1, 4, 30]))
        elif kind == 2:
            del bytes_[at:]
        elif kind == 3:
            bytes_[at : at + 1] = bytes([random_.randrange(256)])
        else:
            other = random_.randrange(len(bytes_) + 1)
            bytes_[at:at] = bytes_[other : other + 80]
    return bytes(bytes_)


def read_everything(source: bytes) -> int:
    """Converts, reads every attribute, and returns the number of transactions."""
    conversion = ua.convert(source, account="Kasse", currency="CHF")
    for transaction in conversion.transactions:
        str(transaction), transaction.to_dict(), transaction.cells, transaction.direction, transaction.amount, hash(transaction)
    for finding in conversion.findings:
        str(finding), finding.span, finding.replacement
    conversion._repr_html_()
    conversion.to_json()
    conversion.__arrow_c_stream__()
    counted = len(conversion) + conversion.details + len(conversion.skipped) + len(conversion.rejected)
    assert counted == conversion.rows, "a row was lost"
    ua.check_transactions(source)
    ua.unpack(source)
    ua.detect(source)
    return len(conversion)


def memory() -> int:
    """Returns the memory of the process in KiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(count: int, files: list[str]) -> None:
    sources = [Path(file).read_bytes() for file in files]
    sources = [source for source in sources if 0 < len(source) <= MAX_SIZE] or [MT940, CSV, NEXT_MONTH, UNKNOWN, WITHOUT_ACCOUNT]
    random_ = random.Random(1)
    transactions, before = 0, 0
    for index in range(count):
        if index == int(count * WARM_UP):
            before = memory()
        damaged = damage(random_, random_.choice(sources))
        transactions += read_everything(damaged)
        # Learning tries many readings, which takes longer.
        if index % 20 == 0:
            ua.learn(damaged, {"accept": True})
    growth = memory() - before
    print(f"{count} damaged inputs of {len(sources)} files, {transactions} transactions; memory {memory()} KiB, grew by {growth} KiB after the first fifth")
    if growth > MAX_GROWTH:
        sys.exit("memory grows")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
