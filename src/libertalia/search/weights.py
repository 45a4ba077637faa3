"""Weights as they are stored: arrays of 32-bit floats in an `.npz` file, read without any other package."""

from __future__ import annotations

import ast
import zipfile
from array import array
from pathlib import Path

MAGIC = b"\x93NUMPY\x01\x00"


def read_weights(path: Path) -> dict[str, list[float]]:
    """The arrays of a file by name, each as a flat list, row after row."""
    with zipfile.ZipFile(path) as file:
        return {name.removesuffix(".npy"): _flat(name, file.read(name)) for name in file.namelist()}


def _flat(name: str, stored: bytes) -> list[float]:
    length = int.from_bytes(stored[8:10], "little")
    header = ast.literal_eval(stored[10 : 10 + length].decode())
    if not stored.startswith(MAGIC) or header["descr"] != "<f4" or header["fortran_order"]:
        raise ValueError(f"{name} is not an array of 32-bit floats in C order, as numpy's savez writes it.")
    numbers = array("f")
    numbers.frombytes(stored[10 + length :])
    return numbers.tolist()
