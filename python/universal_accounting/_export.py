"""Statements, written for other programs."""

from __future__ import annotations


class Export(bytes):
    """The content of a file for another program, with what is to be said about it.

    It is a `bytes`, so `Path("statement.ofx").write_bytes(conversion.export("ofx"))` writes the file.
    """

    format: str
    """The format: the target, but `camt.052` for `camt.053` if a balance is not proved."""
    transactions: int
    """The number of transactions in the file."""
    notes: list[str]
    """What was lost, altered or assumed."""

    def __new__(cls, content: bytes, format: str, transactions: int, notes: list[str]) -> Export:
        export = super().__new__(cls, content)
        export.format = format
        export.transactions = transactions
        export.notes = notes
        return export

    def __repr__(self) -> str:
        return f"<Export {self.format}: {len(self)} bytes, {self.transactions} transactions>"
