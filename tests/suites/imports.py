#!/usr/bin/env python3
"""Import real bank files and hold the counts against what the decisions say.

    python3 imports.py UACC SAMPLES

SAMPLES holds the files and, beside the folder, facts.tsv with the currency of each. Of every file that converts:

- the first import creates each key once, the second one nothing;
- a file cut at the end of a day and then the whole one: only what was cut off is new;
- one amount changed: one conflict, nothing new, and the store still says what it said;
- the same IBAN in groups of four: all new, and all suspected.

Exit status 1 when something differs or when one of the four was never looked at.
"""
import concurrent.futures
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

LENGTHS = {("CH", 21), ("LI", 21), ("DE", 22), ("AT", 20), ("NL", 18), ("BE", 16), ("FR", 27), ("GB", 22)}
uacc, samples = sys.argv[1], pathlib.Path(sys.argv[2])
with (samples.parent / "facts.tsv").open(encoding="utf-8") as table:
    currencies = {row["sample"]: row["main_currency"] for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}


def beginning(text):
    return text.splitlines()[0] if text else ""


def run(*call):
    done = subprocess.run([uacc, *map(str, call)], capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def day(one):
    return one.get("bookedAt") or one.get("valutaAt") or one.get("purchasedAt")


def first_part(source, report):
    """The lines before the last row that ends a day, and how many transactions stand there."""
    transactions, origins = report["transactions"], report["origins"]
    lines = source.split(b"\n")
    for at in range(len(transactions) * 2 // 3, 0, -1):
        before, after = ({day(one) for one in part} for part in (transactions[:at], transactions[at:]))
        if not before & after and all(one["line"] < origins[at]["line"] for one in origins[:at]):
            return b"\n".join(lines[: origins[at]["line"] - 1]) + b"\n"
    return None


def is_iban(account):
    if (account[:2], len(account)) not in LENGTHS or not account.isalnum():
        return False
    return int("".join(str(int(one, 36)) for one in account[4:] + account[:4])) % 97 == 1


def grouped(account):
    return " ".join(account[at : at + 4] for at in range(0, len(account), 4))


def look(path, folder):
    options = ["--account", "CH9300762011623852957", "--currency", currencies.get(path.name, "CHF") or "CHF"]
    report = json.loads(run("convert", path, *options, "--format", "json")[1])
    transactions = report["transactions"]
    if not transactions:
        return None
    errors, store = len(report["rejected"]), folder / "store"
    keys = {(one["accountIdentifier"], one["transactionId"]) for one in transactions}
    wrong, done = [], {"twice"}

    def counts(*call, to=store):
        out = run("import", *call, "--store", to, "--format", "json")[1]
        return tuple(json.loads(out).values()) if out else None

    def expect(what, got, wanted):
        if got != wanted:
            wrong.append(f"{what}: {got}, expected {wanted}")

    doubles = len(transactions) - len(keys)
    expect("the first import", counts(path, *options), (doubles, len(keys), errors))
    expect("the second import", counts(path, *options), (len(transactions), 0, errors))

    part = None if report["encoding"].startswith("UTF-16") else first_part(path.read_bytes(), report)
    if part:
        cut, overlapping = folder / f"cut-{path.name}", folder / "overlapping"
        cut.write_bytes(part)
        first = counts(cut, *options, to=overlapping)
        # A file may say at its end what its rows mean; one without it isn't the same file.
        if first and first[2] == 0:
            done.add("overlapping")
            expect("overlapping", counts(path, *options, to=overlapping), (first[1] + doubles, len(keys) - first[1], errors))

    payload = folder / "payload.json"
    changed = json.loads(json.dumps(transactions))[: 1000]
    changed[-1]["amount"] = str(int(changed[-1]["amount"].split(".")[0]) + 1)
    payload.write_text(json.dumps({"transactions": changed}))
    told = run("import", payload, "--store", store)[1]
    if doubles == 0:
        done.add("conflict")
        expect("an amount changed", beginning(told).split(":")[0], "1 conflict")
        expect("an amount changed", counts(payload), (len(changed), 0, 0))
        expect("after that", counts(path, *options), (len(transactions), 0, errors))

    # Owners scramble the digits of their accounts, and what fails its check digits is no IBAN.
    if doubles == 0 and all(is_iban(account) for account, _ in keys):
        done.add("spelled")
        for one in changed:
            one["accountIdentifier"] = grouped(one["accountIdentifier"])
        payload.write_text(json.dumps({"transactions": changed}))
        told = run("import", payload, "--store", store, "--dry-run")[1]
        expect("spelled otherwise", beginning(told).split(": new, but the id exists")[0], f"{len(changed)} suspect{'s' * (len(changed) > 1)}")
    return wrong, done


def look_alone(path):
    with tempfile.TemporaryDirectory() as folder:
        return path, look(path, pathlib.Path(folder))


kinds, failed = {}, 0
with concurrent.futures.ThreadPoolExecutor() as pool:
    for path, found in pool.map(look_alone, sorted(samples.glob("*.*"))):
        if found is None:
            continue
        wrong, done = found
        for kind in done:
            kinds[kind] = kinds.get(kind, 0) + 1
        for what in wrong:
            failed += 1
            print(f"{path.name}: {what}")
print(", ".join(f"{kind}: {count} files" for kind, count in sorted(kinds.items())) + f"; {failed} differ")
sys.exit(1 if failed or len(kinds) < 4 else 0)
