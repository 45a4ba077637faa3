"""Options of the command line that are made from what the editions declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter
from typing import Annotated, Any

import typer

from libertalia.game.setup import edition_names, options_of
from libertalia.rules.option import Option
from libertalia.words import LANGUAGES, words

EditionName = Annotated[str, typer.Option(help=f"Which edition: {' or '.join(edition_names())}.")]
Language = Annotated[str, typer.Option("--lang", help=f"The language: {' or '.join(LANGUAGES)}.")]
GivenOptions = Mapping[str, str]
"""The options that were given, by name; an edition refuses those that it doesn't have."""


def with_edition_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the options of all editions after its own; it gets those that were given as `options`."""
    helps = _helps()

    @wraps(command)
    def wrapped(**arguments: Any) -> None:
        given = {name: value for name in helps if (value := arguments.pop(name)) is not None}
        command(options=given, **arguments)

    own = inspect.signature(command, eval_str=True)
    parameters = [parameter for name, parameter in own.parameters.items() if name != "options"]
    for name, text in helps.items():
        option = Annotated[str | None, typer.Option(help=text)]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=option))
    wrapped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    return wrapped


def _helps() -> dict[str, str]:
    """What `--help` says of each option, by its name. Editions may have an option of the same name."""
    helps: dict[str, list[str]] = {}
    for edition in edition_names():
        for option in options_of(edition):
            helps.setdefault(option.name, []).append(_help(edition, option))
    return {name: " ".join(texts) for name, texts in helps.items()}


def _help(edition: str, option: Option) -> str:
    english = words("en")
    labels = {value: english.say(edition, f"setup.{option.name}.{value}") for value in option.values}
    values = ", ".join(value if label == value else f"{value} ({label})" for value, label in labels.items())
    alone = ", alone" if option.alone else ""
    return f"Edition {edition}{alone}: {english.say(edition, f'setup.{option.name}').lower()}: {values}."
