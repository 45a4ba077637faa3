"""The questions that wait for an answer: a stack, packed into one integer, with the open question lowest.

A question is the number of who asks and the seat that must answer, see `bits.of_seat`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from libertalia.rules.bits import of_seat

QUESTION_BITS: Final = 9
QUESTION: Final = 511


def asked(questions: i64, seat: i64, number: i64) -> i64:
    """The stack with a new question on top: it is answered first."""
    return questions << QUESTION_BITS | of_seat(seat, number)


def asked_next(questions: i64, seat: i64, number: i64) -> i64:
    """The stack with a new question directly beneath the open one."""
    return asked(answered(questions), seat, number) << QUESTION_BITS | questions & QUESTION


def answered(questions: i64) -> i64:
    """The stack without the open question."""
    return questions >> QUESTION_BITS


def listed(questions: i64) -> list[int]:
    """The questions one by one, the open one first."""
    found: list[int] = []
    while questions:
        found.append(questions & QUESTION)
        questions >>= QUESTION_BITS
    return found
