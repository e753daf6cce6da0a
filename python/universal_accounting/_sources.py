"""Inputs: paths, bytes, files and objects."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Union, cast


class Readable(Protocol):
    """A file that is open in binary mode, or another object that returns bytes. A `name` that is a string is the name of the file."""

    def read(self) -> bytes:
        """Returns the content."""
        ...


Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Readable]
"""A file: its path, its content, or an object with `read()` that returns bytes."""

Document = Union[Source, "Mapping[str, Any]", "Sequence[Any]"]
"""A JSON document: a file, or an object that JSON can express."""


def read(source: Source, name: str | None = None) -> tuple[str, bytes]:
    """Returns the name and the content of a file. A path is its own name."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            return name or path, file.read()
    if isinstance(source, (bytes, bytearray, memoryview)):
        return name or "", bytes(source)
    if not hasattr(source, "read"):
        raise TypeError(f"a source is a path, bytes or a file that is open in binary mode, not {type(source).__name__}")
    content: object = source.read()
    if not isinstance(content, (bytes, bytearray)):
        raise TypeError("open the file in binary mode: its encoding is a part of what is checked")
    of_file = getattr(source, "name", "")
    return name or (of_file if isinstance(of_file, str) else ""), bytes(content)


def payload(source: Document, name: str | None = None) -> tuple[str, bytes]:
    """Returns the name and the content of a payload: that of a file, or the JSON of an object."""
    if isinstance(source, (Mapping, list, tuple)):
        return name or "", json.dumps(source, ensure_ascii=False, default=str).encode()
    return read(cast(Source, source), name)


def document(source: Document) -> bytes:
    """Returns the JSON of an option that is a document."""
    return payload(source)[1]
