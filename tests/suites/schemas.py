#!/usr/bin/env python3
"""Tests the printed schemas with another validator: each is a JSON Schema, its examples are valid, and it accepts the same payloads as `uacc`.

    python3 schemas.py UACC [SARIF_SCHEMA]

Needs the package jsonschema. The payloads are the examples of the schemas, the files in tests/messages, and variants of them: with one member
removed, of another type, or written differently.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

from jsonschema import Draft7Validator, Draft202012Validator

from unstated import UNSTATED

uacc = sys.argv[1]
messages = pathlib.Path(__file__).parent.parent / "messages"
CHECKS = {
    "base-data": "base-data",
    "transactions": "transactions",
    "document-request": "document",
    "document-result": "document-result",
    "base-data-result": "base-data-result",
    "import-result": "import-result",
}
FIXTURES = {"base-data": ["base-data.json", "spelling.json"], "transactions": ["payload.json", "readme.json"]}
OTHER_VALUES = [None, True, 12, 8.25, -1, [], {}, "", " ", "x", "x" * 300, "chf", "CHF", "2025-02-29", "31.12.2025", "1'234.50", "0.00"]


def run(*arguments):
    return subprocess.run([uacc, *arguments], capture_output=True, text=True, timeout=600)


def variants(document):
    """Yields the document, and for every member the document without it and with each other value."""
    yield document
    for path in list(paths(document)):
        *parents, last = path
        for value in [...] + OTHER_VALUES:
            changed = copy.deepcopy(document)
            parent = changed
            for step in parents:
                parent = parent[step]
            if value is ...:
                del parent[last]
            else:
                parent[last] = value
            yield changed


def paths(value, at=()):
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*at, name)
        yield from paths(member, (*at, name))


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def parsed(path):
    try:
        return [json.loads(path.read_text())]
    except ValueError:
        return []


problems, compared, accepted = [], 0, 0
for name in run("schema").stdout.split():
    schema = json.loads(run("schema", name).stdout)
    Draft202012Validator.check_schema(schema)
    if name not in CHECKS:
        continue
    validator = Draft202012Validator(schema)
    for example in schema["examples"]:
        problems += [f"{name}: its own example: {error.message}" for error in validator.iter_errors(example)]
    sources = schema["examples"] + [document for file in FIXTURES.get(name, []) for document in parsed(messages / file)]
    documents = [variant for source in sources for variant in variants(source)]
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(documents), 500):
            files = []
            for number, document in enumerate(documents[start : start + 500]):
                files.append(pathlib.Path(folder, f"{number:04}.json"))
                files[-1].write_text(json.dumps(document))
            reports = run("check", CHECKS[name], "--format", "json", *map(str, files)).stdout.splitlines()
            for document, line in zip(documents[start:], reports, strict=False):
                report = json.loads(line)
                compared += 1
                errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
                paths_of_errors = {finding["path"] for finding in errors}
                # `uacc` reports a misspelt required name at the name, the schema at the object without the member.
                paths_of_errors |= {f["path"].rpartition("/")[0] for f in errors if f["rule"] == "misnamed-field"}
                rejected = list(validator.iter_errors(document))
                for error in rejected:
                    if pointer(error.absolute_path) not in paths_of_errors:
                        problems.append(f"{name}: {error.message[:80]} at {pointer(error.absolute_path)!r}, but uacc does not report it: {line[:300]}")
                stated = {finding["rule"] for finding in errors} - UNSTATED
                if not rejected:
                    accepted += 1
                    problems += [f"{name}: {rule} is reported by uacc, but not expressed in the schema: {line[:300]}" for rule in stated]

report = json.loads(run("schema", "report").stdout)
for payload in ["base-data.json", "payload.json"]:
    kind = "base-data" if payload == "base-data.json" else "transactions"
    found = run("check", kind, str(messages / payload), "--format", "json").stdout
    problems += [f"report: {error.message}" for error in Draft202012Validator(report).iter_errors(json.loads(found))]
    if len(sys.argv) > 2:
        log = json.loads(run("check", kind, str(messages / payload), "--format", "sarif").stdout)
        sarif = Draft7Validator(json.loads(pathlib.Path(sys.argv[2]).read_text()))
        problems += [f"SARIF: {error.json_path}: {error.message[:200]}" for error in sarif.iter_errors(log)]
profile = Draft202012Validator(json.loads(run("schema", "bank-profile").stdout))
for file in sorted((messages.parent.parent / "src/format/table/profiles").rglob("*.json")):
    problems += [f"{file.name}: {error.json_path}: {error.message[:200]}" for error in profile.iter_errors(json.loads(file.read_text()))]
print(f"{compared} payloads compared, {accepted} of them accepted by the schemas, {len(problems)} problems")
sys.exit("\n".join(problems[:20]) if problems or not accepted else 0)
