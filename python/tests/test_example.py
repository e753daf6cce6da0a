"""The examples of the documentation and of `example.py` run."""

import doctest
import re
from datetime import date
from decimal import Decimal
from pathlib import Path

import example
import pytest
from samples import CSV, MT940, NEXT_MONTH

import universal_accounting as ua
from universal_accounting import _checks, _convert, _store

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "python/README.md", PROJECT / "src/guide/python.md"]
# What the recipes need beside the package. Odoo is none of them: its recipe is a class of a module of Odoo.
HOSTS = ("beangulp", "ofxstatement", "polars", "pandas", "duckdb")
STATEMENT = CSV.split(b"\n2026-03-30")[0] + b"\n"


@pytest.fixture
def statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "march.sta").write_bytes(MT940)
    (tmp_path / "april.sta").write_bytes(NEXT_MONTH)
    return tmp_path


def test_the_example_runs(statements: Path) -> None:
    march, april = statements / "march.sta", statements / "april.sta"
    assert example.total(march) == {"CHF": Decimal("37.50")}
    assert example.open_questions([april, march]) == []
    assert (example.import_once(statements / "books.uacc", march), example.import_once(statements / "books.uacc", march)) == (2, 0)
    assert example.first_date(MT940) == date(2026, 3, 3)
    assert isinstance(example.written(march, statements / "march.ofx"), list)


@pytest.mark.parametrize("module", [ua, _checks, _convert, _store])
def test_the_docstrings_are_right(module: object) -> None:
    names = {"statement": STATEMENT, "convert": ua.convert}
    results = doctest.testmod(module, extraglobs=names)  # type: ignore[arg-type]
    assert results.failed == 0 and results.attempted > 0


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in PAGES if page.exists()], ids=lambda page: page.name)
def test_the_recipes_run(page: Path, statements: Path) -> None:
    found = blocks(page)
    assert found
    for block in found:
        if "from odoo import" in block:
            compile(block, page.name, "exec")
            continue
        for host in HOSTS:
            if f"import {host}" in block:
                pytest.importorskip(host)
        # A recipe for a command is a file of its own, whose last line runs when the command does.
        code = block.replace("ingest()\n", "")
        try:
            exec(compile(code, page.name, "exec"), {"__name__": "recipe"})
        except Exception as error:
            raise AssertionError(f"{page.name}:\n{block}") from error
