"""The ranks of the characters of 2022. They are defined here and nowhere else."""

from __future__ import annotations

from typing import Final

SCOUT: Final = 1
APPRENTICE: Final = 2
BEGGAR: Final = 3
INNKEEPER: Final = 4
CABIN_BOY: Final = 5
BANDIT: Final = 6
PREACHER: Final = 7
BARKEEP: Final = 8
STOWAWAY: Final = 9
EXPLORER: Final = 10
CARPENTER: Final = 11
OFFICER: Final = 12
SMUGGLER: Final = 13
BODYGUARD: Final = 14
WITCH: Final = 15
MUTINEER: Final = 16
BRUTE: Final = 17
GUNNER: Final = 18
NECROMANCER: Final = 19
FREED_PRISONER: Final = 20
BOSUN: Final = 21
BRAWLER: Final = 22
THIEF: Final = 23
TOPMAN: Final = 24
RECRUITER: Final = 25
COOK: Final = 26
WATCHMAN: Final = 27
ARMORER: Final = 28
INFANTRY: Final = 29
MERCHANT: Final = 30
SURGEON: Final = 31
TREASURER: Final = 32
GAMBLER: Final = 33
ARISTOCRAT: Final = 34
COLLECTOR: Final = 35
QUARTERMASTER: Final = 36
WIND_NYMPH: Final = 37
FIRST_MATE: Final = 38
CAPTAIN: Final = 39
GOVERNOR: Final = 40
