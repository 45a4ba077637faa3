"""The errors with which a command or a request is refused."""

from __future__ import annotations

from libertalia.game.errors import LibertaliaError


class Refused(LibertaliaError):
    """A command that can't be done. Nothing has changed. `status` is the status of an HTTP answer."""

    key = "refused"
    status = 409


class NotFound(Refused):
    status = 404


class Forbidden(Refused):
    status = 403


class Malformed(Refused):
    status = 422


class TooMuch(Refused):
    status = 429


class HistoryWentBack(Refused):
    """Somebody, or this worker itself, knows entries that the database does not have: an older backup was restored."""

    key = "log.went-back"


class Unavailable(Refused):
    status = 503
