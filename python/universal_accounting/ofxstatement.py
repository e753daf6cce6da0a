"""A plugin of ofxstatement, which writes OFX of every format that is known here.

    ofxstatement convert -t universal-accounting statement.csv statement.ofx

Settings of a configured account: `account`, `currency`, `bank` and `accounts` (the path of an account map), as the options of `convert`.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from datetime import datetime, time

from ofxstatement.exceptions import ParseError
from ofxstatement.parser import AbstractStatementParser
from ofxstatement.plugin import Plugin
from ofxstatement.statement import Statement, StatementLine
from ofxstatement.ui import UI

from ._convert import convert
from ._errors import InvalidValueError
from ._native import Conversion, Iban, Transaction

BANK_LENGTH = 9
"""The number of characters that OFX has for a bank."""


class UniversalPlugin(Plugin):
    """Reads CSV, Excel, camt, MT940, OFX and QIF of many banks, and refuses what it can't read completely"""

    def __init__(self, ui: UI, settings: MutableMapping[str, str]) -> None:
        super().__init__(ui, settings)

    def get_parser(self, filename: str) -> AbstractStatementParser:
        """Returns a parser of a file."""
        return UniversalParser(filename, self.settings)


class UniversalParser(AbstractStatementParser):
    """Converts a file when it is asked for the statement."""

    def __init__(self, filename: str, settings: MutableMapping[str, str]) -> None:
        self.filename = filename
        self.settings = settings

    def parse(self) -> Statement:
        """Returns the statement.

        :raises ParseError: a row can't be read, or the file has several accounts, for which ofxstatement has no place
        """
        settings = self.settings
        conversion = convert(
            self.filename,
            account=settings.get("account"),
            currency=settings.get("currency"),
            bank=settings.get("bank"),
            accounts=settings.get("accounts"),
        )
        _check(conversion)
        return _statement(conversion)


def _check(conversion: Conversion) -> None:
    for finding in conversion.findings:
        if finding.severity == "error":
            raise ParseError(finding.line, f"{finding.message}; {finding.help}")
    if len(conversion.balances) > 1:
        raise ParseError(1, "the file has several accounts or currencies, and ofxstatement has a place for one: export one account at your bank")


def _statement(conversion: Conversion) -> Statement:
    statement = Statement()
    for balance in conversion.balances:
        statement.account_id, statement.currency = balance.account, balance.currency
        statement.bank_id = _bank(balance.account)
        if balance.verdict == "proved":
            statement.start_balance, statement.end_balance = balance.opening, balance.closing
    days = [each.date for each in conversion.transactions if each.date is not None]
    if days:
        statement.start_date = datetime.combine(min(days), time())
        statement.end_date = datetime.combine(max(days), time())
    statement.lines = [_line(each) for each in conversion.transactions]
    return statement


def _bank(account: str) -> str:
    """Returns the bank, without which OFX is not valid: the first characters of an IBAN, as `Conversion.export` writes it."""
    try:
        return str(Iban(account))[:BANK_LENGTH]
    except InvalidValueError:
        return "UNKNOWN"


def _line(transaction: Transaction) -> StatementLine:
    if transaction.date is None or transaction.signed_amount is None:
        raise ParseError(transaction.line, "the row has no day or no direction, which OFX needs")
    line = StatementLine(
        transaction.id, datetime.combine(transaction.date, time()), transaction.text, transaction.signed_amount
    )
    line.trntype = "CREDIT" if transaction.direction == "credit" else "DEBIT"
    return line
