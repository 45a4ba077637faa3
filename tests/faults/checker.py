"""What has to be true of all that people were told, and of what the database holds. It asks no server."""

from __future__ import annotations

from collections.abc import Iterable

from tests.faults.crowd import Survivor
from tests.server.evidence import Stored, assert_log_is_whole, log_of, replayed


def findings(database: str, tables: Iterable[list[Survivor]]) -> list[str]:
    """Everything that is wrong: lost, doubled, reordered, told otherwise than stored, or told though it is secret."""
    found = []
    for crew in tables:
        if all(player.abandoned for player in crew):
            continue
        log = log_of(database, crew[0].id)
        try:
            assert_log_is_whole(log)
            if any(entry.kind == "started" for entry in log):
                replayed(log)  # every stored move is legal, one after the other
        except (AssertionError, ValueError) as error:
            found.append(f"table {crew[0].id}: its log is not whole: {error}")
        for player in crew:
            if player.knows_too_much:
                continue
            found += [f"table {player.id}, seat {player.seat}: {what}" for what in (*_untrue(player, log), *player.leaks)]
    return found


def _untrue(player: Survivor, log: list[Stored]) -> Iterable[str]:
    told = [(entry["number"], entry["kind"], entry.get("seat"), entry["at"]) for entry in player.entries]
    stored = [(entry.number, entry.kind, entry.seat, entry.at) for entry in log]
    if told != stored[: len(told)]:
        wrong = next((each for each, there in zip(told, stored, strict=False) if each != there), told[-1])
        yield f"was told {wrong}, which the log does not have there"
    numbers = {entry.command: entry.number for entry in log}
    for name, answer in player.answers.items():
        number = numbers.get((str(player.seat), name))
        if number != answer.get("number"):
            yield f"{name!r} was answered with {answer}, but is entry {number} of the log"
