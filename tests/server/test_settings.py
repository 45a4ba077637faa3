"""Settings: what the environment says, what is wrong with it, and what `docs/hosting.md` says about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from libertalia.server.settings import InvalidSettings, Settings

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_every_setting_is_documented_as_it_is() -> None:
    documented = [line for line in HOSTING.read_text().splitlines() if line.startswith("| `LIBERTALIA_")]
    expected = []
    said_otherwise = {"database": "a file in the data folder", "delete_days": "never"}
    for name, field in Settings.model_fields.items():
        default = said_otherwise.get(name) or (f"{field.default:,}" if field.default != "" else "")
        expected.append(f"| `LIBERTALIA_{name.upper()}` | {default} | {field.description} |".replace("|  |", "| |"))
    assert documented == expected


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBERTALIA_IDLE", "7.5")
    monkeypatch.setenv("LIBERTALIA_DATABASE", "some.sqlite")
    settings = Settings.from_environment()
    assert (settings.idle, settings.database, settings.heartbeat) == (7.5, "some.sqlite", 5)


@pytest.mark.parametrize(
    ("name", "value"), [("IDLE", "soon"), ("CONNECTIONS", "0"), ("BOT_PROCESSES", "1.5"), ("HEARTBEAT", "-1")]
)
def test_a_setting_that_makes_no_sense_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"LIBERTALIA_{name}", value)
    with pytest.raises(InvalidSettings, match=f"LIBERTALIA_{name} is '{value}'"):
        Settings.from_environment()
