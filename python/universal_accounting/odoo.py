"""Statements for Odoo: what `_parse_file` of the wizard `account.statement.import` returns.

This needs nothing of Odoo. A module that extends the wizard of OCA's `account_statement_import_file` is these lines:

    from odoo import models
    from universal_accounting.odoo import parse_file

    class AccountStatementImport(models.TransientModel):
        _inherit = "account.statement.import"

        def _parse_file(self, data_file):
            return parse_file(data_file) or super()._parse_file(data_file)
"""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from ._convert import convert
from ._errors import UniversalAccountingError
from ._native import Balance, Conversion, Transaction
from ._sources import Document


class OdooTransaction(TypedDict):
    """A line of a statement."""

    date: date
    payment_ref: str
    ref: str
    amount: float
    unique_import_id: str


class _Statement(TypedDict):
    name: str
    date: date
    transactions: list[OdooTransaction]


class OdooStatement(_Statement, total=False):
    """A statement. It has balances only where they are proved."""

    balance_start: float
    balance_end_real: float


Parsed = list[tuple[str, str, list[OdooStatement]]]
"""For each account and currency the code of the currency, the account and its statements."""


def parse_file(
    data: bytes, *, account: str | None = None, currency: str | None = None, accounts: Document | None = None
) -> Parsed | None:
    """Returns the statements of a file, or None if its format is not known, so that the wizard can try others.

    Odoo's fields are floats, so amounts become floats here and nowhere else.

    :raises UniversalAccountingError: `incomplete`, if a row can't be read: a part of a statement would look like the whole
    """
    conversion = convert(data, account=account, currency=currency, accounts=accounts)
    if conversion.bank is None:
        return None
    if not conversion.is_complete:
        errors = [str(finding) for finding in conversion.findings if finding.severity == "error"]
        raise UniversalAccountingError("incomplete", "the statement can't be read completely: " + "; ".join(errors[:5]))
    return [_account(conversion, balance) for balance in conversion.balances]


def _account(conversion: Conversion, balance: Balance) -> tuple[str, str, list[OdooStatement]]:
    key = (balance.account, balance.currency)
    lines = [_line(each) for each in conversion.transactions if (each.account, each.currency) == key]
    last = max(line["date"] for line in lines)
    first = min(line["date"] for line in lines)
    statement: OdooStatement = {"name": f"{balance.account} {first}..{last}", "date": last, "transactions": lines}
    if balance.verdict == "proved" and balance.opening is not None and balance.closing is not None:
        statement["balance_start"] = float(balance.opening)
        statement["balance_end_real"] = float(balance.closing)
    return balance.currency, balance.account, [statement]


def _line(transaction: Transaction) -> OdooTransaction:
    day, amount = transaction.date, transaction.signed_amount
    if day is None or amount is None or transaction.id is None:
        raise UniversalAccountingError("refused", f"the row in line {transaction.line} has no day, direction or id, which Odoo needs")
    return {
        "date": day,
        # Odoo refuses a line without a label.
        "payment_ref": transaction.text or transaction.id,
        "ref": transaction.id,
        "amount": float(amount),
        "unique_import_id": transaction.id,
    }
