"""How typed events are made from the happenings that the engine wrote down in numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from libertalia.game import events as e
from libertalia.game.memory import Knowledge
from libertalia.game.names import heap_to_kinds, shown_rank, slugs
from libertalia.rules import happening as h
from libertalia.rules.asker import TAKE
from libertalia.rules.bits import ranks
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table


def typed(table: Table, raw: h.Happening, unseen: bool, knowledge: Knowledge | None) -> e.Event:
    """The typed event of a happening. `unseen`: a card moved unseen; `knowledge`: what everyone knows after the move."""
    edition = table.edition
    colours = tuple(player.colour for player in table.players) if raw.what in _WITH_EXTRAS else ()
    event = _typed(edition, unseen, colours, raw.what, raw.seat, raw.cause, raw.cause_seat, raw.a, raw.b, raw.c, raw.d)
    if knowledge is None or not isinstance(event, e.Moved):
        return event
    k = knowledge
    known = e.Known(slugs(edition, k.may_hold), slugs(edition, k.holds), slugs(edition, k.graveyard), k.unseen)
    return replace(event, known=known)


@lru_cache(1 << 16)  # tables have most happenings in common
def _typed(edition: Edition, unseen: bool, colours: tuple[int, ...], *numbers: int) -> e.Event:
    raw = h.Happening(*numbers)
    if raw.what == h.MOVED:
        event: e.Event = e.Moved(
            seat=raw.seat,
            card=edition.slugs[raw.a] or None,
            source=edition.zones[raw.b],
            target=edition.zones[raw.c],
            rank=raw.a if raw.c == h.LINEUP else None,
            place=raw.d if raw.c == h.LINEUP else None,
            unseen=unseen,
        )
    elif raw.what == h.REPUTATION:
        extras = edition.extras(raw.c, list(colours))
        event = e.ReputationMoved(seat=raw.seat, source=raw.a + 1, target=raw.b + 1, extras=extras)
    elif raw.what == h.EXTRAS_CHANGED:
        event = e.ExtrasChanged(extras=edition.extras(raw.a, list(colours)))
    else:
        event = _TYPED[raw.what](edition, raw)
    if 0 < raw.cause < TAKE:
        event = replace(event, cause=edition.slugs[raw.cause], cause_seat=raw.cause_seat)
    return event


_WITH_EXTRAS: Final = (h.REPUTATION, h.EXTRAS_CHANGED)

_TYPED: Final[dict[int, Callable[[Edition, h.Happening], e.Event]]] = {
    h.VOYAGE_BEGINS: lambda ed, r: e.VoyageBegins(voyage=r.a),
    h.LOOT_LAID_OUT: lambda ed, r: e.LootLaidOut(day=r.a, loot=heap_to_kinds(ed, r.b)),
    h.CARDS_DEALT: lambda ed, r: e.CardsDealt(cards=slugs(ed, r.a)),
    h.PURSE_FILLED: lambda ed, r: e.PurseFilled(seat=r.seat if r.seat >= 0 else None, amount=r.a, extra=r.b or None),
    h.DAY_BEGINS: lambda ed, r: e.DayBegins(day=r.a, picking=tuple(ranks(r.b))),
    h.PICKED: lambda ed, r: e.Picked(seat=r.seat, card=ed.slugs[r.a] or None),
    h.UNPICKED: lambda ed, r: e.Unpicked(seat=r.seat),
    h.HOUR_STRIKES: lambda ed, r: e.HourStrikes(hour=e.HOURS[r.a], day=r.b),
    h.ASKED: lambda ed, r: e.Asked(seat=r.seat, decision=ed.slugs[r.a]),
    h.ACTS: lambda ed, r: e.Acts(seat=r.seat),
    h.CAME_TO_NOTHING: lambda ed, r: e.CameToNothing(seat=r.seat, doubloons=r.a),
    h.GAINED: lambda ed, r: e.Gained(seat=r.seat, amount=r.a),
    h.LOST: lambda ed, r: e.Lost(seat=r.seat, amount=r.a),
    h.PAID: lambda ed, r: e.Paid(seat=r.seat, to=r.b, amount=r.a),
    h.TOOK: lambda ed, r: e.Took(seat=r.seat, token=ed.kinds[r.a // 4]),
    h.DREW: lambda ed, r: e.Drew(seat=r.seat, token=ed.kinds[r.a // 4]),
    h.RETURNED: lambda ed, r: e.Returned(seat=r.seat, loot=heap_to_kinds(ed, r.a)),
    h.LEFTOVERS_RETURNED: lambda ed, r: e.LeftoversReturned(day=r.a, loot=heap_to_kinds(ed, r.b)),
    h.HANDED_OVER: lambda ed, r: e.HandedOver(seat=r.seat, to=r.b, loot=heap_to_kinds(ed, r.a)),
    h.DECLINED: lambda ed, r: e.Declined(seat=r.seat),
    h.EARNED: lambda ed, r: e.Earned(seat=r.seat, amount=r.a),
    h.SCORED: lambda ed, r: e.Scored(seat=r.seat, score=r.a, purse=r.b, characters=r.c, loot=r.d, unpaid=r.a - r.b - r.c - r.d),
    h.CLEARED: lambda ed, r: e.Cleared(seat=r.seat, zone=ed.zones[r.a]),
    h.REMOVED: lambda ed, r: e.Removed(seat=r.seat if r.seat >= 0 else None, token=ed.kinds[r.a // 4]),
    h.SWAPPED: lambda ed, r: e.Swapped(seat=r.seat, today=ed.kinds[r.a // 4], tomorrow=ed.kinds[r.b // 4]),
    h.NEUTRAL_STANDS: lambda ed, r: e.NeutralStands(name=ed.neutral_name(), rank=shown_rank(ed, r.a), place=r.b),
    h.NEUTRAL_LEAVES: lambda ed, r: e.NeutralLeaves(name=ed.neutral_name()),
    h.TURNED_UP: lambda ed, r: e.TurnedUp(card=ed.slugs[r.a]),
    h.DECK_GATHERED: lambda ed, r: e.DeckGathered(cards=slugs(ed, r.a)),
    h.MARKED: lambda ed, r: e.Marked(seat=r.seat, card=ed.slugs[r.a]),
    h.KEPT: lambda ed, r: e.Kept(seat=r.seat, card=ed.slugs[r.a]),
    h.GAME_ENDS: lambda ed, r: e.GameEnds(winners=tuple(ranks(r.a))),
}
