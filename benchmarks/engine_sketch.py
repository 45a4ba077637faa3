# The measured sketch from the design study, kept verbatim for comparison: `peers.py` compiles it as one more engine to measure.
"""Libertalia prototype, tuned for mypyc but still readable: one class per character,
players as small native objects, booty as 7 packed 4-bit counts, forced vtable dispatch."""
from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

# booty kinds: the value is the bit position of the 4-bit count inside a packed int
CHEST: Final = 0
JEWEL: Final = 4
GOODS: Final = 8
OFFICER: Final = 12
SABER: Final = 16
MAP: Final = 20
RELIC: Final = 24
FULL_BAG: Final = 4 | 6 << 4 | 10 << 8 | 6 << 12 | 6 << 16 | 8 << 20 | 10 << 24

SUNRISE: Final = 0
DAY: Final = 1
DUSK: Final = 2
NIGHT: Final = 3
OVER: Final = 4

# what is being asked: the rank of the character who asks, or one of these
NOTHING: Final = 0
COMMIT: Final = 31
LOOT: Final = 32
STAB: Final = 33

ALL_CARDS: Final = 0x7FFFFFFE
NIGHT_CARDS: Final = 1 << 27 | 1 << 20 | 1 << 13 | 1 << 12
REST_CARDS: Final = 1 << 29 | 1 << 28 | 1 << 26 | 1 << 25 | 1 << 24 | 1 << 23 | 1 << 16 | 1 << 9 | 1 << 6


def popcount(m: i64) -> i64:
    """Number of cards in a set of ranks (32-bit SWAR)."""
    m = m - (m >> 1 & 0x55555555)
    m = (m & 0x33333333) + (m >> 2 & 0x33333333)
    m = m + (m >> 4) & 0x0F0F0F0F
    return (m * 0x01010101 & 0xFFFFFFFF) >> 24


def tiles_in(b: i64) -> i64:
    """Number of tiles in a packed booty."""
    b = (b & 0x0F0F0F0F) + (b >> 4 & 0x0F0F0F0F)
    return (b * 0x01010101 & 0xFFFFFFFF) >> 24


def top_card(m: i64) -> i64:
    """The highest rank of a set."""
    b: int = m
    return b.bit_length() - 1


def nth_card(m: i64, i: i64) -> i64:
    """The i-th lowest rank of a set."""
    while i > 0:
        m &= m - 1
        i -= 1
    return top_card(m & -m)


def kinds_in(b: i64) -> i64:
    """Packed booty -> set of kinds present, as a 7-bit mask."""
    out: i64 = 0
    k: i64 = 0
    while b:
        if b & 15:
            out |= 1 << k
        b >>= 4
        k += 1
    return out


@final
@mypyc_attr(acyclic=True)
class Player:
    __slots__ = ("seat", "hand", "den", "grave", "ship", "gold", "score", "booty")

    def __init__(self, seat: i64, hand: i64, den: i64, grave: i64, ship: i64, gold: i64, score: i64,
                 booty: i64) -> None:
        self.seat: i64 = seat
        self.hand: i64 = hand
        self.den: i64 = den
        self.grave: i64 = grave
        self.ship: i64 = ship
        self.gold: i64 = gold
        self.score: i64 = score
        self.booty: i64 = booty

    def has(self, kind: i64) -> i64:
        return self.booty >> kind & 15

    def pay(self, amount: i64) -> i64:
        if amount > self.gold:
            amount = self.gold
        self.gold -= amount
        return amount

    def lose(self, rank: i64) -> None:
        self.den &= ~(1 << rank)
        self.grave |= 1 << rank

    def board(self, rank: i64) -> None:
        """Play a card from hand: its place on the ship is rank, then silver mark."""
        self.hand &= ~(1 << rank)
        self.ship = rank * 8 + (self.seat + rank) % 6

    def leave_ship(self) -> None:
        if self.ship:
            self.grave |= 1 << (self.ship >> 3)
            self.ship = 0


class Character:
    """A card. Day/night/rest do nothing unless a character says so; a character who must ask its
    owner something sets game.ask(rank), then options() says what may be answered and choose() does it."""

    def day(self, g: Game, me: Player) -> None:
        pass

    def night(self, g: Game, me: Player) -> None:
        pass

    def rest(self, g: Game, me: Player) -> None:
        pass

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return 0

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        pass


@final
class Parrot(Character):
    def day(self, g: Game, me: Player) -> None:
        me.leave_ship()
        if me.hand:
            g.ask(1)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return me.hand

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        me.board(answer)


@final
class Monkey(Character):
    def day(self, g: Game, me: Player) -> None:
        relics = me.booty & 15 << RELIC
        me.booty -= relics
        g.left_of(me).booty += relics


@final
class Beggar(Character):
    def day(self, g: Game, me: Player) -> None:
        rich = g.top_of_ship()
        if rich is not me:
            me.gold += rich.pay(3)


@final
class Recruiter(Character):
    def day(self, g: Game, me: Player) -> None:
        if me.den:
            g.ask(4)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return me.den

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        me.den &= ~(1 << answer)
        me.hand |= 1 << answer


@final
class Preacher(Character):
    def day(self, g: Game, me: Player) -> None:
        if tiles_in(me.booty) > 1:
            g.ask(6)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return kinds_in(me.booty)

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        kept: i64 = 1 << answer * 4
        g.bag += me.booty - kept
        me.booty = kept

    def rest(self, g: Game, me: Player) -> None:
        me.gold += 5


@final
class Carpenter(Character):
    def day(self, g: Game, me: Player) -> None:
        me.gold -= me.gold // 2

    def rest(self, g: Game, me: Player) -> None:
        me.gold += 10


@final
class FrenchOfficer(Character):
    def day(self, g: Game, me: Player) -> None:
        if me.gold < 9:
            me.gold += 5


@final
class VoodooWitch(Character):
    def day(self, g: Game, me: Player) -> None:
        me.gold += 2 * popcount(me.grave)


@final
class FreedSlave(Character):
    def night(self, g: Game, me: Player) -> None:
        me.gold += popcount(me.den >> 13)


@final
class Mutineer(Character):
    def night(self, g: Game, me: Player) -> None:
        others = me.den & ~(1 << 13)
        if others:
            lowest = others & -others
            me.den -= lowest
            me.grave |= lowest
            me.gold += 2


@final
class Brute(Character):
    def day(self, g: Game, me: Player) -> None:
        g.top_of_ship().leave_ship()


@final
class Gunner(Character):
    def day(self, g: Game, me: Player) -> None:
        me.pay(3)
        for q in g.players:
            if q.den:
                g.ask(15)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return whose.den

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        g.players[answer >> 5].lose(answer & 31)


@final
class Topman(Character):
    def rest(self, g: Game, me: Player) -> None:
        mine = popcount(me.den)
        for q in g.players:
            if q is not me and popcount(q.den) <= mine:
                return
        me.gold += 5


@final
class SpanishSpy(Character):
    def day(self, g: Game, me: Player) -> None:
        officers = me.booty & 15 << OFFICER
        me.booty -= officers
        g.bag += officers
        while officers:
            me.booty += 1 << g.draw_tile()
            officers -= 1 << OFFICER


@final
class Bosun(Character):
    def day(self, g: Game, me: Player) -> None:
        me.gold += 2 * popcount(me.den & (1 << 19) - 1)


@final
class Armorer(Character):
    def night(self, g: Game, me: Player) -> None:
        me.gold += me.has(SABER)


@final
class Merchant(Character):
    def day(self, g: Game, me: Player) -> None:
        if self.options(g, me, me):
            g.ask(21)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        pairs: i64 = 0
        triples: i64 = 0
        k: i64 = 0
        b = me.booty
        while b:
            if b & 15 >= 2:
                pairs |= 1 << k
            if b & 15 >= 3:
                triples |= 1 << k
            k += 1
            b >>= 4
        return pairs | triples << 8

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        sold: i64 = 2 << answer * 4
        price: i64 = 3
        if answer >= 8:
            sold = 3 << (answer - 8) * 4
            price = 5
        me.booty -= sold
        g.bag += sold
        me.gold += price


@final
class Surgeon(Character):
    def day(self, g: Game, me: Player) -> None:
        if me.grave:
            g.ask(22)

    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return me.grave

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        me.grave &= ~(1 << answer)
        me.hand |= 1 << answer


@final
class Treasurer(Character):
    def rest(self, g: Game, me: Player) -> None:
        me.gold += me.has(GOODS) + me.has(JEWEL) + me.has(CHEST)


@final
class Gambler(Character):
    def day(self, g: Game, me: Player) -> None:
        me.pay(tiles_in(me.booty))

    def rest(self, g: Game, me: Player) -> None:
        me.gold += 8


@final
class GovernorsDaughter(Character):
    def rest(self, g: Game, me: Player) -> None:
        if g.dens_with(25) == 1:
            me.gold += 6
        else:
            me.pay(3)


@final
class Quartermaster(Character):
    def day(self, g: Game, me: Player) -> None:
        me.gold += tiles_in(me.booty)

    def rest(self, g: Game, me: Player) -> None:
        me.pay(8)


@final
class GrannyWata(Character):
    def night(self, g: Game, me: Player) -> None:
        if g.dens_with(27) == 1:
            me.gold += 2
        else:
            for q in g.players:
                if q.den >> 27 & 1:
                    q.lose(27)


@final
class FirstMate(Character):
    def rest(self, g: Game, me: Player) -> None:
        me.gold += popcount(me.den)


@final
class Captain(Character):
    def day(self, g: Game, me: Player) -> None:
        me.gold += 3

    def rest(self, g: Game, me: Player) -> None:
        me.pay(3 * me.has(RELIC))


@final
class SpanishGovernor(Character):
    def day(self, g: Game, me: Player) -> None:
        me.grave |= me.den
        me.den = 0


@final
class Waitress(Character):
    def options(self, g: Game, me: Player, whose: Player) -> i64:
        return 3

    def choose(self, g: Game, me: Player, answer: i64) -> None:
        if answer:
            me.booty -= 1 << MAP
            g.bag += 1 << MAP
            me.gold += 3


CAST: Final[list[Character]] = [
    Character(), Parrot(), Monkey(), Beggar(), Recruiter(), Character(), Preacher(), Character(),
    Waitress(), Carpenter(), FrenchOfficer(), VoodooWitch(), FreedSlave(), Mutineer(), Brute(),
    Gunner(), Topman(), SpanishSpy(), Character(), Bosun(), Armorer(), Merchant(), Surgeon(),
    Treasurer(), Gambler(), GovernorsDaughter(), Quartermaster(), GrannyWata(), FirstMate(),
    Captain(), SpanishGovernor(),
]


@final
@mypyc_attr(acyclic=True)
class Game:
    __slots__ = ("n", "rng", "campaign", "day", "phase", "pending", "seat", "cursor", "takes",
                 "deck", "bag", "today", "spaces", "players")

    def __init__(self, n: i64, rng: i64, campaign: i64, day: i64, phase: i64, pending: i64, seat: i64,
                 cursor: i64, takes: i64, deck: i64, bag: i64, today: i64, spaces: list[i64],
                 players: list[Player]) -> None:
        self.n: i64 = n
        self.rng: i64 = rng
        self.campaign: i64 = campaign
        self.day: i64 = day
        self.phase: i64 = phase
        self.pending: i64 = pending
        self.seat: i64 = seat
        self.cursor: i64 = cursor
        self.takes: i64 = takes
        self.deck: i64 = deck
        self.bag: i64 = bag
        self.today: i64 = today
        self.spaces: list[i64] = spaces  # never changed in place: clones share it
        self.players: list[Player] = players

    def clone(self) -> Game:
        players = [Player(p.seat, p.hand, p.den, p.grave, p.ship, p.gold, p.score, p.booty)
                   for p in self.players]
        return Game(self.n, self.rng, self.campaign, self.day, self.phase, self.pending, self.seat,
                    self.cursor, self.takes, self.deck, self.bag, self.today, self.spaces, players)

    # ---- chance -----------------------------------------------------------
    def rand(self, k: i64) -> i64:
        x = self.rng
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.rng = x
        return x * k >> 32

    def draw_tile(self) -> i64:
        """Take a tile out of the bag; returns its kind."""
        i = self.rand(tiles_in(self.bag))
        kind: i64 = 0
        while i >= self.bag >> kind & 15:
            i -= self.bag >> kind & 15
            kind += 4
        self.bag -= 1 << kind
        return kind

    def deal(self, count: i64) -> None:
        dealt: i64 = 0
        while count > 0:
            card: i64 = 1 << nth_card(self.deck, self.rand(popcount(self.deck)))
            self.deck -= card
            dealt += card
            count -= 1
        for p in self.players:
            p.hand |= dealt

    def start_campaign(self) -> None:
        self.bag = FULL_BAG
        spaces: list[i64] = []
        for _ in range(6):
            space: i64 = 0
            i: i64 = 0
            while i < self.n:
                space += 1 << self.draw_tile()
                i += 1
            spaces.append(space)
        self.spaces = spaces
        for p in self.players:
            p.den = 0
            p.grave = 0
            p.gold = 10
            p.booty = 0
        self.deal(9 if self.campaign == 0 else 6)
        self.day = 0
        self.sunrise()

    def sunrise(self) -> None:
        self.today = self.spaces[self.day]
        self.phase = SUNRISE
        self.seat = 0
        self.pending = COMMIT

    # ---- queries ----------------------------------------------------------
    def is_over(self) -> bool:
        return self.phase == OVER

    def current_player(self) -> i64:
        return self.seat

    def answers(self, whose: Player) -> i64:
        """What the player asked may answer, of what belongs to `whose`, as a bit set."""
        me = self.players[self.seat]
        what = self.pending
        if what == COMMIT:
            return me.hand
        if what == LOOT:
            return kinds_in(self.today)
        if what == STAB:
            d = whose.seat - me.seat
            if d == 1 or d == -1 or d == self.n - 1 or d == 1 - self.n:
                return whose.den
            return 0
        return CAST[what].options(self, me, whose)

    def legal_actions(self) -> list[i64]:
        out: list[i64] = []
        if self.pending == STAB or self.pending == 15:
            for q in self.players:
                add_bits(out, self.answers(q), q.seat * 32)
        else:
            add_bits(out, self.answers(self.players[self.seat]), 0)
        return out

    def random_action(self, x: i64) -> i64:
        """A uniform legal action from a 32-bit random x, without building a list."""
        if self.pending != STAB and self.pending != 15:
            m = self.answers(self.players[self.seat])
            return nth_card(m, x * popcount(m) >> 32)
        total: i64 = 0
        for q in self.players:
            total += popcount(self.answers(q))
        i = x * total >> 32
        for q in self.players:
            m = self.answers(q)
            c = popcount(m)
            if i < c:
                return q.seat * 32 + nth_card(m, i)
            i -= c
        return -1

    # ---- what characters use ------------------------------------------------
    def ask(self, rank: i64) -> None:
        self.pending = rank

    def left_of(self, p: Player) -> Player:
        q = p.seat + 1
        return self.players[0 if q == self.n else q]

    def right_of(self, p: Player) -> Player:
        q = p.seat
        return self.players[self.n - 1 if q == 0 else q - 1]

    def dens_with(self, rank: i64) -> i64:
        c: i64 = 0
        for p in self.players:
            c += p.den >> rank & 1
        return c

    def top_of_ship(self) -> Player:
        best: i64 = -1
        who = self.players[0]
        for q in self.players:
            if q.ship > best:
                best = q.ship
                who = q
        return who

    # ---- playing ----------------------------------------------------------
    def apply(self, answer: i64) -> None:
        what = self.pending
        me = self.players[self.seat]
        if what == COMMIT:
            me.board(answer)
            if self.seat + 1 < self.n:
                self.seat += 1
                return
            self.phase = DAY
            self.cursor = 0
        elif what == LOOT:
            kind = answer * 4
            self.today -= 1 << kind
            me.booty += 1 << kind
            self.takes -= 1
            if kind == OFFICER:
                me.leave_ship()
            elif kind == SABER:
                if self.left_of(me).den | self.right_of(me).den:
                    self.pending = STAB
                    return
        elif what == STAB:
            self.players[answer >> 5].lose(answer & 31)
        else:
            CAST[what].choose(self, me, answer)
        self.pending = NOTHING
        self.advance()

    def advance(self) -> None:
        """Run until somebody has a decision to take, or the game is over."""
        while self.pending == NOTHING:
            if self.phase == DAY:
                self.next_of_day()
            elif self.phase == DUSK:
                self.next_of_dusk()
            elif self.phase == NIGHT:
                self.next_of_night()
            else:
                return

    def next_of_day(self) -> None:
        """The lowest character on the ship who has not acted yet acts."""
        best: i64 = 9999
        who = self.players[0]
        for q in self.players:
            if self.cursor < q.ship and q.ship < best:
                best = q.ship
                who = q
        if best == 9999:
            self.phase = DUSK
            self.cursor = 9999
            self.takes = -1
            return
        self.cursor = best
        self.seat = who.seat
        CAST[who.ship >> 3].day(self, who)

    def next_of_dusk(self) -> None:
        """The highest character on the ship takes booty and goes home."""
        if self.takes < 0:
            best: i64 = 0
            who = self.players[0]
            for q in self.players:
                if best < q.ship and q.ship < self.cursor:
                    best = q.ship
                    who = q
            if best == 0:
                self.phase = NIGHT
                self.cursor = 0
                self.night()
                return
            self.cursor = best
            self.seat = who.seat
            rank = who.ship >> 3
            self.takes = 2 if rank == 18 else 0 if rank == 5 else 1
        if self.takes > 0 and self.today:
            self.pending = LOOT
        else:
            me = self.players[self.seat]
            if me.ship:
                me.den |= 1 << (me.ship >> 3)
                me.ship = 0
            self.takes = -1

    def night(self) -> None:
        awake: i64 = 0
        for p in self.players:
            awake |= p.den
        awake &= NIGHT_CARDS
        while awake:
            rank: i64 = top_card(awake)
            awake -= 1 << rank
            character = CAST[rank]
            for p in self.players:
                if p.den >> rank & 1:
                    character.night(self, p)

    def next_of_night(self) -> None:
        if self.cursor < self.n:
            p = self.players[self.cursor]
            self.cursor += 1
            if p.den >> 8 & 1 and p.booty >> MAP & 15:
                self.seat = p.seat
                self.pending = 8
            return
        for p in self.players:
            p.gold += p.den >> 7 & 1  # Barkeep
        self.day += 1
        if self.day < 6:
            self.sunrise()
            return
        self.day_of_rest()
        self.campaign += 1
        if self.campaign < 3:
            self.start_campaign()
        else:
            self.phase = OVER

    def day_of_rest(self) -> None:
        for p in self.players:
            m = p.den & REST_CARDS
            while m:
                rank: i64 = top_card(m)
                m -= 1 << rank
                CAST[rank].rest(self, p)
            p.score += (p.gold + 5 * p.has(CHEST) + 3 * p.has(JEWEL) + p.has(GOODS)
                        + 12 * (p.has(MAP) // 3) - 3 * p.has(RELIC))


def add_bits(out: list[i64], mask: i64, base: i64) -> None:
    while mask:
        low = mask & -mask
        out.append(base + top_card(low))
        mask -= low


def new_game(n: i64, seed: i64) -> Game:
    players: list[Player] = []
    seat: i64 = 0
    while seat < n:
        players.append(Player(seat, 0, 0, 0, 0, 0, 0, 0))
        seat += 1
    g = Game(n, seed, 0, 0, SUNRISE, NOTHING, 0, 0, 0, ALL_CARDS, 0, 0, [], players)
    g.start_campaign()
    return g


def playout(g: Game, seed: i64) -> i64:
    """Uniform random play to the end through the public API; returns the number of decisions."""
    x = seed
    count: i64 = 0
    while not g.is_over():
        acts = g.legal_actions()
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        n: i64 = len(acts)
        g.apply(acts[x * n >> 32])
        count += 1
    return count


def fast_playout(g: Game, seed: i64) -> i64:
    x = seed
    count: i64 = 0
    while g.phase != OVER:
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        g.apply(g.random_action(x))
        count += 1
    return count


def bench(n: i64, games: i64, seed: i64, fast: bool = False) -> tuple[i64, i64]:
    total: i64 = 0
    check: i64 = 0
    i: i64 = 0
    while i < games:
        g = new_game(n, (seed + i * 2654435761) & 0xFFFFFFFF | 1)
        s: i64 = (seed + i * 40503 + 77) & 0xFFFFFFFF | 1
        total += fast_playout(g, s) if fast else playout(g, s)
        for p in g.players:
            check = (check * 31 + p.score + 1000) % 1000000007
        i += 1
    return total, check


def bench_clone(g: Game, times: i64) -> i64:
    last = g
    i: i64 = 0
    while i < times:
        last = g.clone()
        i += 1
    return last.day
