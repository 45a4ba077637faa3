"""Measures the engine beside other projects' engines on the same machine: ``python -m benchmarks``."""
