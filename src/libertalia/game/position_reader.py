"""Reading positions: plain JSON data into a table. Everything is checked, and errors name what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from libertalia.game.errors import InvalidPosition, InvalidSetup, brief
from libertalia.game.events import HOURS
from libertalia.game.memory import Guess, Memory, distinct
from libertalia.game.setup import edition_of
from libertalia.rules.asker import PICK
from libertalia.rules.bits import bit, count_of, ranks, size
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.lineup import NEUTRAL, codes, inserted
from libertalia.rules.phases import DAY, DUSK, OVER, REST, SUNRISE
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.table import Table

MOST: Final = 60_000
"""No purse and no voyage's score is larger than this in a position."""

_DEEPEST: Final = 6  # questions that may wait at the same time
_LONGEST: Final = 1000  # entries of any list or object in a position


def from_position(data: object, seed: Seed, rules: int | None) -> tuple[Table, Memory]:
    """The table of a position, up to its next decision; `InvalidPosition` names what can't be."""
    edition = _edition(data, rules)
    allowed = {"options", "rules", "bag", "deck", "pending", *edition.extras_forms()}
    position = _object("A position", data, {"edition", "voyage", "day", "loot", "seats"}, allowed)
    voyage = _number("'voyage'", position["voyage"], 1, len(edition.voyages))
    days = edition.voyages[voyage - 1]
    pending = position.get("pending")
    resting = isinstance(pending, Mapping) and pending.get("phase") == HOURS[REST] and position["day"] == days + 1
    day = _number("'day'", position["day"], 1, days + 1 if resting or voyage == len(edition.voyages) else days)
    over = day > days and not resting
    seats = _list("'seats'", position["seats"])
    fewest, most = edition.seats()
    if not fewest <= len(seats) <= most:
        raise InvalidPosition(f"There are {fewest} to {most} seats, not {len(seats)}.")
    players = [_player(edition, seat, entry, voyage if over else voyage - 1) for seat, entry in enumerate(seats)]
    if len({player.colour for player in players}) < len(players):
        raise InvalidPosition("Two seats have the same colour.")
    heaps = [_heap(edition, f"the loot of day {i}", kinds) for i, kinds in enumerate(_list("'loot'", position["loot"]), 1)]
    if len(heaps) != days:
        raise InvalidPosition(f"'loot' has a list for each of the {days} days of the voyage, not {len(heaps)}.")
    table = Table(edition, players, heaps)
    table.seed = seed
    table.deck = edition.full_deck
    table.voyage = voyage
    table.day = day
    table.phase = OVER if over else SUNRISE
    table.today = heaps[day - 1] if day <= days else 0
    table.leftovers = sum(1 << i for i in range(1, day) if heaps[i - 1])
    table.picking = 0 if over else edition.pickers & sum(1 << player.seat for player in players if player.hand)
    try:
        edition.restore(table, {key: position[key] for key in edition.extras_forms() if key in position})
    except ValueError as error:
        raise InvalidPosition(str(error)) from None
    if "pending" in position:
        _resume(table, position["pending"])
    _fill_deck(table, position)
    _fill_bag(table, position)
    if over and (
        position.get("pending") or any(p.crew or p.loot & ~edition.keepsakes or p.doubloons for p in players) or any(heaps)
    ):
        raise InvalidPosition("After the last day only scores, hands and graveyards are left.")
    return table, Memory([_guesses(table, player, entry) for player, entry in zip(players, seats, strict=True)])


def _edition(data: object, rules: int | None) -> Edition:
    if not isinstance(data, Mapping):
        raise InvalidPosition(f"A position is an object, not {brief(data)}.")
    if "edition" not in data:
        raise InvalidPosition("A position lacks edition.")
    version = data.get("rules", rules)
    if version is not None:
        version = _number("'rules'", version, 0, MOST)
    try:
        return edition_of(data["edition"], data.get("options", {}), version)
    except InvalidSetup as error:
        raise InvalidPosition(str(error)) from None


def _object(what: str, data: object, needed: Collection[str], allowed: Collection[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise InvalidPosition(f"{what} is an object, not {brief(data)}.")
    for key in data:
        if not isinstance(key, str) or (key not in needed and key not in allowed):
            raise InvalidPosition(f"{what} has no field {brief(key)}; it has {', '.join(sorted({*needed, *allowed}))}.")
    if missing := sorted(set(needed) - set(data)):
        raise InvalidPosition(f"{what} lacks {', '.join(missing)}.")
    return data


def _list(what: str, data: object, most: int = _LONGEST) -> list[Any]:
    if not isinstance(data, list | tuple) or len(data) > most:
        raise InvalidPosition(f"{what} is a list of at most {most}, not {brief(data)}.")
    return list(data)


def _number(what: str, value: object, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise InvalidPosition(f"{what} is a whole number from {lowest} to {highest}, not {brief(value)}.")
    return value


def _rank(edition: Edition, slug: object) -> int:
    rank = edition.rank_of.get(slug) if isinstance(slug, str) else None
    if rank is None:
        raise InvalidPosition(f"{brief(slug)} is not a character of the {edition.name()} edition.")
    return rank


def _cards(edition: Edition, what: str, slugs: object) -> int:
    cards = 0
    for slug in _list(what, slugs):
        card = 1 << _rank(edition, slug)
        if cards & card:
            raise InvalidPosition(f"{what} has the {slug} twice.")
        cards |= card
    return cards


def _kind(edition: Edition, kind: object) -> int:
    shift = edition.kind_of.get(kind) if isinstance(kind, str) else None
    if shift is None:
        raise InvalidPosition(f"{brief(kind)} is not a token of the {edition.name()} edition.")
    return shift


def _heap(edition: Edition, what: str, kinds: object) -> int:
    counts: dict[str, int] = {}
    for kind in _list(what, kinds):
        _kind(edition, kind)
        counts[kind] = counts.get(kind, 0) + 1
    return _counted(edition, what, counts)


def _counted(edition: Edition, what: str, counts: object) -> int:
    if not isinstance(counts, Mapping):
        raise InvalidPosition(f"{what} is an object of kinds and counts, not {brief(counts)}.")
    heap = 0
    for kind, count in counts.items():
        shift = _kind(edition, kind)
        heap += _number(f"The {kind} count of {what}", count, 0, count_of(edition.full_bag, shift)) << shift
    return heap


def _player(edition: Edition, seat: int, data: object, finished: int) -> Player:
    entry = _object(
        f"Seat {seat}",
        data,
        {"colour", "doubloons", "hand"},
        {"score", "voyage_scores", "crew", "graveyard", "loot", "guesses"},
    )
    colour = entry["colour"]
    if colour not in COLOURS:
        raise InvalidPosition(f"The colour of seat {seat} is one of {', '.join(COLOURS)}, not {brief(colour)}.")
    hand, crew, graveyard = (_cards(edition, f"the {z} of seat {seat}", entry.get(z, [])) for z in ("hand", "crew", "graveyard"))
    if twice := hand & crew | hand & graveyard | crew & graveyard:
        raise InvalidPosition(f"Seat {seat} has the {edition.slugs[ranks(twice)[0]]} twice.")
    score, packed = _scores(seat, entry, finished)
    player = Player(seat, COLOURS.index(colour))
    player.hand, player.crew, player.graveyard = hand, crew, graveyard
    player.doubloons = _number(f"'doubloons' of seat {seat}", entry["doubloons"], 0, MOST)
    player.loot = _counted(edition, f"the loot of seat {seat}", entry.get("loot", {}))
    player.score, player.voyage_scores = score, packed
    return player


def _scores(seat: int, entry: Mapping[str, Any], finished: int) -> tuple[int, int]:
    """The score, and the scores of the finished voyages packed. Where these are not given, the first has it all."""
    if "voyage_scores" in entry:
        given = _list(f"'voyage_scores' of seat {seat}", entry["voyage_scores"])
        scores = [_number(f"A score of seat {seat}", score, 0, MOST) for score in given]
    else:
        scores = [_number(f"'score' of seat {seat}", entry.get("score", 0), 0, MOST)]
        scores = [*scores, *[0] * (finished - 1)] if finished or scores[0] else []
    total = _number(f"'score' of seat {seat}", entry.get("score", sum(scores)), 0, 3 * MOST)
    if len(scores) != finished or total != sum(scores):
        raise InvalidPosition(f"The score of seat {seat} is the sum of its {finished} finished voyages.")
    return sum(scores), sum(score << 16 * voyage for voyage, score in enumerate(scores))


def _resume(table: Table, data: object) -> None:
    """Set the table to the middle of a day."""
    if isinstance(data, Mapping) and "cursor" in data:
        data = _translated(data)
    progress = {DAY: "turns_ahead", DUSK: "dusk_ahead"}
    allowed = {"picks", "lineup", "acting", *progress.values(), "progress", "doomed_by", "scratch", "earned", "questions"}
    pending = _object("'pending'", data, {"phase"}, allowed)
    if pending["phase"] not in HOURS or (pending["phase"] == HOURS[REST]) != (table.day > len(table.days)):
        raise InvalidPosition(
            f"'phase' is one of {', '.join(HOURS)}, the last after the last day, not {brief(pending['phase'])}."
        )
    table.phase = HOURS.index(pending["phase"])
    if table.phase == SUNRISE:
        _object("'pending' at sunrise", data, {"phase", "picks"}, ())
        _resume_picks(table, _list("'picks'", pending["picks"]))
        return
    mine = progress.get(table.phase, "progress")
    others = {*progress.values(), "progress"} - {mine}
    needed = {"phase", "lineup", mine, "questions"}
    _object("'pending' in the middle of a day", data, needed, allowed - {"picks"} - others)
    table.picking = 0
    for entry in _list("'lineup'", pending["lineup"]):
        _resume_standing(table, entry)
    if table.phase == DAY:
        table.turns_ahead = _number("'turns_ahead'", pending[mine], 0, len(pending["lineup"]))
    elif table.phase == DUSK:
        if not isinstance(pending[mine], bool):
            raise InvalidPosition(f"'dusk_ahead' is true or false, not {brief(pending[mine])}.")
        table.dusk_ahead = pending[mine]
    else:
        table.progress = _number("'progress'", pending[mine], 0, MOST)
    table.edition_scratch = _number("'scratch'", pending.get("scratch", 0), 0, (1 << 60) - 1)
    table.acting = _number("'acting'", pending.get("acting", 0), 0, 15)
    if table.acting and table.acting not in (there := codes(table.lineup)):
        raise InvalidPosition(f"'acting' is the code of a character in the lineup, one of {there}, not {table.acting}.")
    for player, earned in zip(table.players, _list("'earned'", pending.get("earned", [0] * len(table.players)))):
        player.earned = _number("What a seat has earned", earned, -MOST, MOST)
    if pending.get("doomed_by") is not None:
        if table.phase != DUSK:
            raise InvalidPosition("A character is 'doomed_by' something only at dusk.")
        table.doomed_by = _asker(table.edition, pending["doomed_by"])
    questions = _list("'questions'", pending["questions"])
    if not 1 <= len(questions) <= _DEEPEST:
        raise InvalidPosition(f"In the middle of a day there are 1 to {_DEEPEST} open questions, not {len(questions)}.")
    for question in reversed(questions):
        seat, kind = _pair("A question", question, table)
        table.ask(table.players[seat], _asker(table.edition, kind))
    if not table.edition.plausible(table) or not table.legal_actions():
        raise InvalidPosition(f"Seat {questions[0][0]} can't be asked {brief(questions[0][1])} at this moment.")


def _translated(pending: Mapping[str, Any]) -> Mapping[str, Any]:
    """`pending` as version 0.3 wrote it, in today's words. Records of games that were set up by hand hold such positions."""
    words = {"doomed": "doomed_by", "notes": "scratch"}
    today = {words.get(key, key): value for key, value in pending.items()}
    cursor = _number("'cursor'", today.pop("cursor"), 0, MOST)
    if today.get("phase") == "day":
        today["turns_ahead"] = cursor // 4
    elif today.get("phase") == "dusk":
        today["dusk_ahead"] = cursor == 1
    elif today.get("phase") == "night":
        today["progress"] = cursor
    else:
        raise InvalidPosition("A position of version 0.3 can be read at any hour but the rest at the end of a voyage.")
    return today


def _asker(edition: Edition, slug: object) -> int:
    number = edition.slugs.index(slug) if isinstance(slug, str) and slug in edition.slugs else 0
    if number in (0, PICK):
        raise InvalidPosition(f"{brief(slug)} does nothing in the middle of a day.")
    return number


def _pair(what: str, data: object, table: Table) -> tuple[int, str]:
    pair = _list(what, data)
    if len(pair) != 2 or not isinstance(pair[1], str):
        raise InvalidPosition(f"{what} is a seat and a word, not {brief(data)}.")
    return _number(f"The seat of {what.lower()}", pair[0], 0, len(table.players) - 1), pair[1]


def _resume_picks(table: Table, picks: list[Any]) -> None:
    if len(picks) != len(table.players):
        raise InvalidPosition(f"'picks' has an entry for each of the {len(table.players)} seats, not {len(picks)}.")
    for player, slug in zip(table.players, picks, strict=True):
        if slug is not None:
            player.pick = _rank(table.edition, slug)
            if not player.hand >> player.pick & 1:
                raise InvalidPosition(f"Seat {player.seat} can't have picked the {slug}: it is not in the hand.")
            table.picking &= ~(1 << player.seat)
    if not table.picking:
        raise InvalidPosition("'picks' are pending only while a seat has yet to pick.")


def _resume_standing(table: Table, entry: object) -> None:
    """Add a character at the right end of the lineup."""
    edition = table.edition
    if isinstance(entry, list | tuple) and len(entry) == 2 and entry[0] is None:
        rank = _number("The rank of a neutral character", entry[1], 1, len(edition.cast) - 1)
        if table.neutral or not edition.may_be_neutral(table, rank):
            raise InvalidPosition(f"No neutral character of rank {rank} can stand in the lineup.")
        table.neutral = rank
        code = NEUTRAL
    else:
        seat, slug = _pair("A place in the lineup", entry, table)
        player = table.players[seat]
        rank = _rank(edition, slug)
        crowded = player.second or (player.standing and not edition.doubles)
        if crowded or (player.hand | player.crew | player.graveyard) >> rank & 1 or rank == player.standing:
            raise InvalidPosition(f"The {slug} of seat {seat} can't stand in the lineup too.")
        if player.standing:
            player.second = rank
        else:
            player.standing = rank
        code = table.code_of(player, rank)
    left = table.rightmost()
    if left and (
        table.rank_at(left) > rank or (table.rank_at(left) == rank and edition.must_stand_below(table, code, left, rank))
    ):
        raise InvalidPosition("'lineup' goes from the lowest character to the highest.")
    table.lineup = inserted(table.lineup, code, 0)


def _fill_deck(table: Table, position: Mapping[str, Any]) -> None:
    held = 0
    for player in table.players:
        held |= player.hand | player.crew | player.graveyard | (1 << player.standing | 1 << player.second) & ~1
    if "deck" in position:
        table.deck = _cards(table.edition, "the deck", position["deck"])
        if both := table.deck & held:
            raise InvalidPosition(f"The {table.edition.slugs[ranks(both)[0]]} is held by a seat and still in the deck.")
    else:
        table.deck &= ~held


def _fill_bag(table: Table, position: Mapping[str, Any]) -> None:
    edition = table.edition
    table.bag = _counted(edition, "the bag", position["bag"]) if "bag" in position else 0
    for kind, shift in edition.kind_of.items():
        out = sum(count_of(table.loot_on(day), shift) for day in range(1, len(table.days) + 1))
        out += sum(player.has(shift) for player in table.players) + count_of(table.bag, shift)
        full = count_of(edition.full_bag, shift)
        if out > full or (out < full and "bag" in position):
            raise InvalidPosition(f"There are {full} tokens of kind {kind}, not {out}.")
        table.bag += full - out << shift


def _guesses(table: Table, player: Player, entry: Mapping[str, Any]) -> list[Guess]:
    edition = table.edition
    truth = Guess(player.hand, player.graveyard)
    if "guesses" not in entry:
        return [truth]
    elsewhere = table.deck | player.crew | (bit(player.standing) | bit(player.second)) & ~1
    guesses = []
    for data in _list(f"'guesses' of seat {player.seat}", entry["guesses"], most=100 * _LONGEST):
        guess = _object("A guess", data, {"hand", "graveyard"}, ())
        hand = _cards(edition, "A guessed hand", guess["hand"])
        graveyard = _cards(edition, "A guessed graveyard", guess["graveyard"])
        if hand & graveyard or (hand | graveyard) & elsewhere:
            raise InvalidPosition(f"A guess about seat {player.seat} has a card that lies somewhere else.")
        guesses.append(Guess(hand, graveyard))
    sizes = {(size(g.hand), size(g.graveyard)) for g in guesses}
    if len(sizes) > 1 or not any(g.hand == truth.hand and g.graveyard == truth.graveyard for g in guesses):
        raise InvalidPosition(f"'guesses' of seat {player.seat} are of one size, and the truth is among them.")
    return distinct(guesses)
