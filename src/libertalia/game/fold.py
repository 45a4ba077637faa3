"""A spectator's view, followed event by event: it knows no edition, no character and no rule.

`order` is the one thing that it is told of an edition: the characters as they are listed. The page has the same in TypeScript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Data = dict[str, Any]


def blank(edition: str, options: Data, colours: Sequence[str], deck: Sequence[str], bag: dict[str, int]) -> Data:
    """A table before anything has happened."""
    seats = [
        {"seat": seat, "colour": colour, "doubloons": 0, "score": 0, "voyage_scores": [], "loot": {}, "crew": [], "graveyard": [],
         "unseen": 0, "hand_size": 0, "may_hold": [], "holds": [], "picked": False}
        for seat, colour in enumerate(colours)
    ]  # fmt: skip
    return {
        "edition": edition, "options": options, "voyage": 0, "day": 0, "hour": None, "loot": [], "seats": seats, "lineup": [],
        "bag": dict(bag), "deck": list(deck), "waiting": [], "winners": [], "extras": {},
    }  # fmt: skip


class Fold:
    """Changes a view in place, event by event."""

    def __init__(self, view: Data, order: Sequence[str]) -> None:
        self.view = view
        self._place = {card: place for place, card in enumerate(order)}

    def apply(self, event: Data) -> None:
        handle: Callable[[Data], None] | None = getattr(self, f"_{event['event'].replace('-', '_')}", None)
        if handle is not None:
            handle(event)
        if "extras" in event:
            self.view["extras"] = {**self.view["extras"], **event["extras"]}

    def _voyage_begins(self, e: Data) -> None:
        self.view |= {"voyage": e["voyage"], "loot": []}

    def _loot_laid_out(self, e: Data) -> None:
        self.view["loot"].append(e["loot"])
        self._bag(e["loot"], -1)

    def _cards_dealt(self, e: Data) -> None:
        self.view["deck"] = [card for card in self.view["deck"] if card not in e["cards"]]
        for seat in self.view["seats"]:
            seat["hand_size"] += len(e["cards"])
            seat["may_hold"] = self._sorted({*seat["may_hold"], *e["cards"]})
            seat["holds"] = self._sorted({*seat["holds"], *e["cards"]})

    def _deck_gathered(self, e: Data) -> None:
        self.view["deck"] = e["cards"]

    def _turned_up(self, e: Data) -> None:
        self.view["deck"] = [card for card in self.view["deck"] if card != e["card"]]

    def _purse_filled(self, e: Data) -> None:
        for seat in self.view["seats"]:
            if e.get("seat") in (None, seat["seat"]):
                seat["doubloons"] = e["amount"]

    def _day_begins(self, e: Data) -> None:
        self.view |= {"day": e["day"], "hour": "sunrise", "waiting": [[seat, "pick"] for seat in e["picking"]]}

    def _hour_strikes(self, e: Data) -> None:
        self.view |= {"hour": e["hour"], "day": e["day"], "waiting": []}
        for seat in self.view["seats"]:
            seat["picked"] = False

    def _asked(self, e: Data) -> None:
        self.view["waiting"] = [[e["seat"], e["decision"]]]

    def _picked(self, e: Data) -> None:
        self._seat(e)["picked"] = True
        self.view["waiting"].remove([e["seat"], "pick"])

    def _unpicked(self, e: Data) -> None:
        self._seat(e)["picked"] = False
        self.view["waiting"] = sorted([*self.view["waiting"], [e["seat"], "pick"]])

    def _moved(self, e: Data) -> None:
        seat, card = self._seat(e), e.get("card")
        if e["source"] == "lineup":
            self.view["lineup"] = [there for there in self.view["lineup"] if there[:2] != [e["seat"], card]]
        elif e["source"] == "hand":
            seat["hand_size"] -= 1
            seat["may_hold"] = [other for other in seat["may_hold"] if other != card]
            seat["holds"] = [other for other in seat["holds"] if other != card]
        else:
            seat[e["source"]] = [other for other in seat[e["source"]] if other != card]
        if e["target"] == "lineup":
            self.view["lineup"].insert(e["place"], [e["seat"], card, e["rank"]])
        elif e["target"] == "hand":
            seat["hand_size"] += 1
            if card is not None:
                seat["may_hold"] = self._sorted({*seat["may_hold"], card})
                seat["holds"] = self._sorted({*seat["holds"], card})
        elif card is not None:
            seat[e["target"]] = self._sorted({*seat[e["target"]], card})
        seat.update(e.get("known", {}))

    def _neutral_stands(self, e: Data) -> None:
        self.view["lineup"].insert(e["place"], [None, e["name"], e["rank"]])

    def _neutral_leaves(self, e: Data) -> None:
        self.view["lineup"] = [there for there in self.view["lineup"] if there[0] is not None]

    def _gained(self, e: Data) -> None:
        self._seat(e)["doubloons"] += e["amount"]

    def _lost(self, e: Data) -> None:
        self._seat(e)["doubloons"] -= e["amount"]

    def _paid(self, e: Data) -> None:
        self._seat(e)["doubloons"] -= e["amount"]
        self.view["seats"][e["to"]]["doubloons"] += e["amount"]

    def _took(self, e: Data) -> None:
        self._today(e["token"])
        self._loot(e["seat"], [e["token"]])

    def _drew(self, e: Data) -> None:
        self._bag([e["token"]], -1)
        self._loot(e["seat"], [e["token"]])

    def _returned(self, e: Data) -> None:
        self._loot(e["seat"], e["loot"], -1)
        self._bag(e["loot"])

    def _leftovers_returned(self, e: Data) -> None:
        self.view["loot"][e["day"] - 1] = []
        self._bag(e["loot"])

    def _handed_over(self, e: Data) -> None:
        self._loot(e["seat"], e["loot"], -1)
        self._loot(e["to"], e["loot"])

    def _removed(self, e: Data) -> None:
        self._today(e["token"])
        self._bag([e["token"]])

    def _swapped(self, e: Data) -> None:
        self._today(e["today"], e["tomorrow"])
        self._today(e["tomorrow"], e["today"], later=1)

    def _scored(self, e: Data) -> None:
        assert e["score"] == e["purse"] + e["characters"] + e["loot"] + e["unpaid"]
        seat = self._seat(e)
        assert e["purse"] == seat["doubloons"]
        seat["doubloons"] = 0
        seat["score"] += e["score"]
        seat["voyage_scores"] = [*seat["voyage_scores"], e["score"]]

    def _cleared(self, e: Data) -> None:
        self._seat(e).update({e["zone"]: []} if e["zone"] == "crew" else {e["zone"]: [], "unseen": 0})

    def _game_ends(self, e: Data) -> None:
        self.view |= {"hour": None, "winners": e["winners"], "waiting": []}

    def _seat(self, e: Data) -> Data:
        seat: Data = self.view["seats"][e["seat"]]
        return seat

    def _sorted(self, cards: set[str]) -> list[str]:
        return sorted(cards, key=self._place.__getitem__)

    def _bag(self, tokens: list[str], sign: int = 1) -> None:
        self.view["bag"] = _counted(self.view["bag"], tokens, sign)

    def _loot(self, number: int, tokens: list[str], sign: int = 1) -> None:
        seat = self.view["seats"][number]
        seat["loot"] = _counted(seat["loot"], tokens, sign)

    def _today(self, gone: str, come: str | None = None, later: int = 0) -> None:
        day = self.view["day"] - 1 + later
        tokens = list(self.view["loot"][day])
        tokens.remove(gone)
        self.view["loot"][day] = sorted([*tokens, *([come] if come else [])])


def _counted(counts: dict[str, int], tokens: list[str], sign: int) -> dict[str, int]:
    total = Counter(counts)
    for token in tokens:
        total[token] += sign
    return {kind: count for kind, count in total.items() if count}
