"""A player's side of the table."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from libertalia.rules.bits import count_of
from libertalia.rules.lineup import SECOND

COLOURS: Final = ("yellow", "red", "blue", "green", "black", "white")


@final
@mypyc_attr(acyclic=True)
class Player:
    """What lies before one seat. Cards are bit sets, tokens a heap (see `bits`)."""

    __slots__ = (
        "colour", "crew", "doubloons", "earned", "graveyard", "hand", "loot", "pick", "score", "seat", "second", "standing",
        "voyage_scores",
    )  # fmt: skip

    def __init__(
        self,
        seat: i64,
        colour: i64,
        *,
        hand: i64 = 0,
        pick: i64 = 0,
        standing: i64 = 0,
        second: i64 = 0,
        crew: i64 = 0,
        graveyard: i64 = 0,
        doubloons: i64 = 0,
        loot: i64 = 0,
        score: i64 = 0,
        voyage_scores: i64 = 0,
        earned: i64 = 0,
    ) -> None:
        self.seat: i64 = seat
        self.colour: i64 = colour
        self.hand: i64 = hand
        self.pick: i64 = pick  # the rank picked face down, still in the hand; 0 for none
        self.standing: i64 = standing  # the rank of the character in the lineup; 0 for none
        self.second: i64 = second  # the rank of a second one, where an edition allows it
        self.crew: i64 = crew
        self.graveyard: i64 = graveyard
        self.doubloons: i64 = doubloons
        self.loot: i64 = loot
        self.score: i64 = score
        self.voyage_scores: i64 = voyage_scores  # one score of 16 bits for each finished voyage, the first lowest
        self.earned: i64 = earned  # while a voyage is being scored: what the characters earned; a loss is negative

    def clone(self) -> Player:
        return Player(
            self.seat,
            self.colour,
            hand=self.hand,
            pick=self.pick,
            standing=self.standing,
            second=self.second,
            crew=self.crew,
            graveyard=self.graveyard,
            doubloons=self.doubloons,
            loot=self.loot,
            score=self.score,
            voyage_scores=self.voyage_scores,
            earned=self.earned,
        )

    def copy_to(self, twin: Player) -> None:
        """Make the same player at another table equal to this one."""
        twin.hand = self.hand
        twin.pick = self.pick
        twin.standing = self.standing
        twin.second = self.second
        twin.crew = self.crew
        twin.graveyard = self.graveyard
        twin.doubloons = self.doubloons
        twin.loot = self.loot
        twin.score = self.score
        twin.voyage_scores = self.voyage_scores
        twin.earned = self.earned

    def rank_of(self, code: i64) -> i64:
        """The rank of the player's character that has this code in the lineup."""
        return self.second if code & SECOND else self.standing

    def has(self, kind: i64) -> i64:
        """How many tokens of a kind the player owns."""
        return count_of(self.loot, kind)
