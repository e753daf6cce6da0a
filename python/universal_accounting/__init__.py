"""Converts bank statements to transactions, with proof: nothing guessed, no row lost.

>>> conversion = convert(statement)
>>> conversion.is_complete, len(conversion.transactions)
(True, 1)
"""

from ._checks import (
    BaseDataDiff,
    check_base_data,
    check_document,
    check_journal,
    check_transactions,
    diff,
    normalize_base_data,
    normalize_journal,
    normalize_transactions,
)
from ._convert import History, banks, convert, convert_all, detect
from ._enums import Coverage, Direction, IdKind, ImportVerdict, Link, Severity, SkipReason, Verdict
from ._errors import InvalidValueError, UniversalAccountingError
from ._export import Export
from ._learn import Choice, Draft, DraftColumn, Question, learn
from ._native import (
    Amount,
    Balance,
    Change,
    Conversion,
    Finding,
    Iban,
    Normalized,
    Plan,
    PlanItem,
    Report,
    Transaction,
    Uid,
    __version__,
    export_targets,
)
from ._records import (
    AccountFinding,
    AccountHistory,
    Bank,
    Calendar,
    CalendarDays,
    Candidate,
    FieldChange,
    ListDiff,
    MissingStatement,
    RecordChange,
    StatementInHistory,
    StoreInfo,
)
from ._store import Store

__all__ = [
    "AccountFinding",
    "AccountHistory",
    "Amount",
    "Balance",
    "Bank",
    "BaseDataDiff",
    "Calendar",
    "CalendarDays",
    "Candidate",
    "Change",
    "Choice",
    "Conversion",
    "Coverage",
    "Direction",
    "Draft",
    "DraftColumn",
    "Export",
    "FieldChange",
    "Finding",
    "History",
    "Iban",
    "IdKind",
    "ImportVerdict",
    "InvalidValueError",
    "Link",
    "ListDiff",
    "MissingStatement",
    "Normalized",
    "Plan",
    "PlanItem",
    "Question",
    "RecordChange",
    "Report",
    "Severity",
    "SkipReason",
    "StatementInHistory",
    "Store",
    "StoreInfo",
    "Transaction",
    "Uid",
    "UniversalAccountingError",
    "Verdict",
    "__version__",
    "banks",
    "check_base_data",
    "check_document",
    "check_journal",
    "check_transactions",
    "convert",
    "convert_all",
    "detect",
    "diff",
    "export_targets",
    "learn",
    "normalize_base_data",
    "normalize_journal",
    "normalize_transactions",
]
