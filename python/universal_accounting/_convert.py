"""Conversion of statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from . import _native, _records
from ._certificate import Certificate
from ._export import Export
from ._learn import Draft
from ._sources import Document, Source, read


def _policy(
    *,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    limits: Mapping[str, int] | None = None,
    language: str | None = None,
) -> _native.Policy:
    return _native.Policy(
        strict=strict,
        allow=list(allow),
        warn=list(warn),
        deny=list(deny),
        redact=redact,
        limits=None if limits is None else dict(limits),
        language=language,
    )


def _options(
    policy: _native.Policy,
    *,
    account: str | None = None,
    currency: str | None = None,
    accounts: Document | None = None,
    bank: str | None = None,
    profile: Document | Draft | None = None,
    opening_balance: Decimal | str | None = None,
    dates: str | None = None,
    split_batches: bool = False,
) -> _native.Options:
    return _native.Options(
        policy,
        account=account,
        currency=currency,
        accounts=accounts,
        bank=bank,
        profile=profile.profile if isinstance(profile, Draft) else profile,
        opening_balance=None if opening_balance is None else str(opening_balance),
        dates=dates,
        split_batches=split_batches,
    )


def convert(
    source: Source,
    *,
    account: str | None = None,
    currency: str | None = None,
    accounts: Document | None = None,
    bank: str | None = None,
    profile: Document | Draft | None = None,
    opening_balance: Decimal | str | None = None,
    dates: str | None = None,
    split_batches: bool = False,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    limits: Mapping[str, int] | None = None,
    name: str | None = None,
) -> _native.Conversion:
    """Converts a bank's statement to transactions: CSV, Excel, camt, MT940, OFX and QIF, detected by its content.

    Errors in the file are findings. Nothing is guessed: a row that can't be read is in `rejected`, and a finding says why.

    :param source: the path of the file, its content, or a file that is open in binary mode
    :param account: the account, if the file names none
    :param currency: the currency, if the file names none
    :param accounts: a map from the bank's numbers of accounts and from names of files to accounts
    :param bank: the id of the format, instead of detecting it; `banks()` lists them
    :param profile: the profile of a format that is not built in, such as a draft that was learned
    :param opening_balance: the balance before the oldest row, if the file states none
    :param dates: the order of day and month in the dates of a QIF file: `dmy`, `mdy` or `ymd`
    :param split_batches: makes a transaction of each payment of a batch entry, where the payments add up to it
    :param language: the language of messages: `en`, `de`, `fr` or `it`
    :param strict: treats every warning as an error
    :param allow: rules that are turned off
    :param warn: rules that are warnings
    :param deny: rules that are errors
    :param redact: leaves all values of the file out of the findings
    :param limits: replaces limits: `bytes`, `depth`, `records`, `cell`, `line`, `findings`, `findings_per_rule`
    :param name: the name of the file, if the source has none or another one

    >>> statement = b'''IBAN:;CH93 0076 2011 6238 5295 7;
    ...
    ... Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3
    ... 2026-03-31;2026-03-31;2026-03-31;CHF;-1850.00;;;9930889BN5530012;Rent April;;
    ... '''
    >>> conversion = convert(statement)
    >>> [(each.date.isoformat(), each.signed_amount, each.text) for each in conversion.transactions]
    [('2026-03-31', Decimal('-1850.00'), 'Rent April')]
    """
    policy = _policy(strict=strict, allow=allow, warn=warn, deny=deny, redact=redact, limits=limits, language=language)
    options = _options(
        policy,
        account=account,
        currency=currency,
        accounts=accounts,
        bank=bank,
        profile=profile,
        opening_balance=opening_balance,
        dates=dates,
        split_batches=split_batches,
    )
    return _native.convert(*read(source, name), options)


class History:
    """The statements of several files, each transaction once.

    A transaction that several files have is left in the earliest statement that has it.
    """

    def __init__(self, native: _native.NativeHistory) -> None:
        self._native = native

    @cached_property
    def files(self) -> list[_native.Conversion]:
        """The files, in the order of the call."""
        return self._native.files

    @cached_property
    def transactions(self) -> tuple[_native.Transaction, ...]:
        """The transactions of all files, each once, in the order of the files."""
        return self._native.transactions

    @cached_property
    def accounts(self) -> list[_records.AccountHistory]:
        """What the statements of each account say about each other."""
        return _records.accounts(self._native.accounts_json())

    @cached_property
    def calendars(self) -> list[_records.Calendar]:
        """Which days of each account the statements cover, and which statements are missing."""
        return _records.store_info(self._native.calendars_json()).calendars

    @cached_property
    def findings(self) -> list[tuple[str, _native.Finding]]:
        """All findings, each with the name of its file."""
        return self._native.findings

    @property
    def is_complete(self) -> bool:
        """Whether every row of every file was read without an error."""
        return self._native.is_complete

    @property
    def is_proved(self) -> bool:
        """Whether balances confirm every transaction of every account."""
        return bool(self.accounts) and all(account.verdict == "proved" for account in self.accounts)

    def __len__(self) -> int:
        return len(self.transactions)

    def to_json(self) -> str:
        """Returns a line of JSON for each file and one for the accounts, as the program writes them."""
        return self._native.to_json()

    def export(
        self,
        target: str,
        *,
        delimiter: str | None = None,
        byte_order_mark: bool = False,
        decimal_comma: bool = False,
        signed_amounts: bool = False,
        language: str | None = None,
        created: datetime | date | str | None = None,
        base_data: Document | None = None,
        ledger_accounts: Document | None = None,
        bank_number: int | None = None,
        numbered_fields: bool = False,
        datev: Document | None = None,
    ) -> Export:
        """Writes the transactions of all files in the format of another program, as `Conversion.export` does."""
        return self._native.export(
            target,
            delimiter=delimiter,
            byte_order_mark=byte_order_mark,
            decimal_comma=decimal_comma,
            signed_amounts=signed_amounts,
            language=language,
            created=created,
            base_data=base_data,
            ledger_accounts=ledger_accounts,
            bank_number=bank_number,
            numbered_fields=numbered_fields,
            datev=datev,
        )

    def certificate(
        self,
        outputs: Mapping[str, bytes],
        to: str = "payload",
        *,
        delimiter: str | None = None,
        byte_order_mark: bool = False,
        decimal_comma: bool = False,
        signed_amounts: bool = False,
        language: str | None = None,
        created: datetime | date | str | None = None,
        base_data: Document | None = None,
        ledger_accounts: Document | None = None,
        bank_number: int | None = None,
        numbered_fields: bool = False,
        datev: Document | None = None,
    ) -> Certificate:
        """Returns a certificate of what was read and written, which `verify_certificate` checks later.

        :param outputs: the files that were written, by their names: one export, or payloads with a line end each
        :param to: what was written: `payload`, `payload-lines` for the payloads of each file in one, or a format; the settings are those of the export
        """
        json, html = self._native.certificate(
            list(outputs.items()),
            to=to,
            delimiter=delimiter,
            byte_order_mark=byte_order_mark,
            decimal_comma=decimal_comma,
            signed_amounts=signed_amounts,
            language=language,
            created=created,
            base_data=base_data,
            ledger_accounts=ledger_accounts,
            bank_number=bank_number,
            numbered_fields=numbered_fields,
            datev=datev,
        )
        return Certificate(json, html)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<History of {len(self.files)} files: {len(self)} transactions>"


def convert_all(
    sources: Iterable[Source],
    *,
    account: str | None = None,
    currency: str | None = None,
    accounts: Document | None = None,
    bank: str | None = None,
    profile: Document | Draft | None = None,
    opening_balance: Decimal | str | None = None,
    dates: str | None = None,
    split_batches: bool = False,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    limits: Mapping[str, int] | None = None,
) -> History:
    """Converts files and compares their statements: each transaction counts once, whatever the order of the files is.

    The options are those of `convert`.

    :raises UniversalAccountingError: `accounts-merged`, if the option `account` would put several files into one account and nothing shows that they are of one
    """
    policy = _policy(strict=strict, allow=allow, warn=warn, deny=deny, redact=redact, limits=limits, language=language)
    options = _options(
        policy,
        account=account,
        currency=currency,
        accounts=accounts,
        bank=bank,
        profile=profile,
        opening_balance=opening_balance,
        dates=dates,
        split_batches=split_batches,
    )
    return History(_native.convert_all([read(source) for source in sources], options))


@dataclass(frozen=True)
class Archive:
    """The files of an archive."""

    files: list[_native.ArchiveFile]
    """In the order of the archive, with those that were refused: `convert_all` takes them, and fails for one that was refused."""
    report: _native.Report
    """Why the archive can't be read, if it can't."""


def unpack(source: Source, *, limits: Mapping[str, int] | None = None, language: str | None = None) -> Archive:
    """Returns the files of a ZIP archive, within limits, so that neither a name nor a size in it can do harm."""
    name, content = read(source)
    return Archive(*_native.unpack(name, content, _policy(limits=limits, language=language)))


def banks() -> list[_records.Bank]:
    """Returns the formats that are known."""
    return _records.banks(_native.banks())


def detect(source: Source, *, name: str | None = None) -> list[_records.Candidate]:
    """Returns the formats that a file matches or comes close to, the best match first."""
    name, content = read(source, name)
    return _records.candidates(_native.detect(name, content, _options(_policy())))
