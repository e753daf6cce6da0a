"""The words of results."""

from enum import Enum


class _Word(str, Enum):
    """A word that is a string too, so that it can be compared, formatted and written as JSON."""

    def __str__(self) -> str:
        return str(self.value)


class Direction(_Word):
    """Whether money came in or went out, as the account holder sees it."""

    CREDIT = "credit"
    """Money in."""
    DEBIT = "debit"
    """Money out."""


class Verdict(_Word):
    """What balances prove about transactions."""

    PROVED = "proved"
    """The balances confirm every transaction."""
    PARTLY = "partly"
    """The balances confirm some transactions."""
    BROKEN = "broken"
    """The balances contradict the transactions."""
    NONE = "none"
    """There are no balances to compare."""


class Severity(_Word):
    """How bad a finding is."""

    ERROR = "error"
    """The input is wrong."""
    WARNING = "warning"
    """The input is probably wrong."""
    NOTE = "note"
    """The input is right, but something about it is worth knowing."""


class IdKind(_Word):
    """What the id of a transaction is made from."""

    BANK = "bank"
    """A reference of the bank."""
    DERIVED = "derived"
    """The values of the transaction."""


class SkipReason(_Word):
    """Why a row is no transaction."""

    ZERO_AMOUNT = "zero-amount"
    """Its amount is zero."""
    PENDING = "pending"
    """It is not booked yet."""
    STATUS = "status"
    """It was reverted, declined or only authorised."""
    TOTAL = "total"
    """It is a total or a balance."""
    REPEATED = "repeated"
    """Another statement of the account has the same transaction."""
    OTHER = "other"
    """It moves no money for another reason."""


class Link(_Word):
    """How a statement is linked to another one of its account."""

    UNKNOWN = "unknown"
    """Nothing links them."""
    COPY = "copy"
    """It has the same entries."""
    PART = "part"
    """Its entries are among those of the other one."""
    FOLLOWS = "follows"
    """It begins where the other one ends."""
    OVERLAP = "overlap"
    """Both have some entries."""
    GAP = "gap"
    """A statement is missing between them."""


class Coverage(_Word):
    """What the statements of an account say about a day."""

    PROVED = "proved"
    """Balances confirm every transaction of a statement that covers it."""
    PARTLY = "partly"
    """Balances confirm only some transactions."""
    BROKEN = "broken"
    """A statement that covers it contradicts itself."""
    UNCHECKED = "unchecked"
    """The statements that cover it have no balances."""
    OVERLAPPING = "overlapping"
    """Two statements that cover it don't follow one another."""
    RESTING = "resting"
    """No statement covers it, and the balance stayed the same."""
    MISSING = "missing"
    """No statement covers it."""


class ImportVerdict(_Word):
    """What an import does with a transaction."""

    NEW = "new"
    """It is created."""
    SUSPECT = "suspect"
    """It is created, but may be a booking that exists already."""
    EXISTING = "existing"
    """It exists, and is not created again."""
    CONFLICT = "conflict"
    """It exists with other content. Nothing is created or changed."""
    ADDED = "added"
    """Another booking has its id. It is created with the next number in its id."""
