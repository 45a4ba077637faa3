"""Lessons in memory: the bots keep to their script, whatever the person plays."""

from __future__ import annotations

import random

import pytest

from libertalia import Game
from libertalia.tables import messages as m
from libertalia.tables.laying import LEARNER, lesson_table
from libertalia.tables.lessons import COMPANIONS, LESSONS, morning, scripted_answer
from tests.tables.people import HOST, START, do, info_of, refusal


@pytest.mark.parametrize("name", LESSONS)
def test_whatever_one_plays_the_bots_keep_to_the_script(name: str) -> None:
    lesson = LESSONS[name]
    assert Game.at(lesson.start, seed=1).view(0).edition == lesson.edition
    for seed in range(20):
        game, rng = Game.at(lesson.start, seed=seed), random.Random(seed)
        while not game.over:
            decision = game.decisions[0]
            view = game.view(decision.seat)
            if decision.seat == 0:
                game.play(0, rng.choice(decision.options))
                continue
            answer = scripted_answer(name, view, decision)
            if decision.kind == "pick":
                assert answer == lesson.picks[decision.seat - 1][view.day]
            game.play(decision.seat, answer)


def test_a_lesson_has_a_coach_and_no_hints() -> None:
    table = lesson_table("original-1", "Ines", START)
    assert info_of(table).lesson == "original-1"
    do(table, HOST, m.Start("1"))
    assert refusal(table, HOST, m.AskHint("2", 0)) == "hint.not-here"


def test_who_is_called_like_a_bot_of_the_lesson_gets_another_name() -> None:
    table = lesson_table("original-1", COMPANIONS[0].upper(), START)
    assert [seat.name for seat in table.seats] == [LEARNER, *COMPANIONS]


def test_a_day_of_a_lesson_begins_at_its_sunrise() -> None:
    game = Game.at(LESSONS["original-1"].start, seed=1)
    assert morning(game.record(), 6) is None
    while not game.over:
        game.play(game.decisions[0].seat, game.decisions[0].options[0])
    start = morning(game.record(), 6)
    assert start is not None
    assert start.view(0).day == 6
    table = lesson_table("original-1", "Ines", START, start.position())
    do(table, HOST, m.Start("1"))
    assert table.game is not None
    assert table.game.own(0).hand == start.own(0).hand
