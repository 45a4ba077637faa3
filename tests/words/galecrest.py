"""The characters and tokens of Winds of Galecrest with their hours, as its rules list them."""

from __future__ import annotations

DAY, DUSK, NIGHT, ANCHOR = "day", "dusk", "night", "rest"

CAST = {  # by rank, each with the hours of its abilities
    "scout": [DAY],
    "apprentice": [DAY],
    "beggar": [DAY],
    "innkeeper": [DAY],
    "cabin-boy": [DAY, DUSK],
    "bandit": [DAY],
    "preacher": [DAY, ANCHOR],
    "barkeep": [NIGHT, ANCHOR],
    "stowaway": [DAY],
    "explorer": [DUSK, ANCHOR],
    "carpenter": [DAY, ANCHOR],
    "officer": [DAY],
    "smuggler": [DAY],
    "bodyguard": [DAY],
    "witch": [NIGHT, ANCHOR],
    "mutineer": [NIGHT],
    "brute": [DAY],
    "gunner": [DAY],
    "necromancer": [DAY],
    "freed-prisoner": [NIGHT],
    "bosun": [DAY],
    "brawler": [DAY, NIGHT],
    "thief": [DAY],
    "topman": [NIGHT],
    "recruiter": [DAY],
    "cook": [DUSK],
    "watchman": [DAY],
    "armorer": [DUSK, NIGHT],
    "infantry": [DAY],
    "merchant": [DAY],
    "surgeon": [DAY],
    "treasurer": [ANCHOR],
    "gambler": [DAY, ANCHOR],
    "aristocrat": [DAY, ANCHOR],
    "collector": [ANCHOR],
    "quartermaster": [DAY, ANCHOR],
    "wind-nymph": [NIGHT],
    "first-mate": [DAY, ANCHOR],
    "captain": [DAY],
    "governor": [DAY],
}

TILES = {  # the hours of the calm and of the stormy side
    "map": ([ANCHOR], [ANCHOR]),
    "barrel": ([DUSK, ANCHOR], [DUSK, ANCHOR]),
    "relic": ([ANCHOR], [NIGHT, ANCHOR]),
    "saber": ([DUSK], [DUSK]),
    "amulet": ([ANCHOR], [DUSK, ANCHOR]),
    "hook": ([ANCHOR], [DUSK]),
    "chest": ([ANCHOR], [ANCHOR]),
}

KINDS = list(TILES)

ASKING = [
    *["pick", "take", "order", "midshipman"],
    *["scout", "apprentice", "innkeeper", "preacher", "witch", "gunner", "necromancer", "brawler", "thief", "recruiter"],
    *["watchman", "merchant", "surgeon"],
    *["barrel", "saber", "amulet", "hook"],
]
