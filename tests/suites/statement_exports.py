#!/usr/bin/env python3
"""Exports the samples of bank statements in every format, and reads the results with other programs.

    python3 statement_exports.py UACC SHARED XSD [FOLDER]

SHARED is a folder with bank-formats, statements and statements/ofx, each with facts.tsv and samples. XSD is a folder with the schemas camt.052.001.08.xsd and
camt.053.001.08.xsd. The messages are written to FOLDER with facts.tsv, for other libraries. Needs hledger, and beancount, lxml, mt-940, ofxtools, openpyxl and quiffen in the Python that runs this.
FORMATS=mt940,qbo in the environment writes these formats only. MT940_LIBRARY is a folder in which the library @centrapay/swift-parser of npm is installed; without it, MT940 is read by one library
of others only.

The transactions of `convert --format json` are compared with what each program reads: number, ids, amounts, days, sums and balances. A difference with a known
reason is counted and listed at the end; any other one fails.
"""
import collections
import csv
import datetime
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from decimal import Decimal

import lxml.etree
import mt940
import ofxtools.Parser
import openpyxl
import quiffen
from beancount import loader
from beancount.core import data

uacc, shared, xsd = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
messages = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
mt940_library = os.environ.get("MT940_LIBRARY")
# The statements in MT940, for a second library that reads them all in one process: the name of each, and its transactions.
mt940_files = {}
facts = [["sample", "format", "transactions", "credit_sum", "debit_sum"]]
IBAN = "CH9300762011623852957"
# hledger reads files in the encoding of the locale.
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
FORMATS = os.environ.get("FORMATS", "csv,xlsx,camt.053,mt940,ofx,qbo,qif,datev,ynab,xero,gnucash,hledger,beancount").split(",")
OPTIONS = {"csv": ["--delimiter", ";"], "qbo": ["--bid", "3000"]}
seen, failures = collections.Counter(), []


def samples():
    for folder in ["bank-formats", "statements", "statements/ofx"]:
        with (shared / folder / "facts.tsv").open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                currency = row.get("main_currency") or row.get("currency")
                yield shared / folder / "samples" / row["sample"], currency


def convert(path, arguments, *more):
    return subprocess.run([uacc, "convert", str(path), *arguments, "--partial", *more], capture_output=True, timeout=300)


def read_report(path, arguments):
    lines = convert(path, arguments, "--format", "json").stdout.decode().splitlines()
    # The last object is that of the accounts.
    return [json.loads(line) for line in lines[:-1]]


def has_several_statements(path, arguments):
    accounts = json.loads(convert(path, arguments, "--format", "json").stdout.decode().splitlines()[-1])["accounts"]
    return any(len(account["statements"]) > 1 for account in accounts)


def signed(transaction):
    amount = Decimal(transaction["amount"])
    return amount if transaction["creditDebit"] == "credit" else -amount


def day_of(transaction):
    return transaction.get("bookedAt") or transaction.get("valutaAt") or transaction.get("purchasedAt")


def has_digit(text):
    return any(character.isdigit() for character in text)


def facts_of(transactions):
    return sorted((t["transactionId"], signed(t), day_of(t)) for t in transactions)


def by_account(transactions):
    groups = collections.defaultdict(list)
    for transaction in transactions:
        groups[transaction["accountIdentifier"], transaction["currency"]].append(transaction)
    return groups


def check(condition, name, what):
    if not condition:
        failures.append(f"{name}: {what}")
    return condition


def is_proved(report):
    """Whether the balances before and after all transactions are proved. Statements of a file with a gap between them have no such balances."""
    return report["balance"] == "proved" and all(total["opening"] and total["closing"] for total in report["totals"])


def texts_equal(one, other):
    return list(map(plain, one)) == list(map(plain, other))


def plain(text):
    """A text as XML can hold it."""
    return " ".join("".join(" " if unicodedata.category(character) == "Cc" else character for character in text).split())


def check_camt(name, content, transactions, report):
    root = lxml.etree.fromstring(content)
    message = root.tag.split("}")[0].rsplit(":", 1)[1][:8]
    schema = lxml.etree.XMLSchema(lxml.etree.parse(str(xsd / f"{message}.001.08.xsd")))
    check(schema.validate(root), name, f"not valid by the schema: {schema.error_log.last_error}")
    seen[f"{message} valid by the schema"] += 1
    check((message == "camt.053") == is_proved(report), name, f"{message} with balance {report['balance']}")
    if messages:
        sums = [sum(abs(signed(t)) for t in transactions if (signed(t) > 0) == credit) for credit in (True, False)]
        sample = f"{name.split(',')[0]}.xml"
        (messages / "samples" / sample).write_bytes(content)
        facts.append([sample, message, len(transactions), *sums])
    # A camt message names accounts by numbers, so a register that is called `Checking` is no account in it.
    if not all(has_digit(t["accountIdentifier"]) for t in transactions):
        seen["camt not read again: the name of a register instead of a number"] += 1
        return
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "statement.xml")
        path.write_bytes(content)
        again = [t for read in read_report(path, []) for t in read["transactions"]]
    if facts_of(again) == facts_of(transactions):
        seen["camt with the same ids, amounts and days"] += 1
    else:
        repeated = {id for id, count in collections.Counter(t["transactionId"] for t in transactions).items() if count > 1}
        missing = {t["transactionId"] for t in transactions} - {t["transactionId"] for t in again}
        same = sorted((signed(t), day_of(t)) for t in again) == sorted((signed(t), day_of(t)) for t in transactions)
        reason = "several accounts or transactions have one id of the bank" if missing <= repeated else "ids longer than 35 characters"
        check(same and (missing <= repeated or all(len(id) > 35 and not id.startswith("ua1-") for id in missing)), name, f"camt has other transactions: {len(missing)} ids")
        seen[f"camt with other ids: {reason}"] += 1
    own_texts, texts = ([t.get("text", "") for t in sorted(of, key=lambda t: (signed(t), day_of(t), t.get("text", "")))] for of in (transactions, again))
    if texts_equal(own_texts, texts):
        seen["camt with the same texts"] += 1
    else:
        differing = [t for t, o in zip(own_texts, texts) if plain(t) != plain(o)]
        check(all(len(text) > 300 for text in differing), name, f"camt has other texts: {[text for text in differing if len(text) <= 300][:2]}")
        seen["camt with other separators in texts of over 500 characters"] += 1


def check_ofx(name, content, transactions, notes):
    parser = ofxtools.Parser.OFXTree()
    parser.parse(io.BytesIO(content))
    root = parser.getroot()
    read = []
    for statement in [*root.iter("STMTRS"), *root.iter("CCSTMTRS")]:
        currency = statement.findtext("CURDEF")
        for transaction in statement.iter("STMTTRN"):
            day = datetime.datetime.strptime(transaction.findtext("DTPOSTED")[:8], "%Y%m%d").date().isoformat()
            read.append((transaction.findtext("FITID"), Decimal(transaction.findtext("TRNAMT")), day, currency))
    check(sorted(read) == sorted((t["transactionId"], signed(t), day_of(t), t["currency"]) for t in transactions), name, "OFX has other transactions")
    seen["OFX with the same ids, amounts and days"] += 1
    try:
        statements = parser.convert().statements
    except (ValueError, TypeError) as error:
        if "ledgerbal" in str(error).lower():
            check(b"no balance" in notes, name, "OFX lacks a balance without a word")
            seen["OFX refused by ofxtools: no balance is proved, which it requires"] += 1
        elif "'DEM'" in str(error) or "'ATS'" in str(error):
            seen["OFX refused by ofxtools: a withdrawn currency"] += 1
        else:
            check(False, name, f"ofxtools: {error}")
        return
    amounts = sorted(t.trnamt for statement in statements for t in statement.transactions)
    check(amounts == sorted(signed(t) for t in transactions), name, "ofxtools reads other amounts")
    seen["OFX read whole by ofxtools"] += 1


def check_qbo(name, content, transactions):
    parser = ofxtools.Parser.OFXTree()
    parser.parse(io.BytesIO(content))
    root = parser.getroot()
    read = []
    for statement in [*root.iter("STMTRS"), *root.iter("CCSTMTRS")]:
        check(statement.findtext("LEDGERBAL/BALAMT"), name, "QBO without a balance")
        for transaction in statement.iter("STMTTRN"):
            day = datetime.datetime.strptime(transaction.findtext("DTPOSTED")[:8], "%Y%m%d").date().isoformat()
            read.append((transaction.findtext("FITID"), Decimal(transaction.findtext("TRNAMT")), day))
    check(sorted(read) == facts_of(transactions), name, "QBO has other transactions")
    check(root.findtext("SIGNONMSGSRSV1/SONRS/INTU.BID") == "3000", name, "QBO without the number of the bank")
    seen["QBO with the same ids, amounts and days by ofxtools"] += 1


def money(transactions):
    return sorted((signed(t), day_of(t)) for t in transactions)


def check_again(name, path, arguments, transactions, balance=None):
    """Compares what our own reader reads again."""
    reports = read_report(path, arguments)
    again = [t for report in reports for t in report["transactions"]]
    check(money(again) == money(transactions), name, "other money or days when read again")
    if balance is not None:
        check(reports[0]["balance"] == "proved" or len(by_account(transactions)) > 1, name, f"balance {reports[0]['balance']} when read again")
    ids = {t["transactionId"] for t in transactions}
    same = sum(t["transactionId"] in ids for t in again)
    seen[f"{name.rsplit(', ', 1)[1]}: transactions with the same id when read again"] += same
    seen[f"{name.rsplit(', ', 1)[1]}: transactions read again"] += len(again)


def check_ofx_again(name, path, transactions):
    """Compares what our own reader reads again: also the ids, which the format carries."""
    reports = read_report(path, [])
    again = [t for report in reports for t in report["transactions"]]
    check(facts_of(again) == facts_of(transactions), name, "other ids, money or days when read again")
    accounts = lambda of: sorted({(t["accountIdentifier"], t["currency"]) for t in of})
    check(accounts(again) == accounts(transactions), name, f"other accounts when read again: {accounts(again)[:3]}")
    seen[f"{name.rsplit(', ', 1)[1]} with the same accounts, ids, amounts and days when read again"] += 1


def check_mt940(name, path, transactions):
    text = path.read_bytes().decode("ascii")
    check(all(len(line.removeprefix(":86:")) <= 65 for line in text.split("\r\n")), name, "MT940 has a line that is too long")
    read = []
    for message in text.split("\r\n-\r\n")[:-1]:
        # This library takes one message at a time.
        parsed = mt940.parse(message + "\r\n-\r\n")
        opening, closing = parsed.data["final_opening_balance"].amount.amount, parsed.data["final_closing_balance"].amount.amount
        amounts = [t.data["amount"].amount for t in parsed]
        check(opening + sum(amounts) == closing, name, "mt-940: balances and transactions differ")
        read += [(amount, str(t.data.get("entry_date") or t.data["date"])) for amount, t in zip(amounts, parsed)]
    differing = collections.Counter(read)
    differing.subtract((signed(t), day_of(t)) for t in transactions)
    # The library takes an entry date at the turn of a year for one of another year.
    check(all(not count for count in differing.values()) or sorted(a for a, _ in read) == sorted(signed(t) for t in transactions), name, "mt-940 reads other transactions")
    seen["MT940 with the same amounts by mt-940, and balances that agree"] += 1
    seen["MT940 with the same days by mt-940"] += all(not count for count in differing.values())
    # A number of which every letter is masked names no account.
    masked = [t["accountIdentifier"] for t in transactions if not set(t["accountIdentifier"]) - set("Xx*/")]
    check_again(f"{name}", path, ["--account", masked[0]] if masked else [], transactions, "proved")
    if mt940_library:
        copy = path.with_name(f"{len(mt940_files)}.sta")
        shutil.copy(path, copy)
        mt940_files[copy] = name, transactions


def check_mt940_again():
    """Reads the statements in MT940 with a second library, which takes whole files and adds up each statement itself."""
    script = pathlib.Path(__file__).with_name("mt940.mjs")
    run = subprocess.run(["node", str(script), mt940_library], input="".join(f"{path}\n" for path in mt940_files), capture_output=True, text=True, check=True)
    for (name, transactions), line in zip(mt940_files.values(), run.stdout.splitlines(), strict=True):
        statements = json.loads(line)
        if not check(isinstance(statements, list), name, f"swift-parser: {statements}"):
            continue
        read = []
        for statement in statements:
            amounts = [Decimal(amount) for amount, _ in statement["transactions"]]
            check(Decimal(statement["opening"]) + sum(amounts) == Decimal(statement["closing"]), name, "swift-parser: balances and transactions differ")
            read += zip(amounts, (day for _, day in statement["transactions"]))
        check(sorted(amount for amount, _ in read) == sorted(map(signed, transactions)), name, "swift-parser reads other amounts")
        seen["MT940 with the same amounts by swift-parser, and balances that agree"] += 1
        # This library takes an entry date at the turn of a year for one of another year, too.
        seen["MT940 with the same days by swift-parser"] += sorted(read) == money(transactions)


def check_qif(name, path, currency, transactions):
    # This library reads one account at a time by its name only, and its list of accounts has each.
    qif = quiffen.Qif.parse(path, day_first=False)
    read = sorted((t.amount, t.date.date().isoformat()) for account in qif.accounts.values() for of_type in account.transactions.values() for t in of_type)
    check(read == money(transactions), name, "quiffen reads other transactions")
    seen["QIF with the same amounts and days by quiffen"] += 1
    if len(by_account(transactions)) == 1:
        check_again(name, path, ["--currency", transactions[0]["currency"]], transactions)


def check_datev(name, content, transactions):
    rows = list(csv.reader(io.StringIO(content.decode("cp1252"), newline=""), delimiter=";"))
    check(rows[0][:5] == ["EXTF", "700", "21", "Buchungsstapel", "13"] and len(rows[0]) == 31, name, "DATEV has another header")
    check(all(len(row) == 125 for row in rows[1:]), name, "DATEV has rows of other lengths")
    read = sorted((Decimal(row[0].replace(",", ".")) * (1 if row[1] == "S" else -1), row[9]) for row in rows[2:])
    own = sorted((signed(t), day_of(t)[8:] + day_of(t)[5:7]) for t in transactions)
    check(read == own, name, "DATEV has other bookings")
    seen["DATEV with the same amounts, sides and days"] += 1


def check_import_table(name, content, transactions, amount, day):
    rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    read = sorted((Decimal(row[amount]), row[day]) for row in rows)
    check(read == money(transactions), name, "the table has other transactions")
    check(not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values()), name, "the table has a formula")
    seen[f"{name.rsplit(', ', 1)[1]} with the same amounts and days"] += 1


def datev_settings(folder, transactions):
    """Writes settings with a number for each account, for the year and the currency of most transactions."""
    first = min(filter(None, map(day_of, transactions)), default="2026-01-01")
    accounts = sorted({t["accountIdentifier"] for t in transactions})
    settings = {"consultant": 29098, "client": 55003, "yearStart": f"{first[:4]}-01-01", "accountLength": 4, "income": "1370", "expenses": "1370",
                "currency": transactions[0]["currency"], "accounts": [{"account": account, "number": str(1800 + number % 100)} for number, account in enumerate(accounts)]}
    path = pathlib.Path(folder, "datev.json")
    path.write_text(json.dumps(settings), encoding="utf-8")
    return path


def check_hledger(name, path, transactions, report):
    run = subprocess.run(["hledger", "-f", str(path), "check", "--strict"], capture_output=True, env=ENVIRONMENT)
    check(run.returncode == 0, name, f"hledger: {run.stderr.decode()[-300:]}")
    seen["hledger accepts the journal"] += 1
    listed = subprocess.run(["hledger", "-f", str(path), "print", "-O", "json"], capture_output=True, env=ENVIRONMENT).stdout
    read = []
    listed = json.loads(listed, parse_float=Decimal)
    for transaction in listed:
        tags = dict(transaction["ttags"])
        if "id" in tags:
            amount = transaction["tpostings"][0]["pamount"][0]["aquantity"]
            # A comma would end a tag, and a bracket would begin a date.
            read.append((tags["id"], Decimal(amount["decimalMantissa"]).scaleb(-amount["decimalPlaces"]), transaction["tdate"]))
    own = sorted((id.replace(",", ";").replace("[", "("), amount, day) for id, amount, day in facts_of(transactions))
    check(sorted(read) == own, name, "hledger has other transactions")
    asserted = [posting for t in listed for posting in t["tpostings"] if posting["pbalanceassertion"]]
    check(not is_proved(report) or asserted, name, "hledger: a proved balance is not asserted")
    seen["hledger with balance assertions that hold"] += bool(asserted)


def check_beancount(name, path, transactions, report):
    entries, errors, _ = loader.load_file(str(path))
    check(not errors, name, f"beancount: {errors[:1]}")
    read = sorted((e.meta["id"], e.postings[0].units.number, e.date.isoformat()) for e in entries if isinstance(e, data.Transaction) and "id" in e.meta)
    check(read == facts_of(transactions), name, "beancount has other transactions")
    balances = [e for e in entries if isinstance(e, data.Balance)]
    check(not is_proved(report) or balances, name, "beancount: a proved balance is not asserted")
    seen["beancount accepts the ledger"] += 1
    seen["beancount with balance assertions that hold"] += bool(balances)


def check_xlsx(name, content, transactions):
    workbook = openpyxl.load_workbook(io.BytesIO(content))
    sheets = workbook.worksheets
    groups = by_account(transactions)
    check(len(sheets) == len(groups) + 1, name, "XLSX has another number of sheets")
    overview = {(row[0].value, row[1].value): row for row in sheets[0].iter_rows(min_row=2)}
    read = []
    for sheet in sheets[1:]:
        for row in sheet.iter_rows(min_row=2):
            # openpyxl reads numbers as binary floats, whose shortest form is the number as written.
            booked, valuta, purchased = (cell.value.date().isoformat() if cell.is_date and cell.value else cell.value for cell in row[:3])
            read.append((row[9].value, Decimal(str(row[4].value)), booked or valuta or purchased, row[10].value, row[6].value))
            check(row[4].data_type == "n" or len(str(row[4].value)) > 15, name, "XLSX has an amount as text")
    own = sorted((t["transactionId"], signed(t), day_of(t), t["accountIdentifier"], t["currency"]) for t in transactions)
    check(sorted(read) == own, name, "XLSX has other transactions")
    for key, group in groups.items():
        sums = [sum(abs(signed(t)) for t in group if (signed(t) > 0) == credit) for credit in (True, False)]
        check([Decimal(str(cell.value)) for cell in overview[key][5:7]] == sums, name, "XLSX has other sums")
    seen["XLSX with the same rows and sums by openpyxl"] += 1


def check_csv(name, content, transactions):
    rows = list(csv.DictReader(io.StringIO(content.decode(), newline=""), delimiter=";"))
    read = sorted((row["accountIdentifier"].lstrip("'"), row["transactionId"].lstrip("'"), row["creditDebit"], Decimal(row["amount"]), row["bookedAt"]) for row in rows)
    own = sorted((t["accountIdentifier"], t["transactionId"], t["creditDebit"], Decimal(t["amount"]), t.get("bookedAt", "")) for t in transactions)
    check(read == own, name, "CSV has other transactions")
    seen["CSV with the same rows"] += 1


def check_sample(path, currency, folder):
    name, arguments = path.name, []
    reports = read_report(path, arguments)
    rules = {finding["rule"] for report in reports for finding in report["findings"]}
    if "account-missing" in rules:
        arguments += ["--account", IBAN]
    if rules & {"currency-missing", "account-missing"}:
        reports = read_report(path, arguments)
        if any(finding["rule"] == "currency-missing" for report in reports for finding in report["findings"]):
            arguments += ["--currency", currency or "CHF"]
            reports = read_report(path, arguments)
    if len(reports) != 1:
        return
    report, transactions = reports[0], reports[0]["transactions"]
    if not transactions:
        seen["samples without transactions"] += 1
        return
    seen["samples with transactions"] += 1
    for target in FORMATS:
        output = pathlib.Path(folder, f"out.{target}")
        output.unlink(missing_ok=True)
        run = convert(path, arguments, "--to", target, "-o", str(output), *OPTIONS.get(target, []), *(["--datev", str(datev_settings(folder, transactions))] if target == "datev" else []))
        if not output.exists():
            refusal = next((line for line in run.stderr.decode().splitlines() if line.startswith("refused: ")), run.stderr.decode()[-300:])
            years = {day[:4] for day in map(day_of, transactions) if day}
            totals = report["totals"]
            is_proved_or_stated = all(total["opening"] is not None or total["closing"] is not None for total in totals)
            agree = is_proved_or_stated and all(
                total["opening"] is None or total["closing"] is None or Decimal(total["opening"]) + Decimal(total["credit"] or 0) - Decimal(total["debit"] or 0) == Decimal(total["closing"])
                for total in totals
            )
            reasons = {
                "needs the balance before or after": target in ["mt940", "qbo"] and not is_proved_or_stated,
                # Balances after each of several statements without those before are no balances of the whole.
                "needs balances that agree": target in ["mt940", "qbo"] and (not agree or report["balance"] == "broken" or has_several_statements(path, arguments)),
                "characters that the format doesn't allow": target in ["mt940", "qbo"] and any(not t["accountIdentifier"].replace(" ", "").isalnum() for t in transactions),
                "one account in one currency": target in ["ynab", "xero"] and len(by_account(transactions)) > 1,
                "outside the fiscal year": target == "datev" and len(years) > 1,
                "another currency than the books": target == "datev" and len({t["currency"] for t in transactions}) > 1,
                "more digits or decimals": target in ["mt940", "datev"] and any(len(t["amount"]) > 12 or len(t["amount"].partition(".")[2].rstrip("0")) > 2 for t in transactions),
                "outside the years": target == "mt940" and any(not "1980" <= year < "2080" for year in years),
            }
            reasons |= {"has no date": not all(map(day_of, transactions)), "account identifier is longer": any(len(t["accountIdentifier"]) > 22 for t in transactions)}
            known = [reason for reason, applies in reasons.items() if reason in refusal and applies]
            if check(known, f"{name}, {target}", f"nothing was written: {refusal}"):
                seen[f"{target} refused: {known[0]}"] += 1
            continue
        content = output.read_bytes()
        if target == "csv":
            check_csv(f"{name}, csv", content, transactions)
        elif target == "xlsx":
            check_xlsx(f"{name}, xlsx", content, transactions)
        elif target == "camt.053":
            check_camt(f"{name}, camt.053", content, transactions, report)
        elif target == "ofx":
            check_ofx(f"{name}, ofx", content, transactions, run.stderr)
            check_ofx_again(f"{name}, ofx", output, transactions)
        elif target == "qbo":
            check_qbo(f"{name}, qbo", content, transactions)
            check_ofx_again(f"{name}, qbo", output, transactions)
        elif target == "mt940":
            check_mt940(f"{name}, mt940", output, transactions)
        elif target == "qif":
            check_qif(f"{name}, qif", output, currency, transactions)
        elif target == "datev":
            check_datev(f"{name}, datev", content, transactions)
        elif target == "ynab" or target == "gnucash":
            check_import_table(f"{name}, {target}", content, transactions, "Amount", "Date")
        elif target == "xero":
            check_import_table(f"{name}, xero", content, transactions, "*Amount", "*Date")
        elif target == "hledger":
            check_hledger(f"{name}, hledger", output, transactions, report)
        else:
            check_beancount(f"{name}, beancount", output, transactions, report)


def main():
    if "hledger" in FORMATS and not shutil.which("hledger"):
        sys.exit("hledger is missing")
    if messages:
        (messages / "samples").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        for path, currency in samples():
            check_sample(path, currency, folder)
        if mt940_files:
            check_mt940_again()
    if messages:
        (messages / "facts.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in facts), encoding="utf-8")
    for what, count in sorted(seen.items()):
        print(f"{count:4} {what}")
    print(*failures, sep="\n")
    print(f"{len(failures)} failures")
    sys.exit(bool(failures))


main()
