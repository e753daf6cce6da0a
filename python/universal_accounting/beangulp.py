"""An importer of beangulp, for every format that is known here.

    # import.py
    import beangulp
    from universal_accounting.beangulp import Importer

    ingest = beangulp.Ingest([Importer({"CH9300762011623852957": "Assets:Bank:Giro"})])
    ingest()
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import beangulp
from beancount.core import amount, data, flags

from ._convert import convert
from ._errors import UniversalAccountingError
from ._native import Balance, Conversion, Transaction
from ._sources import Document


class Importer(beangulp.Importer):
    """Extracts transactions with their ids, and asserts balances only where they are proved."""

    def __init__(
        self,
        ledger_accounts: Mapping[str, str],
        *,
        account: str | None = None,
        currency: str | None = None,
        accounts: Document | None = None,
        other_account: str | None = None,
        id_key: str = "id",
    ) -> None:
        """Creates an importer.

        :param ledger_accounts: the account of the ledger for each account of a bank, as in `Transaction.account`
        :param account: the account of files that name none
        :param currency: the currency of files that name none
        :param accounts: a map from the bank's numbers of accounts and from names of files to accounts
        :param other_account: the account of the other posting; without it, a transaction has one posting, for a person to complete
        :param id_key: the name of the metadata with the id
        """
        self.ledger_accounts = dict(ledger_accounts)
        self.other_account = other_account
        self.id_key = id_key
        self._options: dict[str, Any] = {"account": account, "currency": currency, "accounts": accounts}
        self._read: tuple[tuple[str, int, int], Conversion] | None = None

    def _convert(self, filepath: str) -> Conversion:
        """Converts a file, once for all questions that beangulp asks about it."""
        status = os.stat(filepath)
        key = (filepath, status.st_mtime_ns, status.st_size)
        if self._read is None or self._read[0] != key:
            self._read = key, convert(filepath, **self._options)
        return self._read[1]

    def identify(self, filepath: str) -> bool:
        """Returns whether the format of a file is known and one of its accounts is in the ledger."""
        conversion = self._convert(filepath)
        return conversion.bank is not None and any(each.account in self.ledger_accounts for each in conversion.balances)

    def account(self, filepath: str) -> str:
        """Returns the account of the ledger under which the file is archived."""
        for balance in self._convert(filepath).balances:
            if balance.account in self.ledger_accounts:
                return self.ledger_accounts[balance.account]
        raise UniversalAccountingError("invalid-option", f"no account of {filepath} is in the ledger")

    def date(self, filepath: str) -> date | None:
        """Returns the day of the last transaction."""
        days = [each.last_date for each in self._convert(filepath).balances if each.last_date is not None]
        return max(days, default=None)

    def filename(self, filepath: str) -> str | None:
        """Returns the name of the format with the extension of the file."""
        return f"{self._convert(filepath).bank}{os.path.splitext(filepath)[1]}"

    def extract(self, filepath: str, existing: data.Entries) -> data.Entries:
        """Returns a transaction for each booking, and the closing balance of each account that is proved.

        :raises UniversalAccountingError: `incomplete`, if a row can't be read; or `invalid-option`, if an account is not in the ledger
        """
        conversion = self._convert(filepath)
        if not conversion.is_complete:
            errors = [str(finding) for finding in conversion.findings if finding.severity == "error"]
            raise UniversalAccountingError("incomplete", f"{filepath} can't be read completely: " + "; ".join(errors[:5]))
        missing = sorted({each.account for each in conversion.balances} - self.ledger_accounts.keys())
        if missing:
            raise UniversalAccountingError(
                "invalid-option", f"these accounts of {filepath} have no account in the ledger: {', '.join(missing)}"
            )
        entries = [self._transaction(filepath, each) for each in conversion.transactions]
        balances = [self._balance(filepath, each) for each in conversion.balances]
        return entries + [balance for balance in balances if balance is not None]

    def deduplicate(self, entries: data.Entries, existing: data.Entries) -> None:
        """Marks the transactions and balances that the ledger has: by the id, whatever a person has changed in them."""
        known = {key: entry for entry in existing for key in self._keys(entry)}
        for entry in entries:
            found = next((known[key] for key in self._keys(entry) if key in known), None)
            if found is not None:
                entry.meta["__duplicate__"] = found

    def _keys(self, entry: Any) -> list[tuple[object, ...]]:
        """Returns what identifies an entry: an id on an account, or a balance of a day."""
        if isinstance(entry, data.Balance):
            return [("balance", entry.account, entry.date, entry.amount)]
        if not isinstance(entry, data.Transaction):
            return []
        known_id = entry.meta.get(self.id_key)
        ours = set(self.ledger_accounts.values())
        keys: list[tuple[object, ...]] = []
        for posting in entry.postings:
            number = posting.units.number if posting.units else None
            if known_id is not None and posting.account in ours and number is not None:
                # The sign tells the two sides of a transfer between two of these accounts apart.
                keys.append(("id", posting.account, number > 0, known_id))
        return keys

    def _transaction(self, filepath: str, transaction: Transaction) -> Any:
        day, signed = transaction.date, transaction.signed_amount
        if day is None or signed is None:
            raise UniversalAccountingError(
                "refused", f"{filepath}: the row in line {transaction.line} has no day or no direction, which beancount needs"
            )
        meta = data.new_metadata(filepath, transaction.line, {self.id_key: transaction.id})
        if transaction.value_date is not None and transaction.value_date != day:
            meta["value-date"] = transaction.value_date
        if transaction.original_amount is not None and transaction.original_currency is not None:
            meta["original-amount"] = amount.Amount(transaction.original_amount, transaction.original_currency)
        units = amount.Amount(signed, transaction.currency)
        postings = [data.Posting(self.ledger_accounts[transaction.account], units, None, None, None, None)]
        if self.other_account is not None:
            other = amount.Amount(-signed, transaction.currency)
            postings.append(data.Posting(self.other_account, other, None, None, None, None))
        text = transaction.text or ""
        return data.Transaction(meta, day, flags.FLAG_OKAY, None, text, data.EMPTY_SET, data.EMPTY_SET, postings)

    def _balance(self, filepath: str, balance: Balance) -> Any:
        """Returns the closing balance of an account, or None if it isn't proved."""
        last, closing = balance.last_date, balance.closing
        if balance.verdict != "proved" or last is None or closing is None:
            return None
        units = amount.Amount(closing, balance.currency)
        meta = data.new_metadata(filepath, 0)
        # A balance of beancount is that of the beginning of its day.
        return data.Balance(meta, last + timedelta(days=1), self.ledger_accounts[balance.account], units, None, None)
