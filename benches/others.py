"""Compares the speed of `uacc convert` with other tools: `python3 benches/others.py [MB]`, after `cargo build --release -p uacc`.

All are processes that read a bank statement and write a file. csv2ofx is installed into a temporary folder. If it can't be installed, the others are
measured and the exit status is 1.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CSV2OFX = "0.34.2"
WORDS = "Einkauf Bäckerei Grünenfelder Zürich Dauerauftrag Gutschrift März Zahlung Debitkarte Genève AG Rechnung Miete Söhne".split()

# The column mapping for csv2ofx. It can't skip the lines above the header, so its input has none.
MAPPING = """
from operator import itemgetter

mapping = {
    "has_header": True, "delimiter": ";", "bank": "UBS", "account": "CH9300762011623852957", "parse_fmt": "%Y-%m-%d",
    "currency": itemgetter("Währung"), "date": itemgetter("Buchungsdatum"), "id": itemgetter("Transaktions-Nr."),
    "type": lambda row: "credit" if row["Gutschrift"] else "debit",
    "amount": lambda row: row["Gutschrift"] or row["Belastung"],
    "desc": lambda row: "; ".join(filter(None, [row["Beschreibung1"], row["Beschreibung2"], row["Beschreibung3"]])),
}
"""

# A simple converter for one format, which takes each cell without checks.
PYTHON = """
import csv, json, sys

with open(sys.argv[1], encoding="utf-8", newline="") as source, open(sys.argv[2], "w", encoding="utf-8") as target:
    rows = csv.reader(source, delimiter=";")
    account = ""
    for row in rows:
        if row and row[0] == "IBAN:":
            account = row[1].replace(" ", "")
        if row and row[0] == "Abschlussdatum":
            break
    transactions = []
    for row in rows:
        purchased, _, booked, valuta, currency, debit, credit, _, _, number, *texts = row
        transactions.append({
            "accountIdentifier": account,
            "transactionId": number,
            "text": "; ".join(filter(None, texts)),
            "creditDebit": "credit" if credit else "debit",
            "amount": credit or debit.lstrip("-"),
            "currency": currency,
            "purchasedAt": purchased,
            "valutaAt": valuta,
            "bookedAt": booked,
        })
    json.dump({"transactions": transactions}, target, ensure_ascii=False, separators=(",", ":"))
"""


def statement(size):
    """Generates a statement of UBS of about this size, the same in every run: newest entry first, a balance in each row."""
    chance = random.Random(20261121)

    def text(length):
        return " ".join(chance.choices(WORDS, k=length // 4))[:length].strip()

    rows, length, balance, passed = [], 0, 100_000_000, 2400
    while length < size:
        passed -= chance.random() < 0.05
        day = time.strftime("%Y-%m-%d", time.gmtime((18262 + passed) * 86400))
        cents = chance.randrange(100, 50_000 if chance.random() < 0.9 else 5_000_000)
        credit = chance.random() < 0.5
        amount = f"{cents // 100}.{cents % 100:02}"
        number = f"{len(rows):09}TO{chance.randrange(10_000):04}"
        sides = f";{amount}" if credit else f"-{amount};"
        sign = "-" if balance < 0 else ""
        plain = f"{sign}{abs(balance) // 100}.{abs(balance) % 100:02}"
        texts = f'"{text(20)};8000 Zürich";{text(chance.randrange(10, 30))};Transaktions-Nr. {number}'
        rows.append(f"{day};12:34:56;{day};{day};CHF;{sides};;{plain};{number};{texts};;")
        length += len(rows[-1].encode()) + 1
        balance -= cents if credit else -cents
    return rows


PREAMBLE = ["Kontonummer:;0230 00123456.40;", "IBAN:;CH93 0076 2011 6238 5295 7;", "Bewertet in:;CHF;", ""]
HEADER = (
    "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;"
    "Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"
)


def install_csv2ofx(folder):
    """Installs csv2ofx into a virtual environment, and returns its path."""
    venv.create(folder, with_pip=True)
    run([folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", f"csv2ofx=={CSV2OFX}"])
    return folder / "bin/csv2ofx"


def run(command, output=subprocess.DEVNULL):
    result = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip()[-500:] or f"{command[0]} ended with status {result.returncode}")
    return result.stdout


def payloads(path):
    """Returns the transactions of a file with one payload per line."""
    return [transaction for line in path.read_text("utf-8").splitlines() for transaction in json.loads(line)["transactions"]]


def uacc():
    metadata = run(["cargo", "metadata", "--locked", "--format-version", "1", "--no-deps"], subprocess.PIPE)
    program = Path(json.loads(metadata)["target_directory"]) / "release/uacc"
    if not program.exists():
        sys.exit("build the program first: cargo build --release -p uacc")
    return program


def main():
    size = float(sys.argv[1] if len(sys.argv) > 1 else 30) * 1e6
    program = uacc()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = statement(size)
        # A smaller statement for csv2ofx, which is slow.
        few = rows[: max(len(rows) // 5, 1)]
        whole, small = folder / "statement.csv", folder / "small.csv"
        whole.write_text("\n".join([*PREAMBLE, HEADER, *rows]), "utf-8")
        small.write_text("\n".join([HEADER, *few]), "utf-8")
        (folder / "mapping.py").write_text(MAPPING, "utf-8")
        (folder / "convert.py").write_text(PYTHON, "utf-8")
        ours, theirs, ofx = folder / "ours.json", folder / "theirs.json", folder / "small.ofx"

        def convert():
            # Writes all payloads to one file, like the other tools.
            with ours.open("wb") as target:
                run([program, "convert", whole], target)

        operations = {"uacc": (whole, convert), "csv": (whole, lambda: run([sys.executable, folder / "convert.py", whole, theirs]))}
        failure = None
        try:
            tool = install_csv2ofx(folder / "venv")
            operations["csv2ofx"] = (small, lambda: run([tool, "-o", "-x", folder / "mapping.py", small, ofx]))
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            failure = f"csv2ofx is not measured, it can't be installed here: {error}"

        # The best of five rounds, taken in turns. In bytes per second, because the tools read different files.
        speeds = dict.fromkeys(operations, 0)
        for _ in range(5):
            for key, (source, operate) in operations.items():
                start = time.perf_counter()
                operate()
                speeds[key] = max(speeds[key], source.stat().st_size / (time.perf_counter() - start))

        # The results must be the same.
        here, there = payloads(ours), payloads(theirs)
        if len(here) != len(rows) or [transaction["amount"] for transaction in here] != [transaction["amount"] for transaction in there]:
            sys.exit("the results of uacc and csv differ")
        if "csv2ofx" in speeds and ofx.read_text("utf-8").count("<STMTTRN>") != len(few):
            sys.exit("csv2ofx does not convert all rows")

        version = run([program, "--version"], subprocess.PIPE).strip()
        print(f"{version}; a statement of {whole.stat().st_size / 1e6:.1f} MB, {len(rows)} rows; our speed / theirs, by bytes")
        names = {
            "csv": f"Python {sys.version.split()[0]}, csv and json with a plain converter",
            "csv2ofx": f"csv2ofx {CSV2OFX}, of which the first {small.stat().st_size / 1e6:.1f} MB",
        }
        for key, name in names.items():
            if key in speeds:
                print(f"{speeds['uacc'] / speeds[key]:8.1f}  {name}")
        if failure:
            sys.exit(failure)


if __name__ == "__main__":
    main()
