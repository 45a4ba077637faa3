"""An edition that nobody has written yet: a few characters, a registry line, and whole games of it can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from libertalia import COMPILED, Game, InvalidSetup, Record
from libertalia.game import setup
from libertalia.rules.asker import Character
from libertalia.rules.bits import ranks, tokens
from libertalia.rules.edition import Edition
from libertalia.rules.editions import EDITIONS, OPTIONS
from libertalia.rules.happening import CARDS_DEALT, EARNED, LOOT_LAID_OUT, PURSE_FILLED, SCORED
from libertalia.rules.player import Player
from libertalia.rules.table import Table

pytestmark = pytest.mark.skipif(COMPILED, reason="compiled classes cannot be subclassed by a test; the interpreted engine can")

PEARL, SAND = 0, 4


class Diver(Character):
    """By day: 1 doubloon."""

    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 1)


class Crab(Character):
    """By day: send home to the graveyard one of your own crew, and gain 2 doubloons."""

    def day(self, table: Table, me: Player) -> None:
        if me.crew:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> int:
        return me.crew

    def choose(self, table: Table, me: Player, answer: int) -> None:
        table.discard(me, answer)
        table.gain(me, 2)


class LighthouseKeeper(Character):
    """At night: 1 doubloon."""

    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 1)


class Whale(Character):
    """At rest: 3 doubloons."""

    def rest(self, table: Table, me: Player) -> int:
        return 3


class Lagoon(Edition):
    """Four characters, two kinds of tokens, one voyage of two days."""

    def __init__(self, weather: str = "fine") -> None:
        cast = [Diver(1), Crab(2), LighthouseKeeper(3), Whale(4)]
        super().__init__(cast, {"pearl": 6, "sand": 6}, [], [2])
        self.weather = weather

    def name(self) -> str:
        return "lagoon"

    def options(self) -> dict[str, object]:
        return {"weather": self.weather}

    def seats(self) -> tuple[int, int]:
        return 2, 3

    def begin_voyage(self, table: Table) -> None:
        table.days = []
        for day in (1, 2):
            table.days.append(sum(1 << table.draw_token() for _ in table.players))
            table.note(LOOT_LAID_OUT, -1, day, table.days[-1])
        dealt = table.draw_cards(3)
        table.note(CARDS_DEALT, -1, dealt)
        table.note(PURSE_FILLED, -1, 5)
        for player in table.players:
            player.hand = dealt
            player.doubloons = 5

    def yields(self, table: Table, code: int, other: int, rank: int) -> bool:
        return table.owner(code).seat > table.owner(other).seat

    def took(self, table: Table, me: Player, kind: int) -> None:
        if kind == SAND and self.weather == "foul":
            table.lose(me, 1)

    def night(self, table: Table) -> None:
        for player in table.players:
            for rank in ranks(player.crew & self.by_night):
                table.acts(player, rank)
                self.cast[rank].night(table, player)

    def plausible(self, table: Table) -> bool:
        return True

    def score_voyage(self, table: Table) -> None:
        for player in table.players:
            income = 2 * player.has(PEARL)
            for rank in ranks(player.crew & self.at_rest):
                table.why, table.by = rank, player.seat
                income += self.cast[rank].rest(table, player)
                table.note(EARNED, player.seat, 3)
            table.why = 0
            score = player.doubloons + income
            table.note(SCORED, player.seat, score, player.doubloons, income)
            player.score = player.voyage_scores = score
            table.bag += player.loot
            player.loot = player.doubloons = 0
            player.graveyard |= player.crew
            player.crew = 0
        table.days = [0, 0]
        table.today = 0

    def winners(self, table: Table) -> list[int]:
        best = max(player.score for player in table.players)
        return [player.seat for player in table.players if player.score == best]


@pytest.fixture(autouse=True)
def lagoon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The one place that an edition is entered in is the registry."""
    monkeypatch.setitem(EDITIONS, "lagoon", Lagoon)
    monkeypatch.setitem(OPTIONS, "lagoon", {"weather": ("fine", "foul")})
    yield
    setup._edition.cache_clear()


@pytest.mark.parametrize("weather", ["fine", "foul"])
@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_of_a_new_edition(players: int, weather: str) -> None:
    asked = set()
    for seed in range(40):
        rng = random.Random(seed)
        game = Game.new("lagoon", players=players, seed=seed, weather=weather)
        while not game.over:
            position = json.loads(json.dumps(game.position()))
            again = Game.at(position)
            assert again.position() == position
            assert again.decisions == game.decisions
            viewer = rng.randrange(players)
            assert game.view(viewer).imagine(rng).view(viewer) == game.view(viewer)
            heaps = [game.table.loot_on(day) for day in (1, 2)]
            assert tokens(game.table.bag + sum(heaps) + sum(player.loot for player in game.table.players)) == 12
            decision = rng.choice(game.decisions)
            asked.add(decision.kind)
            for option in decision.options:
                game.clone().play(decision.seat, option)
            game.play(decision.seat, rng.choice(decision.options))
        assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == max(game.scores))
        assert game.events[-1].kind == "game-ends"
        replayed = Record.loads(game.record().dumps()).replay()
        assert replayed.position() == game.position()
        assert replayed.events == game.events
    assert asked == {"pick", "take", "crab"}


def test_its_characters_do_what_they_say() -> None:
    seats = [
        {"colour": "red", "doubloons": 5, "hand": ["diver", "whale"]},
        {"colour": "blue", "doubloons": 5, "hand": ["crab"], "crew": ["lighthouse-keeper"]},
    ]
    game = Game.at({"edition": "lagoon", "voyage": 1, "day": 2, "loot": [[], ["pearl", "sand"]], "seats": seats})
    game.play(0, "diver")
    game.play(1, "crab")
    game.play(1, "lighthouse-keeper")
    assert [decision.seat for decision in game.decisions] == [1], "the higher character takes first"
    game.play(1, "pearl")
    game.play(0, "sand")
    assert game.over
    assert game.scores == (6, 9)
    assert game.winners == (1,)


def test_what_it_does_not_know_it_refuses() -> None:
    for wrong in ({"players": 4}, {"weather": "odd"}, {"board": "calm"}):
        with pytest.raises(InvalidSetup):
            Game.new("lagoon", **{"players": 2, **wrong})  # type: ignore[arg-type]
