"""How fast the table server is, and boardgame.io on the same machine with the same traffic: ``python -m benchmarks.server``."""
