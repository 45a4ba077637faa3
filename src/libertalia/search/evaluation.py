"""How a table stands for each seat, in doubloons."""

from __future__ import annotations

from mypy_extensions import i64

from libertalia.rules.phases import OVER
from libertalia.rules.table import Table


def leads(table: Table) -> list[float]:
    """By how much each seat is ahead of the mean of the others.

    A voyage that is going on counts as if it ended now, with what each may still hope for; at the end of one, the cards that were
    kept count with what they are worth in the next. It may use the table up.
    """
    edition = table.edition
    hopes: list[float] = []
    if table.phase != OVER:
        for player in table.players:
            hopes.append(edition.prospects(table, player))
        edition.score_voyage(table)
    elif table.voyage < len(edition.voyages):
        for player in table.players:
            hopes.append(edition.outlook(table, player))
    total = 0.0
    worths: list[float] = []
    seat: i64 = 0
    for player in table.players:
        worth = float(player.score)
        if hopes:
            worth += hopes[seat]
        worths.append(worth)
        total += worth
        seat += 1
    others = float(seat - 1)
    found: list[float] = []
    for worth in worths:
        found.append(worth - (total - worth) / others)
    return found


def lead_of(table: Table, seat: i64) -> float:
    """How far a seat is ahead, as the greedy bot counts it: half against the best and half against the mean of the others.

    The voyage counts as if it ended now, with what each may still hope for. It uses the table up.
    """
    edition = table.edition
    hopes = [edition.prospects(table, player) for player in table.players]
    edition.score_voyage(table)
    mine = 0.0
    best = 0.0
    total = 0.0
    others: i64 = 0
    for player in table.players:
        worth = float(player.score) + hopes[player.seat]
        if player.seat == seat:
            mine = worth
            continue
        if others == 0 or worth > best:
            best = worth
        total += worth
        others += 1
    return mine - (best + total / float(others)) / 2.0
