"""Other versions of the program: copies of the package in which some lines differ."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.server.harness import SOURCE

_BUILT = shutil.ignore_patterns("*.so", "__pycache__", "page")
_NEXT_REVISION = '''"""Something that only the next version knows."""

import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{newest}"


def upgrade() -> None:
    op.create_table("parrots", sa.Column("name", sa.Text))
'''


class OtherVersion:
    """A copy of the package, in a folder. It is interpreted: nothing that was compiled is copied."""

    def __init__(self, folder: Path, version: str) -> None:
        self.source = folder / "src"
        self._package = self.source / "libertalia"
        shutil.copytree(SOURCE / "libertalia", self._package, ignore=_BUILT)
        facts = self.source / f"libertalia-{version}.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: libertalia\nVersion: {version}\n")

    def deals_by(self, rules: int, *known: int) -> None:
        """It deals new games by a version of the rules, and plays those that it knows."""
        with (self._package / "rules" / "editions.py").open("a", encoding="utf-8") as file:
            file.write(f"\nRULES_VERSION = {rules}\nKNOWN_RULES = {(*known, rules)}\n")

    def writes_another_entry(self) -> None:
        """What is said in the chat is stored as an entry of the kind `said`. It reads entries of the kind `chat`, too."""
        self._change("tables/entries.py", 'gc=False, tag="chat")', 'gc=False, tag="said")')
        self._change("tables/entries.py", '{"kind": kind, **', '{"kind": (kind := "said" if kind == "chat" else kind), **')

    def has_another_schema(self) -> None:
        """The next migration of the schema is there."""
        versions = self._package / "server" / "storage" / "migrations" / "versions"
        newest = max(file.name for file in versions.glob("[0-9]*.py"))[:4]
        (versions / "9000_parrots.py").write_text(_NEXT_REVISION.format(newest=newest))

    def _change(self, file: str, old: str, new: str) -> None:
        path = self._package / file
        text = path.read_text()
        assert text.count(old) == 1, f"{file} has changed: {old!r} is not there once"
        path.write_text(text.replace(old, new))
