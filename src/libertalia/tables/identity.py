"""Tables and people by name: the id of a table, and who somebody is there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

TABLE_ID: Final = "[A-Za-z0-9_-]{1,24}"
"""The pattern of a table's id."""


ON_THIS_DEVICE: Final = "here-"
"""How the id of a table begins that is hosted by somebody's own device. The ids of a server are shorter than any of these."""


def new_table_id(beside: str = "") -> str:
    """An id that nobody can guess, for a table on the same host as another one."""
    return (ON_THIS_DEVICE if beside.startswith(ON_THIS_DEVICE) else "") + secrets.token_urlsafe(9)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is at a table, by the secret they have shown. Without a seat, a spectator or a host who watches."""

    seat: int | None = None
    host: bool = False
    """Came as the one who made the table."""


SPECTATOR: Final = Identity()
