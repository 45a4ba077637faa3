"""What README and CONTRIBUTING name exists: paths, links, targets of make, commands and their options."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

from libertalia.terminal.app import app

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PATH = re.compile(r"[\w.<>-]+/[\w.<>/-]*|[\w-]+\.(md|toml)")
MADE_LATER = (".venv", "dist", "web/node_modules")
"""What `make` makes."""


def code(document: Path) -> Iterator[str]:
    """The code of a document: indented lines without their comments, and what stands between backticks."""
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    for line in text.splitlines():
        if line.startswith("    "):
            yield line.partition(" #")[0].strip()
        else:
            yield from re.findall(r"`([^`]+)`", line)


def paths(snippet: str) -> list[str]:
    """The words of a snippet that name a file or a folder of the repository."""
    return [word for word in snippet.split() if PATH.fullmatch(word) and not word.startswith(MADE_LATER)]


def targets() -> set[str]:
    return set(re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def installed(program: str) -> bool:
    """Whether a program of `.venv/bin` is there."""
    return program.startswith(".venv/bin/") and Path(sys.executable).with_name(Path(program).name).exists()


def unknown(arguments: list[str]) -> list[str]:
    """The commands and options of `libertalia` that it does not have."""
    command: Any = typer.main.get_command(app)
    words = iter(arguments)
    while isinstance(command, TyperGroup) and not (word := next(words, "--")).startswith("-"):
        if word not in command.commands:
            return [word]
        command = command.commands[word]
    known = {option for each in command.params for option in each.opts}
    return [word for word in arguments if word.startswith("-") and word not in known]


def anchors(document: Path) -> set[str]:
    """The anchors that a reader can link to: headings, in lower case, with hyphens for spaces."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_exist(document: Path) -> None:
    named = [path for snippet in code(document) for path in paths(snippet)]
    missing = [path for path in named if not any(ROOT.glob(re.sub(r"<\w+>", "*", path.rstrip("/"))))]
    assert not missing, f"{document.name} names {missing}, which do not exist"


@pytest.mark.parametrize("document", [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))], ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        assert target.exists(), f"{document.name} links to {link}"
        assert not anchor or anchor in anchors(target), f"{document.name} links to {link}, but there is no such heading"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_exist(document: Path) -> None:
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    for snippet in code(document):
        program, *arguments = snippet.split() or [""]
        if program == "make":
            assert set(arguments) <= targets(), snippet
        elif program.startswith(".venv/bin/"):
            assert installed(program), snippet
        elif program == "npm" and arguments[0] == "run":
            assert arguments[1] in scripts, snippet
        elif program == "libertalia" and arguments:
            assert unknown(arguments) == [], snippet


def test_contributing_is_checked() -> None:
    """The tests above find what they look for."""
    snippets = list(code(ROOT / "CONTRIBUTING.md"))
    assert "make test" in snippets
    assert "src/libertalia/rules/<edition>/" in [path for snippet in snippets for path in paths(snippet)]
    assert {"test", "play", ".venv/engine"} <= targets()
    assert unknown(["play", "--lang", "fr"]) == unknown(["--version"]) == unknown(["admin", "backup"]) == []
    assert unknown(["plya"]) == ["plya"]
    assert unknown(["play", "--langue", "fr"]) == ["--langue"]


def test_every_target_that_people_call_is_described() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (called,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert set(called.split()) == set(re.findall(r"^([a-z-]+):.* ## \S", makefile, re.MULTILINE))


def test_the_hooks_of_a_commit_call_tools_that_are_installed() -> None:
    config = ROOT / ".pre-commit-config.yaml"
    text = config.read_text(encoding="utf-8")
    assert re.findall(r"repo: (.+)", text) == ["local"]
    for program, argument in re.findall(r"entry: (\S+) ?(\S*)", text):
        assert argument in targets() if program == "make" else installed(program), program
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", config], check=True)


def test_the_version_is_said_in_one_place() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert importlib.metadata.version("libertalia") == version
    assert not [path for path in ROOT.glob("src/**/*.py") if f'"{version}"' in path.read_text(encoding="utf-8")]
