#!/usr/bin/env python3
"""Scrubs all samples of bank statements in one call, and looks in the copies for what must be gone.

    python3 scrubbed.py UACC SHARED PROFILES

SHARED is a folder with bank-formats, statements and statements/ofx, each with samples. PROFILES is the folder of the bank profiles, whose words may stay.

Of each sample that can be scrubbed, the copy is converted with the same result: rows, kinds of ids, amounts, days, skipped and rejected lines, and the verdict of
the balances. No word of four letters and no number of five digits of its texts, names, accounts and ids is in the copy, except for words of the format. Files
of one account stay files of one account. A second call with the same key writes the same bytes, and another key writes other ones. Multiplied amounts keep the
verdict of the balances.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from decimal import Decimal

uacc, shared, profiles = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
FACTOR = 7
seen, failures = collections.Counter(), []


def check(condition, name, what):
    if not condition:
        failures.append(f"{name}: {what}")


def scrub(paths, folder, key, *arguments):
    run = subprocess.run([uacc, "scrub", *map(str, paths), "-o", str(folder), "--key", str(key), *arguments], capture_output=True, text=True)
    copies = dict(re.match(r"(.*) -> (.*): \d+ texts? replaced; (?:each row is read as before|no format reads its rows, so they were not compared)$", line).groups() for line in run.stderr.splitlines() if " -> " in line)
    return {pathlib.Path(source): pathlib.Path(copy) for source, copy in copies.items()}, run.stderr


def report(path):
    run = subprocess.run([uacc, "convert", str(path), "--format", "json", "--account", "A", "--currency", "CHF", "--partial"], capture_output=True)
    return json.loads(run.stdout.splitlines()[0])


def facts(report, factor=1):
    transactions = [
        (
            Decimal(t["amount"]) * factor, t["currency"], t.get("creditDebit"), t.get("bookedAt"), t.get("valutaAt"), t.get("purchasedAt"),
            "originalAmount" in t and Decimal(t["originalAmount"]) * factor, t.get("originalCurrency"), origin["line"],
        )
        for t, origin in zip(report["transactions"], report["origins"])
    ]
    names = ["bank", "variant", "encoding", "delimiter", "headerLine", "rows", "details", "skipped", "rejected", "balance", "confirmed"]
    return transactions, [report.get(name) for name in names]


def tokens(text):
    return {word.lower() for word in re.findall(r"[^\W\d_]{4,}", text)} | set(re.findall(r"[0-9]{5,}", text))


def words_of(value):
    if isinstance(value, dict):
        return set().union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return tokens(value) if isinstance(value, str) else set()


def decode(path, report):
    return path.read_bytes().decode({"windows-1252": "cp1252"}.get(report["encoding"], report["encoding"]), errors="replace")


def own_words(report, text):
    """Returns the words and numbers of a statement that are about a person or an account."""
    found = set()
    for transaction in report["transactions"]:
        for name in ["accountIdentifier", "transactionId", "text"]:
            if not transaction.get(name, "").startswith("ua1-"):
                found |= tokens(transaction.get(name, ""))
    if text.lstrip("\ufeff \n\r").startswith("<"):
        try:
            root = xml.fromstring(text.lstrip("\ufeff").encode() if "encoding" not in text[:100] else re.sub(r"<\?xml.*?\?>", "", text, count=1).lstrip("\ufeff").encode())
        except xml.ParseError:
            return found
        names = ["Nm", "Ustrd", "AddtlNtryInf", "AddtlTxInf", "IBAN", "Id", "MsgId", "EndToEndId", "AcctSvcrRef", "StrtNm", "TwnNm", "AdrLine", "Ref", "BIC", "BICFI", "PstCd"]
        for element in root.iter():
            if element.tag.rpartition("}")[2] in names:
                found |= tokens(element.text or "")
    elif report.get("headerLine"):
        for line in text.splitlines()[: report["headerLine"] - 1]:
            found |= {token for token in tokens(line) if not token.isdigit()}
    return found


def allowed_words(report, text):
    """Returns the words of the format: those of profiles and of the header, tags and codes, zeros and masks, and the digits of amounts, rates and dates."""
    allowed = format_words | {"notprovided"}
    if report.get("headerLine"):
        allowed |= tokens(text.splitlines()[report["headerLine"] - 1])
    for number in re.findall(r"(?<![\w.'])(?<!\d-)[0-9]+(?:['’ ][0-9]{3})*[.,][0-9]+(?![\w'-])", text):
        allowed |= set(re.findall("[0-9]{5,}", number))
    # Our words for a number of a cheque and for the account of a transfer in QIF, and amounts of OFX and QIF without decimals.
    if report["bank"] in ["ofx", "qif"]:
        allowed |= {"number", "transfer"} | set(re.findall(r"(?:<TRNAMT>|<BALAMT>|^[TU$])\s*[+-]?([0-9]{5,})\b", text, re.M))
        # Some banks write the time of a booking in its id too.
        allowed |= set(re.findall(r"<DT\w+>([0-9]{8,})", text))
    # An amount of a message may have no decimals either.
    allowed |= set(re.findall(r"<(?:\w+:)?Amt\b[^>]*>([0-9]{5,})<", text))
    if report["details"]:
        # The amounts of details may have no decimals, and are in no transaction.
        allowed |= set(re.findall(r"(?<=;)[0-9]{5}(?=;)", text))
    allowed |= tokens(" ".join(re.findall(r"</?([\w:]+)", text) + re.findall(r">([A-Z0-9]{4})<", text) + re.findall(r"SeqNb>(\d+)<", text)))
    # A currency may be written before an IBAN, of which the country stays.
    allowed |= {word.lower() for word in re.findall(r"(?:CHF|EUR|USD)[A-Z]{2}(?=[0-9]{2})", text)}
    for transaction in report["transactions"]:
        for name in ["amount", "originalAmount", "bookedAt", "valutaAt", "purchasedAt"]:
            value = transaction.get(name, "")
            allowed |= {value.split(".")[0], value.replace("-", "")}
    return allowed


def check_copy(source, copy):
    name = source.name
    before, after = report(source), report(copy)
    check(facts(before) == facts(after), name, "is read in another way")
    text, copied = decode(source, before), decode(copy, after)
    structure = re.compile(r"[^\W_]")
    check(structure.sub("a", text) == structure.sub("a", copied), name, "has another structure")
    # Zeros and the marks of hidden digits say nothing.
    left = {word for word in (own_words(before, text) - allowed_words(before, text)) & tokens(copied) if set(word) - set("0x")}
    check(not left, name, f"still has {sorted(left)[:8]}")
    seen[f"{before['bank'] and 'statements' or 'files'} without their words, read as before"] += 1
    seen["transactions"] += len(before["transactions"])
    seen["words and numbers that are gone"] += len(own_words(before, text) - allowed_words(before, text))
    return [[t["accountIdentifier"] for t in report["transactions"]] for report in (before, after)]


def main():
    facts_of_ofx = (shared / "statements/ofx/facts.tsv").read_text(encoding="utf-8").splitlines()
    not_read = {line.split("\t")[0] for line in facts_of_ofx if "\tREFUSE\t" in line}
    paths = sorted(path for folder in ["bank-formats", "statements", "statements/ofx"] for path in (shared / folder / "samples").iterdir() if not path.name.startswith("."))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        keys = [folder / "key", folder / "other"]
        for key, letter in zip(keys, b"kl"):
            key.write_bytes(bytes([letter]) * 32)
        _, errors = scrub(paths, folder / "none", keys[0])
        refused = {pathlib.Path(path): reason for path, reason in re.findall(r"^refused: (.*?): (.*)$", errors, re.M)}
        for path, reason in refused.items():
            seen[f"refused: {re.sub(r'^it is an? [^,]*, and', 'another kind of file:', reason)}"] += 1
            check("only CSV files" in reason or path.name.startswith("refuse-") or path.name in not_read, path.name, f"refused: {reason}")
        check(not (folder / "none").exists(), "one refused file", "something was written")
        paths = [path for path in paths if path not in refused]
        copies, errors = scrub(paths, folder / "copies", keys[0])
        check(set(copies) == set(paths), "all samples", errors[-500:])
        seen["findings that the file or the copy lacks"] += errors.count("is reported for one of the two files only")
        accounts = {}
        for source, copy in copies.items():
            for before, after in zip(*check_copy(source, copy)):
                if before != "A":
                    check(accounts.setdefault(before, after) == after, source.name, "an account has two copies")
        check(len(set(accounts.values())) == len(accounts), "all samples", "two accounts have one copy")
        seen["accounts, each the same in all files"] = len(accounts)
        again, _ = scrub(paths, folder / "again", keys[0])
        check(all(again[path].name == copies[path].name and again[path].read_bytes() == copies[path].read_bytes() for path in paths), "one key", "other bytes")
        other, _ = scrub(paths, folder / "other-key", keys[1])
        seen["copies that are the same with another key, since nothing in them is replaced"] = sum(other[path].read_bytes() == copies[path].read_bytes() for path in paths)
        scaled, _ = scrub(paths, folder / "scaled", keys[0], "--amounts", str(FACTOR))
        for source, copy in scaled.items():
            check(facts(report(source), FACTOR) == facts(report(copy)), source.name, "is read in another way with multiplied amounts")
        check(set(scaled) == set(paths), "multiplied amounts", "some samples are refused")
    for what, count in sorted(seen.items()):
        print(f"{count:5} {what}")
    print(*failures[:60], sep="\n")
    print(f"{len(failures)} failures")
    sys.exit(bool(failures))


format_words = set().union(*(words_of(json.loads(path.read_text(encoding="utf-8"))) for path in profiles.rglob("*.json")))
main()
