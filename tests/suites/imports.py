#!/usr/bin/env python3
"""Imports real bank files, and checks the counts.

    python3 imports.py UACC SAMPLES

SAMPLES is a folder with the files. Next to it is facts.tsv, with the currency of each file. For every file that can be converted:

- the first import creates each key once, and the second import creates nothing;
- after importing a file that was cut at the end of a day, importing the whole file adds only the rest;
- with one changed amount, there is one conflict, nothing new, and the store is unchanged;
- with the IBAN in groups of four, all transactions are new and suspects;
- cut by whole days into two parts that overlap, and converted in one call in both orders, it has the transactions of the whole file, and its accounts
  have no worse balances.

Exit status 1 if something differs, or if one of the five was never tested.
"""
import concurrent.futures
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

LENGTHS = {("CH", 21), ("LI", 21), ("DE", 22), ("AT", 20), ("NL", 18), ("BE", 16), ("FR", 27), ("GB", 22)}
uacc, samples = sys.argv[1], pathlib.Path(sys.argv[2])
with (samples.parent / "facts.tsv").open(encoding="utf-8") as table:
    currencies = {row["sample"]: row["main_currency"] for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}


def first_line(text):
    return text.splitlines()[0] if text else ""


def run(*call):
    result = subprocess.run([uacc, *map(str, call)], capture_output=True, timeout=120)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def day(transaction):
    return transaction.get("bookedAt") or transaction.get("valutaAt") or transaction.get("purchasedAt")


def first_part(source, report):
    """Returns the beginning of the file up to the end of a day, about two thirds of it, or None if no day ends there."""
    transactions, origins = report["transactions"], report["origins"]
    lines = source.split(b"\n")
    for at in range(len(transactions) * 2 // 3, 0, -1):
        before, after = ({day(transaction) for transaction in part} for part in (transactions[:at], transactions[at:]))
        if not before & after and all(origin["line"] < origins[at]["line"] for origin in origins[:at]):
            return b"\n".join(lines[: origins[at]["line"] - 1]) + b"\n"
    return None


def starts_of_days(report):
    """Returns the lines before which a file can be cut: those with the first transaction of a day that no transaction before it has."""
    transactions, origins = report["transactions"], report["origins"]
    lines = [origin["line"] for origin in origins]
    if lines != sorted(set(lines)):
        return []
    days = list(map(day, transactions))
    return [lines[at] for at in range(1, len(days)) if not set(days[:at]) & set(days[at:])]


def overlapping_parts(source, report):
    """Returns two parts of a file, each with the lines before its first transaction, or None if it has fewer than three blocks of days."""
    starts = starts_of_days(report)
    if len(starts) < 2:
        return None
    lines = source.split(b"\n")
    first, last = starts[(len(starts) - 1) // 3], starts[-1 - (len(starts) - 1) // 3]
    head = lines[: report["origins"][0]["line"] - 1]
    return b"\n".join(lines[: last - 1]) + b"\n", b"\n".join(head + lines[first - 1 :])


def account_map(path, currency, folder):
    """Writes a map with an account for each that the file doesn't name, and returns the options for it."""
    skeleton = run("accounts", path)[1]
    entries = json.loads(skeleton)["accounts"] if skeleton.startswith("{") else []
    for number, entry in enumerate(entries):
        entry["account"] = entry["account"] or ("CH9300762011623852957" if number == 0 else f"Account {number}")
        if "files" in entry:
            entry["files"] = ["*"]
        if "currency" in entry:
            entry["currency"] = entry["currency"] or currency
    (folder / "map.json").write_text(json.dumps({"accounts": entries}), encoding="utf-8")
    return ["--accounts", folder / "map.json"] if entries else []


# From the best.
BALANCES = ["proved", "partly", "none", "broken"]


def converted(files, options):
    """Returns the transactions of files, in order, and the balances of their accounts."""
    lines = run("convert", *files, *options, "--format", "json")[1].splitlines()
    *reports, history = map(json.loads, lines)
    transactions = [transaction for report in reports for transaction in report["transactions"]]
    rows = sorted((t["accountIdentifier"], str(t.get("transactionId")), day(t) or "", t.get("creditDebit") or "", t["amount"], t["currency"]) for t in transactions)
    balances = {(account["account"], account["currency"]): account["balance"] for account in history["accounts"]}
    return rows, balances, [report["rejected"] for report in reports]


def table_rows(files, options):
    return sorted(run("convert", *files, *options, "--to", "csv", "--partial")[1].splitlines())


def check_together(path, report, currency, folder):
    """Returns what differs between the whole file and its two parts, and whether it has balances that are compared, or None if it can't be cut."""
    parts = None if report["encoding"].startswith("UTF-16") or report["rejected"] else overlapping_parts(path.read_bytes(), report)
    if not parts:
        return None
    files = []
    for name, part in zip(("one", "two"), parts):
        files.append(folder / f"{name}-{path.name}")
        files[-1].write_bytes(part)
    options = ["--currency", currency, *account_map(path, currency, folder), "--bank", report["bank"]]
    whole, balances, _ = converted([path], options)
    # The lines before the first transaction may state a balance, a sum or a count that a part doesn't have.
    is_judged = all("broken" not in converted([file], options)[1].values() for file in files)
    problems = []
    for order, call in (("", files), (", the later first", files[::-1])):
        rows, joint, rejected = converted(call, options)
        if any(rejected):
            problems.append(f"together{order}: {sum(map(len, rejected))} rows of the parts are rejected")
        if rows != whole:
            added, lost = (sum((Counter(one) - Counter(other)).values()) for one, other in ((rows, whole), (whole, rows)))
            problems.append(f"together{order}: {added} transactions are added, {lost} lost")
        worse = [account for account, balance in balances.items() if BALANCES.index(joint.get(account, "broken")) > BALANCES.index(balance)]
        if worse and is_judged:
            problems.append(f"together{order}: balances are {[joint.get(account) for account in worse]}, alone {[balances[account] for account in worse]}")
        if table_rows(call, options) != table_rows([path], options):
            problems.append(f"together{order}: the table differs")
    return problems, is_judged and bool({"proved", "partly"} & set(balances.values()))


def is_iban(account):
    if (account[:2], len(account)) not in LENGTHS or not account.isalnum():
        return False
    return int("".join(str(int(character, 36)) for character in account[4:] + account[:4])) % 97 == 1


def grouped(account):
    return " ".join(account[at : at + 4] for at in range(0, len(account), 4))


def check(path, folder):
    options = ["--account", "CH9300762011623852957", "--currency", currencies.get(path.name, "CHF") or "CHF"]
    report = json.loads(run("convert", path, *options, "--format", "json")[1].splitlines()[0])
    transactions = report["transactions"]
    if not transactions:
        return None
    errors, store = len(report["rejected"]), folder / "store"
    keys = {(transaction["accountIdentifier"], transaction["transactionId"]) for transaction in transactions}
    problems, tested = [], {"twice"}

    def counts(*call, to=store):
        out = run("import", *call, "--partial", "--store", to, "--format", "json")[1]
        return tuple(json.loads(out).values())[:3] if out else None

    def expect(name, actual, expected):
        if actual != expected:
            problems.append(f"{name}: {actual}, expected {expected}")

    duplicates = len(transactions) - len(keys)
    expect("the first import", counts(path, *options), (duplicates, len(keys), errors))
    expect("the second import", counts(path, *options), (len(transactions), 0, errors))

    part = None if report["encoding"].startswith("UTF-16") else first_part(path.read_bytes(), report)
    if part:
        cut, overlapping = folder / f"cut-{path.name}", folder / "overlapping"
        cut.write_bytes(part)
        first = counts(cut, *options, to=overlapping)
        # The end of a file may be needed to read its rows.
        if first and first[2] == 0:
            tested.add("overlapping")
            expect("overlapping", counts(path, *options, to=overlapping), (first[1] + duplicates, len(keys) - first[1], errors))

    together = check_together(path, report, options[-1], folder)
    if together:
        tested.add("together")
        problems += together[0]
        if together[1]:
            tested.add("balances together")

    payload = folder / "payload.json"
    changed = json.loads(json.dumps(transactions))[: 1000]
    changed[-1]["amount"] = str(int(changed[-1]["amount"].split(".")[0]) + 1)
    payload.write_text(json.dumps({"transactions": changed}))
    output = run("import", payload, "--store", store)[1]
    if duplicates == 0:
        tested.add("conflict")
        expect("an amount changed", first_line(output).split(":")[0], "1 conflict, not imported")
        expect("an amount changed", counts(payload), (len(changed), 0, 0))
        expect("after that", counts(path, *options), (len(transactions), 0, errors))

    # The samples may have made-up IBANs with wrong check digits, which are not treated as IBANs.
    if duplicates == 0 and all(is_iban(account) for account, _ in keys):
        tested.add("respelled")
        for transaction in changed:
            transaction["accountIdentifier"] = grouped(transaction["accountIdentifier"])
        payload.write_text(json.dumps({"transactions": changed}))
        output = run("import", payload, "--store", store, "--dry-run")[1]
        expect("IBAN in groups of four", first_line(output).split(": new, but this account has a transaction with the same id in another spelling")[0], f"{len(changed)} suspect{'s' * (len(changed) > 1)}")
    return problems, tested


def check_in_folder(path):
    with tempfile.TemporaryDirectory() as folder:
        return path, check(path, pathlib.Path(folder))


kinds, failed = {}, 0
with concurrent.futures.ThreadPoolExecutor() as pool:
    for path, found in pool.map(check_in_folder, sorted(samples.glob("*.*"))):
        if found is None:
            continue
        problems, tested = found
        for kind in tested:
            kinds[kind] = kinds.get(kind, 0) + 1
        for problem in problems:
            failed += 1
            print(f"{path.name}: {problem}")
print(", ".join(f"{kind}: {count} files" for kind, count in sorted(kinds.items())) + f"; {failed} differ")
sys.exit(1 if failed or len(kinds) < 6 else 0)
