"""Compares the results of the package and of the program on files, byte for byte.

    python tests/identical.py PROGRAM FOLDER …
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import universal_accounting as ua

KNOWN: "list[dict[str, str]]" = [{}, {"account": "a", "currency": "EUR"}]


def written(program: str, arguments: "list[str]") -> str:
    """Returns what the program writes. Status 1 means that there are findings."""
    done = subprocess.run([program, *arguments], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{program} {' '.join(arguments)}: {done.stderr.decode()}")
    return done.stdout.decode()


def compare(program: str, file: str) -> None:
    for known in KNOWN:
        options = [f"--{name}={value}" for name, value in known.items()]
        expected = written(program, ["convert", "--format", "json", *options, file])
        history = ua.convert_all([file], **known)  # type: ignore[arg-type]
        if history.to_json() != expected:
            sys.exit(f"{file} with {known}: the report is another one")
        conversion = ua.convert(file, **known)  # type: ignore[arg-type]
        if conversion.to_json() != expected.splitlines()[0]:
            sys.exit(f"{file} with {known}: the conversion is another one")
        if conversion.is_complete and len(conversion):
            payloads = written(program, ["convert", *options, file])
            if "".join(f"{payload}\n" for payload in conversion.payloads) != payloads:
                sys.exit(f"{file} with {known}: the payloads are others")


def main(program: str, folders: "list[str]") -> None:
    for folder in folders:
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file() and path.suffix != ".zip")
        for file in files:
            compare(program, str(file))
        print(f"{folder}: the results on {len(files)} files are those of the program")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
