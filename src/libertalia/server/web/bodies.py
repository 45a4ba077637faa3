"""The bodies of HTTP requests and answers. The forms for a new table are made from what the editions declare."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from libertalia.game.setup import edition_names, edition_of, options_of
from libertalia.rules.edition import Edition
from libertalia.rules.option import Option
from libertalia.tables import messages as m

PERSON_SECRET: Final = r"^[A-Za-z0-9_-]{20,64}$"
"""The pattern of a secret by which somebody finds their days again."""
SeatNumber = Annotated[int, Field(ge=0, le=m.MOST_SEATS - 1)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorBody(BaseModel):
    error: m.Error


class NewPlayer(RequestBody):
    """Name and colour of somebody who sits down."""

    name: Annotated[str, Field(max_length=100)]
    colour: m.Colour | None = None


class Learner(RequestBody):
    """Somebody who begins a lesson."""

    name: Annotated[str, Field(max_length=100)]


class Sitting(NewPlayer):
    """Somebody who sits down, on a certain seat or on the first one that is open."""

    seat: SeatNumber | None = None
    secret: Annotated[str, Field(max_length=100)] | None = None
    """The secret that they had at this table before, if any."""


class ClockSettings(RequestBody):
    """Seconds for each decision, and for all decisions of a game."""

    decision: Annotated[int, Field(ge=m.DECISION_SECONDS.ge, le=m.DECISION_SECONDS.le)] | None = None
    game: Annotated[int, Field(ge=m.GAME_SECONDS.ge, le=m.GAME_SECONDS.le)] | None = None

    def rules(self) -> m.ClockRules | None:
        return m.ClockWish(self.decision, self.game).rules()


class Voyager(RequestBody):
    """Somebody who sets sail: a name, and a secret of their own by which their results are found again."""

    name: Annotated[str, Field(max_length=100)]
    secret: Annotated[str, Field(pattern=PERSON_SECRET)]


class EditionOptions(RequestBody):
    """The options of an edition that were chosen."""


class NewTable(RequestBody):
    edition: str
    players: int
    options: EditionOptions = EditionOptions()
    bots: Annotated[list[m.Level], Field(max_length=m.MOST_SEATS)] = []
    public: bool = False
    clock: ClockSettings | None = None
    hints: bool = False
    """Whether people may ask for hints although other people play, too."""
    me: NewPlayer | None = None


def _form(name: str) -> type[NewTable]:
    edition = edition_of(name, {})
    fewest, most = edition.seats()
    title = name.replace("_", "-").title().replace("-", "")
    chosen: dict[str, Any] = {option.name: (_value(edition, option), option.default) for option in options_of(name)}
    options = create_model(f"{title}Options", __base__=EditionOptions, **chosen)
    return create_model(
        f"New{title}Table",
        __base__=NewTable,
        edition=(_one_of(name), ...),
        players=(Annotated[int, Field(ge=1 if edition.solo() else fewest, le=most)], ...),
        options=(options, options()),
    )


def _value(edition: Edition, option: Option) -> Any:
    """The type of an option: one of its words, or a side for each kind of token."""
    words = _one_of(*option.values)
    return words | dict[_one_of(*edition.kinds), _one_of(*option.sides)] if option.sides else words  # type: ignore[misc]


def _one_of(*words: str) -> Any:
    literal: Any = Literal
    return literal[words]


if TYPE_CHECKING:
    AnyNewTable = NewTable
else:  # one form for each edition in the registry
    AnyNewTable = Annotated[reduce(or_, [_form(name) for name in edition_names()]), Field(discriminator="edition")]


class MeasuredStrength(BaseModel):
    """How strong a level was measured to be, in one edition."""

    rating: int
    """At tables of two, by Elo's scale; the level in the middle has 1000."""
    error: int
    """The rating is within this 19 times in 20."""
    beats: dict[str, tuple[float, float]]
    """By the number of players: the share of games that it wins against a table of the level below, and the error of that."""
    ms: float
    """Milliseconds that it thinks for each pick, on the machine that measured it."""


class BotLevel(BaseModel):
    """A level of bots that people may play against."""

    level: str
    """What `bots` of a new table takes."""
    face: str
    """The animal that it is, in English: a picture has this name."""
    name: str
    """Name and line of character, in the language of `Accept-Language`."""
    line: str
    strength: dict[str, MeasuredStrength]
    """By edition."""


class BotLevels(BaseModel):
    """The levels, from the weakest to the strongest."""

    bots: list[BotLevel]


class Taken(BaseModel):
    """A seat and its secret, which is sent only this once. Without a seat it is the secret of a host who watches."""

    table: str
    seat: int | None
    secret: str


class TableList(BaseModel):
    tables: list[m.TableInfo]


class Step(BaseModel):
    entry: dict[str, Any]
    view: m.PublicView
    mine: m.Mine | None


class Replay(BaseModel):
    table: m.TableInfo
    steps: list[Step]


class PuzzleEntry(BaseModel):
    """A puzzle in the list."""

    id: str
    rating: int
    kind: str
    players: int


class PuzzleList(BaseModel):
    """The puzzles of an edition, from the easiest to the hardest."""

    puzzles: list[PuzzleEntry]


class PuzzleBody(BaseModel):
    """A puzzle as the solver sees it, and what is said when it is solved. `docs/puzzles.md` says what the parts mean."""

    id: str
    rating: int
    seat: int
    kind: str
    obvious: str
    worlds: int
    table: m.TableInfo
    view: m.PublicView
    mine: m.Mine
    options: list[dict[str, Any]]
    others: dict[int, dict[str, float]]
    solved: dict[str, int]
    tries: int


class ReviewQuestion(BaseModel):
    """A decision to think about. `move` is the same for all picks of a morning."""

    number: int
    move: int
    seat: int
    kind: str
    voyage: int
    day: int
    options: list[str]
    played: str


class ReviewAsked(BaseModel):
    """A review that is being made, or was."""

    decisions: int
    """How many there are to think about."""
    finished: bool
    questions: list[ReviewQuestion]


class ReviewSoFar(BaseModel):
    """A review as far as it has come. `docs/review.md` says what the parts mean."""

    done: int
    decisions: int
    judgements: list[dict[str, Any]]
    curve: list[dict[str, Any]]
    accounts: list[dict[str, Any]]
    """For each seat; none before all decisions are judged."""
    turns: list[list[dict[str, Any]]]
    """The turning points of each seat; none before all decisions are judged."""
