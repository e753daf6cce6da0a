#!/usr/bin/env python3
"""Tests exported journals with the programs that read them: hledger and beancount accept each ledger, and their balances equal those of the journal.

    python3 ledgers.py UACC [RECORDS]

Needs hledger, and beancount in the Python that runs this. The records are generated from a fixed seed. Their texts have what the syntaxes give a meaning, and
their accounts have names that are hard to keep apart. The sums of the tables are compared too.
"""
import collections
import csv
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

from beancount import loader

uacc = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
choices = random.Random(27)
# hledger reads files in the encoding of the locale.
environment = {**os.environ, "LC_ALL": "C.UTF-8"}
bean_check = shutil.which("bean-check", path=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")]))
problems = []

PIECES = [
    "Toner", "Miete", "Zürich", "a  b", "; comment", "x: y", "date: 2020-99-99", "date:2020-99-99", "[2026-13-45]", "[=2026-02-30]", "(x)", "* ! #", "| p", '"q"',
    "\\", "=1+1", "{1 CHF} @ 2", "@@", "\n2026-01-01 open Assets:X", "\r\n    Assets:X  1 CHF", "\taccount X", "\u0085include x", "\u2028alias a=b", "\u202e", "\u0000",
    ", type:X", "#tag", "^link", "end comment", "comment", "東京", "🦀", "e\u0301", "%", "~ monthly", "P 2026-01-01 CHF 1 EUR", "'", "`", "$", "pushtag #x", "1,000.00", "؜ا",
]
NUMBERS = ["1020", "1020.1", "1020 1", "1020-1", "1020:1", "1020;1", "2000", "3000", "6500", "6510", "ß1", "é", "東京", "大阪", "bank", "Bank", "a  b", "a b", "(x)", "*", "1000000000"]
DESCRIPTIONS = ["Bank", "Bank: CHF", "Kreditoren  (alt)", "Ertrag; netto", "-", "Büro|Lager", "東京", "x = y @ 1", "Bank"]
TYPES = ["ASSET", "LIABILITY", "EXPENSE", "REVENUE", None]


def text():
    return choices.choice(["", "A "]) + choices.choice([" ", "", "\n", ","]).join(choices.choices(PIECES, k=choices.randint(1, 3))) + "."


def base_data():
    accounts = []
    for index, number in enumerate(NUMBERS[::2]):
        account = {"externalId": f"a-{index}", "number": number, "description": choices.choice(DESCRIPTIONS), "type": choices.choice(TYPES)}
        accounts.append({name: value for name, value in account.items() if value})
    return {
        "organization": {"companyName": "Muster AG", "companyUid": "CHE-100.000.006", "leadCurrency": "CHF"},
        "accounts": accounts,
        "currencies": [{"externalId": "c-1", "code": "CHF"}],
        "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}],
        "taxPeriods": [{"externalId": "p-1", "isSubjectToTax": True, "balanceTaxation": False, "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}],
    }


def line(side, amount, currency):
    account = {"number": choices.choice(NUMBERS)}
    if account["number"] == "6510":
        # Two accounts with one number.
        account["externalId"] = choices.choice(["z-1", "z.1"])
    line.count += 1
    made = {"lineId": f"l-{line.count}", "lineNumber": 1, "creditDebit": side, "amount": f"{amount:f}", "currency": currency, "account": account}
    if choices.random() < 0.5:
        made["text"] = text()
    if choices.random() < 0.2:
        made["tax"] = {"externalId": "t-1", "code": "UN81", "value": "8.1"}
        made["originalAmount"], made["originalCurrency"] = "70.10", "EUR"
    if choices.random() < 0.3:
        kinds = choices.choices(["cost-center", "project", "date", "type", text(), "line"], k=choices.randint(1, 3))
        made["dimensions"] = [{"externalId": "k-1", "name": text(), "type": kind} for kind in kinds]
    return made


line.count = 0


def balanced_lines(currency):
    lines, balance = [], Decimal(0)
    for _ in range(choices.choice([1, 1, 1, 2, 3, 5, 39])):
        side = choices.choice(["debit", "credit"]) if choices.random() < 0.3 else "debit"
        amount = Decimal(choices.randint(-500, 100_000)).scaleb(-choices.choice([0, 1, 2, 2, 2, 3]))
        balance += amount if side == "debit" else -amount
        lines.append(line(side, amount, currency))
    return lines + [line("credit", balance, currency)]


def record(index):
    entries = []
    for number in range(choices.choice([1, 1, 1, 2, 3])):
        lines = balanced_lines(choices.choice(["CHF", "CHF", "EUR", "JPY", "KWD"]))
        if choices.random() < 0.05:
            lines += balanced_lines("USD")
        day = f"2026-{choices.randint(1, 12):02}-{choices.randint(1, 28):02}"
        entries.append({"entryId": f"e-{index}-{number}", "entryNumber": number + 1, "type": text(), "date": day, "lines": lines})
    made = {"serviceId": f"r-{index}", "entries": entries}
    contact = {"name": text(), "externalId": f"k-{index}", "companyName": text(), "companyUid": text()}
    if choices.random() < 0.5:
        made["invoice"] = {"number": text(), "date": "2026-03-28", "currency": "CHF", "owner": text(), "source": text(), "billingPeriod": None, "postingType": text()}
        made["contact"] = contact
    elif choices.random() < 0.5:
        made["contacts"] = [contact, contact]
    return made


def uacc_export(target, *arguments):
    """Returns the text of an export, and the totals on standard error by account and currency."""
    output = folder / f"out.{target}"
    command = [uacc, "export", "journal", str(folder / "journal.json"), "--to", target, "-o", str(output), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        sys.exit(f"{target}: status {run.returncode}: {run.stderr[-2000:]}")
    if not all(row.endswith("  all") for row in run.stderr.split("credits  written\n")[1].splitlines()):
        problems.append(f"{target}: not everything was written: {run.stderr[-2000:]}")
    return output


def account_of(made):
    """An account is a number, or number and external id where several accounts have the number."""
    return (made["account"]["number"], made["account"].get("externalId"))


def expect(name, found, expected):
    """Compares balances. Zero is no balance."""
    found, expected = ({key: value for key, value in balances.items() if value} for balances in (found, expected))
    different = [key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key)]
    problems.extend(f"{name}: {key}: {found.get(key)} instead of {expected.get(key)}" for key in different[:3])
    return len(expected)


def named_balances(name, postings):
    """Returns the expected balances by the names that a program read, from the name, line id, amount and currency of each posting that it read."""
    names, seen = {}, set()
    for account, line_id, amount, currency in postings:
        made = lines[line_id]
        signed = Decimal(made["amount"]) * (1 if made["creditDebit"] == "debit" else -1)
        if (signed, made["currency"]) != (amount, currency) and signed:
            problems.append(f"{name}: {line_id} has {amount} {currency} instead of {signed} {made['currency']}")
        names.setdefault(account_of(made), set()).add(account)
        seen.add(line_id)
    if seen != lines.keys():
        problems.append(f"{name}: {len(lines.keys() - seen)} lines are missing")
    problems.extend(f"{name}: {account} has several names: {several}" for account, several in names.items() if len(several) > 1)
    of_account = {account: next(iter(several)) for account, several in names.items()}
    if len(set(of_account.values())) < len(of_account):
        problems.append(f"{name}: two accounts have one name")
    return {(of_account[account], currency): balance for (account, currency), balance in balances.items()}


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    records = [record(index) for index in range(count)]
    (folder / "journal.json").write_text(json.dumps(records))
    (folder / "base-data.json").write_text(json.dumps(base_data()))
    known = ["--base-data", str(folder / "base-data.json")]
    lines = {made["lineId"]: made for one in records for entry in one["entries"] for made in entry["lines"]}
    balances, compared = collections.Counter(), 0
    for made in lines.values():
        balances[account_of(made), made["currency"]] += Decimal(made["amount"]) * (1 if made["creditDebit"] == "debit" else -1)

    for arguments in [known, ["--default-kind", "expense"], []]:
        ledger = uacc_export("hledger", *arguments)

        def hledger(*command):
            run = subprocess.run(["hledger", "-f", str(ledger), *command], capture_output=True, text=True, env=environment)
            if run.returncode != 0:
                sys.exit(f"hledger {' '.join(command)}: {run.stderr[:2000]}")
            return run.stdout

        hledger("check", "--strict")
        postings = []
        for transaction in json.loads(hledger("print", "-O", "json"), parse_float=Decimal):
            for posting in transaction["tpostings"]:
                tags = dict(posting["ptags"])
                for amount in posting["pamount"]:
                    quantity = amount["aquantity"]
                    value = Decimal(quantity["decimalMantissa"]).scaleb(-quantity["decimalPlaces"])
                    postings.append((posting["paccount"], tags["line"], value, amount["acommodity"]))
        expected = named_balances("hledger", postings)
        table = csv.reader(hledger("balance", "--flat", "--no-total", "--empty", "--layout=bare", "-O", "csv").splitlines()[1:])
        compared += expect("hledger", {(account, currency): Decimal(balance) for account, currency, balance in table}, expected)

        ledger = uacc_export("beancount", *arguments)
        check = subprocess.run([bean_check, str(ledger)], capture_output=True, text=True, env=environment)
        if check.returncode != 0 or check.stdout or check.stderr:
            sys.exit(f"bean-check: {(check.stdout + check.stderr)[:2000]}")
        entries, errors, _ = loader.load_file(str(ledger))
        postings, found = [], collections.Counter()
        for transaction in entries:
            for posting in getattr(transaction, "postings", []):
                postings.append((posting.account, posting.meta["line"], posting.units.number, posting.units.currency))
                found[posting.account, posting.units.currency] += posting.units.number
        compared += expect("beancount", found, named_balances("beancount", postings))

    by_number = collections.Counter()
    for ((number, _), currency), balance in balances.items():
        by_number[number, currency] += balance
    for target, arguments, sides in [
        ("single-entries", ["--collective"], [("entry-debitAccount-number", "entry-amount", 1), ("entry-creditAccount-number", "entry-amount", -1)]),
        ("table", known, [("entry-account-number", "entry-debit", 1), ("entry-account-number", "entry-credit", -1)]),
    ]:
        found = collections.Counter()
        with open(uacc_export(target, *arguments), newline="") as file:
            for row in csv.DictReader(file, strict=True):
                for account, amount, sign in sides:
                    if row[account] and row[amount]:
                        found[row[account], row["entry-currency"]] += sign * Decimal(row[amount])
        compared += expect(target, found, by_number)
    found = collections.Counter()
    names, *rows = (row.split("\t") for row in uacc_export("banana", *known).read_text().split("\n")[:-1])
    for row in rows:
        cells = dict(zip(names, row, strict=True))
        for account, sign in [("AccountDebit", 1), ("AccountCredit", -1)]:
            if cells[account]:
                found[cells[account], cells["ExchangeCurrency"]] += sign * Decimal(cells["AmountCurrency"])
    compared += expect("banana", found, by_number)

print(f"{len(records)} records with {len(lines)} lines, {compared} balances compared, {len(problems)} problems")
sys.exit("\n".join(problems[:20]) if problems or not compared else 0)
