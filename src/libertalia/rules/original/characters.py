"""The thirty characters of 2012, by rank. Each class does what its card says; the rulings are in docs/rules/original.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import LOOT, PASS, SALE, SEAT_CARD, Character, sold_count, sold_kind
from libertalia.rules.bits import bit, kinds, nth, number_of, pairs_of, seat_of, size, tokens, trios_of
from libertalia.rules.happening import DECLINED, GRAVEYARD
from libertalia.rules.original import ranks
from libertalia.rules.original.booty import CHEST, CURSED_RELIC, GOODS, JEWEL, SABER, SPANISH_OFFICER, TREASURE_MAP

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table


@final
class Parrot(Character):
    def day(self, table: Table, me: Player) -> None:
        table.leave(table.acting, GRAVEYARD)
        if me.hand:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.hand

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.board(me, answer)


@final
class Monkey(Character):
    def day(self, table: Table, me: Player) -> None:
        table.hand_over(me, table.left_of(me), me.loot & 15 << CURSED_RELIC)


@final
class Beggar(Character):
    def day(self, table: Table, me: Player) -> None:
        richest = table.owner(table.rightmost())
        if richest is not me:
            table.pay(richest, me, 3)


@final
class Recruiter(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.crew:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.crew

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.recall(me, answer)


@final
class CabinBoy(Character):
    def takes(self) -> bool:
        return False


@final
class Preacher(Character):
    def day(self, table: Table, me: Player) -> None:
        if tokens(me.loot) > 1:
            table.ask(me, self.number)

    def form(self) -> i64:
        return LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return kinds(me.loot)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.put_back(me, me.loot - (1 << answer))

    def rest(self, table: Table, me: Player) -> i64:
        return 5


@final
class Barkeep(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 1)


@final
class Waitress(Character):
    def night(self, table: Table, me: Player) -> None:
        if me.has(TREASURE_MAP):
            table.ask(me, self.number)

    def form(self) -> i64:
        return LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return 1 << TREASURE_MAP | bit(PASS)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        if answer == PASS:
            table.note(DECLINED, me.seat)
            return
        table.put_back(me, 1 << TREASURE_MAP)
        table.gain(me, 3)


@final
class Carpenter(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, me.doubloons // 2)

    def rest(self, table: Table, me: Player) -> i64:
        return 10


@final
class FrenchOfficer(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.doubloons < 9:
            table.gain(me, 5)


@final
class VoodooWitch(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 2 * size(me.graveyard))


@final
class FreedSlave(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, size(me.crew >> self.number + 1))


@final
class Mutineer(Character):
    def night(self, table: Table, me: Player) -> None:
        others = me.crew & ~bit(self.number)
        if others:
            table.discard(me, nth(others, 0))
            table.gain(me, 2)


@final
class Brute(Character):
    def day(self, table: Table, me: Player) -> None:
        table.leave(table.rightmost(), GRAVEYARD)


@final
class Gunner(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, 3)
        table.ask_of_any(me, self.number)

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return whose.crew

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.discard(table.players[seat_of(answer)], number_of(answer))


@final
class Topman(Character):
    def rest(self, table: Table, me: Player) -> i64:
        for other in table.players:
            if other is not me and size(other.crew) <= size(me.crew):
                return 0
        return 5


@final
class SpanishSpy(Character):
    def day(self, table: Table, me: Player) -> None:
        officers = me.has(SPANISH_OFFICER)
        table.put_back(me, officers << SPANISH_OFFICER)
        while officers > 0:
            table.draw(me)
            officers -= 1


@final
class Cook(Character):
    def dusk(self, table: Table, me: Player) -> None:
        table.ask_take(me)


@final
class Bosun(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 2 * size(me.crew & bit(self.number) - 1))


@final
class Armorer(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, me.has(SABER))


@final
class Merchant(Character):
    def day(self, table: Table, me: Player) -> None:
        if pairs_of(me.loot):
            table.ask(me, self.number)

    def form(self) -> i64:
        return SALE

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return pairs_of(me.loot) << 1 | trios_of(me.loot) << 2

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        count = sold_count(answer)
        table.put_back(me, count << sold_kind(answer))
        table.gain(me, 2 * count - 1)


@final
class Surgeon(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.graveyard:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.graveyard

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.revive(me, answer)


@final
class Treasurer(Character):
    def rest(self, table: Table, me: Player) -> i64:
        return me.has(GOODS) + me.has(JEWEL) + me.has(CHEST)


@final
class Gambler(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, tokens(me.loot))

    def rest(self, table: Table, me: Player) -> i64:
        return 8


@final
class GovernorsDaughter(Character):
    def rest(self, table: Table, me: Player) -> i64:
        return 6 if table.crews_with(self.number) == 1 else -3


@final
class Quartermaster(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, tokens(me.loot))

    def rest(self, table: Table, me: Player) -> i64:
        return -8


@final
class GrannyWata(Character):
    def night(self, table: Table, me: Player) -> None:
        if table.crews_with(self.number) == 1:
            table.gain(me, 2)
            return
        for player in table.players:
            if player.crew >> self.number & 1:
                table.discard(player, self.number)


@final
class FirstMate(Character):
    def rest(self, table: Table, me: Player) -> i64:
        return size(me.crew)


@final
class Captain(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 3)

    def rest(self, table: Table, me: Player) -> i64:
        return -3 * me.has(CURSED_RELIC)


@final
class SpanishGovernor(Character):
    def day(self, table: Table, me: Player) -> None:
        while me.crew:
            table.discard(me, nth(me.crew, 0))


CAST: Final[list[Character]] = [
    Parrot(ranks.PARROT), Monkey(ranks.MONKEY), Beggar(ranks.BEGGAR), Recruiter(ranks.RECRUITER),
    CabinBoy(ranks.CABIN_BOY), Preacher(ranks.PREACHER), Barkeep(ranks.BARKEEP), Waitress(ranks.WAITRESS),
    Carpenter(ranks.CARPENTER), FrenchOfficer(ranks.FRENCH_OFFICER), VoodooWitch(ranks.VOODOO_WITCH),
    FreedSlave(ranks.FREED_SLAVE), Mutineer(ranks.MUTINEER), Brute(ranks.BRUTE), Gunner(ranks.GUNNER),
    Topman(ranks.TOPMAN), SpanishSpy(ranks.SPANISH_SPY), Cook(ranks.COOK), Bosun(ranks.BOSUN),
    Armorer(ranks.ARMORER), Merchant(ranks.MERCHANT), Surgeon(ranks.SURGEON), Treasurer(ranks.TREASURER),
    Gambler(ranks.GAMBLER), GovernorsDaughter(ranks.GOVERNORS_DAUGHTER), Quartermaster(ranks.QUARTERMASTER),
    GrannyWata(ranks.GRANNY_WATA), FirstMate(ranks.FIRST_MATE), Captain(ranks.CAPTAIN),
    SpanishGovernor(ranks.SPANISH_GOVERNOR),
]  # fmt: skip
