"""A conversion as a notebook shows it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from html import escape

from . import _native

MAX_ROWS = 50
"""The number of transactions that are shown."""

MAX_FINDINGS = 20
"""The number of findings that are shown."""

VERDICTS = {
    "proved": "Balances confirm every transaction.",
    "partly": "Balances confirm some transactions.",
    "broken": "Balances contradict the transactions.",
    "none": "There are no balances to compare.",
}


def conversion(converted: _native.Conversion) -> str:
    """Returns the verdict, the balances, the transactions and the findings as HTML. Every text of the file is escaped."""
    transactions = converted.transactions
    verdict = str(converted.verdict)
    head = [
        f"<p><strong>{_text(converted.name or 'Statement')}</strong>: {len(transactions)} transactions,"
        f" {len(converted.rejected)} rejected rows. {_text(VERDICTS[verdict])}</p>"
    ]
    balances = [
        [each.account, each.currency, _amount(each.opening), _amount(each.credit), _amount(each.debit), _amount(each.closing)]
        for each in converted.balances
    ]
    if balances:
        head.append(_table(["Account", "Currency", "Opening", "In", "Out", "Closing"], balances))
    rows = [
        [each.date or "", _amount(each.signed_amount), each.currency, each.text or "", each.id or ""]
        for each in transactions[:MAX_ROWS]
    ]
    head.append(_table(["Date", "Amount", "Currency", "Text", "Id"], rows))
    if len(transactions) > MAX_ROWS:
        head.append(f"<p>{len(transactions) - MAX_ROWS} more transactions</p>")
    findings = converted.findings
    if findings:
        shown = [[each.line, each.severity, each.rule, f"{each.message}; {each.help}"] for each in findings[:MAX_FINDINGS]]
        head.append(_table(["Line", "Severity", "Rule", "Finding"], shown))
    if len(findings) > MAX_FINDINGS:
        head.append(f"<p>{len(findings) - MAX_FINDINGS} more findings</p>")
    return f"<div>{''.join(head)}</div>"


def _amount(amount: Decimal | None) -> str:
    return "" if amount is None else f"{amount:f}"


def _text(value: object) -> str:
    return escape(str(value))


def _table(names: list[str], rows: Sequence[Sequence[object]]) -> str:
    header = "".join(f"<th>{_text(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"
