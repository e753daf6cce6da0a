"""Tables in other libraries. Sums are equal in all of them."""

from decimal import Decimal
from typing import Any

import pytest
from samples import MT940, NEXT_MONTH

import universal_accounting as ua

COLUMNS = [
    "file", "line", "account", "id", "date", "booking_date", "value_date", "purchase_date", "text", "direction", "amount", "signed_amount",
    "currency", "original_amount", "original_currency",
]  # fmt: skip


@pytest.fixture
def history() -> ua.History:
    return ua.convert_all([MT940, NEXT_MONTH])


def test_pyarrow(history: ua.History) -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    table = arrow.table(history)
    assert table.column_names == COLUMNS
    assert table.schema.field("amount").type == arrow.decimal128(38, 2)
    assert table.schema.field("date").type == arrow.date32()
    assert table["signed_amount"].to_pylist() == [each.signed_amount for each in history.transactions]
    for name in ("date", "value_date", "id", "text", "account", "currency", "line", "amount"):
        assert table[name].to_pylist() == [getattr(each, name) for each in history.transactions], name


def test_polars(history: ua.History) -> None:
    polars: Any = pytest.importorskip("polars")
    assert polars.DataFrame(history)["signed_amount"].sum() == Decimal("0.00")
    assert polars.DataFrame(history.files[0])["signed_amount"].sum() == Decimal("37.50")


def test_pandas(history: ua.History) -> None:
    pandas: Any = pytest.importorskip("pandas")
    frame = pandas.DataFrame.from_arrow(history)
    assert frame["signed_amount"].sum() == Decimal("0.00")


def test_duckdb(history: ua.History) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    # DuckDB finds the variable by its name.
    statements = history
    assert duckdb.sql("SELECT sum(signed_amount), count(*) FROM statements").fetchall() == [(Decimal("0.00"), 3)]
    assert statements is history


def test_a_stream_that_nobody_reads_is_freed(history: ua.History) -> None:
    for _ in range(100):
        history.__arrow_c_stream__()


def test_an_empty_statement_has_the_same_columns() -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    assert arrow.table(ua.convert(b"")).column_names == COLUMNS
