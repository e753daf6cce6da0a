"""Code of a user, for the type checkers. The tests run it too."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import universal_accounting as ua
from universal_accounting.odoo import parse_file


def total(path: Path) -> dict[str, Decimal]:
    """Returns what came in less what went out, by currency."""
    conversion: ua.Conversion = ua.convert(path, account="Kasse", currency="CHF", language="de")
    sums: dict[str, Decimal] = {}
    for transaction in conversion.transactions:
        day: dt.date | None = transaction.date
        amount: Decimal | None = transaction.signed_amount
        if day is not None and amount is not None:
            sums[transaction.currency] = sums.get(transaction.currency, Decimal()) + amount
    return sums


def open_questions(paths: list[Path]) -> list[str]:
    """Returns what a person should look at."""
    history: ua.History = ua.convert_all(paths)
    questions = [f"{name}: {finding.message}" for name, finding in history.findings if finding.severity is ua.Severity.ERROR]
    for calendar in history.calendars:
        questions += [f"{calendar.account}: {missing.first_date} to {missing.last_date}" for missing in calendar.missing]
    return questions


def import_once(store: Path, path: Path) -> int:
    """Imports a statement, and returns the number of new transactions."""
    with ua.Store(store) as open_store:
        plan: ua.Plan = open_store.import_(ua.convert(path))
    return plan.new


def first_date(data: bytes) -> dt.date | None:
    """Returns the day of the first line that Odoo gets."""
    parsed = parse_file(data)
    if not parsed:
        return None
    _, _, statements = parsed[0]
    return statements[0]["transactions"][0]["date"]


def written(path: Path, target: Path) -> list[str]:
    """Writes a statement for another program, and returns what was lost."""
    export: ua.Export = ua.convert(path).export("ofx", created=dt.datetime(2026, 4, 1))
    target.write_bytes(export)
    return export.notes
