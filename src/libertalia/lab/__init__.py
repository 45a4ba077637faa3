"""Many games: who wins, by how much, and what it tells about bots and characters. See docs/bots.md."""

from libertalia.lab.estimates import Estimate
from libertalia.lab.results import GameRow, Results, Standing
from libertalia.lab.study import Setting, Study, Worth, study
from libertalia.lab.tournament import simulate, tournament

__all__ = ["Estimate", "GameRow", "Results", "Setting", "Standing", "Study", "Worth", "simulate", "study", "tournament"]
