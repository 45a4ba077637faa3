"""Libertalia for OpenSpiel: `libertalia` and `libertalia_small` are registered when this module is imported.

All picks of a sunrise are one simultaneous node; every draw of a token, of a card or of a colour is a chance node.

>>> game = pyspiel.load_game("libertalia(edition=original,players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any, ClassVar, Final, final

from libertalia.lab.extra import extra

with extra("spiel"):
    import numpy as np
    import pyspiel

from libertalia.envs.picture import text
from libertalia.game.errors import InvalidSetup
from libertalia.game.game import Game
from libertalia.game.setup import edition_names, edition_of, options_of, seated
from libertalia.game.view import View
from libertalia.rules.bits import nth, size
from libertalia.rules.chance import Seed
from libertalia.rules.course import begin_day
from libertalia.rules.edition import Edition
from libertalia.rules.option import Option
from libertalia.rules.table import Table
from libertalia.search.actions import Actions
from libertalia.search.episode import REWARDS, Episode
from libertalia.search.features import Features
from libertalia.search.tree import CHANCE, ENDED, MOST_OUTCOMES, SUNRISE, Node, Sides, before_the_deal

LONGEST: Final = 640
"""Decisions and draws of the longest game. The information-state tensor has room for them."""

HIGHEST: Final = 500.0
"""No score, and no margin, is higher."""

_OPTIONS: Final = sorted({option.name for name in edition_names() for option in options_of(name)})
_PARAMETERS: Final = {"edition": "original", "players": 2, "reward": "margin", **dict.fromkeys(_OPTIONS, "")}
_SMALL: Final = {**_PARAMETERS, "cards": 3, "days": 2, "deal": 1}
_UTILITY: Final = {
    "margin": (pyspiel.GameType.Utility.ZERO_SUM, -HIGHEST, HIGHEST, 0.0),
    "win": (pyspiel.GameType.Utility.CONSTANT_SUM, 0.0, 1.0, 1.0),
    "score": (pyspiel.GameType.Utility.GENERAL_SUM, 0.0, HIGHEST, None),
}  # alone, all of them are GENERAL_SUM: the Automa is not a player


def _type(name: str, long_name: str, parameters: dict[str, Any], utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def _drawn(option: Option, options: dict[str, Any]) -> bool:
    """Whether chance chooses the sides of the tokens."""
    return bool(option.drawn) and options.get(option.name) == option.drawn


def _with_sides(edition: str, players: int, options: dict[str, Any], board: str, sides: list[str]) -> Edition | None:
    """The edition with these sides of the tokens; `None` as long as some are missing."""
    kinds = edition_of(edition, {}).kinds
    if len(sides) < len(kinds):
        return None
    return seated(edition, players, Seed(b""), {**options, board: dict(zip(kinds, sides, strict=True))}, None)[0]


class LibertaliaGame(pyspiel.Game):
    """The whole game. Parameters: `edition`, `players`, `reward` (margin, win or score), and the options of the edition.

    With `board=uncharted` chance chooses the sides of the tokens before the deal. With `players=1` Galecrest is played alone: the
    only player is seat 0, and the Automa answers by itself.
    """

    NAME = "libertalia"
    LONG_NAME = "Libertalia"
    PARAMETERS: ClassVar[dict[str, Any]] = _PARAMETERS

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.PARAMETERS, **(params or {})}
        reward = given["reward"]
        if reward not in _UTILITY:
            raise InvalidSetup(f"A reward is one of {', '.join(_UTILITY)}, not {reward!r}.")
        options = {name: given[name] for name in _OPTIONS if given[name]}
        self.given = given
        self.reward = REWARDS[reward]
        self._options = options
        self.edition, self.seats = seated(given["edition"], given["players"], self._seed(), options, None)
        self._board = next((option for option in options_of(given["edition"]) if _drawn(option, options)), None)
        """The option that is left to chance; then `edition` has any value of it."""
        self.actions = Actions(self.edition)
        self.features = Features(self.edition)
        utility, lowest, highest, total = _UTILITY[reward]
        if given["players"] == 1:
            utility, total = pyspiel.GameType.Utility.GENERAL_SUM, None
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.actions.size),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=given["players"],
            min_utility=lowest,
            max_utility=highest,
            utility_sum=total,
            max_game_length=LONGEST,
        )
        super().__init__(_type(self.NAME, self.LONG_NAME, self.PARAMETERS, utility), info, params or {})

    def _seed(self) -> Seed:
        """What draws the sides of the tokens before the game, where they are left to chance."""
        return Seed(b"")

    @cached_property
    def start(self) -> Node:
        """Where every game begins."""
        sides = None
        if self._board is not None:
            make = partial(_with_sides, self.given["edition"], self.given["players"], self._options, self._board.name)
            sides = Sides(list(self._board.sides), [], make)
        return before_the_deal(self.actions, self.edition, self.seats, sides)

    def new_initial_state(self) -> LibertaliaState:
        return LibertaliaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LibertaliaObserver:
        return LibertaliaObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SmallLibertaliaGame(LibertaliaGame):
    """The last `days` of the first voyage, with `cards` of the cards that `deal`, a seed, has dealt: small enough to solve.

    Loot, colours and cards are fixed by the seed, and everyone knows them; so are the sides of the tokens with `board=uncharted`.
    What characters draw from the bag is left to chance. There is no small game for one.
    """

    NAME = "libertalia_small"
    LONG_NAME = "Libertalia, a few days with a few cards"
    PARAMETERS: ClassVar[dict[str, Any]] = _SMALL

    def _seed(self) -> Seed:
        return Seed(b"%x" % self.given["deal"])

    @cached_property
    def start(self) -> Node:
        given = self.given
        table = small_table(self.edition, given["players"], given["cards"], given["days"], given["deal"])
        return Node(self.actions, self.edition, given["players"], Episode(table))


def small_table(edition: Edition, players: int, cards: int, days: int, deal: int) -> Table:
    """A table a few days before the end of its first and only voyage; the hands have a few of the cards, from low to high."""
    if edition.automated:
        raise InvalidSetup("There is no small game for one: the Automa needs its whole deck.")
    options: dict[str, Any] = edition.options()
    table = Game.new(edition.name(), players, deal, rules=edition.rules, **options).table.clone()
    dealt = size(table.players[0].hand)
    if not 1 <= cards <= dealt or not 1 <= days <= min(cards, len(table.days)):
        raise InvalidSetup(
            f"There are 1 to {dealt} cards and at most as many days, up to {len(table.days)}; not {cards} and {days}."
        )
    kept = sum(1 << nth(table.players[0].hand, index * dealt // cards) for index in range(cards))
    for player in table.players:
        player.hand = kept
    table.last_voyage = 1
    table.draws = 0
    table.day = len(table.days) - days + 1
    begin_day(table)
    return table


@final
class LibertaliaState(pyspiel.State):
    """A moment of a game."""

    __slots__ = ("node", "reward", "turn")

    def __init__(self, game: LibertaliaGame) -> None:
        super().__init__(game)
        self.node: Node = game.start.clone()
        self.reward: int = game.reward
        self.turn: int = self.node.turn()
        """A player, or what it is otherwise: see `tree`."""

    @property
    def __dict__(self) -> dict[str, Any]:
        """What OpenSpiel copies and stores of a state. It is kept in slots: Python is slow to read what a `State` has besides."""
        return {name: getattr(self, name) for name in self.__slots__}

    @__dict__.setter
    def __dict__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def current_player(self) -> int:
        return self.turn

    def is_terminal(self) -> bool:
        return self.turn == ENDED

    def is_chance_node(self) -> bool:
        return self.turn == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.turn == SUNRISE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same as OpenSpiel's, without a detour through it."""
        if player is None:
            player = self.turn
            if player == SUNRISE:
                raise ValueError("Everyone picks at sunrise: ask for the legal actions of one player.")
        return [outcome for outcome, _ in self.node.draws()] if player == CHANCE else self.node.legal(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.draws()

    def _apply_action(self, action: int) -> None:
        self.turn = self.node.step(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.turn = self.node.play_all(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.draw_text(action) if player == CHANCE else self.node.actions.text(action)

    def returns(self) -> list[float]:
        players = range(self.num_players())
        if self.turn != ENDED:
            return [0.0 for _ in players]
        return [self.node.episode.worth(self.reward, seat) for seat in players]

    @property
    def dealt(self) -> bool:
        """Whether chance has dealt the first cards. Before, there is nothing to observe."""
        return len(self.node.episode.table.days) > 0

    def __str__(self) -> str:
        return text(View(self.node.sight(-1), None)) if self.dealt else f"before the deal, {len(self.node.history)} drawn"


class LibertaliaObserver:
    """What a player observes: `Features` of the table; with perfect recall, the history as the player knows it as well."""

    def __init__(self, game: LibertaliaGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of an observation, but {params} were given.")
        self.kind = iig_obs_type
        self.features = game.features
        self.actions = game.actions
        known = int(self.features.size)
        self.tensor = np.zeros(known + (2 * LONGEST if iig_obs_type.perfect_recall else 0), np.float32)
        self.dict = {"table": self.tensor[:known]}
        if iig_obs_type.perfect_recall:
            self.dict["history"] = self.tensor[known:].reshape(LONGEST, 2)

    def _viewer(self, player: int) -> int:
        return player if self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else -1

    def set_from(self, state: LibertaliaState, player: int) -> None:
        viewer = self._viewer(player)
        self.dict["table"][:] = self.features.vector(state.node.sight(viewer)) if state.dealt else 0.0
        if self.kind.perfect_recall:
            history = self.dict["history"]
            history[:] = 0.0
            for place, (who, number) in enumerate(state.node.known_history(viewer)[-LONGEST:]):
                history[place] = (who + 2) / 8, (number + 2) / self.actions.size

    def string_from(self, state: LibertaliaState, player: int) -> str:
        viewer = self._viewer(player)
        if self.kind.perfect_recall:
            return state.node.information(viewer)
        if not state.dealt:
            return str(state)
        view = View(state.node.sight(viewer), None)
        own = "" if viewer < 0 else f"\nhand of {viewer}: {', '.join(view.me.holds)}"
        return text(view) + own


for _game in (LibertaliaGame, SmallLibertaliaGame):
    if _game.NAME not in pyspiel.registered_names():
        pyspiel.register_game(_type(_game.NAME, _game.LONG_NAME, _game.PARAMETERS, _UTILITY["margin"][0]), _game)
