"""A terminal that is killed in the middle of a game loses nothing: the game is resumed where it was."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from libertalia.game.logbook import Logbook
from tests.terminal.test_app import COMMAND, ENVIRONMENT, record_of, run

PATIENCE = 60.0


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process = process
        self.screen = screen

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def read(self) -> str:
        """What the program has written since the last time."""
        with suppress(BlockingIOError, OSError):
            return os.read(self.screen, 1 << 20).decode(errors="replace")
        return ""

    def close(self) -> None:
        """Close the window: the program is hung up on."""
        os.close(self.screen)
        self.screen = -1


@contextmanager
def terminal(*arguments: str, cwd: Path, **environment: str) -> Iterator[Terminal]:
    screen, inside = pty.openpty()
    termios.tcsetwinsize(inside, (24, 80))
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=cwd,
        env={**ENVIRONMENT, "TERM": "xterm-256color", **environment},
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(inside)
    os.set_blocking(screen, False)
    opened = Terminal(process, screen)
    try:
        yield opened
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)
        if opened.screen >= 0:
            os.close(screen)


def _take_terminal() -> None:
    """Make the terminal that of the new session, so that closing it hangs up on the program, from wherever these tests run."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def wait_for_moves(opened: Terminal, file: Path, mine: int, answers: str) -> int:
    """Answer until the person has made this many moves; how many moves there are then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        opened.read()
        opened.type(answers)
        if file.exists() and (text := file.read_text(encoding="utf-8")):
            moves = Logbook.loads(text).record.moves
            if sum(seat == 0 for seat, _ in moves) >= mine:
                return len(moves)
        time.sleep(0.2)
    raise AssertionError(f"{file} has not got {mine} moves of seat 0")


@pytest.mark.parametrize("how", ["killed", "hung up", "closed"])
@pytest.mark.parametrize(("plain", "answers"), [(["--plain"], "1\n"), ([], "e11")], ids=["plain", "screen"])
def test_a_killed_terminal_is_resumed(plain: list[str], answers: str, how: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = ["play", *plain, "--players", "2", "--seed", "7", "--bots", "random", "--record", str(file)]
    with terminal(*game, cwd=tmp_path) as opened:
        known = wait_for_moves(opened, file, mine=2, answers=answers)
        if how == "killed":
            opened.process.kill()
        elif how == "hung up":
            opened.process.send_signal(signal.SIGHUP)
        else:
            opened.close()
        opened.process.wait(PATIENCE)
    before = record_of(file)
    assert len(before.moves) >= known
    assert not before.replay().over
    again = run("play", "--resume", str(file), typed="1\n" * 300)
    assert again.returncode == 0, again.stderr
    after = record_of(file)
    assert after.moves[: len(before.moves)] == before.moves
    assert after.replay().over
    assert list(tmp_path.iterdir()) == [file], "nothing else is left behind"
    assert Logbook.loads(file.read_text(encoding="utf-8")).bots == ("random",), "the bots are the same without being named again"


COLOUR = re.compile(r"\x1b\[[\d;]*\b(?:3[0-8]|4[0-8]|9\d|10\d)[\d;]*m")


@pytest.mark.parametrize(("setting", "colours"), [({}, True), ({"NO_COLOR": "1"}, False)], ids=["colours", "NO_COLOR"])
def test_no_color_means_no_colour(setting: dict[str, str], colours: bool, tmp_path: Path) -> None:
    with terminal("play", "--players", "2", "--seed", "7", cwd=tmp_path, **setting) as opened:
        written = ""
        end = time.monotonic() + PATIENCE
        while "help (?)" not in written and time.monotonic() < end:
            written += opened.read()
            time.sleep(0.05)
    assert "help (?)" in written
    assert bool(COLOUR.search(written)) == colours


def test_an_unfinished_game_is_offered(tmp_path: Path) -> None:
    run("play", "--players", "2", "--bots", "random", typed="1\nq\n", cwd=tmp_path)
    (file,) = tmp_path.glob("libertalia-*.json")
    before = record_of(file)
    with terminal("play", cwd=tmp_path) as opened:
        opened.type("\n")
        wait_for_moves(opened, file, mine=sum(seat == 0 for seat, _ in before.moves) + 1, answers="e11")
    assert record_of(file).moves[: len(before.moves)] == before.moves
    assert list(tmp_path.glob("libertalia-*.json")) == [file]
