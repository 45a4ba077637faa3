"""Logs as lines of JSON. They say what happened to the server, and contain no secrets, hands or chat messages."""

from __future__ import annotations

import json
import logging
import time


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record)
        return json.dumps(line)  # in ASCII: nothing that a client sent commands a terminal


def _where(record: logging.LogRecord) -> list[str]:
    """The stack of an error without the values in it: those might be somebody's cards."""
    places = []
    step = record.exc_info[2] if record.exc_info else None
    while step is not None:
        places.append(f"{step.tb_frame.f_code.co_qualname}:{step.tb_lineno}")
        step = step.tb_next
    return places


class ServerMistakes(logging.Filter):
    """Leaves out the mistakes of clients, of which there may be any number."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP", "Unsupported upgrade"))


CONFIG = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": JsonFormatter}},
    "filters": {"ours": {"()": ServerMistakes}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["ours"], "stream": "ext://sys.stderr"}
    },
    "loggers": {
        "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},  # it would log the addresses of tables
        "libertalia": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
