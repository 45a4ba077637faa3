"""Numbers as floats of 32 bits, which compiled code writes as integers."""

from __future__ import annotations

from mypy_extensions import i32, i64


def float32(value: float) -> i32:
    """The bits of a number as a float of 32 bits."""
    if value == 0.0:
        return 0
    bits: i64 = 0
    if value < 0.0:
        bits = -0x80000000
        value = -value
    exponent: i64 = 127
    while value >= 2.0:
        value *= 0.5
        exponent += 1
    while value < 1.0:
        value *= 2.0
        exponent -= 1
    return i32(bits + (exponent << 23) + i64((value - 1.0) * 8388608.0 + 0.5))
