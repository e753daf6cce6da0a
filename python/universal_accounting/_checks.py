"""Payloads and journals: checked, normalized and compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _native, _records
from ._sources import Document, payload


def _policy(
    strict: bool,
    allow: Iterable[str],
    warn: Iterable[str],
    deny: Iterable[str],
    redact: bool,
    received: bool,
    sequence: bool,
    brand: str | None,
    limits: Mapping[str, int] | None,
    language: str | None,
) -> _native.Policy:
    return _native.Policy(
        strict=strict,
        allow=list(allow),
        warn=list(warn),
        deny=list(deny),
        redact=redact,
        received=received,
        sequence=sequence,
        brand=brand,
        limits=None if limits is None else dict(limits),
        language=language,
    )


def check_transactions(
    source: Document,
    *,
    base_data: Document | None = None,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    received: bool = False,
    sequence: bool = False,
    brand: str | None = None,
    limits: Mapping[str, int] | None = None,
) -> _native.Report:
    """Checks a payload of transactions, and reports every error with its position.

    :param source: the payload: a path, its content, a file, or an object
    :param base_data: base data to compare with; each difference is a warning
    :param received: accepts null as an absent field, for documents that the service sent
    :param sequence: accepts several documents, each on a new line
    :param brand: the word in the place of `service` in the names of members

    >>> report = check_transactions({"transactions": []})
    >>> print(report.findings[0])
    1:18: error[transactions-empty]: `transactions` is empty; send a payload only where there is a transaction to import
    """
    policy = _policy(strict, allow, warn, deny, redact, received, sequence, brand, limits, language)
    return _native.check("transactions", *payload(source), policy, base_data)


def check_base_data(
    source: Document,
    *,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    received: bool = False,
    sequence: bool = False,
    brand: str | None = None,
    limits: Mapping[str, int] | None = None,
) -> _native.Report:
    """Checks a payload of base data. The options are those of `check_transactions`."""
    policy = _policy(strict, allow, warn, deny, redact, received, sequence, brand, limits, language)
    return _native.check("base-data", *payload(source), policy)


def check_journal(
    source: Document,
    *,
    base_data: Document | None = None,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    received: bool = False,
    sequence: bool = False,
    brand: str | None = None,
    limits: Mapping[str, int] | None = None,
) -> _native.Report:
    """Checks a journal export: JSON, or the CSV of single entries. The options are those of `check_transactions`."""
    policy = _policy(strict, allow, warn, deny, redact, received, sequence, brand, limits, language)
    return _native.check("journal", *payload(source), policy, base_data)


def check_document(
    source: Document,
    *,
    language: str | None = None,
    strict: bool = False,
    allow: Iterable[str] = (),
    warn: Iterable[str] = (),
    deny: Iterable[str] = (),
    redact: bool = False,
    received: bool = False,
    sequence: bool = False,
    brand: str | None = None,
    limits: Mapping[str, int] | None = None,
) -> _native.Report:
    """Checks a request to create a document. The options are those of `check_transactions`."""
    policy = _policy(strict, allow, warn, deny, redact, received, sequence, brand, limits, language)
    return _native.check("document", *payload(source), policy)


def _normalize(kind: str, source: Document, fixes: str, sequence: bool, language: str | None) -> _native.Normalized:
    policy = _native.Policy(sequence=sequence, language=language)
    return _native.normalize(kind, *payload(source), policy, fixes)


def normalize_transactions(
    source: Document, *, fixes: str = "safe", sequence: bool = False, language: str | None = None
) -> _native.Normalized:
    """Puts a payload of transactions into its canonical form, and applies fixes.

    :param fixes: `safe` applies fixes that never change the meaning; `all` also those that may change it, so review each change

    >>> payload = b'{"transactions": [{"accountIdentifier": "Kasse", "amount": "007.50", "currency": "chf"}]}'
    >>> normalize_transactions(payload).json
    '{"transactions":[{"accountIdentifier":"Kasse","amount":"7.50","currency":"CHF"}]}'
    """
    return _normalize("transactions", source, fixes, sequence, language)


def normalize_base_data(
    source: Document, *, fixes: str = "safe", sequence: bool = False, language: str | None = None
) -> _native.Normalized:
    """Puts a payload of base data into its canonical form, and applies fixes, as `normalize_transactions` does."""
    return _normalize("base-data", source, fixes, sequence, language)


def normalize_journal(
    source: Document, *, fixes: str = "safe", sequence: bool = False, language: str | None = None
) -> _native.Normalized:
    """Puts a journal export in JSON into its canonical form, and applies fixes, as `normalize_transactions` does."""
    return _normalize("journal", source, fixes, sequence, language)


@dataclass(frozen=True)
class BaseDataDiff:
    """What an update would change in the base data that the service holds."""

    held: _native.Report
    """The report on what the service holds."""
    new: _native.Report
    """The report on the new payload."""
    is_comparable: bool
    """Whether both could be read. If not, there are no changes here, and the reports say why."""
    organization: list[_records.FieldChange]
    """The changed fields of the organization."""
    lists: list[_records.ListDiff]
    fields: list[_records.FieldChange]
    """The changed unknown fields beside the lists."""
    added: int
    changed: int
    removed: int

    @property
    def is_empty(self) -> bool:
        """Whether both could be read and nothing changes."""
        return self.is_comparable and not (self.organization or self.fields or self.added or self.changed or self.removed)


def diff(held: Document, new: Document, *, language: str | None = None, redact: bool = False) -> BaseDataDiff:
    """Compares the base data that the service holds with the payload of an update, which replaces everything."""
    policy = _native.Policy(redact=redact, language=language)
    held_report, new_report, text = _native.diff_base_data(payload(held)[1], payload(new)[1], policy)
    changes: dict[str, Any] | None = json.loads(text)["diff"]
    found: dict[str, Any] = changes or {"organization": [], "lists": [], "fields": [], "added": 0, "changed": 0, "removed": 0}
    return BaseDataDiff(
        held=held_report,
        new=new_report,
        is_comparable=changes is not None,
        organization=_records.field_changes(found["organization"]),
        lists=_records.list_diffs(found["lists"]),
        fields=_records.field_changes(found["fields"]),
        added=found["added"],
        changed=found["changed"],
        removed=found["removed"],
    )
