"""Winds of Galecrest, 2022: reputation, boards, nights by order, and three voyages of 4, 5 and 6 days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import FIRST_TOKEN, TAKE, Asker, Character
from libertalia.rules.bits import bit, ranks
from libertalia.rules.edition import Edition, token_number
from libertalia.rules.galecrest import automa, characters, midshipman, night, nobles
from libertalia.rules.galecrest.loot import (
    AMULET,
    BARREL,
    HOOK,
    HOOK_DOUBLOONS,
    HOOKS,
    MAP,
    SABER,
    STORMY_HOOK_DOUBLOONS,
    TAKEN,
    TOKENS,
    Amulet,
    Barrel,
    CalmSaber,
    Hook,
    StormySaber,
    anchor_worth,
    spring,
)
from libertalia.rules.galecrest.reputation import HIGHEST, rise, space
from libertalia.rules.happening import (
    CARDS_DEALT,
    CREW,
    GRAVEYARD,
    LOOT_LAID_OUT,
    MOVED,
    PURSE_FILLED,
    SCORED,
)
from libertalia.rules.player import COLOURS
from libertalia.rules.table import DAY, DUSK, LEAVING, NEUTRAL, NIGHT, QUESTION_BITS, REST, TAKING

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

CALM: Final = "calm"
STORMY: Final = "stormy"
UNCHARTED: Final = "uncharted"

SCOUT: Final = 1
STOWAWAY: Final = 9
SMUGGLER: Final = 13
WITCH: Final = 15
COOK: Final = 26
ARMORER: Final = 28
ASKED: Final = 48  # at the end of a voyage: where the notes count the hooks asked


def cast() -> list[Character]:
    c, n = characters, nobles
    names = [
        c.Scout, c.Apprentice, c.Beggar, c.Innkeeper, c.CabinBoy, c.Bandit, c.Preacher, c.Barkeep, c.Stowaway, c.Explorer,
        c.Carpenter, c.Officer, c.Smuggler, c.Bodyguard, c.Witch, c.Mutineer, c.Brute, c.Gunner, c.Necromancer, c.FreedPrisoner,
        n.Bosun, n.Brawler, n.Thief, n.Topman, n.Recruiter, n.Cook, n.Watchman, n.Armorer, n.Infantry, n.Merchant,
        n.Surgeon, n.Treasurer, n.Gambler, n.Aristocrat, n.Collector, n.Quartermaster, n.WindNymph, n.FirstMate, n.Captain,
        n.Governor,
    ]  # fmt: skip
    return [name(rank) for rank, name in enumerate(names, 1)]


@final
class Galecrest(Edition):
    """The second edition. A board is calm, stormy, or a word of seven sides, c or s, in the order of the tokens."""

    def __init__(self, board: str = CALM, difficulty: str = "") -> None:
        self.board: str = {CALM: "c" * 7, STORMY: "s" * 7}.get(board, board)
        stormy_saber = self.board[list(TOKENS).index("saber")] == "s"
        askers: list[Asker] = [
            StormySaber(token_number(SABER)) if stormy_saber else CalmSaber(token_number(SABER)),
            Barrel(token_number(BARREL)), Amulet(token_number(AMULET)), Hook(token_number(HOOK)),
            midshipman.Midshipman(midshipman.NUMBER), night.Order(night.ORDER),
        ]  # fmt: skip
        super().__init__(cast(), TOKENS, askers, [4, 5, 6])
        self.difficulty: str = difficulty
        self.automated = difficulty != ""
        self.doubles = True
        self.slugs[automa.PILFERER] = "pilferer"
        if self.automated:
            self.pickers = 1
        for index, side in enumerate(self.board):
            self.sides |= (1 if side == "s" else 0) << 4 * index
        if self.sides >> MAP & 1:
            self.keepsakes = 15 << MAP

    def name(self) -> str:
        return "galecrest"

    def options(self) -> dict[str, object]:
        sides: object = {"c" * 7: CALM, "s" * 7: STORMY}.get(self.board)
        if sides is None:
            sides = {kind: STORMY if side == "s" else CALM for kind, side in zip(self.kinds, self.board)}
        return {"board": sides, "difficulty": self.difficulty} if self.difficulty else {"board": sides}

    def seats(self) -> tuple[int, int]:
        return (2, 2) if self.automated else (2, 6)

    def solo(self) -> bool:
        return True

    # ---- the course of a voyage -----------------------------------------------------------------------------------------

    def begin_voyage(self, table: Table) -> None:
        """Reputation at the very start; then loot, the same six characters for all, and doubloons by reputation."""
        if table.voyage == 1:
            self.draw_reputation(table)
        if self.automated:
            held = table.players[automa.HUMAN]
            gone = held.hand | held.crew | held.graveyard | bit(automa.NOT_IN_THE_DECK)
            table.deck = self.full_deck & ~gone
            table.track &= (1 << automa.TOP) - 1
        days: list[i64] = []
        for day in range(1, self.voyages[table.voyage - 1] + 1):
            heap: i64 = 0
            for _ in range(max(3, len(table.players))):
                heap += 1 << table.draw_token()
            days.append(heap)
            table.note(LOOT_LAID_OUT, -1, day, heap)
        table.days = days
        dealt = table.draw_cards(6)
        table.note(CARDS_DEALT, -1, dealt)
        for player in table.players:
            player.hand |= dealt
            player.doubloons = 12 - space(table, player)
            if self.automated and table.voyage == 1:
                player.doubloons += automa.WEALTH[self.difficulty][player.seat]
            table.note(PURSE_FILLED, player.seat, player.doubloons)

    def draw_reputation(self, table: Table) -> None:
        """All six colours in random order; with two players theirs are in the middle."""
        colours = list(range(len(COLOURS)))
        spaces: list[int] = []
        while colours:
            spaces.append(colours.pop(table.random(len(colours))))
        if len(table.players) == 2:
            mine = [colour for colour in spaces if colour in [player.colour for player in table.players]]
            others = [colour for colour in spaces if colour not in mine]
            spaces = [*others[:2], *mine, *others[2:]]
        table.track = sum([colour + 1 << 4 * index for index, colour in enumerate(spaces)])

    def lines_up(self, table: Table) -> None:
        table.notes = 0
        if self.automated:
            automa.line_up(table)
        elif len(table.players) == 2:
            midshipman.line_up(table)

    def yields(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        if code == NEUTRAL:  # the Pilferer stands left of equals, the Midshipman right of them
            return self.automated
        if other == NEUTRAL:
            return not self.automated
        return space(table, table.owner(code)) < space(table, table.owner(other))

    def offers(self, table: Table, me: Player) -> None:
        table.notes &= ~TAKEN
        table.ask_take(me)
        if table.today and midshipman.marked(table) == table.acting:
            table.ask(table.left_of(me), midshipman.NUMBER)

    def neutral_takes(self, table: Table) -> None:
        if self.automated and table.today:
            table.remove(-1, automa.best(table.today))

    def took(self, table: Table, me: Player, kind: i64) -> None:
        """The dusk ability of a token, on its calm or its stormy side."""
        table.notes = table.notes & ~TAKEN | kind + 1
        stormy = self.sides >> kind & 1
        if kind == BARREL and not stormy:
            table.acts(me, token_number(kind))
            rise(table, me, 1)
        elif kind == HOOK and stormy and table.acting:
            rank = table.rank_at(table.acting)
            torn = rank == ARMORER or (rank == COOK and table.today != 0)
            if table.phase == DUSK and table.cursor == TAKING and torn:
                table.ask(me, night.ORDER)
            else:
                spring(table, me)
        elif kind == SABER or (stormy and kind in (BARREL, AMULET)):
            asker = self.askers[token_number(kind)]
            for other in table.players:
                if other is not me and asker.options(table, me, other):
                    table.acts(me, token_number(kind))
                    table.ask(me, token_number(kind))
                    return

    def lost(self, table: Table, me: Player) -> None:
        if table.doomed == HOOKS:
            table.gain(me, STORMY_HOOK_DOUBLOONS)

    def dusk_ends(self, table: Table) -> None:
        """Loot that nobody took goes back to the bag."""
        table.bag += table.today
        table.today = 0
        table.neutral = 0

    def night(self, table: Table) -> None:
        if table.cursor > len(table.players):
            night.nightfall(table)
        night.go_on(table)

    # ---- the end of a voyage --------------------------------------------------------------------------------------------

    def count(self, table: Table, me: Player) -> i64:
        """What anchors bring and cost a player, but for hooks."""
        return anchor_worth(table, me, self.sides) + self.income(table, me)

    def rest(self, table: Table) -> None:
        """All anchors are counted; then Witches return, then hooks are asked. The cursor is the seat asked, + 1."""
        if table.cursor == 0:
            for player in table.players:
                player.earned = self.count(table, player)
            for player in table.players:
                if night.night_cards(table, player) == 1 << WITCH:
                    table.why = WITCH
                    table.by = player.seat
                    table.recall(player, WITCH)
            table.cursor = 1
            table.notes = 0
        while table.cursor <= len(table.players):
            me = table.players[table.cursor - 1]
            if not self.sides >> HOOK & 1 and table.notes >> ASKED < me.has(HOOK):
                table.notes += bit(ASKED)
                table.ask(me, token_number(HOOK))
                return
            table.why = 0
            self.go_ashore(table, me, me.crew & ~table.notes)
            table.notes = 0
            table.cursor += 1

    def go_ashore(self, table: Table, me: Player, leaving: i64) -> None:
        """The characters that are not kept go to the graveyard."""
        me.crew &= ~leaving
        me.graveyard |= leaving
        if table.log is not None:
            for rank in ranks(leaving):
                table.note(MOVED, me.seat, rank, CREW, GRAVEYARD)

    def score_voyage(self, table: Table) -> None:
        """Doubloons with all that was earned go onto the score. Out of turn, every hook counts as doubloons."""
        for player in table.players:
            if table.phase != REST:
                player.earned = self.count(table, player)
                if not self.sides >> HOOK & 1:
                    player.earned += HOOK_DOUBLOONS * player.has(HOOK)
        for player in table.players:
            score: i64 = max(0, player.doubloons + player.earned)
            player.score += score
            player.voyage_scores |= score << 16 * (table.voyage - 1)
            table.note(SCORED, player.seat, score, player.doubloons, player.earned)
            kept = player.loot & self.keepsakes
            table.bag += player.loot - kept
            player.loot = kept
            player.doubloons = 0
            player.earned = 0
        table.days = [0] * len(table.days)
        table.today = 0
        table.notes = 0

    def winners(self, table: Table) -> list[int]:
        """The highest score; a tie goes to the higher reputation."""
        best = table.players[0]
        for player in table.players:
            if player.score > best.score or (player.score == best.score and space(table, player) > space(table, best)):
                best = player
        return [best.seat]

    def reply(self, table: Table) -> i64:
        return automa.reply(table)

    # ---- positions ------------------------------------------------------------------------------------------------------

    def extras(self, table: Table) -> dict[str, object]:
        played = [player.colour for player in table.players]
        colours = [(table.track >> 4 * index & 15) - 1 for index in range(HIGHEST + 1)]
        extras: dict[str, object] = {"reputation": [COLOURS[colour] if colour in played else None for colour in colours]}
        if self.automated:
            looked_at = table.track >> automa.TOP & 63
            extras["solo"] = {"top": self.slugs[looked_at] if looked_at else None}
        return extras

    def restore(self, table: Table, extras: dict[str, object]) -> None:
        spaces = extras.get("reputation")
        played = [COLOURS[player.colour] for player in table.players]
        if not isinstance(spaces, list | tuple) or len(spaces) != HIGHEST + 1:
            raise ValueError("'reputation' is a list of six: the colours in play from left to right, and null for the others.")
        if sorted([colour for colour in spaces if isinstance(colour, str)]) != sorted(played):
            raise ValueError(f"'reputation' has each colour in play once: {', '.join(played)}.")
        absent = [colour for colour in COLOURS if colour not in played]
        track: i64 = 0
        for index, colour in enumerate(spaces):
            word = colour if isinstance(colour, str) else absent.pop()
            track |= COLOURS.index(word) + 1 << 4 * index
        table.track = track
        solo = extras.get("solo")
        if self.automated != (solo is not None):
            raise ValueError("A solo game, and no other, has 'solo' in its position.")
        if self.automated:
            looked_at = solo.get("top") if isinstance(solo, dict) else 0
            if looked_at is not None:
                if not isinstance(looked_at, str) or looked_at not in self.rank_of:
                    raise ValueError("'top' in 'solo' is the character on top of the deck, or null.")
                table.track |= self.rank_of[looked_at] << automa.TOP

    def neutral_name(self) -> str:
        return "pilferer" if self.automated else "midshipman"

    def may_be_neutral(self, table: Table, rank: i64) -> bool:
        return self.automated or (len(table.players) == 2 and rank == midshipman.RANK)

    def must_stand_below(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Reputation may have changed since they lined up, but the neutral ones keep to their side."""
        return NEUTRAL in (code, other) and self.yields(table, code, other, rank)

    def plausible(self, table: Table) -> bool:
        number = table.questions & 63
        waiting = self.waiting(table)
        me = table.players[table.asked()]
        token = FIRST_TOKEN <= number < FIRST_TOKEN + len(self.kinds) and number != HOOKS
        if table.phase == DAY:
            if number == SCOUT and (me.second or (me.standing and table.acting != me.seat + 1)):
                return False
            mine = table.acting == 0 or (table.acting != NEUTRAL and table.owner(table.acting) is me)
            asks = token or number == TAKE or self.by_day >> number & 1 == 1
            return mine and asks and table.doomed == 0 and all(number in (STOWAWAY, SMUGGLER) for number in waiting)
        if table.phase == DUSK:
            if table.acting in (0, NEUTRAL) or table.acting != table.lineup & 15 or table.cursor not in (TAKING, LEAVING):
                return False
            if number == midshipman.NUMBER:
                return waiting == [TAKE] and table.owner(table.acting) is not me
            asks = token or number == TAKE or (number == night.ORDER and table.cursor == TAKING)
            return not waiting and asks and table.owner(table.acting) is me and table.doomed in (0, HOOKS)
        if waiting or table.lineup or table.acting or table.doomed:
            return False
        if table.phase == NIGHT:
            return number in (night.ORDER, WITCH) and table.cursor == me.seat
        hooks = table.notes >> ASKED
        return number == HOOKS and table.cursor == me.seat + 1 and 0 < hooks <= me.has(HOOK) and table.today == 0

    def waiting(self, table: Table) -> list[int]:
        """The numbers of those who wait for the open question to be answered."""
        numbers: list[int] = []
        rest = table.questions >> QUESTION_BITS
        while rest:
            numbers.append(rest & 63)
            rest >>= QUESTION_BITS
        return numbers
