"""What Winds of Galecrest has words for, as its rules list it; `test_galecrest` holds the engine against it."""

from __future__ import annotations

from libertalia.rules.edition import Edition

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


def hours_of_the_cast(edition: Edition) -> dict[str, list[str]]:
    """The characters of an engine's edition with the hours at which it wakes them."""
    awake = {DAY: edition.by_day, DUSK: edition.by_dusk | edition.lootless, NIGHT: edition.by_night, ANCHOR: edition.at_rest}
    return {slug: [hour for hour, cards in awake.items() if cards >> rank & 1] for slug, rank in edition.rank_of.items()}
