"""The hours at which the engine wakes characters."""

from __future__ import annotations

from libertalia.rules.edition import Edition


def hours_of_the_cast(edition: Edition) -> dict[str, list[str]]:
    """The characters of an edition with the hours at which they do something."""
    awake = {
        "day": edition.by_day,
        "dusk": edition.by_dusk | edition.lootless,
        "night": edition.by_night,
        "rest": edition.at_rest,
    }
    return {slug: [hour for hour, cards in awake.items() if cards >> rank & 1] for slug, rank in edition.rank_of.items()}
