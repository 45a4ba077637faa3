"""The characters of 2022 from rank 1 to 20. Each class does what its card says; the rulings are in docs/rules/galecrest.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import LOOT, SEAT_CARD, Character
from libertalia.rules.bits import bit, count_of, kinds, nth, number_of, seat_of, size, tokens
from libertalia.rules.galecrest import midshipman
from libertalia.rules.galecrest import ranks as numbers
from libertalia.rules.galecrest.loot import BARREL, HOOK, MAP, RELIC, SABER, just_took, maps_worth
from libertalia.rules.galecrest.night import DOUBLED, night_cards
from libertalia.rules.galecrest.reputation import fall, move_to, rise
from libertalia.rules.happening import CREW, GRAVEYARD
from libertalia.rules.lineup import NEUTRAL

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table


@final
class Scout(Character):
    def day(self, table: Table, me: Player) -> None:
        midshipman.forget(table, table.code_of(me, self.number))
        table.send_off(me, self.number)
        if me.hand:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.hand

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.board(me, answer)
        midshipman.see(table, table.code_of(me, answer))


@final
class Apprentice(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.crew & table.edition.by_day:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.crew & table.edition.by_day

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.acts(me, answer)
        table.edition.cast[answer].day(table, me)
        table.tell_if_nothing_came(me)


@final
class Beggar(Character):
    def day(self, table: Table, me: Player) -> None:
        code = table.rightmost()
        if code != NEUTRAL and code:
            richest = table.owner(code)
            if richest is not me:
                table.pay(richest, me, 2)
            rise(table, richest, 1)


@final
class Innkeeper(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.crew:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.crew

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.recall(me, answer)


@final
class CabinBoy(Character):
    def day(self, table: Table, me: Player) -> None:
        if table.leftmost() == table.code_of(me, self.number):
            table.gain(me, 3)

    def takes(self) -> bool:
        return False


@final
class Bandit(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, move_to(table, me, 0))


@final
class Preacher(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.loot:
            table.ask(me, self.number)

    def form(self) -> i64:
        return LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return kinds(me.loot)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        others = me.loot - (1 << answer)
        table.put_back(me, others)
        rise(table, me, tokens(others))

    def rest(self, table: Table, me: Player) -> i64:
        return 6


@final
class Barkeep(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 1)

    def rest(self, table: Table, me: Player) -> i64:
        return me.has(BARREL)


@final
class Stowaway(Character):
    def day(self, table: Table, me: Player) -> None:
        if table.bag:
            table.edition.took(table, me, table.draw(me))
        table.after(me, self.number)

    def lapse(self, table: Table, me: Player) -> None:
        table.send_off(me, self.number)


@final
class Explorer(Character):
    def dusk(self, table: Table, me: Player) -> None:
        if just_took(table) == MAP:
            rise(table, me, 2)

    def rest(self, table: Table, me: Player) -> i64:
        maps = me.has(MAP)
        stormy = table.edition.sides >> MAP & 1 == 1
        return maps_worth(maps + 1, stormy) - maps_worth(maps, stormy) if maps else 0


@final
class Carpenter(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, me.doubloons // 2)

    def rest(self, table: Table, me: Player) -> i64:
        return 10


@final
class Officer(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.doubloons >= 12:
            rise(table, me, 2)
        else:
            table.gain(me, 12 - me.doubloons)


@final
class Smuggler(Character):
    def day(self, table: Table, me: Player) -> None:
        table.ask_take(me)
        table.after(me, self.number)

    def lapse(self, table: Table, me: Player) -> None:
        code = table.code_of(me, self.number)
        if code:
            table.leave(code, CREW)


@final
class Bodyguard(Character):
    def day(self, table: Table, me: Player) -> None:
        for kind in (SABER, HOOK):
            while count_of(table.today, kind):
                table.remove(me.seat, kind)
                table.gain(me, 2)


@final
class Witch(Character):
    def night(self, table: Table, me: Player) -> None:
        if self.options(table, me, me):
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return night_cards(table, me) & ~bit(self.number)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        if answer == numbers.FREED_PRISONER:
            table.edition_scratch |= DOUBLED
        else:
            table.acts(me, answer)
            table.edition.cast[answer].night(table, me)
            table.tell_if_nothing_came(me)


@final
class Mutineer(Character):
    def night(self, table: Table, me: Player) -> None:
        if me.crew:
            table.discard(me, nth(me.crew, 0))
            table.gain(me, 2)


@final
class Brute(Character):
    def day(self, table: Table, me: Player) -> None:
        code = table.rightmost()
        if code != NEUTRAL and code:
            table.leave(code, GRAVEYARD)
            rise(table, table.owner(code), 1)


@final
class Gunner(Character):
    def day(self, table: Table, me: Player) -> None:
        table.ask_of_any(me, self.number)

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return whose.crew

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        victim = table.players[seat_of(answer)]
        table.discard(victim, number_of(answer))
        if victim is me:
            rise(table, me, 1)
        else:
            fall(table, me, 1)


@final
class Necromancer(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.has(RELIC):
            table.put_back(me, 1 << RELIC)
            if me.graveyard:
                table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.graveyard

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.enlist(me, answer, GRAVEYARD)


@final
class FreedPrisoner(Character):
    def night(self, table: Table, me: Player) -> None:
        higher = size(me.crew >> self.number + 1)
        table.gain(me, 2 * higher if table.edition_scratch & DOUBLED else higher)
        if higher >= 3:
            table.discard(me, self.number)


CAST: Final[list[Character]] = [
    Scout(numbers.SCOUT), Apprentice(numbers.APPRENTICE), Beggar(numbers.BEGGAR), Innkeeper(numbers.INNKEEPER),
    CabinBoy(numbers.CABIN_BOY), Bandit(numbers.BANDIT), Preacher(numbers.PREACHER), Barkeep(numbers.BARKEEP),
    Stowaway(numbers.STOWAWAY), Explorer(numbers.EXPLORER), Carpenter(numbers.CARPENTER), Officer(numbers.OFFICER),
    Smuggler(numbers.SMUGGLER), Bodyguard(numbers.BODYGUARD), Witch(numbers.WITCH), Mutineer(numbers.MUTINEER),
    Brute(numbers.BRUTE), Gunner(numbers.GUNNER), Necromancer(numbers.NECROMANCER),
    FreedPrisoner(numbers.FREED_PRISONER),
]  # fmt: skip
