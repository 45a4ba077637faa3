"""How large the game is: ``python -m benchmarks.sizes`` prints the tables of docs/research.md.

The whole game is measured in random games, the small one is counted.
"""

from __future__ import annotations

import random
from math import log10
from statistics import mean

from libertalia.envs.spiel import small_table
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.edition import Edition
from libertalia.search.actions import Actions
from libertalia.search.episode import Episode
from libertalia.search.tree import CHANCE, ENDED, SUNRISE, Node, before_the_deal

GAMES = 300
HEAD = "| edition | players | decisions | picks | others | cards in hand | other answers | draws | longest | histories |"

SMALL = ((2, 2), (3, 2), (3, 3), (4, 2), (4, 3))
"""Cards and days of small games that are counted."""
SMALL_HEAD = "| edition | cards | days | information sets | ends |"


def measured(edition: Edition, players: int, games: int = GAMES) -> str:
    """A row of the table."""
    actions, rng = Actions(edition), random.Random(1)
    picks: list[int] = []
    others: list[int] = []
    draws = longest = 0
    histories = []
    for _ in range(games):
        node, length, digits = before_the_deal(actions, edition, players), 0, 0.0
        while (turn := node.turn()) != ENDED:
            if turn == CHANCE:
                outcomes = node.draws()
                digits += log10(len(outcomes))
                draws += 1
                node.draw(rng.choices([draw for draw, _ in outcomes], [odds for _, odds in outcomes])[0])
                continue
            seats = [seat for seat in range(players) if node.episode.asks(seat)]
            legal = [node.legal(seat) for seat in seats]
            (picks if turn == SUNRISE else others).extend(len(each) for each in legal)
            digits += sum(log10(len(each)) for each in legal)
            length += len(seats)
            node.play([(seat, rng.choice(each)) for seat, each in zip(seats, legal, strict=True)])
        longest = max(longest, length)
        histories.append(digits)
    decisions = (len(picks) + len(others)) / games
    return (
        f"| {edition.name()} | {players} | {decisions:.0f} | {len(picks) / games:.0f} | {len(others) / games:.0f} "
        f"| {mean(picks):.1f} | {mean(others):.1f} | {draws / games:.0f} | {longest} | 10^{mean(histories):.0f} |"
    )


def counted(edition: Edition, cards: int, days: int) -> str:
    """A row of the table of small games: all information sets and all ends of the game for two, whose seats pick one by one."""
    table = small_table(edition, 2, cards, days, 1)
    known: set[str] = set()
    ends = 0
    waiting: list[tuple[Node, list[int]]] = [(Node(Actions(edition), edition, 2, Episode(table)), [])]  # and the picks so far
    while waiting:
        node, picks = waiting.pop()
        turn = node.turn()
        if turn == ENDED:
            ends += 1
            continue
        if turn == CHANCE:
            for draw, _ in node.draws():
                twin = node.clone()
                twin.draw(draw)
                waiting.append((twin, []))
            continue
        seat = len(picks) if turn == SUNRISE else turn
        known.add(node.information(seat))
        for action in node.legal(seat):
            if turn == SUNRISE and seat == 0:
                waiting.append((node, [action]))
                continue
            twin = node.clone()
            if turn == SUNRISE:
                twin.play_all([*picks, action])
            else:
                twin.play([(seat, action)])
            waiting.append((twin, []))
    return f"| {edition.name()} | {cards} | {days} | {len(known):,} | {ends:,} |"


def main() -> None:
    print(SMALL_HEAD)
    print("|---" * SMALL_HEAD.count(" | ") + "|---|")
    for name in edition_names():
        for cards, days in SMALL:
            print(counted(edition_of(name, {}), cards, days), flush=True)
    print()
    print(HEAD)
    print("|---" * HEAD.count(" | ") + "|---|")
    for name in edition_names():
        for players in range(2, 7):
            print(measured(edition_of(name, {}), players), flush=True)


if __name__ == "__main__":
    main()
