"""Many games: who wins, by how much, and how fast."""

from libertalia.lab.simulation import Result, Tally, simulate

__all__ = ["Result", "Tally", "simulate"]
