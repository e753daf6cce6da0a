"""Single values."""

import copy
import pickle
from decimal import Decimal

import pytest

import universal_accounting as ua


def test_an_iban_has_one_spelling() -> None:
    iban = ua.Iban("ch93 0076 2011 6238 5295 7")
    assert str(iban) == "CH9300762011623852957" and iban.formatted == "CH93 0076 2011 6238 5295 7"
    assert iban == ua.Iban("CH9300762011623852957") and len({iban, ua.Iban(str(iban))}) == 1
    assert (iban.country, iban.is_qr) == ("CH", False)
    assert pickle.loads(pickle.dumps(iban)) == copy.copy(iban) == iban


@pytest.mark.parametrize(
    ("kind", "text", "code", "suggestion"),
    [
        (ua.Iban, "CH9300762011623852958", "iban-check-digits", None),
        (ua.Iban, "XX93", "iban-country", None),
        (ua.Iban, "CH93", "iban-length", None),
        (ua.Iban, "?", "iban-form", None),
        (ua.Uid, "CHE123456788", "uid-spelling", "CHE-123.456.788"),
        (ua.Uid, "x", "uid-form", None),
        (ua.Amount, "007.50", "amount-leading-zeros", "7.50"),
        (ua.Amount, "-7.50", "amount-negative", None),
        (ua.Amount, "0", "amount-zero", None),
        (ua.Amount, "x", "amount-form", None),
    ],
)
def test_wrong_values_have_codes(kind: type, text: str, code: str, suggestion: "str | None") -> None:
    with pytest.raises(ValueError) as caught:
        kind(text)
    assert isinstance(caught.value, ua.InvalidValueError)
    assert (caught.value.code, caught.value.suggestion) == (code, suggestion)


def test_an_amount_keeps_its_decimals() -> None:
    amount = ua.Amount("12.50")
    assert (str(amount), amount.value, amount.decimals) == ("12.50", Decimal("12.50"), 2)
    assert sorted([ua.Amount("3"), ua.Amount("2")])[0] == ua.Amount("2")
    assert pickle.loads(pickle.dumps(amount)).decimals == 2
