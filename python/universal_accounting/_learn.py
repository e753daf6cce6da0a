"""Formats that are learned from a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union, cast

from . import _native
from ._enums import Verdict
from ._sources import Source, read

Answers = Union["Mapping[str, Any]", "Iterable[Mapping[str, Any]]"]
"""What the caller knows about a table, or a list of such answers, of which the last counts."""


@dataclass(frozen=True)
class DraftColumn:
    """A column of a table that is learned."""

    name: str
    role: str
    """What it means, such as `booked-at` or `amount`."""
    basis: str
    """What the role rests on: `proved`, `suggested`, `given` or `open`."""
    examples: list[str]


@dataclass(frozen=True)
class Choice:
    """A possible answer to a question."""

    text: str
    answers: dict[str, Any]
    """Pass these to `learn`."""


@dataclass(frozen=True)
class Question:
    """What is open about a format."""

    kind: str
    text: str
    column: str | None
    choices: list[Choice]
    """None if only another file or a profile written by hand helps."""


@dataclass(frozen=True)
class Draft:
    """What was learned of a format, and what is open. `convert` takes it as the profile once nothing is."""

    columns: list[DraftColumn]
    questions: list[Question]
    amounts: str
    """What the amounts rest on: `proved` only if the balances of all rows and the dates admit a single reading."""
    entries: int
    """The number of rows with a date."""
    verdict: Verdict | None
    """What the balances say of the file, converted with the profile."""
    rejected: list[int] | None
    """The lines of rows that could not be read."""
    profile: dict[str, Any] | None
    """The profile, once nothing is open."""
    json: str
    """The draft as the program writes it."""


def learn(source: Source | Sequence[Source], answers: Answers | None = None) -> Draft | None:
    """Learns the table of a file that no format matches, or of a list of files of one format: what one of them leaves open another one may show.

    Returns None if the file has no table with dates and amounts.

    :param answers: what you know: `roles`, `unbooked`, `balances`, `accept`, `dates`, `positive`, `decimal`, `currency`, `institution`, `product`, `country`
    :raises InvalidValueError: if one of several files has no such table, or other columns than the first one
    """
    given: object = {} if answers is None else answers
    if isinstance(given, Iterable) and not isinstance(given, Mapping):
        given = list(given)
    sources = list(source) if isinstance(source, (list, tuple)) else [source]
    if not sources:
        raise ValueError("there is no file to learn")
    text = _native.learn_table([read(cast(Source, one)) for one in sources], json.dumps(given))
    return None if text is None else _draft(text)


def _draft(text: str) -> Draft:
    draft = json.loads(text)
    balance = draft["balance"]
    questions = [
        Question(
            asked["kind"],
            asked["text"],
            asked["column"],
            [Choice(choice["text"], choice["answers"]) for choice in asked["choices"]],
        )
        for asked in draft["questions"]
    ]
    return Draft(
        columns=[
            DraftColumn(column["name"], column["role"], column["basis"], column["examples"]) for column in draft["columns"]
        ],
        questions=questions,
        amounts=draft["amounts"],
        entries=draft["entries"],
        verdict=None if balance is None else Verdict(balance),
        rejected=draft["rejected"],
        profile=draft["profile"],
        json=text,
    )
