#!/usr/bin/env python3
"""Cuts real messages into excerpts that overlap, and checks that together they are the whole.

    python3 excerpts.py UACC STATEMENTS

STATEMENTS is a folder with camt and MT940 files in `samples`. A statement is cut where it has opening and closing balances that its entries explain, and
two days. Each is judged alone, without the others of its file. Both parts get the balances of their days. The whole and its parts, in both orders and in two files or one folder, have the same
transactions, ids, sums and verdict, and nothing is reported of them that isn't of the whole.

Exit status 1 if something differs, or if no file of a kind was cut.
"""
import collections
import concurrent.futures
import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from decimal import Decimal, InvalidOperation

uacc, samples = sys.argv[1], pathlib.Path(sys.argv[2]) / "samples"
OPTIONS = ["--account", "CH9300762011623852957", "--currency", "CHF"]
ENTRY = re.compile(rb"<(?:\w+:)?Ntry>.*?</(?:\w+:)?Ntry>\s*", re.S)
STATEMENT = re.compile(rb"<(?:\w+:)?Stmt>.*?</(?:\w+:)?Stmt>", re.S)
BALANCE = re.compile(rb"<(?:\w+:)?Bal>.*?</(?:\w+:)?Bal>\s*", re.S)
TOTALS = re.compile(rb"<(?:\w+:)?TxsSummry>.*?</(?:\w+:)?TxsSummry>\s*", re.S)
NUMBERS = re.compile(rb"<(?:\w+:)?(ElctrncSeqNb|LglSeqNb|Id)>.*?</(?:\w+:)?\1>\s*", re.S)
PERIOD = re.compile(rb"<(?:\w+:)?FrToDt>.*?</(?:\w+:)?FrToDt>\s*", re.S)


class Unfit(Exception):
    """A file that this script can't cut."""


def element(name, text):
    found = re.search(rb"<(?:\w+:)?" + name + rb"(?: [^>]*)?>\s*([^<]*?)\s*<", text)
    if not found:
        raise Unfit
    return found[1].decode()


def signed(amount, is_debit):
    try:
        return -Decimal(amount) if is_debit else Decimal(amount)
    except InvalidOperation:
        raise Unfit from None


def within(name, text):
    found = re.search(rb"<(?:\w+:)?" + name + rb">(.*?)</(?:\w+:)?" + name + rb">", text, re.S)
    if not found:
        raise Unfit
    return found[1]


class Camt:
    kind = "camt"

    def __init__(self, source):
        self.source, self.statement = source, STATEMENT.search(source)[0]
        self.entries = []
        for entry in ENTRY.findall(self.statement):
            head = re.sub(rb"<(?:\w+:)?(NtryDtls|AmtDtls|Chrgs)>.*?</(?:\w+:)?\1>", b"", entry, flags=re.S)
            if "BOOK" not in element(b"Sts", head) + head.decode("latin-1"):
                raise Unfit
            day = within(b"BookgDt", head)
            amount = signed(element(b"Amt", head), element(b"CdtDbtInd", head) == "DBIT")
            self.entries.append((re.search(rb"\d{4}-\d\d-\d\d", day)[0].decode(), amount, entry))
        self.balances = {}
        for balance in BALANCE.findall(self.statement):
            code = within(b"CdOrPrtry", balance)
            name = "opening" if re.search(rb">(OPBD|PRCD)<", code) else "closing" if b">CLBD<" in code else None
            if name:
                self.balances[name] = (balance, signed(element(b"Amt", balance), element(b"CdtDbtInd", balance) == "DBIT"))
        if len(self.balances) != 2:
            raise Unfit
        self.opening, self.closing = (self.balances[name][1] for name in ("opening", "closing"))

    def balance(self, name, amount, day):
        text, _ = self.balances[name]
        text = re.sub(rb"(<(?:\w+:)?Amt(?: [^>]*)?>)[^<]*", lambda found: found[1] + str(abs(amount)).encode(), text, count=1)
        text = re.sub(rb"(<(?:\w+:)?CdtDbtInd>)[^<]*", lambda found: found[1] + (b"DBIT" if amount < 0 else b"CRDT"), text, count=1)
        return re.sub(rb"\d{4}-\d\d-\d\d", day.encode(), text)

    def part(self, number, entries, opening, closing, days):
        """Returns the file with some of the entries, without what it says about all of them."""
        statement = TOTALS.sub(b"", PERIOD.sub(b"", self.statement))
        head, tail = ENTRY.split(statement)[0], ENTRY.split(statement)[-1]
        head = BALANCE.sub(lambda found: self.rebalanced(found[0], opening, closing, days), head)
        head = re.sub(rb"(<(?:\w+:)?(?:ElctrncSeqNb|LglSeqNb)>)[^<]*", lambda found: found[1] + str(number).encode(), head)
        head = re.sub(rb"(<(?:\w+:)?Id>)[^<]*", lambda found: found[1] + b"Part-%d" % number, head, count=1)
        return self.source.replace(self.statement, head + b"".join(entry for _, _, entry in entries) + tail)

    def rebalanced(self, balance, opening, closing, days):
        if balance == self.balances["opening"][0]:
            return self.balance("opening", opening, days[0])
        if balance == self.balances["closing"][0]:
            return self.balance("closing", closing, days[1])
        return b""


    @staticmethod
    def alone(source):
        """Returns the file with each of its statements alone."""
        statements = STATEMENT.findall(source)
        return [STATEMENT.sub(lambda found: found[0] if found[0] == statement else b"", source) for statement in dict.fromkeys(statements)]


class Mt940:
    kind = "MT940"

    @staticmethod
    def alone(source):
        return re.findall(rb"(?ms)^:20:.*?(?=^:20:|\Z)", source)

    def __init__(self, source):
        if source.count(b":60F:") != 1 or source.count(b":62F:") != 1 or b":60M:" in source:
            raise Unfit
        self.newline = b"\r\n" if b"\r\n" in source else b"\n"
        begin, end = source.index(self.newline, source.index(b":60F:")) + len(self.newline), source.index(b":62F:")
        self.head, self.body, self.tail = source[:begin], source[begin:end], source[end:]
        self.entries = []
        if self.body and not self.body.startswith(b":61:"):
            raise Unfit
        for entry in re.split(rb"(?m)^(?=:61:)", self.body)[1:]:
            found = re.match(rb":61:(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d+,\d*)", entry)
            if not found:
                raise Unfit
            value, booked, mark, amount = (part.decode() if part else "" for part in found.groups())
            year = 2000 + int(value[:2])
            booked = booked or value[2:]
            # The booking date has no year: it is the one nearest to the value date.
            try:
                dates = [datetime.date(year + by, int(booked[:2]), int(booked[2:])) for by in (-1, 0, 1) if booked != "0229" or by == 0]
                valued = datetime.date(year, int(value[2:4]), int(value[4:]))
            except ValueError:
                raise Unfit from None
            day = min(dates, key=lambda date: abs(date - valued))
            self.entries.append((day.isoformat(), signed(amount.rstrip(",").replace(",", "."), mark in ("D", "RC")), entry))
        self.opening, self.closing = (self.stated(tag, text) for tag, text in ((b":60F:", self.head), (b":62F:", self.tail)))

    @staticmethod
    def stated(tag, text):
        found = re.search(re.escape(tag) + rb"([CD])\d{6}[A-Z]{3}(\d+,\d*)", text)
        if not found:
            raise Unfit
        return signed(found[2].decode().rstrip(",").replace(",", "."), found[1] == b"D")

    @staticmethod
    def restated(tag, text, amount, day):
        mark = b"D" if amount < 0 else b"C"
        date = day[2:].replace("-", "").encode()
        cents = f"{abs(amount):.2f}".replace(".", ",").encode()
        return re.sub(re.escape(tag) + rb"[CD]\d{6}([A-Z]{3})\d+,\d*", lambda found: tag + mark + date + found[1] + cents, text, count=1)

    def part(self, number, entries, opening, closing, days):
        head = re.sub(rb"(?m)^:28C?:[^\r\n]*", b":28C:%d" % number, self.restated(b":60F:", self.head, opening, days[0]))
        # What follows the closing balance is of its day.
        tail = self.restated(b":62F:", self.tail, closing, days[1])
        tail = re.sub(rb"(?m)^:6[45]:[^\r\n]*\r?\n", b"", tail)
        return head + b"".join(entry for _, _, entry in entries) + tail


def converted(files):
    """Returns the transactions of files, in order, their accounts, and what is reported."""
    out = subprocess.run([uacc, "convert", *map(str, files), *OPTIONS, "--format", "json"], capture_output=True, timeout=120).stdout
    *reports, history = map(json.loads, out.splitlines())
    rows = sorted(json.dumps(transaction, sort_keys=True) for report in reports for transaction in report["transactions"])
    accounts = [{key: account[key] for key in ("account", "currency", "balance", "transactions")} for account in history["accounts"]]
    rules = collections.Counter(finding["rule"] for report in reports for finding in report["findings"])
    return rows, accounts, rules


def check(form, source, folder):
    statement = form(source)
    days = sorted({day for day, _, _ in statement.entries})
    if len(days) < 2:
        raise Unfit
    if statement.opening + sum(amount for _, amount, _ in statement.entries) != statement.closing:
        raise Unfit
    (folder / "whole").write_bytes(source)
    whole = converted([folder / "whole"])
    (folder / "whole").unlink()
    if [account["balance"] for account in whole[1]] != ["proved"]:
        raise Unfit
    before = lambda day: statement.opening + sum(amount for other, amount, _ in statement.entries if other < day)
    after = lambda day: statement.opening + sum(amount for other, amount, _ in statement.entries if other <= day)
    # With two days, the first part is the first day, which both have.
    second, last_but_one = days[(len(days) - 1) // 3], days[-1 - (len(days) - 1) // 3 - (len(days) == 2)]
    files = []
    for number, (first, last) in ((1, (days[0], last_but_one)), (2, (second, days[-1]))):
        entries = [entry for entry in statement.entries if first <= entry[0] <= last]
        files.append(folder / f"part-{number}")
        files[-1].write_bytes(statement.part(number, entries, before(first), after(last), (first, last)))
    problems = []
    for order, call in (("", files), (", the later first", files[::-1]), (", the folder", [folder])):
        rows, accounts, rules = converted(call)
        if rows != whole[0]:
            added, lost = (sum((collections.Counter(one) - collections.Counter(other)).values()) for one, other in ((rows, whole[0]), (whole[0], rows)))
            problems.append(f"{added} transactions are added, {lost} lost{order}")
        if accounts != whole[1]:
            problems.append(f"accounts are {accounts}, alone {whole[1]}{order}")
        added = set(rules) - set(whole[2])
        if added:
            problems.append(f"reported of the parts alone: {sorted(added)}{order}")
    return problems


def check_file(path):
    """Returns the kind of a file, and what differs for each of its statements that can be cut."""
    source = path.read_bytes()
    form = Mt940 if b":60F:" in source else Camt
    found = []
    for alone in form.alone(source):
        with tempfile.TemporaryDirectory() as folder:
            try:
                found.append(check(form, alone, pathlib.Path(folder)))
            except Unfit:
                continue
    return path, form.kind, found


cut, failed = collections.Counter(), 0
with concurrent.futures.ThreadPoolExecutor() as pool:
    for path, kind, found in pool.map(check_file, sorted(samples.iterdir())):
        cut[kind] += len(found)
        for problem in (problem for problems in found for problem in problems):
            failed += 1
            print(f"{path.name}: {problem}")
print(", ".join(f"{kind}: {count} statements cut" for kind, count in sorted(cut.items())) + f"; {failed} differ")
sys.exit(1 if failed or len(+cut) < 2 else 0)
