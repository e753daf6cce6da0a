"""The adapters in their real hosts. A host that is not installed is skipped."""

import importlib
import io
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import odoo_framework
import pytest
from samples import CSV, MT940, NEXT_MONTH, WITHOUT_ACCOUNT

import universal_accounting as ua
from universal_accounting.odoo import parse_file

IBAN = "CH9300762011623852957"
LEDGER = {IBAN: "Assets:Bank:Giro"}
INGEST = f"""
import beangulp
from universal_accounting.beangulp import Importer
beangulp.Ingest([Importer({LEDGER!r}, other_account="Expenses:Unknown")])()
"""
ACCOUNTS = """
2026-01-01 open Assets:Bank:Giro CHF
2026-01-01 open Equity:Opening
2026-01-01 open Expenses:Unknown
2026-03-01 * "Opening balance"
  Assets:Bank:Giro  100.00 CHF
  Equity:Opening
"""


def run(*command: "str | Path", folder: Path) -> str:
    """Runs a program of this environment, and returns its output."""
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def program(name: str) -> Path:
    return Path(sys.executable).parent / name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "march.sta").write_bytes(MT940)
    (tmp_path / "import.py").write_text(INGEST)
    return tmp_path


def test_beangulp_extracts_what_bean_check_accepts(folder: Path) -> None:
    pytest.importorskip("beangulp")
    assert "Importer" in run(sys.executable, "import.py", "identify", "downloads", folder=folder)
    extracted = run(sys.executable, "import.py", "extract", "downloads", folder=folder)
    assert extracted.count('id: "') == 2 and "2026-03-21 balance Assets:Bank:Giro" in extracted
    ledger = folder / "books.beancount"
    ledger.write_text(ACCOUNTS + extracted)
    run(program("bean-check"), ledger, folder=folder)
    # A wrong amount is found by the balance that is asserted.
    ledger.write_text(ACCOUNTS + extracted.replace("-12.50 CHF", "-12.60 CHF").replace(" 12.50 CHF", " 12.60 CHF"))
    assert subprocess.run([program("bean-check"), ledger], capture_output=True, check=False).returncode != 0


def test_beangulp_extracts_nothing_twice(folder: Path) -> None:
    pytest.importorskip("beangulp")
    # The same statement in two files of one run.
    (folder / "downloads" / "march (1).sta").write_bytes(MT940)
    first = run(sys.executable, "import.py", "extract", "downloads", folder=folder)
    assert [line[:10] for line in first.splitlines() if line.startswith("2026-")] == ["2026-03-03", "2026-03-20", "2026-03-21"]
    ledger = folder / "books.beancount"
    # A person corrects the text and the other account.
    ledger.write_text(ACCOUNTS + first.replace('"Bakery"', '"Bread"').replace("Expenses:Unknown", "Equity:Opening"))
    again = run(sys.executable, "import.py", "extract", "-e", ledger, "downloads", folder=folder)
    entries = [line for line in again.splitlines() if line.startswith("2026-")]
    assert entries == [], again
    (folder / "downloads" / "april.sta").write_bytes(NEXT_MONTH)
    more = run(sys.executable, "import.py", "extract", "-e", ledger, "downloads", folder=folder)
    assert [line[:10] for line in more.splitlines() if line.startswith("2026-")] == ["2026-04-02", "2026-04-03"]


def test_the_test_of_beangulp_itself(folder: Path) -> None:
    pytest.importorskip("beangulp")
    (folder / "check.py").write_text(
        f"from beangulp.testing import main\nfrom universal_accounting.beangulp import Importer\nmain(Importer({LEDGER!r}))\n"
    )
    run(sys.executable, "check.py", "generate", "downloads", folder=folder)
    assert "PASSED" in run(sys.executable, "check.py", "test", "downloads", folder=folder)


def test_beangulp_files_documents(folder: Path) -> None:
    pytest.importorskip("beangulp")
    (folder / "archive").mkdir()
    run(sys.executable, "import.py", "archive", "downloads", "-o", "archive", folder=folder)
    (filed,) = (folder / "archive").rglob("*.sta")
    assert filed.relative_to(folder / "archive") == Path("Assets/Bank/Giro/2026-03-20.mt940.sta")


def test_beangulp_asserts_no_balance_without_a_proof(tmp_path: Path) -> None:
    pytest.importorskip("beangulp")
    from beancount.core import data

    from universal_accounting.beangulp import Importer

    path = tmp_path / "x.sta"
    path.write_bytes(MT940.replace(b"D12,50", b"D12,60"))
    importer: Any = Importer(LEDGER, account="unused")
    try:
        entries = importer.extract(str(path), [])
    except ua.UniversalAccountingError as error:
        assert error.code == "incomplete"
    else:
        assert not [entry for entry in entries if isinstance(entry, data.Balance)]
    path.write_bytes(CSV)
    with pytest.raises(ua.UniversalAccountingError) as caught:
        importer.extract(str(path), [])
    assert caught.value.code == "incomplete"
    other: Any = Importer({"Kasse": "Assets:Cash"})
    path.write_bytes(MT940)
    assert not other.identify(str(path))
    with pytest.raises(ua.UniversalAccountingError, match="no account in the ledger"):
        other.extract(str(path), [])


def test_both_sides_of_a_transfer_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("beangulp")
    from universal_accounting.beangulp import Importer

    importer: Any = Importer({IBAN: "Assets:Bank:Giro", "Kasse": "Assets:Cash"})
    path = tmp_path / "march.sta"
    path.write_bytes(MT940)
    entries = importer.extract(str(path), [])
    # A person has completed the withdrawal with the other account, which then has its own statement with the same id.
    withdrawal = entries[0]
    posting = withdrawal.postings[0]
    cash = posting._replace(account="Assets:Cash", units=posting.units._replace(number=-posting.units.number))
    existing = [withdrawal._replace(postings=[posting, cash])]
    from_cash = withdrawal._replace(meta=dict(withdrawal.meta), postings=[posting._replace(account="Assets:Cash")])
    importer.deduplicate([from_cash], existing)
    assert "__duplicate__" not in from_cash.meta
    importer.deduplicate(entries, existing)
    assert "__duplicate__" in entries[0].meta and "__duplicate__" not in entries[1].meta


def test_ofxstatement_writes_ofx_that_others_read(folder: Path) -> None:
    pytest.importorskip("ofxstatement")
    tools: Any = pytest.importorskip("ofxtools")
    command = program("ofxstatement")
    assert "universal-accounting" in run(command, "list-plugins", folder=folder)
    run(command, "convert", "-t", "universal-accounting", "downloads/march.sta", "march.ofx", folder=folder)
    parser = tools.OFXTree()
    parser.parse(io.BytesIO((folder / "march.ofx").read_bytes()))
    (statement,) = parser.convert().statements
    assert statement.acctid == IBAN and statement.curdef == "CHF"
    transactions = ua.convert(MT940).transactions
    assert [line.trnamt for line in statement.transactions] == [each.signed_amount for each in transactions]
    assert [line.fitid for line in statement.transactions] == [each.id for each in transactions]
    assert statement.ledgerbal.balamt == Decimal("137.50")


def test_ofxstatement_refuses_what_it_would_lose(folder: Path) -> None:
    pytest.importorskip("ofxstatement")
    (folder / "bad.csv").write_bytes(CSV)
    command = [str(program("ofxstatement")), "convert", "-t", "universal-accounting", "bad.csv", "bad.ofx"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "1,850" not in done.stdout


def test_odoo_gets_its_triplets() -> None:
    parsed = parse_file(MT940)
    assert parsed is not None
    ((currency, account, (statement,)),) = parsed
    assert (currency, account, statement["date"]) == ("CHF", IBAN, date(2026, 3, 20))
    assert (statement["balance_start"], statement["balance_end_real"]) == (100.0, 137.5)
    lines = statement["transactions"]
    assert statement["balance_start"] + sum(line["amount"] for line in lines) == statement["balance_end_real"]
    assert all(line["payment_ref"] for line in lines) and len({line["unique_import_id"] for line in lines}) == 2


@pytest.fixture
def odoo() -> Iterator[None]:
    """OCA's wizard on a framework in the place of Odoo's, which is gone afterwards."""
    if not odoo_framework.is_installed():
        pytest.skip("OCA's wizard is not installed")
    odoo_framework.provide()
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "odoo"]:
        del sys.modules[name]


def test_the_wizard_of_oca_imports_a_statement_once(odoo: None) -> None:
    wizard_class = importlib.import_module(odoo_framework.WIZARD).AccountStatementImport

    class AccountStatementImport(wizard_class):  # type: ignore[misc, valid-type]
        def _parse_file(self, data_file: bytes) -> Any:
            return parse_file(data_file) or super()._parse_file(data_file)

    env = odoo_framework.database(IBAN, "CHF")
    wizard = AccountStatementImport()
    wizard.env, wizard.statement_filename = env, "march.sta"

    def import_file(content: bytes) -> dict[str, list[Any]]:
        result: dict[str, list[Any]] = {"statement_ids": [], "notifications": []}
        wizard.import_single_file(content, result)
        return result

    assert import_file(MT940) == {"statement_ids": [1], "notifications": []}
    (statement,) = env.statements
    lines = [line for _, _, line in statement["line_ids"]]
    conversion = ua.convert(MT940)
    assert [Decimal(str(line["amount"])) for line in lines] == [each.signed_amount for each in conversion.transactions]
    assert [line["date"] for line in lines] == [each.date for each in conversion.transactions]
    assert statement["balance_start"] + sum(line["amount"] for line in lines) == statement["balance_end_real"]
    # The ids keep a second import from creating anything.
    assert import_file(MT940) == {"statement_ids": [], "notifications": []}
    assert import_file(NEXT_MONTH)["statement_ids"] == [2]
    with pytest.raises(odoo_framework.UserError, match="not supported"):
        import_file(b"nothing")


def test_odoo_gets_no_part_of_a_statement() -> None:
    assert parse_file(b"nothing") is None
    with pytest.raises(ua.UniversalAccountingError) as caught:
        parse_file(CSV)
    assert caught.value.code == "incomplete"
    unproved = parse_file(WITHOUT_ACCOUNT, account="Kasse", currency="CHF")
    assert unproved is not None and "balance_start" not in unproved[0][2][0]


def test_no_host_is_needed_to_import_the_package() -> None:
    code = "import sys, universal_accounting; print([name for name in ('beangulp', 'ofxstatement', 'pyarrow', 'odoo') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
