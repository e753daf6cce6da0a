#!/usr/bin/env python3
"""Hold the printed schemas against another engine: each is a JSON Schema, its examples are valid, and it judges fixtures as `uacc` does.

    python3 schemas.py UACC [SARIF_SCHEMA]

Needs the package jsonschema. Fixtures are the schemas' own examples, the payloads in tests/messages, and what becomes of them when one
member is taken out, turned into another type, or written in another way.
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
ODD = [None, True, 12, 8.25, -1, [], {}, "", " ", "x", "x" * 300, "chf", "CHF", "2025-02-29", "31.12.2025", "1'234.50", "0.00"]


def run(*arguments):
    return subprocess.run([uacc, *arguments], capture_output=True, text=True, timeout=600)


def variants(document):
    """The document with one member changed, for every member and every odd value."""
    yield document
    for path in list(paths(document)):
        *parents, last = path
        for odd in [...] + ODD:
            changed = copy.deepcopy(document)
            parent = changed
            for step in parents:
                parent = parent[step]
            if odd is ...:
                del parent[last]
            else:
                parent[last] = odd
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


wrong, judged, accepted = [], 0, 0
for name in run("schema").stdout.split():
    schema = json.loads(run("schema", name).stdout)
    Draft202012Validator.check_schema(schema)
    if name not in CHECKS:
        continue
    validator = Draft202012Validator(schema)
    for example in schema["examples"]:
        wrong += [f"{name}: its own example: {error.message}" for error in validator.iter_errors(example)]
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
                judged += 1
                errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
                places = {finding["path"] for finding in errors}
                # A required name that is misspelt is told at the name, the schema means the object that lacks it.
                places |= {f["path"].rpartition("/")[0] for f in errors if f["rule"] == "misnamed-field"}
                refused = list(validator.iter_errors(document))
                for error in refused:
                    if pointer(error.absolute_path) not in places:
                        wrong.append(f"{name}: {error.message[:80]} at {pointer(error.absolute_path)!r}, not told: {line[:300]}")
                stated = {finding["rule"] for finding in errors} - UNSTATED
                if not refused:
                    accepted += 1
                    wrong += [f"{name}: {rule} is told and not stated: {line[:300]}" for rule in stated]

report = json.loads(run("schema", "report").stdout)
for payload in ["base-data.json", "payload.json"]:
    kind = "base-data" if payload == "base-data.json" else "transactions"
    found = run("check", kind, str(messages / payload), "--format", "json").stdout
    wrong += [f"report: {error.message}" for error in Draft202012Validator(report).iter_errors(json.loads(found))]
    if len(sys.argv) > 2:
        log = json.loads(run("check", kind, str(messages / payload), "--format", "sarif").stdout)
        sarif = Draft7Validator(json.loads(pathlib.Path(sys.argv[2]).read_text()))
        wrong += [f"SARIF: {error.json_path}: {error.message[:200]}" for error in sarif.iter_errors(log)]
profile = Draft202012Validator(json.loads(run("schema", "bank-profile").stdout))
for file in sorted((messages.parent.parent / "src/format/table/profiles").rglob("*.json")):
    wrong += [f"{file.name}: {error.json_path}: {error.message[:200]}" for error in profile.iter_errors(json.loads(file.read_text()))]
print(f"{judged} payloads judged, {accepted} of them accepted by the schemas, {len(wrong)} judged otherwise")
sys.exit("\n".join(wrong[:20]) if wrong or not accepted else 0)
