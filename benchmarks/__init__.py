"""How fast the engine is, and how fast its peers are on the same machine: ``python -m benchmarks``."""
