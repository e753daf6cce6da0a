"""Speed and memory beside other importers, on the same files in one run. Prints figures, and compares none with a constant.

    pip install mt-940 ofxparse csv2ofx beangulp beancount_reds_importers
    python bench.py [ENTRIES]

A library that is not installed is left out.
"""

from __future__ import annotations

import importlib.util
import io
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import universal_accounting as ua

ROUNDS = 3


def mt940(entries: int) -> bytes:
    """Returns a statement whose entries are all different."""
    lines = [":20:A", ":25:CH9300762011623852957", ":28C:1", ":60F:C260101CHF0,00"]
    total = Decimal()
    for number in range(1, entries + 1):
        amount = Decimal(number % 9973 + 1) / 100
        total += amount
        text = f"{amount:.2f}".replace(".", ",")
        lines += [f":61:26{number // 900 % 12 + 1:02}{number % 28 + 1:02}C{text}NTRF{number:010}", f":86:Customer {number} Invoice {number * 7}"]
    closing = f"{total:.2f}".replace(".", ",")
    return "\n".join([*lines, f":62F:C261231CHF{closing}", "-", ""]).encode()


def timed(run: Callable[[], object]) -> float:
    """Returns the seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)


def print_row(name: str, seconds: float, entries: int) -> None:
    print(f"{name:44} {seconds * 1000:9.1f} ms {entries / seconds:12,.0f} entries/s")


def attributes(conversion: ua.Conversion) -> int:
    """Reads what an importer reads of each transaction."""
    return sum(1 for each in conversion.transactions if (each.date, each.signed_amount, each.text, each.id))


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def read_mt940(source: bytes) -> int:
    import mt940 as other  # type: ignore[import-not-found,unused-ignore]

    return len(other.parse(source.decode()))


def read_ofx(source: bytes) -> int:
    import ofxparse  # type: ignore[import-not-found,unused-ignore]

    return len(ofxparse.OfxParser.parse(io.BytesIO(source)).account.statement.transactions)


def table(entries: int) -> bytes:
    """Returns a table with the columns of csv2ofx's default mapping, and a running balance."""
    lines, balance = ["Date,Amount,Description,Balance"], Decimal()
    for number in range(1, entries + 1):
        amount = Decimal(number % 9973 + 1) / 100
        balance += amount
        day = f"2026-{number * 12 // (entries + 1) + 1:02}-{number * 12 * 28 // (entries + 1) % 28 + 1:02}"
        lines.append(f"{day},{amount:.2f},Customer {number},{balance:.2f}")
    return "\n".join([*lines, ""]).encode()


def write_with_csv2ofx(path: Path) -> int:
    from csv2ofx.ofx import OFX  # type: ignore[import-not-found,unused-ignore]
    from csv2ofx.utils import gen_data  # type: ignore[import-not-found,unused-ignore]
    from meza.io import read_csv  # type: ignore[import-not-found,unused-ignore]

    columns = {"has_header": True, "account": lambda _: "Giro", "bank": lambda _: "Bank", "currency": "CHF"}
    fields = {"date": "Date", "amount": "Amount", "desc": "Description", "payee": "Description"}
    names = {key: (lambda row, name=name: row.get(name)) for key, name in fields.items()}
    ofx: Any = OFX({**columns, **names})
    transactions = ofx.clean_trxns(ofx.gen_trxns(ofx.gen_groups(read_csv(str(path)))))
    return sum(len(line) for line in ofx.gen_body(gen_data(transactions)))


def compare_tables(entries: int) -> None:
    """Compares the way from a table to OFX."""
    source = table(entries)
    profile = ua.learn(source, {"accept": True})
    assert profile is not None and profile.profile is not None, profile

    def convert() -> ua.Conversion:
        return ua.convert(source, profile=profile, account="Giro", currency="CHF")

    assert len(convert()) == entries
    print_row("CSV to OFX: convert and export", timed(lambda: convert().export("ofx")), entries)
    if has("csv2ofx"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "table.csv")
            path.write_bytes(source)
            print_row("CSV to OFX: csv2ofx", timed(lambda: write_with_csv2ofx(path)), entries)


def extract_with_reds(path: Path) -> int:
    from beancount.ingest.cache import get_file  # type: ignore[import-not-found,unused-ignore]
    from beancount_reds_importers.importers import chase  # type: ignore[import-not-found,unused-ignore]

    # It reads every file in OFX; the bank only gives it a name.
    importer = chase.Importer({"account_number": "CH9300762011623852957", "main_account": "Assets:Giro"})
    return len(importer.extract(get_file(str(path)), []))


def compare_ledgers(ofx: bytes, entries: int) -> None:
    """Compares the way from OFX to the entries of a ledger."""
    from universal_accounting.beangulp import Importer

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "statement.ofx")
        path.write_bytes(ofx)
        accounts = {"CH9300762011623852957": "Assets:Giro"}
        print_row("OFX to beancount: Importer of beangulp", timed(lambda: Importer(accounts).extract(str(path), [])), entries)
        if has("beancount_reds_importers"):
            print_row("OFX to beancount: beancount_reds_importers", timed(lambda: extract_with_reds(path)), entries)


def main(entries: int) -> None:
    source = mt940(entries)
    conversion = ua.convert(source)
    assert len(conversion) == entries and conversion.is_proved, conversion.findings[:3]
    print(f"{entries} entries, {len(source)} bytes of MT940; the fastest of {ROUNDS} rounds")
    print_row("MT940: convert", timed(lambda: ua.convert(source)), entries)
    print_row("MT940: convert, all attributes", timed(lambda: attributes(ua.convert(source))), entries)
    if has("mt940"):
        print_row("MT940: mt-940", timed(lambda: read_mt940(source)), entries)
    ofx = bytes(conversion.export("ofx"))
    print_row("OFX: convert, all attributes", timed(lambda: attributes(ua.convert(ofx))), entries)
    if has("ofxparse"):
        print_row("OFX: ofxparse", timed(lambda: read_ofx(ofx)), entries)
    if has("beangulp"):
        compare_ledgers(ofx, entries)
    compare_tables(entries)
    print_row("MT940: to JSON", timed(lambda: conversion.to_json()), entries)
    if has("polars"):
        import polars  # type: ignore[import-not-found,unused-ignore]

        print_row("Arrow: polars.DataFrame", timed(lambda: polars.DataFrame(conversion)), entries)
    alone = timed(lambda: [ua.convert(source) for _ in range(4)])
    with ThreadPoolExecutor(4) as pool:
        together = timed(lambda: list(pool.map(ua.convert, [source] * 4)))
    print(f"four conversions: {alone * 1000:.0f} ms one after another, {together * 1000:.0f} ms in four threads")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
