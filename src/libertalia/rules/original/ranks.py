"""The ranks of the characters of 2012. They are defined here and nowhere else."""

from __future__ import annotations

from typing import Final

PARROT: Final = 1
MONKEY: Final = 2
BEGGAR: Final = 3
RECRUITER: Final = 4
CABIN_BOY: Final = 5
PREACHER: Final = 6
BARKEEP: Final = 7
WAITRESS: Final = 8
CARPENTER: Final = 9
FRENCH_OFFICER: Final = 10
VOODOO_WITCH: Final = 11
FREED_SLAVE: Final = 12
MUTINEER: Final = 13
BRUTE: Final = 14
GUNNER: Final = 15
TOPMAN: Final = 16
SPANISH_SPY: Final = 17
COOK: Final = 18
BOSUN: Final = 19
ARMORER: Final = 20
MERCHANT: Final = 21
SURGEON: Final = 22
TREASURER: Final = 23
GAMBLER: Final = 24
GOVERNORS_DAUGHTER: Final = 25
QUARTERMASTER: Final = 26
GRANNY_WATA: Final = 27
FIRST_MATE: Final = 28
CAPTAIN: Final = 29
SPANISH_GOVERNOR: Final = 30
