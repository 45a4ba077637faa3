"""Thinking ahead: worlds that agree with what a seat knows, drawn and played on as fast as the engine. See docs/bots.md."""

from libertalia.search.forecast import Forecast, Tally
from libertalia.search.searches import AnswerSearch, PickSearch
from libertalia.search.worlds import RANDOM, SENSIBLE, Policy, World, Worlds

__all__ = ["RANDOM", "SENSIBLE", "AnswerSearch", "Forecast", "PickSearch", "Policy", "Tally", "World", "Worlds"]
