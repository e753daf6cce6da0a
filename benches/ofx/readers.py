"""Reads OFX or QIF files with one Python library: `python3 readers.py LIBRARY read|time FILE...`. `ofx.py` runs it.

`read` prints a line of JSON for each file: the amounts of its transactions as text, or null if the library fails. `time` prints the CPU seconds of up to five
rounds that read all files, without the start of Python.
"""

import io
import json
import pathlib
import sys
import time
import warnings
from decimal import Decimal


def read_ofxparse(source):
    from ofxparse import OfxParser

    file = OfxParser.parse(io.BytesIO(source))
    statements = [account.statement for account in file.accounts]
    return [transaction.amount for statement in statements for transaction in getattr(statement, "transactions", [])]


def read_ofxtools(source):
    from ofxtools.Parser import OFXTree

    tree = OFXTree()
    tree.parse(io.BytesIO(source))
    return [transaction.trnamt for statement in tree.convert().statements for transaction in getattr(statement, "transactions", [])]


def read_ofxtools_tree(source):
    """Reads the elements only, without the models that refuse what the specification doesn't allow."""
    from ofxtools.Parser import OFXTree

    tree = OFXTree()
    tree.parse(io.BytesIO(source))
    return [Decimal(amount.text.replace(",", ".")) for amount in tree.getroot().iterfind(".//BANKTRANLIST/STMTTRN/TRNAMT")]


def read_quiffen(source):
    from quiffen import Qif

    accounts = Qif.parse_string(source.decode("utf-8-sig")).accounts.values()
    return [transaction.amount for account in accounts for list in account.transactions.values() for transaction in list]


READERS = {"ofxparse": read_ofxparse, "ofxtools": read_ofxtools, "ofxtools, elements only": read_ofxtools_tree, "quiffen": read_quiffen}


def try_read(read, source):
    try:
        return [str(amount) for amount in read(source)]
    except Exception:
        # The libraries raise errors of many types, also IndexError and AttributeError.
        return None


def main():
    library, task, *paths = sys.argv[1:]
    warnings.simplefilter("ignore")
    read, sources = READERS[library], [pathlib.Path(path).read_bytes() for path in paths]
    if task == "read":
        for source in sources:
            print(json.dumps(try_read(read, source)))
        return
    begin = time.perf_counter()
    for _ in range(5):
        if time.perf_counter() - begin > 10:
            break
        start = time.process_time()
        for source in sources:
            try_read(read, source)
        print(time.process_time() - start)


main()
