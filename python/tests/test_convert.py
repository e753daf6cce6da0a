"""Conversion of one file."""

import io
import json
import pickle
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from samples import CSV, MT940, UNKNOWN, WITHOUT_ACCOUNT

import universal_accounting as ua


def test_a_transaction_has_python_types() -> None:
    bakery, refund = ua.convert(MT940).transactions
    assert (bakery.account, bakery.currency, bakery.text) == ("CH9300762011623852957", "CHF", "Bakery")
    assert (bakery.amount, bakery.signed_amount) == (Decimal("12.50"), Decimal("-12.50"))
    assert str(bakery.amount) == "12.50"
    assert bakery.direction is ua.Direction.DEBIT
    assert refund.direction is ua.Direction.CREDIT
    assert bakery.date == bakery.booking_date == date(2026, 3, 3)
    assert bakery.id_kind is ua.IdKind.DERIVED
    assert bakery.original_amount is None


def test_the_transactions_are_made_once() -> None:
    conversion = ua.convert(MT940)
    assert conversion.transactions is conversion.transactions


def test_every_row_is_counted_once() -> None:
    conversion = ua.convert(CSV)
    counted = len(conversion.transactions) + conversion.details + len(conversion.skipped) + len(conversion.rejected)
    assert (counted, conversion.rows, len(conversion)) == (3, 3, 1)
    assert conversion.rejected == [5]
    assert conversion.skipped == [(6, ua.SkipReason.ZERO_AMOUNT)]
    assert not conversion.is_complete


def test_balances_prove_a_statement() -> None:
    conversion = ua.convert(MT940)
    (balance,) = conversion.balances
    assert conversion.is_complete and conversion.is_proved
    assert conversion.verdict is ua.Verdict.PROVED
    assert balance.opening is not None and balance.credit is not None and balance.debit is not None
    assert balance.opening + balance.credit - balance.debit == balance.closing == Decimal("137.50")


def test_a_changed_amount_is_not_proved() -> None:
    conversion = ua.convert(MT940.replace(b"D12,50", b"D12,60"))
    assert not conversion.is_proved and conversion.verdict is ua.Verdict.BROKEN


def test_findings_say_where_and_what_to_do() -> None:
    finding = next(each for each in ua.convert(CSV).findings if each.severity == "error")
    assert (finding.rule, finding.line, finding.cell) == ("amount-unreadable", 5, "Debit")
    assert finding.severity is ua.Severity.ERROR
    assert CSV[slice(*finding.span)] == b"-1,850"
    assert finding.message and finding.help
    german = next(each for each in ua.convert(CSV, language="de").findings if each.rule == finding.rule)
    assert german.message != finding.message


def test_sources_are_paths_bytes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "march.sta"
    path.write_bytes(MT940)
    with path.open("rb") as file:
        conversions = [ua.convert(each) for each in (path, str(path), MT940, bytearray(MT940), memoryview(MT940), file)]
    assert all(each.transactions == conversions[0].transactions for each in conversions)
    assert conversions[0].name == str(path) and conversions[2].name == ""
    assert ua.convert(io.BytesIO(MT940), name="x.sta").name == "x.sta"


def test_wrong_sources_are_type_errors() -> None:
    with pytest.raises(FileNotFoundError):
        ua.convert("no such file")
    for source in (io.StringIO("text"), 3, None):
        with pytest.raises(TypeError):
            ua.convert(source)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("account", ""),
        ("currency", "XXZ"),
        ("bank", "no-such-bank"),
        ("dates", "ddmm"),
        ("language", "xx"),
        ("opening_balance", "1,2,3"),
        ("deny", ["no-such-rule"]),
        ("limits", {"nonsense": 1}),
        ("profile", {"id": "x"}),
        ("accounts", b"["),
    ],
)
def test_invalid_options_are_value_errors(option: str, value: object) -> None:
    with pytest.raises(ua.InvalidValueError, match=option) as caught:
        ua.convert(MT940, **{option: value})  # type: ignore[arg-type]
    assert caught.value.code == "invalid-option"
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, ua.UniversalAccountingError)
    assert pickle.loads(pickle.dumps(caught.value)).code == "invalid-option"


def test_options_say_what_the_file_lacks() -> None:
    assert ua.convert(WITHOUT_ACCOUNT).transactions == ()
    conversion = ua.convert(WITHOUT_ACCOUNT, account="Kasse", currency="CHF", dates="dmy")
    assert conversion.took_account
    assert [each.signed_amount for each in conversion.transactions] == [Decimal("-12.50")]
    mapped = {"accounts": [{"files": ["cash*"], "account": "Kasse", "currency": "CHF"}]}
    assert ua.convert(WITHOUT_ACCOUNT, accounts=mapped, name="cash.qif").transactions == conversion.transactions


def test_equal_transactions_are_equal_in_every_file() -> None:
    one, other = ua.convert(MT940), ua.convert(MT940 + b"\n")
    assert one.transactions == other.transactions
    assert len(set(one.transactions + other.transactions)) == 2
    assert one.transactions[0] != one.transactions[1]


def test_payloads_are_what_a_check_accepts() -> None:
    conversion = ua.convert(MT940)
    (payload,) = conversion.payloads
    assert ua.check_transactions(payload.encode()).is_valid
    assert json.loads(payload)["transactions"] == [each.to_dict() for each in conversion.transactions]
    assert json.loads(conversion.to_json())["transactions"] == json.loads(payload)["transactions"]


def test_large_statements_have_several_payloads() -> None:
    rows = "".join(f"2026-03-31;2026-03-31;2026-03-31;CHF;-{index}.00;;;{index:010};Row;;\n" for index in range(1, 1502))
    conversion = ua.convert(CSV.rsplit(b"\n2026-03-31", 1)[0] + b"\n" + rows.encode())
    assert [len(json.loads(each)["transactions"]) for each in conversion.payloads] == [1000, 501]


DATEV = {
    "consultant": 29098,
    "client": 55003,
    "yearStart": "2026-01-01",
    "accountLength": 4,
    "accounts": [{"account": "CH9300762011623852957", "number": "1800"}],
    "income": "1370",
    "expenses": "1370",
    "currency": "CHF",
}
NEEDED: "dict[str, Any]" = {"qbo": {"bank_number": 3000}, "datev": {"datev": DATEV}}
"""The settings without which a format can't be written."""


def test_settings_of_exports_are_those_of_the_library() -> None:
    conversion = ua.convert(MT940)
    table = conversion.export("csv", delimiter=";", byte_order_mark=True, decimal_comma=True, signed_amounts=True)
    assert table.startswith(b"\xef\xbb\xbf") and b"-12,50" in table
    assert b"<INTU.BID>3000" in conversion.export("qbo", bank_number=3000)
    assert b"?20" in conversion.export("mt940", numbered_fields=True) and b"?20" not in conversion.export("mt940")
    assert b"1800" in conversion.export("datev", datev=DATEV)
    assert conversion.export("xlsx", language="fr") != conversion.export("xlsx")
    for given, message in (
        ({"decimal_comma": True}, "delimiter"),
        ({"language": "rm"}, "en, de, fr and it"),
        ({"datev": {}}, "datev"),
    ):
        with pytest.raises(ValueError, match=message):
            conversion.export("csv", **given)  # type: ignore[arg-type]


def test_exports_are_bytes_with_notes(tmp_path: Path) -> None:
    conversion = ua.convert(MT940)
    for target in ua.export_targets():
        export = conversion.export(target, **NEEDED.get(target, {}))
        assert isinstance(export, bytes) and export.transactions >= 2 and export.format
    (tmp_path / "x.xml").write_bytes(conversion.export("camt.053", created=date(2026, 4, 1)))
    assert ua.convert(tmp_path / "x.xml").is_proved
    with pytest.raises(ValueError, match="one of xlsx"):
        conversion.export("nothing")


def test_a_format_is_learned() -> None:
    assert ua.convert(UNKNOWN).bank is None
    draft = ua.learn(UNKNOWN)
    assert draft is not None
    if draft.profile is None:
        draft = ua.learn(UNKNOWN, {"accept": True})
    assert draft is not None and draft.amounts == "proved" and draft.profile is not None
    assert [column.role for column in draft.columns] == ["booked-at", "text", "debit", "credit", "balance"]
    conversion = ua.convert(UNKNOWN, profile=draft, account="Kasse", currency="CHF")
    assert len(conversion) == 4 and conversion.verdict is not ua.Verdict.BROKEN
    assert ua.learn(b"no table") is None
    with pytest.raises(ua.InvalidValueError):
        ua.learn(UNKNOWN, {"roles": {"Was": "nonsense"}})


def test_several_files_are_learned_together(tmp_path: Path) -> None:
    out = b"Tag;Was;Zahl;Stand\n02.03.2026;Miete;1200.00;3800.00\n05.03.2026;Bahn;12.50;3787.50\n09.03.2026;Essen;30.00;3757.50\n"
    into = b"Tag;Was;Zahl;Stand\n02.04.2026;Lohn;-5000.00;8757.50\n25.04.2026;Zins;-10.00;8767.50\n28.04.2026;Lohn;-100.00;8867.50\n"
    (tmp_path / "april.csv").write_bytes(into)
    alone = ua.learn(out, {"accept": True})
    assert alone is not None and alone.amounts != "proved"
    draft = ua.learn([out, tmp_path / "april.csv"], {"accept": True})
    assert draft is not None and (draft.amounts, draft.entries) == ("proved", 6)
    with pytest.raises(ua.InvalidValueError, match="file 2: the columns are not those of the first file"):
        ua.learn([out, b"Tag;Was;Betrag\n02.04.2026;Lohn;-5000.00\n"])
    with pytest.raises(ValueError, match="no file"):
        ua.learn([])


def test_formats_are_listed_and_detected() -> None:
    assert {"ubs-account", "yuh-account", "camt.053"} <= {bank.id for bank in ua.banks()}
    assert [found.bank for found in ua.detect(CSV) if found.chosen] == [ua.convert(CSV).bank]


def test_a_notebook_shows_escaped_html() -> None:
    html = ua.convert(MT940, name="<i>.sta")._repr_html_()
    assert "Balances confirm every transaction." in html and "Bakery" in html
    assert "Refund &lt;b&gt;&amp; more&lt;/b&gt;" in html and "&lt;i&gt;" in html
    assert "<b>" not in html and "<i>" not in html
    assert "amount-unreadable" in ua.convert(CSV)._repr_html_()


def test_nothing_that_is_redacted_is_in_the_findings() -> None:
    report = json.loads(ua.convert(MT940.replace(b"D12,50", b"D12,60"), redact=True).to_json())
    assert "0.10" not in json.dumps(report["findings"])
