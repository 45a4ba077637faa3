"""The bodies of HTTP requests and answers. What can be asked of a new table is made from what the editions declare."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from libertalia.game.setup import edition_names, edition_of, options_of
from libertalia.rules.edition import Edition
from libertalia.rules.option import Option
from libertalia.server import messages as m

SeatNumber = Annotated[int, Field(ge=0, le=m.MOST_SEATS - 1)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorBody(BaseModel):
    error: m.Error


class NewPlayer(RequestBody):
    """Name and colour of somebody who sits down."""

    name: Annotated[str, Field(max_length=100)]
    colour: m.Colour | None = None


class Sitting(NewPlayer):
    seat: SeatNumber | None = None


class ClockSettings(RequestBody):
    """Seconds for each decision, and for all decisions of a game."""

    decision: Annotated[int, Field(ge=5, le=14 * 86_400)] | None = None
    game: Annotated[int, Field(ge=60, le=90 * 86_400)] | None = None

    def rules(self) -> m.ClockRules | None:
        return m.ClockRules(self.decision, self.game) if self.decision or self.game else None


class EditionOptions(RequestBody):
    """The options of an edition that were chosen."""


class NewTable(RequestBody):
    edition: str
    players: int
    options: EditionOptions = EditionOptions()
    bots: Annotated[list[m.Level], Field(max_length=m.MOST_SEATS)] = []
    public: bool = False
    clock: ClockSettings | None = None
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


class Taken(BaseModel):
    """A seat and its secret, which is told this once. Without a seat it is the secret of a host who watches."""

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
