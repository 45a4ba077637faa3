"""Results are stored as they come, so that a run can be killed and go on later as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from libertalia.game.errors import LibertaliaError


class OtherRun(LibertaliaError):
    """The folder holds the results of something else."""

    key = "lab.folder"


class Journal:
    """A file in a folder: the settings of a run, then a line for each job that is done.

    A line that was cut off by a kill is dropped. A folder with the journal of other settings is refused, and nothing is changed.
    """

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.path = folder / "journal.jsonl"
        self._settings: dict[str, Any] = json.loads(json.dumps(settings))
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            whole = self._whole_lines()
            self._file = self.path.open("a", encoding="utf-8")
            self._file.truncate(len(whole))
        except OSError as error:
            raise OtherRun(f"{self.path} can't be written: {error.strerror}.") from None
        if not whole:
            self.add(self._settings)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def _whole_lines(self) -> bytes:
        """What was stored earlier, up to the last line that is complete."""
        stored = self.path.read_bytes() if self.path.exists() else b""
        whole = stored[: stored.rfind(b"\n") + 1]
        if whole:
            self._check(whole.split(b"\n", 1)[0])
        return whole

    def _check(self, first: bytes) -> None:
        try:
            theirs = json.loads(first)
        except ValueError:
            theirs = None
        if not isinstance(theirs, dict):
            raise OtherRun(f"{self.path} is not a journal of this program. Choose another folder, or remove the file.")
        differ = [name for name in {**theirs, **self._settings} if theirs.get(name) != self._settings.get(name)]
        if differ:
            name = differ[0]
            raise OtherRun(
                f"{self.path.parent} holds results with {name} {theirs.get(name)!r}, not {self._settings.get(name)!r}. "
                "Choose another folder, or the same settings to go on."
            )

    def stored(self) -> Iterator[dict[str, Any]]:
        """What was stored, line by line."""
        with self.path.open(encoding="utf-8") as lines:
            next(lines)
            for line in lines:
                yield json.loads(line)

    def add(self, line: dict[str, Any]) -> None:
        """Store the result of a job at once."""
        assert self._file is not None, "a journal is used in a `with` block"
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._file.flush()
