"""What OCA's wizard for bank statements needs of Odoo, which can't be installed with pip: records in memory in the place of its database.

The wizard itself and the journal that it extends are OCA's own code.
"""

import importlib
import importlib.util
import re
import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any, Self

WIZARD = "odoo.addons.account_statement_import_file.wizard.account_statement_import"
JOURNAL = "odoo.addons.account_statement_import_base.models.account_journal"


class UserError(Exception):
    """What Odoo shows to its user."""


class Model:
    """A record, or the model of records."""

    env: "Environment"
    ids = [1]

    def with_context(self, **_: Any) -> Self:
        return self

    def sudo(self) -> Self:
        return self

    def ensure_one(self) -> None:
        pass

    def __bool__(self) -> bool:
        return True


@dataclass
class Environment:
    """The database of a company with one journal."""

    journal: Any
    currency: str
    statements: list[dict[str, Any]] = field(default_factory=list)
    context: dict[str, Any] = field(default_factory=dict)

    @property
    def company(self) -> Any:
        return SimpleNamespace(currency_id=self.currency, partner_id=SimpleNamespace(id=1, display_name="Muster AG"))

    def __getitem__(self, name: str) -> "Table":
        return Table(self, name)

    def _(self, text: str, *arguments: Any, **named: Any) -> str:
        return text % (named or arguments)


class Table(Model):
    """A table of the database, with the searches and the creations of the wizard."""

    def __init__(self, env: Environment, name: str) -> None:
        self.env, self.name = env, name

    def search(self, domain: list[tuple[str, str, Any]], limit: int) -> Any:
        wanted = domain[-1][2]
        if self.name == "res.currency":
            return wanted if wanted == self.env.currency else None
        if self.name == "account.journal":
            return self.env.journal if wanted == self.env.journal.account else None
        if self.name == "account.bank.statement.line":
            lines = [line for statement in self.env.statements for _, _, line in statement["line_ids"]]
            return next((SimpleNamespace(id=line["unique_import_id"]) for line in lines if line["unique_import_id"] == wanted), None)
        return None

    def search_read(self, *_: Any) -> list[dict[str, Any]]:
        return []

    def create(self, values: dict[str, Any]) -> Any:
        self.env.statements.append(values)
        return SimpleNamespace(id=len(self.env.statements))


def is_installed() -> bool:
    """Whether OCA's wizard is installed."""
    return importlib.util.find_spec("odoo") is not None and importlib.util.find_spec("odoo.addons.account_statement_import_file") is not None


def provide() -> None:
    """Puts the framework in the place of Odoo's, below which the installed addons are."""
    spec = importlib.util.find_spec("odoo")
    assert spec is not None and spec.submodule_search_locations is not None
    model_classes = {"Model": Model, "TransientModel": Model, "Constraint": lambda *_: None}
    fields = {name: lambda *_, **__: None for name in ("Binary", "Char", "Text", "Many2one", "Selection", "Boolean", "Integer")}
    members: dict[str, dict[str, Any]] = {
        "odoo.api": {"model": lambda method: method},
        "odoo.fields": fields,
        "odoo.models": model_classes,
        "odoo.exceptions": {"UserError": UserError},
        "odoo.addons.base": {},
        "odoo.addons.base.models": {},
        "odoo.addons.base.models.res_bank": {"sanitize_account_number": lambda number: re.sub(r"\W+", "", number).upper()},
    }
    odoo = ModuleType("odoo")
    odoo.__path__ = list(spec.submodule_search_locations)
    sys.modules["odoo"] = odoo
    for name, contents in members.items():
        module = ModuleType(name)
        vars(module).update(contents)
        sys.modules[name] = module
        setattr(odoo, name.split(".")[1], module)


def database(account: str, currency: str) -> Environment:
    """Returns a database whose only journal is that of an account. Its journal is OCA's."""
    journal_class = importlib.import_module(JOURNAL).AccountJournal
    journal = journal_class()
    journal.id, journal.account, journal.currency_id = 7, account, currency
    journal.default_account_id, journal.bank_statements_source, journal.company_id = 1, "file_import_oca", SimpleNamespace(id=1)
    journal.env = Environment(journal, currency)
    return journal.env  # type: ignore[no-any-return]
