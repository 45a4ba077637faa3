"""What the panes show: each is drawn as lines of text from a scene, for the size that the pane has."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from libertalia.game.setup import edition_of
from libertalia.terminal.screen.palette import HOURS, MARKS, Palette
from libertalia.terminal.show import Scene
from libertalia.terminal.table_source import Data
from libertalia.words import Words

_DAY = 2
"""Characters in the column of a day."""

_SUMS = 3 + 4 + 3
"""Characters of a player's doubloons, score and number of cards."""

_FEWEST_LETTERS = 20
"""Characters: the text of a card is left out where there is less room for it."""


def titled(text: str) -> str:
    return text[:1].upper() + text[1:]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines. It breaks no line at a no-break space, and no word but one that is longer than a line, such as a path."""
    return textwrap.wrap(text, max(8, width), break_on_hyphens=False) or [""]


def shortened(text: str, width: int) -> str:
    """As many whole words as there is room for, and a sign that there are more.

    >>> shortened("Gain 3 doubloons.", 10)
    'Gain 3 …'
    """
    return text if len(text) <= width else textwrap.shorten(text, max(2, width), placeholder=" …")


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws panes in one language and one palette, for one person at a table of an edition."""

    words: Words
    edition: str
    seat: int | None
    names: tuple[str, ...]
    bots: frozenset[int]
    ink: Palette

    # ---- the panes ---------------------------------------------------------------

    def sky(self, view: Data | None, right: str, width: int) -> Text:
        """The head line: when it is, and how the show goes."""
        left = f" {self.words.date(view)}" if view else f" {self.words.say(self.edition, 'title')}"
        if view and view["hour"]:
            left = f" {HOURS[view['hour']]}{left}"
        return Text(shortened(left, width - len(right) - 2).ljust(width - len(right) - 1) + right + " ")

    def loot(self, scene: Scene, width: int, height: int) -> Text:
        """The loot of each day: a row for each kind, a column for each day."""
        view = _view(scene)
        days: list[list[str]] = view["loot"]
        today = min(view["day"], len(days)) if view["hour"] else 0
        kinds = [kind for kind in edition_of(self.edition, view["options"]).kinds if any(kind in tokens for tokens in days)]
        names = max([len(self.words.token(self.edition, kind)) for kind in kinds], default=0)
        names = max(names, min(width - _DAY * len(days), names + 6))
        first = max(0, min(today - 1, len(days) - (width - names) // _DAY))  # where there is no room, days gone by are left out
        shown = list(enumerate(days, 1))[first:]
        head = self._head(titled(self.term("loot")), names)
        for day, _ in shown:
            head.append(f"▸{day}".rjust(_DAY) if day == today else str(day).rjust(_DAY), self._today(day == today))
        lines = [head]
        for kind in kinds:
            line = Text(shortened(self.words.token(self.edition, kind), names).ljust(names), self.ink["ink"])
            for day, tokens in shown:
                count = tokens.count(kind)
                line.append((str(count) if count else "·").rjust(_DAY), self._today(day == today and count > 0))
            lines.append(line)
        return _joined(lines[:height])

    def lineup(self, scene: Scene, width: int, height: int) -> Text:
        """The characters of the day, the lowest first; at sunrise, who has picked."""
        view = _view(scene)
        lines = [self._head(titled(self.term("lineup")), width)]
        if view["hour"] == "sunrise" and not view["lineup"]:
            for seat in view["seats"]:
                number = seat["seat"]
                mine = scene.mine["pick"] if scene.mine and number == self.seat else None
                card = self.words.character(self.edition, mine) if mine else self.words.text("screen.face-down")
                state = card if seat["picked"] else self.words.text("screen.thinking")
                style = self.ink["ink"] if seat["picked"] else self.ink["ink-2"]
                lines.append(Text.assemble(self.mark(seat["colour"]), (f" {shortened(state, width - 3)}", style)))
        present = {(seat, card) for seat, card, _ in view["lineup"]}
        for seat, card, rank in view["lineup"]:
            lines.append(self._standing(scene, seat, card, rank, width))
        ranks = edition_of(self.edition, view["options"]).rank_of
        for (seat, card), where in scene.gone.items():
            if (seat, card) not in present:
                name = self.words.character(self.edition, card)
                text = f"{name} → {self.term(where)}"
                text = text if len(text) <= width - 5 else shortened(name, width - 5)
                lines.append(self.mark(self._colour(view, seat)).append(f" {ranks[card]:>2} {text}", self.ink["ink-2"]))
        return _joined(lines[:height])

    def _standing(self, scene: Scene, seat: int | None, card: str, rank: float, width: int) -> Text:
        name = self.words.called(self.edition, card)
        key = (seat, card)
        pointer = "▶" if scene.now == key else " "
        style = f"bold {self.ink['lit']}" if scene.now == key else self.ink["ink-2"] if key in scene.acted else self.ink["ink"]
        number = f"{rank:g}" if seat is not None else ""
        mark = self.mark(self._colour(_view(scene), seat)) if seat is not None else Text(" ")
        return mark.append(f"{pointer}{number:>2} {shortened(name, width - 5)}", style)

    def players(self, scene: Scene, width: int, height: int) -> Text:
        """Every seat: doubloons, score, cards in hand; where there is room, their loot and crew; then the edition's extras."""
        view = _view(scene)
        extras = self.extras(view, width)
        room = max(1, (height - 1 - len(extras)) // max(1, len(view["seats"])))
        head = self._head(self.words.text("screen.players"), width - _SUMS)
        head.append("  ¤   Σ  ▯", self.ink["ink-2"])
        lines = [head]
        for seat in view["seats"]:
            about = self._player(scene, seat, width)
            if len(about) > room > 1:
                about[room - 1].append(" …")
            lines += about[:room]
        return _joined([*lines, *extras][:height])

    def _player(self, scene: Scene, seat: Data, width: int) -> list[Text]:
        number = seat["seat"]
        view = _view(scene)
        waits = any(who == number for who, _ in view["waiting"]) and not seat["picked"]
        name = self.names[number][: width - _SUMS - 4] + ("⚙" if number in self.bots else "")
        style = f"bold {self.ink['lit']}" if waits else f"bold {self.ink['ink']}" if number == self.seat else self.ink["ink"]
        line = Text.assemble(self.mark(seat["colour"]), (f" {name}".ljust(width - _SUMS - 1), style))
        change = scene.changes.get(number, 0)
        coins = self.ink["good"] if change > 0 else self.ink["bad"] if change < 0 else self.ink["ink"]
        line.append(f"{seat['doubloons']:>3}", coins)
        line.append(f"{seat['score']:>4}{seat['hand_size']:>3}", self.ink["ink"])
        lines = [line]
        details = [self.heap(seat["loot"]), self.cards(seat["crew"])]
        if number != self.seat:
            label = self.words.text("cli.may-hold")
            details.append(self.words.text("labelled", label=label, text=self.cards(seat["may_hold"])))
        if change:
            details.insert(0, f"{change:+d} ¤".replace("-", "−"))
        for part in filter(None, details):
            lines += [Text(f"   {each}", self.ink["ink-2"]) for each in wrapped(part, width - 5)]
        return lines

    def hand(self, scene: Scene, width: int, height: int) -> Text:
        """The person's cards, each with what it does; many leave no room for the head line."""
        cards = scene.mine["hand"] if scene.mine else []
        room = max(1, (height - 1) // max(1, len(cards)))
        head = [self._head(self.words.text("cli.hand"), width)] if len(cards) < height else []
        return _joined([*head, *[self.card(scene, card, width, room) for card in cards[:height]]])

    def log(self, lines: Sequence[str], width: int, height: int) -> Text:
        """The end of the log; the newest line is bright."""
        shown: list[Text] = []
        for place, line in enumerate(reversed(lines)):
            style = self.ink["ink"] if place == 0 else self.ink["ink-2"]
            shown = [Text(f"{'› ' if not i else '  '}{part}", style) for i, part in enumerate(wrapped(line, width - 2))] + shown
            if len(shown) >= height - 1:
                break
        rest = shown[-(height - 1) :] if height > 1 else []
        return _joined([self._head(self.words.text("screen.log"), width), *rest])

    # ---- parts of them ---------------------------------------------------------------

    def card(self, scene: Scene, card: str, width: int, room: int = 1) -> Text:
        """A card of the hand in one line or two: rank, mark, name, hours and the few words on it."""
        rules = edition_of(self.edition, _view(scene)["options"])
        line = Text.assemble((f"{rules.rank_of[card]:>2} ", f"bold {self.ink['ink']}"))
        marks = rules.card_marks()
        if marks and self.seat is not None:
            mark = marks[card][_view(scene)["options"][rules.MARKED_BY]][self._colour(_view(scene), self.seat)]
            line.append(f"({mark}) ", self.ink["ink-2"])
        hand = scene.mine["hand"] if scene.mine else []
        longest = max([len(self.words.character(self.edition, other)) for other in hand], default=0)
        line.append(self.words.character(self.edition, card).ljust(longest + 1), f"bold {self.ink['ink']}")
        faces = self.words.faces(self.edition, card)
        for hour in faces:
            line.append(HOURS[hour] + " ", self.ink[f"sky-{hour}"])
        indent = len(line)
        if width - indent < _FEWEST_LETTERS:
            return line
        parts = wrapped(" ".join(faces.values()), width - indent)
        if len(parts) > room:
            parts = [*parts[: room - 1], shortened(" ".join(parts[room - 1 :]), width - indent)]
        line.append(("\n" + " " * indent).join(parts), self.ink["ink-2"])
        return line

    def option(self, scene: Scene, kind: str, option: str, width: int, room: int) -> Text:
        """An answer that may be chosen."""
        rules = edition_of(self.edition, _view(scene)["options"])
        if option in rules.rank_of and kind == "pick":
            return self.card(scene, option, width, room)
        line = Text(self.words.option(self.edition, kind, option, self.names, self.seat), self.ink["ink"])
        about = self.about(option, _view(scene)["options"])
        if about:
            letters = width - len(line) - 3
            line.append(f"   {shortened(about, letters)}" if letters > _FEWEST_LETTERS else "", self.ink["ink-2"])
        return line

    def about(self, option: str, options: Mapping[str, object]) -> str:
        """What the character or the token of an answer does; empty where it names none."""
        slug = option.rpartition(":")[2].rpartition("*")[2]
        rules = edition_of(self.edition, dict(options))
        if slug in rules.rank_of:
            return self.words.ability(self.edition, slug)
        return self.words.effect(self.edition, slug, self.side(slug, options)) if slug in rules.kinds else ""

    def side(self, kind: str, options: Mapping[str, object]) -> str:
        """The side on which a kind of token lies at this table; empty where tokens have no sides."""
        for value in options.values():
            if isinstance(value, Mapping) and kind in value:
                return str(value[kind])
            if isinstance(value, str) and self.words.has(self.edition, f"token.{kind}.{value}.face"):
                return value
        return ""

    def extras(self, view: Data, width: int) -> list[Text]:
        """What only this edition has, by its form: see `Edition.extras_forms`."""
        lines = []
        for name, form in edition_of(self.edition, view["options"]).extras_forms().items():
            if name not in view["extras"]:
                continue
            value = view["extras"][name]
            if "key" in form:
                value = value[form["key"]]
            label = titled(self.term(name))
            if form["form"] == "track" and value is not None:
                line = Text.assemble((self.words.text("labelled", label=label, text=""), self.ink["ink-2"]))
                playing = {seat["colour"] for seat in view["seats"]}
                marks = [self.mark(colour) if colour in playing else Text("·", self.ink["ink-2"]) for colour in value]
                lines.append(line.append_text(Text(" " if width >= len(line) + 2 * len(marks) else "").join(marks)))
            else:
                shown = "—" if value is None else self.cards([value]) if form["form"] == "card" else self.term(value)
                text = self.words.text("labelled", label=label, text=shown)
                lines += [Text(part, self.ink["ink-2"]) for part in wrapped(text, width)]
        return lines

    def everything(self, scene: Scene) -> Text:
        """All that is known of every seat."""
        view = _view(scene)
        lines: list[Text] = []
        for seat in view["seats"]:
            number = seat["seat"]
            sums = [self.words.text("cli.doubloons", count=seat["doubloons"]), self.words.text("cli.points", count=seat["score"])]
            name = Text.assemble(self.mark(seat["colour"]), (f" {self.names[number]}", f"bold {self.ink['ink']}"))
            lines.append(name.append(f"  {self.words.listed(sums)}", self.ink["ink-2"]))
            hand = scene.mine["hand"] if scene.mine and number == self.seat else seat["may_hold"]
            label = self.words.text("cli.hand" if number == self.seat else "cli.may-hold")
            zones = {
                titled(self.term("crew")): self.cards(seat["crew"]),
                titled(self.term("loot")): self.heap(seat["loot"]),
                titled(self.term("graveyard")): self.cards(seat["graveyard"]),
                f"{label} ({seat['hand_size']})": self.cards(hand),
            }
            for zone, text in zones.items():
                if text:
                    lines += [
                        Text(f"   {part}", self.ink["ink"])
                        for part in wrapped(self.words.text("labelled", label=zone, text=text), 66)
                    ]
            lines.append(Text())
        return _joined(lines)

    # ---- words and marks ---------------------------------------------------------------

    def term(self, word: str) -> str:
        return self.words.term(self.edition, word)

    def mark(self, colour: str) -> Text:
        return Text(MARKS[colour], self.ink[colour])

    def cards(self, cards: Sequence[str]) -> str:
        ranks = edition_of(self.edition, {}).rank_of
        return ", ".join(f"{ranks[card]} {self.words.character(self.edition, card)}" for card in cards)

    def heap(self, loot: Mapping[str, int]) -> str:
        return ", ".join(self.words.tokens(self.edition, kind, count) for kind, count in loot.items())

    def _colour(self, view: Data, seat: int) -> str:
        return str(view["seats"][seat]["colour"])

    def _head(self, text: str, width: int) -> Text:
        return Text(shortened(text, width).ljust(width), f"bold {self.ink['accent']}")

    def _today(self, lit: bool) -> str:
        return f"bold {self.ink['lit']}" if lit else self.ink["ink-2"]


def _view(scene: Scene) -> Data:
    assert scene.view is not None, "there is no table to draw"
    return scene.view


def _joined(lines: Sequence[Text]) -> Text:
    return Text("\n").join(lines)
