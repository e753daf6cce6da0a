"""Certificates."""

import json
from pathlib import Path

import pytest
from samples import MT940, NEXT_MONTH

import universal_accounting as ua


def test_a_certificate_names_what_was_changed(tmp_path: Path) -> None:
    (tmp_path / "march.sta").write_bytes(MT940)
    (tmp_path / "april.sta").write_bytes(NEXT_MONTH)
    history = ua.convert_all([tmp_path / "march.sta", tmp_path / "april.sta"])
    table = history.export("csv", delimiter=";")
    certificate = history.certificate({"books.csv": table}, "csv", delimiter=";", language="de", created="2026-05-01")
    assert "Protokoll" in certificate.html and str(tmp_path) not in certificate.html
    files = {"march.sta": MT940, "april.sta": NEXT_MONTH, "books.csv": bytes(table)}
    for form in (certificate.json, certificate.html):
        assert ua.verify_certificate(form.encode(), files) == []
        for name, content in files.items():
            (difference, *_) = ua.verify_certificate(form.encode(), {**files, name: content + b" "})
            assert (difference.what, difference.name) == ("file", name)
    with pytest.raises(ua.UniversalAccountingError) as caught:
        ua.verify_certificate(MT940, files)
    assert caught.value.code == "certificate-unreadable"


def test_payloads_and_options_are_certified_too() -> None:
    accounts = {"accounts": [{"written": ["CH9300762011623852957"], "account": "Kasse"}]}
    history = ua.convert_all([Named("march.sta", MT940)], accounts=accounts)
    payloads = {f"out-{index}.json": payload.encode() + b"\n" for index, payload in enumerate(history.files[0].payloads)}
    certificate = history.certificate(payloads)
    files = {"march.sta": MT940, "accounts.json": json_of(accounts), **payloads}
    assert ua.verify_certificate(certificate.json.encode(), files) == []


def test_payloads_in_one_file_are_certified_too() -> None:
    other = MT940.replace(b"CH9300762011623852957", b"CH5604835012345678009")
    history = ua.convert_all([Named("one.sta", MT940), Named("other.sta", other)])
    lines = "".join(f"{payload}\n" for file in history.files for payload in file.payloads).encode()
    assert lines.count(b"\n") == 2
    certificate = history.certificate({"all.jsonl": lines}, "payload-lines")
    files = {"one.sta": MT940, "other.sta": other, "all.jsonl": lines}
    assert ua.verify_certificate(certificate.json.encode(), files) == []
    (difference, *_) = ua.verify_certificate(certificate.json.encode(), {**files, "all.jsonl": lines[:-1]})
    assert difference.name == "all.jsonl"


class Named:
    """A file with a name."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name, self._content = name, content

    def read(self) -> bytes:
        return self._content


def json_of(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()
