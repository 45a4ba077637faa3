"""Libertalia, 2012: influence, booty, and the day of rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import FIRST_TOKEN, TAKE
from libertalia.rules.bits import bit, tokens, top
from libertalia.rules.edition import Edition, token_number
from libertalia.rules.happening import (
    CARDS_DEALT,
    CLEARED,
    CREW,
    GRAVEYARD,
    LEFTOVERS_RETURNED,
    LOOT_LAID_OUT,
    PURSE_FILLED,
    SCORED,
)
from libertalia.rules.lineup import rightmost
from libertalia.rules.option import Option
from libertalia.rules.original import ranks, sense
from libertalia.rules.original.booty import (
    CHEST,
    CURSED_RELIC,
    GOODS,
    JEWEL,
    SABER,
    SPANISH_OFFICER,
    TOKENS,
    TREASURE_MAP,
    Saber,
    value,
)
from libertalia.rules.original.card_worth import CARD_WORTH
from libertalia.rules.original.characters import CAST
from libertalia.rules.original.influence import FAIR, PRINTED
from libertalia.rules.phases import DAY, DUSK, NIGHT
from libertalia.rules.player import COLOURS
from libertalia.rules.questions import answered

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

INFLUENCE: Final = {"printed": PRINTED, "fair": FAIR}
SHARED: Final = "shared"
LAST_CAMPAIGN: Final = "last_campaign"


@final
class Original(Edition):
    """The first edition. Its dens, campaigns and cemeteries have the common names here: crews, voyages, graveyards."""

    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("influence", ("printed", "fair")),
        Option("tie_break", (SHARED, LAST_CAMPAIGN)),
    )
    MARKED_BY: ClassVar[str] = "influence"

    def __init__(self, influence: str = "printed", tie_break: str = SHARED) -> None:
        super().__init__(CAST, TOKENS, [Saber(token_number(SABER))], [6, 6, 6])
        self.opinions = sense.OPINIONS
        self.card_worth = CARD_WORTH
        self.nightly = [sense.NIGHTLY.get(rank, 0.0) for rank in range(len(self.cast))]
        self.in_hand = [sense.IN_HAND.get(rank, 1.0) for rank in range(len(self.cast))]
        self.influence: str = influence
        self.tie_break: str = tie_break
        self.marks: bytes = bytes(6) + bytes(
            [mark for row in INFLUENCE[influence] for mark in row]
        )  # rank r, colour c at 6 * r + c

    def name(self) -> str:
        return "original"

    def options(self) -> dict[str, object]:
        chosen: dict[str, object] = {"influence": self.influence}
        if self.tie_break != SHARED:
            chosen["tie_break"] = self.tie_break
        return chosen

    def seats(self) -> tuple[int, int]:
        return 2, 6

    def card_marks(self) -> dict[str, dict[str, dict[str, int]]]:
        return {
            slug: {value: dict(zip(COLOURS, rows[rank - 1])) for value, rows in INFLUENCE.items()}
            for slug, rank in self.rank_of.items()
        }

    def begin_voyage(self, table: Table) -> None:
        """Cemeteries are emptied, booty is laid out, everyone gets the same cards and 10 doubloons."""
        for player in table.players:
            if player.graveyard:
                table.note(CLEARED, player.seat, GRAVEYARD)
                player.graveyard = 0
        days: list[i64] = []
        day: i64 = 1
        more: i64 = 6 * len(table.players)
        for _ in range(6):
            heap: i64 = 0
            for _player in table.players:
                more -= 1
                heap += 1 << table.draw_token(more)
            days.append(heap)
            table.note(LOOT_LAID_OUT, -1, day, heap)
            day += 1
        table.days = days
        dealt = table.draw_cards(9 if table.voyage == 1 else 6)
        table.note(CARDS_DEALT, -1, dealt)
        table.note(PURSE_FILLED, -1, 10)
        for player in table.players:
            player.hand |= dealt
            player.doubloons = 10

    def mark(self, me: Player, rank: i64) -> i64:
        """The influence of a player's card."""
        return self.marks[6 * rank + me.colour]

    def yields(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        return self.mark(table.owner(code), rank) < self.mark(table.owner(other), rank)

    def took(self, table: Table, me: Player, kind: i64) -> None:
        if kind == SPANISH_OFFICER:
            table.acts(me, token_number(kind))
            table.doomed_by = token_number(kind)
        elif kind == SABER:
            for other in table.players:
                if other.crew and table.beside(me, other):
                    table.acts(me, token_number(kind))
                    table.ask(me, token_number(kind))
                    return

    def night(self, table: Table) -> None:
        """One pass over the characters of all dens, the highest first. The progress is the `turn` of the last one."""
        awake: i64 = 0
        for player in table.players:
            awake |= player.crew
        awake &= self.by_night & bit((table.progress >> 6) + 1) - 1
        while awake:
            rank = top(awake)
            latest: i64 = 0
            ahead: i64 = 0  # how many of this rank have their turn ahead
            for player in table.players:
                if player.crew >> rank & 1:
                    turn = self.turn(player, rank)
                    if turn < table.progress:
                        ahead += 1
                        latest = max(latest, turn)
            if ahead < 2:
                awake -= bit(rank)
            if ahead:
                table.progress = latest
                me = table.players[latest & 7]
                table.acts(me, rank)
                self.cast[rank].night(table, me)
                table.tell_if_nothing_came(me)
                if table.questions:
                    return

    def turn(self, me: Player, rank: i64) -> i64:
        """When a character at home has its turn at night: rank, then influence, then seat, the highest first."""
        return rank << 6 | self.mark(me, rank) << 3 | me.seat

    def plausible(self, table: Table) -> bool:
        number = table.asking()
        me = table.players[table.asked()]
        if answered(table.questions):
            return False
        if table.phase == DAY:
            acted = table.acted()
            if number == ranks.PARROT:  # it has left; none but Parrots come before it, and they have left too
                return me.standing == 0 and me.graveyard >> ranks.PARROT & 1 == 1 and acted == 0
            if number == ranks.PREACHER and tokens(me.loot) < 2:
                return False
            return me.standing == number and table.acting == rightmost(acted) == table.code_of(me, number)
        if table.phase == DUSK:
            if table.acting == 0 or table.acting != table.rightmost() or table.owner(table.acting) is not me:
                return False
            if table.doomed_by and (table.doomed_by != token_number(SPANISH_OFFICER) or not me.has(SPANISH_OFFICER)):
                return False
            if self.lootless >> me.standing & 1 or (table.dusk_ahead and me.standing != ranks.COOK):
                return False
            return number == TAKE or (number == token_number(SABER) and me.has(SABER) > 0)
        if table.phase != NIGHT or table.lineup or table.acting or number >= FIRST_TOKEN:
            return False
        return me.crew >> number & 1 == 1 and table.progress == self.turn(me, number)

    def score_voyage(self, table: Table) -> None:
        """The day of rest. Gains and losses are netted; neither the doubloons nor the whole falls below 0."""
        for player in table.players:
            player.earned = self.income(table, player)
        table.cause = 0
        for player in table.players:
            booty = value(player)
            score = max(0, max(0, player.doubloons + player.earned) + booty)
            player.score += score
            player.voyage_scores |= score << 16 * (table.voyage - 1)
            table.note(SCORED, player.seat, score, player.doubloons, player.earned, booty)
            if player.crew:
                table.note(CLEARED, player.seat, CREW)
                player.crew = 0
            player.doubloons = 0
            player.earned = 0
            table.put_back(player, player.loot)
        if table.happenings is not None:
            for day in range(1, 7):
                if table.loot_on(day):
                    table.note(LEFTOVERS_RETURNED, -1, day, table.loot_on(day))
        table.bag = self.full_bag
        table.days = [0] * 6
        table.today = 0

    def appetite(self) -> list[int]:
        return [CHEST, TREASURE_MAP, JEWEL, SABER, GOODS, SPANISH_OFFICER, CURSED_RELIC]

    def promise(self, table: Table, me: Player, whose: Player, answer: i64) -> float:
        return sense.promise(table, me, whose, answer)

    def prospects(self, table: Table, me: Player) -> float:
        """The income of the nights to come, and a set of maps that is not complete."""
        nights = float(len(table.days) - table.day + 1)
        income = self.nightly_income(me)
        part_of_a_set = (0.0, 2.0, 5.5)[me.has(TREASURE_MAP) % 3] if nights else 0.0
        return nights * income + part_of_a_set

    def winners(self, table: Table) -> list[int]:
        """The highest score wins. A tie is shared, or decided by the last campaign, as the option says."""
        rivals = table.players
        best = max([player.score for player in rivals])
        rivals = [player for player in rivals if player.score == best]
        if self.tie_break == LAST_CAMPAIGN:
            best = max([player.voyage_scores >> 32 for player in rivals])
            rivals = [player for player in rivals if player.voyage_scores >> 32 == best]
        return [player.seat for player in rivals]
