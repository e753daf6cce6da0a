"""Payloads and journals."""

import json
from decimal import Decimal

import pytest

import universal_accounting as ua

TRANSACTION = {"accountIdentifier": "Kasse", "transactionId": "1", "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}


def test_objects_and_bytes_are_checked_alike() -> None:
    payload = {"transactions": [{**TRANSACTION, "amount": "0"}]}
    one, other = ua.check_transactions(payload), ua.check_transactions(json.dumps(payload).encode())
    assert not one.is_valid and one.errors == other.errors == 1
    assert [(each.rule, each.pointer) for each in one.findings] == [("amount-zero", "/transactions/0/amount")]
    assert json.loads(one.to_json())["errors"] == 1


def test_decimals_are_written_as_the_contract_wants() -> None:
    assert ua.check_transactions({"transactions": [{**TRANSACTION, "amount": Decimal("12.50")}]}).is_valid


def test_languages_and_levels() -> None:
    payload: dict[str, list[object]] = {"transactions": []}
    assert ua.check_transactions(payload, language="de").findings[0].message == "`transactions` ist leer"
    without_id = {"transactions": [{key: value for key, value in TRANSACTION.items() if key != "transactionId"}]}
    (warning,) = {each.rule for each in ua.check_transactions(without_id).findings}
    assert ua.check_transactions(without_id).is_valid
    assert not ua.check_transactions(without_id, strict=True).is_valid
    assert not ua.check_transactions(without_id, deny=[warning]).is_valid
    assert ua.check_transactions(without_id, allow=[warning]).findings == []


def test_base_data_and_journals_are_checked() -> None:
    assert not ua.check_base_data({}).is_valid
    assert not ua.check_journal([{}]).is_valid
    assert not ua.check_document({}).is_valid
    with pytest.raises(ua.InvalidValueError, match="base_data"):
        ua.check_transactions({"transactions": [TRANSACTION]}, base_data={})


def test_fixes_are_listed() -> None:
    normalized = ua.normalize_transactions(b'{"transactions": [{"accountIdentifier": "Kasse", "amount": "007.50", "currency": "CHF"}]}')
    assert normalized.json == '{"transactions":[{"accountIdentifier":"Kasse","amount":"7.50","currency":"CHF"}]}'
    (change,) = normalized.changes
    assert change.safe and change.pointer == "/transactions/0/amount" and change.replacement is not None
    assert ua.normalize_journal(b"nonsense").json is None
    with pytest.raises(ua.InvalidValueError, match="fixes"):
        ua.normalize_base_data({}, fixes="some")


def test_a_diff_says_what_an_update_changes() -> None:
    tax = {"externalId": "1", "code": "N81", "description": "Normal", "value": 8.1}
    period = {"externalId": "1", "isSubjectToTax": True, "balanceTaxation": False, "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}
    books = {
        "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
        "currencies": [{"externalId": "1", "code": "CHF"}],
        "taxes": [tax],
        "taxPeriods": [period],
    }
    held = {**books, "accounts": [{"externalId": "1", "number": "1020", "description": "Bank"}]}
    new = {**books, "accounts": [{"externalId": "2", "number": "1030", "description": "Post"}]}
    same, changed = ua.diff(held, held), ua.diff(held, new)
    assert same.is_comparable, [str(finding) for finding in same.held.findings]
    assert same.is_empty and not changed.is_empty
    assert (changed.added, changed.removed) == (1, 1)
    (accounts,) = [each for each in changed.lists if each.added]
    assert accounts.name == "accounts" and accounts.added[0].external_id == "2"
    assert not ua.diff({}, new).is_comparable and not ua.diff({}, {}).is_empty
