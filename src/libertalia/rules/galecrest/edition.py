"""Winds of Galecrest, 2022: reputation, boards, nights by order, and three voyages of 4, 5 and 6 days."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import FIRST_TOKEN, TAKE, Asker
from libertalia.rules.bits import bit, number_of, ranks
from libertalia.rules.edition import Edition, token_number
from libertalia.rules.galecrest import automa, characters_1_to_20, characters_21_to_40, midshipman, night, sense
from libertalia.rules.galecrest.card_worth import CARD_WORTH
from libertalia.rules.galecrest.loot import (
    AMULET,
    BARREL,
    HOOK,
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
    maps_worth,
    spring,
)
from libertalia.rules.galecrest.ranks import (
    ARMORER,
    COOK,
    SCOUT,
    SMUGGLER,
    STOWAWAY,
    WATCHMAN,
    WITCH,
)
from libertalia.rules.galecrest.reputation import HIGHEST, rise, space
from libertalia.rules.happening import (
    CARDS_DEALT,
    CREW,
    DECK_GATHERED,
    EXTRAS_CHANGED,
    GRAVEYARD,
    LEFTOVERS_RETURNED,
    LOOT_LAID_OUT,
    MOVED,
    PURSE_FILLED,
    SCORED,
)
from libertalia.rules.lineup import NEUTRAL, code_of_seat
from libertalia.rules.option import Option
from libertalia.rules.phases import DAY, DUSK, NIGHT, REST
from libertalia.rules.player import COLOURS
from libertalia.rules.questions import answered, listed

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

CALM: Final = "calm"
STORMY: Final = "stormy"
UNCHARTED: Final = "uncharted"

PURSE_AT_LOWEST: Final = 12
"""The doubloons that the lowest reputation starts a voyage with; each space to the right has one less."""
HOOKS_ASKED: Final = 48  # at the end of a voyage: where the scratch counts the hooks asked


@final
class Galecrest(Edition):
    """The second edition. A board is calm, stormy, or the sides of the tokens in their order, separated by commas."""

    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("board", (CALM, STORMY, UNCHARTED), sides=(CALM, STORMY), drawn=UNCHARTED),
        Option("difficulty", ("easy", "normal", "hard", "expert"), default="normal", alone=True),
    )
    NEUTRALS: ClassVar[tuple[str, ...]] = ("midshipman", "pilferer")

    def __init__(self, board: str = CALM, difficulty: str = "") -> None:
        self.board: list[str] = [board] * len(TOKENS) if board in (CALM, STORMY) else board.split(",")
        stormy_saber = self.board[SABER // 4] == STORMY
        askers: list[Asker] = [
            StormySaber(token_number(SABER)) if stormy_saber else CalmSaber(token_number(SABER)),
            Barrel(token_number(BARREL)), Amulet(token_number(AMULET)), Hook(token_number(HOOK)),
            midshipman.Midshipman(midshipman.NUMBER), night.Order(night.ORDER),
        ]  # fmt: skip
        super().__init__([*characters_1_to_20.CAST, *characters_21_to_40.CAST], TOKENS, askers, [4, 5, 6])
        self.opinions = sense.OPINIONS
        self.card_worth = CARD_WORTH
        self.nightly = [sense.NIGHTLY.get(rank, 0.0) for rank in range(len(self.cast))]
        self.in_hand = [sense.IN_HAND.get(rank, 1.0) for rank in range(len(self.cast))]
        self.difficulty: str = difficulty
        self.automated = difficulty != ""
        self.doubles = True
        if self.automated:
            self.pickers = 1
        for index, side in enumerate(self.board):
            self.sides |= (1 if side == STORMY else 0) << 4 * index
        if self.sides >> MAP & 1:
            self.keepsakes = 15 << MAP

    def name(self) -> str:
        return "galecrest"

    def options(self) -> dict[str, object]:
        mixed = len(set(self.board)) > 1
        sides: object = dict(zip(self.kinds, self.board)) if mixed else self.board[0]
        return {"board": sides, "difficulty": self.difficulty} if self.difficulty else {"board": sides}

    def seats(self) -> tuple[int, int]:
        return (2, 2) if self.automated else (2, 6)

    def solo(self) -> bool:
        return True

    def reconstructed(self, kind: str, side: str) -> bool:
        return side == STORMY

    # ---- the course of a voyage -----------------------------------------------------------------------------------------

    def begin_voyage(self, table: Table) -> None:
        """Reputation at the very start; then loot, the same six characters for all, and doubloons by reputation."""
        if table.voyage == 1:
            self.draw_reputation(table)
        if self.automated:
            held = table.players[automa.HUMAN]
            gone = held.hand | held.crew | held.graveyard | bit(automa.NOT_IN_THE_DECK)
            table.deck = self.full_deck & ~gone
            table.edition_state &= (1 << automa.TOP) - 1
            table.note(DECK_GATHERED, -1, table.deck)
        table.note(EXTRAS_CHANGED, -1, table.edition_state)
        days: list[i64] = []
        last = self.voyages[table.voyage - 1]
        each = max(3, len(table.players))
        more: i64 = last * each
        for day in range(1, last + 1):
            heap: i64 = 0
            for _ in range(each):
                more -= 1
                heap += 1 << table.draw_token(more)
            days.append(heap)
            table.note(LOOT_LAID_OUT, -1, day, heap)
        table.days = days
        dealt = table.draw_cards(6)
        table.note(CARDS_DEALT, -1, dealt)
        for player in table.players:
            player.hand |= dealt
            extra = automa.wealth(table, self.difficulty, player.seat) if self.automated and table.voyage == 1 else 0
            player.doubloons = PURSE_AT_LOWEST - space(table, player) + extra
            table.note(PURSE_FILLED, player.seat, player.doubloons, extra)

    def draw_reputation(self, table: Table) -> None:
        """All six colours in random order; with two players theirs are in the middle."""
        colours = list(range(len(COLOURS)))
        spaces: list[int] = []
        while colours:
            spaces.append(colours.pop(table.random(len(colours), more=len(colours) - 1)))
        if len(table.players) == 2:
            mine = [colour for colour in spaces if colour in [player.colour for player in table.players]]
            others = [colour for colour in spaces if colour not in mine]
            spaces = [*others[:2], *mine, *others[2:]]
        table.edition_state = sum([colour + 1 << 4 * index for index, colour in enumerate(spaces)])

    def lines_up(self, table: Table) -> None:
        table.edition_scratch = 0
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
        table.edition_scratch &= ~TAKEN
        if self.automated and table.rank_at(table.acting) == WATCHMAN and automa.watches_at_dusk(table, me):
            automa.look_at_tomorrow(table, me)
        table.ask_take(me)
        if table.today and midshipman.marked(table) == table.acting:
            table.ask(table.left_of(me), midshipman.NUMBER)

    def neutral_takes(self, table: Table) -> None:
        if self.automated and table.today:
            table.remove(-1, automa.best(table.today))

    def took(self, table: Table, me: Player, kind: i64) -> None:
        """The dusk ability of a token, on its calm or its stormy side."""
        table.edition_scratch = table.edition_scratch & ~TAKEN | kind + 1
        stormy = self.sides >> kind & 1
        if kind == BARREL and not stormy:
            table.acts(me, token_number(kind))
            rise(table, me, 1)
        elif kind == HOOK and stormy and table.acting:
            rank = table.rank_at(table.acting)
            torn = rank == ARMORER or (rank == COOK and table.today != 0)
            if table.phase == DUSK and table.dusk_ahead and torn:
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
        if table.doomed_by == HOOKS:
            table.gain(me, STORMY_HOOK_DOUBLOONS)

    def dusk_ends(self, table: Table) -> None:
        """Loot that nobody took goes back to the bag."""
        if table.today:
            table.note(LEFTOVERS_RETURNED, -1, table.day, table.today)
        table.bag += table.today
        table.today = 0
        table.neutral = 0

    def night(self, table: Table) -> None:
        if table.progress > len(table.players):
            night.nightfall(table)
        night.go_on(table)

    # ---- the end of a voyage --------------------------------------------------------------------------------------------

    def rest(self, table: Table) -> None:
        """Count the anchors of characters, return Witches, then ask about hooks. The progress is the seat asked, + 1."""
        if table.progress == 0:
            for player in table.players:
                player.earned = self.income(table, player)
            for player in table.players:
                if night.night_cards(table, player) == 1 << WITCH:
                    table.cause = WITCH
                    table.cause_seat = player.seat
                    table.recall(player, WITCH)
            table.progress = 1
            table.edition_scratch = 0
        while table.progress <= len(table.players):
            me = table.players[table.progress - 1]
            if not self.sides >> HOOK & 1 and table.edition_scratch >> HOOKS_ASKED < me.has(HOOK):
                table.edition_scratch += bit(HOOKS_ASKED)
                table.ask(me, token_number(HOOK))
                return
            table.cause = 0
            self.go_ashore(table, me, me.crew & ~table.edition_scratch)
            table.edition_scratch = 0
            table.progress += 1

    def go_ashore(self, table: Table, me: Player, leaving: i64) -> None:
        """The characters that are not kept go to the graveyard."""
        me.crew &= ~leaving
        me.graveyard |= leaving
        if table.happenings is not None:
            for rank in ranks(leaving):
                table.note(MOVED, me.seat, rank, CREW, GRAVEYARD)

    def score_voyage(self, table: Table) -> None:
        """Add the purse and all anchors to the score, which never falls. Before the rest, every hook counts as doubloons."""
        for player in table.players:
            if table.phase != REST:
                player.earned = self.income(table, player)
        table.cause = 0
        for player in table.players:
            loot = anchor_worth(table, player, self.sides)
            score: i64 = max(0, player.doubloons + player.earned + loot)
            player.score += score
            player.voyage_scores |= score << 16 * (table.voyage - 1)
            table.note(SCORED, player.seat, score, player.doubloons, player.earned, loot)
            table.put_back(player, player.loot & ~self.keepsakes)
            player.doubloons = 0
            player.earned = 0
        table.days = [0] * len(table.days)
        table.today = 0
        table.edition_scratch = 0

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

    def extras_forms(self) -> dict[str, dict[str, object]]:
        purses = [PURSE_AT_LOWEST - space for space in range(HIGHEST + 1)]
        track: dict[str, object] = {"form": "track", "grants": purses, "breaks_ties": True}
        return {"reputation": track, "solo": {"form": "card", "key": "top"}}

    def extras(self, state: i64, colours: list[int]) -> dict[str, object]:
        """The colours in play on the track, from left to right; alone, also the card on top of the deck."""
        track = [(state >> 4 * index & 15) - 1 for index in range(HIGHEST + 1)]
        extras: dict[str, object] = {"reputation": [COLOURS[colour] if colour in colours else None for colour in track]}
        if self.automated:
            looked_at = state >> automa.TOP & 63
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
        table.edition_state = track
        solo = extras.get("solo")
        if self.automated != (solo is not None):
            raise ValueError("A solo game, and no other, has 'solo' in its position.")
        if self.automated:
            looked_at = solo.get("top") if isinstance(solo, dict) else 0
            if looked_at is not None:
                if not isinstance(looked_at, str) or looked_at not in self.rank_of:
                    raise ValueError("'top' in 'solo' is the character on top of the deck, or null.")
                table.edition_state |= self.rank_of[looked_at] << automa.TOP

    def neutral_name(self) -> str:
        return "pilferer" if self.automated else "midshipman"

    def neutral_rank(self, rank: i64) -> float:
        """The Midshipman stands between 20 and 21."""
        return float(rank) if self.automated else float(rank) + 0.5

    def may_be_neutral(self, table: Table, rank: i64) -> bool:
        return self.automated or (len(table.players) == 2 and rank == midshipman.RANK)

    def must_stand_below(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Reputation may have changed since they lined up, but a neutral character keeps its side."""
        return NEUTRAL in (code, other) and self.yields(table, code, other, rank)

    def plausible(self, table: Table) -> bool:
        number = table.asking()
        waiting = [number_of(question) for question in listed(answered(table.questions))]
        me = table.players[table.asked()]
        token = FIRST_TOKEN <= number < FIRST_TOKEN + len(self.kinds) and number != HOOKS
        if table.phase == DAY:
            if number == SCOUT and (me.second or (me.standing and table.acting != code_of_seat(me.seat))):
                return False
            mine = table.acting == 0 or (table.acting != NEUTRAL and table.owner(table.acting) is me)
            asks = token or number == TAKE or self.by_day >> number & 1 == 1
            return mine and asks and table.doomed_by == 0 and all(number in (STOWAWAY, SMUGGLER) for number in waiting)
        if table.phase == DUSK:
            if table.acting in (0, NEUTRAL) or table.acting != table.rightmost():
                return False
            if number == midshipman.NUMBER:
                return waiting == [TAKE] and table.owner(table.acting) is not me
            asks = token or number == TAKE or (number == night.ORDER and table.dusk_ahead)
            return not waiting and asks and table.owner(table.acting) is me and table.doomed_by in (0, HOOKS)
        if waiting or table.lineup or table.acting or table.doomed_by:
            return False
        if table.phase == NIGHT:
            return number in (night.ORDER, WITCH) and table.progress == me.seat
        hooks = table.edition_scratch >> HOOKS_ASKED
        return number == HOOKS and table.progress == me.seat + 1 and 0 < hooks <= me.has(HOOK) and table.today == 0

    # ---- what simple bots think of it ---------------------------------------------------------------------------------------

    def appetite(self) -> list[int]:
        return list(automa.LIKED)

    def promise(self, table: Table, me: Player, whose: Player, answer: i64) -> float:
        return sense.promise(table, me, whose, answer)

    def outlook(self, table: Table, me: Player) -> float:
        """Cards in hand; characters kept aboard, for the nights to come; stormy maps, which count again in every voyage."""
        worth = super().outlook(table, me) + 4.0 * self.nightly_income(me)
        if self.keepsakes:
            worth += float((len(self.voyages) - table.voyage) * maps_worth(me.has(MAP), True))
        return worth

    def tie_place(self, table: Table, me: Player) -> i64:
        return space(table, me)

    def shown_card(self, table: Table) -> i64:
        return automa.top_card(table) if self.automated else 0

    def prospects(self, table: Table, me: Player) -> float:
        """The income of the nights to come, a single map, and reputation."""
        nights = float(len(table.days) - table.day + 1)
        income = self.nightly_income(me)
        lonely_map = 2.0 if me.has(MAP) == 1 and nights else 0.0
        return nights * income + lonely_map + 0.4 * float(space(table, me))
