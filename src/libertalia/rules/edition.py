"""What an edition defines. The common engine calls these methods and knows no edition by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from libertalia.rules.asker import FIRST_TOKEN, PICK, TAKE, Asker, Character, Pick, Take
from libertalia.rules.bits import bit, nth, top
from libertalia.rules.happening import EARNED
from libertalia.rules.option import Option

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table


class Edition:
    """The rules of one edition under one set of options. It holds no state of a game.

    Everything special about an edition is defined here and in the word catalogues of its folder. What it must remember about a
    game goes into two integers of the table. `edition_state` lasts for the game, and `extras` shows it to everyone;
    `edition_scratch` is for a moment.
    """

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    """What can be chosen before a game. The constructor takes the values by name."""

    NEUTRALS: ClassVar[tuple[str, ...]] = ()
    """The characters that are nobody's: those that `neutral_name` may name."""

    MARKED_BY: ClassVar[str] = ""
    """The option whose value says which of the `card_marks` are used."""

    def __init__(self, cast: list[Character], tokens: dict[str, int], token_abilities: list[Asker], voyages: list[int]) -> None:
        self.cast: list[Character] = [Character(0), *cast]  # by rank
        self.kinds: list[str] = list(tokens)  # the kind with index i is the kind 4 * i of a heap
        self.full_bag: i64 = sum(count << 4 * index for index, count in enumerate(tokens.values()))
        self.full_deck: i64 = (1 << len(self.cast)) - 2
        self.voyages: list[int] = voyages  # how many days each of them has
        self.rules: i64 = 0  # the version of the rules that this game is played by, see `editions`
        self.zones: list[str] = ["hand", "lineup", "crew", "graveyard"]  # by the numbers of `happening`
        self.by_day: i64 = self._awake("day")
        self.by_dusk: i64 = self._awake("dusk")
        self.lootless: i64 = self._awake("takes")
        self.by_night: i64 = self._awake("night")
        self.at_rest: i64 = self._awake("rest")
        self.pickers: i64 = 63  # the seats that pick their characters themselves, as a bit set
        self.sides: i64 = 0  # the kinds of token whose other side is in play, as a bit set
        self.keepsakes: i64 = 0  # the loot that players keep from voyage to voyage, as a heap with every bit set
        self.doubles: bool = False  # whether a player may have two characters in the lineup
        self.automated: bool = False  # whether `reply` ever has an answer
        self.opinions: i64 = 0  # the numbers of the askers whose answers `promise` can compare, as a bit set
        self.nightly: list[float] = [0.0] * len(self.cast)  # by rank: what a character at home brings on an average night
        self.in_hand: list[float] = [1.0] * len(self.cast)  # by rank: what it is worth to have a card back in the hand
        self.card_worth: list[float] = [0.0] * len(self.cast)  # by rank: what a card is worth that is kept for the next voyage
        self.askers: list[Asker] = [Asker(0)] * 64  # by number
        for asker in [*self.cast, *token_abilities, Take(TAKE), Pick(PICK)]:
            self.askers[asker.number] = asker
        self.slugs: list[str] = ["" if asker.number == 0 else asker.slug() for asker in self.askers]  # by number
        for index, kind in enumerate(self.kinds):
            self.slugs[FIRST_TOKEN + index] = kind
        self.rank_of: dict[str, int] = {character.slug(): character.number for character in self.cast[1:]}
        self.kind_of: dict[str, int] = {kind: 4 * index for index, kind in enumerate(self.kinds)}

    def _awake(self, hour: str) -> i64:
        """The characters whose class defines what they do at an hour, as a set of cards."""
        cards: i64 = 0
        for character in self.cast:
            if hour in type(character).__dict__:
                cards |= bit(character.number)
        return cards

    # ---- what it is called and what can be chosen ---------------------------------------------------------------------------

    def name(self) -> str:
        raise NotImplementedError

    def options(self) -> dict[str, object]:
        """The options that make this edition what it is, as plain data."""
        raise NotImplementedError

    def seats(self) -> tuple[int, int]:
        """The fewest and the most players."""
        raise NotImplementedError

    def solo(self) -> bool:
        """Whether the edition can be played alone."""
        return False

    def card_marks(self) -> dict[str, dict[str, dict[str, int]]]:
        """What a card shows besides its rank: for each character, by the value of `MARKED_BY`, a number for each colour."""
        return {}

    def reconstructed(self, kind: str, side: str) -> bool:
        """Whether the text of a side of a token is our own, because no public source has it."""
        return False

    # ---- the course of a voyage ---------------------------------------------------------------------------------------------

    def begin_voyage(self, table: Table) -> None:
        """Lay out loot, deal cards, hand out doubloons."""
        raise NotImplementedError

    def lines_up(self, table: Table) -> None:
        """After the picks are revealed: add other characters to the lineup."""

    def yields(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Whether the first of two characters of the same rank stands to the left of the other. Both are given by their codes."""
        raise NotImplementedError

    def offers(self, table: Table, me: Player) -> None:
        """At dusk: offer the loot of the day to the owner of the acting character."""
        table.ask_take(me)

    def neutral_takes(self, table: Table) -> None:
        """At dusk, when it is the turn of the neutral character."""

    def lost(self, table: Table, me: Player) -> None:
        """A doomed character has gone to the graveyard."""

    def dusk_ends(self, table: Table) -> None:
        """What happens to loot that nobody took. By default it stays where it is."""

    def took(self, table: Table, me: Player, kind: i64) -> None:
        """The effect of a token that was taken."""
        raise NotImplementedError

    def night(self, table: Table) -> None:
        """Go on with the night until a question is asked. If none is asked, the night is over."""
        raise NotImplementedError

    def rest(self, table: Table) -> None:
        """Go on with the end of the voyage until a question is asked. If none is asked, the voyage can be scored."""

    def reply(self, table: Table) -> i64:
        """The answer to the open question, if the edition itself gives it; -1 if a player must decide."""
        return -1

    # ---- what only this edition has -----------------------------------------------------------------------------------------

    def extras_forms(self) -> dict[str, dict[str, object]]:
        """The extras that this edition may have by name, each with its `form`, so that anyone can show it.

        A `track` is a list of colours; it may have `grants`, what each space gives at the start of a voyage, and `breaks_ties`,
        where of equal ranks the one farther right on it stands farther right. A `card` is a character. A `word` stands for
        itself. Where the value is an object, `key` says which of its fields is meant.
        """
        return {}

    def extras(self, state: i64, colours: list[int]) -> dict[str, object]:
        """What everyone sees of an `edition_state`, where these colours play. All of it is public."""
        return {}

    def restore(self, table: Table, extras: dict[str, object]) -> None:
        """Set the table from the extras of a position. A `ValueError` says what is wrong."""

    def neutral_name(self) -> str:
        """The name of the neutral character."""
        return ""

    def neutral_rank(self, rank: i64) -> float:
        """The rank of the neutral character as people read it."""
        return float(rank)

    def may_be_neutral(self, table: Table, rank: i64) -> bool:
        """Whether a neutral character of this rank may stand in the lineup."""
        return False

    def must_stand_below(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Whether the first of two characters of the same rank must stand to the left of the other at any time."""
        return self.yields(table, code, other, rank)

    def plausible(self, table: Table) -> bool:
        """Whether the open questions of a table that was set up by hand could have come up there and then."""
        raise NotImplementedError

    # ---- the end of a voyage ------------------------------------------------------------------------------------------------

    def income(self, table: Table, me: Player) -> i64:
        """What the crew of a player earns at the end of a voyage; a loss is negative."""
        total: i64 = 0
        resting = me.crew & self.at_rest
        while resting:
            rank = top(resting)
            resting -= bit(rank)
            table.cause = rank
            table.cause_seat = me.seat
            earned = self.cast[rank].rest(table, me)
            total += earned
            if earned:
                table.note(EARNED, me.seat, earned)
        return total

    def score_voyage(self, table: Table) -> None:
        """Add the voyage to everyone's score, and clear the table."""
        raise NotImplementedError

    def winners(self, table: Table) -> list[int]:
        """The seats that win a game that is over."""
        raise NotImplementedError

    # ---- what simple bots need to know ---------------------------------------------------------------------------------------

    def appetite(self) -> list[int]:
        """The kinds of token, the best first."""
        return [4 * index for index in range(len(self.kinds))]

    def prospects(self, table: Table, me: Player) -> float:
        """An estimate of what a player will still gain in this voyage, beyond what would be scored now."""
        return 0.0

    def promise(self, table: Table, me: Player, whose: Player, answer: i64) -> float:
        """What an answer to the open question promises, roughly; with answers about several players, the one that is `whose`.

        It is asked only about askers of which `opinions` has the numbers.
        """
        return 0.0

    def outlook(self, table: Table, me: Player) -> float:
        """At the end of a voyage that is not the last: what a player takes along into the next one, beyond the score."""
        worth = 0.0
        hand = me.hand
        while hand:
            rank = nth(hand, 0)
            hand &= hand - 1
            worth += self.card_worth[rank]
        return worth

    def tie_place(self, table: Table, me: Player) -> i64:
        """What breaks ties for a player, as a number from 0 to 5: the colour, unless the edition has something else."""
        return me.colour

    def shown_card(self, table: Table) -> i64:
        """The rank of the card that lies open on top of the deck; 0 for none."""
        return 0

    def nightly_income(self, me: Player) -> float:
        """What the characters at home bring on an average night."""
        income = 0.0
        awake = me.crew & self.by_night
        while awake:
            rank = nth(awake, 0)
            awake &= awake - 1
            income += self.nightly[rank]
        return income


def token_number(kind: i64) -> i64:
    """The number of a kind of token as an asker."""
    return FIRST_TOKEN + kind // 4
