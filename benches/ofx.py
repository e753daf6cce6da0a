"""Compares `uacc convert` with libraries that read OFX and QIF: `python3 benches/ofx.py [STATEMENTS]`, after `cargo build --release -p uacc`.

STATEMENTS is a folder with `facts.tsv` and samples. With it, the samples that each library reads are counted, and those of which the number of transactions and the
sums of credits and debits are right. Without it, only the speed is compared. The libraries are installed into a temporary folder. If one can't be installed, the
others are measured and the exit status is 1.
"""

import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
import venv
from decimal import Decimal, InvalidOperation
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = Path(__file__).resolve().parent / "ofx"
PYTHON = {"ofxparse": "0.21", "ofxtools": "1.1.1", "quiffen": "4.0.1"}
NPM = {"ofx-js": "1.1.1", "node-ofx-parser": "0.5.1", "ofx-data-extractor": "1.5.0"}
LIBRARIES = {
    "OFX": ["ofxparse", "ofxtools", "ofxtools, elements only", "ofx-js", "node-ofx-parser", "ofx-data-extractor"],
    "QIF": ["quiffen"],
}
TRANSACTIONS = 20_000
FILL_IN = ["--account", "CH9300762011623852957"]


def run(command, output=subprocess.PIPE):
    result = subprocess.run([str(part) for part in command], stdout=output, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip()[-500:] or f"{command[0]} ended with status {result.returncode}")
    return result.stdout


def program():
    metadata = run(["cargo", "metadata", "--locked", "--format-version", "1", "--no-deps"])
    path = Path(json.loads(metadata)["target_directory"]) / "release/uacc"
    if not path.exists():
        sys.exit("build the program first: cargo build --release -p uacc")
    return path


def install(folder):
    """Installs the libraries, and returns the start of the command of each, and what can't be installed."""
    commands, failures = {}, []
    try:
        venv.create(folder / "python", with_pip=True)
        python = folder / "python/bin/python"
        versions = [f"{name}=={version}" for name, version in PYTHON.items()]
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *versions])
        for name in ["ofxparse", "ofxtools", "ofxtools, elements only", "quiffen"]:
            commands[name] = [python, READERS / "readers.py", name]
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        failures.append(f"the Python libraries can't be installed: {error}")
    try:
        (folder / "package.json").write_text("{}", "utf-8")
        run(["npm", "install", "--silent", "--prefix", folder, *[f"{name}@{version}" for name, version in NPM.items()]])
        for name in NPM:
            commands[name] = ["node", READERS / "readers.mjs", folder, name]
    except (RuntimeError, OSError) as error:
        failures.append(f"the libraries of npm can't be installed: {error}")
    return commands, failures


def figures(amounts):
    """Returns the number of amounts that are not zero, and the sums of credits and debits. `None` if an amount can't be read."""
    try:
        # The libraries of npm return the text of the file, where a comma may be the decimal mark.
        numbers = [Decimal(amount.strip().replace(",", ".")) for amount in amounts]
    except InvalidOperation:
        return None
    numbers = [number for number in numbers if number]
    return len(numbers), sum(number for number in numbers if number > 0), -sum(number for number in numbers if number < 0)


def samples(folder):
    """Yields each sample: its path, its kind, its figures, and what `uacc` must be given. The figures are "refuse" for files without a statement, and `None` for
    files that can be read in more than one way."""
    with (folder / "facts.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            expected = None
            if row["transactions"] == "REFUSE":
                expected = "refuse"
            elif row["transactions"]:
                expected = int(row["transactions"]), Decimal(row["credit_sum"]), Decimal(row["debit_sum"])
            currency = row["currency"] if len(row["currency"]) == 3 else "CHF"
            yield folder / "samples" / row["sample"], row["format"][:3], expected, [*FILL_IN, "--currency", currency]


def read_ours(uacc, path, arguments):
    done = subprocess.run([uacc, "convert", path, "--format", "json", *arguments], capture_output=True, check=False)
    report = json.loads(done.stdout.splitlines()[0])
    if not report["bank"]:
        return None
    return [("" if transaction["creditDebit"] == "credit" else "-") + transaction["amount"] for transaction in report["transactions"]]


def compare_samples(folder, uacc, commands):
    """Prints what each library reads. Ends the program if one reads more samples right than `uacc`."""
    all_samples = list(samples(folder))
    print(f"{'':24}{'files':>8}{'read':>8}{'right':>8}")
    for kind, libraries in LIBRARIES.items():
        # A file that may be read in two ways, and one that must be refused, say nothing of sums.
        own = [sample for sample in all_samples if sample[1] == kind]
        best = []
        for name in ["uacc", *filter(commands.get, libraries)]:
            if name == "uacc":
                found = [read_ours(uacc, path, arguments) for path, _, _, arguments in own]
            else:
                found = [json.loads(line) for line in run([*commands[name], "read", *[sample[0] for sample in own]]).splitlines()]
            read = right = 0
            for amounts, (_, _, expected, _) in zip(found, own, strict=True):
                # A library that returns nothing of a file without a statement refuses it.
                is_refused = not amounts
                read += amounts is not None
                right += is_refused if expected == "refuse" else expected is not None and amounts is not None and figures(amounts) == expected
            print(f"{kind + ' ' + name:24}{len(own):8}{read:8}{right:8}")
            best.append(right)
        if best[0] < max(best):
            sys.exit(f"another library reads more {kind} samples right than uacc")


def statement(kind):
    """Returns a statement with many transactions, and their figures: SGML, XML or QIF."""
    close = (lambda name: f"</{name}>") if kind == "OFX 2.x" else (lambda _: "")
    credits = debits = 0
    entries = []
    for number in range(TRANSACTIONS):
        cents = 100 + number * 7919 % 500_000
        sign = "" if number % 3 == 0 else "-"
        credits, debits = (credits, debits + cents) if sign else (credits + cents, debits)
        amount, day = f"{sign}{cents // 100}.{cents % 100:02}", 1 + number * 28 // TRANSACTIONS
        if kind == "QIF":
            entries.append(f"D03/{day:02}/2026\nT{amount}\nPShop {number % 97}\nMInvoice {number}\n^\n")
            continue
        leaves = [
            ("TRNTYPE", "DEBIT" if sign else "CREDIT"), ("DTPOSTED", f"202603{day:02}120000"), ("TRNAMT", amount), ("FITID", f"2026{number:012}"),
            ("NAME", f"Shop {number % 97} &amp; Sons"), ("MEMO", f"Invoice {number}"),
        ]
        entries.append("<STMTTRN>" + "".join(f"<{name}>{text}{close(name)}\n" for name, text in leaves) + "</STMTTRN>\n")
    expected = TRANSACTIONS, Decimal(credits) / 100, Decimal(debits) / 100
    if kind == "QIF":
        return "!Type:Bank\n" + "".join(entries), expected
    header = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
    if kind == "OFX 2.x":
        header = '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'

    def leaf(name, text):
        return f"<{name}>{text}{close(name)}\n"

    status = "<STATUS>" + leaf("CODE", "0") + leaf("SEVERITY", "INFO") + "</STATUS>\n"
    signon = "<SIGNONMSGSRSV1><SONRS>" + status + leaf("DTSERVER", "20260331") + leaf("LANGUAGE", "ENG") + "</SONRS></SIGNONMSGSRSV1>\n"
    account = "<BANKACCTFROM>" + leaf("BANKID", "123456789") + leaf("ACCTID", "00012345") + leaf("ACCTTYPE", "CHECKING") + "</BANKACCTFROM>\n"
    list_of_entries = "<BANKTRANLIST>" + leaf("DTSTART", "20260301") + leaf("DTEND", "20260331") + "".join(entries) + "</BANKTRANLIST>\n"
    balance = "<LEDGERBAL>" + leaf("BALAMT", "1234.56") + leaf("DTASOF", "20260331") + "</LEDGERBAL>\n"
    bank = "<BANKMSGSRSV1><STMTTRNRS>" + leaf("TRNUID", "0") + status + "<STMTRS>" + leaf("CURDEF", "USD") + account + list_of_entries + balance
    return header + "<OFX>" + signon + bank + "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n", expected


def cpu_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def best_time(work):
    """Returns the shortest CPU time of up to ten rounds of a process, or of as many as begin within ten seconds. Other work of the machine hardly changes it."""
    times, begin = [], time.perf_counter()
    while len(times) < 10 and (not times or time.perf_counter() - begin < 10):
        start = cpu_time()
        work()
        times.append(cpu_time() - start)
    return min(times)


def compare_speed(title, paths, uacc, commands, libraries, expected):
    """Prints the time of each library that reads the file right, in relation to that of `uacc`, which writes all transactions."""
    # The status is 1 if a file is refused.
    ours = [uacc, "convert", *paths, *FILL_IN, "--currency", "USD", "--partial"]
    own_time = best_time(lambda: subprocess.run(ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False))
    print(f"{title}: uacc {own_time * 1000:.1f} ms")
    for name in filter(commands.get, libraries):
        if expected:
            amounts = json.loads(run([*commands[name], "read", *paths]))
            if amounts is None or figures(amounts) != expected:
                print(f"{'':20}  {name} does not read it right")
                continue
        process = best_time(lambda: run([*commands[name], "read", *paths]))
        reading = min(map(float, run([*commands[name], "time", *paths]).split()))
        print(f"{process / own_time:10.1f}{reading / own_time:10.1f}  {name}")


def main():
    uacc = program()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands, failures = install(folder)
        print(f"{run([uacc, '--version']).strip()}; their CPU time / ours, which is that of a process: of a process that prints the amounts, and of reading alone when warm")
        for kind, suffix in [("OFX 1.x", "ofx"), ("OFX 2.x", "ofx"), ("QIF", "qif")]:
            text, expected = statement(kind)
            path = folder / f"{kind[:5].strip().replace(' ', '')}.{suffix}"
            path.write_text(text, "utf-8")
            ours = read_ours(uacc, path, [*FILL_IN, "--currency", "USD"])
            if figures(ours) != expected:
                sys.exit(f"uacc does not read the generated {kind} right")
            compare_speed(f"{kind}, {TRANSACTIONS} transactions, {len(text) / 1e6:.1f} MB", [path], uacc, commands, LIBRARIES[kind[:3]], expected)
        if len(sys.argv) > 1:
            shared = Path(sys.argv[1]).resolve()
            for kind, libraries in LIBRARIES.items():
                paths = [path for path, of_kind, _, _ in samples(shared) if of_kind == kind]
                compare_speed(f"{kind}, {len(paths)} samples", paths, uacc, commands, libraries, None)
            compare_samples(shared, uacc, commands)
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
