"""Results that are trees: what the library writes as JSON, with Python's types."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from ._enums import Coverage, Link, Severity, Verdict


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@dataclass(frozen=True)
class AccountFinding:
    """What there is to say about the statements of an account together."""

    file: str
    """The name of the file."""
    rule: str
    severity: Severity
    line: int
    message: str
    help: str


@dataclass(frozen=True)
class StatementInHistory:
    """A statement in the history of its account."""

    file: str
    """The name of its file."""
    line: int
    """The line where it begins, counted from 1."""
    number: str | None
    """The number that the bank gives it."""
    first_date: date | None
    last_date: date | None
    opening: Decimal | None
    """The balance before its first entry."""
    closing: Decimal | None
    """The balance after its last entry."""
    transactions: int
    repeated: int
    """The number of its transactions that another statement has."""
    link: Link
    """How it is linked to another statement."""
    linked_to: int | None
    """The index of that statement in the list of the account."""
    uncovered: tuple[date, date] | None
    """The first and the last day that neither of the two covers."""
    verdict: Verdict
    """What its own balances prove."""


@dataclass(frozen=True)
class AccountHistory:
    """The history of an account in one currency. A transaction that several statements have counts once."""

    account: str | None
    currency: str | None
    verdict: Verdict
    """What all balances prove about the transactions."""
    transactions: int
    repeated: int
    """The number of entries of a statement that an earlier one has too."""
    confirmed: int
    """The number of transactions that balances confirm."""
    credit: Decimal | None
    debit: Decimal | None
    opening: Decimal | None
    """The balance before the statement with the earliest first day."""
    closing: Decimal | None
    """The balance after the statement with the latest last day."""
    first_date: date | None
    last_date: date | None
    statements: list[StatementInHistory]
    """By their days, so that their balances follow."""
    findings: list[AccountFinding]


def _statement(value: dict[str, Any]) -> StatementInHistory:
    uncovered = value.get("uncovered")
    return StatementInHistory(
        file=value["file"],
        line=value["line"],
        number=value["number"],
        first_date=_day(value["from"]),
        last_date=_day(value["until"]),
        opening=_amount(value["opening"]),
        closing=_amount(value["closing"]),
        transactions=value["transactions"],
        repeated=value["repeated"],
        link=Link(value["link"]),
        linked_to=value["linkedTo"],
        uncovered=None if uncovered is None else (date.fromisoformat(uncovered["from"]), date.fromisoformat(uncovered["until"])),
        verdict=Verdict(value["balance"]),
    )


def accounts(text: str) -> list[AccountHistory]:
    """Reads the history of accounts."""
    return [
        AccountHistory(
            account=value["account"],
            currency=value["currency"],
            verdict=Verdict(value["balance"]),
            transactions=value["transactions"],
            repeated=value["repeated"],
            confirmed=value["confirmed"],
            credit=_amount(value["credit"]),
            debit=_amount(value["debit"]),
            opening=_amount(value["opening"]),
            closing=_amount(value["closing"]),
            first_date=_day(value["first"]),
            last_date=_day(value["last"]),
            statements=[_statement(statement) for statement in value["statements"]],
            findings=[
                AccountFinding(
                    found["file"], found["rule"], Severity(found["severity"]), found["line"], found["message"], found["help"]
                )
                for found in value["findings"]
            ],
        )
        for value in json.loads(text)["accounts"]
    ]


@dataclass(frozen=True)
class CalendarDays:
    """Adjacent days with the same coverage, both included."""

    first_date: date
    last_date: date
    coverage: Coverage


@dataclass(frozen=True)
class MissingStatement:
    """A statement that the bank should be asked for."""

    first_date: date
    last_date: date
    is_overlap: bool
    """Whether two statements have these days, but their balances don't meet."""
    closing: Decimal | None
    """The balance before it, if the balances don't meet."""
    opening: Decimal | None
    """The balance after it, if the balances don't meet."""
    difference: Decimal | None
    """What the account moved meanwhile."""


@dataclass(frozen=True)
class Calendar:
    """The days of an account in one currency, from the first to the last day of its statements."""

    account: str
    currency: str
    statements: int
    """The number of statements."""
    days: list[CalendarDays]
    """In order, without a gap."""
    missing: list[MissingStatement]


@dataclass(frozen=True)
class StoreInfo:
    """What a store contains."""

    name: str
    transactions: int
    bytes: int | None
    """The size of the file."""
    calendars: list[Calendar]
    """The accounts of the statements that transactions came from."""


def _missing(value: dict[str, Any]) -> MissingStatement:
    return MissingStatement(
        date.fromisoformat(value["from"]),
        date.fromisoformat(value["until"]),
        value["overlap"],
        _amount(value["closing"]),
        _amount(value["opening"]),
        _amount(value["difference"]),
    )


def _calendar(value: dict[str, Any]) -> Calendar:
    return Calendar(
        value["account"],
        value["currency"],
        value["statements"],
        [
            CalendarDays(date.fromisoformat(days["from"]), date.fromisoformat(days["until"]), Coverage(days["coverage"]))
            for days in value["days"]
        ],
        [_missing(missing) for missing in value["missing"]],
    )


def store_info(text: str) -> StoreInfo:
    """Reads what a store contains."""
    store = json.loads(text)["stores"][0]
    calendars = [_calendar(account) for account in store["accounts"]]
    return StoreInfo(store["store"], store["transactions"], store["bytes"], calendars)


@dataclass(frozen=True)
class Bank:
    """A format of bank statements."""

    id: str
    institution: str
    product: str
    country: str | None
    """The alpha-2 code of the institution's country. `None` if the format is the same for all banks."""
    evidence: str
    """What its definition rests on: `real-file`, `parser-source` or `document`."""
    refused: str | None
    """Why files of this format are recognized but not converted."""


def banks(text: str) -> list[Bank]:
    """Reads the known formats."""
    return [
        Bank(bank["id"], bank["institution"], bank["product"], bank.get("country"), bank["evidence"], bank.get("refused"))
        for bank in json.loads(text)
    ]


@dataclass(frozen=True)
class Candidate:
    """How well a format matches a file."""

    bank: str
    """The id of the format."""
    chosen: bool
    """Whether the file is read in this format."""
    variant: str | None
    line: int | None
    """The line that matches the header best, counted from 1."""
    found: int
    """The number of columns or rows that match."""
    expected: int
    """The number of columns or rows that should match."""
    missing: list[str]
    """The columns that the file lacks."""
    unknown: list[str]
    """The columns of the file that the format doesn't know."""


def candidates(text: str) -> list[Candidate]:
    """Reads how well formats match a file."""
    return [
        Candidate(
            found["bank"],
            found["chosen"],
            found["variant"],
            found["line"],
            found["found"],
            found["expected"],
            found["missing"],
            found["strangers"],
        )
        for found in json.loads(text)
    ]


@dataclass(frozen=True)
class FieldChange:
    """A field that an update of base data changes."""

    name: str
    change: str
    """`added`, `changed` or `removed`."""
    held: Any
    """The value that the service holds."""
    new: Any
    """The new value."""


@dataclass(frozen=True)
class RecordChange:
    """A record of base data that an update adds, changes or removes."""

    external_id: str | None
    record: dict[str, Any] | None
    """The whole record, if it is added or removed."""
    fields: list[FieldChange]
    """The fields that differ, if it is changed."""


@dataclass(frozen=True)
class ListDiff:
    """The changes of one list of base data."""

    name: str
    added: list[RecordChange]
    changed: list[RecordChange]
    removed: list[RecordChange]


def _fields(values: list[dict[str, Any]]) -> list[FieldChange]:
    return [FieldChange(value["name"], value["change"], value.get("held"), value.get("new")) for value in values]


def _record(value: dict[str, Any]) -> RecordChange:
    return RecordChange(value.get("externalId"), value.get("record"), _fields(value.get("fields", [])))


def list_diffs(values: list[dict[str, Any]]) -> list[ListDiff]:
    """Reads the changes of lists."""
    return [
        ListDiff(
            value["name"],
            [_record(record) for record in value["added"]],
            [_record(record) for record in value["changed"]],
            [_record(record) for record in value["removed"]],
        )
        for value in values
    ]


def field_changes(values: list[dict[str, Any]]) -> list[FieldChange]:
    """Reads the changes of fields."""
    return _fields(values)
