"""Positions: the whole table as plain JSON data. `position_reader` reads them back."""

from __future__ import annotations

from typing import Any

from libertalia.game.events import HOURS
from libertalia.game.memory import Memory
from libertalia.game.names import heap_to_counts, heap_to_kinds, slugs
from libertalia.rules.bits import number_of, seat_of
from libertalia.rules.lineup import NEUTRAL, codes, seat_of_code
from libertalia.rules.phases import DAY, DUSK, OVER, SUNRISE
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.questions import listed
from libertalia.rules.table import Table

Position = dict[str, Any]


def to_position(table: Table, memory: Memory) -> Position:
    """The table as plain data; equal tables give equal data."""
    edition = table.edition
    position: Position = {
        "edition": edition.name(),
        "options": edition.options(),
        "rules": edition.rules,
        "voyage": table.voyage,
        "day": table.day,
        "loot": [list(heap_to_kinds(edition, table.loot_on(day))) for day in range(1, len(table.days) + 1)],
        "seats": [_seat_data(table, player, memory) for player in table.players],
        "bag": heap_to_counts(edition, table.bag),
        "deck": list(slugs(edition, table.deck)),
    }
    position.update(extras(table))
    if pending := _pending(table):
        position["pending"] = pending
    return position


def extras(table: Table) -> dict[str, Any]:
    """What this edition has that others lack, such as a reputation track."""
    return table.edition.extras(table.edition_state, [player.colour for player in table.players])


def voyage_scores(table: Table, player: Player) -> list[int]:
    """What each finished voyage scored."""
    finished = table.voyage if table.phase == OVER else table.voyage - 1
    return [player.voyage_scores >> 16 * voyage & 0xFFFF for voyage in range(finished)]


def lineup(table: Table) -> list[list[Any]]:
    """The lineup from left to right: seat and character; `None` and a rank for the neutral one."""
    slug = table.edition.slugs
    return [
        [None, table.neutral] if code == NEUTRAL else [seat_of_code(code), slug[table.rank_at(code)]]
        for code in codes(table.lineup)
    ]


def _seat_data(table: Table, player: Player, memory: Memory) -> dict[str, Any]:
    edition = table.edition
    data: dict[str, Any] = {
        "colour": COLOURS[player.colour],
        "doubloons": player.doubloons,
        "score": player.score,
        "voyage_scores": voyage_scores(table, player),
        "hand": list(slugs(edition, player.hand)),
        "crew": list(slugs(edition, player.crew)),
        "graveyard": list(slugs(edition, player.graveyard)),
        "loot": heap_to_counts(edition, player.loot),
    }
    if len(memory.guesses[player.seat]) > 1:
        data["guesses"] = [
            {"hand": list(slugs(edition, guess.hand)), "graveyard": list(slugs(edition, guess.graveyard))}
            for guess in memory.guesses[player.seat]
        ]
    return data


def _pending(table: Table) -> dict[str, Any] | None:
    """What a position needs besides in the middle of a day."""
    edition = table.edition
    if table.phase == OVER:
        return None
    if table.phase == SUNRISE:
        if not any(player.pick for player in table.players):
            return None
        return {"phase": "sunrise", "picks": [edition.slugs[p.pick] if p.pick else None for p in table.players]}
    return {"phase": HOURS[table.phase], **open_questions(table)}


def open_questions(table: Table) -> dict[str, Any]:
    """What is being resolved in the middle of a day, and the open questions. All of it is public."""
    slug = table.edition.slugs
    questions = [[seat_of(question), slug[number_of(question)]] for question in listed(table.questions)]
    moment: dict[str, Any] = {"lineup": lineup(table), "acting": table.acting, "questions": questions}
    if table.phase == DAY:
        moment["turns_ahead"] = table.turns_ahead
    elif table.phase == DUSK:
        moment["dusk_ahead"] = table.dusk_ahead
    else:
        moment["progress"] = table.progress
    if table.doomed_by:
        moment["doomed_by"] = slug[table.doomed_by]
    if table.edition_scratch:
        moment["scratch"] = table.edition_scratch
    if any(player.earned for player in table.players):
        moment["earned"] = [player.earned for player in table.players]
    return moment
