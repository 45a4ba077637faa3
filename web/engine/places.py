"""Where the engine for the browser is built, and from what."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "libertalia"
BUILD = ROOT / "build" / "wasm"
MODULES = BUILD / "modules"
"""The compiled modules, in folders as in `src/`."""
COMPILED_FROM = MODULES / "compiled_from.txt"


def engine_digest() -> str:
    """Changes with anything that the compiled modules are made from."""
    sources = [*(SOURCE / "rules").rglob("*.py"), *(SOURCE / "game").glob("*.py"), *(SOURCE / "search").glob("*.py")]
    tools = [ROOT / "setup.py", *(Path(__file__).parent / name for name in ("compile.py", "toolchain.py"))]
    digest = sha256(f"mypy {version('mypy')}\n".encode())
    for file in sorted(sources + tools):
        digest.update(f"{file.relative_to(ROOT)} {sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def is_compiled() -> bool:
    """Whether the compiled modules are there, and belong to today's engine."""
    return COMPILED_FROM.exists() and COMPILED_FROM.read_text() == engine_digest()
