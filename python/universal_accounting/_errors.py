"""The errors of calls. Faults of the data are findings."""

from __future__ import annotations


class UniversalAccountingError(Exception):
    """A call is wrong in itself, or can't be carried out."""

    code: str
    """Why, as a word for programs: `invalid-option`, `incomplete`, `accounts-merged`, `refused`, `too-precise`, `store-failed` or `store-closed`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.code, str(self)))


class InvalidValueError(UniversalAccountingError, ValueError):
    """A value is none of its kind, or an option has an invalid value."""

    suggestion: str | None
    """The value that must be meant, if there is only one."""

    def __init__(self, code: str, message: str, suggestion: str | None = None) -> None:
        super().__init__(code, message)
        self.suggestion = suggestion

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.code, str(self), self.suggestion))
