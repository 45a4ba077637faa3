"""The program, as `libertalia` or `python -m libertalia`.

Processes that a server starts import it again, so it imports nothing until it is run.
"""

from __future__ import annotations


def main() -> None:
    from libertalia.terminal.app import main

    main()


if __name__ == "__main__":
    main()
