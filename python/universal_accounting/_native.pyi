import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, final

from ._enums import Direction, IdKind, ImportVerdict, Severity, SkipReason, Verdict
from ._export import Export
from ._sources import Document

__all__ = [
    "Amount",
    "ArchiveFile",
    "Balance",
    "Change",
    "Conversion",
    "Finding",
    "Iban",
    "NativeHistory",
    "NativeStore",
    "Normalized",
    "Options",
    "Plan",
    "PlanItem",
    "Policy",
    "Report",
    "Transaction",
    "Uid",
    "__version__",
    "banks",
    "check",
    "convert",
    "convert_all",
    "detect",
    "diff_base_data",
    "export_targets",
    "learn_table",
    "normalize",
    "unpack",
    "verify_certificate",
]

__version__: str

@final
class Policy:
    def __new__(
        cls,
        *,
        strict: bool = False,
        allow: list[str] = ...,
        warn: list[str] = ...,
        deny: list[str] = ...,
        redact: bool = False,
        received: bool = False,
        sequence: bool = False,
        brand: str | None = None,
        limits: dict[str, int] | None = None,
        language: str | None = None,
    ) -> Policy: ...

@final
class Options:
    def __new__(
        cls,
        policy: Policy,
        *,
        bank: str | None = None,
        profile: Document | None = None,
        account: str | None = None,
        currency: str | None = None,
        accounts: Document | None = None,
        opening_balance: str | None = None,
        dates: str | None = None,
        split_batches: bool = False,
    ) -> Options: ...

@final
class Finding:
    """A fault in an input, or something worth knowing about it, with its position."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `amount-zero`. Its meaning never changes."""
    @property
    def severity(self) -> Severity:
        """How bad it is."""
    @property
    def pointer(self) -> str:
        """The JSON pointer (RFC 6901) to the value; empty for a bank's file."""
    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the faulty bytes in the file: of the first one, and after the last one."""
    @property
    def cell(self) -> str | None:
        """The name of the column of a table, if the fault is in one of its cells."""
    @property
    def message(self) -> str:
        """What is wrong, in the language of the call."""
    @property
    def help(self) -> str:
        """What to do, in the language of the call."""
    @property
    def replacement(self) -> str | None:
        """The text that corrects the fault, if there is one."""

@final
class Report:
    """What a check has found."""

    @property
    def is_valid(self) -> bool:
        """Whether there is no error."""
    @property
    def errors(self) -> int:
        """The number of errors, including those beyond the limits of `findings`."""
    @property
    def warnings(self) -> int:
        """The number of warnings, including those beyond the limits of `findings`."""
    @property
    def notes(self) -> int:
        """The number of notes, including those beyond the limits of `findings`."""
    @property
    def findings(self) -> list[Finding]:
        """The findings, in the order of their positions."""
    def to_json(self) -> str:
        """Returns the report as one line of JSON, in English, as the program writes it."""

@final
class ArchiveFile:
    """A file of an archive. It is a source, so `convert` takes it."""

    @property
    def name(self) -> str:
        """The name with its folders, as in the archive."""
    @property
    def content(self) -> bytes | None:
        """The content. None if the file was refused."""
    @property
    def report(self) -> Report:
        """Why the file was refused, if it was."""
    def read(self) -> bytes:
        """Returns the content. Fails for a file that was refused, so that none is left out without a word."""

@final
class Transaction:
    """A booking on an account. Two transactions are equal if all fields of the service's contract are, wherever they were read."""

    @property
    def account(self) -> str:
        """The account, such as an IBAN or a masked card number."""
    @property
    def id(self) -> str | None:
        """The id. Together with the account it identifies the transaction, in every file that has it."""
    @property
    def date(self) -> dt.date | None:
        """The day of the booking; where the file has none, the value date or the day of the purchase."""
    @property
    def booking_date(self) -> dt.date | None:
        """The day of the booking."""
    @property
    def value_date(self) -> dt.date | None:
        """The value date."""
    @property
    def purchase_date(self) -> dt.date | None:
        """The day of the purchase."""
    @property
    def amount(self) -> Decimal:
        """The amount that was booked. It is positive; `direction` says what it means."""
    @property
    def signed_amount(self) -> Decimal | None:
        """The amount, negative for a debit. None without a direction."""
    @property
    def direction(self) -> Direction | None:
        """Whether money came in or went out, as the account holder sees it."""
    @property
    def currency(self) -> str:
        """The currency of the amount, a code of ISO 4217."""
    @property
    def original_amount(self) -> Decimal | None:
        """The amount in the currency of the payment, if that is another one."""
    @property
    def original_currency(self) -> str | None:
        """The currency of the payment, if it is another one."""
    @property
    def text(self) -> str | None:
        """The description."""
    @property
    def line(self) -> int:
        """The line of the row in the file, counted from 1."""
    @property
    def id_kind(self) -> IdKind:
        """Whether the id is made with a reference of the bank, or derived from the values."""
    @property
    def cells(self) -> dict[str, str]:
        """The cells of the row that are not empty, by the names of their columns, card numbers masked."""
    def to_dict(self) -> dict[str, str]:
        """Returns the fields of the service's contract by their names there, as strings."""
    def to_json(self) -> str:
        """Returns the transaction as JSON, as it is in a payload."""
    def __hash__(self) -> int: ...

@final
class Balance:
    """The balances and totals of one account in one currency."""

    @property
    def account(self) -> str:
        """The account, as in the transactions."""
    @property
    def currency(self) -> str:
        """The currency, as in the transactions."""
    @property
    def transactions(self) -> int:
        """The number of transactions."""
    @property
    def opening(self) -> Decimal | None:
        """The balance before the first entry. None if the file states none that can be relied on."""
    @property
    def closing(self) -> Decimal | None:
        """The balance after the last entry. None if the file states none that can be relied on."""
    @property
    def credit(self) -> Decimal | None:
        """The sum of the credits. None if it has too many digits."""
    @property
    def debit(self) -> Decimal | None:
        """The sum of the debits, positive. None if it has too many digits."""
    @property
    def first_date(self) -> dt.date | None:
        """The day of the first transaction."""
    @property
    def last_date(self) -> dt.date | None:
        """The day of the last transaction."""
    @property
    def verdict(self) -> Verdict:
        """What the balances prove about these transactions."""
    @property
    def confirmed(self) -> int:
        """The number of these transactions that balances confirm."""

@final
class Conversion:
    """The transactions of a bank's file, and what happened to each of its rows."""

    @property
    def name(self) -> str:
        """The name of the file."""
    @property
    def transactions(self) -> tuple[Transaction, ...]:
        """The transactions, in the order of the file."""
    @property
    def balances(self) -> list[Balance]:
        """The balances and totals of each account in each currency."""
    @property
    def verdict(self) -> Verdict:
        """What the balances prove about the transactions."""
    @property
    def is_complete(self) -> bool:
        """Whether every row was read without an error."""
    @property
    def is_proved(self) -> bool:
        """Whether the balances of the file confirm every transaction."""
    @property
    def confirmed(self) -> int:
        """The number of transactions that balances confirm."""
    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the file, or worth knowing."""
    @property
    def rejected(self) -> list[int]:
        """The lines of the rows that can't be read, counted from 1. The findings say why."""
    @property
    def skipped(self) -> list[tuple[int, SkipReason]]:
        """The lines of the rows that are no transactions, each with the reason."""
    @property
    def rows(self) -> int:
        """The number of rows. Each is counted once: `rows` = transactions + `details` + skipped + rejected."""
    @property
    def details(self) -> int:
        """The number of rows that are details of the transaction above them."""
    @property
    def bank(self) -> str | None:
        """The id of the format, such as `ubs-account`. None if the file has no known format."""
    @property
    def institution(self) -> str | None:
        """The institution that exports files in this format."""
    @property
    def took_account(self) -> bool:
        """Whether a row got the account of the options, because the file names none."""
    @property
    def payloads(self) -> list[str]:
        """Payloads for the service, each with at most 1000 transactions, as JSON."""
    def to_json(self) -> str:
        """Returns everything as one line of JSON, in English, as the program writes it."""
    def export(
        self,
        target: str,
        *,
        delimiter: str | None = None,
        byte_order_mark: bool = False,
        decimal_comma: bool = False,
        signed_amounts: bool = False,
        language: str | None = None,
        created: dt.datetime | dt.date | str | None = None,
        base_data: Document | None = None,
        ledger_accounts: Document | None = None,
        bank_number: int | None = None,
        numbered_fields: bool = False,
        datev: Document | None = None,
    ) -> Export:
        """Writes the transactions in the format of another program: one of `export_targets()`.

        :param delimiter: the character between the cells of a CSV table
        :param byte_order_mark: begins a CSV table with a byte order mark, by which Excel recognizes UTF-8
        :param decimal_comma: writes amounts in a CSV table with a comma before their decimals; needs another delimiter
        :param signed_amounts: writes the amounts of debits in a CSV table as negative numbers
        :param language: the language of headings in a workbook: `en`, `de`, `fr` or `it`
        :param created: when the file is said to be created, in camt.053, OFX, QBO and for DATEV
        :param base_data: base data, whose accounts name those of a ledger
        :param ledger_accounts: the names of accounts in a ledger
        :param bank_number: the number that Intuit gave the bank (`INTU.BID`), for `qbo`
        :param numbered_fields: writes texts of MT940 in the numbered fields of German banks
        :param datev: the numbers of client and accounts, which `datev` needs
        :raises UniversalAccountingError: `refused`, if the target can't express a transaction
        """
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...
    def _repr_html_(self) -> str: ...

@final
class NativeHistory:
    @property
    def files(self) -> list[Conversion]: ...
    @property
    def transactions(self) -> tuple[Transaction, ...]: ...
    @property
    def findings(self) -> list[tuple[str, Finding]]: ...
    @property
    def is_complete(self) -> bool: ...
    def accounts_json(self) -> str: ...
    def calendars_json(self) -> str: ...
    def certificate(
        self,
        outputs: list[tuple[str, bytes]],
        *,
        to: str,
        created: dt.datetime | dt.date | str | None = None,
        language: str | None = None,
        delimiter: str | None = None,
        byte_order_mark: bool = False,
        decimal_comma: bool = False,
        signed_amounts: bool = False,
        base_data: Document | None = None,
        ledger_accounts: Document | None = None,
        bank_number: int | None = None,
        numbered_fields: bool = False,
        datev: Document | None = None,
    ) -> tuple[str, str]: ...
    def to_json(self) -> str: ...
    def export(
        self,
        target: str,
        *,
        delimiter: str | None = None,
        byte_order_mark: bool = False,
        decimal_comma: bool = False,
        signed_amounts: bool = False,
        language: str | None = None,
        created: dt.datetime | dt.date | str | None = None,
        base_data: Document | None = None,
        ledger_accounts: Document | None = None,
        bank_number: int | None = None,
        numbered_fields: bool = False,
        datev: Document | None = None,
    ) -> Export: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class Change:
    """A change of the content of a payload."""

    @property
    def rule(self) -> str | None:
        """The rule that was broken. None if members were put into order."""
    @property
    def safe(self) -> bool:
        """Whether the change certainly keeps the meaning."""
    @property
    def pointer(self) -> str:
        """The JSON pointer (RFC 6901) to the value in the input."""
    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
    @property
    def message(self) -> str:
        """What was wrong."""
    @property
    def replacement(self) -> str | None:
        """The new text, card numbers masked. Empty if the text was removed, None if members were put into order."""

@final
class Normalized:
    """A payload after fixes."""

    @property
    def json(self) -> str | None:
        """The canonical JSON, one document on each line. None if the input is not JSON and can't be corrected."""
    @property
    def changes(self) -> list[Change]:
        """The changes, in the order of their positions."""
    @property
    def report(self) -> Report:
        """The remaining findings."""

@final
class PlanItem:
    """What an import does with one transaction."""

    @property
    def verdict(self) -> ImportVerdict:
        """What an import does with it."""
    @property
    def message(self) -> str | None:
        """What to check, in English; for a conflict or a suspect."""
    @property
    def fields(self) -> list[str]:
        """The fields of the service's contract that differ from those of the known transaction."""
    @property
    def similar_id(self) -> str | None:
        """The id of the known transaction that a suspect is similar to."""

@final
class Plan:
    """What an import does with the transactions of statements, or would do."""

    @property
    def new(self) -> int:
        """The number of transactions that are created."""
    @property
    def existing(self) -> int:
        """The number of transactions that exist already."""
    @property
    def conflicts(self) -> int:
        """How many of the existing ones were sent with other content. They are not changed."""
    @property
    def suspects(self) -> int:
        """How many of the new ones may be bookings that exist already."""
    @property
    def items(self) -> list[PlanItem]:
        """The verdict on each transaction, in the order of the statements."""
    @property
    def findings(self) -> list[tuple[str, Finding]]:
        """What the statements that the store remembers say about these, each with the name of the file."""

@final
class NativeStore:
    @staticmethod
    def open_file(path: str, is_read_only: bool, seconds: float) -> NativeStore: ...
    @staticmethod
    def open_database(address: str, organization: str | None, is_read_only: bool) -> NativeStore: ...
    @staticmethod
    def in_memory() -> NativeStore: ...
    @property
    def name(self) -> str: ...
    def close(self) -> None: ...
    def run(self, statements: Conversion | NativeHistory, on_conflict: str, is_partial: bool, commit: bool) -> Plan: ...
    def info_json(self) -> str: ...

@final
class Iban:
    """An IBAN with right check digits, by the registry of its country."""

    def __new__(cls, text: str) -> Iban:
        """Parses an IBAN in any spelling."""
    @property
    def country(self) -> str:
        """The two letters of the country."""
    @property
    def formatted(self) -> str:
        """The IBAN in groups of four."""
    @property
    def is_qr(self) -> bool:
        """Whether it is a QR-IBAN of Switzerland or Liechtenstein."""
    def __hash__(self) -> int: ...
    def __lt__(self, other: Iban, /) -> bool: ...
    def __le__(self, other: Iban, /) -> bool: ...
    def __gt__(self, other: Iban, /) -> bool: ...
    def __ge__(self, other: Iban, /) -> bool: ...

@final
class Uid:
    """A Swiss business identification number, written CHE-ddd.ddd.ddd."""

    def __new__(cls, text: str) -> Uid:
        """Parses a number in its only spelling."""
    @property
    def is_valid(self) -> bool:
        """Whether its check digit is right."""
    def __hash__(self) -> int: ...
    def __lt__(self, other: Uid, /) -> bool: ...
    def __le__(self, other: Uid, /) -> bool: ...
    def __gt__(self, other: Uid, /) -> bool: ...
    def __ge__(self, other: Uid, /) -> bool: ...

@final
class Amount:
    """A positive amount as the service's contract writes it: digits with at most one point between them."""

    def __new__(cls, text: str) -> Amount:
        """Parses an amount."""
    @property
    def value(self) -> Decimal:
        """The amount as a decimal."""
    @property
    def decimals(self) -> int:
        """The number of decimals as written."""
    def __hash__(self) -> int: ...
    def __lt__(self, other: Amount, /) -> bool: ...
    def __le__(self, other: Amount, /) -> bool: ...
    def __gt__(self, other: Amount, /) -> bool: ...
    def __ge__(self, other: Amount, /) -> bool: ...

def convert(name: str, source: bytes, options: Options) -> Conversion: ...
def convert_all(sources: Iterable[tuple[str, bytes]], options: Options) -> NativeHistory: ...
def check(kind: str, name: str, source: bytes, policy: Policy, base_data: Document | None = None) -> Report: ...
def normalize(kind: str, name: str, source: bytes, policy: Policy, fixes: str) -> Normalized: ...
def diff_base_data(held: bytes, new: bytes, policy: Policy) -> tuple[Report, Report, str]: ...
def banks() -> str: ...
def detect(name: str, source: bytes, options: Options) -> str: ...
def unpack(name: str, source: bytes, policy: Policy) -> tuple[list[ArchiveFile], Report]: ...
def learn_table(sources: list[tuple[str, bytes]], answers: str) -> str | None: ...
def export_targets() -> list[str]:
    """Returns the names of the formats that statements can be written in."""
def verify_certificate(certificate: bytes, files: dict[str, bytes]) -> str: ...
