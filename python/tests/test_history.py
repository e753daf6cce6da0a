"""Statements of several files."""

import io
import json
import zipfile
from decimal import Decimal

import pytest
from samples import MT940, NEXT_MONTH, WITHOUT_ACCOUNT

import universal_accounting as ua


def test_each_transaction_counts_once_whatever_the_order_is() -> None:
    for sources in ([MT940, NEXT_MONTH, MT940], [NEXT_MONTH, MT940, MT940]):
        history = ua.convert_all(sources)
        (account,) = history.accounts
        assert len(history) == len(history.transactions) == account.transactions == 3
        assert account.repeated == 2
        assert history.is_complete and history.is_proved
        assert account.opening is not None and account.credit is not None and account.debit is not None
        assert account.opening + account.credit - account.debit == account.closing == Decimal("100.00")


def test_a_missing_statement_is_in_the_calendar() -> None:
    later = NEXT_MONTH.replace(b"2604", b"2605").replace(b"260331", b"260430").replace(b"137,50", b"200,00").replace(b"100,00", b"162,50")
    (calendar,) = ua.convert_all([MT940, later]).calendars
    assert [days.coverage for days in calendar.days][:2] == [ua.Coverage.PROVED, ua.Coverage.MISSING]
    (missing,) = calendar.missing
    assert missing.difference == Decimal("62.50")


def test_one_account_is_not_given_to_files_of_several() -> None:
    other = WITHOUT_ACCOUNT.replace(b"12.50", b"99.00")
    with pytest.raises(ua.UniversalAccountingError, match="accounts") as caught:
        ua.convert_all([WITHOUT_ACCOUNT, other], account="Kasse", currency="CHF", dates="dmy")
    assert caught.value.code == "accounts-merged"
    assert len(ua.convert_all([WITHOUT_ACCOUNT], account="Kasse", currency="CHF", dates="dmy")) == 1


def test_the_json_has_a_line_for_each_file_and_one_for_the_accounts() -> None:
    lines = ua.convert_all([MT940, NEXT_MONTH]).to_json().splitlines()
    assert [sorted(json.loads(line))[0] for line in lines] == ["balance", "balance", "accounts"]


def test_an_export_has_all_files() -> None:
    assert ua.convert_all([MT940, NEXT_MONTH]).export("csv").transactions == 3


def archive(files: "dict[str, bytes]") -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in files.items():
            written.writestr(name, data)
    return content.getvalue()


def test_the_files_of_an_archive_are_sources() -> None:
    unpacked = ua.unpack(archive({"march.sta": MT940, "2026/april.sta": NEXT_MONTH}))
    assert unpacked.report.is_valid and [file.name for file in unpacked.files] == ["march.sta", "2026/april.sta"]
    history = ua.convert_all(unpacked.files)
    assert len(history) == 3 and history.files[1].name == "2026/april.sta"


def test_a_refused_file_is_not_left_out() -> None:
    unpacked = ua.unpack(archive({"march.sta": MT940, "../evil.sta": MT940}))
    (good, evil) = unpacked.files
    assert good.content == MT940 and evil.content is None and not evil.report.is_valid
    with pytest.raises(ua.UniversalAccountingError, match="evil"):
        ua.convert_all(unpacked.files)
    assert not ua.unpack(b"nonsense").report.is_valid
    assert ua.convert(archive({"march.sta": MT940})).findings[0].rule == "statement-kind"


def test_many_files_keep_their_order() -> None:
    sources = [MT940.replace(b"Bakery", f"Bakery {number}".encode()).replace(b":25:CH9300762011623852957", f":25:{number:010}".encode()) for number in range(40)]
    texts = [file.transactions[0].text for file in ua.convert_all(sources).files]
    assert texts == [f"Bakery {number}" for number in range(40)]
