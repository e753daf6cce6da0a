"""Stores of imported transactions."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Union

from . import _native, _records
from ._convert import History

Statements = Union[_native.Conversion, History]
"""One statement, or several that were converted together."""


class Store:
    """Imported transactions: in a file, in PostgreSQL or in memory. An import creates each transaction once.

    >>> with Store() as store:
    ...     store.import_(convert(statement)).new, store.import_(convert(statement)).new
    (1, 0)
    """

    def __init__(
        self,
        location: str | os.PathLike[str] | None = None,
        *,
        organization: str | None = None,
        read_only: bool = False,
        timeout: float = 10.0,
    ) -> None:
        """Opens a store.

        :param location: the path of a file, which is created if there is none; or the address of a database, such as
            `postgresql://user@host/database`, whose password is in `PGPASSWORD`; or None for a store in memory
        :param organization: whose transactions these are, for a store in a database
        :param read_only: opens the store without ever writing to it
        :param timeout: how many seconds to wait for another process that uses the file
        """
        if location is None:
            self._native = _native.NativeStore.in_memory()
        elif isinstance(location, str) and "://" in location:
            self._native = _native.NativeStore.open_database(location, organization, read_only)
        else:
            if organization is not None:
                raise TypeError("an organization is for a store in a database: a file has the transactions of one organization")
            self._native = _native.NativeStore.open_file(os.fspath(location), read_only, timeout)

    @property
    def name(self) -> str:
        """The path of the file, or the address of the database without secrets."""
        return self._native.name

    def plan(self, statements: Statements, *, on_conflict: str = "report") -> _native.Plan:
        """Returns what an import would do. Changes nothing."""
        return self._native.run(_native_of(statements), on_conflict, True, False)

    def import_(self, statements: Statements, *, partial: bool = False, on_conflict: str = "report") -> _native.Plan:
        """Imports the transactions that the store doesn't have, all of them or none, and remembers the statements.

        :param partial: imports the rows that could be read of statements with errors, instead of failing
        :param on_conflict: `report` keeps what the store has; `add` creates another booking with the same id, with the next number in its id
        :raises UniversalAccountingError: `incomplete` if a statement has errors; `store-failed` if the store can't be written
        """
        return self._native.run(_native_of(statements), on_conflict, partial, True)

    def info(self) -> _records.StoreInfo:
        """Returns what the store contains: counts, and which days of each account its statements cover."""
        return _records.store_info(self._native.info_json())

    def close(self) -> None:
        """Closes the store. A file is then free for other processes."""
        self._native.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store {self.name}>"


def _native_of(statements: Statements) -> _native.Conversion | _native.NativeHistory:
    return statements._native if isinstance(statements, History) else statements
