"""Certificates: what a conversion read and wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _native
from ._sources import Source, read


@dataclass(frozen=True)
class Certificate:
    """A certificate in both forms. Either can be verified."""

    json: str
    """JSON, as the schema `certificate` describes it."""
    html: str
    """A page to print, which contains the JSON too."""


@dataclass(frozen=True)
class Difference:
    """Something that differs between a certificate and the files."""

    what: str
    """The kind: `certificate-content`, `certificate-text`, `missing`, `file`, `value`, `recomputed`, `output-count` or `setting`."""
    message: str
    """What differs, for people."""
    name: str | None
    """The name of the file that it is about."""
    pointer: str | None
    """The JSON pointer of the value that it is about."""


def verify_certificate(certificate: Source, files: Mapping[str, bytes]) -> list[Difference]:
    """Computes everything in a certificate anew from the files, and returns what differs: nothing if all belong together.

    :param certificate: the JSON or the page
    :param files: inputs, outputs and documents of settings, by their names in the certificate
    :raises UniversalAccountingError: `certificate-unreadable`, if the file is no certificate, or was changed so that it can't be read
    """
    verified: dict[str, Any] = json.loads(_native.verify_certificate(read(certificate)[1], dict(files)))
    return [Difference(each["what"], each["message"], each.get("name"), each.get("pointer")) for each in verified["differences"]]
