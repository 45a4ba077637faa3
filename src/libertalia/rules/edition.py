"""What an edition of the game has to say; the course of a day asks it and knows no edition by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from libertalia.rules.asker import FIRST_TOKEN, PICK, TAKE, Asker, Character, Pick, Take
from libertalia.rules.bits import bit, top
from libertalia.rules.happening import EARNED
from libertalia.rules.option import Option

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table


class Edition:
    """The rules of one edition under one set of options. It holds no state of a game.

    All that is particular about an edition is said here and in the catalogues of its folder. What it must remember about a game
    goes into two integers of the table: `edition_state` lasts, and what is public of it is told by `extras`; `edition_scratch` is
    for the moment.
    """

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    """What can be chosen before a game; the constructor takes these by name."""

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
        self.rules: i64 = 0  # the version of the rules that is played, see `editions`
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
        self.askers: list[Asker] = [Asker(0)] * 64  # by number
        for asker in [*self.cast, *token_abilities, Take(TAKE), Pick(PICK)]:
            self.askers[asker.number] = asker
        self.slugs: list[str] = ["" if asker.number == 0 else asker.slug() for asker in self.askers]  # by number
        for index, kind in enumerate(self.kinds):
            self.slugs[FIRST_TOKEN + index] = kind
        self.rank_of: dict[str, int] = {character.slug(): character.number for character in self.cast[1:]}
        self.kind_of: dict[str, int] = {kind: 4 * index for index, kind in enumerate(self.kinds)}

    def _awake(self, hour: str) -> i64:
        """The characters that do something of their own at an hour, as a set of cards."""
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
        """Once the picks are revealed: whoever else comes to the lineup."""

    def yields(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Whether, of two characters of a rank, the first stands below the other one in the lineup. Both go by their codes."""
        raise NotImplementedError

    def offers(self, table: Table, me: Player) -> None:
        """At dusk, to the owner of the character whose turn it is: the loot of the day."""
        table.ask_take(me)

    def neutral_takes(self, table: Table) -> None:
        """At dusk, when the turn of the character that is nobody's has come."""

    def lost(self, table: Table, me: Player) -> None:
        """A doomed character has gone to the graveyard."""

    def dusk_ends(self, table: Table) -> None:
        """What becomes of loot that nobody took; as a rule it stays where it is."""

    def took(self, table: Table, me: Player, kind: i64) -> None:
        """What a token brings about when it is taken."""
        raise NotImplementedError

    def night(self, table: Table) -> None:
        """Go through the night until there is something to ask; where it asks nothing the night is over."""
        raise NotImplementedError

    def rest(self, table: Table) -> None:
        """Go through the end of the voyage until there is something to ask; where it asks nothing, all can be scored."""

    def reply(self, table: Table) -> i64:
        """The answer to the open question, where the edition itself has it; -1 where a person has to decide."""
        return -1

    # ---- what it has besides ------------------------------------------------------------------------------------------------

    def extras_forms(self) -> dict[str, dict[str, object]]:
        """The extras that this edition may have by name, each with its `form`, so that anyone can show it.

        A `track` is a list of colours, and may have `grants`, what each space gives at the start of a voyage. A `card` is a
        character. A `word` stands for itself. Where the value is an object, `key` says which of its fields is meant.
        """
        return {}

    def extras(self, state: i64, colours: list[int]) -> dict[str, object]:
        """What everyone sees of an `edition_state`, where these colours play. All of it is public."""
        return {}

    def restore(self, table: Table, extras: dict[str, object]) -> None:
        """Put the extras of a position back; a `ValueError` names what can't be."""

    def neutral_name(self) -> str:
        """What the character that is nobody's is called."""
        return ""

    def neutral_rank(self, rank: i64) -> float:
        """The rank of that character as people read it."""
        return float(rank)

    def may_be_neutral(self, table: Table, rank: i64) -> bool:
        """Whether a character of this rank that is nobody's may stand in the lineup."""
        return False

    def must_stand_below(self, table: Table, code: i64, other: i64, rank: i64) -> bool:
        """Whether, of two characters of a rank, the first must at any time stand below the other one."""
        return self.yields(table, code, other, rank)

    def plausible(self, table: Table) -> bool:
        """Whether the open questions of a table that was set up by hand could have come up there and then."""
        raise NotImplementedError

    # ---- the end of a voyage ------------------------------------------------------------------------------------------------

    def income(self, table: Table, me: Player) -> i64:
        """What the characters at home earn a player at the end of a voyage, losses taken off."""
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
        """Count what everyone has earned, and clear the table."""
        raise NotImplementedError

    def winners(self, table: Table) -> list[int]:
        """The seats that win a game that is over."""
        raise NotImplementedError

    # ---- what simple bots think of it ---------------------------------------------------------------------------------------

    def appetite(self) -> list[int]:
        """The kinds of token, the best first."""
        return [4 * index for index in range(len(self.kinds))]

    def prospects(self, table: Table, me: Player) -> float:
        """What a player may still hope for in this voyage, beyond what would be scored now."""
        return 0.0


def token_number(kind: i64) -> i64:
    """The number under which a kind of token asks."""
    return FIRST_TOKEN + kind // 4
