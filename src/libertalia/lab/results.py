"""What came of a contest: the games one by one, and how well each bot did."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from libertalia.lab.contest import Contest, Lineup
from libertalia.lab.estimates import Estimate, clustered
from libertalia.lab.playing import Share
from libertalia.lab.ratings import Rating, ratings

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True)
class GameRow:
    """One game. Lists are by seat."""

    game: int
    deal: int
    lineup: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won. The Automa of a game alone has seat 1, and no score here."""

    def wins(self, seat: int) -> float:
        """The share of the win that a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def lead(self, seat: int) -> float:
        """By how much a seat is ahead of the mean of the others; alone, its score."""
        mine, count = self.scores[seat], len(self.scores)
        return mine - (sum(self.scores) - mine) / (count - 1) if count > 1 else float(mine)


@dataclass(frozen=True)
class Standing:
    """How well a bot did, in all its games or in one line-up. Intervals take into account that games share deals."""

    bot: str
    games: int
    """How many games, counted once for every seat that the bot had in them."""
    wins: Estimate
    """The share of the games that it won; a win shared by k seats counts 1/k for each of them."""
    score: Estimate
    lead: Estimate
    """By how much it was ahead of the mean of the others."""
    spread: float
    """The standard deviation of its scores."""
    ms: float | None
    """Milliseconds of processor time for each pick, other answers included."""

    def row(self) -> dict[str, Any]:
        """The same as plain data."""
        figures: dict[str, Any] = {"bot": self.bot, "games": self.games}
        for name, value in (("win_rate", self.wins), ("mean_score", self.score), ("lead", self.lead)):
            figures[name] = round(value.mean, 4)
            figures[f"{name}_error"] = round(value.error, 4) if value.error < float("inf") else None
        return {**figures, "spread": round(self.spread, 4)}


class Results:
    """The results of a contest. The same contest has the same results, wherever and in however many parts it was played."""

    def __init__(self, contest: Contest, shares: Iterable[Share], seconds: float) -> None:
        self.contest = contest
        self.seconds = seconds
        """How long it took, in this run."""
        self._shares = sorted(shares, key=lambda share: share.first)

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(share.games for share in self._shares)

    def games(self) -> Iterator[GameRow]:
        """The games, in the order of their numbers."""
        for share in self._shares:
            for number, scores, winners in share:
                deal, lineup, seating = self.contest.table(number)
                seats = tuple(seat for seat in range(winners.bit_length()) if winners >> seat & 1)
                yield GameRow(number, deal, lineup, seating, tuple(scores), seats)

    @cached_property
    def standings(self) -> list[Standing]:
        """How each bot did over all line-ups, in the order in which they were named first."""
        bots = dict.fromkeys(bot for lineup in self.contest.lineups for bot in lineup)
        return [self._standing(bot, self._tallies[bot, None]) for bot in bots]

    def standing(self, bot: str, lineup: Lineup | None = None) -> Standing:
        """How a bot did, in all its games or in those of one line-up."""
        number = None if lineup is None else self.contest.lineups.index(lineup)
        return self._standing(bot, self._tallies[bot, number])

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """An openskill rating for each bot. It needs `libertalia[lab]`."""
        return ratings((row.bots, row.scores, row.winners) for row in self.games())

    @cached_property
    def ms(self) -> dict[str, float]:
        """Milliseconds of processor time for each pick, by bot."""
        spent: dict[str, list[float]] = {}
        for share in self._shares:
            for bot, (seconds, picks) in share.thought.items():
                total = spent.setdefault(bot, [0.0, 0.0])
                total[0] += 1000 * seconds
                total[1] += picks
        return {bot: ms / picks for bot, (ms, picks) in spent.items() if picks}

    @cached_property
    def _tallies(self) -> dict[tuple[str, int | None], dict[int, list[float]]]:
        """By bot and line-up (None: all of them) and deal: number, wins, scores, leads, squares of scores."""
        tallies: dict[tuple[str, int | None], dict[int, list[float]]] = {}
        for row in self.games():
            for seat, bot in enumerate(row.bots):
                wins, score, lead = row.wins(seat), row.scores[seat], row.lead(seat)
                for lineup in (row.lineup, None):
                    tally = tallies.setdefault((bot, lineup), {}).setdefault(row.deal, [0.0] * 5)
                    tally[0] += 1
                    tally[1] += wins
                    tally[2] += score
                    tally[3] += lead
                    tally[4] += score * score
        return tallies

    def _standing(self, bot: str, tally: dict[int, list[float]]) -> Standing:
        deals = list(tally.values())
        wins, score, lead = (clustered((deal[index], deal[0]) for deal in deals) for index in (1, 2, 3))
        games = sum(deal[0] for deal in deals)
        spread = sqrt(max(0.0, sum(deal[4] for deal in deals) / games - score.mean**2))
        return Standing(bot, int(games), wins, score, lead, spread, self.ms.get(bot))

    # ---- as data --------------------------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """The games as plain data."""
        return [
            {
                "game": row.game,
                "deal": row.deal,
                "lineup": row.lineup,
                "bots": list(row.bots),
                "scores": list(row.scores),
                "winners": list(row.winners),
            }
            for row in self.games()
        ]

    def frame(self) -> polars.DataFrame:
        """The games as a data frame, one row for each game and seat. It needs `libertalia[lab]`."""
        from libertalia.lab.frames import frame

        return frame(
            {
                "game": row.game,
                "deal": row.deal,
                "lineup": row.lineup,
                "seat": seat,
                "bot": bot,
                "score": row.scores[seat],
                "wins": row.wins(seat),
                "lead": row.lead(seat),
            }
            for row in self.games()
            for seat, bot in enumerate(row.bots)
        )

    def save(self, folder: Path) -> None:
        """Write `games.json`, `standings.json` and, where `libertalia[lab]` is installed, `games.parquet` into a folder."""
        rows = self.rows()
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        (folder / "games.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        standings = [standing.row() for standing in self.standings]
        (folder / "standings.json").write_text(json.dumps(standings, indent=1) + "\n", encoding="utf-8")
        try:
            from libertalia.lab.frames import frame
        except ImportError:
            return
        frame(rows).write_parquet(folder / "games.parquet")
